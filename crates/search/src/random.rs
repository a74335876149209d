//! The weakest opponent: any legal move.

use crate::{Engine, Limits, Observer, Stop, Thought};
use alinea_core::{Position, SplitMix64};

/// Plays a random legal move; the same seed plays the same game.
pub struct Random {
    seed: u64,
    rng: SplitMix64,
}

impl Random {
    /// A player with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { seed, rng: SplitMix64::new(seed) }
    }
}

impl<P: Position> Engine<P> for Random {
    fn think(
        &mut self,
        pos: &P,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let best = self.rng.pick(&moves).copied();
        match best {
            None => Thought::finished(pos),
            Some(_) => Thought { nodes: 1, ..Thought::of(best) },
        }
    }

    fn clear(&mut self) {
        self.rng = SplitMix64::new(self.seed);
    }
}
