//! Any head of a request to the server (method, address, headers, a line each) without a body: it
//! answers, never with an error of its own, and always with the headers that guard browsers.
#![no_main]

use alinea_web::{App, Hosts, app};
use axum::body::Body;
use axum::http::Request;
use std::sync::LazyLock;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_all().build().expect("a runtime"));
static SERVER: LazyLock<axum::Router> = LazyLock::new(|| app(App::new(2), Hosts::Loopback));

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let (method, address) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let mut request = Request::builder().method(method).uri(address);
    for (name, value) in lines.take(16).filter_map(|line| line.split_once(": ")) {
        request = request.header(name, value);
    }
    let Ok(request) = request.body(Body::empty()) else { return };
    let answer = RUNTIME.block_on(SERVER.clone().oneshot(request)).expect("an answer");
    assert!(!answer.status().is_server_error(), "{text:?}: {}", answer.status());
    assert!(answer.headers().contains_key("content-security-policy"));
});
