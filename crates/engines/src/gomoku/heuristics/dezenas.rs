//! `dezenas`, the heuristic of the Gomoku program in Python (report 002).
//!
//! Every maximal run of one colour, in each of the four directions, scores 1, 10, 100, 1,000 or
//! 10,000 points for 1 to 5 stones, times 1.3 with one open end and 1.69 with two; own minus
//! opponent's. Decisions:
//! - a lone stone is a run of one in each of the four directions;
//! - runs longer than max(5, k) count as that;
//! - an end is open if the next square is on the board and empty.
//!
//! A finished game is worth `s * 0.95^level + B + H`: s is +1 for the winner and -1 for the
//! loser, H is the heuristic, and B the board sum: each run's points plus 20 % of them per open
//! end for runs of two or more, own minus opponent's. A draw is worth 0.

use super::Rows;
use alinea_core::{Cell, Game, Grid, Message, Outcome, Player};
use alinea_games::lines::{Direction, LineBoard, Lines, bits};
use alinea_search::{Heuristic, Part};

const BY_OPEN_ENDS: [f64; 3] = [1.0, 1.3, 1.69];

/// A heuristic of the Gomoku family: runs are worth powers of ten by their length.
#[derive(Clone, Copy, Debug)]
pub struct Dezenas {
    rows: Rows,
}

impl Dezenas {
    /// The heuristic for boards where the row wins or loses.
    #[must_use]
    pub const fn new(rows: Rows) -> Dezenas {
        Dezenas { rows }
    }
}

/// Points of a run before its open ends count; `longest` is max(5, k).
fn run_points(length: u32, longest: u32) -> i64 {
    10_i64.saturating_pow(length.min(longest).min(18) - 1)
}

fn longest(in_a_row: u8) -> u32 {
    u32::from(in_a_row).max(5)
}

/// A maximal run of one colour.
struct Run {
    owner: Player,
    cells: Vec<Cell>,
    open_ends: usize,
}

/// All runs of a board, read off its squares.
fn runs(board: &impl Grid) -> Vec<Run> {
    let mut runs = Vec::new();
    for (dc, dr) in Direction::ALL.map(Direction::step) {
        for row in 0..board.rows() {
            for start in (0..board.cols()).map(|col| Cell::new(col, row)) {
                let at = |n: i8| start.step(dc, dr, n, board.cols(), board.rows());
                let stone = |n: i8| at(n).and_then(|cell| board.at(cell));
                let Some(owner) = board.at(start) else { continue };
                if stone(-1) == Some(owner) {
                    continue;
                }
                let cells: Vec<Cell> =
                    (0..).take_while(|&n| stone(n) == Some(owner)).filter_map(at).collect();
                let open = |end: Option<Cell>| end.is_some_and(|cell| board.at(cell).is_none());
                let open_ends =
                    usize::from(open(at(-1))) + usize::from(open(at(cells.len() as i8)));
                runs.push(Run { owner, cells, open_ends });
            }
        }
    }
    runs
}

/// Points of all runs, own minus opponent's, by their open ends; lone stones apart. Whole
/// numbers, so that every order of adding gives the same sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    lone: [i64; 3],
    longer: [i64; 3],
}

impl Sums {
    #[inline]
    fn of(lines: &Lines, in_a_row: u8, player: Player) -> Sums {
        let longest = longest(in_a_row);
        let mut points_by_length = [0_i64; 32];
        for (length, points) in points_by_length.iter_mut().enumerate().skip(1) {
            *points = run_points(length as u32, longest);
        }
        let mut sums = Sums::default();
        for line in lines.occupied() {
            let empty = line.empty() << 1;
            for (side, sign) in [(player, 1), (player.other(), -1)] {
                let own = line.stones[side.index()];
                for start in bits(own & !(own << 1)) {
                    let length = (own >> start).trailing_ones();
                    // `empty` is shifted up by one: its bit `start` is the square before the run.
                    let open = (empty >> start & 1) + (empty >> (start + length + 1) & 1);
                    let points = sign * points_by_length[length as usize & 31];
                    if length == 1 {
                        sums.lone[open as usize] += points;
                    } else {
                        sums.longer[open as usize] += points;
                    }
                }
            }
        }
        sums
    }

    /// H: with the factors for open ends.
    #[inline]
    fn heuristic(&self) -> f64 {
        (0..3).map(|open| BY_OPEN_ENDS[open] * (self.lone[open] + self.longer[open]) as f64).sum()
    }

    /// B: with a fifth more per open end of longer runs.
    fn board(&self) -> f64 {
        (0..3)
            .map(|open| {
                self.lone[open] as f64 + self.longer[open] as f64 * (1.0 + 0.2 * open as f64)
            })
            .sum()
    }
}

/// `s * 0.95^level`, the share of the result itself.
fn result_share(winner: Player, player: Player, ply: u32) -> f64 {
    let sign = if winner == player { 1.0 } else { -1.0 };
    sign * 0.95_f64.powi(ply.min(10_000) as i32)
}

impl<P: Game + LineBoard> Heuristic<P> for Dezenas {
    fn evaluate(&self, pos: &P, player: Player, ply: u32) -> f64 {
        match pos.outcome() {
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(winner)) => {
                let sums = Sums::of(pos.lines(), pos.in_a_row(), player);
                let position = sums.board() + sums.heuristic();
                result_share(winner, player, ply) + self.rows.sign() * position
            }
            None => self.rows.sign() * Sums::of(pos.lines(), pos.in_a_row(), player).heuristic(),
        }
    }

    fn explain(&self, pos: &P, player: Player, ply: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        let winner = match pos.outcome() {
            Some(Outcome::Draw) => return parts,
            Some(Outcome::Win(winner)) => Some(winner),
            None => None,
        };
        if let Some(winner) = winner {
            let points = result_share(winner, player, ply);
            let label = Message::new("part.dezenas.result").with("level", ply);
            parts.push(Part { label, cells: pos.alignment(), points });
        }
        for run in runs(pos) {
            let length = run.cells.len() as u32;
            let sign = if run.owner == player { self.rows.sign() } else { -self.rows.sign() };
            let plain = sign * run_points(length, longest(pos.in_a_row())) as f64;
            let mut part = |key: &'static str, points: f64| {
                let label = Message::new(key).with("length", length).with("open", run.open_ends);
                parts.push(Part { label, cells: run.cells.clone(), points });
            };
            part("part.dezenas.run", plain * BY_OPEN_ENDS[run.open_ends]);
            if winner.is_some() {
                let ends = if length > 1 { run.open_ends as f64 } else { 0.0 };
                part("part.dezenas.board", plain * (1.0 + 0.2 * ends));
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::{after, random_boards};
    use alinea_games::{Gomoku, Mnk};

    const DEZENAS: Dezenas = Dezenas::new(Rows::Win);

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * a.abs().max(1.0)
    }

    #[test]
    fn worked_examples_of_the_report() {
        for (moves, level, expected) in [
            ("h8h9i8", 0, 20.28),
            ("a1c1b1d1", 0, -3.3),
            ("h8a1i8a2j8a3k8a4l8", 3, 28_413.907_375),
            ("-", 0, 0.0),
        ] {
            let pos = after::<Gomoku>("15", moves);
            let value = DEZENAS.evaluate(&pos, Player::First, level);
            assert!(close(value, expected), "{moves}: {value}");
            let other = DEZENAS.evaluate(&pos, Player::Second, level);
            assert!(close(other, -expected), "{moves}: {other}");
        }
    }

    #[test]
    fn masks_agree_with_squares() {
        for setup in ["15x15x5", "7x6x4+gravity", "22x22x9", "3x9x4", "1x7x3"] {
            for pos in random_boards::<Mnk>(setup, 40, 7) {
                let mut slow = Sums::default();
                for run in runs(&pos) {
                    let sign = if run.owner == Player::First { 1 } else { -1 };
                    let length = run.cells.len() as u32;
                    let points = sign * run_points(length, longest(pos.in_a_row()));
                    let sums = if length == 1 { &mut slow.lone } else { &mut slow.longer };
                    sums[run.open_ends] += points;
                }
                assert_eq!(Sums::of(pos.lines(), pos.in_a_row(), Player::First), slow, "{setup}");
            }
        }
    }

    #[test]
    fn parts_sum_to_the_value() {
        let mut finished = 0;
        for pos in random_boards::<Mnk>("6x6x4", 200, 8) {
            finished += usize::from(alinea_core::Position::outcome(&pos).is_some());
            for player in Player::BOTH {
                let value = DEZENAS.evaluate(&pos, player, 2);
                let parts = DEZENAS.explain(&pos, player, 2);
                let sum: f64 = parts.iter().map(|part| part.points).sum();
                assert!(close(sum, value), "{sum} {value}");
            }
        }
        assert!(finished > 10);
    }

    #[test]
    fn long_runs_count_as_the_longest_that_matters() {
        assert_eq!(run_points(4, longest(3)), 1000);
        assert_eq!(run_points(9, longest(5)), 10_000);
        assert_eq!(run_points(7, longest(7)), 1_000_000);
        assert_eq!(run_points(22, longest(22)), 10_i64.pow(17));
    }

    #[test]
    fn every_run_is_named_with_its_length_its_open_ends_and_its_stones() {
        let told = |setup: &str, moves: &str, rows| {
            let parts = Dezenas::new(rows).explain(&after::<Mnk>(setup, moves), Player::First, 2);
            let part = |part: &Part| {
                let cells: String = part.cells.iter().map(|cell| format!(" {cell}")).collect();
                format!("{} {:.2}{cells}", part.label, part.points)
            };
            parts.iter().map(part).collect::<Vec<String>>()
        };
        let expected = [
            "part.dezenas.run length=1 open=0 1.00 a1",
            "part.dezenas.run length=1 open=1 -1.30 b1",
        ];
        let parts = told("3x3x3", "a1b1", Rows::Win);
        assert_eq!(parts[..2], expected);
        assert_eq!(parts.len(), 8, "each stone in four directions");
        let parts = told("3x3x3+misere", "a1b1", Rows::Lose);
        assert_eq!(parts[1], "part.dezenas.run length=1 open=1 1.30 b1");
        let won = told("3x3x3", "a1a3b1b3c1", Rows::Win);
        assert_eq!(won[0], "part.dezenas.result level=2 0.90 a1 b1 c1");
        assert_eq!(won[1], "part.dezenas.run length=3 open=0 100.00 a1 b1 c1");
        assert_eq!(won[2], "part.dezenas.board length=3 open=0 100.00 a1 b1 c1");
    }

    #[test]
    fn the_board_sum_gives_longer_runs_a_fifth_more_for_every_open_end() {
        let sums = Sums { lone: [1, 2, 3], longer: [10, 20, 30] };
        assert!(close(sums.board(), 6.0 + 10.0 + 24.0 + 42.0));
        assert!(close(sums.heuristic(), 11.0 + 1.3 * 22.0 + 1.69 * 33.0));
        assert!(close(result_share(Player::First, Player::First, 2), 0.9025));
        assert!(close(result_share(Player::First, Player::Second, 0), -1.0));
    }
}
