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

#[cfg(test)]
mod tests {
    use super::super::tests::late_positions;
    use super::*;
    use alinea_core::Position;

    #[test]
    fn weights_are_blended_by_the_stones_on_the_board() {
        let weights = Weights {
            early: std::array::from_fn(|i| 3 * i as i32 - 20),
            late: std::array::from_fn(|i| 41 - 5 * i as i32),
        };
        let evaluation = Evaluation::new(&weights);
        let loud =
            Evaluation::new(&Weights { early: [30_000; FEATURES], late: [30_000; FEATURES] });
        let (mut seen, mut highest, mut lowest) = (0, i32::MIN, i32::MAX);
        for pos in late_positions(92, 120) {
            if pos.outcome().is_some() {
                continue;
            }
            let state = State::of(&pos);
            let features = features(&state, &Seen::of(&state));
            let stones = f64::from(count(state.occupied())) / 49.0;
            let blended = (0..FEATURES).map(|i| {
                let (early, late) = (f64::from(weights.early[i]), f64::from(weights.late[i]));
                f64::from(features[i]) * (early * (1.0 - stones) + late * stones)
            });
            let exact: f64 = blended.sum();
            let found = evaluation.evaluate(&state, &Seen::of(&state));
            // Each blended weight is cut off by less than a sixteenth.
            let most = features.iter().map(|f| f64::from(f.abs())).sum::<f64>() / 16.0 + 1.0;
            assert!((f64::from(found) - exact).abs() <= most, "{found} is not {exact}");
            let clamped = loud.evaluate(&state, &Seen::of(&state));
            (highest, lowest) = (highest.max(clamped), lowest.min(clamped));
            seen += 1;
        }
        assert!(seen > 50, "{seen}");
        assert_eq!((highest, lowest), (20_000, -20_000), "estimates stay far from the end");
    }
}
