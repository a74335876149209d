//! Numbers that differ by rounding alone. Sums of the same fractions in another order differ in
//! their last digits, programs break ties by those, and many print few digits: none of this is a
//! mistake.

/// What sums of the same numbers in another order may differ by.
const NOISE: f64 = 1e-9;
/// Digits behind the point that a program prints on purpose; more are all it has.
const MOST_DIGITS: usize = 9;
/// Sums of multiples of this are exact in every order.
const EXACT: f64 = 1.0 / 1024.0;

/// How the numbers of a trace are rounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rounding {
    /// Half of the last digit that is printed; 0 where whole numbers or all digits are.
    half: f64,
    /// Whether sums come out the same in every order.
    is_exact: bool,
}

impl Rounding {
    /// What printed numbers tell of it.
    pub(super) fn of(printed: impl Iterator<Item = f64>) -> Rounding {
        let fractions = printed.filter(|value| value.is_finite() && value.fract() != 0.0);
        let (mut digits, mut is_exact) = (0, true);
        for value in fractions {
            is_exact &= value % EXACT == 0.0;
            let text = value.to_string();
            digits = digits.max(text.split_once('.').map_or(0, |(_, behind)| behind.len()));
            if digits > MOST_DIGITS && !is_exact {
                break;
            }
        }
        let is_few = (1..=MOST_DIGITS).contains(&digits);
        let half = if is_few { 0.5 * 10_f64.powi(-(digits as i32)) } else { 0.0 };
        Rounding { half, is_exact }
    }

    /// Whether a printed number is this one.
    pub(super) fn agrees(self, printed: f64, value: f64) -> bool {
        let slack = self.half * (1.0 + 1e-6) + value.abs() * f64::EPSILON;
        super::same(printed, value) || (value.is_finite() && (printed - value).abs() <= slack)
    }

    /// How far a number may be from the printed one.
    pub(super) fn slack(self) -> f64 {
        self.half
    }

    /// Whether ties may be broken by digits that are not printed.
    pub(super) fn hides_ties(self) -> bool {
        !self.is_exact && self.half > 0.0
    }

    /// Whether sums in another order may be others.
    pub(super) fn is_exact(self) -> bool {
        self.is_exact
    }
}

/// Whether two numbers may be the same sum; an endless one is no sum.
pub(super) fn is_noise(a: f64, b: f64) -> bool {
    let largest = a.abs().max(b.abs()).max(1.0);
    largest.is_finite() && (a - b).abs() <= NOISE * largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_are_printed_decide() {
        let of = |values: &[f64]| Rounding::of(values.iter().copied());
        let few = of(&[292.8, 3.0, -0.25]);
        assert!(few.agrees(292.8, 292.797_375) && few.agrees(292.8, 292.804));
        assert!(!few.agrees(292.8, 292.81) && few.hides_ties());
        let all = of(&[292.8, 292.797_375_000_000_03]);
        assert!(!all.agrees(292.8, 292.797_375) && !all.hides_ties() && !all.is_exact());
        // Whole numbers, halves and quarters are exact; infinities say nothing.
        for exact in [&[3.0, -7.0][..], &[0.5, 1.25], &[f64::INFINITY, 2.0], &[]] {
            assert!(of(exact).is_exact() && !of(exact).hides_ties(), "{exact:?}");
        }
        assert!(!of(&[3.0]).agrees(3.0, 3.4) && !of(&[3.0]).agrees(3.0, 2.6));
        assert!(of(&[3.0]).agrees(f64::INFINITY, f64::INFINITY));
        // An endless value is no other number, however it is rounded.
        for endless in [f64::INFINITY, f64::NEG_INFINITY] {
            assert!(!few.agrees(292.8, endless) && !of(&[3.0]).agrees(3.0, endless));
            assert!(!few.agrees(-endless, endless));
        }
    }

    #[test]
    fn sums_in_another_order_are_the_same() {
        let (forth, back) = ((0.1 + 0.2) + 0.3, 0.1 + (0.2 + 0.3));
        assert!(forth != back && is_noise(forth, back));
        assert!(!is_noise(1.0, 1.000_01) && !is_noise(f64::INFINITY, f64::INFINITY));
        assert!(!is_noise(f64::NEG_INFINITY, -764.4) && !is_noise(3.0, f64::INFINITY));
    }

    #[test]
    fn half_of_the_last_digit_is_what_a_number_may_be_off() {
        let of = |values: &[f64]| Rounding::of(values.iter().copied());
        assert_eq!(of(&[0.25, 0.1, -7.0]).slack(), 0.005);
        assert_eq!(of(&[0.1, 0.123_456]).slack(), 0.000_000_5);
        assert_eq!(of(&[0.123_456_789]).slack(), 0.5 * 10_f64.powi(-9));
        assert_eq!(of(&[3.0, f64::NEG_INFINITY]).slack(), 0.0);
        // One number with all its digits is enough, wherever it stands.
        for all in [[0.123_456_789_1, 0.5], [0.123_456_789, 0.123_456_789_1]] {
            assert_eq!(of(&all).slack(), 0.0, "{all:?}");
            assert!(!of(&all).hides_ties() && !of(&all).is_exact(), "{all:?}");
        }
        // The last digit of an exact fraction says nothing of the numbers behind it.
        let mixed = of(&[1.0 / 1024.0, 0.1]);
        assert!(!mixed.is_exact() && mixed.slack() == 0.0);
        assert!(of(&[1.0 / 1024.0]).is_exact());
    }

    #[test]
    fn a_number_just_half_a_digit_away_is_the_printed_one() {
        let tenths = Rounding::of([292.8].into_iter());
        assert!(tenths.agrees(292.8, 292.85) && tenths.agrees(292.8, 292.75));
        assert!(!tenths.agrees(292.8, 292.86) && !tenths.agrees(292.8, 292.74));
        assert!(!tenths.agrees(292.8, -292.8) && !tenths.agrees(0.1, 0.9));
        assert!(!tenths.agrees(292.8, f64::NAN));
    }

    #[test]
    fn noise_grows_with_the_numbers() {
        assert!(is_noise(1000.0, 1000.0 + 0.9e-6) && !is_noise(1000.0, 1000.0 + 1.1e-6));
        assert!(is_noise(-1000.0 - 0.9e-6, -1000.0) && !is_noise(1000.0, -1000.0));
        // Below 1 it no longer shrinks.
        assert!(is_noise(0.001, 0.001 + 0.9e-9) && !is_noise(0.001, 0.001 + 1.1e-9));
    }
}
