//! The application without a socket: everything a request can reach.

use crate::api::{self, ApiError};
use crate::clients::Clients;
use crate::guard::{self, Hosts};
use crate::limits::MAX_BODY_BYTES;
use crate::page;
use crate::pool::Pool;
use alinea_catalogue::files::HeuristicFiles;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use std::sync::Arc;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

/// What all requests share.
pub struct App {
    pub(crate) pool: Pool,
    pub(crate) clients: Clients,
    /// Heuristics of the one who serves, offered beside the built-in ones.
    pub(crate) files: Option<Arc<dyn HeuristicFiles>>,
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
        Arc::new(App { pool: Pool::new(workers), clients: Clients::default(), files, closing })
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
    let missing =
        || async { ApiError::new(StatusCode::NOT_FOUND, "there is no such address here") };
    let wrong = || async {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this address takes another method")
    };
    let pages = Router::new().fallback(page::serve).layer(CompressionLayer::new());
    api::router(state)
        .route("/api/{*rest}", axum::routing::any(missing))
        .method_not_allowed_fallback(wrong)
        .fallback_service(pages)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(hosts, guard::check))
        .layer(from_fn(guard::dress))
}
