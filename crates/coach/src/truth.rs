//! What is known of a position's worth, and the share of a point it stands for.

use alinea_core::{Outcome, Player};
use alinea_search::Score;

/// The worth of a position to the player to move, as far as it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Truth {
    /// Win, loss, draw or an estimate.
    pub score: Score,
    /// Whether no deeper search changes it.
    pub proven: bool,
    /// Connect Four's exact score, where it is known.
    pub exact: Option<i32>,
}

/// How a game ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    /// Proven lost.
    Loss,
    /// Proven drawn.
    Draw,
    /// Proven won.
    Win,
}

/// The part of a point that the distance to the end can cost: the result counts first.
pub(crate) const DISTANCE_SHARE: f64 = 0.05;

impl Truth {
    /// The worth of a finished game to the player who would move next.
    #[must_use]
    pub fn finished(outcome: Outcome, turn: Player) -> Truth {
        let score = match outcome.winner() {
            None => Score::DRAW,
            Some(winner) if winner == turn => Score::win_in(0),
            Some(_) => Score::loss_in(0),
        };
        Truth { score, proven: true, exact: None }
    }

    /// The same worth for the other player, one ply earlier: what a move that leads here is worth.
    #[must_use]
    pub fn before_the_move(self) -> Truth {
        let score = -self.score;
        Truth { score: score.one_ply_later(), proven: self.proven, exact: self.exact.map(|e| -e) }
    }

    /// The result with best play, where it is proven.
    pub(crate) fn class(self) -> Option<Class> {
        match (self.score.win(), self.score.loss()) {
            (Some(_), _) => Some(Class::Win),
            (_, Some(_)) => Some(Class::Loss),
            _ if self.proven && self.score == Score::DRAW => Some(Class::Draw),
            _ => None,
        }
    }

    /// The share of a point that the player to move can expect: 1 for a win, 1/2 for a draw.
    /// A long win is worth a little less, a long loss a little more; an estimate lies between,
    /// by the slope `scale` at which the engine's own games were won.
    #[must_use]
    pub fn expected(self, squares: u32, scale: f64) -> f64 {
        let distance =
            |plies: u32| DISTANCE_SHARE * f64::from(plies.min(squares)) / f64::from(squares.max(1));
        match (self.score.win(), self.score.loss()) {
            (Some(plies), _) => 1.0 - distance(plies),
            (_, Some(plies)) => distance(plies),
            _ if self.proven => 0.5,
            _ => {
                let share = 1.0 / (1.0 + (-self.score.points() / scale).exp());
                DISTANCE_SHARE + (1.0 - 2.0 * DISTANCE_SHARE) * share
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(score: Score, proven: bool) -> Truth {
        Truth { score, proven, exact: None }
    }

    #[test]
    fn results_come_before_distances_and_distances_count_a_little() {
        let worth = |t: Truth| t.expected(42, 100.0);
        let ordered = [
            truth(Score::loss_in(2), true),
            truth(Score::loss_in(30), true),
            truth(Score::estimate(-500.0), false),
            truth(Score::DRAW, true),
            truth(Score::estimate(50.0), false),
            truth(Score::win_in(31), true),
            truth(Score::win_in(1), true),
        ];
        let worths: Vec<f64> = ordered.into_iter().map(worth).collect();
        assert!(worths.is_sorted() && worths.windows(2).all(|w| w[0] < w[1]), "{worths:?}");
        assert_eq!(worth(truth(Score::DRAW, true)), 0.5);
        assert_eq!(worth(truth(Score::DRAW, false)), 0.5);
    }

    #[test]
    fn the_way_to_the_end_costs_up_to_a_twentieth_of_a_point() {
        let near = |score: Score, share: f64| {
            let found = truth(score, score.is_decided()).expected(40, 100.0);
            assert!((found - share).abs() < 1e-5, "{score:?}: {found}");
        };
        near(Score::win_in(0), 1.0);
        near(Score::win_in(8), 0.99);
        near(Score::loss_in(8), 0.01);
        // Longer than the board is as long as the board.
        near(Score::win_in(400), 0.95);
        near(Score::loss_in(400), 0.05);
        // Estimates lie between the longest loss and the longest win.
        near(Score::estimate(1e6), 0.95);
        near(Score::estimate(-1e6), 0.05);
        near(Score::estimate(100.0 * 3f64.ln()), 0.725);
        // A board without squares has no way to measure.
        assert_eq!(truth(Score::win_in(8), true).expected(0, 100.0), 1.0);
    }

    #[test]
    fn a_loss_for_the_next_player_is_a_win_one_ply_longer() {
        let after = Truth { score: Score::loss_in(4), proven: true, exact: Some(-3) };
        let before = after.before_the_move();
        assert_eq!((before.score.win(), before.exact), (Some(5), Some(3)));
        assert_eq!(before.class(), Some(Class::Win));
        assert_eq!(truth(Score::DRAW, false).class(), None);
        assert_eq!(truth(Score::DRAW, true).class(), Some(Class::Draw));
    }
}
