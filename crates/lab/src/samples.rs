//! Positions of seeded random games: what heuristics are checked, measured and compared on.

use alinea_catalogue::files::Facts;
use alinea_catalogue::{Entry, GameVisitor, SpecError, visit};
use alinea_core::SplitMix64;

/// Hears of the positions of random games, finished ones included.
pub trait RandomBoards {
    /// The next position.
    fn board(&mut self, board: &dyn Facts);
}

/// Shows the positions of so many random games of `NAME[:SETUP]`.
pub fn visit_random(
    game: &str,
    games: usize,
    seed: u64,
    boards: &mut dyn RandomBoards,
) -> Result<(), SpecError> {
    visit(game, Walk { games, seed, boards })
}

struct Walk<'b> {
    games: usize,
    seed: u64,
    boards: &'b mut dyn RandomBoards,
}

impl GameVisitor for Walk<'_> {
    type Output = ();

    fn visit<G: Entry>(self, setup: G::Setup) {
        for pos in random_positions::<G>(&setup, self.games, self.seed) {
            self.boards.board(&pos);
        }
    }
}

/// Moves that a random game may take: Boom can be endless.
const MAX_PLIES: usize = 300;

/// The positions of so many random games, from the start to the end of each.
pub(crate) fn random_positions<G: Entry>(setup: &G::Setup, games: usize, seed: u64) -> Vec<G> {
    let mut rng = SplitMix64::new(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut pos = G::start(setup);
        for _ in 0..MAX_PLIES {
            positions.push(pos.clone());
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            let _ = pos.play_unchecked(mv);
        }
    }
    positions
}
