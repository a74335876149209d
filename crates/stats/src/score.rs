//! A score between two contestants: counts of games and of pairs, and what they say in Elo.

use crate::beta::beta_cdf;
use crate::normal::quantile;

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

/// Imaginary games that every score begins with, half of them won and half lost: two pairs of
/// games, a uniform prior over the expected score when every pair is won or lost outright. A
/// player of a table shares them out among the opponents it met.
pub const PRIOR_GAMES: f64 = 4.0;

/// Elo points per unit of log-odds.
pub(crate) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// What is believed about an expected score after these games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Belief {
    /// Games seen, imaginary ones included.
    pub(crate) games: f64,
    /// The expected score, from 0 to 1.
    pub(crate) mean: f64,
    /// Variance of the belief about it.
    pub(crate) variance: f64,
}

impl Belief {
    /// The posterior of a Dirichlet distribution over the results of a pair: the counts, and the
    /// imaginary games as pairs won and lost outright. Games that belong to no whole pair yet
    /// count as half a pair each; where no pairs are known, every game stands for itself.
    pub(crate) fn of(wdl: Wdl, pairs: Pairs, prior_games: f64) -> Belief {
        let games = wdl.games();
        let paired = pairs.count() > 0;
        let unit = if paired { 2.0 } else { 1.0 };
        let mut counts = pairs.0.map(|count| count as f64);
        if games >= 2 * pairs.count() {
            let [lost, drawn, won] = single_games(wdl, pairs);
            counts[0] += lost / unit;
            counts[2] += drawn / unit;
            counts[4] += won / unit;
        }
        counts[0] += prior_games / unit / 2.0;
        counts[4] += prior_games / unit / 2.0;
        let total: f64 = counts.iter().sum();
        let moment = |power: i32| -> f64 {
            (0..5).map(|i| (i as f64 / 4.0).powi(power) * counts[i] / total).sum()
        };
        let mean = moment(1);
        let variance = (moment(2) - mean * mean).max(0.0) / (total + 1.0);
        Belief { games: games as f64 + prior_games, mean, variance }
    }

    /// Half the width of the 95 % interval of the Elo difference, by the slope of Elo at the mean.
    fn elo_error(self) -> f64 {
        quantile(0.975) * ELO * self.variance.sqrt() / (self.mean * (1.0 - self.mean))
    }

    /// Probability that the expected score is above one half, by the beta distribution with this
    /// mean and variance: exact where every pair was won or lost outright, and the normal
    /// distribution in the limit of many games.
    fn superiority(self) -> f64 {
        let size = self.mean * (1.0 - self.mean) / self.variance - 1.0;
        1.0 - beta_cdf(0.5, self.mean * size, (1.0 - self.mean) * size)
    }
}

/// Lost, drawn and won games that are in no whole pair. A pair that brought one point may have
/// been two draws or a win each; which one it was changes no mean, so wins and losses are taken
/// as far as there are any.
fn single_games(wdl: Wdl, pairs: Pairs) -> [f64; 3] {
    let [none, half, even, more, both] = pairs.0;
    let left = wdl.games() - 2 * pairs.count();
    // Half points of the pairs, taken off the half points of all games.
    let half_points =
        (2 * wdl.wins + wdl.draws).saturating_sub(half + 2 * even + 3 * more + 4 * both);
    debug_assert!(none + half + even + more + both == pairs.count());
    let won = half_points / 2;
    let drawn = half_points % 2;
    if pairs.count() == 0 {
        return [wdl.losses as f64, wdl.draws as f64, wdl.wins as f64];
    }
    [left.saturating_sub(won + drawn) as f64, drawn as f64, won as f64]
}

/// What a score says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Elo difference, positive if the first named is stronger: that of the expected score after
    /// these games and [`PRIOR_GAMES`] imaginary ones.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub error: f64,
    /// Likelihood that the first named is stronger.
    pub los: f64,
}

impl Summary {
    /// Reads the counts; `None` without games. Pairs are the units of evidence once there are any.
    ///
    /// ```
    /// use alinea_stats::{Pairs, Summary, Wdl};
    /// // Four games, two pairs, all won: not enough to be sure of anything.
    /// let clean = Summary::of(Wdl { wins: 4, draws: 0, losses: 0 }, Pairs([0, 0, 0, 0, 2])).unwrap();
    /// assert!((clean.los - 0.875).abs() < 1e-9);
    /// assert!(clean.elo < clean.error);
    /// ```
    #[must_use]
    pub fn of(wdl: Wdl, pairs: Pairs) -> Option<Summary> {
        if wdl.games() == 0 {
            return None;
        }
        let belief = Belief::of(wdl, pairs, PRIOR_GAMES);
        Some(Summary {
            elo: elo_of_score(belief.mean),
            error: belief.elo_error(),
            los: belief.superiority(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any games that give these pairs will do: points are what counts.
    fn games_of(pairs: [u64; 5]) -> Wdl {
        let [ll, ld, even, wd, ww] = pairs;
        Wdl { wins: 2 * ww + wd + even, draws: ld + wd, losses: 2 * ll + ld + even }
    }

    fn summary(pairs: [u64; 5]) -> Summary {
        Summary::of(games_of(pairs), Pairs(pairs)).unwrap()
    }

    /// The worked examples in fastchess's test suite (`elo_test.cpp`), which know no prior and take
    /// the two ends of the interval instead of the slope.
    #[test]
    fn without_the_prior_elo_error_and_los_are_the_published_ones() {
        let published = [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, 0.0),
        ];
        for (pairs, elo, error, los) in published {
            let belief = Belief::of(games_of(pairs), Pairs(pairs), 0.0);
            assert!((elo_of_score(belief.mean) - elo).abs() < 0.006, "{belief:?}");
            assert!((belief.elo_error() / error - 1.0).abs() < 0.006, "{belief:?} {error}");
            assert!((belief.superiority() - los).abs() < 5e-4, "{belief:?}");
            let found = summary(pairs);
            let shift = (found.elo - elo).abs() / error;
            assert!(shift < 0.03, "the prior moves large samples by little: {found:?}");
        }
    }

    /// `EloWDL 2` of the same suite: without pairs, single games are the evidence.
    #[test]
    fn single_games_give_the_published_numbers_too() {
        let wdl = Wdl { wins: 136, draws: 111, losses: 96 };
        let belief = Belief::of(wdl, Pairs::default(), 0.0);
        assert!((elo_of_score(belief.mean) - 40.70).abs() < 0.006, "{belief:?}");
        assert!((belief.elo_error() / 30.43 - 1.0).abs() < 0.006, "{}", belief.elo_error());
        assert!((belief.superiority() - 0.9960).abs() < 5e-4, "{belief:?}");
    }

    /// Bayes's own problem: with a uniform prior and n wins to none the chance of being better is
    /// 1 - 2^-(n+1), here for pairs.
    #[test]
    fn clean_scores_are_as_likely_as_the_exact_formula_says() {
        for pairs in [1u64, 2, 3, 4, 10] {
            let won = summary([0, 0, 0, 0, pairs]);
            let exact = 1.0 - 0.5f64.powi(pairs as i32 + 1);
            assert!((won.los - exact).abs() < 1e-9, "{pairs}: {won:?} {exact}");
            let lost = summary([pairs, 0, 0, 0, 0]);
            assert!((won.elo + lost.elo).abs() < 1e-9 && (won.los + lost.los - 1.0).abs() < 1e-9);
        }
        assert!(summary([0, 0, 0, 0, 2]).los < 0.95, "4-0 is no verdict");
        assert!(summary([0, 0, 0, 0, 4]).los > 0.95, "8-0 is one");
    }

    #[test]
    fn no_error_is_nothing_and_none_swallows_a_long_clean_score() {
        for pairs in [[0, 0, 50, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 1]] {
            assert!(summary(pairs).error > 5.0, "{pairs:?} {:?}", summary(pairs));
        }
        let even = summary([0, 0, 50, 0, 0]);
        assert!(even.elo.abs() < 1e-9 && (even.los - 0.5).abs() < 1e-9, "{even:?}");
        for pairs in [10, 50, 500, 50_000] {
            let clean = summary([0, 0, 0, 0, pairs]);
            assert!(clean.error < clean.elo && clean.error < 360.0, "{pairs}: {clean:?}");
        }
        assert_eq!(Summary::of(Wdl::default(), Pairs::default()), None);
    }

    /// A game whose twin is not played yet counts, and for less than a pair.
    #[test]
    fn half_a_pair_counts_for_half() {
        let wdl = Wdl { wins: 3, draws: 0, losses: 0 };
        let open = Summary::of(wdl, Pairs([0, 0, 0, 0, 1])).unwrap();
        let (one, two) = (summary([0, 0, 0, 0, 1]), summary([0, 0, 0, 0, 2]));
        assert!(one.los < open.los && open.los < two.los, "{open:?}");
        let belief = Belief::of(wdl, Pairs([0, 0, 0, 0, 1]), PRIOR_GAMES);
        assert!((belief.mean - 5.0 / 7.0).abs() < 1e-12, "{belief:?}");
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        assert!((score_of_elo(elo_of_score(0.64)) - 0.64).abs() < 1e-12);
        assert!((elo_of_score(0.76) - 200.24).abs() < 0.01);
    }
}
