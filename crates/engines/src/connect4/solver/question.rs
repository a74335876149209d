//! What is asked of the solver and when it must give up. Plain data.

use alinea_search::{Clock, Stop};
use std::time::Duration;

/// What the solver is asked to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    Exact,
    /// Win, draw or loss.
    Sign,
    /// Whether the score is at least this.
    AtLeast(i32),
}

/// A question to the solver with its limits.
#[derive(Clone, Debug)]
pub struct Question {
    /// How much is to be known.
    pub goal: Goal,
    /// Nodes after which to give up, to the next thousand.
    pub nodes: Option<u64>,
    /// Time after which to give up.
    pub time: Option<Duration>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Question {
    /// The exact score, however long it takes.
    #[must_use]
    pub fn exact() -> Self {
        Self { goal: Goal::Exact, nodes: None, time: None, stop: Stop::new() }
    }

    /// Win, draw or loss, however long it takes.
    #[must_use]
    pub fn sign() -> Self {
        Self { goal: Goal::Sign, ..Self::exact() }
    }

    pub(super) fn watch(&self) -> Deadline {
        Deadline { clock: Clock::start(), question: self.clone() }
    }
}

/// Knows when a question's limits are met.
pub(super) struct Deadline {
    clock: Clock,
    question: Question,
}

impl Deadline {
    /// Whether a search that visited so many nodes must end now.
    pub(super) fn is_over(&self, nodes: u64) -> bool {
        self.question.nodes.is_some_and(|limit| nodes >= limit)
            || self.question.stop.is_set()
            || self.question.time.is_some_and(|limit| self.clock.elapsed() >= limit)
    }
}
