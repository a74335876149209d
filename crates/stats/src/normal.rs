//! The normal distribution: its cumulative function and its quantiles.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

/// Probability that a standard normal variable is below `x`.
///
/// ```
/// use alinea_stats::{cdf, quantile};
/// assert!((cdf(1.0) - 0.841_344_746_068_543).abs() < 1e-12);
/// assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-12);
/// assert_eq!(quantile(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn cdf(x: f64) -> f64 {
    0.5 * erfc(-x * FRAC_1_SQRT_2)
}

/// The `x` with `cdf(x) == p`; infinite at 0 and 1, not a number outside.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    if p == 1.0 {
        return f64::INFINITY;
    }
    // The lower half holds all digits of small tails; the upper half mirrors it.
    if p > 0.5 { -lower_quantile(1.0 - p) } else { lower_quantile(p) }
}

/// Newton's method on the logarithm of the tail, which is nearly a parabola.
fn lower_quantile(p: f64) -> f64 {
    let mut x = if p > 0.1 { (p - 0.5) * (2.0 * PI).sqrt() } else { -(-2.0 * p.ln()).sqrt() };
    for _ in 0..60 {
        let tail = cdf(x);
        let density = (-0.5 * x * x).exp() / (2.0 * PI).sqrt();
        let step = (tail.ln() - p.ln()) * tail / density;
        x -= step;
        if step.abs() <= 1e-15 * x.abs().max(1.0) {
            break;
        }
    }
    x
}

/// The complementary error function: a power series near 0, a continued fraction further out.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.5 {
        return 1.0 - erf_series(x);
    }
    if x > 27.0 {
        return 0.0;
    }
    let mut fraction = x;
    for k in (1..=60).rev() {
        fraction = x + f64::from(k) * 0.5 / fraction;
    }
    (-x * x).exp() / (fraction * PI.sqrt())
}

/// erf by the series with positive terms, exact to the last digits for moderate `x`.
fn erf_series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    for n in 1..200 {
        term *= 2.0 * x * x / f64::from(2 * n + 1);
        sum += term;
        if term < 1e-17 * sum {
            break;
        }
    }
    sum * SQRT_2 * SQRT_2 / PI.sqrt() * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables of the normal distribution as every textbook prints them.
    #[test]
    fn cumulative_values_are_the_tabulated_ones() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (1.96, 0.975_002_104_851_780),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
            (4.0, 0.999_968_328_758_167),
        ];
        for (x, p) in table {
            assert!((cdf(x) - p).abs() < 1e-13, "cdf({x}) = {}", cdf(x));
            assert!((cdf(-x) - (1.0 - p)).abs() < 1e-13);
        }
        assert!((cdf(-6.0) / 9.865_876_450_376_98e-10 - 1.0).abs() < 1e-10);
    }

    #[test]
    fn quantiles_are_the_tabulated_ones() {
        let table = [
            (0.5, 0.0),
            (0.9, 1.281_551_565_544_6),
            (0.95, 1.644_853_626_951_473),
            (0.975, 1.959_963_984_540_054),
            (0.99, 2.326_347_874_040_841),
            (0.999, 3.090_232_306_167_814),
        ];
        for (p, x) in table {
            assert!((quantile(p) - x).abs() < 1e-11, "quantile({p}) = {}", quantile(p));
        }
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert!(quantile(1.5).is_nan());
        for i in 1..200 {
            let p = f64::from(i) / 200.0;
            assert!((cdf(quantile(p)) - p).abs() < 1e-13);
        }
    }

    /// Tails as tables of five to thirty-seven deviations print them.
    #[test]
    fn far_tails_keep_their_digits() {
        let table = [
            (-5.0, 2.866_515_718_791_939e-7),
            (-8.0, 6.220_960_574_271_785e-16),
            (-10.0, 7.619_853_024_160_527e-24),
            (-20.0, 2.753_624_118_606_233_7e-89),
            (-37.0, 5.725_571_222_524_577e-300),
        ];
        for (x, p) in table {
            assert!((cdf(x) / p - 1.0).abs() < 1e-12, "cdf({x}) = {:e}", cdf(x));
            assert!((quantile(p) - x).abs() < 1e-11, "quantile({p:e}) = {}", quantile(p));
            assert!((cdf(-x) - 1.0).abs() < 3e-7);
        }
        assert_eq!((cdf(-40.0), cdf(40.0)), (0.0, 1.0));
    }

    /// Where the series and the fraction meet nothing jumps.
    #[test]
    fn the_two_ways_to_the_error_function_agree_where_they_meet() {
        for x in [2.3, 2.499, 2.5, 2.501, 3.0] {
            let by_series = 1.0 - erf_series(x);
            assert!((erfc(x) - by_series).abs() < 4e-15, "{x}: {} {by_series}", erfc(x));
        }
    }

    #[test]
    fn the_ends_of_the_quantiles_are_infinite_and_outside_there_are_none() {
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        for p in [-1e-300, 1.0 + 1e-15, f64::NAN, f64::INFINITY] {
            assert!(quantile(p).is_nan(), "{p}");
        }
        for p in [1e-3, 0.02, 0.1, 0.25, 0.49] {
            assert!((quantile(p) + quantile(1.0 - p)).abs() < 1e-12, "{p}");
        }
    }
}
