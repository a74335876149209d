//! What a position is worth to the player to move (or to whom the context names).

/// The value of a position: a win or a loss in so many moves, or an estimate.
///
/// Decided scores lie beyond every estimate and prefer the shorter win and the longer loss. A draw
/// and an estimate of nothing are both 0: whether a score is proven is said beside it (`proven` in
/// [`crate::Thought`] and [`crate::RootMove`]).
///
/// ```
/// use alinea_search::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(99) > Score::estimate(1e12));
/// assert!(Score::loss_in(8) > Score::loss_in(2));
/// assert_eq!(Score::win_in(3).later(1), Score::win_in(4));
/// assert_eq!(Score::estimate(-1.5).points(), -1.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

const WIN: i32 = 1_000_000_000;
const LONGEST: i32 = 1_000_000;
const LARGEST_ESTIMATE: i32 = WIN - LONGEST - 1;

impl Score {
    /// A drawn game.
    pub const DRAW: Score = Score(0);
    /// Larger than every score.
    pub const MAX: Score = Score(WIN + 1);
    /// Smaller than every score.
    pub const MIN: Score = Score(-WIN - 1);

    /// A win that takes `plies` more moves.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - if plies > LONGEST as u32 { LONGEST } else { plies as i32 })
    }

    /// A loss that takes `plies` more moves.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// A heuristic's value, in hundredths of its points, kept clear of decided scores.
    #[inline]
    #[must_use]
    pub fn estimate(value: f64) -> Score {
        let hundredths = (value * 100.0).round();
        Score(hundredths.clamp(f64::from(-LARGEST_ESTIMATE), f64::from(LARGEST_ESTIMATE)) as i32)
    }

    /// Moves to the end if this is a win.
    #[inline]
    #[must_use]
    pub const fn win(self) -> Option<u32> {
        if self.0 > LARGEST_ESTIMATE && self.0 <= WIN { Some((WIN - self.0) as u32) } else { None }
    }

    /// Moves to the end if this is a loss.
    #[inline]
    #[must_use]
    pub const fn loss(self) -> Option<u32> {
        Score(-self.0).win()
    }

    /// Whether this is a win or a loss.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0 > LARGEST_ESTIMATE || self.0 < -LARGEST_ESTIMATE
    }

    /// The heuristic's points of an estimate.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The score as a plain number, for tables.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score of a number that [`Score::raw`] gave.
    #[inline]
    #[must_use]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// This score seen from one move earlier in the game: a win takes one move more.
    #[inline]
    #[must_use]
    pub const fn one_ply_later(self) -> Score {
        self.later(1)
    }

    /// This score seen from `plies` moves earlier in the game: a win takes that many more.
    #[inline]
    #[must_use]
    pub const fn later(self, plies: i32) -> Score {
        Score(seen_earlier(self.0, LARGEST_ESTIMATE, plies))
    }
}

/// A raw score seen from `plies` moves earlier in the game.
///
/// What lies beyond `decided` is a win or a loss by the number of moves to it. Tables keep scores
/// as their own position sees them: a score read `ply` moves from the root is seen `ply` earlier,
/// one written is seen `-ply` earlier.
///
/// ```
/// use alinea_search::seen_earlier;
/// // Wins are 1000 minus the moves to them; beyond 900 everything is decided.
/// assert_eq!(seen_earlier(1000 - 2, 900, 3), 1000 - 5);
/// assert_eq!(seen_earlier(-1000 + 2, 900, 3), -1000 + 5);
/// assert_eq!(seen_earlier(150, 900, 3), 150);
/// ```
#[inline]
#[must_use]
pub const fn seen_earlier(raw: i32, decided: i32, plies: i32) -> i32 {
    if raw > decided {
        raw - plies
    } else if raw < -decided {
        raw + plies
    } else {
        raw
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_prefers_short_wins_and_long_losses() {
        let ordered = [
            Score::MIN,
            Score::loss_in(0),
            Score::loss_in(7),
            Score::estimate(-1e300),
            Score::estimate(-3.5),
            Score::DRAW,
            Score::estimate(0.01),
            Score::estimate(f64::INFINITY),
            Score::win_in(9),
            Score::win_in(1),
            Score::MAX,
        ];
        assert!(ordered.is_sorted());
    }

    #[test]
    fn decided_scores_say_how_long() {
        assert_eq!(Score::win_in(5).win(), Some(5));
        assert_eq!(Score::loss_in(5).loss(), Some(5));
        assert_eq!(Score::win_in(5).loss(), None);
        assert_eq!(Score::estimate(12.345).points(), 12.35);
        assert_eq!(Score::estimate(f64::NAN), Score::DRAW);
        assert_eq!(Score::win_in(4).one_ply_later(), Score::win_in(5));
        assert_eq!(Score::loss_in(4).one_ply_later(), Score::loss_in(5));
        assert_eq!(Score::estimate(4.0).one_ply_later(), Score::estimate(4.0));
        assert!(!Score::estimate(f64::MAX).is_decided());
        assert_eq!(Score::MAX.win(), None);
    }

    #[test]
    fn nothing_equals_its_neighbour_at_the_edges() {
        let ordered = [
            Score::MIN,
            Score::loss_in(0),
            Score::loss_in(1),
            Score::loss_in(999_999),
            Score::loss_in(1_000_000),
            Score::estimate(f64::NEG_INFINITY),
            Score::estimate(-0.01),
            Score::DRAW,
            Score::estimate(0.01),
            Score::estimate(f64::INFINITY),
            Score::win_in(1_000_000),
            Score::win_in(999_999),
            Score::win_in(1),
            Score::win_in(0),
            Score::MAX,
        ];
        assert!(ordered.windows(2).all(|pair| pair[0] < pair[1]));
        // The other player sees the same ladder upside down.
        for (score, opposite) in ordered.iter().zip(ordered.iter().rev()) {
            assert_eq!(-*score, *opposite);
            assert_eq!(score.raw(), -opposite.raw());
            assert_eq!(Score::from_raw(score.raw()), *score);
        }
    }

    #[test]
    fn the_longest_end_is_still_an_end_and_the_largest_estimate_is_none() {
        for plies in [0, 1, 2, 999_999, 1_000_000] {
            let (win, loss) = (Score::win_in(plies), Score::loss_in(plies));
            assert_eq!((win.win(), win.loss()), (Some(plies), None));
            assert_eq!((loss.win(), loss.loss()), (None, Some(plies)));
            assert!(win.is_decided() && loss.is_decided());
        }
        // Longer ends than that are told as the longest.
        for plies in [1_000_001, u32::MAX] {
            assert_eq!(Score::win_in(plies), Score::win_in(1_000_000));
            assert_eq!(Score::loss_in(plies), Score::loss_in(1_000_000));
        }
        for value in [f64::NEG_INFINITY, -1e300, -2.0, 0.0, 2.0, 1e300, f64::INFINITY] {
            let score = Score::estimate(value);
            assert!(!score.is_decided() && score.win().is_none() && score.loss().is_none());
            assert_eq!(score.later(7), score, "an estimate does not fade");
        }
        for bound in [Score::MIN, Score::MAX] {
            assert_eq!((bound.win(), bound.loss()), (None, None), "a bound is no end of a game");
        }
    }

    #[test]
    fn points_are_kept_to_the_hundredth() {
        for value in [-1234.56, -1.0, -0.01, 0.0, 0.25, 3.0, 99.99] {
            assert_eq!(Score::estimate(value).points(), value);
        }
        assert_eq!(Score::estimate(0.004), Score::DRAW);
        assert_eq!(Score::estimate(-0.006).points(), -0.01);
    }

    #[test]
    fn seen_earlier_and_later_again_is_the_same_score() {
        for plies in [1, 3, 50] {
            assert_eq!(Score::win_in(60).later(plies), Score::win_in(60 + plies as u32));
            assert_eq!(Score::loss_in(60).later(plies), Score::loss_in(60 + plies as u32));
            for score in [Score::win_in(60), Score::loss_in(60), Score::estimate(6.0)] {
                assert_eq!(score.later(plies).later(-plies), score);
                assert_eq!((-score).later(plies), -score.later(plies), "both sides see it alike");
            }
        }
        // Engines with scores of their own say where their decided ones begin.
        assert_eq!(
            [101, 100, 0, -100, -101].map(|raw| seen_earlier(raw, 100, 5)),
            [96, 100, 0, -100, -96]
        );
    }
}
