//! Why a position is worth what it is, where that can be said: a rule and its squares.
//! Data only; the words are in the locale files.

use super::board::{Board, Shape, column, wins};
use super::rules::{claimeven, odd_threat};
use crate::lanes::One;
use alinea_core::Message;

/// Why a position is won, drawn or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The side to move completes four.
    WinsNow,
    /// The opponent threatens two squares at once.
    TwoThreats,
    /// Every move lets the opponent complete four above it.
    NoSafeMove,
    /// The first player has an odd threat: see the rule of this name.
    OddThreat,
    /// The second player gets the even squares, and with them four.
    EvenSquares,
    /// The second player gets the even squares, and so the first cannot complete four.
    CannotWin,
}

/// Why a position has its score: a cause, its squares, and the forced moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Why.
    pub cause: Cause,
    /// The squares that matter, as column and row counted from 0.
    pub squares: Vec<(u8, u8)>,
    /// Forced moves to play first, as columns counted from 0.
    pub forced: Vec<u8>,
}

impl Reason {
    /// The reason for a score that is known, if there is a simple one.
    pub(super) fn find(shape: impl Shape, board: Board, score: i32) -> Option<Self> {
        let mut board = board;
        let mut score = score;
        let mut forced = Vec::new();
        loop {
            let playable = board.playable(shape);
            let empty = shape.board() & !board.mask;
            let mine = wins(One, board.me) & playable;
            let theirs = wins(One, board.opponent()) & empty;
            if mine != 0 {
                return Some(Self { cause: Cause::WinsNow, squares: cells(mine), forced });
            }
            let threats = theirs & playable;
            if threats & threats.wrapping_sub(1) != 0 {
                return Some(Self { cause: Cause::TwoThreats, squares: cells(threats), forced });
            }
            let safe = playable & !(theirs >> 1);
            let moves = if threats == 0 { safe } else { safe & threats };
            if moves == 0 {
                let over = theirs & (playable << 1);
                return Some(Self { cause: Cause::NoSafeMove, squares: cells(over), forced });
            }
            if moves & (moves - 1) != 0 || board.stones() + 2 >= shape.cells() {
                let (cause, squares) = by_rule(shape, board, score)?;
                return Some(Self { cause, squares: cells(squares), forced });
            }
            forced.push((moves.trailing_zeros() / 8) as u8);
            board = board.play(moves);
            score = -score;
        }
    }

    /// The reason as a key and arguments for the locale files.
    ///
    /// It is told to the player who is to move before `before` is played: the moves that lead to the
    /// position it speaks of.
    #[must_use]
    pub fn message(&self, before: &[u8]) -> Message {
        let moves: Vec<u8> = before.iter().chain(&self.forced).copied().collect();
        let squares: Vec<String> = self
            .squares
            .iter()
            .map(|&(col, row)| format!("{}{}", (b'a' + col) as char, row + 1))
            .collect();
        let reader_moves = moves.len().is_multiple_of(2);
        let cause = Message::new(match (&self.cause, reader_moves) {
            (Cause::WinsNow, true) => "reason.connect4.wins-now.you",
            (Cause::WinsNow, false) => "reason.connect4.wins-now.opponent",
            (Cause::TwoThreats, true) => "reason.connect4.two-threats.opponent",
            (Cause::TwoThreats, false) => "reason.connect4.two-threats.you",
            (Cause::NoSafeMove, true) => "reason.connect4.no-safe-move.you",
            (Cause::NoSafeMove, false) => "reason.connect4.no-safe-move.opponent",
            (Cause::OddThreat, true) => "reason.connect4.odd-threat.opponent",
            (Cause::OddThreat, false) => "reason.connect4.odd-threat.you",
            (Cause::EvenSquares, true) => "reason.connect4.even-squares.opponent",
            (Cause::EvenSquares, false) => "reason.connect4.even-squares.you",
            (Cause::CannotWin, true) => "reason.connect4.cannot-win.you",
            (Cause::CannotWin, false) => "reason.connect4.cannot-win.opponent",
        });
        let cause = cause.with("squares", squares.join(", "));
        if moves.is_empty() {
            return cause;
        }
        let moves: Vec<String> = moves.iter().map(|col| (col + 1).to_string()).collect();
        let after = Message::new("reason.connect4.after").with("moves", moves.join(" "));
        after.with_message("cause", cause)
    }
}

/// The static rule that explains the score, and its squares.
fn by_rule(shape: impl Shape, board: Board, score: i32) -> Option<(Cause, u64)> {
    if !shape.even_columns() {
        return None;
    }
    let playable = board.playable(shape);
    let empty = shape.board() & !board.mask;
    if board.stones() % 2 == 0 {
        let (first, second) = (board.me, board.opponent());
        let proof = claimeven(One, shape, first, second, playable);
        let sure = empty & shape.even() & !playable;
        let kept = second | sure;
        return match score {
            ..0 if proof.lost != 0 => Some((Cause::EvenSquares, some_four(kept) & sure)),
            0 if proof.not_won != 0 => Some((Cause::CannotWin, 0)),
            _ => None,
        };
    }
    let (first, second) = (board.opponent(), board.me);
    let threats = wins(One, first) & empty & shape.odd() & !playable;
    let speaks = odd_threat(One, shape, first, second, playable).any_row != 0;
    (score < 0 && speaks).then(|| {
        // Of several, the one that the rule holds for on its own.
        let holds = |threat: u64| {
            let others = (0..shape.cols()).map(column).filter(|file| file & threat == 0);
            let hidden = others.fold(0, |all, file| all | (threats & file));
            super::rules::odd_threat_among(One, shape, second, playable, empty, threats & !hidden)
                .any_row
                != 0
        };
        let lowest = threats & !((threats & shape.bottom() << 2) << 2);
        let single = (0..56).map(|bit| 1u64 << bit).find(|&s| lowest & s != 0 && holds(s));
        (Cause::OddThreat, single.unwrap_or(lowest))
    })
}

/// The squares of one four in a row among these.
fn some_four(stones: u64) -> u64 {
    let lines = [1, 8, 7, 9].into_iter().flat_map(|step| {
        (0..56).map(move |start| (0..4).fold(0u64, |line, i| line | 1 << ((start + i * step) & 63)))
    });
    lines.into_iter().find(|line| stones & line == *line).unwrap_or(0)
}

fn cells(squares: u64) -> Vec<(u8, u8)> {
    (0..56u8).filter(|bit| squares >> bit & 1 == 1).map(|bit| (bit / 8, bit % 8)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::board::{AnySize, Standard, fours};
    use super::super::{Question, Solver};
    use super::*;
    use alinea_core::SplitMix64;
    use std::collections::BTreeMap;

    fn random_board(rng: &mut SplitMix64, shape: impl Shape, plies: usize) -> Board {
        'games: loop {
            let mut board = Board::default();
            for _ in 0..plies {
                let open: Vec<u64> = (0..shape.cols())
                    .map(|col| board.playable(shape) & column(col))
                    .filter(|square| *square != 0)
                    .collect();
                board = board.play(open[rng.below(open.len())]);
                if fours(One, board.opponent()) != 0 {
                    continue 'games;
                }
            }
            return board;
        }
    }

    /// The squares where the side to move completes four now.
    fn winning(shape: impl Shape, board: Board) -> u64 {
        let playable = board.playable(shape);
        let squares = (0..56).map(|bit| 1u64 << bit).filter(|square| playable & square != 0);
        squares.filter(|square| fours(One, board.me | square) != 0).fold(0, |all, s| all | s)
    }

    /// The moves after which the other side does not win at once.
    fn safe(shape: impl Shape, board: Board) -> u64 {
        let playable = board.playable(shape);
        let squares = (0..56).map(|bit| 1u64 << bit).filter(|square| playable & square != 0);
        squares.filter(|s| winning(shape, board.play(*s)) == 0).fold(0, |all, s| all | s)
    }

    fn bits(squares: &[(u8, u8)]) -> u64 {
        squares.iter().fold(0, |all, &(col, row)| all | 1 << (8 * col + row))
    }

    /// What a reason claims, looked at by playing: none if it is true.
    fn complaint(shape: impl Shape, start: Board, reason: &Reason) -> Option<&'static str> {
        let mut board = start;
        for col in &reason.forced {
            let only = safe(shape, board);
            if winning(shape, board) != 0 || only.count_ones() != 1 {
                return Some("a move that is not forced");
            }
            if only & column(u32::from(*col)) == 0 {
                return Some("another move is forced");
            }
            board = board.play(only);
        }
        let squares = bits(&reason.squares);
        let (playable, empty) = (board.playable(shape), shape.board() & !board.mask);
        let passed = Board { me: board.opponent(), ..board };
        let stands = match reason.cause {
            Cause::WinsNow => squares == winning(shape, board) && squares != 0,
            Cause::TwoThreats => squares == winning(shape, passed) && squares.count_ones() > 1,
            Cause::NoSafeMove => {
                let above = (playable << 1) & empty;
                let lost = (0..56).map(|bit| 1u64 << bit).filter(|s| above & s != 0);
                let lost = lost.filter(|s| fours(One, board.opponent() | s) != 0);
                safe(shape, board) == 0 && squares == lost.fold(0, |all, s| all | s)
            }
            Cause::OddThreat => {
                let wins = |s: &u64| fours(One, board.opponent() | s) != 0;
                let all = (0..56).map(|bit| 1u64 << bit).filter(|s| squares & s != 0);
                squares != 0
                    && board.stones() % 2 == 1
                    && squares & !(shape.odd() & empty & !playable) == 0
                    && all.into_iter().all(|s| wins(&s))
            }
            Cause::EvenSquares => {
                squares != 0
                    && board.stones() % 2 == 0
                    && squares & !(shape.even() & empty & !playable) == 0
                    && fours(One, board.opponent() | squares) != 0
            }
            Cause::CannotWin => squares == 0 && board.stones() % 2 == 0,
        };
        (!stands).then_some("squares that do not say so")
    }

    #[test]
    fn every_reason_is_seen_on_the_board() {
        let mut rng = SplitMix64::new(51);
        let mut heard = BTreeMap::new();
        let shapes = [AnySize::new(7, 6), AnySize::new(6, 4), AnySize::new(7, 5)];
        for shape in shapes.map(Option::unwrap) {
            let mut solver = Solver::new(shape.cols() as u8, shape.rows() as u8, 1).unwrap();
            for _ in 0..400 {
                let plies = shape.cells() as usize - 4 - rng.below(12);
                let board = random_board(&mut rng, shape, plies);
                let score = solver.solve(board, &Question::exact()).lower;
                let Some(reason) = Reason::find(shape, board, score) else { continue };
                let complaint = complaint(shape, board, &reason);
                assert_eq!(complaint, None, "{reason:?} of {board:?} worth {score}");
                *heard.entry(format!("{:?}", reason.cause)).or_insert(0) += 1;
                assert!(shape.even_columns() || reason.cause != Cause::CannotWin);
            }
        }
        assert!(heard.len() == 6 && heard.values().all(|count| *count > 3), "{heard:?}");
    }

    fn why(columns: &str, score: i32) -> Option<String> {
        let board = Board::after(columns.bytes().map(|digit| digit - b'1')).unwrap();
        Reason::find(Standard, board, score).map(|reason| reason.message(&[]).to_string())
    }

    #[test]
    fn a_reason_names_its_squares_and_the_moves_before_it() {
        let said = why("121212", 18).unwrap();
        assert_eq!(said, "reason.connect4.wins-now.you squares=a4");
        let said = why("41516", -18).unwrap();
        assert_eq!(said, "reason.connect4.two-threats.opponent squares=c1, g1");
        // Green must stop the column first, then blue wins all the same.
        let forced = Reason { cause: Cause::WinsNow, squares: vec![(6, 5)], forced: vec![2, 6] };
        let (you, opponent) = (forced.message(&[]), forced.message(&[0]));
        let cause = "cause=(reason.connect4.wins-now.you squares=g6)";
        assert_eq!(you.to_string(), format!("reason.connect4.after moves=3 7 {cause}"));
        let cause = "cause=(reason.connect4.wins-now.opponent squares=g6)";
        assert_eq!(opponent.to_string(), format!("reason.connect4.after moves=1 3 7 {cause}"));
    }

    #[test]
    fn one_four_is_picked_of_several() {
        assert_eq!(some_four(0b1111), 0b1111);
        assert_eq!(some_four(0b0111), 0);
        let row = 1 | 1 << 8 | 1 << 16 | 1 << 24;
        assert_eq!(some_four(row | 1 << 40), row);
        let rising = 1 << 2 | 1 << 11 | 1 << 20 | 1 << 29;
        assert_eq!(some_four(rising), rising);
        let falling = 1 << 5 | 1 << 12 | 1 << 19 | 1 << 26;
        assert_eq!(some_four(falling | 1), falling);
        assert_eq!(cells(1 | 1 << 13 | 1 << 55), [(0, 0), (1, 5), (6, 7)]);
    }
}
