//! The requests and answers of `/api/v1` as plain functions: what is asked, what is checked, how
//! it is thought about and what is answered. It holds no socket, no thread, no async and no
//! process: a carrier (a server, a Web Worker, a test) hands in requests, stops them and passes
//! the answers on.
#![forbid(unsafe_code)]
// What a module leaves out is still compiled, and dropped by the linker.
#![cfg_attr(feature = "without-study", allow(dead_code))]

mod bugs;
mod compare;
mod description;
mod engine_pool;
mod error;
mod lessons;
mod limits;
mod lists;
mod position;
mod puzzles;
mod record;
mod request;
mod review;
mod strategy;
mod task;
mod think;
mod threats;
mod trace;
mod wire;

pub use alinea_core::Message;
pub use bugs::{BugAnswer, BugNode, BugRequest};
pub use compare::{CompareRequest, WayName};
pub use description::description;
pub use engine_pool::EnginePool;
pub use error::{ApiError, ErrorAnswer, ErrorKind, ErrorText};
pub use lessons::{LessonRow, LessonStep, LessonsAnswer, LessonsRequest};
pub use limits::{
    LONGEST, MAX_BODY_BYTES, MAX_LINES, MAX_MOVES, MAX_TABLE_MB, MAX_THREADS, MAX_TIME_S,
};
pub use position::start_view;
pub use puzzles::{
    GoalName, PuzzleRow, PuzzleTask, PuzzlesAnswer, PuzzlesRequest, TryAnswer, TryRequest,
};
pub use record::{ReadAnswer, ReadRequest, RecordFormat, RecordRow, WriteAnswer, WriteRequest};
pub use request::{Method, Request, Route};
pub use review::ReviewRequest;
pub use strategy::{
    LinesAnswer, LinesRequest, PlanText, StrategyAnswer, StrategyLine, StrategyRequest,
    StrategyRule, StrategyState, StrategyVariant,
};
pub use task::{Answer, Api, Effort, Sink, Task, answer};
pub use threats::ThreatsRequest;
pub use trace::{
    Beyond, Missing, NodesEvent, TraceAnswer, TraceNode, TraceRequest, WatchEnd, WhyMissing,
    WindowRequest,
};
pub use wire::{
    AnalyzeEnd, AnalyzeRequest, EvalRequest, GameRow, GamesAnswer, Lang, LimitsRequest, MoveAnswer,
    MoveRequest, PositionRequest, SeatEngines, TurnEnd, TurnRequest,
};
