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

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: Player = Player::Second;

    #[test]
    fn the_last_two_different_cuts_of_a_ply_are_its_killers() {
        let mut memory = Memory::new(10);
        assert_eq!(memory.killers(3), [NO_MOVE; 2]);
        for (index, expected) in [(4, [4, NO_MOVE]), (4, [4, NO_MOVE]), (7, [7, 4]), (7, [7, 4])] {
            memory.reward(SIDE, index, 3, 2);
            assert_eq!(memory.killers(3), expected);
        }
        memory.reward(SIDE, 4, 3, 2);
        assert_eq!(memory.killers(3), [4, 7]);
        assert_eq!(memory.killers(2), [NO_MOVE; 2], "another ply has its own");
        memory.reward(SIDE, 1, MAX_PLY, 2);
        assert_eq!(memory.killers(MAX_PLY), [1, NO_MOVE], "the deepest ply has some too");
    }

    #[test]
    fn a_deeper_cut_counts_for_more_and_blame_takes_it_back() {
        let gain = |depth| {
            let mut memory = Memory::new(10);
            memory.reward(SIDE, 5, 0, depth);
            let gained = memory.history(SIDE, 5);
            assert_eq!(memory.history(SIDE, 4), 0);
            assert_eq!(memory.history(SIDE.other(), 5), 0);
            memory.blame(SIDE, 4, depth);
            assert_eq!(memory.history(SIDE, 4), -gained, "as much is lost as is won");
            gained
        };
        // The square of the depth, up to a limit.
        assert_eq!([1, 2, 3, 10, 32].map(gain), [1, 4, 9, 100, 1024]);
        assert_eq!([33, 1000].map(gain), [1024; 2]);
    }

    #[test]
    fn history_comes_near_its_limits_and_never_passes_them() {
        let mut memory = Memory::new(2);
        let mut last = [0; 2];
        for _ in 0..500 {
            memory.reward(SIDE, 0, 1, 40);
            memory.blame(SIDE, 1, 40);
            let now = [memory.history(SIDE, 0), memory.history(SIDE, 1)];
            assert!(now[0] >= last[0] && now[1] <= last[1], "{last:?} {now:?}");
            assert!(now[0] <= MAX_HISTORY && now[1] >= -MAX_HISTORY);
            last = now;
        }
        assert!(last[0] > MAX_HISTORY * 9 / 10 && last[1] < -MAX_HISTORY * 9 / 10, "{last:?}");
        // Half way up a step is worth half as much, and one down half as much again.
        let mut half = Memory::new(1);
        half.history[SIDE.index()][0] = MAX_HISTORY / 2;
        half.reward(SIDE, 0, 1, 10);
        assert_eq!(half.history(SIDE, 0), MAX_HISTORY / 2 + 50);
        half.history[SIDE.index()][0] = MAX_HISTORY / 2;
        half.blame(SIDE, 0, 10);
        assert_eq!(half.history(SIDE, 0), MAX_HISTORY / 2 - 150);
    }

    #[test]
    fn a_new_search_keeps_an_eighth_of_the_history_and_a_cleared_one_nothing() {
        let mut memory = Memory::new(10);
        memory.reward(SIDE, 5, 3, 20);
        memory.blame(SIDE, 6, 20);
        memory.fade();
        assert_eq!([5, 6].map(|index| memory.history(SIDE, index)), [50, -50]);
        assert_eq!(memory.killers(3), [NO_MOVE; 2]);
        memory.reward(SIDE, 5, 3, 20);
        memory.clear();
        assert_eq!([5, 6].map(|index| memory.history(SIDE, index)), [0; 2]);
        assert_eq!(memory.killers(3), [NO_MOVE; 2]);
    }
}
