//! What can be asked: the addresses of the API and the bodies they take.

use crate::bugs::BugRequest;
use crate::compare::CompareRequest;
use crate::error::{ApiError, ErrorKind};
use crate::lessons::LessonsRequest;
use crate::limits::MAX_BODY_BYTES;
use crate::puzzles::{PuzzlesRequest, TryRequest};
use crate::record::{ReadRequest, WriteRequest};
use crate::review::ReviewRequest;
use crate::strategy::{LinesRequest, StrategyRequest};
use crate::threats::ThreatsRequest;
use crate::trace::TraceRequest;
use crate::wire::{AnalyzeRequest, EvalRequest, Lang, MoveRequest, PositionRequest, TurnRequest};
use alinea_core::Message;
use alinea_words::Language;
use serde::Deserialize;
use serde_json::Value;
use serde_json::error::Category;

/// How an address is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Without a body.
    Get,
    /// With a JSON body.
    Post,
}

/// An address of the API, below `/api/v1/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// The games, their engines and heuristics.
    Games,
    /// A position.
    View,
    /// A heuristic's opinion.
    Eval,
    /// An engine's move.
    Move,
    /// What a person's move did and what the engine answers, as a stream.
    Turn,
    /// What moves are worth, as a stream.
    Analyze,
    /// A node of a textbook search.
    Trace,
    /// The same while it is searched, as a stream.
    Watch,
    /// Nodes under each kind of search.
    Compare,
    /// What a proven strategy says.
    Strategy,
    /// All lines of a proven strategy.
    Lines,
    /// What threats decide.
    Threats,
    /// Every move of a game judged, as a stream.
    Review,
    /// The games of a text.
    Read,
    /// A game as a text.
    Write,
    /// An exercise: which mistake gives this trace?
    Bug,
    /// The shipped puzzles.
    Puzzles,
    /// What comes of a move that somebody tries in one.
    Try,
    /// Lessons.
    Lessons,
}

impl Route {
    /// Every address.
    pub const ALL: [Route; 19] = [
        Route::Games,
        Route::View,
        Route::Eval,
        Route::Move,
        Route::Turn,
        Route::Analyze,
        Route::Trace,
        Route::Watch,
        Route::Compare,
        Route::Strategy,
        Route::Lines,
        Route::Threats,
        Route::Review,
        Route::Read,
        Route::Write,
        Route::Bug,
        Route::Puzzles,
        Route::Try,
        Route::Lessons,
    ];

    /// The last part of its address.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Route::Games => "games",
            Route::View => "view",
            Route::Eval => "eval",
            Route::Move => "move",
            Route::Turn => "turn",
            Route::Analyze => "analyze",
            Route::Trace => "trace",
            Route::Watch => "watch",
            Route::Compare => "compare",
            Route::Strategy => "strategy",
            Route::Lines => "lines",
            Route::Threats => "threats",
            Route::Review => "review",
            Route::Read => "read",
            Route::Write => "write",
            Route::Bug => "bug",
            Route::Puzzles => "puzzles",
            Route::Try => "try",
            Route::Lessons => "lessons",
        }
    }

    /// The address of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Route> {
        Route::ALL.into_iter().find(|route| route.name() == name)
    }

    /// How it is asked.
    #[must_use]
    pub const fn method(self) -> Method {
        match self {
            Route::Games => Method::Get,
            _ => Method::Post,
        }
    }

    /// Whether its answer is a stream of events rather than one body.
    #[must_use]
    pub const fn is_stream(self) -> bool {
        matches!(self, Route::Turn | Route::Analyze | Route::Watch | Route::Review)
    }
}

/// A request whose body has the right shape; its content is checked by [`crate::Api::check`].
#[derive(Clone, Debug)]
pub enum Request {
    /// The catalogue.
    Games,
    /// A position.
    View(PositionRequest),
    /// A heuristic's opinion.
    Eval(EvalRequest),
    /// An engine's move.
    Move(MoveRequest),
    /// A person's move, and the engine's answer.
    Turn(TurnRequest),
    /// An analysis.
    Analyze(AnalyzeRequest),
    /// A node of a textbook search.
    Trace(TraceRequest),
    /// The same while it is searched.
    Watch(TraceRequest),
    /// Nodes under each kind of search.
    Compare(CompareRequest),
    /// What a proven strategy says.
    Strategy(StrategyRequest),
    /// All lines of a proven strategy.
    Lines(LinesRequest),
    /// What threats decide.
    Threats(ThreatsRequest),
    /// Every move of a game judged.
    Review(ReviewRequest),
    /// The games of a text.
    Read(ReadRequest),
    /// A game as a text.
    Write(WriteRequest),
    /// An exercise.
    Bug(BugRequest),
    /// The shipped puzzles.
    Puzzles(PuzzlesRequest),
    /// What comes of a move.
    Try(TryRequest),
    /// Lessons.
    Lessons(LessonsRequest),
}

impl Request {
    /// Reads a body. An error comes with the language the body asks for, as far as it was read.
    pub fn parse(route: Route, body: &[u8]) -> Result<Request, (ApiError, Language)> {
        if route.method() == Method::Get {
            return Ok(Request::Games);
        }
        if body.len() > MAX_BODY_BYTES {
            let error = ApiError::new(ErrorKind::TooLarge, Message::new("error.http.length"));
            return Err((error, Language::default()));
        }
        let value: Value =
            serde_json::from_slice(body).map_err(|error| (unread(&error), Language::default()))?;
        let lang = value.get("lang").and_then(|lang| Lang::deserialize(lang).ok());
        let read = match route {
            Route::Games => Ok(Request::Games),
            Route::View => serde_json::from_value(value).map(Request::View),
            Route::Eval => serde_json::from_value(value).map(Request::Eval),
            Route::Move => serde_json::from_value(value).map(Request::Move),
            Route::Turn => serde_json::from_value(value).map(Request::Turn),
            Route::Analyze => serde_json::from_value(value).map(Request::Analyze),
            Route::Trace => serde_json::from_value(value).map(Request::Trace),
            Route::Watch => serde_json::from_value(value).map(Request::Watch),
            Route::Compare => serde_json::from_value(value).map(Request::Compare),
            Route::Strategy => serde_json::from_value(value).map(Request::Strategy),
            Route::Lines => serde_json::from_value(value).map(Request::Lines),
            Route::Threats => serde_json::from_value(value).map(Request::Threats),
            Route::Review => serde_json::from_value(value).map(Request::Review),
            Route::Read => serde_json::from_value(value).map(Request::Read),
            Route::Write => serde_json::from_value(value).map(Request::Write),
            Route::Bug => serde_json::from_value(value).map(Request::Bug),
            Route::Puzzles => serde_json::from_value(value).map(Request::Puzzles),
            Route::Try => serde_json::from_value(value).map(Request::Try),
            Route::Lessons => serde_json::from_value(value).map(Request::Lessons),
        };
        read.map_err(|error| (unread(&error), lang.unwrap_or_default().into()))
    }

    /// The language of its answer's sentences.
    #[must_use]
    pub fn language(&self) -> Language {
        let at = match self {
            Request::Games => return Language::default(),
            Request::View(at) => at,
            Request::Eval(request) => &request.at,
            Request::Move(request) => &request.at,
            Request::Turn(request) => &request.at,
            Request::Analyze(request) => &request.at,
            Request::Trace(request) | Request::Watch(request) => &request.at,
            Request::Compare(request) => &request.at,
            Request::Strategy(request) => &request.at,
            Request::Lines(request) => return request.lang.into(),
            Request::Threats(request) => &request.at,
            Request::Review(request) => &request.at,
            Request::Read(request) => return request.lang.into(),
            Request::Write(request) => &request.at,
            Request::Bug(request) => return request.lang.into(),
            Request::Puzzles(request) => return request.lang.into(),
            Request::Try(request) => &request.at,
            Request::Lessons(request) => return request.lang.into(),
        };
        at.lang.into()
    }
}

/// A body that is not JSON, or JSON of another shape.
fn unread(error: &serde_json::Error) -> ApiError {
    let kind = match error.classify() {
        Category::Data => ErrorKind::Refused,
        Category::Io | Category::Syntax | Category::Eof => ErrorKind::Unreadable,
    };
    ApiError::new(kind, Message::new("error.request").with("detail", error))
}
