//! Watches the heuristic files of one seat while it thinks: the first failure ends the search.

use super::Fault;
use alinea_search::{Clock, Stop};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Shared by a seat and the heuristic files it uses.
#[derive(Clone, Default)]
pub struct FileWatch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Whether the files need not be asked any more in this search.
    ended: AtomicBool,
    work: AtomicU64,
    allowed: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    fault: Option<Fault>,
    outer: Stop,
    inner: Stop,
    deadline: Option<(Clock, Duration)>,
}

impl FileWatch {
    /// A search begins. It must obey the flag returned, which follows `outer`, the time limit
    /// and the failures of the files.
    pub(crate) fn begin(&self, outer: &Stop, time: Option<Duration>) -> Stop {
        // Tables of weights never fail and cost no work: nobody would pass the outer flag on.
        let is_unlimited = [0, u64::MAX].contains(&self.0.allowed.load(Ordering::Relaxed));
        let inner = if is_unlimited { outer.clone() } else { Stop::new() };
        let mut state = self.state();
        state.fault = None;
        state.outer = outer.clone();
        state.inner = inner.clone();
        state.deadline = time.map(|time| (Clock::start(), time));
        self.0.work.store(0, Ordering::Relaxed);
        self.0.ended.store(false, Ordering::Relaxed);
        inner
    }

    /// Whether the search was ended from here: what it answers after that means nothing.
    pub(crate) fn has_ended(&self) -> bool {
        self.0.ended.load(Ordering::Relaxed)
    }

    /// The failure, if there was one.
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.state().fault.clone()
    }

    /// How much work one search may take; the smallest of all files counts.
    pub(super) fn allow(&self, work: u64) {
        let allowed = self.0.allowed.load(Ordering::Relaxed);
        let smallest = if allowed == 0 { work } else { allowed.min(work) };
        self.0.allowed.store(smallest.max(1), Ordering::Relaxed);
    }

    /// A script took so many steps.
    pub(super) fn spend(&self, work: u64) {
        let spent = self.0.work.fetch_add(work, Ordering::Relaxed) + work;
        let allowed = self.0.allowed.load(Ordering::Relaxed);
        if spent > allowed {
            let message = format!("more than {allowed} steps for one move");
            self.fail(Fault { line: 1, column: 1, message });
            return;
        }
        let state = self.state();
        let late = state.deadline.is_some_and(|(clock, time)| clock.elapsed() >= time);
        if late || state.outer.is_set() {
            state.inner.stop();
            self.0.ended.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn fail(&self, fault: Fault) {
        let mut state = self.state();
        state.fault.get_or_insert(fault);
        state.inner.stop();
        self.0.ended.store(true, Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
