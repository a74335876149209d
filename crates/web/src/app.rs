//! The application without a socket: everything a request can reach.

use crate::clients::Clients;
use crate::guard::{self, Hosts};
use crate::pool::WorkerPool;
use crate::response::Refusal;
use crate::{page, routes};
use alinea_api::{Api, ErrorKind, MAX_BODY_BYTES};
use alinea_catalogue::files::HeuristicFiles;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use std::sync::Arc;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

/// What all requests share.
pub struct App {
    pub(crate) api: Api,
    pub(crate) pool: WorkerPool,
    pub(crate) clients: Clients,
    closing: watch::Sender<bool>,
}

impl App {
    /// An application with this many workers, at least two.
    #[must_use]
    pub fn new(workers: usize) -> Arc<App> {
        App::with_files(workers, None)
    }

    /// The same, with the heuristic files it may read.
    #[must_use]
    pub fn with_files(workers: usize, files: Option<Arc<dyn HeuristicFiles>>) -> Arc<App> {
        let closing = watch::Sender::new(false);
        let pool = WorkerPool::new(workers);
        Arc::new(App { api: Api { files }, pool, clients: Clients::default(), closing })
    }

    /// Ends every search and stream, so that connections can close.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}

/// The router: the API, the page, and the guards before both.
pub fn app(state: Arc<App>, hosts: Hosts) -> Router {
    let missing = || async { Refusal::new(ErrorKind::Missing, "error.http.address") };
    let wrong = || async { Refusal::new(ErrorKind::WrongMethod, "error.http.method") };
    let pages = Router::new().fallback(page::serve).layer(CompressionLayer::new());
    routes::router(state)
        .route("/api/{*rest}", axum::routing::any(missing))
        .method_not_allowed_fallback(wrong)
        .fallback_service(pages)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(hosts, guard::check))
        .layer(from_fn(guard::security_headers))
}
