//! The search viewer's routes: nodes of a textbook search, each searched again when it is opened,
//! and what the same position costs under each kind of search. Nothing is kept between requests.

use super::error::{ApiError, Body, ErrorAnswer};
use super::think::Watch;
use super::traced::{Asked, TraceAnswer};
use super::wire::PositionRequest;
use crate::app::App;
use crate::clients::Client;
use crate::limits::MAX_MOVE_TEXT;
use crate::pool::Lane;
use alinea_catalogue::{Comparison, EngineSpec, Way};
use alinea_search::{Limits, MAX_TEXTBOOK_DEPTH, Stop, Window};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use utoipa::ToSchema;

/// The largest tree that is searched for one request.
const MAX_TRACE_NODES: u64 = 1_000_000_000;
/// The largest search for one number of a comparison.
const MAX_COMPARE_NODES: u64 = 30_000_000;
/// The longest search for one number of a comparison.
const COMPARE_TIME: Duration = Duration::from_secs(4);

/// Values already secured on the way to a node; null is nothing yet.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
pub(super) struct WindowRequest {
    /// What MAX can already have elsewhere.
    alpha: Option<f64>,
    /// What MIN can already have elsewhere.
    beta: Option<f64>,
}

impl WindowRequest {
    fn window(self) -> Window {
        Window {
            alpha: self.alpha.unwrap_or(f64::NEG_INFINITY),
            beta: self.beta.unwrap_or(f64::INFINITY),
        }
    }
}

/// Asks for a node of a textbook search and what lies just below it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(super) struct TraceRequest {
    #[serde(flatten)]
    at: PositionRequest,
    /// A textbook engine or a preset, such as `textbook:heuristic=ligue4,depth=6`.
    #[schema(example = "textbook:heuristic=ligue4,depth=6", max_length = 256)]
    engine: String,
    /// The moves from the root of the search to the node.
    #[serde(default)]
    #[schema(max_items = 128)]
    path: Vec<String>,
    /// The window the search handed to this node. Without it the search is followed from its
    /// root, and every node on the way is in the answer.
    window: Option<WindowRequest>,
    /// The node's number in the whole search, from which those below count on.
    #[serde(default)]
    id: u64,
    /// Most nodes to visit; the server has its own limit too.
    #[schema(minimum = 1)]
    nodes: Option<u64>,
}

impl TraceRequest {
    /// What is asked for, checked; at most this many nodes are visited.
    pub(super) fn asked(self, app: &App, most: u64) -> Result<Asked, ApiError> {
        let opened = self.at.open_in(app)?;
        if self.path.len() > MAX_TEXTBOOK_DEPTH as usize {
            return Err(ApiError::refused(format!("path: at most {MAX_TEXTBOOK_DEPTH} moves")));
        }
        if self.path.iter().any(|mv| mv.len() > MAX_MOVE_TEXT) {
            return Err(ApiError::refused("path: one text for each move"));
        }
        EngineSpec::parse(&self.engine)?;
        Ok(Asked {
            session: opened.session,
            engine: self.engine,
            path: self.path,
            window: self.window.map(WindowRequest::window),
            id: self.id,
            most: self.nodes.unwrap_or(most).clamp(1, most),
            language: self.at.lang.into(),
            stop: Stop::new(),
        })
    }
}

/// A node of a textbook search with its children, found by searching it again with the window it
/// had. Its numbers are those of `alinea trace --json`.
#[utoipa::path(post, path = "/api/v1/trace", request_body = TraceRequest,
    responses((status = 200, body = TraceAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
pub(super) async fn trace(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<TraceRequest>,
) -> Result<Json<TraceAnswer>, ApiError> {
    let asked = request.asked(&app, MAX_TRACE_NODES)?;
    let stop = asked.stop.clone();
    in_pool(&app, client, &stop, move || asked.answer()).await?.map(Json)
}

/// A way to search, by its name in the answer.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum WayName {
    Minimax,
    Alphabeta,
    Ordered,
    Deepening,
    Table,
}

impl From<WayName> for Way {
    fn from(name: WayName) -> Way {
        match name {
            WayName::Minimax => Way::Minimax,
            WayName::Alphabeta => Way::AlphaBeta,
            WayName::Ordered => Way::Ordered,
            WayName::Deepening => Way::Deepening,
            WayName::Table => Way::Table,
        }
    }
}

/// Asks how many nodes a position costs at one depth.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(super) struct CompareRequest {
    #[serde(flatten)]
    at: PositionRequest,
    /// A textbook engine or a preset, for its heuristic and its candidates.
    #[schema(example = "textbook:heuristic=ligue4", max_length = 256)]
    engine: String,
    /// Plies.
    #[schema(minimum = 1, maximum = 128)]
    depth: u32,
    /// The ways to search; all unless said.
    #[schema(max_items = 5)]
    ways: Option<Vec<WayName>>,
    /// Most nodes for one way; the server has its own limit too.
    #[schema(minimum = 1)]
    nodes: Option<u64>,
}

/// Nodes of the same search under minimax, alpha-beta, from the centre, deepening and with a
/// table: a row of `alinea trace --compare --json`; null where a way does not exist or is beyond
/// the server's limits.
#[utoipa::path(post, path = "/api/v1/compare", request_body = CompareRequest,
    responses((status = 200, body = Object), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
pub(super) async fn compare(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<CompareRequest>,
) -> Result<Json<Value>, ApiError> {
    let session = request.at.open_in(&app)?.session;
    let depth = request.depth;
    if !(1..=MAX_TEXTBOOK_DEPTH).contains(&depth) {
        return Err(ApiError::refused(format!(
            "depth: expected 1 to {MAX_TEXTBOOK_DEPTH}, found {depth}"
        )));
    }
    let ways: Vec<Way> = match request.ways {
        Some(names) => names.into_iter().take(Way::ALL.len()).map(Way::from).collect(),
        None => Way::ALL.to_vec(),
    };
    let nodes = request.nodes.unwrap_or(MAX_COMPARE_NODES).clamp(1, MAX_COMPARE_NODES);
    let limits = Limits { time: Some(COMPARE_TIME), ..Limits::nodes(nodes) };
    let stop = Stop::new();
    let stopped = stop.clone();
    let count = move || {
        let comparison = Comparison::new(session.as_ref(), &request.engine)?;
        Ok(comparison.row(depth, &ways, limits, &stopped))
    };
    in_pool(&app, client, &stop, count).await?.map(Json)
}

/// Does some work on a worker, as long as whoever asked is there.
async fn in_pool<T: Send + 'static>(
    app: &App,
    client: Client,
    stop: &Stop,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<Result<T, ApiError>, ApiError> {
    let _place = app.clients.enter(client, Lane::Analyses)?;
    let _watch = Watch::over(stop);
    let gone = stop.clone();
    let (tell, told) = oneshot::channel();
    app.pool.submit(Lane::Analyses, move |_| {
        if !gone.is_set() {
            // A reader who leaves meanwhile is no error.
            let _ = tell.send(work());
        }
    })?;
    let mut closing = app.closing();
    tokio::select! {
        answer = told => answer.map_err(|_| ApiError::broken()),
        _ = closing.wait_for(|closed| *closed) => Err(ApiError::closing()),
    }
}
