//! NINJA on a leash: ten levels of playing strength. Each looks further and errs less than the
//! one below; the tenth is NINJA itself.

use alinea_core::SplitMix64;
use alinea_games::boom::Action;
use alinea_search::Thought;

/// How far a level looks and how much it errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// Plies.
    pub(super) depth: u32,
    /// The largest error in judging a move, in hundredths of a score's points; 0 plays the best.
    pub(super) noise: i32,
}

const LEVELS: [Level; 10] = [
    Level { depth: 1, noise: 800 },
    Level { depth: 1, noise: 300 },
    Level { depth: 2, noise: 100 },
    Level { depth: 3, noise: 60 },
    Level { depth: 4, noise: 40 },
    Level { depth: 5, noise: 20 },
    Level { depth: 7, noise: 8 },
    Level { depth: 9, noise: 0 },
    Level { depth: 12, noise: 0 },
    Level { depth: u32::MAX, noise: 0 },
];

/// What a level takes a decided move for, in hundredths of a score's points.
const DECIDED: i32 = 400;

impl Level {
    /// The level of this number; below 1 and above 10 the nearest.
    pub(crate) fn numbered(number: u8) -> Level {
        LEVELS[usize::from(number.clamp(1, 10)) - 1]
    }

    /// Lets the level err: every move's score is judged with some noise.
    pub(super) fn choose(&self, thought: &mut Thought<Action>, rng: &mut SplitMix64) {
        if self.noise == 0 {
            return;
        }
        // The lowest levels are so loud that they overlook even the end of the game.
        let judged = |raw: i32, error: f64| {
            f64::from(raw.clamp(-DECIDED, DECIDED)) + error * f64::from(self.noise)
        };
        let mut best = f64::NEG_INFINITY;
        let mut choice = None;
        for mv in &thought.moves {
            let value = judged(mv.score.raw(), 2.0 * rng.unit() - 1.0);
            if value > best {
                best = value;
                choice = Some(mv.clone());
            }
        }
        let Some(choice) = choice else { return };
        if thought.best != Some(choice.mv) {
            thought.best = Some(choice.mv);
            thought.score = choice.score;
            thought.proven = choice.proven;
            thought.line = choice.line;
            thought.reason = None;
        }
    }
}
