//! `material`: the published idea that few stones are good. Each own stone costs 4 points, each
//! enemy stone pays 2; bombs are stones. A yardstick that NINJA must beat.
//!
//! Decisions: the win value has a depth term (a win is worth one point less a ply), without which
//! such players overlook an explosion that wins at once; a draw is worth 0.

use super::{cells, utility_by_depth};
use alinea_core::{Message, Player};
use alinea_games::Boom;
use alinea_search::{Heuristic, Part};

/// A heuristic of Boom: own stones cost points, enemy stones pay half as much.
pub struct Material;

const OWN: f64 = -4.0;
const ENEMY: f64 = 2.0;

impl Heuristic<Boom> for Material {
    fn evaluate(&self, pos: &Boom, player: Player, ply: u32) -> f64 {
        utility_by_depth(pos, player, ply).unwrap_or_else(|| {
            let count = |player| f64::from(pos.discs(player).count_ones());
            OWN * count(player) + ENEMY * count(player.other())
        })
    }

    fn explain(&self, pos: &Boom, player: Player, ply: u32) -> Vec<Part> {
        if let Some(points) = utility_by_depth(pos, player, ply) {
            return vec![Part { label: Message::new("part.decided"), cells: Vec::new(), points }];
        }
        let part = |key, player, weight: f64| Part {
            label: Message::new(key),
            cells: cells(pos.discs(player)),
            points: weight * f64::from(pos.discs(player).count_ones()),
        };
        vec![part("part.own-stones", player, OWN), part("part.enemy-stones", player.other(), ENEMY)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{DRAWN, after, assert_explained, told};
    use super::*;

    #[test]
    fn counts_stones_and_prefers_the_sooner_win() {
        let pos = after("4412345");
        assert_eq!(Material.evaluate(&pos, Player::First, 0), -4.0 * 4.0 + 2.0 * 3.0);
        assert_eq!(Material.evaluate(&pos, Player::Second, 0), -4.0 * 3.0 + 2.0 * 4.0);
        let lost = after("1717171");
        let value = |ply| Material.evaluate(&lost, Player::Second, ply);
        assert!(value(1) > value(3));
        assert_eq!(Material.evaluate(&lost, Player::First, 3), -value(3));
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&Material);
    }

    #[test]
    fn every_part_is_named_after_its_owner() {
        let parts = |player| told(&Material.explain(&after(DRAWN), player, 0));
        let first = ["part.own-stones -20 a1 b1 c1 g1 a2", "part.enemy-stones 6 d1 b2 a3"];
        assert_eq!(parts(Player::First), first);
        let second = ["part.own-stones -12 d1 b2 a3", "part.enemy-stones 10 a1 b1 c1 g1 a2"];
        assert_eq!(parts(Player::Second), second);
        let ended = told(&Material.explain(&after("1717171"), Player::First, 3));
        assert_eq!(ended, ["part.decided -99999996"]);
    }
}
