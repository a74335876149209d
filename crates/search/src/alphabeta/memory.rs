//! What a search learns about moves while it runs: killers of a ply, history of a side.

use super::MAX_PLY;
use super::table::NO_MOVE;
use alinea_core::Player;

const MAX_HISTORY: i32 = 1 << 14;

/// Moves that cut before, by their index.
pub(super) struct Memory {
    killers: [[u16; 2]; MAX_PLY + 1],
    history: [Vec<i32>; 2],
}

impl Memory {
    pub(super) fn new(max_index: usize) -> Memory {
        Memory {
            killers: [[NO_MOVE; 2]; MAX_PLY + 1],
            history: [vec![0; max_index], vec![0; max_index]],
        }
    }

    /// A new search: killers belong to plies of the old one, history fades.
    pub(super) fn fade(&mut self) {
        self.killers = [[NO_MOVE; 2]; MAX_PLY + 1];
        for value in self.history.iter_mut().flatten() {
            *value /= 8;
        }
    }

    pub(super) fn clear(&mut self) {
        self.killers = [[NO_MOVE; 2]; MAX_PLY + 1];
        for side in &mut self.history {
            side.fill(0);
        }
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    #[inline]
    pub(super) fn history(&self, side: Player, index: usize) -> i32 {
        self.history[side.index()][index]
    }

    /// This move cut off its siblings.
    #[inline]
    pub(super) fn reward(&mut self, side: Player, index: usize, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != index as u16 {
            *killers = [index as u16, killers[0]];
        }
        self.adjust(side, index, bonus(depth));
    }

    /// This move was tried before one that cut, and did not.
    #[inline]
    pub(super) fn blame(&mut self, side: Player, index: usize, depth: i32) {
        self.adjust(side, index, -bonus(depth));
    }

    /// Moves a value towards one end; the step shrinks as it gets there.
    #[inline]
    fn adjust(&mut self, side: Player, index: usize, step: i32) {
        let value = &mut self.history[side.index()][index];
        *value += step - (*value * step.abs()) / MAX_HISTORY;
    }
}

#[inline]
fn bonus(depth: i32) -> i32 {
    (depth * depth).min(1024)
}
