//! Boards for tests of heuristics and orders.

use alinea_core::{Game, SplitMix64, parse_position};

/// The position after these moves.
pub(crate) fn after<G: Game>(setup: &str, moves: &str) -> G {
    let setup = G::parse_setup(setup).unwrap();

    parse_position::<G>(&setup, moves).unwrap().pos
}

/// Positions of random games, finished ones among them.
pub(crate) fn random_boards<G: Game>(setup: &str, count: usize, seed: u64) -> Vec<G> {
    let setup = G::parse_setup(setup).unwrap();
    let mut rng = SplitMix64::new(seed);
    (0..count)
        .map(|_| {
            let mut pos = G::start(&setup);
            for _ in 0..rng.below(80) {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&mv) = rng.pick(&moves) else { break };
                pos.play(mv).unwrap();
            }
            pos
        })
        .collect()
}
