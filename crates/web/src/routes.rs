//! The addresses of the API: bodies are read and checked here, then run on a worker.

use crate::app::App;
use crate::clients::Client;
use crate::events::{ChannelSink, Events, Watchdog, error_event, event};
use crate::response::Refusal;
use alinea_api::{
    Answer, ApiError, Effort, EnginePool, ErrorKind, Method, Request, Route, Sink, Task,
};
use alinea_search::Stop;
use alinea_words::Language;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Every route under `/api`.
pub(crate) fn router(app: Arc<App>) -> Router {
    let described = Arc::new(alinea_api::description());
    let description = get(move || async move { Json((*described).clone()) });
    let routes = Route::ALL.into_iter().fold(Router::new(), |router, route| {
        router.route(&format!("/api/v1/{}", route.name()), handler(route))
    });
    routes.with_state(app).route("/api/openapi.json", description)
}

fn handler(route: Route) -> MethodRouter<Arc<App>> {
    let handle = move |State(app): State<Arc<App>>, client: Client, Body(body): Body| async move {
        let request = Request::parse(route, &body);
        let request = request.map_err(|(error, language)| Refusal(error, language))?;
        let language = request.language();
        let answered = carry(app, client, route, request).await;
        answered.map_err(|error| Refusal(error, language))
    };
    match route.method() {
        Method::Get => get(handle),
        Method::Post => post(handle),
    }
}

/// Carries a request to a worker and its answer back.
async fn carry(
    app: Arc<App>,
    client: Client,
    route: Route,
    request: Request,
) -> Result<Response, ApiError> {
    let language = request.language();
    let task = app.api.check(request)?;
    if route.is_stream() {
        return stream(&app, client, task, language);
    }
    if task.effort() == Effort::Instant {
        return now(task);
    }
    let _place = app.clients.enter(client, task.effort())?;
    let stop = Stop::new();
    let _watchdog = Watchdog::over(&stop, task.longest());
    let (tell, told) = oneshot::channel();
    app.pool.submit(task.effort(), move |engines| {
        let mut answers = Vec::new();
        let run = finish(task, engines, &stop, &mut answers);
        // A reader who is gone by now is no error.
        let _ = tell.send(run.and_then(|()| answers.pop().ok_or_else(ApiError::broken)));
    })?;
    let mut closing = app.closing();
    let answer = tokio::select! {
        answer = told => answer.map_err(|_| ApiError::broken())??,
        _ = closing.wait_for(|closed| *closed) => return Err(ApiError::closing()),
    };
    Ok(Json(answer).into_response())
}

/// An answer that takes no thought.
fn now(task: Task) -> Result<Response, ApiError> {
    let mut answers: Vec<Answer> = Vec::new();
    finish(task, &mut EnginePool::default(), &Stop::new(), &mut answers)?;
    let answer = answers.pop().ok_or_else(ApiError::broken)?;
    Ok(Json(answer).into_response())
}

fn finish(
    task: Task,
    engines: &mut EnginePool,
    stop: &Stop,
    sink: &mut dyn Sink,
) -> Result<(), ApiError> {
    let mut rest = Some(task);
    while let Some(task) = rest {
        if stop.is_set() {
            return Err(ApiError::closing());
        }
        rest = task.run(engines, stop, sink)?;
    }
    Ok(())
}

/// The answer that tells events for as long as anybody listens. A task that turns out to be long
/// goes back into the queue.
fn stream(
    app: &Arc<App>,
    client: Client,
    mut task: Task,
    language: Language,
) -> Result<Response, ApiError> {
    let place = app.clients.enter(client, task.effort())?;
    let stop = Stop::new();
    let watchdog = Watchdog::over(&stop, task.longest());
    let (out, told) = mpsc::channel(ChannelSink::LENGTH);
    let sink = ChannelSink { out: out.clone() };
    if let Some(preface) = task.preface() {
        // What is known already waits for no worker; the channel is still empty.
        let _ = out.try_send(event(&preface));
    }
    let endless = task.is_endless().then(|| stop.clone());
    let (hand_on, handed) = oneshot::channel();
    let first = Streamed { task, stop, sink, language };
    app.pool.submit_or_yield(first.task.effort(), endless, move |engines| {
        if let Some(rest) = first.run(engines) {
            // A reader who is gone by now is no error.
            let _ = hand_on.send(rest);
        }
    })?;
    let later = Arc::clone(app);
    tokio::spawn(async move {
        let Ok(rest) = handed.await else { return };
        let effort = rest.task.effort();
        let again = move |engines: &mut EnginePool| {
            let mut rest = Some(rest);
            while let Some(streamed) = rest {
                rest = streamed.run(engines);
            }
        };
        if let Err(busy) = later.pool.submit(effort, again) {
            // A reader who is gone by now is no error.
            let _ = out.send(error_event(&busy, language)).await;
        }
    });
    Ok(Events::stream(app, told, watchdog, place))
}

/// A task whose answers go to one reader.
struct Streamed {
    task: Task,
    stop: Stop,
    sink: ChannelSink,
    language: Language,
}

impl Streamed {
    /// Runs it; what is left of it, if it turns out to be long.
    fn run(mut self, engines: &mut EnginePool) -> Option<Streamed> {
        match self.task.run(engines, &self.stop, &mut self.sink) {
            Ok(rest) => rest.map(|task| Streamed { task, ..self }),
            Err(error) => {
                self.sink.fail(&error, self.language);
                None
            }
        }
    }
}

/// A JSON body, not yet read; empty for requests without one.
struct Body(Bytes);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Refusal;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Body, Refusal> {
        if request.method() == axum::http::Method::POST && !is_json(request.headers()) {
            return Err(Refusal::new(ErrorKind::WrongType, "error.http.type"));
        }
        let bytes = Bytes::from_request(request, state).await;
        bytes.map(Body).map_err(|rejection: BytesRejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(ErrorKind::TooLarge, "error.http.length"),
            _ => Refusal::new(ErrorKind::Unreadable, "error.http.body"),
        })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}
