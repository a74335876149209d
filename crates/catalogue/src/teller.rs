//! A recorder that tells what it holds while the search goes on. It searches and keeps nothing
//! itself.

use alinea_search::{Clock, Recorder, Trace, TraceNode, Window};
use std::time::Duration;

/// Nodes between two looks at the clock.
const PATIENCE: u64 = 1 << 12;
/// The first word comes soon, so that there is something to look at.
const FIRST_WORD: Duration = Duration::from_millis(40);
/// Later words come as often as a person can follow.
const PAUSE: Duration = Duration::from_millis(250);

/// Records a textbook search and tells of it from time to time.
pub(crate) struct Teller<M, F> {
    recorder: Recorder<M>,
    tell: F,
    clock: Clock,
    due: Duration,
}

impl<M: Clone, F: FnMut(Vec<TraceNode<M>>)> Teller<M, F> {
    pub(crate) fn new(recorder: Recorder<M>, tell: F) -> Teller<M, F> {
        Teller { recorder, tell, clock: Clock::start(), due: FIRST_WORD }
    }

    /// What was recorded of a search that is over.
    pub(crate) fn into_nodes(self) -> Vec<TraceNode<M>> {
        self.recorder.into_nodes()
    }
}

impl<M: Clone, F: FnMut(Vec<TraceNode<M>>)> Trace<M> for Teller<M, F> {
    #[inline]
    fn enter(&mut self, mv: Option<M>, ply: u32, window: Window) {
        self.recorder.enter(mv, ply, window);
        if self.recorder.visited().is_multiple_of(PATIENCE) {
            let now = self.clock.elapsed();
            if now >= self.due {
                (self.tell)(self.recorder.so_far());
                self.due = now + PAUSE;
            }
        }
    }

    #[inline]
    fn leave(&mut self, value: f64, cut: Option<Window>) {
        self.recorder.leave(value, cut);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_under_way_are_told_without_a_value() {
        let mut words = Vec::new();
        let mut teller = Teller::new(Recorder::new(9, 1), |nodes| words.push(nodes));
        teller.enter(None, 0, Window::FULL);
        teller.enter(Some(1), 1, Window::FULL);
        teller.leave(7.0, None);
        teller.enter(Some(2), 1, Window { alpha: 7.0, ..Window::FULL });
        teller.due = Duration::ZERO;
        for _ in 0..PATIENCE - 3 {
            teller.enter(Some(3), 2, Window::FULL);
            teller.leave(0.0, None);
        }
        assert_eq!(teller.into_nodes().len(), 1, "only the first child has come back");
        let [word] = &words[..] else { panic!("told {} times", words.len()) };
        let told: Vec<_> = word.iter().map(|node| (node.mv, node.is_done(), node.nodes)).collect();
        let below = PATIENCE - 2;
        assert_eq!(told, [(None, false, PATIENCE), (Some(1), true, 1), (Some(2), false, below)]);
        assert_eq!(word[2].window.alpha, 7.0);
    }
}
