//! The sums of a network along the line that a search is on: brought up to date when a value is asked for, from the cells that changed.

use super::{Net, Step, View, WIDTH};
use crate::gomoku::engine::eval::{FINE, LIMIT, threat_mask};
use crate::gomoku::engine::pattern_board::PatternBoard;
use crate::gomoku::engine::rule::PatternRule;
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
use crate::lanes::{Lanes, One, Task};
use alinea_core::Player;

/// The sums of the positions of one line of play, by how many stones were put.
///
/// An entry holds for the position whose key it carries, so that taking moves back costs nothing
/// and coming back to a position finds its sums.
#[derive(Clone)]
pub(in crate::gomoku::engine) struct Sums {
    entries: Vec<Entry>,
    cpu: Cpu,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    views: [View; 2],
}

/// Which code computes; the results are the same.
#[derive(Clone, Copy)]
pub(super) enum Cpu {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Cpu {
    fn detect() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        if let Some(lanes) = Avx2::detect() {
            return Cpu::Avx2(lanes);
        }
        Cpu::Plain
    }
}

impl Sums {
    /// Nothing is known but the empty board, whose sums are nothing on every size.
    pub(in crate::gomoku::engine) fn new() -> Sums {
        Sums::on(Cpu::detect())
    }

    pub(super) fn on(cpu: Cpu) -> Sums {
        Sums { entries: vec![Entry { key: 0, views: [[0; WIDTH]; 2] }], cpu }
    }

    /// The value of a position for the player to move, in points.
    #[inline]
    pub(in crate::gomoku::engine) fn value<R: PatternRule>(
        &mut self,
        net: &Net,
        board: &PatternBoard<R>,
    ) -> i32 {
        let plies = board.plies();
        let mut known = plies.min(self.entries.len() - 1);
        while self.entries[known].key != board.key_at(known) {
            known -= 1;
        }
        self.entries.truncate(known + 1);
        let work = Update { entries: &mut self.entries, net, board, threats: threat_mask(board) };
        let value = match self.cpu {
            Cpu::Plain => One.call(work),
            #[cfg(target_arch = "x86_64")]
            Cpu::Avx2(lanes) => lanes.call(work),
        };
        (value / FINE).clamp(-LIMIT, LIMIT)
    }
}

/// Sums brought up to date and weighed, compiled for each CPU.
struct Update<'a, R: PatternRule> {
    entries: &'a mut Vec<Entry>,
    net: &'a Net,
    board: &'a PatternBoard<R>,
    threats: usize,
}

impl<R: PatternRule> Task for Update<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> i32 {
        let mut last = self.entries[self.entries.len() - 1];
        for ply in self.entries.len() - 1..self.board.plies() {
            let mut changes = [[0i16; WIDTH]; 2];
            for change in self.board.changes(ply) {
                let step = Step::of(change);
                for player in Player::BOTH {
                    self.net.view(player).replace(step, &mut changes[player.index()]);
                }
            }
            for (sums, changes) in last.views.iter_mut().zip(changes) {
                for (sum, change) in sums.iter_mut().zip(changes) {
                    *sum += i32::from(change);
                }
            }
            last.key = self.board.key_at(ply + 1);
            self.entries.push(last);
        }
        self.net.value(self.board.turn(), &last.views, self.threats)
    }
}
