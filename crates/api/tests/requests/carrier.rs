//! A carrier in memory: one worker, no threads, no sockets.

use alinea_api::{Answer as Piece, Api, ApiError, EnginePool, Request, Route, Sink, answer};
use alinea_lab::Shelf;
use alinea_search::Stop;
use alinea_words::Language;
use serde_json::Value;
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

pub(crate) struct Server {
    api: Api,
    engines: RefCell<EnginePool>,
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

pub(crate) fn server() -> Server {
    Server { api: Api::default(), engines: RefCell::default() }
}

/// A server that offers the heuristic files of a folder.
pub(crate) fn serving(folder: &Path) -> Server {
    let files = Arc::new(Shelf::new(folder.to_owned()));
    Server { api: Api { files: Some(files) }, engines: RefCell::default() }
}

/// Answers written down as a stream, until the reader has heard enough.
struct Pieces<'r> {
    text: String,
    stop: Stop,
    enough: &'r mut dyn FnMut(&str) -> bool,
}

impl Sink for Pieces<'_> {
    fn send(&mut self, piece: Piece) {
        self.text += &format!("event: {}\ndata: {}\n\n", piece.event(), piece.json());
        if (self.enough)(&self.text) {
            self.stop.stop();
        }
    }
}

fn ask(server: &Server, path: &str, body: &[u8], enough: &mut dyn FnMut(&str) -> bool) -> Answer {
    if path == "/api/openapi.json" {
        let text = serde_json::to_string(&alinea_api::description()).unwrap();
        return Answer { status: 200, text };
    }
    let route = Route::from_name(path.trim_start_matches("/api/v1/")).unwrap();
    let refuse = |error: ApiError, language: Language| Answer {
        status: error.kind.status(),
        text: serde_json::to_string(&error.answer(language)).unwrap(),
    };
    let request = match Request::parse(route, body) {
        Ok(request) => request,
        Err((error, language)) => return refuse(error, language),
    };
    let language = request.language();
    let stop = Stop::new();
    let mut pieces = Pieces { text: String::new(), stop: stop.clone(), enough };
    let engines = &mut *server.engines.borrow_mut();
    if let Err(error) = answer(&server.api, request, engines, &stop, &mut pieces) {
        return refuse(error, language);
    }
    let data = |text: &str| text.split_once("\ndata: ").unwrap().1.trim_end().to_owned();
    let text = if route.is_stream() { pieces.text } else { data(&pieces.text) };
    Answer { status: 200, text }
}

pub(crate) fn get(server: &Server, path: &str) -> Answer {
    ask(server, path, &[], &mut |_| false)
}

pub(crate) fn post_bytes(server: &Server, path: &str, body: Vec<u8>) -> Answer {
    ask(server, path, &body, &mut |_| false)
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
    let left = ask(server, path, body.to_string().as_bytes(), enough);
    assert_eq!(left.status, 200, "{}", left.text);
}
