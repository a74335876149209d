//! Which parts an evaluation has, as far as random games show: any of them can be forgotten.

use crate::samples::random_positions;
use alinea_catalogue::Entry;
use alinea_search::Heuristic;

/// Random games looked at.
const GAMES: usize = 3;
/// Parts that are tried; more would be no help to a reader.
const MAX_PARTS: usize = 8;

/// The keys of the parts, if there is more than one.
pub(super) fn keys<G: Entry>(setup: &G::Setup, heuristic: &dyn Heuristic<G>) -> Vec<&'static str> {
    let mut keys = Vec::new();
    for pos in random_positions::<G>(setup, GAMES, 5).iter().step_by(3) {
        for part in heuristic.explain(pos, pos.turn(), 1) {
            if !keys.contains(&part.label.key) && keys.len() < MAX_PARTS {
                keys.push(part.label.key);
            }
        }
    }
    // What decides a finished game is a mistake of its own.
    keys.retain(|key| *key != "part.decided");
    if keys.len() < 2 { Vec::new() } else { keys }
}
