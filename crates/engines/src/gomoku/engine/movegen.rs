//! Which cells are worth a thought: the area near stones, and what still stops an open four.

use alinea_core::Player;

use super::classes::Class;
use super::pattern_board::PatternBoard;
use super::point::{MAX_SIZE, Point};
use super::rows::Rows;
use super::rule::PatternRule;

/// A cell and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    /// The cell.
    pub cell: Point,
    /// Larger is tried earlier.
    pub score: i32,
}

/// Empty cells within two of a stone, or three along a line. All empty cells if there are none such; the middle of an empty board.
pub(super) fn candidates<R: PatternRule>(board: &PatternBoard<R>) -> Rows {
    let size = board.size();
    if board.stones() == 0 {
        let mut only = Rows::default();
        only.add(Point::new(size / 2, size / 2));
        return only;
    }
    let stones = &board.occupied().0;
    let row = |y: i32| if (0..MAX_SIZE as i32).contains(&y) { stones[y as usize] } else { 0 };
    let mask = (1u32 << size) - 1;
    let mut near = Rows::default();
    let mut any = false;
    for y in 0..size as i32 {
        let band = row(y - 2) | row(y - 1) | row(y) | row(y + 1) | row(y + 2);
        let far = row(y - 3) | row(y + 3);
        let square = band | band << 1 | band << 2 | band >> 1 | band >> 2;
        let lines = far | far << 3 | far >> 3 | row(y) << 3 | row(y) >> 3;
        let cells = (square | lines) & mask & !row(y);
        near.0[y as usize] = cells;
        any |= cells != 0;
    }
    if !any {
        for (row, taken) in near.0.iter_mut().zip(stones).take(size) {
            *row = !taken & mask;
        }
    }
    near
}

/// The cells that stop every open four the enemy threatens; own fours are not among them.
///
/// Exact: a move outside this set that makes no four loses to the open four.
pub(super) fn defences<R: PatternRule>(board: &PatternBoard<R>) -> Rows {
    let foe = board.turn().other();
    let mut all: Option<Rows> = None;
    for point in board.fours(foe).iter() {
        if board.class(foe, point) != Class::OpenFour {
            continue;
        }
        let stops = stops(board, foe, point);
        let both = all.map_or(stops, |all| all.and(&stops));
        if both.is_empty() {
            return both;
        }
        all = Some(both);
    }
    all.unwrap_or_default()
}

/// The cells where a stone against `foe` makes an open-four point less than that.
fn stops<R: PatternRule>(board: &PatternBoard<R>, foe: Player, point: Point) -> Rows {
    let mut stops = Rows::default();
    stops.add(point);
    let patterns = [0, 1, 2, 3].map(|dir| board.pattern(foe, point, dir));
    for dir in (0..4).filter(|dir| patterns[*dir].is_four()) {
        for sign in [-1, 1] {
            for step in 1..=R::HALF as i32 {
                let offset = sign * step;
                match board.along(point, dir, offset) {
                    0 => {}
                    3 => break,
                    _ => continue,
                }
                let mut left = patterns;
                left[dir] = board.line_pattern_with(foe, point, dir, offset, foe.other());
                let packed = (0..4).fold(0u16, |packed, d| packed | (left[d] as u16) << (4 * d));
                let tables = board.tables();
                if tables.info(foe, tables.code(packed)).class != Class::OpenFour {
                    stops.add(point.along(dir, offset));
                }
            }
        }
    }
    stops
}

#[cfg(test)]
mod tests {
    use super::super::point::cells;
    use super::super::tests::Dice;
    use super::*;
    use alinea_games::gomoku::{FreestyleRule, Size};

    fn board(size: usize) -> PatternBoard<FreestyleRule> {
        PatternBoard::new(Size::new(size as u8).unwrap())
    }

    #[test]
    fn cells_worth_a_thought_are_near_a_stone_or_three_along_a_line() {
        let mut dice = Dice(0xca11);
        for size in [5, 6, 15, 22] {
            let mut board = board(size);
            let mut free: Vec<Point> = cells(size).collect();
            while free.len() > 1 {
                board.play(free.swap_remove(dice.below(free.len())));
                let stones: Vec<Point> = board.occupied().iter().collect();
                let near = |cell: &Point| {
                    stones.iter().any(|stone| {
                        let (x, y) = (cell.x().abs_diff(stone.x()), cell.y().abs_diff(stone.y()));
                        x.max(y) <= 2 || x.max(y) == 3 && (x == y || x.min(y) == 0)
                    })
                };
                let mut expected = free.clone();
                if free.iter().any(near) {
                    expected.retain(near);
                }
                expected.sort_unstable();
                assert_eq!(candidates(&board).iter().collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn an_empty_board_has_its_middle_and_stones_without_room_near_them_leave_the_rest() {
        for (size, middle) in [(15, 7), (6, 3)] {
            let only: Vec<Point> = candidates(&board(size)).iter().collect();
            assert_eq!(only, [Point::new(middle, middle)]);
        }
        // All cells near the stones are taken: those far away are left.
        let mut crowded = board(15);
        for cell in cells(15).filter(|cell| cell.x() < 8) {
            crowded.play(cell);
        }
        for cell in cells(15).filter(|cell| (8..11).contains(&cell.x())) {
            crowded.play(cell);
        }
        assert_eq!(candidates(&crowded).count(), 15 * 3);
    }
}
