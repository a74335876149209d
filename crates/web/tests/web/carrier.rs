//! The carrier over HTTP for the tests that are shared with `alinea-api`: each call waits for its
//! answer.

use crate::common;
use alinea_lab::Shelf;
use alinea_web::{App, Hosts, app};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

pub(crate) struct Server {
    router: Router,
    runtime: Runtime,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    /// The error's sentence.
    pub(crate) fn why(&self) -> String {
        self.json()["error"]["message"].as_str().unwrap_or_default().to_owned()
    }
}

fn with(state: Arc<App>) -> Server {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    Server { router: app(state, Hosts::Loopback), runtime }
}

pub(crate) fn server() -> Server {
    with(App::new(2))
}

/// A server that offers the heuristic files of a folder.
pub(crate) fn serving(folder: &Path) -> Server {
    with(App::with_files(2, Some(Arc::new(Shelf::new(folder.to_owned())))))
}

fn send(server: &Server, request: Request<Body>) -> Answer {
    let answer = server.runtime.block_on(common::send(&server.router, request));
    Answer { status: answer.status.as_u16(), text: answer.text }
}

fn posting(path: &str, body: Vec<u8>) -> Request<Body> {
    let request = common::request("POST", path).header("content-type", "application/json");
    request.body(Body::from(body)).unwrap()
}

pub(crate) fn get(server: &Server, path: &str) -> Answer {
    send(server, common::request("GET", path).body(Body::empty()).unwrap())
}

pub(crate) fn post_bytes(server: &Server, path: &str, body: Vec<u8>) -> Answer {
    send(server, posting(path, body))
}

pub(crate) fn post_text(server: &Server, path: &str, body: impl Into<String>) -> Answer {
    post_bytes(server, path, body.into().into_bytes())
}

pub(crate) fn post(server: &Server, path: &str, body: Value) -> Answer {
    post_text(server, path, body.to_string())
}

/// Reads a stream until the reader has heard enough and leaves.
pub(crate) fn read_until(
    server: &Server,
    path: &str,
    body: Value,
    enough: &mut dyn FnMut(&str) -> bool,
) {
    let request = posting(path, body.to_string().into_bytes());
    server.runtime.block_on(async {
        let response = server.router.clone().oneshot(request).await.unwrap();
        let mut stream = response.into_body();
        let mut text = String::new();
        while !enough(&text) {
            let frame = stream.frame().await.expect("more to read").unwrap();
            text += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
        }
    });
}
