//! Which moves look promising: what a search tries first, and how far it follows the rest. Arithmetic only.
//!
//! A move's score is the sum of five numbers of one table ([`ORDER_NUMBERS`] in all): by the own
//! code of its cell, by the enemy's, by the two strongest lines of both together, and by how far
//! the last stone of each player lies and how strong that player's best line through the cell is.

use crate::gomoku::engine::classes::CODES;
use crate::gomoku::engine::pattern::{PATTERNS, Pattern};
use crate::gomoku::engine::pattern_board::PatternBoard;
use crate::gomoku::engine::point::Point;
use crate::gomoku::engine::rule::PatternRule;
use alinea_core::Player;

/// Numbers of a table, for one player to move.
pub const ORDER_NUMBERS: usize = PAIRS + TWO_LINES * TWO_LINES;
/// Score of a move that is e times as likely to be chosen as one of score 0.
const ORDER_POINTS: f32 = 32.0;
/// How many numbers add up to a score.
pub const ORDER_PARTS: usize = 5;

const DEFENCE: usize = CODES;
const NEAR_OWN: usize = 2 * CODES;
const NEAR_ENEMY: usize = NEAR_OWN + DISTANCES * PATTERNS;
const PAIRS: usize = NEAR_ENEMY + DISTANCES * PATTERNS;
/// Ways in which two of fourteen patterns can be the strongest.
const TWO_LINES: usize = PATTERNS * (PATTERNS + 1) / 2;
/// Offsets that turning and mirroring do not change, as far as they are told apart, then further ones, then no stone.
const DISTANCES: usize = FAR + 2;
const FAR: usize = (FURTHEST + 1) * (FURTHEST + 2) / 2;
const FURTHEST: usize = 6;

/// What the order asks of the four lines of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gomoku::engine) struct Shape {
    best: u8,
    two: u8,
}

impl Shape {
    pub(in crate::gomoku::engine) fn of(mut lines: [Pattern; 4]) -> Shape {
        lines.sort_unstable();
        let [second, best] = [lines[2] as usize, lines[3] as usize];
        Shape { best: best as u8, two: (best * (best + 1) / 2 + second) as u8 }
    }
}

/// The table of one player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order(pub(super) Box<[i16; ORDER_NUMBERS]>);

impl Order {
    /// Nothing is known of any move.
    pub(super) fn blank() -> Order {
        Order(Box::new([0; ORDER_NUMBERS]))
    }

    /// Rounds a table in logits.
    pub(super) fn round(logits: &[f32]) -> Order {
        let mut order = Order::blank();
        for (number, logit) in order.0.iter_mut().zip(logits) {
            let limit = f32::from(LARGEST_ORDER);
            *number = (logit * ORDER_POINTS).round().clamp(-limit, limit) as i16;
        }
        order
    }

    /// The table in logits.
    pub(super) fn logits(&self) -> Vec<f32> {
        self.0.iter().map(|number| f32::from(*number) / ORDER_POINTS).collect()
    }

    #[inline]
    pub(super) fn score(&self, parts: [usize; ORDER_PARTS]) -> i32 {
        parts.into_iter().map(|at| i32::from(self.0[at])).sum()
    }
}

/// The largest number of a table.
pub(super) const LARGEST_ORDER: i16 = 6000;

/// Which numbers of the table add up to the score of a move of the player to move.
#[inline]
pub(in crate::gomoku::engine) fn parts<R: PatternRule>(
    board: &PatternBoard<R>,
    cell: Point,
) -> [usize; ORDER_PARTS] {
    let me = board.turn();
    let [own, enemy] = [me, me.other()].map(|player| usize::from(board.code(player, cell)));
    let shape = |player: Player| board.tables().info(player, board.code(player, cell)).shape;
    let (mine, theirs) = (shape(me), shape(me.other()));
    let near = |stone: Point, best: u8| distance(cell, stone) * PATTERNS + usize::from(best);
    [
        own,
        DEFENCE + enemy,
        NEAR_OWN + near(board.earlier(1), mine.best),
        NEAR_ENEMY + near(board.last(), theirs.best),
        PAIRS + usize::from(mine.two) * TWO_LINES + usize::from(theirs.two),
    ]
}

/// The offset of two cells as a number below [`DISTANCES`].
#[inline]
fn distance(cell: Point, stone: Point) -> usize {
    if stone == Point::NONE {
        return FAR + 1;
    }
    let (x, y) = (cell.x().abs_diff(stone.x()), cell.y().abs_diff(stone.y()));
    let (long, short) = (x.max(y), x.min(y));
    if long > FURTHEST { FAR } else { long * (long + 1) / 2 + short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_told_apart_up_to_turning_and_mirroring() {
        let cell = Point::new(9, 9);
        let near = |x: usize, y: usize| distance(cell, Point::new(x, y));
        assert_eq!([near(10, 11), near(11, 10), near(7, 8), near(8, 7)], [near(10, 11); 4]);
        let mut all: Vec<usize> = Vec::new();
        for long in 1..=FURTHEST {
            all.extend((0..=long).map(|short| near(9 + long, 9 - short)));
        }
        all.extend([near(9, 9), near(9, 2), near(16, 16), distance(cell, Point::NONE)]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, (0..DISTANCES).collect::<Vec<_>>(), "7 and 8 cells away are both far");
    }

    #[test]
    fn every_two_lines_have_a_number() {
        let mut seen = vec![0; TWO_LINES];
        for best in Pattern::ALL {
            for second in Pattern::ALL.into_iter().filter(|second| *second <= best) {
                let shape = Shape::of([second, Pattern::Dead, best, Pattern::Dead]);
                assert_eq!(shape, Shape::of([Pattern::Dead, best, Pattern::Dead, second]));
                assert_eq!(shape.best, best as u8);
                seen[usize::from(shape.two)] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count == 1), "{seen:?}");
    }
}
