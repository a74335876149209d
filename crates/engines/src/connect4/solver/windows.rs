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
