//! `vizinhos`, the heuristic of the Gomoku program in Lua (report 001).
//!
//! Every empty square next to a stone is worth `f(cell, me) - f(cell, opponent)` with
//! `f = 2^(number of neighbours)`, doubled where the other end is open. Decisions:
//! - N counts the stones of the unbroken runs of a colour that start next to the square, over the
//!   eight directions (runs are followed, so fours need no special case, as the text says);
//! - E is how many of those runs have an empty square behind them; `f = 2^(N + E)`.
//!
//! A finished game is worth `10^stones` to its winner, `10^min(stones, 300)` as a double. The
//! quirk is the report's: later wins are worth more.

use super::Rows;
use alinea_core::{Cell, Game, Grid, Message, Outcome, Player};
use alinea_games::lines::{LineBoard, Lines, bits};
use alinea_search::{Heuristic, Part};

/// A heuristic of the Gomoku family: empty squares by the runs that end beside them.
#[derive(Clone, Copy, Debug)]
pub struct Vizinhos {
    rows: Rows,
}

impl Vizinhos {
    /// The heuristic for boards where the row wins or loses.
    #[must_use]
    pub const fn new(rows: Rows) -> Vizinhos {
        Vizinhos { rows }
    }
}

/// The exponents `N + E` of both sides at an empty square, read off the squares one by one.
fn exponents(board: &impl Grid, cell: Cell) -> [u32; 2] {
    let mut exponents = [0; 2];
    for (dc, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
        let at = |n: i8| cell.step(dc, dr, n, board.cols(), board.rows());
        let Some(player) = at(1).and_then(|next| board.at(next)) else {
            continue;
        };
        let length = (1..).take_while(|&n| at(n).and_then(|c| board.at(c)) == Some(player)).count();
        let open = at(length as i8 + 1).is_some_and(|behind| board.at(behind).is_none());
        exponents[player.index()] += length as u32 + u32::from(open);
    }
    exponents
}

/// The same exponents from line masks.
#[inline]
fn exponents_fast(lines: &Lines, cell: Cell) -> [u32; 2] {
    let mut exponents = [0; 2];
    for (line, bit) in lines.through(cell) {
        let empty = line.empty();
        for (own, exponent) in line.stones.into_iter().zip(&mut exponents) {
            let upward = (own >> bit >> 1).trailing_ones();
            if upward > 0 {
                *exponent += upward + (empty >> (bit + 1 + upward) & 1);
            }
            // The bits below this one, moved to the top so that the nearest comes first.
            let below = own.checked_shl(32 - bit).unwrap_or(0);
            let downward = below.leading_ones();
            if downward > 0 {
                *exponent += downward + (empty << 1 >> (bit - downward) & 1);
            }
        }
    }
    exponents
}

fn points(exponents: [u32; 2], player: Player) -> f64 {
    let f = exponents.map(|exponent| f64::from(exponent).exp2());
    f[player.index()] - f[player.other().index()]
}

/// The utility of a finished game.
fn utility(outcome: Outcome, stones: u32, player: Player) -> f64 {
    match outcome {
        Outcome::Draw => 0.0,
        Outcome::Win(winner) => {
            let worth = 10_f64.powi(stones.min(300) as i32);
            if winner == player { worth } else { -worth }
        }
    }
}

impl<P: Game + LineBoard> Heuristic<P> for Vizinhos {
    fn evaluate(&self, pos: &P, player: Player, _: u32) -> f64 {
        if let Some(outcome) = pos.outcome() {
            return utility(outcome, pos.stones(), player);
        }
        let lines = pos.lines();
        let mut sum = 0.0;
        for (row, mask) in lines.near_empty(1).into_iter().enumerate() {
            for col in bits(mask) {
                sum += points(exponents_fast(lines, Cell::new(col as u8, row as u8)), player);
            }
        }
        self.rows.sign() * sum
    }

    fn explain(&self, pos: &P, player: Player, _: u32) -> Vec<Part> {
        if let Some(outcome) = pos.outcome() {
            let points = utility(outcome, pos.stones(), player);
            let label = Message::new("part.utility");
            return vec![Part { label, cells: pos.alignment(), points }];
        }
        let mut parts = Vec::new();
        for row in 0..pos.rows() {
            for cell in (0..pos.cols()).map(|col| Cell::new(col, row)) {
                if pos.at(cell).is_some() {
                    continue;
                }
                let exponents = exponents(pos, cell);
                let points = self.rows.sign() * points(exponents, player);
                if exponents != [0, 0] {
                    let label = Message::new("part.vizinhos.cell").with("cell", cell);
                    parts.push(Part { label, cells: vec![cell], points });
                }
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::{after, random_boards};
    use alinea_core::Position;
    use alinea_games::{Gomoku, Mnk};

    const VIZINHOS: Vizinhos = Vizinhos::new(Rows::Win);

    #[test]
    fn worked_examples_of_the_report() {
        for (moves, expected) in [("h8g8h9", 47.0), ("a1b1a2", 4.0), ("h8", 24.0), ("-", 0.0)] {
            let pos = after::<Gomoku>("15", moves);
            assert_eq!(VIZINHOS.evaluate(&pos, Player::First, 0), expected, "{moves}");
            assert_eq!(VIZINHOS.evaluate(&pos, Player::Second, 0), -expected, "{moves}");
        }
        let won = after::<Gomoku>("15", "h8a1i8a2j8a3k8a4l8");
        assert_eq!(VIZINHOS.evaluate(&won, Player::First, 0), 1e9);
        assert_eq!(VIZINHOS.evaluate(&won, Player::Second, 0), -1e9);
    }

    #[test]
    fn a_long_win_stays_a_number() {
        let value = utility(Outcome::Win(Player::First), 484, Player::First);
        assert!(value.is_finite() && value == 1e300);
    }

    #[test]
    fn masks_agree_with_squares() {
        for setup in ["15x15x5", "7x6x4+gravity", "22x22x6", "3x9x4", "1x7x3"] {
            for pos in random_boards::<Mnk>(setup, 30, 3) {
                for cell in (0..pos.rows())
                    .flat_map(|row| (0..pos.cols()).map(move |col| Cell::new(col, row)))
                    .filter(|&cell| pos.at(cell).is_none())
                {
                    assert_eq!(exponents_fast(pos.lines(), cell), exponents(&pos, cell), "{cell}");
                }
            }
        }
    }

    #[test]
    fn parts_sum_to_the_value() {
        for pos in random_boards::<Gomoku>("15", 30, 4) {
            for player in Player::BOTH {
                let parts = VIZINHOS.explain(&pos, player, 0);
                let sum: f64 = parts.iter().map(|part| part.points).sum();
                assert_eq!(sum, VIZINHOS.evaluate(&pos, player, 0));
            }
        }
    }

    #[test]
    fn rows_count_against_their_owner_where_they_lose() {
        let pos = after::<Mnk>("3x3x3+misere", "b2");
        assert!(pos.outcome().is_none());
        assert_eq!(Vizinhos::new(Rows::Lose).evaluate(&pos, Player::First, 0), -24.0);
        let lost = after::<Mnk>("3x3x3+misere", "a1a2b1b2c1");
        assert_eq!(Vizinhos::new(Rows::Lose).evaluate(&lost, Player::First, 0), -1e5);
    }

    #[test]
    fn every_square_that_counts_is_named() {
        let told = |moves: &str| {
            let parts = VIZINHOS.explain(&after::<Mnk>("3x1x3", moves), Player::First, 0);
            let part = |part: &Part| format!("{} {} {:?}", part.label, part.points, part.cells);
            parts.iter().map(part).collect::<Vec<String>>()
        };
        assert_eq!(told("-"), [""; 0]);
        let cells = |col: u8| format!("{:?}", vec![Cell::new(col, 0)]);
        assert_eq!(told("a1"), [format!("part.vizinhos.cell cell=b1 1 {}", cells(1))]);
        assert_eq!(told("a1c1"), [format!("part.vizinhos.cell cell=b1 0 {}", cells(1))]);
        let won = VIZINHOS.explain(&after::<Mnk>("3x3x3", "a1a3b1b3c1"), Player::Second, 0);
        assert_eq!((won[0].label.key, won[0].points), ("part.utility", -1e5));
        assert_eq!(won[0].cells.len(), 3);
    }
}
