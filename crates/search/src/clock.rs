//! Time since a search began, and the budget that it spends. Searches and engines ask the time
//! through this clock alone, because some targets have no other.

use crate::{Limits, Stop};
use std::time::Duration;

/// A clock that starts with a search and tells the time since then.
///
/// ```
/// use alinea_search::Clock;
/// use std::time::Duration;
/// let clock = Clock::start();
/// std::thread::sleep(Duration::from_millis(2));
/// assert!(clock.elapsed() >= Duration::from_millis(2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock(Moment);

impl Clock {
    /// Starts now.
    #[must_use]
    pub fn start() -> Clock {
        Clock(Moment::now())
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(not(target_family = "wasm"))]
use std::time::Instant as Moment;

/// A browser's clock, which only its page can read.
#[cfg(target_family = "wasm")]
mod carried {
    use std::cell::Cell;
    use std::time::Duration;

    thread_local! {
        static NOW: Cell<fn() -> Duration> = const { Cell::new(|| Duration::ZERO) };
    }

    /// Takes the time from this function; without it time stands still.
    pub fn set_clock(now: fn() -> Duration) {
        NOW.with(|known| known.set(now));
    }

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Moment(Duration);

    impl Moment {
        pub(super) fn now() -> Moment {
            Moment(NOW.with(|now| now.get()()))
        }

        pub(super) fn elapsed(&self) -> Duration {
            Moment::now().0.saturating_sub(self.0)
        }
    }
}

#[cfg(target_family = "wasm")]
use carried::Moment;
#[cfg(target_family = "wasm")]
pub use carried::set_clock;

/// What a search may still spend: it counts nodes and watches the limits.
///
/// The clock and the stop flag are looked at once every [`Budget::POLL`] nodes; the node limit is
/// exact.
///
/// ```
/// use alinea_search::{Budget, Limits, Stop};
/// let stop = Stop::new();
/// let mut budget = Budget::new(&Limits::nodes(3), &stop);
/// assert_eq!([(); 4].map(|_| budget.visit()), [true, true, true, false]);
/// assert_eq!((budget.nodes(), budget.is_spent()), (3, true));
/// stop.stop();
/// assert!(!Budget::new(&Limits::default(), &stop).visit());
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    clock: Clock,
    stop: Stop,
    nodes: u64,
    max_nodes: u64,
    max_time: Option<Duration>,
    next_poll: u64,
    spent: bool,
}

impl Budget {
    /// Nodes between two looks at the clock: well under a millisecond of any search here.
    pub const POLL: u64 = 1024;

    /// A budget for one search that starts now.
    #[must_use]
    pub fn new(limits: &Limits, stop: &Stop) -> Budget {
        Budget {
            clock: Clock::start(),
            stop: stop.clone(),
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            max_time: limits.time,
            next_poll: 0,
            spent: false,
        }
    }

    /// Counts one node; false once a limit is met.
    ///
    /// The search must then unwind without using what it has not finished. The node that would
    /// exceed the limit is not counted.
    #[inline]
    pub fn visit(&mut self) -> bool {
        if self.spent || self.nodes >= self.max_nodes {
            self.spent = true;
            return false;
        }
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + Budget::POLL;
            let late = self.max_time.is_some_and(|max| self.clock.elapsed() >= max);
            if late || self.stop.is_set() {
                self.spent = true;
                return false;
            }
        }
        self.nodes += 1;
        true
    }

    /// Whether a limit was met.
    #[inline]
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Nodes counted so far.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_limit_is_exact() {
        let mut budget = Budget::new(&Limits::nodes(3), &Stop::new());
        let visits = (0..10).filter(|_| budget.visit()).count();
        assert_eq!((visits, budget.nodes(), budget.is_spent()), (3, 3, true));
    }

    /// No test waits: the clock is set back instead.
    #[test]
    fn time_ends_the_search_within_a_poll_and_not_before() {
        let hour = Duration::from_secs(3600);
        let mut budget = Budget::new(&Limits::time(hour), &Stop::new());
        assert!((0..3 * Budget::POLL).all(|_| budget.visit()));
        budget.clock = Clock(budget.clock.0 - 2 * hour);
        let more = (0..3 * Budget::POLL).take_while(|_| budget.visit()).count() as u64;
        assert!(more <= Budget::POLL && budget.is_spent(), "{more} more");
        assert!(!budget.visit());
        let mut none = Budget::new(&Limits::time(Duration::ZERO), &Stop::new());
        assert!(!none.visit() && none.nodes() == 0);
    }

    #[test]
    fn stop_ends_the_search_within_a_poll() {
        let stop = Stop::new();
        let mut budget = Budget::new(&Limits::default(), &stop);
        assert!(budget.visit());
        stop.stop();
        assert!((0..=Budget::POLL).any(|_| !budget.visit()));
    }

    #[test]
    fn the_budget_tells_what_was_spent() {
        let mut budget = Budget::new(&Limits::default(), &Stop::new());
        assert_eq!((budget.nodes(), budget.is_spent()), (0, false));
        assert!((0..5).all(|_| budget.visit()));
        assert_eq!((budget.nodes(), budget.is_spent()), (5, false));
        let hour = Duration::from_secs(3600);
        budget.clock = Clock(budget.clock.0 - hour);
        assert!(budget.elapsed() >= hour && budget.elapsed() < 2 * hour);
        assert!(budget.visit(), "without a limit time does not matter");
    }

    /// Looking at the clock costs more than a node, so between two polls nobody looks.
    #[test]
    fn between_two_polls_nothing_ends_the_search() {
        let stop = Stop::new();
        let mut budget = Budget::new(&Limits::default(), &stop);
        assert!((0..2 * Budget::POLL).all(|_| budget.visit()));
        assert!(budget.visit(), "a poll is due now");
        stop.stop();
        let more = (0..2 * Budget::POLL).take_while(|_| budget.visit()).count() as u64;
        assert_eq!(more, Budget::POLL - 1);
    }
}
