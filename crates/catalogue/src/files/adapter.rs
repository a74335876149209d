//! A heuristic file as a heuristic of any game.

use super::{BoardHeuristic, FileWatch};
use crate::Entry;
use alinea_core::Player;
use alinea_search::{Heuristic, Part};
use std::sync::Arc;

/// Asks the file as long as the watch lets it, and tells the watch what went wrong. A search
/// needs a number at once: after a failure every position is worth 0 until the search ends.
pub(crate) struct Adapter {
    file: Arc<dyn BoardHeuristic>,
    watch: FileWatch,
    /// Whether its work is limited, as that of scripts is.
    is_limited: bool,
}

impl Adapter {
    pub(crate) fn new(file: Arc<dyn BoardHeuristic>, watch: FileWatch) -> Adapter {
        let is_limited = file.work_per_move() < u64::MAX;
        Adapter { file, watch, is_limited }
    }
}

impl<G: Entry> Heuristic<G> for Adapter {
    fn evaluate(&self, pos: &G, player: Player, ply: u32) -> f64 {
        if self.watch.has_ended() {
            return 0.0;
        }
        match self.file.evaluate(pos, player, ply) {
            Ok(judged) => {
                if self.is_limited {
                    self.watch.spend(judged.work);
                }
                judged.value
            }
            Err(fault) => {
                self.watch.fail(fault);
                0.0
            }
        }
    }

    fn explain(&self, pos: &G, player: Player, ply: u32) -> Vec<Part> {
        match self.file.explain(pos, player, ply) {
            Ok(parts) => parts,
            Err(fault) => {
                self.watch.fail(fault);
                Vec::new()
            }
        }
    }
}
