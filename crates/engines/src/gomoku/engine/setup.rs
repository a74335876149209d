//! A position of any rule as plain data, for callers that know the rule only at run time.

use alinea_search::{Limits, Stop};

use super::board::{BLACK, Board};
use super::geometry::{Cell, cells};
use super::rule::{Caro, Freestyle, Renju, Rule, Standard, Variant};
use super::strong::{Choice, Strong};

/// Stones on a board, and who is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule.
    pub variant: Variant,
    /// Cells per row.
    pub size: usize,
    /// Cells with their colour, 0 for black.
    pub stones: Vec<(Cell, usize)>,
    /// The colour to move.
    pub turn: usize,
}

impl Setup {
    /// The engine's board; none if the size is impossible, a cell lies outside or is taken twice.
    pub fn board<R: Rule>(&self) -> Option<Board<R>> {
        let mut board = Board::new(self.size)?;
        for (cell, colour) in &self.stones {
            if !board.is_empty_at(*cell) {
                return None;
            }
            board.set_turn(*colour);
            board.play(*cell);
        }
        board.set_turn(self.turn);
        Some(board)
    }

    /// Black's forbidden points in renju; none elsewhere.
    pub fn forbidden(&self) -> Vec<Cell> {
        if self.variant != Variant::Renju {
            return Vec::new();
        }
        let Some(mut board) = self.board::<Renju>() else { return Vec::new() };
        board.set_turn(BLACK);
        let empty: Vec<Cell> = cells(self.size).filter(|cell| board.is_empty_at(*cell)).collect();
        empty.into_iter().filter(|cell| board.is_forbidden(*cell)).collect()
    }

    /// This position with one more stone of the player to move.
    pub fn with(&self, cell: Cell) -> Setup {
        let mut next = self.clone();
        next.stones.push((cell, self.turn));
        next.turn ^= 1;
        next
    }
}

impl Strong {
    /// Chooses a move in a position of any rule; none if the position is impossible.
    pub fn choose_any(
        &mut self,
        setup: &Setup,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Choice),
    ) -> Option<Choice> {
        Some(match setup.variant {
            Variant::Freestyle => self.choose(&setup.board::<Freestyle>()?, limits, stop, report),
            Variant::Standard => self.choose(&setup.board::<Standard>()?, limits, stop, report),
            Variant::Renju => self.choose(&setup.board::<Renju>()?, limits, stop, report),
            Variant::Caro => self.choose(&setup.board::<Caro>()?, limits, stop, report),
        })
    }
}
