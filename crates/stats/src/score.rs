//! A score between two contestants: counts of games and of pairs, and what they say in Elo.

use crate::beta::beta_cdf;
use crate::normal::quantile;

/// Games won, drawn and lost.
///
/// ```
/// use alinea_stats::Wdl;
/// let wdl = Wdl { wins: 5, draws: 3, losses: 2 };
/// assert_eq!((wdl.games(), wdl.points()), (10, 6.5));
/// assert_eq!(wdl.reversed().points(), 3.5);
/// ```
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

/// Pairs of games from one opening with colours swapped, counted by their points.
///
/// A pair brings 0, 1/2, 1, 3/2 or 2 points. The pair is the unit of evidence: its two games are
/// not independent.
///
/// ```
/// use alinea_stats::Pairs;
/// let mut pairs = Pairs::default();
/// pairs.add(4);
/// pairs.add(3);
/// assert_eq!(pairs, Pairs([0, 0, 0, 1, 1]), "two wins, then a win and a draw");
/// assert_eq!(pairs.reversed(), Pairs([1, 1, 0, 0, 0]));
/// ```
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

/// Elo difference that gives this expected score, from 0 to 1.
///
/// ```
/// use alinea_stats::{elo_of_score, score_of_elo};
/// assert!((elo_of_score(0.75) - 190.848_5).abs() < 1e-4);
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Expected score at this Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Imaginary games that every score begins with, half of them won and half lost.
///
/// They are two pairs of games: a uniform prior over the expected score when every pair is won or
/// lost outright. A player of a table shares them out among the opponents it met.
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
    /// Elo difference, positive if the first named is stronger.
    ///
    /// It is that of the expected score after these games and [`PRIOR_GAMES`] imaginary ones.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub error: f64,
    /// Likelihood that the first named is stronger.
    pub los: f64,
}

impl Summary {
    /// What these counts say; `None` without games.
    ///
    /// Pairs are the units of evidence once there are any.
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

    #[test]
    fn points_of_both_sides_add_up_to_the_games() {
        let wdl = Wdl { wins: 3, draws: 4, losses: 2 };
        assert_eq!((wdl.games(), wdl.points(), wdl.reversed().points()), (9, 5.0, 4.0));
        assert_eq!(Wdl { wins: 1, draws: 1, losses: 0 }.points(), 1.5);
    }

    #[test]
    fn pairs_are_counted_by_their_half_points() {
        let mut pairs = Pairs::default();
        for half_points in [0, 1, 1, 2, 3, 4, 4, 4] {
            pairs.add(half_points);
        }
        assert_eq!((pairs, pairs.count()), (Pairs([1, 2, 1, 1, 3]), 8));
        assert_eq!(pairs.reversed(), Pairs([3, 1, 1, 2, 1]));
    }

    /// The table of every rating system: 400 Elo are ten to one.
    #[test]
    fn elo_of_round_odds() {
        for (elo, score) in [(0.0, 0.5), (400.0, 10.0 / 11.0), (-800.0, 1.0 / 101.0)] {
            assert!((score_of_elo(elo) - score).abs() < 1e-12, "{elo}");
            assert!((elo_of_score(score) - elo).abs() < 1e-9, "{score}");
        }
        assert!((score_of_elo(100.0) - 0.640_065).abs() < 1e-6);
    }

    /// Pairs of every kind and, beside them, two games won, one drawn and three lost.
    #[test]
    fn games_in_no_pair_are_found_by_their_points() {
        let pairs = [1, 2, 3, 4, 5];
        let paired = games_of(pairs);
        let with = |wins, draws, losses| Wdl {
            wins: paired.wins + wins,
            draws: paired.draws + draws,
            losses: paired.losses + losses,
        };
        assert_eq!(single_games(paired, Pairs(pairs)), [0.0, 0.0, 0.0]);
        assert_eq!(single_games(with(2, 1, 3), Pairs(pairs)), [3.0, 1.0, 2.0]);
        // Two draws bring what a win and a loss bring.
        assert_eq!(single_games(with(0, 2, 0), Pairs(pairs)), [1.0, 0.0, 1.0]);
        // Without pairs every game is told as it was.
        assert_eq!(single_games(with(0, 0, 0), Pairs::default()), {
            [paired.losses as f64, paired.draws as f64, paired.wins as f64]
        });
        // By hand, in pairs: 2.5 lost outright, 2 + 4 + 5 + 1 with points, half an even one.
        let belief = Belief::of(with(2, 1, 3), Pairs(pairs), 0.0);
        let mean = (2.0 * 0.25 + 3.5 * 0.5 + 4.0 * 0.75 + 6.0) / 18.0;
        let square = (2.0 * 0.0625 + 3.5 * 0.25 + 4.0 * 0.5625 + 6.0) / 18.0;
        assert!((belief.mean - mean).abs() < 1e-12, "{belief:?}");
        assert!((belief.variance - (square - mean * mean) / 19.0).abs() < 1e-12, "{belief:?}");
        assert_eq!(belief.games, 36.0);
    }

    /// Half a score that was read before the games of its pairs were: the pairs are believed.
    #[test]
    fn fewer_games_than_the_pairs_have_are_no_evidence_of_their_own() {
        for games in [0, 1, 6, 7] {
            let wdl = Wdl { wins: 0, draws: 0, losses: games };
            let belief = Belief::of(wdl, Pairs([0, 0, 0, 0, 4]), PRIOR_GAMES);
            assert!((belief.mean - 5.0 / 6.0).abs() < 1e-12, "{games}: {belief:?}");
        }
        // As many games as the pairs have, and fewer points: nothing is counted below zero.
        let wdl = Wdl { wins: 0, draws: 0, losses: 8 };
        let belief = Belief::of(wdl, Pairs([0, 0, 0, 0, 4]), PRIOR_GAMES);
        assert!((belief.mean - 5.0 / 6.0).abs() < 1e-12, "{belief:?}");
    }

    /// By hand: 12 won pairs and 6 lost ones with the prior of one each are a beta distribution
    /// with parameters 13 and 7; the chance is a sum of binomials of 19.
    #[test]
    fn superiority_is_exact_where_every_pair_was_decided() {
        let belief = Belief::of(games_of([6, 0, 0, 0, 12]), Pairs([6, 0, 0, 0, 12]), PRIOR_GAMES);
        assert!((belief.mean - 0.65).abs() < 1e-12, "{belief:?}");
        assert!((belief.variance - 0.65 * 0.35 / 21.0).abs() < 1e-12, "{belief:?}");
        // C(19, 0) + ... + C(19, 12) = 480 492 of 2^19.
        assert!((belief.superiority() - 480_492.0 / 524_288.0).abs() < 1e-12, "{belief:?}");
        // 400 / ln 10 times 1.96 deviations, by the slope of the logistic curve.
        let error = 1.959_963_985 * 173.717_792_8 * (0.65f64 * 0.35 / 21.0).sqrt() / (0.65 * 0.35);
        assert!((belief.elo_error() - error).abs() < 1e-5, "{} {error}", belief.elo_error());
    }
}
