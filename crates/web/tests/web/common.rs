//! A client without a socket, for the tests.

use alinea_web::{App, Hosts, app};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) text: String,
}

pub(crate) fn server() -> Router {
    app(App::new(2), Hosts::Loopback)
}

pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "127.0.0.1:4224")
}

pub(crate) async fn send(server: &Router, request: Request<Body>) -> Answer {
    let response = server.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Answer { status: parts.status, headers: parts.headers, text }
}

pub(crate) async fn get(server: &Router, path: &str) -> Answer {
    send(server, request("GET", path).body(Body::empty()).unwrap()).await
}

pub(crate) async fn post_text(server: &Router, path: &str, body: impl Into<String>) -> Answer {
    let request = request("POST", path).header("content-type", "application/json");
    send(server, request.body(Body::from(body.into())).unwrap()).await
}

pub(crate) async fn post(server: &Router, path: &str, body: Value) -> Answer {
    post_text(server, path, body.to_string()).await
}
