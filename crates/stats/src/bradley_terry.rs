//! Ratings of many players at once by maximum likelihood (Bradley and Terry, 1952), with draws
//! as half wins.

use crate::normal::quantile;
use crate::score::{Belief, ELO, PRIOR_GAMES, Pairs, Wdl};

/// Most players one table may hold; the arithmetic is cubic in it.
pub const MAX_PLAYERS: usize = 256;

/// Who scored how much against whom.
///
/// ```
/// use alinea_stats::{Pairs, Results, Wdl, rate};
/// let mut results = Results::new(3);
/// let won = Wdl { wins: 15, draws: 0, losses: 5 };
/// results.set(0, 1, won, Pairs::default());
/// results.set(1, 2, won, Pairs::default());
/// let ratings = rate(&results);
/// assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
/// assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    players: usize,
    met: Vec<(Wdl, Pairs)>,
}

/// A player's strength; ratings of a table average to 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the average of the table.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

impl Results {
    /// No games yet between this many players.
    #[must_use]
    pub fn new(players: usize) -> Results {
        let players = players.min(MAX_PLAYERS);
        Results { players, met: vec![(Wdl::default(), Pairs::default()); players * players] }
    }

    /// Sets the games and whole pairs of `player` against `opponent`, seen by `player`; both must be
    /// in the table.
    pub fn set(&mut self, player: usize, opponent: usize, wdl: Wdl, pairs: Pairs) {
        if player != opponent && player < self.players && opponent < self.players {
            self.met[player * self.players + opponent] = (wdl, pairs);
            self.met[opponent * self.players + player] = (wdl.reversed(), pairs.reversed());
        }
    }

    /// What is believed of every two that met. Without imaginary games a player who never scored
    /// would be infinitely weak. Each player brings [`PRIOR_GAMES`], shared among its opponents;
    /// two players alone get exactly the prior of a match, so both tell the same.
    fn beliefs(&self, prior_games: f64) -> Vec<Option<Belief>> {
        let n = self.players;
        let met = |i: usize, j: usize| self.met[i * n + j].0.games() > 0;
        let opponents: Vec<f64> =
            (0..n).map(|i| (0..n).filter(|&j| met(i, j)).count() as f64).collect();
        let belief = |cell: usize| {
            let (i, j) = (cell / n, cell % n);
            let (wdl, pairs) = self.met[cell];
            let share = 0.5 * (prior_games / opponents[i] + prior_games / opponents[j]);
            met(i, j).then(|| Belief::of(wdl, pairs, share))
        };
        (0..n * n).map(belief).collect()
    }
}

/// The ratings that make the results most likely, by Newton's method. Errors come from how much
/// pairs of games really varied, not from the model: draws and twins make scores less random.
#[must_use]
pub fn rate(results: &Results) -> Vec<Rating> {
    rate_with(results, PRIOR_GAMES)
}

fn rate_with(results: &Results, prior_games: f64) -> Vec<Rating> {
    let n = results.players;
    let beliefs = results.beliefs(prior_games);
    let mut strength = vec![0.0; n];
    let mut inverse = Vec::new();
    for _ in 0..100 {
        let (gradient, information) = derivatives(&beliefs, &strength);
        inverse = invert(information, n);
        let step: Vec<f64> =
            (0..n).map(|i| (0..n).map(|j| inverse[i * n + j] * gradient[j]).sum::<f64>()).collect();
        let largest = step.iter().fold(0.0f64, |max, s| max.max(s.abs()));
        // Far from the top a full step may overshoot; the likelihood is concave, so short ones arrive.
        let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        strength.iter_mut().zip(&step).for_each(|(s, d)| *s += scale * d);
        if largest < 1e-12 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / n.max(1) as f64;
    let z = quantile(0.975);
    let variances = variances(&beliefs, &inverse, n);
    (0..n)
        .map(|i| Rating { elo: ELO * (strength[i] - mean), error: ELO * z * variances[i].sqrt() })
        .collect()
}

/// Variance of each strength: what the points of every pairing varied by, carried through the
/// inverse of the curvature.
fn variances(beliefs: &[Option<Belief>], inverse: &[f64], n: usize) -> Vec<f64> {
    let of_player = |i: usize| {
        let mut variance = 0.0;
        for a in 0..n {
            for b in 0..a {
                let Some(belief) = beliefs[a * n + b] else { continue };
                let pull = inverse[i * n + a] - inverse[i * n + b];
                variance += pull * pull * belief.games * belief.games * belief.variance;
            }
        }
        variance
    };
    (0..n).map(of_player).collect()
}

/// Slope of the log-likelihood, and its curvature with the average of the ratings pinned down.
fn derivatives(beliefs: &[Option<Belief>], strength: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = strength.len();
    let mut gradient = vec![0.0; n];
    let mut information = vec![1.0 / n as f64; n * n];
    for i in 0..n {
        for j in 0..n {
            let Some(Belief { games, mean, .. }) = beliefs[i * n + j] else { continue };
            let expected = 1.0 / (1.0 + (strength[j] - strength[i]).exp());
            gradient[i] += games * (mean - expected);
            let weight = games * expected * (1.0 - expected);
            information[i * n + i] += weight;
            information[i * n + j] -= weight;
        }
    }
    (gradient, information)
}

/// Inverse by Gauss-Jordan elimination with pivoting; a column without a pivot stays zero, which
/// gives players without games rating 0.
fn invert(mut matrix: Vec<f64>, n: usize) -> Vec<f64> {
    let mut inverse = vec![0.0; n * n];
    (0..n).for_each(|i| inverse[i * n + i] = 1.0);
    for col in 0..n {
        let pivot = (col..n)
            .max_by(|&a, &b| matrix[a * n + col].abs().total_cmp(&matrix[b * n + col].abs()))
            .unwrap_or(col);
        if matrix[pivot * n + col].abs() < 1e-12 {
            continue;
        }
        for k in 0..n {
            matrix.swap(col * n + k, pivot * n + k);
            inverse.swap(col * n + k, pivot * n + k);
        }
        let scale = 1.0 / matrix[col * n + col];
        for k in 0..n {
            matrix[col * n + k] *= scale;
            inverse[col * n + k] *= scale;
        }
        for row in (0..n).filter(|&row| row != col) {
            let factor = matrix[row * n + col];
            for k in 0..n {
                matrix[row * n + k] -= factor * matrix[col * n + k];
                inverse[row * n + k] -= factor * inverse[col * n + k];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Summary, elo_of_score};

    /// American League baseball, 1987: the worked example of Agresti, "Categorical Data
    /// Analysis". Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    #[test]
    fn the_textbook_example_gives_the_textbook_strengths() {
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut results = Results::new(7);
        for (i, row) in wins.iter().enumerate() {
            for (j, &won) in row.iter().enumerate().take(i) {
                let wdl = Wdl { wins: won, draws: 0, losses: wins[j][i] };
                results.set(i, j, wdl, Pairs::default());
            }
        }
        let ratings = rate_with(&results, 0.0);
        let log_odds: Vec<f64> = ratings.iter().map(|r| (r.elo - ratings[6].elo) / ELO).collect();
        for (found, published) in log_odds.iter().zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]) {
            assert!((found - published).abs() < 0.006, "{log_odds:?}");
        }
        assert!(ratings.iter().map(|r| r.elo).sum::<f64>().abs() < 1e-6);
    }

    /// A tournament of two is a match: same Elo, same error.
    #[test]
    fn two_players_are_a_match() {
        for pairs in [[3, 4, 20, 9, 14], [0, 0, 0, 0, 2], [0, 0, 7, 0, 0], [0, 1, 1, 0, 30]] {
            let [ll, ld, even, wd, ww] = pairs;
            let wdl = Wdl { wins: 2 * ww + wd + even, draws: ld + wd, losses: 2 * ll + ld + even };
            let mut results = Results::new(2);
            results.set(0, 1, wdl, Pairs(pairs));
            let ratings = rate(&results);
            let summary = Summary::of(wdl, Pairs(pairs)).unwrap();
            let difference = ratings[0].elo - ratings[1].elo;
            assert!((difference - summary.elo).abs() < 1e-6, "{ratings:?} {summary:?}");
            let error = ratings[0].error + ratings[1].error;
            assert!((error - summary.error).abs() < 1e-6, "{ratings:?} {summary:?}");
        }
        let wdl = Wdl { wins: 64, draws: 20, losses: 16 };
        let mut results = Results::new(2);
        results.set(0, 1, wdl, Pairs::default());
        let ratings = rate_with(&results, 0.0);
        assert!((ratings[0].elo - ratings[1].elo - elo_of_score(0.74)).abs() < 1e-6);
    }

    /// The prior is shared out: it weighs as much in a class of fifty as in a match.
    #[test]
    fn the_prior_does_not_grow_with_the_number_of_opponents() {
        let mut results = Results::new(50);
        for i in 0..50 {
            for j in 0..i {
                results.set(i, j, Wdl { wins: 0, draws: 0, losses: 4 }, Pairs([2, 0, 0, 0, 0]));
            }
        }
        let beliefs = results.beliefs(PRIOR_GAMES);
        let of_one: f64 = (0..50).filter_map(|j| beliefs[j]).map(|b| b.games - 4.0).sum();
        assert!((of_one - PRIOR_GAMES).abs() < 1e-9);
        let ratings = rate(&results);
        assert!(ratings.windows(2).all(|two| two[0].elo > two[1].elo), "the order of the table");
    }

    #[test]
    fn clean_scores_and_strangers_stay_finite() {
        let clean = (Wdl { wins: 50, draws: 0, losses: 0 }, Pairs([0, 0, 0, 0, 25]));
        let mut results = Results::new(4);
        results.set(0, 1, clean.0, clean.1);
        results.set(1, 2, clean.0, clean.1);
        let ratings = rate(&results);
        assert!(ratings.iter().all(|r| r.elo.is_finite() && r.error.is_finite()), "{ratings:?}");
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
        assert!(rate(&Results::new(0)).is_empty());
        assert!(rate(&Results::new(3)).iter().all(|r| r.elo == 0.0));
    }
}
