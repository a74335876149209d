//! Boom as the course's referee plays it: an array of squares and loops. Slow, obvious, for tests.

use super::{Action, Boom};
use alinea_core::{
    Cell, Diagram, Effect, Game, Outcome, Player, Position, SplitMix64, conformance,
    parse_position, perft,
};
use proptest::prelude::*;

/// The squares hold the course's codes: 0 empty, 1 green, 2 blue, 4 green bomb, 5 blue bomb.
/// `squares[row][col]`, row 0 at the bottom.
pub(super) struct Referee {
    pub(super) squares: [[u8; 7]; 7],
    /// 1 green, 2 blue.
    pub(super) mover: u8,
    pub(super) jugada: u32,
    /// 0 nobody, 1 green, 2 blue.
    pub(super) winner: u8,
    pub(super) over: bool,
}

impl Referee {
    pub(super) fn new() -> Referee {
        Referee { squares: [[0; 7]; 7], mover: 1, jugada: 1, winner: 0, over: false }
    }

    pub(super) fn has_bomb(&self, player: u8) -> bool {
        self.squares.iter().flatten().any(|&code| code == player + 3)
    }

    pub(super) fn put_is_bomb(&self) -> bool {
        self.jugada.is_multiple_of(5) && !self.has_bomb(self.mover)
    }

    pub(super) fn legal(&self) -> Vec<u8> {
        if self.over {
            return Vec::new();
        }
        let mut actions: Vec<u8> =
            (0..7).filter(|&c| self.squares[6][usize::from(c)] == 0).collect();
        if self.has_bomb(self.mover) {
            actions.push(7);
        }
        actions
    }

    pub(super) fn act(&mut self, action: u8) {
        if action == 7 {
            self.boom();
        } else {
            let col = usize::from(action);
            let row = (0..7).find(|&row| self.squares[row][col] == 0).unwrap();
            self.squares[row][col] = if self.put_is_bomb() { self.mover + 3 } else { self.mover };
        }
        self.jugada += u32::from(self.mover == 2);
        self.mover = 3 - self.mover;
        if let Some(loser) = self.line_owner() {
            self.over = true;
            self.winner = 3 - loser;
        } else if self.squares.iter().flatten().all(|&code| code != 0) {
            self.over = true;
        }
    }

    fn boom(&mut self) {
        let row = self.squares.iter().position(|row| row.contains(&(self.mover + 3))).unwrap();
        for col in 0..7 {
            if self.squares[row][col] % 3 == self.mover {
                for above in row..6 {
                    self.squares[above][col] = self.squares[above + 1][col];
                }
                self.squares[6][col] = 0;
            }
        }
    }

    /// The colour of the first line of four in the referee's order.
    fn line_owner(&self) -> Option<u8> {
        for row in 0..7i8 {
            for col in 0..7i8 {
                for (dr, dc) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                    let colour = |i: i8| -> Option<u8> {
                        let (r, c) = (row + i * dr, col + i * dc);
                        let inside = (0..7).contains(&r) && (0..7).contains(&c);
                        inside.then(|| self.squares[r as usize][c as usize] % 3)
                    };
                    let first = colour(0);
                    if first != Some(0) && (1..4).all(|i| colour(i) == first) {
                        return first;
                    }
                }
            }
        }
        None
    }
}

pub(super) fn action(id: u8) -> Action {
    if id == 7 { Action::Boom } else { Action::Put(id) }
}

/// The drawn state of the fast board, in the referee's codes, bottom row first.
fn codes(pos: &Boom) -> [[u8; 7]; 7] {
    let drawn = pos.to_diagram();
    let mut squares = [[0; 7]; 7];
    for (row, letters) in drawn.rows.iter().rev().enumerate() {
        for (col, letter) in letters.iter().enumerate() {
            squares[row][col] = match letter {
                b'x' => 1,
                b'o' => 2,
                b'X' => 4,
                b'O' => 5,
                _ => 0,
            };
        }
    }
    squares
}

pub(super) fn assert_same(fast: &Boom, slow: &Referee) {
    let mut moves = Vec::new();
    fast.legal_moves(&mut moves);
    let expected: Vec<Action> = slow.legal().into_iter().map(action).collect();
    assert_eq!(moves, expected);
    assert_eq!(codes(fast), slow.squares);
    assert_eq!(fast.jugada_number(), slow.jugada);
    assert_eq!(fast.turn(), Player::BOTH[usize::from(slow.mover - 1)]);
    assert_eq!(fast.put_is_bomb(), slow.put_is_bomb());
    let winner = match fast.outcome() {
        Some(Outcome::Win(player)) => player.index() as u8 + 1,
        _ => 0,
    };
    assert_eq!((fast.outcome().is_some(), winner), (slow.over, slow.winner));
}

fn read(text: &str) -> Result<Boom, String> {
    let pos = parse_position::<Boom>(&(), text).map_err(|error| error.to_string())?.pos;
    Ok(pos)
}

/// A random game that avoids losing moves most of the time, so that it lasts.
fn long_game(rng: &mut SplitMix64, mut visit: impl FnMut(&Boom, Option<Action>)) {
    let mut pos = Boom::new();
    for _ in 0..150 {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mover = pos.turn();
        let survives = |mv: &Action| {
            let mut next = pos;
            next.play_unchecked(*mv);
            next.outcome() != Some(Outcome::Win(mover.other()))
        };
        let safe: Vec<Action> = moves.iter().copied().filter(survives).collect();
        let choice = if rng.below(50) > 0 && !safe.is_empty() { &safe } else { &moves };
        let mv = rng.pick(choice).copied();
        visit(&pos, mv);
        let Some(mv) = mv else { break };
        pos.play(mv).unwrap();
    }
}

#[test]
fn the_fast_board_equals_the_referee() {
    let mut rng = SplitMix64::new(5);
    let (mut booms, mut draws) = (0, 0);
    for _ in 0..4000 {
        let mut slow = Referee::new();
        long_game(&mut rng, |pos, mv| {
            assert_same(pos, &slow);
            if let Some(mv) = mv {
                slow.act(if mv == Action::Boom { 7 } else { Boom::index(mv) as u8 });
                booms += u32::from(mv == Action::Boom);
            }
            draws += u32::from(pos.outcome() == Some(Outcome::Draw));
        });
    }
    assert!(booms > 4000 && draws > 0, "{booms} explosions, {draws} draws");
}

/// The first square in the order of the scan: leftmost, and the lowest of a column.
#[test]
fn a_line_starts_where_the_scan_meets_it() {
    let bit = |col: u64, row: u64| 1u64 << (8 * col + row);
    for (step, start) in [((1, 0), (2, 3)), ((0, 1), (6, 2)), ((1, 1), (0, 0)), ((1, -1), (3, 6))] {
        let at = |i: i64| bit((start.0 + i * step.0) as u64, (start.1 + i * step.1) as u64);
        let discs = (0..4).map(at).sum();
        assert_eq!(Boom::line_starts(discs), at(0), "{step:?}");
        assert_eq!(Boom::line_starts(discs & !at(2)), 0, "{step:?} with a hole");
    }
}

#[test]
fn laws_hold() {
    conformance::check::<Boom>(&(), 300, 150, 3);
}

#[test]
fn perft_from_the_start() {
    let expected = [7, 49, 343, 2401, 16_807, 117_649, 823_543, 5_673_570];
    for (depth, leaves) in (1..).zip(expected) {
        assert_eq!(perft(&mut Boom::new(), depth), leaves);
    }
}

#[test]
fn five_jugadas_later_is_the_same_state() {
    let mut rng = SplitMix64::new(55);
    for _ in 0..60 {
        long_game(&mut rng, |pos, _| {
            if pos.outcome().is_some() {
                return;
            }
            let later = |jugadas: u32| Boom { jugada: pos.jugada + jugadas, ..*pos };
            assert_eq!(later(5).key(), pos.key());
            assert_eq!(perft(&mut later(5), 3), perft(&mut pos.clone(), 3));
            for jugadas in 1..5 {
                assert_ne!(later(jugadas).key(), pos.key());
            }
        });
    }
}

#[test]
fn the_key_tells_bombs_and_sides_apart() {
    let plain =
        read("diagram:......./......./......./......./......./......./xo..... x 11").unwrap();
    let bombed =
        read("diagram:......./......./......./......./......./......./Xo..... x 11").unwrap();
    let other =
        read("diagram:......./......./......./......./......./......./xo..... o 11").unwrap();
    assert_ne!(plain.key(), bombed.key());
    assert_ne!(plain.key(), other.key());
}

#[test]
fn an_explosion_is_told_in_the_order_it_happens() {
    let pos = read("diagram:......./......./......./......./x....../oo...../xX.o..x x 11").unwrap();
    let removed = |col| Effect::Removed { cell: Cell::new(col, 0) };
    let fell =
        |col, from: u8| Effect::Fell { from: Cell::new(col, from), to: Cell::new(col, from - 1) };
    let expected = vec![removed(0), removed(1), removed(6), fell(0, 1), fell(0, 2), fell(1, 1)];
    assert_eq!(pos.effects(Action::Boom), expected);
}

#[test]
fn refusals_have_their_reasons() {
    let pos = read("4444444").unwrap();
    assert_eq!(pos.refusal(Action::Put(3)).unwrap().to_string(), "refusal.column-full column=4");
    assert_eq!(pos.refusal(Action::Put(8)).unwrap().to_string(), "refusal.off-board move=9");
    assert_eq!(pos.refusal(Action::Boom).unwrap().key, "refusal.no-bomb");
    let lost = read("1717171").unwrap();
    assert_eq!(lost.outcome(), Some(Outcome::Win(Player::Second)), "aligning four loses");
    assert_eq!(lost.refusal(Action::Put(3)).unwrap().key, "refusal.game-over");
    assert_eq!(lost.alignment().len(), 4);
}

#[test]
fn a_row_of_four_is_told_square_by_square() {
    for (moves, row) in [
        ("1717171", ["a1", "a2", "a3", "a4"]),
        ("1122334", ["a1", "b1", "c1", "d1"]),
        ("12233434474", ["a1", "b2", "c3", "d4"]),
        ("76655454414", ["d4", "e3", "f2", "g1"]),
    ] {
        let lost = read(moves).unwrap();
        let mut cells: Vec<String> = lost.alignment().iter().map(Cell::to_string).collect();
        cells.sort();
        assert_eq!(cells, row, "{moves}");
    }
}

#[test]
fn nothing_stands_off_the_board() {
    let pos = read("2").unwrap();
    for (col, row) in [(0, 7), (0, 8), (7, 0), (8, 0)] {
        assert_eq!(alinea_core::Grid::at(&pos, Cell::new(col, row)), None, "{col}, {row}");
    }
}

#[test]
fn drawn_boards_say_what_is_wrong() {
    let top = "diagram:......./......./......./......./......./";
    let error = |rows: &str| read(&format!("{top}{rows}")).unwrap_err();
    assert!(error("x....../.......").contains("floats"));
    assert!(error("......./XX.oo..").contains("second-bomb found=X cell=b1"));
    assert!(error("......./xxx.o..").contains("whose-turn"));
    assert!(error("......./xx.oo.. x 2").contains("jugada least=3"));
    assert!(error("......./Xx.oo.. x 5").contains("jugada least=6"));
    assert!(error("......./xx.oo.. x 4000000").contains("most=1000000"));
    assert!(read("diagram:../..").unwrap_err().contains("error.diagram.size cols=7 rows=7"));
    let pos = read(&format!("{top}......./xx.oo..")).unwrap();
    assert_eq!((pos.jugada_number(), pos.turn()), (3, Player::First));
    let pos = read(&format!("{top}......./Xx.oo.. o")).unwrap();
    assert_eq!((pos.jugada_number(), pos.turn()), (5, Player::Second));
    // With one disc more Green has moved in this round, with one disc more Blue in an earlier one.
    let pos = read(&format!("{top}......./x......")).unwrap();
    assert_eq!((pos.jugada_number(), pos.turn()), (1, Player::Second));
    let pos = read(&format!("{top}......./o...... o")).unwrap();
    assert_eq!((pos.jugada_number(), pos.turn()), (2, Player::Second));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = Boom::parse_setup(&text);
        let _ = parse_position::<Boom>(&(), &text);
        let _ = parse_position::<Boom>(&(), &format!("diagram:{text}"));
        let _ = Boom::new().parse_move(&text);
    }

    #[test]
    fn any_moves_are_read_or_refused(text in "[0-9B ]{0,120}") {
        let _ = parse_position::<Boom>(&(), &text);
    }

    #[test]
    fn any_drawn_board_is_read_or_refused(
        rows in "(\\.{7}/){3}[.xo]{7}(/[xoXO]{7}){3}( [xo])?( [0-9]{1,12})?"
    ) {
        if let Ok(diagram) = Diagram::parse(&rows)
            && let Ok(pos) = Boom::from_diagram(&(), &diagram)
        {
            prop_assert_eq!(pos.to_diagram().rows, diagram.rows);
        }
    }
}
