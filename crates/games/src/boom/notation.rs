//! Boom for people: moves `1` to `7` and `B`, diagrams with bombs and jugada, effects.

use super::{Action, BOTTOM, Boom, SIDE};
use alinea_core::{
    Cell, Diagram, DiagramError, Effect, Game, Grid, Message, MoveError, Outcome, Player,
    SetupError,
};

/// The largest jugada number that a diagram may give: far beyond any game, far below overflow.
const MAX_JUGADA: u32 = 1_000_000;

impl Game for Boom {
    const NAME: &'static str = "boom";
    type Setup = ();

    fn parse_setup(text: &str) -> Result<(), SetupError> {
        if text.is_empty() {
            return Ok(());
        }
        let found: String = text.chars().take(20).collect();
        Err(SetupError(Message::new("error.setup.boom").with("found", found)))
    }

    fn setup_text((): &()) -> String {
        String::new()
    }

    fn start((): &()) -> Boom {
        Boom::new()
    }

    fn setup(&self) {}

    fn parse_move<'t>(&self, text: &'t str) -> Result<(Action, &'t str), MoveError> {
        match text.chars().next() {
            Some(digit @ '1'..='9') => Ok((Action::Put(digit as u8 - b'1'), &text[1..])),
            Some('B' | 'b') => Ok((Action::Boom, &text[1..])),
            Some(found) => Err(MoveError(Message::new("error.move.boom").with("found", found))),
            None => Err(MoveError(Message::new("error.move.boom-nothing"))),
        }
    }

    fn move_text(&self, mv: Action) -> String {
        mv.to_string()
    }

    fn from_diagram((): &(), diagram: &Diagram) -> Result<Boom, DiagramError> {
        diagram.expect_size(SIDE, SIDE)?;
        diagram.expect_gravity()?;
        let mut pos = Boom::new();
        diagram.each_cell(|cell, letter| place(&mut pos, cell, letter))?;
        pos.turn = side_to_move(diagram)?;
        let least = least_jugada(&pos, diagram.counts());
        pos.jugada = diagram.number.unwrap_or(least);
        if !(least..=MAX_JUGADA).contains(&pos.jugada) {
            let message = Message::new("error.diagram.jugada").with("least", least);
            let message = message.with("most", MAX_JUGADA).with("found", pos.jugada);
            return Err(DiagramError(message));
        }
        pos.outcome = pos.ending(pos.discs.map(Boom::line_starts));
        Ok(pos)
    }

    fn to_diagram(&self) -> Diagram {
        let letter = |cell| match self.at(cell) {
            None => b'.',
            Some(player) if self.bombs & Boom::bit(cell) != 0 => {
                player.letter().to_ascii_uppercase() as u8
            }
            Some(player) => player.letter() as u8,
        };
        let row = |r| (0..SIDE).map(|c| letter(Cell::new(c, r))).collect();
        let rows = (0..SIDE).rev().map(row).collect();
        Diagram { rows, turn: Some(self.turn), number: Some(self.jugada) }
    }

    fn effects(&self, mv: Action) -> Vec<Effect> {
        match mv {
            Action::Put(col) => {
                let mut column = (0..SIDE).map(|row| Cell::new(col, row));
                let landing = column.find(|&cell| self.at(cell).is_none());
                let bomb = self.put_is_bomb();
                let placed = landing.map(|cell| Effect::Placed { cell, player: self.turn, bomb });
                placed.into_iter().collect()
            }
            Action::Boom => explosion(self),
        }
    }

    fn with_outcome(&self, outcome: Option<Outcome>) -> Boom {
        Boom { outcome, ..*self }
    }

    fn recoloured(&self) -> Boom {
        let [first, second] = self.discs;
        Boom { discs: [second, first], ..*self }
    }

    fn alignment(&self) -> Vec<Cell> {
        let Some(Outcome::Win(winner)) = self.outcome else { return Vec::new() };
        let discs = self.discs(winner.other());
        let mut line = 0;
        for step in [1, 8, 9, 7] {
            let starts = discs & (discs >> step) & (discs >> (2 * step)) & (discs >> (3 * step));
            line |= starts | (starts << step) | (starts << (2 * step)) | (starts << (3 * step));
        }
        cells(line)
    }

    fn bombs(&self) -> Vec<Cell> {
        cells(self.bombs)
    }

    fn jugada(&self) -> Option<u32> {
        Some(self.jugada)
    }
}

/// The squares of a bitboard, bottom row first, left to right.
fn cells(bits: u64) -> Vec<Cell> {
    let all = (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| Cell::new(col, row)));
    all.filter(|&cell| bits & Boom::bit(cell) != 0).collect()
}

fn explosion(pos: &Boom) -> Vec<Effect> {
    let own = pos.discs(pos.turn);
    let row = (pos.bomb(pos.turn).trailing_zeros() & 7) as u8;
    let removed = cells(own & (BOTTOM << row));
    let mut effects: Vec<Effect> = removed.iter().map(|&cell| Effect::Removed { cell }).collect();
    for cell in removed {
        for above in row + 1..SIDE {
            let from = Cell::new(cell.col, above);
            if pos.at(from).is_some() {
                effects.push(Effect::Fell { from, to: Cell::new(cell.col, above - 1) });
            }
        }
    }
    effects
}

fn place(pos: &mut Boom, cell: Cell, letter: u8) -> Result<(), DiagramError> {
    let player = match letter.to_ascii_lowercase() {
        b'x' => Player::First,
        b'o' => Player::Second,
        _ => return Ok(()),
    };
    if letter.is_ascii_uppercase() {
        if pos.bomb(player) != 0 {
            let message = Message::new("error.diagram.second-bomb");
            let message = message.with("found", char::from(letter)).with("cell", cell);
            return Err(DiagramError(message));
        }
        pos.bombs |= Boom::bit(cell);
    }
    pos.discs[player.index()] |= Boom::bit(cell);
    Ok(())
}

/// The side that was given, else the one the counts tell; after explosions they may not.
fn side_to_move(diagram: &Diagram) -> Result<Player, DiagramError> {
    let [first, second] = diagram.counts();
    match diagram.turn {
        Some(turn) => Ok(turn),
        None if first == second => Ok(Player::First),
        None if first == second + 1 => Ok(Player::Second),
        None => {
            let message = Message::new("error.diagram.whose-turn").with("first", first);
            Err(DiagramError(message.with("second", second)))
        }
    }
}

/// The first jugada at which these stones can be on the board: every stone took a turn of its
/// owner, and a bomb was put at jugada 5 or later.
fn least_jugada(pos: &Boom, [first, second]: [u32; 2]) -> u32 {
    let turns_needed = |stones: u32, player| {
        let bomb_turn = if pos.bomb(player) != 0 { 5 } else { 0 };
        stones.max(bomb_turn)
    };
    let green = turns_needed(first, Player::First);
    let blue = turns_needed(second, Player::Second);
    // Green has had `jugada` turns if blue is to move, one less otherwise; blue always one less.
    let after_green = if pos.turn == Player::First { green + 1 } else { green };
    after_green.max(blue + 1)
}
