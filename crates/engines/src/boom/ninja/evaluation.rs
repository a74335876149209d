//! NINJA's judgement of quiet positions: features times weights, blended by the stones on the board.

use super::features::{FEATURES, features};
use super::state::{Seen, State, count};
use super::weights::{EARLY, LATE};

/// The weights of NINJA's evaluation for an empty and a full board, blended in between.
#[derive(Clone, Debug)]
pub struct Weights {
    /// On an empty board.
    pub early: [i32; FEATURES],
    /// On a full board.
    pub late: [i32; FEATURES],
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { early: EARLY, late: LATE }
    }
}

/// The largest estimate; decided values lie far beyond.
const LARGEST: i32 = 20_000;
const SQUARES_ON_BOARD: i32 = 49;
/// Blended weights keep this many binary digits behind the point.
const FRACTION: i32 = 4;

/// One row of blended weights for every number of stones.
#[derive(Clone)]
pub(crate) struct Evaluation {
    rows: Vec<[i32; FEATURES]>,
}

impl Evaluation {
    pub(crate) fn new(weights: &Weights) -> Evaluation {
        let blend = |stones: i32, i: usize| {
            let sum = weights.early[i] * (SQUARES_ON_BOARD - stones) + weights.late[i] * stones;
            (sum << FRACTION) / SQUARES_ON_BOARD
        };
        let row = |stones| std::array::from_fn(|i| blend(stones, i));
        Evaluation { rows: (0..=SQUARES_ON_BOARD).map(row).collect() }
    }

    /// What the position is worth to the mover, in 1/256 of a logit of the expected result.
    #[inline(always)]
    pub(crate) fn evaluate(&self, state: &State, seen: &Seen) -> i32 {
        let stones = count(state.occupied()) as usize;
        let weights = &self.rows[stones.min(SQUARES_ON_BOARD as usize)];
        let sum: i32 = features(state, seen).iter().zip(weights).map(|(f, w)| f * w).sum();
        (sum >> FRACTION).clamp(-LARGEST, LARGEST)
    }
}
