//! One question put to several threads that share the table. No locks: whatever one thread
//! proves, the others find; each orders its moves a little differently so that they part.

use super::Width;
use super::board::{Board, Shape};
use super::order::Lines;
use super::question::Deadline;
use super::rules::Rules;
use super::search::{Probe, Search};
use super::table::Table;
use super::windows::Answer;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Below this many nodes one thread is done sooner than others have started.
const ALONE: u64 = 100_000;

/// What all threads of a question have in common.
pub(super) struct Team<'a, S> {
    pub(super) shape: S,
    pub(super) table: &'a Table,
    pub(super) lines: &'a Lines,
    pub(super) rules: Rules,
    pub(super) watch: &'a Deadline,
    pub(super) width: Width,
    pub(super) threads: usize,
    /// Nodes of all threads.
    pub(super) nodes: u64,
    /// New positions stored since the table last doubled.
    pub(super) fresh: u64,
}

impl<'a, S: Shape> Team<'a, S> {
    /// Whether the score is at least beta; nothing when a limit was met.
    pub(super) fn ask(&mut self, board: Board, beta: i32) -> Option<Answer> {
        let before = self.nodes;
        if self.watch.is_over(before) {
            return None;
        }
        let patience = if self.threads > 1 { ALONE } else { u64::MAX };
        let mut search = self.search(patience);
        let score = self.width.call(Probe { search: &mut search, board, beta });
        self.nodes += search.nodes;
        self.fresh = search.fresh;
        let score = match (search.stopped, search.is_out_of_patience()) {
            (false, _) => score,
            (true, true) => self.ask_together(board, beta)?,
            (true, false) => return None,
        };
        Some(Answer { score, nodes: self.nodes - before })
    }

    fn search(&self, patience: u64) -> Search<'a, S> {
        let (table, lines, rules) = (self.table, self.lines, self.rules);
        let mut search = Search::new(self.shape, table, lines, rules, self.watch, self.nodes);
        search.patience = patience;
        search.fresh = self.fresh;
        search
    }

    fn ask_together(&mut self, board: Board, beta: i32) -> Option<i32> {
        self.table.grow_fully();
        let answered = AtomicBool::new(false);
        let found = Mutex::new((None, 0));
        std::thread::scope(|scope| {
            for thread in 0..self.threads {
                let mut search = self.search(u64::MAX);
                search.alone = false;
                search.answered = Some(&answered);
                search.jitter = thread as u64;
                let (found, answered, width) = (&found, &answered, self.width);
                scope.spawn(move || {
                    let score = width.call(Probe { search: &mut search, board, beta });
                    if let Ok(mut found) = found.lock() {
                        found.1 += search.nodes;
                        if !search.stopped {
                            found.0 = Some(score);
                        }
                    }
                    if !search.stopped {
                        answered.store(true, Relaxed);
                    }
                });
            }
        });
        let (score, nodes) = found.into_inner().unwrap_or((None, 0));
        self.nodes += nodes;
        score
    }
}
