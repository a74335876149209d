//! What only HTTP has: guards, the page, readers who leave.

use crate::common::{get, post, request, send, server};
use axum::body::Body;
use axum::http::StatusCode;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn foreign_names_and_origins_are_refused() {
    let server = server();
    let from = |host: &str, origin: Option<&str>, site: Option<&str>| {
        let mut builder = axum::http::Request::builder()
            .method("POST")
            .uri("/api/v1/view")
            .header("host", host)
            .header("content-type", "application/json");
        if let Some(origin) = origin {
            builder = builder.header("origin", origin);
        }
        if let Some(site) = site {
            builder = builder.header("sec-fetch-site", site);
        }
        builder.body(Body::from("{\"game\":\"connect4\"}")).unwrap()
    };
    let own = "127.0.0.1:4224";
    let cases = [
        (from(own, None, None), true),
        (from(own, Some("http://127.0.0.1:4224"), Some("same-origin")), true),
        (from("localhost:4224", Some("http://localhost:4224"), None), true),
        (from("evil.example", None, None), false),
        (from(own, Some("http://evil.example"), None), false),
        (from(own, Some("null"), None), false),
        (from(own, Some("http://127.0.0.1:9"), None), false),
        (from(own, None, Some("cross-site")), false),
    ];
    for (request, welcome) in cases {
        let shown = format!("{:?}", request.headers());
        let status = send(&server, request).await.status;
        assert_eq!(status == StatusCode::OK, welcome, "{shown}: {status}");
    }
}

#[tokio::test]
async fn the_page_comes_with_its_guards() {
    let server = server();
    let page = get(&server, "/analyse?game=connect4").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("<div id=\"app\">"));
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    // WebAssembly may be compiled; scripts come from files alone.
    let scripts = "script-src 'self' 'wasm-unsafe-eval';";
    assert!(policy.contains(scripts) && !policy.contains("'unsafe-"), "{policy}");
    assert_eq!(page.headers["x-content-type-options"], "nosniff");
    let data = |tag: &&str| tag.contains("src=") || tag.contains("type=\"application/json\"");
    assert!(page.text.split("<script").skip(1).all(|tag| data(&tag)), "no inline script");
    let tag = get(&server, "/favicon.svg").await.headers["etag"].clone();
    let again = request("GET", "/favicon.svg").header("if-none-match", tag);
    let again = send(&server, again.body(Body::empty()).unwrap()).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(get(&server, "/no/such/file.js").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_page_comes_with_the_start_and_the_language_of_its_reader() {
    let server = server();
    let asked = request("GET", "/").header("accept-language", "fr, es-AR;q=0.9, en;q=0.8");
    let page = send(&server, asked.body(Body::empty()).unwrap()).await;
    assert_eq!(page.headers["vary"], "accept-language");
    let (_, rest) = page.text.split_once("<link rel=\"modulepreload\" href=\"").unwrap();
    let (file, _) = rest.split_once('"').unwrap();
    // Relative to the page, so that the same file serves a site under any folder.
    let file = file.strip_prefix('.').unwrap();
    assert!(file.starts_with("/assets/es-"), "{file}");
    assert_eq!(get(&server, file).await.status, StatusCode::OK);
    let (_, rest) = page.text.split_once("id=\"first-view\">").unwrap();
    let (first, _) = rest.split_once("</script>").unwrap();
    let asked = post(&server, "/api/v1/view", json!({"game": "connect4"})).await;
    assert_eq!(first, asked.text);
}

#[tokio::test]
async fn too_many_analyses_of_one_address_are_told_to_wait() {
    let server = server();
    let body = || {
        let body = json!({"game": "connect4", "engine": "random"});
        let builder = request("POST", "/api/v1/analyze").header("content-type", "application/json");
        builder.body(Body::from(body.to_string())).unwrap()
    };
    use tower::ServiceExt;
    let mut open = Vec::new();
    // A response whose body is not read keeps its place.
    loop {
        let response = server.clone().oneshot(body()).await.unwrap();
        if response.status() != StatusCode::OK {
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            break;
        }
        open.push(response);
    }
    assert_eq!(open.len(), 8);
    drop(open);
    assert_eq!(send(&server, body()).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_reader_who_leaves_stops_the_search() {
    // Two workers, one of them kept for moves: a second analysis only runs once the first,
    // which would take a minute, has been stopped.
    let server = server();
    let long = json!({"game": "connect4", "limits": {"time": 60},
        "engine": "textbook:heuristic=ligue4,depth=40,algorithm=minimax"});
    let builder = request("POST", "/api/v1/analyze").header("content-type", "application/json");
    use tower::ServiceExt;
    let request = builder.body(Body::from(long.to_string())).unwrap();
    drop(server.clone().oneshot(request).await.unwrap());
    let short = json!({"game": "connect4", "engine": "random"});
    let answer = post(&server, "/api/v1/analyze", short).await;
    assert!(answer.text.ends_with("event: done\ndata: {\"yielded\":false}\n\n"), "{}", answer.text);
}

#[tokio::test]
async fn endless_analyses_behind_a_short_one_take_turns_and_say_so() {
    use tower::ServiceExt;
    // Two workers, one of them kept for moves: a single place for the three.
    let server = server();
    let ask = async |body: Value| {
        let builder = request("POST", "/api/v1/analyze").header("content-type", "application/json");
        let request = builder.body(Body::from(body.to_string())).unwrap();
        server.clone().oneshot(request).await.unwrap().into_body()
    };
    let patience = Duration::from_secs(60);
    let engine = "textbook:heuristic=ligue4,depth=40,algorithm=minimax";
    let _short = ask(json!({"game": "connect4", "limits": {"time": 0.2}, "engine": engine})).await;
    let endless = json!({"game": "gomoku", "position": "h8i9", "limits": {"endless": true},
        "engine": "best"});
    let (first, mut second) = (ask(endless.clone()).await, ask(endless).await);
    // Nobody asks for anything else.
    let first = tokio::time::timeout(patience, first.collect()).await;
    let first = first.expect("the first makes room").unwrap().to_bytes();
    let first = String::from_utf8_lossy(&first);
    assert!(first.contains("event: iteration"), "{first}");
    assert!(first.ends_with("event: done\ndata: {\"yielded\":true}\n\n"), "{first}");
    let begins = tokio::time::timeout(patience, second.frame()).await;
    let begins = begins.expect("the second has its turn").unwrap().unwrap().into_data().unwrap();
    assert!(begins.starts_with(b"event: iteration"), "{begins:?}");
}

#[tokio::test]
async fn a_closing_server_ends_its_searches() {
    let state = alinea_web::App::new(2);
    let server = alinea_web::app(std::sync::Arc::clone(&state), alinea_web::Hosts::Loopback);
    let long = json!({"game": "connect4", "limits": {"time": 60},
        "engine": "textbook:heuristic=ligue4,depth=40,algorithm=minimax"});
    let moving = tokio::spawn(async move { post(&server, "/api/v1/move", long).await });
    tokio::task::yield_now().await;
    state.close();
    assert_eq!(moving.await.unwrap().status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn wrong_addresses_methods_and_types_are_told_apart() {
    let server = server();
    assert_eq!(get(&server, "/api/v1/none").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&server, "/api/v1/view").await.status, StatusCode::METHOD_NOT_ALLOWED);
    let plain =
        request("POST", "/api/v1/view").body(Body::from("{\"game\":\"connect4\"}")).unwrap();
    assert_eq!(send(&server, plain).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let body = json!({"game": "connect4", "engine": "random"});
    let stream = post(&server, "/api/v1/analyze", body).await;
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    assert_eq!(stream.headers["cross-origin-opener-policy"], "same-origin");
}
