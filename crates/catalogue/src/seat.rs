//! Whoever plays one side: asked for a move, answers in text.

use crate::files::{Fault, FileWatch};
use crate::{Entry, Session};
use alinea_core::Outcome;
use alinea_search::{Engine, Limits, Mark, MarkKind, Observer, Purpose, Stop, Thought};
use std::time::Duration;

/// A player of one side of a game: a built-in engine, or a program outside.
pub trait Seat: Send {
    /// Chooses a move in the session's position.
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure>;

    /// A new game begins: everything remembered is forgotten.
    fn new_game(&mut self) {}

    /// What the seat's clock shows before its next move, in games that are played with one. Engines
    /// need no clock: their limits hold a share of it.
    fn set_clock(&mut self, _: GameClock) {}

    /// Whether it thinks until it is stopped when no limit is given.
    fn is_open_ended(&self) -> bool {
        false
    }
}

/// A side's clock in a game: the time left, and what every move adds to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// For all moves to come.
    pub left: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl GameClock {
    /// What a side that plans no further may spend on one move: a twentieth of what is left and most
    /// of the increment, and never the last of it.
    #[must_use]
    pub fn share(&self) -> Duration {
        (self.left / 20 + self.increment * 3 / 4).min(self.left * 4 / 5)
    }
}

/// The ways a seat can fail; each loses the game, none stops a match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// It played a move that the rules refuse.
    #[error("played the illegal move '{0}'")]
    Illegal(String),
    /// It did not answer in time.
    #[error("did not answer in time")]
    Timeout,
    /// Its program ended, or said what nobody understands.
    #[error("crashed: {0}")]
    Crash(String),
    /// A heuristic file failed.
    #[error("line {line}, column {column}: {message}")]
    Script {
        /// Line from 1.
        line: usize,
        /// Column from 1.
        column: usize,
        /// What went wrong.
        message: String,
    },
}

/// A built-in engine that plays one side.
pub(crate) struct EngineSeat<G: Entry> {
    pub(crate) engine: Box<dyn Engine<G>>,
    pub(crate) limits: Limits,
    pub(crate) is_open_ended: bool,
    /// Over the heuristic files it uses.
    pub(crate) watch: Option<FileWatch>,
}

impl<G: Entry> Seat for EngineSeat<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        let Some(pos) = session.position::<G>() else {
            return Err(Failure::Crash(format!("seated at {}, asked about another game", G::NAME)));
        };
        let limits = self.limits.or(*limits);
        let watch = self.watch.clone();
        let stop = watch.as_ref().map_or(stop.clone(), |watch| watch.begin(stop, limits.time));
        let mut last_whole = None;
        let mut in_text = |thought: &Thought<G::Move>| {
            if watch.as_ref().is_some_and(FileWatch::has_ended) {
                return;
            }
            let thought = match limits.purpose {
                Purpose::Play => thought.map(|mv| pos.move_text(*mv)),
                Purpose::Analysis => explained(pos, thought.clone()).map(|mv| pos.move_text(*mv)),
            };
            observer.iteration(&thought);
            if watch.is_some() {
                last_whole = Some(thought);
            }
        };
        let thought = self.engine.think(pos, &limits, &stop, &mut in_text);
        let thought = explained(pos, thought).map(|mv| pos.move_text(*mv));
        match self.watch.as_ref().filter(|watch| watch.has_ended()).map(FileWatch::fault) {
            None => Ok(thought),
            Some(Some(Fault { line, column, message })) => {
                Err(Failure::Script { line, column, message })
            }
            // Stopped on the way: only whole iterations count.
            Some(None) => Ok(last_whole.unwrap_or(thought)),
        }
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn is_open_ended(&self) -> bool {
        self.is_open_ended
    }
}

/// The thought with a reason and marks, where the game knows some and the engine gave none.
fn explained<G: Entry>(pos: &G, mut thought: Thought<G::Move>) -> Thought<G::Move> {
    if thought.reason.is_none()
        && let Some(explanation) = pos.explain(&thought)
    {
        thought.reason = Some(explanation.reason);
        thought.marks = explanation.marks;
    }
    if let Some(mv) = thought.best.filter(|_| thought.marks.is_empty()) {
        let mut after = pos.clone();
        let _ = after.play_unchecked(mv);
        if after.outcome() == Some(Outcome::Win(pos.turn())) {
            thought.marks = Mark::all(MarkKind::Win, after.alignment());
        }
    }
    thought
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_shared_out_and_never_emptied() {
        let share = |left, increment| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            GameClock { left, increment }.share()
        };
        assert_eq!(share(60_000, 2_000), Duration::from_millis(3_000 + 1_500));
        assert_eq!(share(1_000, 8_000), Duration::from_millis(800));
    }
}
