//! The sequential probability ratio test on pairs of games: stop as soon as the evidence is
//! strong enough, not at a number of games chosen beforehand.
//!
//! The likelihood of the observed pairs is maximised under each hypothesis ("the expected score
//! is that of elo0 / elo1"), after Van den Bergh, "Comments on Normalized Elo", proposition 1.1.

use crate::score::{ELO, Pairs, score_of_elo};
use std::fmt;

/// What the Elo numbers of a sequential test mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// The usual Elo: a difference fixes the expected score.
    #[default]
    Logistic,
    /// Normalised Elo: the expected score in units of how much results vary.
    ///
    /// A test then takes as long with many draws as with few.
    Normalized,
}

/// A sequential test of two hypotheses about an Elo difference.
///
/// ```
/// use alinea_stats::{Decision, Pairs, Sprt};
/// // Is it 0 Elo better or 20? Pairs of games that brought 0, ½, 1, 1½ and 2 points.
/// let test = Sprt::parse("0,20").unwrap();
/// assert_eq!(test.decide(Pairs([0, 2, 5, 3, 1])), Decision::Continue);
/// assert_eq!(test.decide(Pairs([20, 80, 200, 180, 70])), Decision::Accept);
/// assert_eq!(test.decide(Pairs([70, 180, 200, 80, 20])), Decision::Reject);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
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

/// Why numbers or a text make no sequential test.
///
/// ```
/// use alinea_stats::Sprt;
/// let error = Sprt::parse("20,0").unwrap_err();
/// assert_eq!(error.to_string(), "expected elo0 below elo1, as in 0,20, found 20,0");
/// assert!(Sprt::parse("0,20,alpha=0.7").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SprtError(String);

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// A test of Elo with 5 % risk of either error.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        let plausible = |elo: f64| elo.abs() <= 2000.0;
        if elo0 < elo1 && plausible(elo0) && plausible(elo1) {
            return Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Logistic });
        }
        Err(SprtError(format!("expected elo0 below elo1, as in 0,20, found {elo0},{elo1}")))
    }

    /// The same test with other risks of error.
    ///
    /// `alpha` is that of accepting what is no better than elo0, `beta` that of rejecting what is as
    /// good as elo1.
    pub fn with_risks(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let sane = |risk: f64| risk > 0.0 && risk < 0.5;
        if sane(alpha) && sane(beta) {
            return Ok(Sprt { alpha, beta, ..self });
        }
        Err(SprtError(format!(
            "expected alpha and beta between 0 and 0.5, found {alpha} and {beta}"
        )))
    }

    /// The same test with numbers of another meaning.
    #[must_use]
    pub fn with_model(self, model: Model) -> Sprt {
        Sprt { model, ..self }
    }

    /// Reads `elo0,elo1[,alpha=A][,beta=B][,model=logistic|normalized]`.
    pub fn parse(text: &str) -> Result<Sprt, SprtError> {
        let wrong = || SprtError(format!("expected elo0,elo1 as in 0,20, found '{text}'"));
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| wrong());
        let parts: Vec<&str> = text.split(',').collect();
        let [elo0, elo1, options @ ..] = parts.as_slice() else { return Err(wrong()) };
        let mut test = Sprt::new(number(elo0)?, number(elo1)?)?;
        for option in options {
            let (key, value) = option.trim().split_once('=').ok_or_else(wrong)?;
            test = match (key, value) {
                ("alpha", risk) => test.with_risks(number(risk)?, test.beta)?,
                ("beta", risk) => test.with_risks(test.alpha, number(risk)?)?,
                ("model", "logistic") => test.with_model(Model::Logistic),
                ("model", "normalized") => test.with_model(Model::Normalized),
                _ => {
                    return Err(SprtError(format!(
                        "expected alpha=A, beta=B or model=logistic|normalized after \
                         elo0,elo1, found '{option}'"
                    )));
                }
            };
        }
        Ok(test)
    }

    /// The two hypotheses.
    #[must_use]
    pub fn elos(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The risks of a wrong accept and of a wrong reject.
    #[must_use]
    pub fn risks(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// What the numbers of the hypotheses mean.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
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
        let (zero, one) = match self.model {
            Model::Logistic => (
                most_likely(&seen, offsets_from(score_of_elo(self.elo0))),
                most_likely(&seen, offsets_from(score_of_elo(self.elo1))),
            ),
            Model::Normalized => {
                (with_normalized(&seen, self.elo0), with_normalized(&seen, self.elo1))
            }
        };
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

/// The scores of a pair as distances from a mean.
fn offsets_from(mean: f64) -> [f64; 5] {
    std::array::from_fn(|i| i as f64 / 4.0 - mean)
}

/// The distribution closest in likelihood to the one seen, among those where these offsets average
/// to nothing: `seen / (1 + theta * offset)` with theta chosen so that it sums to one.
fn most_likely(seen: &[f64; 5], offsets: [f64; 5]) -> [f64; 5] {
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return *seen;
    }
    // The equation falls strictly from +inf to -inf between its two poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
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

/// The distribution closest in likelihood to the one seen, among those whose mean is so many
/// standard deviations above one half. The condition is no average; it is made one around the last
/// answer until the answer stands still (the same paper, section 4).
fn with_normalized(seen: &[f64; 5], elo: f64) -> [f64; 5] {
    // Elo is reckoned by games; the mean of two games varies less by the root of two.
    let target = std::f64::consts::SQRT_2 * elo / (2.0 * ELO);
    let mut found = [0.2; 5];
    for _ in 0..50 {
        let (mean, deviation) = mean_and_deviation(&found);
        let offsets = std::array::from_fn(|i| {
            let score = i as f64 / 4.0;
            let away = (score - mean) / deviation;
            score - 0.5 - 0.5 * target * deviation * (1.0 + away * away)
        });
        let next = most_likely(seen, offsets);
        let moved = (0..5).map(|i| (next[i] - found[i]).abs()).fold(0.0, f64::max);
        found = next;
        if moved < 1e-12 {
            break;
        }
    }
    found
}

fn mean_and_deviation(chances: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = (0..5).map(|i| chances[i] * i as f64 / 4.0).sum();
    let variance: f64 = (0..5).map(|i| chances[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
    (mean, variance.max(1e-12).sqrt())
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

    /// What normalised Elo promises: the mean of the hypothesis lies the said number of deviations
    /// above one half, and nearby no distribution that keeps to it is likelier.
    #[test]
    fn a_normalized_hypothesis_keeps_its_promise_and_is_the_likeliest_that_does() {
        let seen = [0.06, 0.2, 0.42, 0.24, 0.08];
        let likelihood =
            |chances: &[f64; 5]| (0..5).map(|i| seen[i] * chances[i].ln()).sum::<f64>();
        for elo in [-40.0, 0.0, 3.0, 25.0] {
            let found = with_normalized(&seen, elo);
            let (mean, deviation) = mean_and_deviation(&found);
            let said = std::f64::consts::SQRT_2 * elo / (2.0 * ELO);
            assert!(((mean - 0.5) / deviation - said).abs() < 1e-9, "{elo}: {found:?}");
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            // Step aside within the sum, and back onto the condition by mixing in a pure result.
            for (i, j) in [(0, 1), (1, 3), (2, 4), (0, 3), (4, 2)] {
                let mut aside = found;
                aside[i] += 1e-3;
                aside[j] -= 1e-3;
                let off = |chances: &[f64; 5]| {
                    let (mean, deviation) = mean_and_deviation(chances);
                    mean - 0.5 - said * deviation
                };
                let (mut low, mut high) = (-0.02, 0.02);
                let mixed = |by: f64| {
                    let mut chances = aside;
                    chances[4] += by;
                    chances[0] -= by;
                    chances
                };
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if off(&mixed(middle)) < 0.0 { low = middle } else { high = middle }
                }
                let rival = mixed(low);
                assert!(likelihood(&rival) <= likelihood(&found) + 1e-12, "{elo}: {rival:?}");
            }
        }
    }

    #[test]
    fn a_normalized_test_takes_as_long_with_many_draws_as_with_few() {
        let test = Sprt::new(0.0, 20.0).unwrap().with_model(Model::Normalized);
        // The same mean in deviations: few draws, and three quarters of them.
        let lively = Pairs([184, 194, 200, 206, 225]);
        let calm = Pairs([0, 100, 800, 133, 0]);
        let (a, b) = (test.llr(lively), test.llr(calm));
        let per_pair = |llr: f64, pairs: Pairs| llr / pairs.count() as f64;
        let logistic = Sprt::new(0.0, 20.0).unwrap();
        let (c, d) = (logistic.llr(lively), logistic.llr(calm));
        let near = |x: f64, y: f64| (x - y).abs() / x.abs().max(y.abs());
        assert!(near(per_pair(a, lively), per_pair(b, calm)) < 0.1, "{a} {b}");
        assert!(near(per_pair(c, lively), per_pair(d, calm)) > 0.5, "{c} {d}");
    }

    #[test]
    fn risks_move_the_bounds() {
        let test = Sprt::parse("0,20,alpha=0.01,beta=0.1").unwrap();
        let (lower, upper) = test.bounds();
        assert!((upper - (0.9f64 / 0.01).ln()).abs() < 1e-12);
        assert!((lower - (0.1f64 / 0.99).ln()).abs() < 1e-12);
        let normalized = Sprt::parse("0,5,model=normalized").unwrap();
        assert_eq!(normalized.model(), Model::Normalized);
        for text in ["0,5,alpha=0", "0,5,beta=0.7", "0,5,model=odd", "0,5,gamma=1", "0,5,alpha=x"] {
            assert!(Sprt::parse(text).unwrap_err().to_string().contains("expected"), "{text}");
        }
    }

    #[test]
    fn wrong_bounds_are_named() {
        for text in ["20,0", "5", "a,b", "0,nan", "1,2,3", "0,1e9"] {
            assert!(Sprt::parse(text).unwrap_err().to_string().contains("expected elo0"), "{text}");
        }
        assert_eq!(Sprt::parse("0, 20").unwrap().elos(), (0.0, 20.0));
    }

    #[test]
    fn a_test_tells_what_it_was_made_of() {
        let test = Sprt::parse("-3,7,alpha=0.02,beta=0.3,model=logistic").unwrap();
        assert_eq!((test.elos(), test.risks()), ((-3.0, 7.0), (0.02, 0.3)));
        assert_eq!(test.model(), Model::Logistic);
        let plain = Sprt::new(-3.0, 7.0).unwrap();
        assert_eq!((plain.risks(), plain.model()), ((0.05, 0.05), Model::Logistic));
        let back = test.with_model(Model::Normalized).with_model(Model::Logistic);
        assert_eq!(back, test);
    }

    #[test]
    fn risks_at_the_edge_are_none_and_the_sentence_names_them() {
        let test = Sprt::new(0.0, 5.0).unwrap();
        for (alpha, beta) in [(0.0, 0.1), (0.1, 0.0), (0.5, 0.1), (0.1, 0.5), (-0.1, 0.1)] {
            let said =
                format!("expected alpha and beta between 0 and 0.5, found {alpha} and {beta}");
            assert_eq!(test.with_risks(alpha, beta), Err(SprtError(said)));
        }
        assert!(test.with_risks(0.499, 0.001).is_ok());
        assert!(Sprt::new(-2000.0, 2000.0).is_ok());
        assert!(Sprt::new(5.0, 5.0).is_err() && Sprt::new(-2001.0, 0.0).is_err());
    }

    /// A hypothesis fixes the mean and nothing else: by hand for pairs that are won or lost.
    #[test]
    fn the_likeliest_distribution_has_the_mean_of_the_hypothesis() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.2, 0.45, 0.5, 0.7, 0.95] {
            let found = most_likely(&seen, offsets_from(mean));
            let (has, _) = mean_and_deviation(&found);
            assert!((has - mean).abs() < 1e-9, "{mean}: {found:?}");
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{mean}: {found:?}");
        }
        let decided = most_likely(&[0.3, 0.0, 0.0, 0.0, 0.7], offsets_from(0.6));
        for (found, expected) in decided.into_iter().zip([0.4, 0.0, 0.0, 0.0, 0.6]) {
            assert!((found - expected).abs() < 1e-12, "{decided:?}");
        }
    }

    /// No distribution averages to nothing there, so what was seen is the best that can be said.
    #[test]
    fn a_hypothesis_that_nothing_can_fulfil_changes_nothing() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [-0.5, 0.0, 1.0, 1.5] {
            assert_eq!(most_likely(&seen, offsets_from(mean)), seen, "{mean}");
        }
    }

    /// By hand: with pairs won or lost only, the two hypotheses are two coins.
    #[test]
    fn a_ratio_of_decided_pairs_is_that_of_two_coins() {
        let test = Sprt::new(0.0, 400.0).unwrap();
        let (won, lost) = (10.0f64 / 11.0, 1.0f64 / 11.0);
        let coins = 700.0 * (won / 0.5).ln() + 300.0 * (lost / 0.5).ln();
        let found = test.llr(Pairs([300, 0, 0, 0, 700]));
        assert!((found / coins - 1.0).abs() < 1e-3, "{found} {coins}");
    }

    #[test]
    fn the_bounds_themselves_decide() {
        let test = Sprt::new(-10.0, 10.0).unwrap();
        let pairs = Pairs([5, 10, 40, 20, 15]);
        // Risks at which exactly this evidence is enough, found by halving the interval.
        let (mut low, mut high) = (1e-6, 0.49);
        for _ in 0..200 {
            let risk = 0.5 * (low + high);
            let (_, upper) = test.with_risks(risk, risk).unwrap().bounds();
            if upper > test.llr(pairs) { low = risk } else { high = risk }
        }
        let strict = test.with_risks(0.999 * low, 0.999 * low).unwrap();
        let lenient = test.with_risks(1.001 * high, 1.001 * high).unwrap();
        assert_eq!(strict.decide(pairs), Decision::Continue);
        assert_eq!(strict.decide(pairs.reversed()), Decision::Continue);
        assert_eq!(lenient.decide(pairs), Decision::Accept);
        assert_eq!(lenient.decide(pairs.reversed()), Decision::Reject);
    }

    #[test]
    fn deviations_are_those_of_the_textbook() {
        let (mean, deviation) = mean_and_deviation(&[0.3, 0.0, 0.0, 0.0, 0.7]);
        assert!((mean - 0.7).abs() < 1e-12 && (deviation - 0.21f64.sqrt()).abs() < 1e-12);
        let (mean, deviation) = mean_and_deviation(&[0.2; 5]);
        assert!((mean - 0.5).abs() < 1e-12 && (deviation - 0.125f64.sqrt()).abs() < 1e-12);
        // Something is left to divide by where nothing varies.
        assert!(mean_and_deviation(&[0.0, 0.0, 1.0, 0.0, 0.0]).1 > 0.0);
    }
}
