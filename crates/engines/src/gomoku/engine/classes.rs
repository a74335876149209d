//! The class of a cell for one player: what its four lines together would make of a stone there.

use super::pattern::{PATTERNS, Pattern};

/// What a stone on a cell achieves over all four lines. The order is the urgency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// Nothing worth a name.
    Quiet,
    /// Perhaps a forbidden point of renju; the exact check decides.
    Fault,
    /// One open two.
    Two,
    /// One closed three.
    Three,
    /// Two open twos or more.
    Twos,
    /// A closed three with company.
    ThreePlus,
    /// An open three.
    OpenThree,
    /// An open three with company.
    OpenThreePlus,
    /// Two open threes or more.
    DoubleThree,
    /// A four.
    Four,
    /// A four with company.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// An open four or two fours.
    OpenFour,
    /// Five.
    Five,
}

/// Room for all classes, rounded up so that an index can be masked.
pub(super) const CLASSES: usize = 16;

/// How many multisets of four patterns there are.
pub const CODES: usize = 2380;

/// The class of four line patterns for black in renju, whose overlines and forks are faults unless they make five.
pub(super) fn classify_with_faults(lines: [Pattern; 4]) -> Class {
    let count = |test: fn(Pattern) -> bool| lines.iter().filter(|p| test(**p)).count();
    let over = count(|p| p == Pattern::Over);
    let fours = count(|p| matches!(p, Pattern::Four | Pattern::OpenFour));
    let is_fork = fours > 1 || count(Pattern::is_open_three) > 1;
    match classify(lines) {
        Class::Five => Class::Five,
        _ if over > 0 || is_fork => Class::Fault,
        class => class,
    }
}

/// The class of four line patterns for one player.
pub(super) fn classify(lines: [Pattern; 4]) -> Class {
    let count = |test: &dyn Fn(Pattern) -> bool| lines.iter().filter(|p| test(**p)).count();
    let five = count(&|p| p == Pattern::Five);
    let open_four = count(&|p| p == Pattern::OpenFour);
    let four = count(&|p| p == Pattern::Four);
    let open_three = count(&|p| p.is_open_three());
    let closed_three = count(&|p| p == Pattern::Closed3);
    let two = count(&|p| (Pattern::Open2..=Pattern::Open2Full).contains(&p));
    match () {
        () if five > 0 => Class::Five,
        () if open_four > 0 || four > 1 => Class::OpenFour,
        () if four > 0 && open_three > 0 => Class::FourThree,
        () if four > 0 && closed_three + two > 0 => Class::FourPlus,
        () if four > 0 => Class::Four,
        () if open_three > 1 => Class::DoubleThree,
        () if open_three > 0 && closed_three + two > 0 => Class::OpenThreePlus,
        () if open_three > 0 => Class::OpenThree,
        () if closed_three > 1 || closed_three > 0 && two > 0 => Class::ThreePlus,
        () if two > 1 => Class::Twos,
        () if closed_three > 0 => Class::Three,
        () if two > 0 => Class::Two,
        () => Class::Quiet,
    }
}

/// All multisets of four patterns, each sorted upwards, in the order of their codes.
pub(super) fn multisets() -> Vec<[Pattern; 4]> {
    let mut list = Vec::with_capacity(CODES);
    for a in 0..PATTERNS {
        for b in a..PATTERNS {
            for c in b..PATTERNS {
                for d in c..PATTERNS {
                    list.push([a, b, c, d].map(|i| Pattern::ALL[i]));
                }
            }
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_codes_as_said() {
        assert_eq!(multisets().len(), CODES);
    }

    #[test]
    fn forks_are_faults_for_black_in_renju_only() {
        let dead = Pattern::Dead;
        let fork = [Pattern::Open3, Pattern::Open3Wide, dead, dead];
        assert_eq!(classify(fork), Class::DoubleThree);
        assert_eq!(classify_with_faults(fork), Class::Fault);
        let fours = [Pattern::Four, Pattern::Four, dead, dead];
        assert_eq!(classify(fours), Class::OpenFour);
        assert_eq!(classify_with_faults(fours), Class::Fault);
        let wins = [Pattern::Five, Pattern::Over, Pattern::Four, Pattern::Four];
        assert_eq!(classify_with_faults(wins), Class::Five);
    }
}
