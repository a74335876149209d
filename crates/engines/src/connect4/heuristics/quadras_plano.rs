//! `quadras-plano`, the heuristic that the Connect Four report in Java (004) planned first.
//!
//! Every line of four with stones of one side only scores 10, 50, 250 or 5,000 for one to four
//! stones, own minus opponent's, plus the report's level term: 5 points a level against whoever
//! moved last. A drawn game is worth 0, as everywhere in these reports.

use super::fours;
use super::{level_part, level_points, line_part};
use alinea_core::{Outcome, Player, Position};
use alinea_games::Connect4;
use alinea_search::{Heuristic, Part};

const POINTS: [i32; 4] = [10, 50, 250, 5000];

/// The heuristic that the report in Java planned first: all lines of four by their stones.
///
/// It reads any board whose lines are four long.
pub struct QuadrasPlano;

/// The values of [`QuadrasPlano`] on Connect Four's bitboards.
pub struct QuadrasPlanoBits;

impl<P: Position> Heuristic<P> for QuadrasPlano {
    fn evaluate(&self, pos: &P, player: Player, ply: u32) -> f64 {
        if pos.outcome() == Some(Outcome::Draw) {
            return 0.0;
        }
        let lines = fours::one_sided(pos);
        let signed = lines.iter().map(|four| {
            let points = POINTS[four.stones - 1];
            if four.owner == player { points } else { -points }
        });
        f64::from(signed.sum::<i32>()) + level_points(pos, player, ply)
    }

    fn explain(&self, pos: &P, player: Player, ply: u32) -> Vec<Part> {
        if pos.outcome() == Some(Outcome::Draw) {
            return Vec::new();
        }
        let lines = fours::one_sided(pos);
        let share =
            |four: &fours::Four| line_part(four, player, f64::from(POINTS[four.stones - 1]));
        lines.iter().map(share).chain(level_part(pos, player, ply)).collect()
    }
}

impl Heuristic<Connect4> for QuadrasPlanoBits {
    fn evaluate(&self, pos: &Connect4, player: Player, ply: u32) -> f64 {
        if pos.outcome() == Some(Outcome::Draw) {
            return 0.0;
        }
        let counts = fours::balance(pos, player);
        let sum: i32 = counts.iter().zip(POINTS).map(|(count, points)| count * points).sum();
        f64::from(sum) + level_points(pos, player, ply)
    }

    fn explain(&self, pos: &Connect4, player: Player, ply: u32) -> Vec<Part> {
        QuadrasPlano.explain(pos, player, ply)
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples::{after, assert_explained, random_positions, told};
    use super::*;

    #[test]
    fn counts_by_hand() {
        // A lone stone on d1: four horizontal lines, one vertical, one "/" and one "\".
        let value = |moves, player, ply| QuadrasPlano.evaluate(&after(moves), player, ply);
        assert_eq!(value("4", Player::First, 0), 70.0);
        assert_eq!(value("4", Player::First, 2), 60.0);
        assert_eq!(value("4", Player::Second, 2), -60.0);
        // Four stones on d1 to d4 against three on a1 to a3: the vertical lines are worth
        // 5000 + 250 + 50 - 250 - 50 - 10, all others hold one stone each and net 13 + 6 + 9.
        assert_eq!(value("4141414", Player::First, 0), 4990.0 + 280.0);
    }

    #[test]
    fn bits_and_squares_agree_on_every_board() {
        random_positions(4, |pos| {
            for player in Player::BOTH {
                let fast = QuadrasPlanoBits.evaluate(pos, player, 2);
                assert_eq!(fast, QuadrasPlano.evaluate(pos, player, 2), "{pos:?}");
            }
        });
    }

    #[test]
    fn the_parts_sum_to_the_value() {
        assert_explained(&QuadrasPlanoBits);
    }

    #[test]
    fn every_line_and_the_level_are_named() {
        let parts = |ply| told(&QuadrasPlanoBits.explain(&after("44"), Player::First, ply));
        assert_eq!(parts(0).len() + 1, parts(2).len(), "no level, no part of it");
        assert_eq!(parts(2).last().unwrap(), "part.level level=2 10");
        assert_eq!(parts(0)[0], "part.own-line stones=1 10 a1 b1 c1 d1");
        assert!(parts(0).contains(&"part.enemy-line stones=1 -10 a2 b2 c2 d2".to_owned()));
    }
}
