//! The API from outside, without a socket: answers, refusals, guards.

use crate::common::{get, post, post_text, request, send, server};
use axum::body::Body;
use axum::http::StatusCode;
use serde_json::{Value, json};

fn iterations(text: &str) -> Vec<Value> {
    text.split("\n\n")
        .filter_map(|block| block.strip_prefix("event: iteration\ndata: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[tokio::test]
async fn the_catalogue_names_games_and_engines() {
    let answer = get(&server(), "/api/v1/games").await;
    assert_eq!(answer.status, StatusCode::OK);
    let json = answer.json();
    let games: Vec<&str> =
        json["games"].as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    assert_eq!(games, alinea_catalogue::GAMES);
    let first = &json["games"][0];
    assert!(first["engines"].as_array().unwrap().contains(&json!("level")));
    assert!(first["heuristics"].as_array().unwrap().contains(&json!("ligue4")));
}

#[tokio::test]
async fn a_view_tells_all_the_page_needs() {
    let server = server();
    let body = json!({"game": "connect4", "position": "44", "moves": ["5", "3"]});
    let view = post(&server, "/api/v1/view", body).await.json();
    assert_eq!(view["moves"], json!(["4", "4", "5", "3"]));
    assert_eq!(view["rows"][5], "..oxx..");
    assert_eq!(view["turn"], "first");
    assert_eq!(view["gravity"], true);
    assert_eq!(view["landing"]["4"], "d3");
    assert_eq!(view["effects"], json!([{"placed": "c1", "player": "second", "bomb": false}]));
    let body = json!({"game": "connect4", "position": "4343434"});
    let won = post(&server, "/api/v1/view", body).await.json();
    assert_eq!(won["outcome"], json!({"winner": "first"}));
    assert_eq!(won["line"].as_array().unwrap().len(), 4);
    assert_eq!(won["legal"], json!([]));
    assert_eq!(won["effects"][0]["placed"], "d4");
}

#[tokio::test]
async fn an_explosion_is_told_in_effects() {
    // Nine moves each, the tenth places a bomb; BOOM takes the mover's stones of its row.
    let server = server();
    let moves: Vec<String> = "1234567122".chars().map(String::from).collect();
    let body = json!({"game": "boom", "moves": moves});
    let before = post(&server, "/api/v1/view", body).await.json();
    assert_eq!(before["bombs"].as_array().unwrap().len(), 2, "{before}");
    let boom = before["legal"].as_array().unwrap().last().unwrap().clone();
    assert!(before["landing"].get(boom.as_str().unwrap()).is_none());
    let mut moves: Vec<Value> = moves.into_iter().map(Value::from).collect();
    moves.push(boom);
    let after = post(&server, "/api/v1/view", json!({"game": "boom", "moves": moves})).await.json();
    let effects = after["effects"].as_array().unwrap();
    assert!(effects.iter().any(|effect| effect.get("removed").is_some()), "{after}");
}

#[tokio::test]
async fn an_engine_moves_and_the_board_follows() {
    let server = server();
    let body = json!({"game": "connect4", "position": "443", "engine": "level:3,seed=7"});
    let answer = post(&server, "/api/v1/move", body.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let json = answer.json();
    assert_eq!(json["view"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(json["view"]["moves"][3], json["move"]);
    assert_eq!(json["thought"]["best"], json["move"]);
    // The same request gives the same move: nothing is remembered between requests.
    let again = post(&server, "/api/v1/move", body).await.json();
    assert_eq!(again["move"], json["move"]);
}

#[tokio::test]
async fn an_analysis_is_a_stream_whose_numbers_are_the_engine_s_own() {
    let server = server();
    let body = json!({"game": "connect4", "position": "443", "limits": {"depth": 4}, "lines": 2,
        "engine": "textbook:heuristic=ligue4,depth=4"});
    let answer = post(&server, "/api/v1/analyze", body).await;
    assert_eq!(answer.headers["content-type"], "text/event-stream");
    assert!(answer.text.ends_with("event: done\ndata: {}\n\n"));
}

/// What `alinea analyze --json` prints last.
fn own_words(game: &str, position: &str, engine: &str) -> Value {
    let mut session = alinea_catalogue::open(game).unwrap();
    session.reset(position).unwrap();
    let mut seat = session.seat(engine).unwrap();
    let limits =
        alinea_search::Limits { depth: Some(4), lines: 2, ..alinea_search::Limits::nodes(2000) };
    let stop = alinea_search::Stop::new();
    let mut shown = None;
    let mut observe = |thought: &alinea_search::Thought<String>| shown = Some(thought.clone());
    let end = seat.think(session.as_ref(), &limits, &stop, &mut observe).unwrap();
    // The end of a search is printed if it adds anything to the last iteration but its effort.
    let already = shown.filter(|last| {
        (last.depth, &last.best, last.score, last.moves.len())
            == (end.depth, &end.best, end.score, end.moves.len())
    });
    let last = already.unwrap_or(end);
    alinea_catalogue::json::thought_json(&last, alinea_words::Language::English)
}

#[tokio::test]
async fn every_engine_of_every_game_says_here_what_it_says_on_the_command_line() {
    let server = server();
    let mut seen = 0;
    let positions = [
        ("connect4", "443"),
        ("gomoku", "h8i9"),
        ("standard", "h8i9"),
        ("renju", "h8i9j10"),
        ("caro", "h8i9"),
        ("boom", "4433"),
        ("mnk:3x3x3", "b2a1"),
    ];
    assert_eq!(positions.len(), alinea_catalogue::GAMES.len());
    for (game, position) in positions {
        for engine in alinea_catalogue::open(game).unwrap().engines() {
            let engine = if engine == "level" { "level:3" } else { engine };
            let body = json!({"game": game, "position": position, "engine": engine, "lines": 2,
                "limits": {"depth": 4, "nodes": 2000}});
            let answer = post(&server, "/api/v1/analyze", body).await;
            let told = iterations(&answer.text);
            let last = told.last().unwrap_or_else(|| panic!("{game} {engine}: {}", answer.text));
            let own = own_words(game, position, engine);
            for key in ["depth", "score", "best", "line", "nodes", "moves", "reason"] {
                assert_eq!(last[key], own[key], "{key} of {engine} in {game}");
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} engines");
}

#[tokio::test]
async fn a_heuristic_gives_its_value_and_parts() {
    let body =
        json!({"game": "connect4", "position": "445", "heuristic": "ligue4", "player": "first"});
    let json = post(&server(), "/api/v1/eval", body).await.json();
    assert_eq!(json["value"], json!(126.1));
    let sum: f64 =
        json["parts"].as_array().unwrap().iter().map(|p| p["points"].as_f64().unwrap()).sum();
    assert!((sum - 126.1).abs() < 1e-9, "{sum}");
}

#[tokio::test]
async fn refusals_say_what_and_why_in_the_reader_s_language() {
    let server = server();
    let full = json!({"game": "connect4", "position": "444444", "moves": ["4"], "lang": "es"});
    let answer = post(&server, "/api/v1/view", full).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.why(), "La columna 4 está llena");
    let cases = [
        ("/api/v1/view", json!({"game": "conect4"}), "did you mean 'connect4'"),
        ("/api/v1/view", json!({"game": "mnk:999999x9x9"}), "mnk"),
        (
            "/api/v1/view",
            json!({"game": "connect4", "position": "48"}),
            "2. 8: 8 is not on the board",
        ),
        ("/api/v1/view", json!({"game": "connect4", "position": "diagram:x"}), ""),
        (
            "/api/v1/view",
            json!({"game": "connect4", "moves": ["4".repeat(99)]}),
            "one text for each",
        ),
        ("/api/v1/view", json!({"game": "boom", "moves": vec!["1"; 5000]}), "at most 2048"),
        ("/api/v1/eval", json!({"game": "connect4", "heuristic": "liga"}), "unknown heuristic"),
        ("/api/v1/move", json!({"game": "connect4", "engine": "gnu"}), "unknown engine"),
        ("/api/v1/move", json!({"game": "connect4", "engine": "best:threads=99"}), "threads"),
        ("/api/v1/move", json!({"game": "connect4", "engine": "best:table=16000"}), "table"),
        (
            "/api/v1/move",
            json!({"game": "connect4", "engine": "best", "limits": {"time": 1e9}}),
            "60",
        ),
        (
            "/api/v1/move",
            json!({"game": "connect4", "position": "4343434", "engine": "best"}),
            "over",
        ),
        ("/api/v1/analyze", json!({"game": "connect4", "lines": 5000}), "lines"),
    ];
    for (path, body, why) in cases {
        let answer = post(&server, path, body.clone()).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}: {}", answer.text);
        assert!(answer.why().contains(why), "{body}: {}", answer.why());
    }
}

#[tokio::test]
async fn nonsense_is_answered_in_json() {
    let server = server();
    for body in ["", "{", "[]", "nul", "{\"game\": 4}", "{}", "\u{0}"] {
        let answer = post_text(&server, "/api/v1/view", body).await;
        assert!(answer.status.is_client_error(), "{body:?}: {}", answer.status);
        assert!(!answer.why().is_empty(), "{body:?}");
    }
    let huge = format!("{{\"game\": \"{}\"}}", "x".repeat(100_000));
    assert_eq!(
        post_text(&server, "/api/v1/view", huge).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert_eq!(get(&server, "/api/v1/none").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&server, "/api/v1/view").await.status, StatusCode::METHOD_NOT_ALLOWED);
    let plain =
        request("POST", "/api/v1/view").body(Body::from("{\"game\":\"connect4\"}")).unwrap();
    assert_eq!(send(&server, plain).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

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
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
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
    assert!(answer.text.ends_with("event: done\ndata: {}\n\n"), "{}", answer.text);
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
