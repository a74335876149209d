//! The protocol brain: what a line means and what is answered. Pure: it reads and prints nothing and knows no clock.

mod command;
mod info;
mod task;

pub use command::Command;
pub use info::{Info, Sender};
pub use task::{Answer, Purpose, Task};

use alinea_core::{Cell, Player};
use alinea_engines::gomoku::engine::Placement;
use alinea_games::gomoku::Size;
use command::Block;

/// Most stones a block of lines may hold; further lines are errors.
const MAX_BLOCK: usize = Size::MAX as usize * Size::MAX as usize;

/// What a line asks its caller to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// Print these lines.
    Say(Vec<String>),
    /// Think, and hand the outcome to [`Brain::conclude`].
    Think(Box<Task>),
    /// End the running thought with its best move so far.
    Stop,
    /// Drop the running thought without an answer, then print these lines.
    Abandon(Vec<String>),
    /// End the program.
    Quit,
}

/// A game from one side's view: stones in order, `true` for our own.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Game {
    size: Size,
    stones: Vec<(Cell, bool)>,
}

/// The brain.
#[derive(Clone, Debug, Default)]
pub struct Brain {
    game: Option<Game>,
    info: Info,
    block: Option<(Block, Vec<(Cell, u8)>, bool)>,
    thinking: Option<Purpose>,
    /// Who is talking; a board program wants to hear more.
    sender: Sender,
}

impl Brain {
    /// A brain that has heard nothing.
    pub fn new() -> Brain {
        Brain::default()
    }

    /// What was told by INFO so far.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Hears one line.
    pub fn handle(&mut self, line: &str) -> Effect {
        let line = line.trim();
        if self.block.is_some() {
            return self.block_line(line);
        }
        if line.is_empty() {
            return Effect::Nothing;
        }
        match line.parse::<Command>() {
            Ok(command) => self.obey(command),
            Err(error) => say(error.to_string()),
        }
    }

    fn obey(&mut self, command: Command) -> Effect {
        match command {
            Command::About => say(ABOUT),
            Command::End => Effect::Quit,
            Command::Stop => {
                if self.thinking.is_some() {
                    Effect::Stop
                } else {
                    Effect::Nothing
                }
            }
            Command::Info(key, value) => match self.info.set(&key, &value, self.sender) {
                Ok(()) => Effect::Nothing,
                Err(error) => say(error),
            },
            Command::Start(cols, rows) => self.start(cols, rows),
            Command::ShowInfo => {
                self.sender = Sender::BoardProgram;
                let threads = Info::MAX_THREADS;
                Effect::Say(vec![
                    format!("MESSAGE INFO MAX_THREAD_NUM {threads}"),
                    format!("MESSAGE INFO MAX_HASH_SIZE {}", Info::MAX_TABLE >> 10),
                ])
            }
            Command::Restart => match self.game.as_ref().map(|game| usize::from(game.size.get())) {
                Some(side) => self.start(side, side),
                None => say("ERROR START expected before RESTART"),
            },
            other if self.game.is_none() => {
                if let Command::Lines(block) = other {
                    // Its lines are still to come: they are read and refused as a whole.
                    self.block = Some((block, Vec::new(), true));
                    return Effect::Nothing;
                }
                say("ERROR START expected first")
            }
            other if self.thinking.is_some() => {
                if let Command::Lines(block) = other {
                    self.block = Some((block, Vec::new(), true));
                    return Effect::Nothing;
                }
                say("ERROR still thinking")
            }
            other => self.play(other),
        }
    }

    /// Commands of a game in progress while nothing is being thought about.
    fn play(&mut self, command: Command) -> Effect {
        match command {
            Command::Begin => {
                if self.stones().is_empty() {
                    self.think(Purpose::Move)
                } else {
                    say("ERROR BEGIN expects an empty board")
                }
            }
            Command::Turn(x, y) => match self.put(x, y, false) {
                Ok(()) => self.think(Purpose::Move),
                Err(error) => say(error),
            },
            Command::Play(x, y) => match self.put(x, y, true) {
                Ok(()) => say(format!("{x},{y}")),
                Err(error) => say(error),
            },
            Command::TakeBack(x, y) => self.take_back(x, y),
            Command::Lines(block) => {
                self.block = Some((block, Vec::new(), false));
                Effect::Nothing
            }
            Command::Best(count) => self.think(Purpose::Best(count)),
            Command::ShowForbidden => {
                let cells = self.placement().map(|stones| stones.forbidden()).unwrap_or_default();
                let pairs: String = cells.iter().map(|cell| self.digits(*cell)).collect();
                say(format!("FORBID {pairs}."))
            }
            Command::ClearTable => Effect::Think(Box::new(self.task(Purpose::Clear))),
            _ => Effect::Nothing,
        }
    }

    fn start(&mut self, cols: usize, rows: usize) -> Effect {
        let side = if cols == rows { u8::try_from(cols).ok() } else { None };
        let Some(size) = side.and_then(Size::new) else {
            return say(format!(
                "ERROR unsupported size {cols},{rows}: expected a square from {} to {}",
                Size::MIN,
                Size::MAX
            ));
        };
        self.game = Some(Game { size, stones: Vec::new() });
        let ok = vec!["OK".to_owned()];
        if self.thinking.take().is_some() { Effect::Abandon(ok) } else { Effect::Say(ok) }
    }

    fn stones(&self) -> &[(Cell, bool)] {
        self.game.as_ref().map_or(&[], |game| &game.stones)
    }

    /// The cell of two coordinates, or why there is none.
    fn cell(&self, x: i64, y: i64) -> Result<Cell, String> {
        let size = self.game.as_ref().map_or(0, |game| i64::from(game.size.get()));
        if !(0..size).contains(&x) || !(0..size).contains(&y) {
            return Err(format!("ERROR coordinates {x},{y} are not on the board"));
        }
        Ok(Cell::new(x as u8, (size - 1 - y) as u8))
    }

    fn put(&mut self, x: i64, y: i64, own: bool) -> Result<(), String> {
        let cell = self.cell(x, y)?;
        if self.stones().iter().any(|(other, _)| *other == cell) {
            return Err(format!("ERROR {x},{y} is occupied"));
        }
        if let Some(game) = &mut self.game {
            game.stones.push((cell, own));
        }
        Ok(())
    }

    fn take_back(&mut self, x: i64, y: i64) -> Effect {
        let Ok(cell) = self.cell(x, y) else {
            return say(format!("ERROR coordinates {x},{y} are not on the board"));
        };
        let Some(game) = &mut self.game else { return Effect::Nothing };
        match game.stones.iter().rposition(|(other, _)| *other == cell) {
            Some(at) => {
                game.stones.remove(at);
                say("OK")
            }
            None => say(format!("ERROR {x},{y} is empty")),
        }
    }

    /// One line of a block: `x,y,who` or DONE.
    fn block_line(&mut self, line: &str) -> Effect {
        let Some((block, mut stones, refused)) = self.block.take() else { return Effect::Nothing };
        if line.eq_ignore_ascii_case("done") {
            return if refused { say(self.why_refused()) } else { self.finish(block, &stones) };
        }
        let numbers: Option<Vec<i64>> =
            line.split(',').map(|part| part.trim().parse().ok()).collect();
        let stone = match numbers.as_deref() {
            Some([x, y, who @ 1..=3]) if !refused => {
                self.cell(*x, *y).ok().map(|cell| (cell, *who as u8))
            }
            Some([x, y]) if !refused && block == Block::Swap2 => {
                self.cell(*x, *y).ok().map(|cell| (cell, 1))
            }
            _ => None,
        };
        match stone {
            Some(stone) if stones.len() < MAX_BLOCK => stones.push(stone),
            _ if line.is_empty() => {}
            _ => {
                // Everything up to DONE belongs to the block, even if it is wrong.
                self.block = Some((block, stones, true));
                return Effect::Nothing;
            }
        }
        self.block = Some((block, stones, refused));
        Effect::Nothing
    }

    fn why_refused(&self) -> String {
        let reason = match (&self.game, self.thinking) {
            (None, _) => "START expected first",
            (_, Some(_)) => "still thinking",
            _ => "expected lines x,y,who with cells of the board and who 1 or 2, then DONE",
        };
        format!("ERROR {reason}")
    }

    fn finish(&mut self, block: Block, stones: &[(Cell, u8)]) -> Effect {
        for (at, (cell, _)) in stones.iter().enumerate() {
            if stones[..at].iter().any(|(other, _)| other == cell) {
                return say(format!("ERROR {} is given twice", self.text(*cell)));
            }
        }
        if stones.iter().any(|(_, who)| *who == 3) {
            return say("ERROR a continuous game is not supported");
        }
        let Some(game) = &mut self.game else { return Effect::Nothing };
        let before = std::mem::replace(
            &mut game.stones,
            stones.iter().map(|(cell, who)| (*cell, *who == 1)).collect(),
        );
        match block {
            Block::Set => Effect::Nothing,
            Block::Board => self.think(Purpose::Move),
            Block::Swap2 => match stones.len() {
                0 => self.think(Purpose::Propose),
                3 => self.think(Purpose::DecideThree),
                5 => self.think(Purpose::DecideFive),
                count => {
                    game.stones = before;
                    say(format!("ERROR SWAP2BOARD expects 0, 3 or 5 stones, found {count}"))
                }
            },
        }
    }

    /// The position with us to move. The side with fewer or as many stones and the first move is the first player's.
    fn placement(&self) -> Option<Placement> {
        let game = self.game.as_ref()?;
        let own = game.stones.iter().filter(|(_, own)| *own).count();
        let other = game.stones.len() - own;
        let us = if own >= other { Player::First } else { Player::Second };
        let owner = |own: bool| if own { us } else { us.other() };
        let stones = game.stones.iter().map(|(cell, own)| (*cell, owner(*own))).collect();
        Placement::new(self.info.variant, game.size, stones, us)
    }

    /// Stones in the order of play: the first player's, then in turns. For swap2.
    fn alternating(&self) -> Option<Placement> {
        let game = self.game.as_ref()?;
        let empty = Placement::empty(self.info.variant, game.size);
        Some(game.stones.iter().fold(empty, |placement, (cell, _)| placement.with(*cell)))
    }

    /// A cell as the protocol writes it.
    fn text(&self, cell: Cell) -> String {
        self.game.as_ref().map_or_else(String::new, |game| coordinates(cell, game.size))
    }

    /// A cell as four digits.
    fn digits(&self, cell: Cell) -> String {
        let text = self.text(cell);
        text.split(',').map(|number| format!("{number:0>2}")).collect()
    }

    fn task(&self, purpose: Purpose) -> Task {
        let swap = matches!(purpose, Purpose::Propose | Purpose::DecideThree | Purpose::DecideFive);
        let placement = if swap { self.alternating() } else { self.placement() };
        let empty = || Placement::empty(self.info.variant, Size::default());
        Task {
            purpose,
            placement: placement.unwrap_or_else(empty),
            limits: self.info.limits(),
            threads: self.info.threads,
            table_bytes: self.info.table_bytes(),
            talks: self.info.show_detail > 0 || self.sender == Sender::BoardProgram,
        }
    }

    fn think(&mut self, purpose: Purpose) -> Effect {
        let area = |size: Size| usize::from(size.get()) * usize::from(size.get());
        if self.game.as_ref().is_some_and(|game| game.stones.len() >= area(game.size)) {
            return say("ERROR the board is full");
        }
        self.thinking = Some(purpose);
        Effect::Think(Box::new(self.task(purpose)))
    }

    /// Hears how a thought ended: the lines to print. The move is put on the board.
    pub fn conclude(&mut self, outcome: &Answer) -> Vec<String> {
        if *outcome == Answer::Cleared {
            return Vec::new();
        }
        if self.thinking.take().is_none() {
            return Vec::new();
        }
        match outcome {
            Answer::Move(cell) => {
                if let Some(game) = &mut self.game {
                    game.stones.push((*cell, true));
                }
                vec![self.text(*cell)]
            }
            Answer::Stones(cells) => {
                vec![cells.iter().map(|cell| self.text(*cell)).collect::<Vec<String>>().join(" ")]
            }
            Answer::Swap => vec!["SWAP".to_owned()],
            Answer::Nothing => vec!["ERROR no legal move".to_owned()],
            Answer::Cleared => Vec::new(),
        }
    }
}

const ABOUT: &str = concat!(
    "name=\"Alinea\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Alinea authors\", country=\"\", www=\"\""
);

/// A cell as the protocol writes it: column and row from 0, from the top left.
pub(crate) fn coordinates(cell: Cell, size: Size) -> String {
    format!("{},{}", cell.col, size.get() - 1 - cell.row)
}

fn say(line: impl Into<String>) -> Effect {
    Effect::Say(vec![line.into()])
}
