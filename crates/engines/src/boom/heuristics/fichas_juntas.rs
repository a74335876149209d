//! `fichas-juntas` ("the more stones together, the worse"), the heuristic of the Boom report
//! (003), literally: its page-break duplicates removed, its flaws kept and named.
//!
//! Runs of own stones cost, runs of enemy stones pay: the n-th stone of a run counts n, and a run
//! that the other colour blocks gives its length back. Own stones near the centre cost too.
//! Finished games are worth 99,999,999 to the winner, as much less to the loser, and a draw 0.
//!
//! The flaws of the listing:
//! - on the rising-left diagonals the run leaks from one diagonal into the next, and so it does
//!   on the player's own rising-right diagonals;
//! - the player's own rising-right diagonals have the wrong sign: stones together are rewarded;
//! - from the fourth column on every column costs 6 instead of its distance from the wall.
//!
//! Bombs match nobody: they end a run without blocking it and cost nothing in the centre.
//! [`super::fichas_juntas_corregida`] is the same idea without the flaws.

use super::{cells, utility};
use alinea_core::{Message, Player};
use alinea_games::Boom;
use alinea_search::{Heuristic, Part};

/// The report's heuristic as printed: stones that stand together are bad.
pub struct FichasJuntas;

impl Heuristic<Boom> for FichasJuntas {
    fn evaluate(&self, pos: &Boom, player: Player, _: u32) -> f64 {
        utility(pos, player)
            .unwrap_or_else(|| f64::from(Listing::AS_PRINTED.sums(pos, player).iter().sum::<i32>()))
    }

    fn explain(&self, pos: &Boom, player: Player, _: u32) -> Vec<Part> {
        Listing::AS_PRINTED.explain(pos, player)
    }
}

/// The names of the nine sums, in the order of the listing.
const LABELS: [&str; 9] = [
    "part.own-rows",
    "part.own-columns",
    "part.own-left-diagonals",
    "part.own-right-diagonals",
    "part.enemy-rows",
    "part.enemy-columns",
    "part.enemy-left-diagonals",
    "part.enemy-right-diagonals",
    "part.centre",
];

/// What differs between the listing as printed and corrected.
pub(super) struct Listing {
    /// Whether a run ends with its diagonal everywhere.
    pub(super) reset_each_diagonal: bool,
    /// The sign of the own rising-right diagonals.
    pub(super) own_right_diagonals: i32,
    /// What an own stone costs by its column.
    pub(super) centre: [i32; 7],
}

impl Listing {
    const AS_PRINTED: Listing = Listing {
        reset_each_diagonal: false,
        own_right_diagonals: 1,
        centre: [0, 1, 2, 6, 6, 6, 6],
    };

    pub(super) fn explain(&self, pos: &Boom, player: Player) -> Vec<Part> {
        if let Some(points) = utility(pos, player) {
            return vec![Part { label: Message::new("part.decided"), cells: Vec::new(), points }];
        }
        let sums = self.sums(pos, player);
        let part = |(i, points): (usize, i32)| {
            let owner = if (4..8).contains(&i) { player.other() } else { player };
            let cells = cells(pos.discs(owner) & !pos.bomb(owner));
            Part { label: Message::new(LABELS[i]), cells, points: f64::from(points) }
        };
        sums.into_iter().enumerate().filter(|(_, points)| *points != 0).map(part).collect()
    }

    /// The nine sums of a position that is not finished.
    pub(super) fn sums(&self, pos: &Boom, player: Player) -> [i32; 9] {
        let board = squares(pos, player);
        let mut sums = [0; 9];
        let enemy_resets = [self.reset_each_diagonal, true];
        for (half, who, sign, right_sign, resets) in [
            (0, OWN, -1, self.own_right_diagonals, [self.reset_each_diagonal; 2]),
            (4, ENEMY, 1, 1, enemy_resets),
        ] {
            let mut scan = Scan { who, run: 0, sum: 0 };
            for row in &board {
                row.iter().for_each(|&cell| scan.step(cell, sign));
                scan.run = 0;
            }
            sums[half] = scan.take_sum();
            for col in 0..7 {
                board.iter().for_each(|row| scan.step(row[col], sign));
                scan.run = 0;
            }
            sums[half + 1] = scan.take_sum();
            for i in 0..4 {
                for j in 3..7 {
                    (0..4).for_each(|k| scan.step(board[i + k][j - k], sign));
                    scan.end_diagonal(resets[0]);
                }
                scan.run = 0;
            }
            sums[half + 2] = scan.take_sum();
            for i in 0..4 {
                for j in 0..4 {
                    (0..4).for_each(|k| scan.step(board[j + k][i + k], right_sign));
                    scan.end_diagonal(resets[1]);
                }
                scan.run = 0;
            }
            sums[half + 3] = scan.take_sum();
        }
        let own = board.iter().flat_map(|row| row.iter().zip(self.centre));
        sums[8] = -own.filter(|(cell, _)| **cell == OWN).map(|(_, cost)| cost).sum::<i32>();
        sums
    }
}

const NOBODY: u8 = 0;
const OWN: u8 = 1;
const ENEMY: u8 = 2;

/// `board[row][col]` from the bottom; bombs are nobody's, but neither are they empty: the listing
/// treats both alike.
fn squares(pos: &Boom, player: Player) -> [[u8; 7]; 7] {
    let normal = |player| pos.discs(player) & !pos.bomb(player);
    let (own, enemy) = (normal(player), normal(player.other()));
    let mut board = [[NOBODY; 7]; 7];
    for (row, squares) in board.iter_mut().enumerate() {
        for (col, square) in squares.iter_mut().enumerate() {
            let bit = 8 * col + row;
            *square = (own >> bit & 1) as u8 * OWN + (enemy >> bit & 1) as u8 * ENEMY;
        }
    }
    board
}

/// The listing's `step`, with its running length.
struct Scan {
    who: u8,
    run: i32,
    sum: i32,
}

impl Scan {
    #[inline]
    fn step(&mut self, cell: u8, sign: i32) {
        if cell == self.who {
            self.run += 1;
            self.sum += sign * self.run;
        } else {
            if cell != NOBODY {
                self.sum -= sign * self.run;
            }
            self.run = 0;
        }
    }

    fn end_diagonal(&mut self, resets: bool) {
        if resets {
            self.run = 0;
        }
    }

    fn take_sum(&mut self) -> i32 {
        std::mem::take(&mut self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{CROWDED, DRAWN, after, assert_explained, told};
    use super::*;

    #[test]
    fn the_worked_examples() {
        for (moves, first, second) in [("111125", 7.0, -4.0), ("2572111115551", -1.0, -2.0)] {
            let pos = after(moves);
            assert_eq!(FichasJuntas.evaluate(&pos, Player::First, 0), first, "{moves}");
            assert_eq!(FichasJuntas.evaluate(&pos, Player::Second, 0), second, "{moves}");
        }
    }

    #[test]
    fn finished_games_have_their_utility() {
        let lost = after("1717171");
        assert_eq!(FichasJuntas.evaluate(&lost, Player::First, 4), -99_999_999.0);
        assert_eq!(FichasJuntas.evaluate(&lost, Player::Second, 4), 99_999_999.0);
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&FichasJuntas);
    }

    /// What the listing adds up on a crowded board, run by run: its flaws are part of it.
    #[test]
    fn the_nine_sums_of_a_crowded_board() {
        let sums = |player| Listing::AS_PRINTED.sums(&after(CROWDED), player);
        let first = [-17, -9, -28, 28, 13, 11, 23, 24, -79];
        let second = [-13, -11, -23, 26, 17, 9, 28, 23, -74];
        assert_eq!(Player::BOTH.map(sums), [first, second]);
    }

    #[test]
    fn every_sum_is_named_after_the_stones_it_counts() {
        let parts = told(&FichasJuntas.explain(&after(DRAWN), Player::First, 0));
        let expected = [
            "part.own-rows -3 a1 b1 c1 a2",
            "part.own-columns -2 a1 b1 c1 a2",
            "part.own-right-diagonals 3 a1 b1 c1 a2",
            "part.enemy-rows 3 d1 b2 a3",
            "part.enemy-columns 3 d1 b2 a3",
            "part.enemy-left-diagonals 1 d1 b2 a3",
            "part.enemy-right-diagonals 4 d1 b2 a3",
            "part.centre -3 a1 b1 c1 a2",
        ];
        assert_eq!(parts, expected);
        let ended = told(&FichasJuntas.explain(&after("1717171"), Player::First, 3));
        assert_eq!(ended, ["part.decided -99999999"]);
    }
}
