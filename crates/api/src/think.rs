//! Thinking: a move, and an analysis that tells what it finds as it goes.

use crate::engine_pool::{EnginePool, Search};
use crate::error::ApiError;
use crate::limits::{FORGOTTEN, LONGEST, Purpose, plan};
use crate::task::{Answer, Api, Sink};
use crate::wire::{
    AnalyzeEnd, AnalyzeRequest, LimitsRequest, MoveAnswer, MoveRequest, TurnEnd, TurnRequest,
};
use alinea_catalogue::json::Iteration;
use alinea_catalogue::{Session, View};
use alinea_core::{Message, Player};
use alinea_search::{Stop, Thought};
use alinea_words::Language;
use std::time::Duration;

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
        MoveTask::of(session, &request.engine, &request.limits, request.at.lang.into())
    }

    fn of(
        session: Box<dyn Session>,
        engine: &str,
        limits: &LimitsRequest,
        language: Language,
    ) -> Result<MoveTask, ApiError> {
        let plan = plan(engine, limits, 1, Purpose::Move)?;
        Ok(MoveTask { search: Search { session, plan }, language })
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

/// The board after a person's move, and the engine's answer where one is to move.
pub(crate) struct TurnTask {
    view: Option<View>,
    answer: Option<MoveTask>,
}

impl TurnTask {
    pub(crate) fn new(api: &Api, request: &TurnRequest) -> Result<TurnTask, ApiError> {
        let session = request.at.open_in(api)?;
        let view = Some(session.view());
        let engine = match session.turn() {
            _ if session.outcome().is_some() => None,
            Player::First => request.seats.first.as_deref(),
            Player::Second => request.seats.second.as_deref(),
        };
        let language = request.at.lang.into();
        let answer = engine.map(|engine| MoveTask::of(session, engine, &request.limits, language));
        Ok(TurnTask { view, answer: answer.transpose()? })
    }

    pub(crate) fn has_engine(&self) -> bool {
        self.answer.is_some()
    }

    pub(crate) fn preface(&mut self) -> Option<View> {
        self.view.take()
    }

    pub(crate) fn run(
        self,
        engines: &mut EnginePool,
        stop: &Stop,
        sink: &mut dyn Sink,
    ) -> Result<(), ApiError> {
        if let Some(answer) = self.answer {
            sink.send(Answer::Move(Box::new(answer.run(engines, stop)?)));
        }
        sink.send(Answer::TurnEnd(TurnEnd {}));
        Ok(())
    }
}

/// An analysis to be made.
pub(crate) struct AnalyzeTask {
    search: Search,
    view: Option<View>,
    language: Language,
}

impl AnalyzeTask {
    pub(crate) fn new(api: &Api, request: &AnalyzeRequest) -> Result<AnalyzeTask, ApiError> {
        let session = request.at.open_in(api)?;
        let plan = plan(&request.engine, &request.limits, request.lines, Purpose::Analysis)?;
        let view = request.view.then(|| session.view());
        let search = Search { session, plan };
        Ok(AnalyzeTask { search, view, language: request.at.lang.into() })
    }

    pub(crate) fn is_endless(&self) -> bool {
        self.search.plan.endless
    }

    pub(crate) fn longest(&self) -> Duration {
        if self.is_endless() { FORGOTTEN } else { LONGEST }
    }

    pub(crate) fn preface(&mut self) -> Option<View> {
        self.view.take()
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
        if !sent.is_some_and(|last| end.says_the_same(&last)) {
            sink.send(told(&end));
        }
        let yielded = self.is_endless() && stop.is_set();
        sink.send(Answer::AnalyzeEnd(AnalyzeEnd { yielded }));
        Ok(())
    }
}
