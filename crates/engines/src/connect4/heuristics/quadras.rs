//! `quadras`, the heuristic of the Connect Four report in Java (004).
//!
//! Groups of four squares with stones of one side only are worth 10, 75, 700 and 10,000 for one
//! to four stones, own minus opponent's. Not every group counts:
//! - horizontally a window walks along each row and skips over equal neighbours, always ending
//!   with the last four squares;
//! - vertically only the run on top of each column counts, if it can still become four (the report
//!   writes "more than four"; four is what it means);
//! - of each diagonal only the group with the largest absolute value counts; nothing if the
//!   largest of both sides tie.
//!
//! Then 5 points a level against whoever moved last. A drawn game is worth 0.

use super::{level_part, level_points};
use alinea_core::{Cell, Grid, Message, Outcome, Player, Position};
use alinea_search::{Heuristic, Part};

const VALUES: [i32; 5] = [0, 10, 75, 700, 10_000];

/// The heuristic of the report in Java: groups of four, chosen by direction.
///
/// It reads any board with gravity whose lines are four long.
pub struct Quadras;

impl<P: Position> Heuristic<P> for Quadras {
    fn evaluate(&self, pos: &P, player: Player, ply: u32) -> f64 {
        if pos.outcome() == Some(Outcome::Draw) {
            return 0.0;
        }
        let mut sum = 0;
        Board { grid: pos, player }.visit(&mut |_, _, points| sum += points);
        f64::from(sum) + level_points(pos, player, ply)
    }

    fn explain(&self, pos: &P, player: Player, ply: u32) -> Vec<Part> {
        if pos.outcome() == Some(Outcome::Draw) {
            return Vec::new();
        }
        let mut parts = Vec::new();
        Board { grid: pos, player }.visit(&mut |key, cells, points| {
            if points != 0 {
                let label = Message::new(key);
                parts.push(Part { label, cells: cells.to_vec(), points: f64::from(points) });
            }
        });
        parts.extend(level_part(pos, player, ply));
        parts
    }
}

/// Tells every group that counts: its name, its squares and its points.
type Visit<'a> = &'a mut dyn FnMut(&'static str, &[Cell], i32);

/// A board seen by one player.
struct Board<'a, G> {
    grid: &'a G,
    player: Player,
}

impl<G: Grid> Board<'_, G> {
    fn visit(&self, visit: Visit<'_>) {
        for row in 0..self.grid.rows() {
            self.horizontal(row, visit);
        }
        for col in 0..self.grid.cols() {
            self.vertical(col, visit);
        }
        for start in self.left_and_bottom_edge() {
            self.diagonal(start, 1, "part.right-diagonal", visit);
        }
        for start in self.left_and_top_edge() {
            self.diagonal(start, -1, "part.left-diagonal", visit);
        }
    }

    fn horizontal(&self, row: u8, visit: Visit<'_>) {
        let Some(last) = self.grid.cols().checked_sub(4) else { return };
        let mut start = 0;
        loop {
            let cells = [0, 1, 2, 3].map(|i| Cell::new(start + i, row));
            visit("part.horizontal", &cells, self.group(cells));
            if start == last {
                return;
            }
            let stones = cells.map(|cell| self.grid.at(cell));
            let first = stones.into_iter().flatten().next();
            let differs = |i: &u8| {
                let stone = stones[usize::from(*i)];
                stone.is_none() || stone != first
            };
            start = (start + (1..4).find(differs).unwrap_or(4)).min(last);
        }
    }

    fn vertical(&self, col: u8, visit: Visit<'_>) {
        let at = |row| self.grid.at(Cell::new(col, row));
        let rows = self.grid.rows();
        let height = (0..rows).find(|&row| at(row).is_none()).unwrap_or(rows);
        let Some(top) = height.checked_sub(1).and_then(at) else { return };
        let start = (0..height).rev().find(|&row| at(row) != Some(top)).map_or(0, |row| row + 1);
        let (run, free) = (height - start, rows - height);
        let points = match run {
            4.. => VALUES[4],
            _ if run + free >= 4 => VALUES[usize::from(run)],
            _ => 0,
        };
        let sign = if top == self.player { 1 } else { -1 };
        let cells = [0, 1, 2, 3].map(|i| Cell::new(col, start + i));
        visit("part.vertical", &cells[..usize::from(run).min(4)], sign * points);
    }

    fn diagonal(&self, start: Cell, rise: i8, key: &'static str, visit: Visit<'_>) {
        let (cols, rows) = (self.grid.cols(), self.grid.rows());
        let (mut best, mut worst) = ((0, [start; 4]), (0, [start; 4]));
        for i in 0.. {
            let Some(_) = start.step(1, rise, i + 3, cols, rows) else { break };
            let cells =
                [0, 1, 2, 3].map(|j| start.step(1, rise, i + j, cols, rows).unwrap_or(start));
            let points = self.group(cells);
            if points > best.0 {
                best = (points, cells);
            }
            if points < worst.0 {
                worst = (points, cells);
            }
        }
        match best.0 + worst.0 {
            1.. => visit(key, &best.1, best.0),
            0 => {}
            _ => visit(key, &worst.1, worst.0),
        }
    }

    /// The points of four squares: none if both sides have stones there.
    #[inline]
    fn group(&self, cells: [Cell; 4]) -> i32 {
        let (mut own, mut enemy) = (0, 0);
        for cell in cells {
            match self.grid.at(cell) {
                Some(player) if player == self.player => own += 1,
                Some(_) => enemy += 1,
                None => {}
            }
        }
        if own > 0 && enemy > 0 { 0 } else { VALUES[own] - VALUES[enemy] }
    }

    fn left_and_bottom_edge(&self) -> impl Iterator<Item = Cell> + use<G> {
        let left = (0..self.grid.rows()).map(|row| Cell::new(0, row));
        left.chain((1..self.grid.cols()).map(|col| Cell::new(col, 0)))
    }

    fn left_and_top_edge(&self) -> impl Iterator<Item = Cell> + use<G> {
        let top = self.grid.rows() - 1;
        let left = (0..self.grid.rows()).map(|row| Cell::new(0, row));
        left.chain((1..self.grid.cols()).map(move |col| Cell::new(col, top)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{after, assert_explained, told};
    use super::*;

    struct Row(&'static str);

    impl Grid for Row {
        fn cols(&self) -> u8 {
            self.0.len() as u8
        }

        fn rows(&self) -> u8 {
            1
        }

        fn at(&self, cell: Cell) -> Option<Player> {
            match self.0.as_bytes()[usize::from(cell.col)] {
                b'x' => Some(Player::First),
                b'o' => Some(Player::Second),
                _ => None,
            }
        }
    }

    #[test]
    fn the_window_walks_as_in_the_report() {
        let examples: [(&str, &[(u8, i32)]); 5] = [
            ("..xx...", &[(0, 75), (1, 75), (3, 10)]),
            ("xxo.x..", &[(0, 0), (2, 0), (3, 10)]),
            ("oxx.xx.", &[(0, 0), (1, 700), (3, 75)]),
            ("xx.x.xx", &[(0, 700), (2, 75), (3, 700)]),
            ("ooo.x..", &[(0, -700), (3, 10)]),
        ];
        for (row, expected) in examples {
            let mut seen = Vec::new();
            let board = Board { grid: &Row(row), player: Player::First };
            board.horizontal(0, &mut |_, cells, points| seen.push((cells[0].col, points)));
            assert_eq!(seen, expected, "{row}");
        }
    }

    #[test]
    fn the_worked_positions() {
        // Horizontal, vertical, right and left diagonals, for the first player.
        let examples = [
            ("41414", [100, 625, 10, 30]),
            ("4435532", [625, 0, 55, -65]),
            ("555515", [-20, 10, -10, -10]),
            ("4141414", [130, 9300, 20, 40]),
        ];
        for (moves, expected) in examples {
            let pos = after(moves);
            let mut sums = [0; 4];
            let board = Board { grid: &pos, player: Player::First };
            board.visit(&mut |key, _, points| {
                let keys = ["horizontal", "vertical", "right-diagonal", "left-diagonal"];
                let part = keys.iter().position(|k| key.ends_with(k)).unwrap();
                sums[part] += points;
            });
            assert_eq!(sums, expected, "{moves}");
            let value = f64::from(expected.iter().sum::<i32>());
            assert_eq!(Quadras.evaluate(&pos, Player::First, 0), value, "{moves}");
        }
        let value = |moves, player, ply| Quadras.evaluate(&after(moves), player, ply);
        assert_eq!(value("41414", Player::First, 3), 750.0);
        assert_eq!(value("41414", Player::Second, 3), -750.0);
        assert_eq!(value("555515", Player::First, 4), -10.0);
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&Quadras);
    }

    #[test]
    fn every_group_that_counts_is_named_with_its_squares() {
        let parts = told(&Quadras.explain(&after("41414"), Player::First, 3));
        let of = |key: &str| {
            let parts = parts.iter().filter(|part| part.starts_with(key));
            parts.map(|part| part[key.len()..].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            of("part.horizontal "),
            [
                "10 b1 c1 d1 e1",
                "10 c1 d1 e1 f1",
                "10 d1 e1 f1 g1",
                "10 b2 c2 d2 e2",
                "10 c2 d2 e2 f2",
                "10 d2 e2 f2 g2",
                "10 a3 b3 c3 d3",
                "10 b3 c3 d3 e3",
                "10 c3 d3 e3 f3",
                "10 d3 e3 f3 g3",
            ]
        );
        assert_eq!(of("part.vertical "), ["-75 a1 a2", "700 d1 d2 d3"]);
        assert_eq!(
            of("part.right-diagonal "),
            [
                "-10 a1 b2 c3 d4",
                "-10 a2 b3 c4 d5",
                "10 b1 c2 d3 e4",
                "10 c1 d2 e3 f4",
                "10 d1 e2 f3 g4",
            ]
        );
        let left = ["10 a4 b3 c2 d1", "10 a5 b4 c3 d2", "10 a6 b5 c4 d3"];
        assert_eq!(of("part.left-diagonal "), left);
        assert_eq!(of("part.level "), ["level=3 -15"]);
        assert_eq!(parts.len(), 10 + 2 + 5 + 3 + 1);
        let parts = told(&Quadras.explain(&after("4141414"), Player::Second, 0));
        assert!(parts.contains(&"part.vertical -10000 d1 d2 d3 d4".to_owned()), "{parts:?}");
    }

    #[test]
    fn a_run_on_top_counts_only_if_it_can_still_become_four() {
        let vertical = |rows: &str| {
            let grid = Column(rows.as_bytes());
            let mut seen = Vec::new();
            let board = Board { grid: &grid, player: Player::First };
            board.vertical(0, &mut |_, cells, points| seen.push((cells.len(), points)));
            seen
        };
        assert_eq!(vertical("......"), []);
        assert_eq!(vertical("ox...."), [(1, 10)]);
        assert_eq!(vertical("oox..."), [(1, 10)], "three above make four");
        assert_eq!(vertical("ooxx.."), [(2, 75)]);
        assert_eq!(vertical("oooxx."), [(2, 0)], "one above is too few");
        assert_eq!(vertical("xooo.."), [(3, -700)]);
        assert_eq!(vertical("xoooo."), [(4, -10_000)]);
        assert_eq!(vertical("xxxxx."), [(4, 10_000)]);
    }

    /// One column from the bottom.
    struct Column<'a>(&'a [u8]);

    impl Grid for Column<'_> {
        fn cols(&self) -> u8 {
            1
        }

        fn rows(&self) -> u8 {
            self.0.len() as u8
        }

        fn at(&self, cell: Cell) -> Option<Player> {
            match self.0[usize::from(cell.row)] {
                b'x' => Some(Player::First),
                b'o' => Some(Player::Second),
                _ => None,
            }
        }
    }
}
