//! The routes that think: a move, and an analysis that tells what it finds as it goes.

use super::error::{ApiError, Body, ErrorAnswer};
use super::wire::{AnalyzeRequest, MoveAnswer, MoveRequest};
use crate::app::App;
use crate::chairs::Search;
use crate::clients::{Client, Place};
use crate::limits::{LONGEST, Purpose, plan};
use crate::pool::Lane;
use alinea_catalogue::json;
use alinea_search::{Stop, Thought};
use alinea_words::Language;
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_stream::Stream;

/// Iterations that may wait for a slow reader; more are left out, the last word is not.
const WAITING_ITERATIONS: usize = 64;

/// Stops a search when whoever asked is no longer there, or when it has taken too long.
pub(super) struct Watch {
    stop: Stop,
    alarm: JoinHandle<()>,
}

impl Watch {
    pub(super) fn over(stop: &Stop) -> Watch {
        Watch::within(stop, LONGEST)
    }

    pub(super) fn within(stop: &Stop, longest: Duration) -> Watch {
        let late = stop.clone();
        let alarm = tokio::spawn(async move {
            tokio::time::sleep(longest).await;
            late.stop();
        });
        Watch { stop: stop.clone(), alarm }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.stop();
        self.alarm.abort();
    }
}

/// An engine's move in a position, and the board after it.
#[utoipa::path(post, path = "/api/v1/move", request_body = MoveRequest,
    responses((status = 200, body = MoveAnswer), (status = 422, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer)))]
pub(super) async fn choose(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<MoveRequest>,
) -> Result<Json<MoveAnswer>, ApiError> {
    let mut opened = request.at.open_in(&app)?;
    if opened.session.outcome().is_some() {
        return Err(ApiError::refused("the game is over: there is no move to find"));
    }
    let plan = plan(&request.engine, &request.limits, 1, Purpose::Move)?;
    let _place = app.clients.enter(client, Lane::Moves)?;
    let stop = Stop::new();
    let _watch = Watch::over(&stop);
    let search = Search { session: opened.session.boxed_clone(), plan, stop };
    let (tell, told) = oneshot::channel();
    app.pool.submit(Lane::Moves, move |chairs| {
        // A reader who is gone by now is no error.
        let _ = tell.send(chairs.think(&search, &mut |_: &Thought<String>| {}));
    })?;
    let mut closing = app.closing();
    let thought = tokio::select! {
        thought = told => thought.map_err(|_| ApiError::broken())??,
        _ = closing.wait_for(|closed| *closed) => return Err(ApiError::closing()),
    };
    let mv = thought.best.clone().ok_or_else(ApiError::broken)?;
    opened.play(&mv)?;
    let thought = json::thought_json(&thought, request.at.lang.into());
    Ok(Json(MoveAnswer { mv, view: opened.show(), thought }))
}

/// What the moves are worth: server-sent events `iteration`, each with the keys of
/// `alinea analyze --json`, then `done`; or `error`.
#[utoipa::path(post, path = "/api/v1/analyze", request_body = AnalyzeRequest,
    responses((status = 200, content_type = "text/event-stream", body = String),
        (status = 422, body = ErrorAnswer), (status = 429, body = ErrorAnswer)))]
pub(super) async fn analyze(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<AnalyzeRequest>,
) -> Result<Sse<KeepAliveStream<Events>>, ApiError> {
    let opened = request.at.open_in(&app)?;
    let plan = plan(&request.engine, &request.limits, request.lines, Purpose::Analysis)?;
    let place = app.clients.enter(client, Lane::Analyses)?;
    let stop = Stop::new();
    let watch = Watch::over(&stop);
    let search = Search { session: opened.session, plan, stop };
    let language: Language = request.at.lang.into();
    let (tell, told) = mpsc::channel(WAITING_ITERATIONS);
    app.pool.submit(Lane::Analyses, move |chairs| {
        let mut sent = None;
        let found = chairs.think(&search, &mut |thought: &Thought<String>| {
            let event = event("iteration", &json::thought_json(thought, language));
            if tell.try_send(event).is_ok() {
                sent = Some(thought.clone());
            }
        });
        let last = match found {
            Err(error) => Some(event("error", &error.body())),
            Ok(thought) if sent.as_ref().is_some_and(|last| says_the_same(last, &thought)) => None,
            Ok(thought) => Some(event("iteration", &json::thought_json(&thought, language))),
        };
        let done = event("done", &serde_json::json!({}));
        for event in last.into_iter().chain([done]) {
            // A reader who is gone by now is no error.
            let _ = tell.blocking_send(event);
        }
    })?;
    Ok(Events::stream(&app, told, watch, place))
}

/// Whether the end of a search adds nothing to its last iteration.
fn says_the_same(last: &Thought<String>, end: &Thought<String>) -> bool {
    (last.depth, &last.best, last.score, last.moves.len())
        == (end.depth, &end.best, end.score, end.moves.len())
}

/// The events of one search. They end with the search or the server; dropping them, because the
/// reader is gone, ends the search.
pub(super) struct Events {
    told: mpsc::Receiver<Event>,
    closed: Pin<Box<dyn Future<Output = ()> + Send>>,
    _watch: Watch,
    _place: Place,
}

impl Events {
    /// The answer that tells these events for as long as anybody listens.
    pub(super) fn stream(
        app: &App,
        told: mpsc::Receiver<Event>,
        watch: Watch,
        place: Place,
    ) -> Sse<KeepAliveStream<Events>> {
        let mut closing = app.closing();
        let closed = Box::pin(async move {
            // An error only means that the server is already gone.
            let _ = closing.wait_for(|closed| *closed).await;
        });
        let events = Events { told, closed, _watch: watch, _place: place };
        Sse::new(events).keep_alive(KeepAlive::default())
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.closed.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        self.told.poll_recv(cx).map(|event| event.map(Ok))
    }
}

pub(super) fn event(name: &str, data: &impl serde::Serialize) -> Event {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "{}".to_owned());
    Event::default().event(name).data(text)
}
