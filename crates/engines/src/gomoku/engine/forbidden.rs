//! Renju's forbidden points, exactly: the recursive definition on the engine's line keys.

use super::board::{BLACK, Board};
use super::classes::Class;
use super::geometry::Cell;
use super::pattern::Pattern;
use super::rule::Rule;

/// How deep the question "may black play the point that makes the three real" is followed.
const MAX_NESTING: u32 = 12;

impl<R: Rule> Board<R> {
    /// Whether the player to move may play this empty cell.
    #[inline]
    pub fn may_play(&mut self, cell: Cell) -> bool {
        !(R::FORBIDS && self.turn() == BLACK && self.is_forbidden(cell))
    }

    /// Whether an empty cell is forbidden for black.
    #[inline]
    pub fn is_forbidden(&mut self, cell: Cell) -> bool {
        R::FORBIDS && self.class(BLACK, cell) == Class::Fault && self.forbidden(cell, 0)
    }

    fn forbidden(&mut self, cell: Cell, nesting: u32) -> bool {
        let lines = [0, 1, 2, 3].map(|dir| self.line_pattern(BLACK, cell, dir));
        if lines.contains(&Pattern::Five) {
            return false;
        }
        if lines.contains(&Pattern::Over) || lines.iter().filter(|p| p.is_four()).count() > 1 {
            return true;
        }
        if lines.iter().filter(|p| p.is_open_three()).count() < 2 || nesting >= MAX_NESTING {
            return false;
        }
        self.flip_lines(cell, BLACK);
        let mut real = 0;
        for dir in (0..4).filter(|dir| lines[*dir].is_open_three()) {
            real += u32::from(self.is_real_three(cell, dir, nesting));
        }
        self.flip_lines(cell, BLACK);
        real > 1
    }

    /// Whether the three through `cell`, already on the line keys, can become a straight four by a legal move.
    fn is_real_three(&mut self, cell: Cell, dir: usize, nesting: u32) -> bool {
        [-1, 1].into_iter().any(|sign| {
            // A straight four is one unbroken row, so only the first gap on each side can complete it.
            let gap = (1..=4).find(|step| self.along(cell, dir, sign * step) != 1);
            let Some(step) = gap.filter(|step| self.along(cell, dir, sign * step) == 0) else {
                return false;
            };
            let point = cell.along(dir, sign * step);
            self.line_pattern(BLACK, point, dir) == Pattern::OpenFour
                && !self.makes_five(point)
                && !self.forbidden(point, nesting + 1)
        })
    }

    fn makes_five(&self, cell: Cell) -> bool {
        (0..4).any(|dir| self.line_pattern(BLACK, cell, dir) == Pattern::Five)
    }
}
