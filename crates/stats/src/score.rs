//! A score between two contestants: counts of games and of pairs, and what they say in Elo.

use crate::normal::{cdf, quantile};

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// All games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games seen by the opponent.
    #[must_use]
    pub fn reversed(self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Points per game and their variance; `None` without games.
    fn moments(self) -> Option<(f64, f64)> {
        moments(&[self.losses, self.draws, self.wins])
    }
}

/// Pairs of games from one opening with colours swapped, counted by the points they brought:
/// 0, 1/2, 1, 3/2 and 2. The pair is the unit of evidence: its two games are not independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// All pairs.
    #[must_use]
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair that brought this many half points, from 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The same pairs seen by the opponent.
    #[must_use]
    pub fn reversed(self) -> Pairs {
        let [a, b, c, d, e] = self.0;
        Pairs([e, d, c, b, a])
    }

    /// Mean score of a pair (0 to 1) and its variance; `None` without pairs.
    fn moments(self) -> Option<(f64, f64)> {
        moments(&self.0)
    }
}

/// Mean and variance of a score in [0, 1] that takes evenly spaced values with these counts.
fn moments(counts: &[u64]) -> Option<(f64, f64)> {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let last = (counts.len() - 1) as f64;
    let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
        let sum: f64 = counts.iter().enumerate().map(|(i, &n)| f(i as f64 / last) * n as f64).sum();
        sum / total as f64
    };
    let mean = weighted(&|score| score);
    Some((mean, weighted(&|score| (score - mean) * (score - mean))))
}

/// Elo difference that gives this expected score.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected score at this Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// What a score says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Elo difference, positive if the first named is stronger. A clean score has no finite
    /// Elo: it is then reckoned as if half a game had gone the other way.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub error: f64,
    /// Likelihood that the first named is stronger.
    pub los: f64,
}

impl Summary {
    /// Reads the counts; `None` without games. The variance comes from the pairs once there are
    /// two of them, else from single games.
    #[must_use]
    pub fn of(wdl: Wdl, pairs: Pairs) -> Option<Summary> {
        let (score, game_variance) = wdl.moments()?;
        let games = wdl.games() as f64;
        let spread = match pairs.moments() {
            Some((_, variance)) if pairs.count() >= 2 => (variance / pairs.count() as f64).sqrt(),
            _ => (game_variance / games).sqrt(),
        };
        let inside = |score: f64| score.clamp(0.5 / games, 1.0 - 0.5 / games);
        let elo = if games == 1.0 { one_game(score) } else { elo_of_score(inside(score)) };
        // A clean score has no spread of its own; the half game above lends it one.
        let spread = if spread > 0.0 || score == 0.5 {
            spread
        } else {
            let lent = inside(score);
            (lent * (1.0 - lent) / games).sqrt()
        };
        let reach = quantile(0.975) * spread;
        let limit = |score: f64| elo_of_score(score.clamp(1e-6, 1.0 - 1e-6));
        let error = (limit(score + reach) - limit(score - reach)) / 2.0;
        let los = if spread > 0.0 { cdf((score - 0.5) / spread) } else { 0.5 };
        Some(Summary { elo, error, los })
    }
}

/// One game cannot be won by less than a whole; three quarters of a point stand for it.
fn one_game(score: f64) -> f64 {
    elo_of_score(0.25 + 0.5 * score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(pairs: [u64; 5]) -> Summary {
        // Any games that give these pairs will do: points are what counts.
        let [ll, ld, even, wd, ww] = pairs;
        let wdl = Wdl { wins: 2 * ww + wd + even, draws: ld + wd, losses: 2 * ll + ld + even };
        Summary::of(wdl, Pairs(pairs)).unwrap()
    }

    /// The worked examples in fastchess's test suite (`elo_test.cpp`).
    #[test]
    fn elo_error_and_los_are_the_published_ones() {
        let published = [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ];
        for (pairs, elo, error, los) in published {
            let found = summary(pairs);
            assert!((found.elo - elo).abs() < 0.006, "{found:?}");
            assert!((found.error - error).abs() < 0.006, "{found:?}");
            assert!((found.los - los).abs() < 5e-5, "{found:?}");
        }
    }

    /// `EloWDL 2` of the same suite: without pairs, single games are the evidence.
    #[test]
    fn single_games_give_the_published_numbers_too() {
        let wdl = Wdl { wins: 136, draws: 111, losses: 96 };
        let found = Summary::of(wdl, Pairs::default()).unwrap();
        assert!((found.elo - 40.70).abs() < 0.006, "{found:?}");
        assert!((found.error - 30.43).abs() < 0.006, "{found:?}");
        assert!((found.los - 0.9960).abs() < 5e-5, "{found:?}");
    }

    #[test]
    fn clean_scores_stay_finite_and_mirror() {
        for wins in [1, 2, 10, 1000] {
            let all = Wdl { wins, draws: 0, losses: 0 };
            let mut pairs = Pairs::default();
            (0..wins / 2).for_each(|_| pairs.add(4));
            let won = Summary::of(all, pairs).unwrap();
            let lost = Summary::of(all.reversed(), pairs.reversed()).unwrap();
            assert!(won.elo.is_finite() && won.error.is_finite() && won.elo > 0.0);
            assert!(won.los > 0.5 && won.los <= 1.0);
            assert!((won.elo + lost.elo).abs() < 1e-9 && (won.los + lost.los - 1.0).abs() < 1e-9);
        }
        assert_eq!(Summary::of(Wdl::default(), Pairs::default()), None);
    }

    #[test]
    fn even_scores_are_even() {
        let found = summary([0, 0, 50, 0, 0]);
        assert_eq!((found.elo, found.error, found.los), (0.0, 0.0, 0.5));
        assert!((score_of_elo(elo_of_score(0.64)) - 0.64).abs() < 1e-12);
        assert!((elo_of_score(0.76) - 200.24).abs() < 0.01);
    }
}
