//! Thinking: a move, and an analysis that tells what it finds as it goes.

use crate::engine_pool::{EnginePool, Search};
use crate::error::ApiError;
use crate::limits::{Purpose, plan};
use crate::task::{Answer, Api, Sink};
use crate::wire::{AnalyzeEnd, AnalyzeRequest, MoveAnswer, MoveRequest};
use alinea_catalogue::json::Iteration;
use alinea_core::Message;
use alinea_search::{Stop, Thought};
use alinea_words::Language;

/// A move to be found.
pub(crate) struct MoveTask {
    search: Search,
    language: Language,
}

impl MoveTask {
    pub(crate) fn new(api: &Api, request: &MoveRequest) -> Result<MoveTask, ApiError> {
        let session = request.at.open_in(api)?;
        if session.outcome().is_some() {
            return Err(ApiError::refused(Message::new("error.game-over")));
        }
        let plan = plan(&request.engine, &request.limits, 1, Purpose::Move)?;
        let search = Search { session, plan };
        Ok(MoveTask { search, language: request.at.lang.into() })
    }

    pub(crate) fn run(self, engines: &mut EnginePool, stop: &Stop) -> Result<MoveAnswer, ApiError> {
        let thought = engines.think(&self.search, stop, &mut |_: &Thought<String>| {})?;
        let mv = thought.best.clone().ok_or_else(ApiError::broken)?;
        let mut session = self.search.session;
        session.play(&mv).map_err(|_| ApiError::broken())?;
        let thought = Iteration::new(&thought, self.language);
        Ok(MoveAnswer { mv, view: session.view(), thought })
    }
}

/// An analysis to be made.
pub(crate) struct AnalyzeTask {
    search: Search,
    language: Language,
}

impl AnalyzeTask {
    pub(crate) fn new(api: &Api, request: &AnalyzeRequest) -> Result<AnalyzeTask, ApiError> {
        let session = request.at.open_in(api)?;
        let plan = plan(&request.engine, &request.limits, request.lines, Purpose::Analysis)?;
        let search = Search { session, plan };
        Ok(AnalyzeTask { search, language: request.at.lang.into() })
    }

    pub(crate) fn run(
        &self,
        engines: &mut EnginePool,
        stop: &Stop,
        sink: &mut dyn Sink,
    ) -> Result<(), ApiError> {
        let mut sent = None;
        let told =
            |thought: &Thought<String>| Answer::Iteration(Iteration::new(thought, self.language));
        let end = engines.think(&self.search, stop, &mut |thought: &Thought<String>| {
            if sink.offer(told(thought)) {
                sent = Some(thought.clone());
            }
        })?;
        if !sent.is_some_and(|last| says_the_same(&last, &end)) {
            sink.send(told(&end));
        }
        sink.send(Answer::AnalyzeEnd(AnalyzeEnd {}));
        Ok(())
    }
}

/// Whether the end of a search adds nothing to its last iteration.
fn says_the_same(last: &Thought<String>, end: &Thought<String>) -> bool {
    (last.depth, &last.best, last.score, last.moves.len())
        == (end.depth, &end.best, end.score, end.moves.len())
}
