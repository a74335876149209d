//! `valoracion-test`, the course's test function: it checks that a search is right, not that a
//! player is strong.
//!
//! A finished game is worth 99,999,999 to the winner and as much less to the loser, a full board
//! 0. Otherwise each *normal* stone of the player scores its distance from the nearer side wall.
//! Bombs score nothing and the opponent's stones are not counted, so the value is not
//! antisymmetric: a search must keep the root player's view. There is no depth term.

use super::{WON, cells, utility};
use alinea_core::{Message, Outcome, Player, Position};
use alinea_games::{Boom, boom::BOTTOM};
use alinea_search::{Heuristic, Part};

/// The course's test function: own stones by their distance from the nearer side wall.
pub struct ValoracionTest;

/// One column of squares.
const fn column(col: u32) -> u64 {
    0x7f << (8 * col)
}

/// Columns whose distance from the wall is odd (1 and 3), and those where it is 2 or 3: the two
/// binary digits of the distance.
const ODD: u64 = column(1) | column(3) | column(5);
const TWO_OR_THREE: u64 = column(2) | column(3) | column(4);

impl Heuristic<Boom> for ValoracionTest {
    #[inline]
    fn evaluate(&self, pos: &Boom, player: Player, _: u32) -> f64 {
        match pos.outcome() {
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(winner)) => {
                if winner == player {
                    WON
                } else {
                    -WON
                }
            }
            None => {
                let normal = pos.discs(player) & !pos.bomb(player);
                f64::from(count(normal & ODD) + 2 * count(normal & TWO_OR_THREE))
            }
        }
    }

    fn explain(&self, pos: &Boom, player: Player, _: u32) -> Vec<Part> {
        if let Some(points) = utility(pos, player) {
            return vec![Part { label: Message::new("part.decided"), cells: Vec::new(), points }];
        }
        let normal = pos.discs(player) & !pos.bomb(player);
        let distances = [(1, column(1) | column(5)), (2, column(2) | column(4)), (3, column(3))];
        let part = |(distance, columns): (u32, u64)| Part {
            label: Message::new("part.from-the-wall").with("columns", distance),
            cells: cells(normal & columns),
            points: f64::from(distance * count(normal & columns)),
        };
        distances.into_iter().map(part).filter(|part| part.points > 0.0).collect()
    }
}

/// Stones in these columns. The bits of each byte are added up first, then the bytes by one
/// product, which is quicker than a full population count where the processor has none.
#[inline]
fn count(bits: u64) -> u32 {
    let pairs = (bits & (BOTTOM * 0x55)) + ((bits >> 1) & (BOTTOM * 0x55));
    let fours = (pairs & (BOTTOM * 0x33)) + ((pairs >> 2) & (BOTTOM * 0x33));
    let bytes = (fours + (fours >> 4)) & (BOTTOM * 0x0f);
    (bytes.wrapping_mul(BOTTOM) >> 48) as u32 & 0xff
}

#[cfg(test)]
mod tests {
    use super::super::examples::{DRAWN, after, assert_explained, random_positions, told};
    use super::*;
    use alinea_core::Grid;

    #[test]
    fn the_worked_example() {
        let pos = after("334433331134");
        assert_eq!(ValoracionTest.evaluate(&pos, Player::First, 0), 11.0);
        assert_eq!(ValoracionTest.evaluate(&pos, Player::Second, 0), 12.0);
    }

    #[test]
    fn it_is_the_sum_over_normal_stones() {
        random_positions(8, |pos| {
            for player in Player::BOTH {
                let normal = cells(pos.discs(player) & !pos.bomb(player));
                assert!(normal.iter().all(|&cell| pos.at(cell) == Some(player)));
                let sum: u8 = normal.iter().map(|cell| cell.col.min(6 - cell.col)).sum();
                let expected = utility(pos, player).unwrap_or(f64::from(sum));
                assert_eq!(ValoracionTest.evaluate(pos, player, 0), expected);
            }
        });
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&ValoracionTest);
    }

    #[test]
    fn every_distance_from_the_wall_is_a_part_with_its_stones() {
        let parts = |player| told(&ValoracionTest.explain(&after(DRAWN), player, 0));
        let first = ["part.from-the-wall columns=1 1 b1", "part.from-the-wall columns=2 2 c1"];
        assert_eq!(parts(Player::First), first);
        let second = ["part.from-the-wall columns=1 1 b2", "part.from-the-wall columns=3 3 d1"];
        assert_eq!(parts(Player::Second), second);
        let ended = told(&ValoracionTest.explain(&after("1717171"), Player::First, 3));
        assert_eq!(ended, ["part.decided -99999999"]);
    }
}
