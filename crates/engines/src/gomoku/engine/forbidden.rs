//! Renju's forbidden points, exactly: the recursive definition on the engine's line keys.

use super::classes::Class;
use super::pattern::Pattern;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use alinea_core::Player;

/// How deep the question "may black play the point that makes the three real" is followed.
const MAX_NESTING: u32 = 12;

impl<R: PatternRule> PatternBoard<R> {
    /// Whether the player to move may play this empty cell.
    #[inline]
    pub fn may_play(&mut self, cell: Point) -> bool {
        !(R::FORBIDS && self.turn() == Player::First && self.is_forbidden(cell))
    }

    /// Whether an empty cell is forbidden for black.
    #[inline]
    pub fn is_forbidden(&mut self, cell: Point) -> bool {
        R::FORBIDS && self.class(Player::First, cell) == Class::Fault && self.forbidden(cell, 0)
    }

    fn forbidden(&mut self, cell: Point, nesting: u32) -> bool {
        let lines = [0, 1, 2, 3].map(|dir| self.line_pattern(Player::First, cell, dir));
        if lines.contains(&Pattern::Five) {
            return false;
        }
        if lines.contains(&Pattern::Over) || lines.iter().filter(|p| p.is_four()).count() > 1 {
            return true;
        }
        if lines.iter().filter(|p| p.is_open_three()).count() < 2 || nesting >= MAX_NESTING {
            return false;
        }
        self.flip_lines(cell, Player::First);
        let mut real = 0;
        for dir in (0..4).filter(|dir| lines[*dir].is_open_three()) {
            real += u32::from(self.is_real_three(cell, dir, nesting));
        }
        self.flip_lines(cell, Player::First);
        real > 1
    }

    /// Whether the three through `cell`, already on the line keys, can become a straight four by a legal move.
    fn is_real_three(&mut self, cell: Point, dir: usize, nesting: u32) -> bool {
        [-1, 1].into_iter().any(|sign| {
            // A straight four is one unbroken row, so only the first gap on each side can complete it.
            let gap = (1..=4).find(|step| self.along(cell, dir, sign * step) != 1);
            let Some(step) = gap.filter(|step| self.along(cell, dir, sign * step) == 0) else {
                return false;
            };
            let point = cell.along(dir, sign * step);
            self.line_pattern(Player::First, point, dir) == Pattern::OpenFour
                && !self.makes_five(point)
                && !self.forbidden(point, nesting + 1)
        })
    }

    fn makes_five(&self, cell: Point) -> bool {
        (0..4).any(|dir| self.line_pattern(Player::First, cell, dir) == Pattern::Five)
    }
}
