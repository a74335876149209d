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

    /// How many sets of four lines have each class, from the quietest on.
    fn census(classify: fn([Pattern; 4]) -> Class) -> [usize; 14] {
        let mut counts = [0; 14];
        multisets().into_iter().for_each(|set| counts[classify(set) as usize] += 1);
        counts
    }

    #[test]
    fn every_set_of_lines_has_the_class_of_its_strongest_company() {
        let plain = [70, 0, 105, 35, 155, 130, 70, 260, 176, 35, 130, 121, 533, 560];
        let renju = [35, 866, 60, 20, 115, 100, 40, 200, 0, 20, 100, 72, 192, 560];
        assert_eq!([census(classify), census(classify_with_faults)], [plain, renju]);
        let class = |first, second| classify([Pattern::Dead, first, Pattern::Closed2, second]);
        use Pattern::{Closed1, Closed3, Four, Open2, Open2Full, Open3, Open3Wide, Over};
        assert_eq!(class(Open2, Closed1), Class::Two);
        assert_eq!(class(Open2Full, Open2), Class::Twos);
        assert_eq!(class(Closed3, Closed1), Class::Three);
        assert_eq!(class(Closed3, Closed3), Class::ThreePlus);
        assert_eq!(class(Closed3, Open2), Class::ThreePlus);
        assert_eq!(class(Open3, Closed1), Class::OpenThree);
        assert_eq!(class(Open3, Open2), Class::OpenThreePlus);
        assert_eq!(class(Open3, Open3Wide), Class::DoubleThree);
        assert_eq!(class(Four, Over), Class::Four);
        assert_eq!(class(Four, Closed3), Class::FourPlus);
        assert_eq!(class(Four, Open3), Class::FourThree);
    }

    #[test]
    fn an_overline_alone_is_a_fault_and_one_fork_is_needed_for_the_others() {
        let class =
            |first, second| classify_with_faults([Pattern::Dead, first, Pattern::Dead, second]);
        assert_eq!(class(Pattern::Over, Pattern::Dead), Class::Fault);
        assert_eq!(class(Pattern::Open3, Pattern::Dead), Class::OpenThree);
        assert_eq!(class(Pattern::Four, Pattern::Open3), Class::FourThree);
        assert_eq!(class(Pattern::OpenFour, Pattern::Dead), Class::OpenFour);
    }
}
