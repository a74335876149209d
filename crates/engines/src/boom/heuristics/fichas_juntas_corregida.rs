//! `fichas-juntas-corregida`: the idea of [`super::fichas_juntas`] without the flaws of its listing.
//!
//! A run ends with its diagonal everywhere, the player's own rising-right diagonals cost like all
//! others, and a stone costs its distance from the nearer side wall.

use super::fichas_juntas::Listing;
use super::utility;
use alinea_core::Player;
use alinea_games::Boom;
use alinea_search::{Heuristic, Part};

/// The same heuristic without the mistakes of the printed listing.
pub struct FichasJuntasCorregida;

const CORRECTED: Listing =
    Listing { reset_each_diagonal: true, own_right_diagonals: -1, centre: [0, 1, 2, 3, 2, 1, 0] };

impl Heuristic<Boom> for FichasJuntasCorregida {
    fn evaluate(&self, pos: &Boom, player: Player, _: u32) -> f64 {
        utility(pos, player)
            .unwrap_or_else(|| f64::from(CORRECTED.sums(pos, player).iter().sum::<i32>()))
    }

    fn explain(&self, pos: &Boom, player: Player, _: u32) -> Vec<Part> {
        CORRECTED.explain(pos, player)
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{CROWDED, after, assert_explained};
    use super::*;

    #[test]
    fn the_worked_examples() {
        for (moves, first, second) in [("111125", 0.0, -3.0), ("2572111115551", 1.0, -9.0)] {
            let pos = after(moves);
            assert_eq!(FichasJuntasCorregida.evaluate(&pos, Player::First, 0), first, "{moves}");
            assert_eq!(FichasJuntasCorregida.evaluate(&pos, Player::Second, 0), second, "{moves}");
        }
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&FichasJuntasCorregida);
    }

    #[test]
    fn the_nine_sums_of_a_crowded_board() {
        let sums = |player| CORRECTED.sums(&after(CROWDED), player);
        let first = [-17, -9, -22, -23, 13, 11, 20, 24, -19];
        let second = [-13, -11, -20, -24, 17, 9, 22, 23, -27];
        assert_eq!(Player::BOTH.map(sums), [first, second]);
    }
}
