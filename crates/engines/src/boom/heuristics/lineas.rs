//! `lineas`: the published weights 20 per line of three, 5 per line of two and 10 per stone.
//! A yardstick that NINJA must beat.
//!
//! Decisions: a line is a run of exactly so many stones of one colour, bombs included, in any of
//! the four directions; own lines and stones cost, the enemy's pay the same; the win value has a
//! depth term of one point a ply; a draw is worth 0.

use super::{cells, runs, utility_by_depth};
use alinea_core::{Message, Player};
use alinea_games::Boom;
use alinea_search::{Heuristic, Part};

/// A heuristic of Boom: own lines of two and three and own stones cost points.
pub struct Lineas;

const STONE: u32 = 10;
const TWO: u32 = 5;
const THREE: u32 = 20;

fn cost(discs: u64) -> f64 {
    let lines = THREE * runs::count(discs, 3) + TWO * runs::count(discs, 2);
    f64::from(lines + STONE * discs.count_ones())
}

impl Heuristic<Boom> for Lineas {
    fn evaluate(&self, pos: &Boom, player: Player, ply: u32) -> f64 {
        utility_by_depth(pos, player, ply)
            .unwrap_or_else(|| cost(pos.discs(player.other())) - cost(pos.discs(player)))
    }

    fn explain(&self, pos: &Boom, player: Player, ply: u32) -> Vec<Part> {
        if let Some(points) = utility_by_depth(pos, player, ply) {
            return vec![Part { label: Message::new("part.decided"), cells: Vec::new(), points }];
        }
        let mut parts = Vec::new();
        for (who, sign) in [(player, -1.0), (player.other(), 1.0)] {
            let discs = pos.discs(who);
            let [stones, lines] = if who == player {
                ["part.own-stones", "part.own-line"]
            } else {
                ["part.enemy-stones", "part.enemy-line"]
            };
            parts.push(Part {
                label: Message::new(stones),
                cells: cells(discs),
                points: sign * f64::from(STONE * discs.count_ones()),
            });
            for (length, points) in [(3, THREE), (2, TWO)] {
                parts.push(Part {
                    label: Message::new(lines).with("stones", length),
                    cells: cells(runs::stones(discs, length)),
                    points: sign * f64::from(points * runs::count(discs, length)),
                });
            }
        }
        parts.retain(|part| part.points != 0.0);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{DRAWN, after, assert_explained, told};
    use super::*;

    #[test]
    fn counts_lines_and_stones() {
        let pos = after("diagram:......./......./......./......./o....../xo...../xxxo..x o");
        let green = f64::from(20 + 2 * 5 + 5 * 10);
        let blue = f64::from(5 + 3 * 10);
        assert_eq!(Lineas.evaluate(&pos, Player::First, 0), blue - green);
        assert_eq!(Lineas.evaluate(&pos, Player::Second, 0), green - blue);
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&Lineas);
    }

    #[test]
    fn every_part_is_named_after_its_owner_and_shows_its_stones() {
        let parts = |player| told(&Lineas.explain(&after(DRAWN), player, 0));
        let first = [
            "part.own-stones -50 a1 b1 c1 g1 a2",
            "part.own-line stones=3 -20 a1 b1 c1",
            "part.own-line stones=2 -10 a1 b1 a2",
            "part.enemy-stones 30 d1 b2 a3",
            "part.enemy-line stones=2 5 b2 a3",
        ];
        assert_eq!(parts(Player::First), first);
        assert_eq!(parts(Player::Second)[1], "part.own-line stones=2 -5 b2 a3");
        let ended = told(&Lineas.explain(&after("1717171"), Player::Second, 3));
        assert_eq!(ended, ["part.decided 99999996"]);
    }
}
