//! The cumulative beta distribution (the regularised incomplete beta function).

/// Probability that a variable of the beta distribution with parameters `a` and `b` is below `x`.
///
/// ```
/// use alinea_stats::beta_cdf;
/// // Uniform for 1 and 1; the largest of three uniform numbers for 3 and 1.
/// assert!((beta_cdf(0.3, 1.0, 1.0) - 0.3).abs() < 1e-12);
/// assert!((beta_cdf(0.5, 3.0, 1.0) - 0.125).abs() < 1e-12);
/// ```
#[must_use]
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The continued fraction is quick on the side of the mean where x is small.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(1.0 - x, b, a);
    }
    let front = a * x.ln() + b * (1.0 - x).ln() - ln_beta(a, b);
    front.exp() * fraction(x, a, b) / a
}

/// The continued fraction of the incomplete beta function, evaluated by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / away_from_zero(1.0 + even * d);
        c = away_from_zero(1.0 + even / c);
        value *= c * d;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / away_from_zero(1.0 + odd * d);
        c = away_from_zero(1.0 + odd / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)
}

/// The logarithm of the gamma function by Stirling's series, shifted up to where it is exact.
fn ln_gamma(x: f64) -> f64 {
    let mut shift = 0.0;
    let mut x = x;
    while x < 12.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = (1.0 / 12.0
        - inverse
            * (1.0 / 360.0
                - inverse * (1.0 / 1260.0 - inverse * (1.0 / 1680.0 - inverse / 1188.0))))
        / x;
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::cdf;

    /// With whole parameters it is a sum of binomial probabilities.
    #[test]
    fn values_are_those_of_the_binomial_distribution() {
        for (a, b) in [(1, 1), (3, 1), (5, 1), (2, 5), (7, 7), (30, 12)] {
            for x in [0.05, 0.3, 0.5, 0.8, 0.99] {
                let n = a + b - 1;
                let mut expected = 0.0;
                for k in a..=n {
                    let choose: f64 = (0..k).map(|i| f64::from(n - i) / f64::from(k - i)).product();
                    expected += choose * f64::powi(x, k) * f64::powi(1.0 - x, n - k);
                }
                let found = beta_cdf(x, f64::from(a), f64::from(b));
                assert!((found - expected).abs() < 1e-12, "{x} {a} {b}: {found} {expected}");
            }
        }
    }

    #[test]
    fn large_parameters_approach_the_normal_distribution() {
        let (a, b) = (520_000.0, 480_000.0);
        let mean: f64 = a / (a + b);
        let sd = (mean * (1.0 - mean) / (a + b + 1.0)).sqrt();
        for z in [-2.0, -0.5, 0.0, 1.0, 3.0] {
            assert!((beta_cdf(mean + z * sd, a, b) - cdf(z)).abs() < 1e-4);
        }
        assert_eq!((beta_cdf(0.0, 2.0, 3.0), beta_cdf(1.0, 2.0, 3.0)), (0.0, 1.0));
    }

    /// Abramowitz and Stegun, table 6.1, and logarithms of factorials.
    #[test]
    fn logarithms_of_the_gamma_function_are_the_tabulated_ones() {
        let table = [
            (0.1, 2.252_712_651_734_206),
            (0.5, 0.572_364_942_924_700_1),
            (1.0, 0.0),
            (1.5, -0.120_782_237_635_245_2),
            (2.0, 0.0),
            (10.0, 12.801_827_480_081_469),
            (12.0, 17.502_307_845_873_886),
            (13.0, 19.987_214_495_661_886),
            (100.0, 359.134_205_369_575_4),
        ];
        for (x, expected) in table {
            let found = ln_gamma(x);
            // The last term of the series is 1.6e-13 at 12.
            assert!((found - expected).abs() < 4e-14 * expected.abs().max(1.0), "{x}: {found}");
        }
    }

    /// Far out on either side of the mean one of the two ways to the value is lost in rounding.
    #[test]
    fn tails_of_skewed_distributions_are_sure_and_mirror() {
        for (a, b) in [(1000.0, 1000.0), (10.0, 2000.0), (2000.0, 10.0), (0.5, 300.0)] {
            let mean = a / (a + b);
            for x in [0.001, 0.01, 0.1, 0.4, 0.6, 0.9, 0.99, 0.999] {
                let found = beta_cdf(x, a, b);
                assert!((0.0..=1.0).contains(&found), "{x} {a} {b}: {found}");
                assert!((found + beta_cdf(1.0 - x, b, a) - 1.0).abs() < 1e-12, "{x} {a} {b}");
                if (x - mean).abs() > 0.15 {
                    let sure = if x < mean { 0.0 } else { 1.0 };
                    assert!((found - sure).abs() < 1e-9, "{x} {a} {b}: {found}");
                }
            }
        }
        // One pair of parameters has a closed form: 1 - (1 - x)^b, of which only the tail is left.
        let tail = 1.0 - beta_cdf(0.01, 1.0, 1000.0);
        assert!((tail / 0.99f64.powi(1000) - 1.0).abs() < 1e-9, "{tail}");
        // And x^a, with all its digits however small it is.
        let tail = beta_cdf(0.001, 50.0, 1.0);
        assert!((tail / 1e-150 - 1.0).abs() < 1e-12, "{tail}");
    }

    /// At a = 1, b = 3, x = 1/2 the first denominator is nothing. By hand: the integral is 7/8 and
    /// what stands before the fraction 3/16.
    #[test]
    fn a_denominator_that_vanishes_is_stepped_over() {
        let found = fraction(0.5, 1.0, 3.0);
        assert!((found - 14.0 / 3.0).abs() < 1e-12, "{found}");
    }
}
