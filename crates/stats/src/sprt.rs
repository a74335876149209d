//! The sequential probability ratio test on pairs of games: stop as soon as the evidence is
//! strong enough, not at a number of games chosen beforehand.
//!
//! The likelihood of the observed pairs is maximised under each hypothesis ("the expected score
//! is that of elo0 / elo1"), after Van den Bergh, "Comments on Normalized Elo", proposition 1.1.

use crate::score::{Pairs, score_of_elo};
use std::fmt;

/// Two hypotheses about the Elo difference and how sure the test must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The difference is elo1 or more: accepted.
    Accept,
    /// The difference is elo0 or less: rejected.
    Reject,
}

/// Bounds that make no test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SprtError(String);

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test with 5 % risk of either error.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        let plausible = |elo: f64| elo.abs() <= 2000.0;
        if elo0 < elo1 && plausible(elo0) && plausible(elo1) {
            return Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 });
        }
        Err(SprtError(format!("expected elo0 below elo1, as in 0,20, found {elo0},{elo1}")))
    }

    /// Reads `elo0,elo1`.
    pub fn parse(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[elo0, elo1]) => Sprt::new(elo0, elo1),
            _ => Err(SprtError(format!("expected elo0,elo1 as in 0,20, found '{text}'"))),
        }
    }

    /// The two hypotheses.
    #[must_use]
    pub fn elos(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratios at which the test ends: reject below, accept above.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these pairs.
    #[must_use]
    pub fn llr(&self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // An outcome not seen yet is not impossible; without this no likelihood would exist.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let zero = most_likely(&seen, score_of_elo(self.elo0));
        let one = most_likely(&seen, score_of_elo(self.elo1));
        let gain = (0..5).map(|i| seen[i] * (one[i] / zero[i]).ln());
        total * gain.sum::<f64>()
    }

    /// Where the test stands after these pairs.
    #[must_use]
    pub fn decide(&self, pairs: Pairs) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Decision::Accept,
            llr if llr <= lower => Decision::Reject,
            _ => Decision::Continue,
        }
    }
}

/// The distribution over pair scores closest in likelihood to the one seen, among those with
/// this mean: `seen / (1 + theta * (score - mean))` with theta chosen so that it sums to one.
fn most_likely(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let offsets: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - mean);
    // The equation falls strictly from +inf to -inf between its two poles.
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    for _ in 0..200 {
        let theta = 0.5 * (low + high);
        let slope: f64 = (0..5).map(|i| seen[i] * offsets[i] / (1.0 + theta * offsets[i])).sum();
        if slope > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        if high - low <= f64::EPSILON * (low.abs() + high.abs()) {
            break;
        }
    }
    let theta = 0.5 * (low + high);
    std::array::from_fn(|i| seen[i] / (1.0 + theta * offsets[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked examples in fastchess's test suite (`sprt_test.cpp`, logistic pentanomial).
    #[test]
    fn log_likelihood_ratios_are_the_published_ones() {
        let llr = |elo0, elo1, pairs| Sprt::new(elo0, elo1).unwrap().llr(Pairs(pairs));
        let first = llr(0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246]);
        assert!((first + 3.07).abs() < 0.01, "{first}");
        let second = llr(0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821]);
        assert!((second + 4.98).abs() < 0.01, "{second}");
    }

    /// Wald's bounds at 5 %, printed by every match runner.
    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = Sprt::new(0.0, 5.0).unwrap().bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-9 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn evidence_grows_with_games_and_mirrors() {
        let test = Sprt::new(-10.0, 10.0).unwrap();
        let good = Pairs([5, 10, 40, 20, 15]);
        let twice = Pairs(good.0.map(|n| 2 * n));
        assert!((test.llr(twice) - 2.0 * test.llr(good)).abs() < 1e-9);
        assert!((test.llr(good) + test.llr(good.reversed())).abs() < 1e-9);
        assert_eq!(test.decide(Pairs::default()), Decision::Continue);
        assert_eq!(test.decide(Pairs([0, 0, 10, 60, 100])), Decision::Accept);
        assert_eq!(test.decide(Pairs([100, 60, 10, 0, 0])), Decision::Reject);
    }

    #[test]
    fn one_sided_results_stay_finite() {
        let test = Sprt::new(0.0, 20.0).unwrap();
        for pairs in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1_000_000, 0, 0]] {
            assert!(test.llr(Pairs(pairs)).is_finite());
        }
    }

    #[test]
    fn wrong_bounds_are_named() {
        for text in ["20,0", "5", "a,b", "0,nan", "1,2,3", "0,1e9"] {
            assert!(Sprt::parse(text).unwrap_err().to_string().contains("expected elo0"), "{text}");
        }
        assert_eq!(Sprt::parse("0, 20").unwrap().elos(), (0.0, 20.0));
    }
}
