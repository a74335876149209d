//! How good a move was, by what it gave away.

use crate::truth::{Class, Truth};

/// What is said of a move, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Nothing was better.
    Best,
    /// As good as the best, or nearly.
    Good,
    /// The result stands, but the way got longer, or a little was given away.
    Inaccuracy,
    /// Half a point, a proven win, or much of an advantage was given away.
    Mistake,
    /// The game was given away.
    Blunder,
}

impl Verdict {
    /// The word in JSON and in the keys of sentences.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }

    /// Whether the game turned with a move like this.
    #[must_use]
    pub fn is_turning_point(self) -> bool {
        self >= Verdict::Mistake
    }
}

/// Shares of a point given away, above which a move is called so while nothing is proven.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.30;
/// The same where the result is proven and only the distance changes.
const DETOUR: f64 = 0.01;

/// The verdict on a move worth `played` where `best` was to be had; `given` is the share of a
/// point between the two.
pub(crate) fn verdict(best: Truth, played: Truth, given: f64) -> Verdict {
    match (best.class(), played.class()) {
        (Some(from), Some(to)) if from == to => match given {
            g if g <= 0.0 => Verdict::Best,
            g if g < DETOUR => Verdict::Good,
            _ => Verdict::Inaccuracy,
        },
        (Some(Class::Win), Some(Class::Loss)) => Verdict::Blunder,
        (Some(from), Some(to)) if from > to => Verdict::Mistake,
        // A proven win that is no longer proven, or the opponent now has one.
        (Some(Class::Win), None) | (_, Some(Class::Loss)) => match given {
            g if g < BLUNDER => Verdict::Mistake,
            _ => Verdict::Blunder,
        },
        _ => match given {
            g if g <= 0.0 => Verdict::Best,
            g if g < INACCURACY => Verdict::Good,
            g if g < MISTAKE => Verdict::Inaccuracy,
            g if g < BLUNDER => Verdict::Mistake,
            _ => Verdict::Blunder,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_search::Score;

    fn of(best: Score, played: Score, proven: bool) -> Verdict {
        let truth =
            |score: Score| Truth { score, proven: proven || score.is_decided(), exact: None };
        let (best, played) = (truth(best), truth(played));
        let worth = |t: Truth| t.expected(42, 100.0);
        verdict(best, played, worth(best) - worth(played))
    }

    #[test]
    fn a_result_given_away_is_a_mistake_or_a_blunder() {
        let (win, loss) = (Score::win_in(9), Score::loss_in(8));
        assert_eq!(of(win, win, true), Verdict::Best);
        assert_eq!(of(win, Score::DRAW, true), Verdict::Mistake);
        assert_eq!(of(Score::DRAW, loss, true), Verdict::Mistake);
        assert_eq!(of(win, loss, true), Verdict::Blunder);
        assert_eq!(of(loss, loss, true), Verdict::Best);
    }

    #[test]
    fn a_detour_never_counts_as_a_mistake() {
        assert_eq!(of(Score::win_in(3), Score::win_in(5), true), Verdict::Good);
        assert_eq!(of(Score::win_in(3), Score::win_in(41), true), Verdict::Inaccuracy);
        assert_eq!(of(Score::loss_in(40), Score::loss_in(2), true), Verdict::Inaccuracy);
    }

    #[test]
    fn proofs_weigh_more_than_estimates() {
        let even = Score::estimate(0.0);
        assert_eq!(of(Score::win_in(9), Score::estimate(400.0), false), Verdict::Mistake);
        assert_eq!(of(Score::win_in(9), even, false), Verdict::Blunder);
        assert_eq!(of(even, Score::loss_in(8), false), Verdict::Blunder);
        assert_eq!(of(Score::estimate(-50.0), Score::loss_in(8), false), Verdict::Blunder);
        assert_eq!(of(Score::estimate(-110.0), Score::loss_in(8), false), Verdict::Mistake);
        assert_eq!(of(Score::estimate(-400.0), Score::loss_in(8), false), Verdict::Mistake);
        assert_eq!(of(even, Score::estimate(-10.0), false), Verdict::Good);
        assert_eq!(of(even, Score::estimate(-40.0), false), Verdict::Inaccuracy);
        assert_eq!(of(even, Score::estimate(-90.0), false), Verdict::Mistake);
        assert_eq!(of(even, Score::estimate(-300.0), false), Verdict::Blunder);
    }

    fn told(score: Score) -> Truth {
        Truth { score, proven: score.is_decided(), exact: None }
    }

    /// The verdicts just below a share of a point and at it.
    fn around(share: f64, best: Score, played: Score) -> [Verdict; 2] {
        [share - 1e-9, share].map(|given| verdict(told(best), told(played), given))
    }

    #[test]
    fn a_share_at_a_threshold_is_above_it() {
        use Verdict::{Best, Blunder, Good, Inaccuracy, Mistake};
        let (more, less) = (Score::estimate(2.0), Score::estimate(1.0));
        let shares = [1e-9, 0.05, 0.15, 0.30];
        let found = shares.map(|share| around(share, more, less));
        assert_eq!(
            found,
            [[Best, Good], [Good, Inaccuracy], [Inaccuracy, Mistake], [Mistake, Blunder]]
        );
        // A longer way to the same end.
        let (fast, slow) = (Score::win_in(3), Score::win_in(9));
        assert_eq!(
            [1e-9, 0.01].map(|share| around(share, fast, slow)),
            [[Best, Good], [Good, Inaccuracy]]
        );
        // A proof given away, to nothing that is proven or to the opponent.
        assert_eq!(around(0.30, fast, less), [Mistake, Blunder]);
        assert_eq!(around(0.30, less, Score::loss_in(4)), [Mistake, Blunder]);
    }

    #[test]
    fn a_move_that_is_worth_more_than_was_known_is_the_best() {
        let known = [Score::loss_in(8), Score::DRAW];
        for score in known {
            let known = Truth { score, proven: true, exact: None };
            assert_eq!(verdict(known, told(Score::win_in(5)), 0.0), Verdict::Best);
        }
    }

    #[test]
    fn only_mistakes_turn_a_game() {
        let turning = [Verdict::Mistake, Verdict::Blunder];
        for verdict in [Verdict::Best, Verdict::Good, Verdict::Inaccuracy] {
            assert!(!verdict.is_turning_point());
        }
        assert!(turning.into_iter().all(Verdict::is_turning_point));
    }
}
