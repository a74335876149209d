//! Ratings of many players at once by maximum likelihood (Bradley and Terry, 1952), with draws
//! as half wins.

use crate::normal::quantile;

/// Most players one table may hold; the arithmetic is cubic in it.
pub const MAX_PLAYERS: usize = 256;

/// Elo points per unit of log-odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Who scored how much against whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    players: usize,
    points: Vec<f64>,
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
        Results { players, points: vec![0.0; players * players] }
    }

    /// Adds points that `player` took from `opponent`; both must be in the table.
    pub fn add(&mut self, player: usize, opponent: usize, points: f64) {
        if player != opponent && player < self.players && opponent < self.players {
            self.points[player * self.players + opponent] += points;
        }
    }

    /// Adds this many drawn games between all who met. Without it a player who never scored
    /// would be infinitely weak.
    #[must_use]
    pub fn with_virtual_draws(mut self, games: f64) -> Results {
        for player in 0..self.players {
            for opponent in 0..player {
                if self.games(player, opponent) > 0.0 {
                    self.add(player, opponent, games / 2.0);
                    self.add(opponent, player, games / 2.0);
                }
            }
        }
        self
    }

    fn taken(&self, player: usize, opponent: usize) -> f64 {
        self.points[player * self.players + opponent]
    }

    fn games(&self, player: usize, opponent: usize) -> f64 {
        self.taken(player, opponent) + self.taken(opponent, player)
    }
}

/// The ratings that make the results most likely, by Newton's method.
#[must_use]
pub fn rate(results: &Results) -> Vec<Rating> {
    let n = results.players;
    let mut strength = vec![0.0; n];
    let mut inverse = Vec::new();
    for _ in 0..100 {
        let (gradient, information) = derivatives(results, &strength);
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
    (0..n)
        .map(|i| {
            // The all-ones direction was filled in to make the matrix invertible: take it out.
            let variance = (inverse[i * n + i] - 1.0 / n as f64).max(0.0);
            Rating { elo: ELO * (strength[i] - mean), error: ELO * z * variance.sqrt() }
        })
        .collect()
}

/// Slope of the log-likelihood, and its curvature with the average of the ratings pinned down.
fn derivatives(results: &Results, strength: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let n = results.players;
    let mut gradient = vec![0.0; n];
    let mut information = vec![1.0 / n as f64; n * n];
    for i in 0..n {
        for j in 0..n {
            let games = results.games(i, j);
            if i == j || games == 0.0 {
                continue;
            }
            let expected = 1.0 / (1.0 + (strength[j] - strength[i]).exp());
            gradient[i] += results.taken(i, j) - games * expected;
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
    use crate::{Wdl, elo_of_score};

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
            row.iter().enumerate().for_each(|(j, &w)| results.add(i, j, f64::from(w)));
        }
        let ratings = rate(&results);
        let log_odds: Vec<f64> = ratings.iter().map(|r| (r.elo - ratings[6].elo) / ELO).collect();
        for (found, published) in log_odds.iter().zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]) {
            assert!((found - published).abs() < 0.006, "{log_odds:?}");
        }
        assert!(ratings.iter().map(|r| r.elo).sum::<f64>().abs() < 1e-6);
    }

    /// Two players are the plain Elo formula, and the error is that of a proportion.
    #[test]
    fn two_players_agree_with_the_formula() {
        let wdl = Wdl { wins: 64, draws: 20, losses: 16 };
        let mut results = Results::new(2);
        results.add(0, 1, wdl.points());
        results.add(1, 0, wdl.reversed().points());
        let ratings = rate(&results);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - elo_of_score(0.74)).abs() < 1e-6, "{ratings:?}");
        let error = 1.959_964 * ELO / (100.0f64 * 0.74 * 0.26).sqrt();
        assert!((2.0 * ratings[0].error - error).abs() < 1e-3, "{ratings:?} {error}");
    }

    #[test]
    fn clean_scores_and_strangers_stay_finite() {
        let mut results = Results::new(4);
        results.add(0, 1, 50.0);
        results.add(1, 2, 50.0);
        let ratings = rate(&results.with_virtual_draws(1.0));
        assert!(ratings.iter().all(|r| r.elo.is_finite() && r.error.is_finite()), "{ratings:?}");
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
        assert!(rate(&Results::new(0)).is_empty());
        assert!(rate(&Results::new(3)).iter().all(|r| r.elo == 0.0));
    }
}
