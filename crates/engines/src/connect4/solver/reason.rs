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
