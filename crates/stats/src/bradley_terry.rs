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

/// A player's strength in Elo with its error.
///
/// Ratings average to 0 over the players of a table, or over each group of them where groups never
/// met: between those there is nothing to compare.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above that average.
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

    /// Sets the games and whole pairs of `player` against `opponent`, seen by `player`.
    ///
    /// Both must be in the table; other numbers change nothing.
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

/// The ratings that make the results most likely, found by Newton's method.
///
/// Errors come from how much pairs of games really varied, not from the model: draws and games that
/// repeat each other make scores less random.
///
/// ```
/// use alinea_stats::{Pairs, Results, Summary, Wdl, rate};
/// // Two players alone: a table tells the same as a match.
/// let wdl = Wdl { wins: 30, draws: 10, losses: 20 };
/// let mut results = Results::new(2);
/// results.set(0, 1, wdl, Pairs::default());
/// let ratings = rate(&results);
/// let summary = Summary::of(wdl, Pairs::default()).unwrap();
/// assert!((ratings[0].elo - ratings[1].elo - summary.elo).abs() < 1e-6);
/// ```
#[must_use]
pub fn rate(results: &Results) -> Vec<Rating> {
    rate_with(results, PRIOR_GAMES)
}

fn rate_with(results: &Results, prior_games: f64) -> Vec<Rating> {
    let n = results.players;
    let beliefs = results.beliefs(prior_games);
    let groups = groups(&beliefs, n);
    let mut strength = vec![0.0; n];
    let mut inverse = Vec::new();
    for _ in 0..100 {
        let (gradient, information) = derivatives(&beliefs, &groups, &strength);
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

/// The group of every player, named after one of its members: two are in one group if matches lead
/// from one to the other.
fn groups(beliefs: &[Option<Belief>], n: usize) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..n).collect();
    for cell in (0..n * n).filter(|&cell| beliefs[cell].is_some()) {
        let (into, from) = (groups[cell / n], groups[cell % n]);
        groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = into);
    }
    groups
}

/// Slope of the log-likelihood, and its curvature with the average of each group pinned down: one
/// average for the whole table would leave open how groups that never met lie to each other.
fn derivatives(
    beliefs: &[Option<Belief>],
    groups: &[usize],
    strength: &[f64],
) -> (Vec<f64>, Vec<f64>) {
    let n = strength.len();
    let mut gradient = vec![0.0; n];
    let pin = |cell: usize| if groups[cell / n] == groups[cell % n] { 1.0 / n as f64 } else { 0.0 };
    let mut information: Vec<f64> = (0..n * n).map(pin).collect();
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

/// Inverse by Gauss-Jordan elimination with pivoting. A column without a pivot is passed over, so
/// that everything stays finite even where a curvature vanishes.
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

    fn match_of(wins: u64, losses: u64) -> Wdl {
        Wdl { wins, draws: 0, losses }
    }

    #[test]
    fn games_against_oneself_or_outside_the_table_are_left_out() {
        let mut results = Results::new(2);
        for (player, opponent) in [(0, 0), (1, 1), (0, 2), (2, 0), (2, 2), (1, 900), (900, 1)] {
            results.set(player, opponent, match_of(3, 1), Pairs::default());
        }
        assert_eq!(results, Results::new(2));
        assert_eq!(rate(&Results::new(MAX_PLAYERS + 1)).len(), MAX_PLAYERS);
        // The other side of a match is the same match.
        let mut other = Results::new(2);
        results.set(0, 1, match_of(3, 1), Pairs([0, 0, 1, 0, 1]));
        other.set(1, 0, match_of(1, 3), Pairs([1, 0, 1, 0, 0]));
        assert_eq!(results, other);
    }

    /// By hand: the middle shares its four games out in twos, the ends give all of theirs.
    #[test]
    fn the_prior_of_a_meeting_is_the_mean_of_what_both_bring() {
        let mut results = Results::new(4);
        results.set(1, 0, match_of(6, 4), Pairs::default());
        results.set(1, 2, match_of(10, 20), Pairs::default());
        let beliefs = results.beliefs(4.0);
        let games = |i: usize, j: usize| beliefs[i * 4 + j].map(|belief| belief.games);
        assert_eq!((games(0, 1), games(1, 0), games(1, 2)), (Some(13.0), Some(13.0), Some(33.0)));
        assert_eq!((games(0, 2), games(0, 0), games(3, 1)), (None, None, None));
        // Seven and a half of thirteen: six that were won and half of three imagined ones.
        assert!((beliefs[4].unwrap().mean - 7.5 / 13.0).abs() < 1e-12);
    }

    /// Without a circle every difference is that of its match alone, and independent of the others:
    /// differences add up along the tree, and so do the squares of their errors.
    #[test]
    fn a_tree_of_matches_is_rated_match_by_match() {
        // Player 1 met everybody, and 3 met 4.
        let played = [(0, 1, 30, 10), (1, 2, 300, 200), (1, 3, 5, 9), (3, 4, 60, 70)];
        let mut results = Results::new(5);
        for (a, b, wins, losses) in played {
            results.set(a, b, match_of(wins, losses), Pairs::default());
        }
        let ratings = rate_with(&results, 0.0);
        // How much of each difference, in order, is in the rating of each player, in fifths: a match
        // lifts those on its winning side by the share of the players on the other.
        let shares = [
            [4.0, 1.0, 2.0, 1.0],
            [-1.0, 1.0, 2.0, 1.0],
            [-1.0, -4.0, 2.0, 1.0],
            [-1.0, 1.0, -3.0, 1.0],
            [-1.0, 1.0, -3.0, -4.0],
        ];
        for (player, shares) in shares.iter().enumerate() {
            let (mut elo, mut square) = (0.0, 0.0);
            for (share, (_, _, wins, losses)) in shares.iter().zip(played) {
                let (games, share) = ((wins + losses) as f64, share / 5.0);
                let score = wins as f64 / games;
                elo += share * elo_of_score(score);
                // A proportion of n games varies by p (1 - p) / (n + 1); Elo by the slope of it.
                let deviation = ELO / (score * (1.0 - score) * (games + 1.0)).sqrt();
                square += (share * quantile(0.975) * deviation).powi(2);
            }
            let found = ratings[player];
            assert!((found.elo - elo).abs() < 1e-6, "{player}: {found:?} {elo}");
            assert!((found.error - square.sqrt()).abs() < 1e-6, "{player}: {found:?} {square}");
        }
    }

    /// Three in a circle with even scores. By hand: every rating varies by 8/9 of 1 / (n + 1).
    #[test]
    fn errors_in_a_circle_are_smaller_than_those_of_a_chain() {
        let mut results = Results::new(3);
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            results.set(a, b, match_of(50, 50), Pairs::default());
        }
        for rating in rate_with(&results, 0.0) {
            let expected = ELO * quantile(0.975) * (8.0 / 9.0 / 101.0f64).sqrt();
            assert!(
                rating.elo.abs() < 1e-9 && (rating.error - expected).abs() < 1e-9,
                "{rating:?}"
            );
        }
    }

    /// Thousands of games up a ladder, and two that were won over the foot of it: a full step of
    /// Newton's method overshoots here, and the next one leaves for good. At the top everybody has
    /// as many points as expected.
    #[test]
    fn lopsided_tables_find_the_top_too() {
        let mut results = Results::new(4);
        for (a, b, wins) in [(1, 0, 10_000), (2, 0, 2), (1, 3, 10_000), (3, 2, 100_000)] {
            results.set(a, b, match_of(wins, 0), Pairs::default());
        }
        let ratings = rate(&results);
        let beliefs = results.beliefs(PRIOR_GAMES);
        for i in 0..4 {
            let surplus = |j: usize| {
                let belief = beliefs[i * 4 + j]?;
                let expected = crate::score_of_elo(ratings[i].elo - ratings[j].elo);
                Some(belief.games * (belief.mean - expected))
            };
            let surplus: f64 = (0..4).filter_map(surplus).sum();
            assert!(surplus.abs() < 1e-6, "player {i} has {surplus} too many: {ratings:?}");
        }
        let order = [1, 3, 2, 0].map(|player: usize| ratings[player].elo);
        assert!(order.is_sorted_by(|above, below| above > below), "{ratings:?}");
    }

    /// Groups that never met cannot be compared; inside each the ratings are its own, however many
    /// games there are, and a player without games is in the middle.
    #[test]
    fn groups_that_never_met_are_rated_each_by_itself() {
        for times in [1, 1000, 1_000_000] {
            let mut results = Results::new(6);
            results.set(0, 3, match_of(30 * times, 10 * times), Pairs::default());
            results.set(1, 4, match_of(7 * times, 9 * times), Pairs::default());
            results.set(5, 4, match_of(8 * times, 8 * times), Pairs::default());
            let ratings = rate_with(&results, 0.0);
            let (first, second) = (elo_of_score(0.75), elo_of_score(0.4375));
            let expected =
                [first / 2.0, second / 1.5, 0.0, -first / 2.0, -second / 3.0, -second / 3.0];
            for (found, expected) in ratings.iter().zip(expected) {
                assert!((found.elo - expected).abs() < 1e-6, "{times}: {ratings:?}");
            }
            // The error of a match is shared by its two sides.
            let games = 40.0 * times as f64;
            let error = quantile(0.975) * ELO / (0.75 * 0.25 * (games + 1.0)).sqrt();
            assert!((ratings[0].error / (error / 2.0) - 1.0).abs() < 1e-6, "{times}: {ratings:?}");
            assert_eq!(ratings[2].error, 0.0);
        }
    }

    #[test]
    fn a_matrix_without_an_inverse_stays_finite() {
        let matrices =
            [vec![0.0; 4], vec![1.0; 4], vec![1.0, 0.0, 0.0, 1e-13], vec![0.0, 0.0, 0.0, 2.0]];
        for matrix in matrices {
            let found = invert(matrix.clone(), 2);
            assert!(found.iter().all(|cell| cell.abs() < 10.0), "{matrix:?} {found:?}");
        }
    }

    /// A matrix whose first pivot is nothing and one whose first is next to nothing.
    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let first = vec![0.0, 2.0, 1.0, 1.0, 1.0, 0.0, 3.0, 0.0, 5.0];
        let second = vec![1e-11, 4.0, 1.0, 2.0, 1.0, 7.0, -3.0, 1.0, 5.0];
        for matrix in [first, second] {
            let inverse = invert(matrix.clone(), 3);
            for (i, j) in (0..9).map(|cell| (cell / 3, cell % 3)) {
                let product: f64 = (0..3).map(|k| inverse[i * 3 + k] * matrix[k * 3 + j]).sum();
                let one = f64::from(u8::from(i == j));
                assert!((product - one).abs() < 1e-13, "{matrix:?} {inverse:?}");
            }
        }
    }
}
