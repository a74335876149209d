//! The cumulative beta distribution (the regularised incomplete beta function).

/// Probability that a variable of the beta distribution with parameters `a` and `b` is below `x`.
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
}
