//! A request on its way: checked, then run, and told to whoever waits.

use crate::bugs::{BugAnswer, BugTask};
use crate::compare::CompareTask;
use crate::engine_pool::EnginePool;
use crate::error::ApiError;
use crate::lessons::LessonsAnswer;
use crate::lists::games;
use crate::puzzles::{PuzzlesAnswer, TryAnswer, TryTask};
use crate::record::{ReadAnswer, WriteAnswer};
use crate::request::Request;
use crate::review::{LONGEST_REVIEW, ReviewTask};
use crate::strategy::{LinesAnswer, StrategyAnswer};
use crate::think::{AnalyzeTask, MoveTask, TurnTask};
use crate::threats::ThreatsTask;
use crate::trace::{NodesEvent, TraceAnswer, TraceTask, WatchEnd, WatchTask};
use crate::wire::{AnalyzeEnd, GamesAnswer, MoveAnswer, TurnEnd};
use alinea_catalogue::files::HeuristicFiles;
use alinea_catalogue::json::{Evaluation, Iteration, ThreatsAnswer};
use alinea_catalogue::{CompareRow, View};
use alinea_coach::{JudgedJson, ReviewEnd};
use alinea_search::Stop;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// What requests are answered with, beyond what they carry.
#[derive(Clone, Default)]
pub struct Api {
    /// Heuristics of the one who carries the API, offered beside the built-in ones.
    pub files: Option<Arc<dyn HeuristicFiles>>,
}

/// How much work a task is; a carrier with many readers queues by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Done before anybody notices.
    Instant,
    /// Somebody waits for it to go on playing.
    Move,
    /// Somebody looks on.
    Analysis,
    /// A tree that takes minutes, of which somebody walks through the part that is known.
    Tree,
}

/// A piece of an answer: the only one, or one of a stream.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// The catalogue.
    Games(GamesAnswer),
    /// A position.
    View(View),
    /// A heuristic's opinion.
    Eval(Evaluation),
    /// An engine's move.
    Move(Box<MoveAnswer>),
    /// Nodes of a textbook search.
    Trace(TraceAnswer),
    /// Nodes under each kind of search.
    Compare(CompareRow),
    /// What a proven strategy says.
    Strategy(StrategyAnswer),
    /// All lines of a proven strategy.
    Lines(LinesAnswer),
    /// What threats decide.
    Threats(Box<ThreatsAnswer>),
    /// The games of a text.
    Read(ReadAnswer),
    /// A game as a text.
    Write(WriteAnswer),
    /// An exercise.
    Bug(Box<BugAnswer>),
    /// The shipped puzzles.
    Puzzles(PuzzlesAnswer),
    /// What came of a move.
    Try(Box<TryAnswer>),
    /// Lessons.
    Lessons(LessonsAnswer),
    /// Streamed: what an analysis knows so far.
    Iteration(Iteration),
    /// Streamed: nodes of a search under way.
    Nodes(NodesEvent),
    /// Streamed: a judged move.
    Judged(Box<JudgedJson>),
    /// The end of a review.
    ReviewEnd(ReviewEnd),
    /// The end of an analysis.
    AnalyzeEnd(AnalyzeEnd),
    /// The end of a turn.
    TurnEnd(TurnEnd),
    /// The end of a search that was watched.
    WatchEnd(WatchEnd),
}

impl Answer {
    /// The name of the event that carries it in a stream; `answer` for what is no stream.
    #[must_use]
    pub const fn event(&self) -> &'static str {
        match self {
            Answer::View(_) => "view",
            Answer::Move(_) => "move",
            Answer::Iteration(_) => "iteration",
            Answer::Nodes(_) => "nodes",
            Answer::Judged(_) => "judged",
            Answer::AnalyzeEnd(_)
            | Answer::TurnEnd(_)
            | Answer::WatchEnd(_)
            | Answer::ReviewEnd(_) => "done",
            _ => "answer",
        }
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

/// Where answers go.
pub trait Sink {
    /// Passes on a piece that must arrive.
    fn send(&mut self, answer: Answer);

    /// Passes on a piece that the next one replaces. A sink with a slow reader may leave it out,
    /// and then says false.
    fn offer(&mut self, answer: Answer) -> bool {
        self.send(answer);
        true
    }
}

impl Sink for Vec<Answer> {
    fn send(&mut self, answer: Answer) {
        self.push(answer);
    }
}

/// A request that may be run.
pub struct Task(Work);

enum Work {
    Ready(Box<Answer>),
    Move(Box<MoveTask>),
    Turn(Box<TurnTask>),
    Analyze(Box<AnalyzeTask>),
    Trace(TraceTask),
    Watch(WatchTask),
    Compare(CompareTask),
    Threats(ThreatsTask),
    Review(ReviewTask),
    Bug(BugTask),
    Try(TryTask),
}

impl Api {
    /// Checks a request without thinking: what is wrong with it is known before any work begins.
    pub fn check(&self, request: Request) -> Result<Task, ApiError> {
        Ok(Task(match request {
            Request::Games => Work::Ready(Box::new(Answer::Games(games(self)?))),
            Request::View(at) => Work::Ready(Box::new(Answer::View(at.open()?.view()))),
            Request::Eval(request) => Work::Ready(Box::new(Answer::Eval(request.evaluate(self)?))),
            Request::Move(request) => Work::Move(Box::new(MoveTask::new(self, &request)?)),
            Request::Turn(request) => Work::Turn(Box::new(TurnTask::new(self, &request)?)),
            Request::Analyze(request) => Work::Analyze(Box::new(AnalyzeTask::new(self, &request)?)),
            Request::Trace(request) => Work::Trace(TraceTask::new(self, request)?),
            Request::Watch(request) => Work::Watch(WatchTask::new(self, request)?),
            Request::Compare(request) => Work::Compare(CompareTask::new(self, request)?),
            #[cfg(not(feature = "without-study"))]
            Request::Strategy(request) => {
                Work::Ready(Box::new(Answer::Strategy(request.advise()?)))
            }
            #[cfg(not(feature = "without-study"))]
            Request::Lines(request) => Work::Ready(Box::new(Answer::Lines(request.lines()?))),
            Request::Threats(request) => Work::Threats(ThreatsTask::new(self, &request)?),
            Request::Review(request) => Work::Review(ReviewTask::new(self, &request)?),
            Request::Read(request) => Work::Ready(Box::new(Answer::Read(request.read()?))),
            Request::Write(request) => Work::Ready(Box::new(Answer::Write(request.write()?))),
            Request::Bug(request) => Work::Bug(BugTask::new(&request)),
            #[cfg(not(feature = "without-study"))]
            Request::Puzzles(request) => Work::Ready(Box::new(Answer::Puzzles(request.answer()?))),
            #[cfg(not(feature = "without-study"))]
            Request::Try(request) => Work::Try(TryTask::new(self, &request)?),
            #[cfg(not(feature = "without-study"))]
            Request::Lessons(request) => Work::Ready(Box::new(Answer::Lessons(request.answer()?))),
            #[cfg(feature = "without-study")]
            _ => return Err(ApiError::elsewhere()),
        }))
    }
}

impl Task {
    /// How much work it is.
    #[must_use]
    pub fn effort(&self) -> Effort {
        match &self.0 {
            Work::Ready(_) => Effort::Instant,
            Work::Turn(task) if !task.has_engine() => Effort::Instant,
            Work::Move(_) | Work::Turn(_) => Effort::Move,
            Work::Analyze(_)
            | Work::Trace(_)
            | Work::Compare(_)
            | Work::Threats(_)
            | Work::Review(_)
            | Work::Try(_)
            | Work::Bug(_) => Effort::Analysis,
            Work::Watch(task) if task.is_begun() => Effort::Tree,
            Work::Watch(_) => Effort::Analysis,
        }
    }

    /// After this long it is to be stopped, whatever was asked.
    #[must_use]
    pub fn longest(&self) -> Duration {
        match &self.0 {
            Work::Watch(_) => crate::trace::MAX_TREE_TIME,
            Work::Analyze(task) => task.longest(),
            Work::Review(_) => LONGEST_REVIEW,
            _ => crate::limits::LONGEST,
        }
    }

    /// Whether it goes on until it is stopped, so that it must give its place to whoever waits.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        matches!(&self.0, Work::Analyze(task) if task.is_endless())
    }

    /// What can be told before any work begins, once. [`Task::run`] tells it if nobody asked.
    pub fn preface(&mut self) -> Option<Answer> {
        let view = match &mut self.0 {
            Work::Turn(task) => task.preface(),
            Work::Analyze(task) => task.preface(),
            _ => None,
        };
        view.map(Answer::View)
    }

    /// Does the work and passes on what it finds. A task that turns out to be long is handed
    /// back, to be run again with more patience.
    pub fn run(
        mut self,
        engines: &mut EnginePool,
        stop: &Stop,
        sink: &mut dyn Sink,
    ) -> Result<Option<Task>, ApiError> {
        if let Some(preface) = self.preface() {
            sink.send(preface);
        }
        match self.0 {
            Work::Ready(answer) => sink.send(*answer),
            Work::Move(task) => sink.send(Answer::Move(Box::new(task.run(engines, stop)?))),
            Work::Turn(task) => task.run(engines, stop, sink)?,
            Work::Analyze(task) => task.run(engines, stop, sink)?,
            Work::Review(task) => task.run(stop, sink)?,
            Work::Threats(task) => sink.send(Answer::Threats(Box::new(task.run(stop)?))),
            #[cfg(not(feature = "without-study"))]
            Work::Try(task) => sink.send(Answer::Try(Box::new(task.run(stop)?))),
            #[cfg(not(feature = "without-study"))]
            Work::Bug(task) => sink.send(Answer::Bug(Box::new(task.run()?))),
            Work::Trace(task) => sink.send(Answer::Trace(task.run(stop)?)),
            Work::Watch(task) => {
                return Ok(task.run(stop, sink)?.map(|rest| Task(Work::Watch(rest))));
            }
            Work::Compare(task) => sink.send(Answer::Compare(task.run(stop)?)),
            #[cfg(feature = "without-study")]
            _ => return Err(ApiError::elsewhere()),
        }
        Ok(None)
    }
}

/// Checks a request and runs it to its end.
pub fn answer(
    api: &Api,
    request: Request,
    engines: &mut EnginePool,
    stop: &Stop,
    sink: &mut dyn Sink,
) -> Result<(), ApiError> {
    let mut task = Some(api.check(request)?);
    while let Some(next) = task {
        task = next.run(engines, stop, sink)?;
    }
    Ok(())
}
