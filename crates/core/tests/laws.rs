//! A small game that keeps the laws and, told so, breaks one of them: what is read of it, what is
//! counted in it, and that each broken law is noticed.

use alinea_core::{
    Cell, Diagram, DiagramError, Effect, Game, Grid, Message, MoveError, Outcome, Player, Position,
    PositionError, SetupError, SplitMix64, conformance, parse_position, perft,
};
use std::cell::Cell as Counter;
use std::panic::catch_unwind;

const COLS: u8 = 3;
const ROWS: u8 = 2;
const SQUARES: u8 = COLS * ROWS;

/// Which law the game breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Breaks {
    Nothing,
    /// The text of the set-up is that of another.
    SetupText,
    /// A game begins in the middle.
    FirstPly,
    /// A listed move is refused.
    Refusal,
    /// The third square may be taken twice.
    LegalTwice,
    /// The third square is refused with words once it is taken, but by no other.
    SilentRefusal,
    /// The last square keeps its colour where colours are exchanged.
    OneColour,
    /// A game that is reopened is still over.
    Reopening,
    /// A board that was drawn loses the stone on the first square.
    Drawing,
    /// All positions have one key.
    OneKey,
    /// Who began on the first square may make four moves only, which neither key nor board tell.
    HiddenEnd,
    /// A move does nothing that can be seen.
    Effects,
    /// Of several moves the last is read.
    LastOfRecord,
    /// A move taken back leaves its stone.
    Undo,
}

impl Breaks {
    const ALL: [Breaks; 14] = [
        Breaks::Nothing,
        Breaks::SetupText,
        Breaks::FirstPly,
        Breaks::Refusal,
        Breaks::LegalTwice,
        Breaks::SilentRefusal,
        Breaks::OneColour,
        Breaks::Reopening,
        Breaks::Drawing,
        Breaks::OneKey,
        Breaks::HiddenEnd,
        Breaks::Effects,
        Breaks::LastOfRecord,
        Breaks::Undo,
    ];
}

/// Stones on a board of three by two; who has both lower corners wins. Moves are written as the
/// numbers 1 to 6, which need a space between them.
#[derive(Clone, PartialEq, Debug)]
struct Corners {
    breaks: Breaks,
    stones: [Option<Player>; SQUARES as usize],
    turn: Player,
    outcome: Option<Outcome>,
    ply: u32,
    began_on_first: bool,
}

thread_local! {
    /// Moves that were played on boards of this thread.
    static PLAYED: Counter<u32> = const { Counter::new(0) };
}

impl Corners {
    fn index_of(cell: Cell) -> Option<usize> {
        let inside = cell.col < COLS && cell.row < ROWS;
        inside.then(|| usize::from(cell.row * COLS + cell.col))
    }

    fn cell(mv: u8) -> Cell {
        Cell::new(mv % COLS, mv / COLS)
    }

    fn is_free(&self, mv: u8) -> bool {
        self.outcome.is_none() && mv < SQUARES && self.stones[usize::from(mv)].is_none()
    }

    fn settle(&mut self) {
        let hidden = self.breaks == Breaks::HiddenEnd && self.began_on_first && self.ply == 4;
        self.outcome = match (self.stones[0], self.stones[2]) {
            (Some(left), Some(right)) if left == right => Some(Outcome::Win(left)),
            _ if hidden || self.stones.iter().all(Option::is_some) => Some(Outcome::Draw),
            _ => None,
        };
    }
}

impl Grid for Corners {
    fn cols(&self) -> u8 {
        COLS
    }

    fn rows(&self) -> u8 {
        ROWS
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        self.stones[Corners::index_of(cell)?]
    }
}

impl Position for Corners {
    type Move = u8;
    type Undo = Corners;

    const MAX_INDEX: usize = SQUARES as usize;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend((0..SQUARES).filter(|&mv| self.is_free(mv)));
    }

    fn is_legal(&self, mv: u8) -> bool {
        self.is_free(mv) || (self.breaks == Breaks::LegalTwice && mv == 2)
    }

    fn refusal(&self, mv: u8) -> Option<Message> {
        let refused = match self.breaks {
            Breaks::Refusal => true,
            Breaks::SilentRefusal if mv == 2 => false,
            _ => !self.is_free(mv),
        };
        refused.then(|| Message::new("corners.taken").with("square", mv + 1))
    }

    fn play_unchecked(&mut self, mv: u8) -> Corners {
        PLAYED.set(PLAYED.get() + 1);
        let before = self.clone();
        self.stones[usize::from(mv)] = Some(self.turn);
        self.began_on_first |= self.ply == 0 && mv == 0;
        self.turn = self.turn.other();
        self.ply += 1;
        self.settle();
        before
    }

    fn undo(&mut self, undo: Corners) {
        let stones = self.stones;
        *self = undo;
        if self.breaks == Breaks::Undo {
            self.stones = stones;
        }
    }

    fn key(&self) -> u64 {
        if self.breaks == Breaks::OneKey {
            return 7;
        }
        let digit = |stone: &Option<Player>| stone.map_or(0, |player| 1 + player.index() as u64);
        let stones = self.stones.iter().fold(0, |key, stone| 3 * key + digit(stone));
        let ended = match self.outcome {
            None => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(player)) => 2 + player.index() as u64,
        };
        let ended = if self.breaks == Breaks::HiddenEnd { 0 } else { ended };
        SplitMix64::mix(8 * stones + 2 * ended + self.turn.index() as u64)
    }

    fn index(mv: u8) -> usize {
        usize::from(mv)
    }
}

impl Game for Corners {
    const NAME: &'static str = "corners";
    type Setup = Breaks;

    fn parse_setup(text: &str) -> Result<Breaks, SetupError> {
        let found = Breaks::ALL.into_iter().find(|breaks| format!("{breaks:?}") == text);
        found.ok_or(SetupError(Message::new("corners.setup")))
    }

    fn setup_text(setup: &Breaks) -> String {
        let told = if *setup == Breaks::SetupText { &Breaks::Nothing } else { setup };
        format!("{told:?}")
    }

    fn start(setup: &Breaks) -> Corners {
        Corners {
            breaks: *setup,
            stones: [None; SQUARES as usize],
            turn: Player::First,
            outcome: None,
            ply: u32::from(*setup == Breaks::FirstPly),
            began_on_first: false,
        }
    }

    fn setup(&self) -> Breaks {
        self.breaks
    }

    fn parse_move<'t>(&self, text: &'t str) -> Result<(u8, &'t str), MoveError> {
        let text = match text.rsplit_once(' ') {
            Some((_, last)) if self.breaks == Breaks::LastOfRecord => last,
            _ => text,
        };
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number: Option<u8> = text[..end].parse().ok();
        match number.filter(|number| (1..=SQUARES).contains(number)) {
            Some(number) => Ok((number - 1, &text[end..])),
            None => Err(MoveError(Message::new("corners.move").with("found", &text[..end]))),
        }
    }

    fn move_text(&self, mv: u8) -> String {
        (mv + 1).to_string()
    }

    fn from_diagram(setup: &Breaks, diagram: &Diagram) -> Result<Corners, DiagramError> {
        diagram.expect_size(COLS, ROWS)?;
        let mut pos = Corners::start(setup);
        diagram.each_cell(|cell, letter| {
            let stone = Player::BOTH.into_iter().find(|who| who.letter() == char::from(letter));
            pos.stones[usize::from(cell.row * COLS + cell.col)] = stone;
            Ok(())
        })?;
        if *setup == Breaks::Drawing {
            pos.stones[0] = None;
        }
        pos.ply = diagram.counts().iter().sum();
        pos.turn = diagram.turn.unwrap_or(Player::First);
        pos.settle();
        Ok(pos)
    }

    fn to_diagram(&self) -> Diagram {
        let letter = |stone: &Option<Player>| stone.map_or(b'.', |player| player.letter() as u8);
        let rows = self.stones.chunks(usize::from(COLS)).rev();
        let rows = rows.map(|row| row.iter().map(letter).collect()).collect();
        Diagram { rows, turn: Some(self.turn), number: None }
    }

    fn with_outcome(&self, outcome: Option<Outcome>) -> Corners {
        let kept = if self.breaks == Breaks::Reopening { self.outcome } else { outcome };
        Corners { outcome: kept, ..self.clone() }
    }

    fn recoloured(&self) -> Corners {
        let mut exchanged = self.clone();
        let last = if self.breaks == Breaks::OneColour { SQUARES - 1 } else { SQUARES };
        for stone in &mut exchanged.stones[..usize::from(last)] {
            *stone = stone.map(Player::other);
        }
        exchanged
    }

    fn effects(&self, mv: u8) -> Vec<Effect> {
        if self.breaks == Breaks::Effects {
            return Vec::new();
        }
        vec![Effect::Placed { cell: Corners::cell(mv), player: self.turn, bomb: false }]
    }

    fn alignment(&self) -> Vec<Cell> {
        Vec::new()
    }
}

fn read(text: &str) -> Result<Corners, PositionError> {
    parse_position::<Corners>(&Breaks::Nothing, text).map(|route| route.pos)
}

fn refusal(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

/// What is said when the laws are checked on games of at most this many plies.
fn noticed(breaks: Breaks, max_plies: usize) -> Option<String> {
    let check = move || conformance::check::<Corners>(&breaks, 200, max_plies, 1);
    let panic = catch_unwind(check).err()?;
    Some(panic.downcast_ref::<String>().expect("the law and where it was broken").clone())
}

#[test]
fn a_game_that_keeps_the_laws_passes() {
    assert_eq!(noticed(Breaks::Nothing, 10), None);
}

#[test]
fn every_broken_law_is_named() {
    for (breaks, law) in [
        (Breaks::SetupText, "the set-up text \"Nothing\" reads back"),
        (Breaks::FirstPly, "a game begins with ply 0"),
        (Breaks::Refusal, "is not refused in"),
        (Breaks::LegalTwice, "is_legal(3) in"),
        (Breaks::SilentRefusal, "refusal(3) in"),
        (Breaks::OneColour, "c2 recoloured in"),
        (Breaks::Reopening, "reopened in"),
        (Breaks::Drawing, "the drawn position has the same key"),
        (Breaks::OneKey, "two states share a key"),
        (Breaks::Effects, "the effects of"),
        (Breaks::LastOfRecord, "leads to the same position"),
        (Breaks::Undo, "undo restores the key in"),
    ] {
        let said = noticed(breaks, 10).unwrap_or_else(|| panic!("{breaks:?} was not noticed"));
        assert!(said.contains(law), "{breaks:?}: {said}");
    }
}

/// Where there are few moves, two are looked ahead: in these games the fourth is the last that is
/// played, and only some of them would have gone on.
#[test]
fn states_with_another_future_do_not_share_a_key() {
    let said = noticed(Breaks::HiddenEnd, 4).expect("noticed");
    assert!(said.contains("two states share a key"), "{said}");
}

#[test]
fn a_position_is_read_from_moves_or_from_a_drawn_board() {
    let start = read("-").unwrap();
    assert_eq!((read("").unwrap(), start.ply(), start.stones()), (start.clone(), 0, 0));
    let route = parse_position::<Corners>(&Breaks::Nothing, " 1 6  2 ").unwrap();
    assert_eq!((route.start, route.texts), (start, ["1", "6", "2"].map(str::to_owned).to_vec()));
    assert_eq!(route.played.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), [0, 5, 1]);
    assert_eq!(route.pos.to_diagram().to_string(), "..o/xx. o");
    assert_eq!((route.pos.stones(), route.pos.ply()), (3, 3));
    let drawn = read("diagram:..o/xx. o").unwrap();
    assert_eq!((drawn.key(), drawn.stones()), (route.pos.key(), 3));
    assert_eq!(read("1 4 3").unwrap().outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn a_wrong_position_says_which_move_is_wrong() {
    for (text, sentence) in [
        ("1 2 9", "error.position.move number=3 why=(corners.move found=9)"),
        ("x", "error.position.move number=1 why=(corners.move found=)"),
        ("5 5", "error.position.illegal number=2 text=5 why=(corners.taken square=5)"),
        ("1 4 3 2", "error.position.illegal number=4 text=2 why=(corners.taken square=2)"),
        (
            "diagram:../..",
            "error.diagram why=(error.diagram.size cols=3 rows=2 found_cols=2 found_rows=2)",
        ),
    ] {
        assert_eq!(refusal(text), sentence, "{text}");
    }
}

#[test]
fn positions_are_read_up_to_16384_characters() {
    let padded = |length: usize| format!("1{}", " ".repeat(length - 1));
    assert_eq!(read(&padded(16_384)).map(|pos| pos.ply()), Ok(1));
    assert_eq!(read(&padded(16_385)), Err(PositionError::TooLong));
    assert_eq!(refusal(&padded(16_385)), "error.position.long most=16384");
}

#[test]
fn a_move_that_is_refused_changes_nothing() {
    let mut pos = read("5").unwrap();
    let before = pos.clone();
    let refused = pos.play(4).unwrap_err();
    assert_eq!(refused.to_string(), "illegal move: corners.taken square=5");
    assert_eq!(pos, before);
    let undo = pos.play(0).unwrap();
    assert_eq!((pos.stones(), pos.count_legal()), (2, 4));
    pos.undo(undo);
    assert_eq!(pos, before);
}

#[test]
fn a_game_that_says_no_more_has_no_symmetry_and_no_rounds() {
    let (one, other) = (read("1 5").unwrap(), read("3 5").unwrap());
    assert_eq!(one.symmetric_key(), one.key());
    assert_ne!(one.symmetric_key(), other.symmetric_key());
    assert_eq!((one.forbidden(), one.bombs(), one.jugada()), (vec![], vec![], None));
}

#[test]
fn sequences_are_counted_and_the_last_move_is_not_played() {
    let mut pos = read("-").unwrap();
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&mut pos, depth)), [1, 6, 30, 120]);
    PLAYED.set(0);
    assert_eq!((perft(&mut pos, 2), PLAYED.get()), (30, 6));
    // Taking the other corner ends the game: one of the four moves has no answer.
    let mut near = read("1 4").unwrap();
    assert_eq!([1, 2, 3].map(|depth| perft(&mut near, depth)), [4, 9, 18]);
    let mut over = read("1 4 3").unwrap();
    assert_eq!([0, 1, 2].map(|depth| perft(&mut over, depth)), [1, 0, 0]);
}
