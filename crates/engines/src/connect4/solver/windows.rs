//! Which null windows to ask, in which order, until the score is known. Knows no board.

use alinea_core::Player;

/// What a question cost and gave.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// A bound on the score: at least beta when the answer is yes, below beta when no.
    pub score: i32,
    /// Nodes it took.
    pub nodes: u64,
}

/// The bounds between which a score must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

impl Bounds {
    /// A known score.
    pub fn exactly(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    /// Whether the score is known.
    pub fn is_exact(self) -> bool {
        self.lower >= self.upper
    }
}

/// A probe from outside is cheap when the last one on its side took at most this many nodes.
const CHEAP: u64 = 1000;

/// Narrows `bounds` to the exact score. `ask(beta)` answers whether the score is at least
/// beta, or nothing when it was stopped; then the bounds so far are the result.
pub(super) fn exact(
    mut bounds: Bounds,
    mover: Player,
    mut ask: impl FnMut(i32) -> Option<Answer>,
) -> Bounds {
    let mut put = |bounds: &mut Bounds, beta: i32| -> Option<(bool, u64)> {
        debug_assert!(bounds.lower < beta && beta <= bounds.upper, "{beta} in {bounds:?}");
        let answer = ask(beta)?;
        if answer.score >= beta {
            bounds.lower = bounds.lower.max(answer.score);
        } else {
            bounds.upper = bounds.upper.min(answer.score);
        }
        Some((answer.score >= beta, answer.nodes))
    };
    // From outside while it is cheap: quick wins and quick losses are refuted by short searches.
    let (mut above, mut below) = (0, 0);
    loop {
        let can_above = above <= CHEAP && bounds.upper - 2 > bounds.lower.max(0);
        let can_below = below <= CHEAP && bounds.lower + 2 < bounds.upper.min(0);
        if can_above && (!can_below || above <= below) {
            let beta = bounds.upper - 2;
            let Some((yes, nodes)) = put(&mut bounds, beta) else { return bounds };
            above = nodes;
            if yes {
                break;
            }
        } else if can_below {
            let beta = bounds.lower + 3;
            let Some((yes, nodes)) = put(&mut bounds, beta) else { return bounds };
            below = nodes;
            if !yes {
                break;
            }
        } else {
            break;
        }
    }
    // The sign, then small steps from the side of zero: most scores are close to it.
    for beta in sign_order(mover) {
        if bounds.lower < beta && beta <= bounds.upper && put(&mut bounds, beta).is_none() {
            return bounds;
        }
    }
    while bounds.lower < bounds.upper {
        let quarter = (bounds.upper - bounds.lower) / 4;
        let beta =
            if bounds.lower >= 0 { bounds.lower + 1 + quarter } else { bounds.upper - quarter };
        if put(&mut bounds, beta).is_none() {
            return bounds;
        }
    }
    bounds
}

/// Narrows `bounds` until the sign of the score is known.
pub(super) fn sign(
    bounds: Bounds,
    mover: Player,
    ask: impl FnMut(i32) -> Option<Answer>,
) -> Bounds {
    in_turn(bounds, &sign_order(mover), ask)
}

/// "Is it won?" and "is it lost?", the likelier first: who began is ahead more often.
fn sign_order(mover: Player) -> [i32; 2] {
    match mover {
        Player::First => [1, 0],
        Player::Second => [0, 1],
    }
}

/// Narrows `bounds` by asking these questions, as far as they are open.
pub(super) fn in_turn(
    mut bounds: Bounds,
    betas: &[i32],
    mut ask: impl FnMut(i32) -> Option<Answer>,
) -> Bounds {
    for &beta in betas {
        if bounds.lower < beta && beta <= bounds.upper {
            let Some(answer) = ask(beta) else { return bounds };
            if answer.score >= beta {
                bounds.lower = answer.score;
            } else {
                bounds.upper = answer.score;
            }
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: Bounds = Bounds { lower: -18, upper: 18 };

    /// Asks about a score until it is known or so many questions were answered; the questions.
    fn asked(score: i32, nodes: u64, mover: Player, answers: usize) -> (Bounds, Vec<i32>) {
        let mut betas = Vec::new();
        let found = exact(WIDE, mover, |beta| {
            betas.push(beta);
            // The tightest answer on the side of the question.
            let score = if score >= beta { beta } else { beta - 1 };
            (betas.len() <= answers).then_some(Answer { score, nodes })
        });
        (found, betas)
    }

    #[test]
    fn every_score_is_found_whatever_questions_cost() {
        for score in -18..=18 {
            for nodes in [0, CHEAP, CHEAP + 1] {
                for mover in Player::BOTH {
                    let (found, betas) = asked(score, nodes, mover, usize::MAX);
                    assert_eq!(found, Bounds::exactly(score), "{betas:?}");
                    let mut sorted = betas.clone();
                    sorted.sort_unstable();
                    sorted.dedup();
                    assert_eq!(sorted.len(), betas.len(), "nothing is asked twice: {betas:?}");
                }
            }
        }
    }

    #[test]
    fn cheap_questions_come_from_outside_and_dear_ones_from_zero() {
        let first = |score, nodes| asked(score, nodes, Player::First, usize::MAX).1;
        let second = |score, nodes| asked(score, nodes, Player::Second, usize::MAX).1;
        let outside = [16, -15, 13, 10, 7, 4, 1, -12, -9, -6, -3, 0];
        assert_eq!((first(0, 1), second(0, 1)), (outside.to_vec(), outside.to_vec()));
        assert_eq!(first(0, CHEAP + 1), [16, -15, 1, 0]);
        assert_eq!(second(0, CHEAP + 1), [16, -15, 0, 1]);
        assert_eq!(first(5, CHEAP + 1), [16, -15, 1, 5, 8, 6]);
        assert_eq!(second(-5, CHEAP + 1), [16, -15, 0, -4, -7, -5]);
        assert_eq!(first(17, 1), [16, 17, 18]);
        assert_eq!(first(-17, 1), [16, -15, -16, -17]);
    }

    #[test]
    fn a_search_that_is_stopped_keeps_what_it_knows() {
        for score in [-18, -3, 0, 1, 7, 18] {
            for answers in 0..12 {
                let (found, betas) = asked(score, CHEAP, Player::First, answers);
                let mut known = WIDE;
                for beta in &betas[..answers.min(betas.len())] {
                    if score >= *beta {
                        known.lower = known.lower.max(*beta);
                    } else {
                        known.upper = known.upper.min(beta - 1);
                    }
                }
                assert_eq!(found, known, "{score} after {answers} answers");
            }
        }
    }

    #[test]
    fn the_sign_takes_at_most_two_questions_and_the_likelier_first() {
        for (mover, order) in [(Player::First, [1, 0]), (Player::Second, [0, 1])] {
            for score in [-9, -1, 0, 1, 9] {
                let mut betas = Vec::new();
                let found = sign(WIDE, mover, |beta| {
                    betas.push(beta);
                    let score = if score >= beta { beta } else { beta - 1 };
                    Some(Answer { score, nodes: 1 })
                });
                assert!(found.lower <= score && score <= found.upper);
                assert!(found.lower > 0 || found.upper < 0 || found.is_exact(), "{found:?}");
                let needed =
                    if score > 0 && order[0] == 1 || score < 0 && order[0] == 0 { 1 } else { 2 };
                assert_eq!(betas, order[..needed], "{score}");
            }
        }
    }

    #[test]
    fn questions_that_the_bounds_answer_are_not_asked() {
        let bounds = Bounds { lower: -2, upper: 3 };
        let mut betas = Vec::new();
        let found = in_turn(bounds, &[-2, 4, 3, 1, -1], |beta| {
            betas.push(beta);
            Some(Answer { score: 0, nodes: 1 })
        });
        assert_eq!((found, betas), (Bounds::exactly(0), vec![3, -1]));
        assert_eq!(in_turn(bounds, &[1], |_| None), bounds);
        assert!(Bounds::exactly(2).is_exact() && !bounds.is_exact());
    }
}
