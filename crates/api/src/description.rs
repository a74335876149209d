//! The description of the API, from which the page's types are generated too.

use crate::bugs::{BugAnswer, BugRequest};
use crate::compare::CompareRequest;
use crate::error::ErrorAnswer;
use crate::lessons::{LessonsAnswer, LessonsRequest};
use crate::puzzles::{PuzzlesAnswer, PuzzlesRequest, TryAnswer, TryRequest};
use crate::record::{ReadAnswer, ReadRequest, WriteAnswer, WriteRequest};
use crate::review::ReviewRequest;
use crate::strategy::{LinesAnswer, LinesRequest, StrategyAnswer, StrategyRequest};
use crate::threats::ThreatsRequest;
use crate::trace::{NodesEvent, TraceAnswer, TraceRequest, WatchEnd};
use crate::wire::{
    AnalyzeEnd, AnalyzeRequest, EvalRequest, GamesAnswer, MoveAnswer, MoveRequest, PositionRequest,
    TurnEnd, TurnRequest,
};
use alinea_catalogue::json::{Evaluation, Iteration, ThreatsAnswer};
use alinea_catalogue::{CompareRow, View};
use alinea_coach::{JudgedJson, ReviewEnd};
use utoipa::OpenApi;

/// The description served as `/api/openapi.json`.
#[must_use]
pub fn description() -> utoipa::openapi::OpenApi {
    Described::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Alinea",
        version = "1",
        description = "Play and analyse alignment games. Stateless: every request carries its game and moves."
    ),
    paths(
        games, view, evaluate, choose, turn, analyze, trace, watch, compare, strategy, lines,
        threats, review, read, write, bug, puzzles, attempt, lessons
    ),
    components(schemas(AnalyzeEnd, Iteration, NodesEvent, ReviewEnd, TurnEnd, WatchEnd))
)]
struct Described;

/// The games, their set-ups, engines and heuristics.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = GamesAnswer)))]
#[allow(dead_code)]
fn games() {}

/// A position: its board, legal moves, result, and what the last move did.
#[utoipa::path(post, path = "/api/v1/view", request_body = PositionRequest,
    responses((status = 200, body = View), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn view() {}

/// A heuristic's value of a position, and its parts with their cells.
#[utoipa::path(post, path = "/api/v1/eval", request_body = EvalRequest,
    responses((status = 200, body = Evaluation), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn evaluate() {}

/// An engine's move in a position, and the board after it.
#[utoipa::path(post, path = "/api/v1/move", request_body = MoveRequest,
    responses((status = 200, body = MoveAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn choose() {}

/// What the last move did, and the answer of the engine whose turn it then is: server-sent events
/// `view` (a `View`), `move` (a `MoveAnswer`) where an engine moves, then `done` (a `TurnEnd`); or
/// `error`, an `ErrorAnswer`.
#[utoipa::path(post, path = "/api/v1/turn", request_body = TurnRequest,
    responses((status = 200, content_type = "text/event-stream", body = MoveAnswer),
        (status = 422, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn turn() {}

/// What the moves are worth: server-sent events `view` (a `View`) if it was asked for, then
/// `iteration`, each an `Iteration` as `alinea analyze --json` prints it, then `done` (an
/// `AnalyzeEnd`); or `error`, an `ErrorAnswer`.
#[utoipa::path(post, path = "/api/v1/analyze", request_body = AnalyzeRequest,
    responses((status = 200, content_type = "text/event-stream", body = Iteration),
        (status = 422, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn analyze() {}

/// A node of a textbook search with its children, found by searching it again with the window it
/// had. Its numbers are those of `alinea trace --json`.
#[utoipa::path(post, path = "/api/v1/trace", request_body = TraceRequest,
    responses((status = 200, body = TraceAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn trace() {}

/// A node of a textbook search, told while it is searched: server-sent events `nodes`, each a
/// `NodesEvent`, then `done` (a `WatchEnd`); or `error`, an `ErrorAnswer`.
#[utoipa::path(post, path = "/api/v1/watch", request_body = TraceRequest,
    responses((status = 200, content_type = "text/event-stream", body = NodesEvent),
        (status = 422, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn watch() {}

/// Nodes of the same search under minimax, alpha-beta, from the centre, deepening and with a
/// table: a row of `alinea trace --compare --json`.
#[utoipa::path(post, path = "/api/v1/compare", request_body = CompareRequest,
    responses((status = 200, body = CompareRow), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn compare() {}

/// What a proven strategy of Connect Four says in a position, and why.
#[utoipa::path(post, path = "/api/v1/strategy", request_body = StrategyRequest,
    responses((status = 200, body = StrategyAnswer), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn strategy() {}

/// All lines of a proven strategy of Connect Four.
#[utoipa::path(post, path = "/api/v1/lines", request_body = LinesRequest,
    responses((status = 200, body = LinesAnswer), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn lines() {}

/// What threats decide in a position of the gomoku family: the forced win with its defences and
/// their refutations, and the last move that still held. As `alinea analyze --threats --json`.
#[utoipa::path(post, path = "/api/v1/threats", request_body = ThreatsRequest,
    responses((status = 200, body = ThreatsAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn threats() {}

/// Every move of a game judged, the last one first: server-sent events `judged`, each a
/// `JudgedJson` as `alinea review --json` prints it, then `done` (a `ReviewEnd`); or `error`, an
/// `ErrorAnswer`. Who closes the stream keeps what came.
#[utoipa::path(post, path = "/api/v1/review", request_body = ReviewRequest,
    responses((status = 200, content_type = "text/event-stream", body = JudgedJson),
        (status = 422, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn review() {}

/// The games of a text: SGF, PSQ, a Gomocup board, numbered lists, columns as digits, addresses
/// of the page, JSON records. A refusal names the line.
#[utoipa::path(post, path = "/api/v1/read", request_body = ReadRequest,
    responses((status = 200, body = ReadAnswer), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn read() {}

/// A game as SGF or PSQ.
#[utoipa::path(post, path = "/api/v1/write", request_body = WriteRequest,
    responses((status = 200, body = WriteAnswer), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn write() {}

/// An exercise: the trace of a search with a mistake, answers to choose from, and where it shows.
/// As `alinea lab quiz-bugs --json`.
#[utoipa::path(post, path = "/api/v1/bug", request_body = BugRequest,
    responses((status = 200, body = BugAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn bug() {}

/// The shipped puzzles: the list of all, or those of the ids asked for with their positions and
/// solutions. As `alinea puzzles --show`.
#[utoipa::path(post, path = "/api/v1/puzzles", request_body = PuzzlesRequest,
    responses((status = 200, body = PuzzlesAnswer), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn puzzles() {}

/// What comes of a move that somebody tries in a puzzle: every move that keeps the result is
/// accepted, every other one is answered with its refutation.
#[utoipa::path(post, path = "/api/v1/try", request_body = TryRequest,
    responses((status = 200, body = TryAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
#[allow(dead_code)]
fn attempt() {}

/// Lessons: the list of all, or the one asked for with its boards.
#[utoipa::path(post, path = "/api/v1/lessons", request_body = LessonsRequest,
    responses((status = 200, body = LessonsAnswer), (status = 422, body = ErrorAnswer)))]
#[allow(dead_code)]
fn lessons() {}
