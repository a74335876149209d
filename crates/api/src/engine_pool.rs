//! The engines a worker keeps: their tables are allocated once and used again.

use crate::error::ApiError;
use crate::limits::Plan;
use alinea_catalogue::{EngineSpec, Failure, Seat, Session};
use alinea_core::Message;
use alinea_search::{Observer, Stop, Thought};

/// Engines kept by one worker; each holds its table.
const KEPT: usize = 2;

/// One search to do.
pub(crate) struct Search {
    pub(crate) session: Box<dyn Session>,
    pub(crate) plan: Plan,
}

/// A game with its set-up, and an engine.
type Key = (&'static str, String, EngineSpec);

/// The engines of one worker, the one used last in front.
#[derive(Default)]
pub struct EnginePool {
    kept: Vec<(Key, Box<dyn Seat>)>,
}

impl EnginePool {
    /// Searches, unless nobody waits for the answer any more. Engines forget the search before
    /// this one, so that an answer depends on its request alone.
    pub(crate) fn think(
        &mut self,
        search: &Search,
        stop: &Stop,
        observer: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, ApiError> {
        if stop.is_set() {
            return Err(ApiError::closing());
        }
        let session = search.session.as_ref();
        let seat = self.seat(session, &search.plan.engine)?;
        let mut limits = search.plan.limits;
        if seat.is_open_ended() || search.plan.is_level {
            limits.time = limits.time.or(search.plan.otherwise);
        }
        seat.think(session, &limits, stop, observer).map_err(|failure| failed(&failure))
    }

    fn seat(
        &mut self,
        session: &dyn Session,
        engine: &EngineSpec,
    ) -> Result<&mut dyn Seat, ApiError> {
        // A file may have changed since the last search.
        self.kept.retain(|((.., engine), _)| engine.file().is_none());
        let key = (session.name(), session.setup(), engine.clone());
        let mut found = match self.kept.iter().position(|(kept, _)| *kept == key) {
            Some(at) => self.kept.remove(at),
            None => (key, session.seat(engine)?),
        };
        found.1.new_game();
        self.kept.truncate(KEPT - 1);
        self.kept.insert(0, found);
        Ok(self.kept[0].1.as_mut())
    }
}

/// What is said about an engine that failed.
fn failed(failure: &Failure) -> ApiError {
    ApiError::refused(match failure {
        Failure::Illegal(mv) => Message::new("error.engine.illegal").with("move", mv),
        Failure::Timeout => Message::new("error.engine.timeout"),
        Failure::Crash(text) => Message::new("error.engine.crash").with("text", text),
        Failure::Script { line, column, message } => Message::new("error.engine.script")
            .with("line", line)
            .with("column", column)
            .with("text", message),
    })
}
