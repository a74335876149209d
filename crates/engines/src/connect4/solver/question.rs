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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_alone_ends_a_question() {
        let over = |question: Question, nodes: u64| question.watch().is_over(nodes);
        assert!(!over(Question::exact(), u64::MAX));
        let limited = Question { nodes: Some(10), ..Question::exact() };
        assert!(!over(limited.clone(), 9) && over(limited.clone(), 10) && over(limited, 11));
        let late = Question { time: Some(Duration::ZERO), ..Question::exact() };
        assert!(over(late, 0));
        let soon = Question { time: Some(Duration::from_secs(3600)), ..Question::exact() };
        assert!(!over(soon, 0));
        let stopped = Question::exact();
        stopped.stop.stop();
        assert!(over(stopped, 0));
        assert_eq!((Question::exact().goal, Question::sign().goal), (Goal::Exact, Goal::Sign));
    }
}
