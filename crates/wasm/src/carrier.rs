//! One worker's API: requests in, pieces of answers out.

#[cfg(not(feature = "games"))]
use crate::files::OpenedFiles;
use crate::host;
use alinea_api::{Answer, Api, ApiError, EnginePool, ErrorKind, Request, Route, Sink};
use alinea_search::Stop;
use alinea_words::Language;
#[cfg(not(feature = "games"))]
use std::sync::Arc;

/// The API with the engines it keeps and the files the reader opened.
#[cfg_attr(feature = "games", derive(Default))]
pub(crate) struct Carrier {
    api: Api,
    engines: EnginePool,
    #[cfg(not(feature = "games"))]
    files: Arc<OpenedFiles>,
}

#[cfg(not(feature = "games"))]
impl Default for Carrier {
    fn default() -> Carrier {
        let files = Arc::new(OpenedFiles::default());
        let api = Api { files: Some(files.clone()) };
        Carrier { api, engines: EnginePool::default(), files }
    }
}

struct Page;

impl Sink for Page {
    fn send(&mut self, answer: Answer) {
        host::pass_on(answer.event(), &answer.json());
    }
}

impl Carrier {
    /// Answers `ROUTE\nBODY`.
    pub(crate) fn ask(&mut self, asked: &[u8]) {
        let (route, body) = split(asked);
        let Some(route) = Route::from_name(route) else {
            let message = alinea_api::Message::new("error.http.address");
            return refuse(&ApiError::new(ErrorKind::Missing, message), Language::default());
        };
        let request = match Request::parse(route, body) {
            Ok(request) => request,
            Err((error, language)) => return refuse(&error, language),
        };
        let language = request.language();
        match self.answer(request) {
            Ok(()) => host::pass_on("end", ""),
            Err(error) => refuse(&error, language),
        }
    }

    /// Runs a request to its end, which no request may put off for longer than it says.
    fn answer(&mut self, request: Request) -> Result<(), ApiError> {
        let mut task = Some(self.api.check(request)?);
        while let Some(next) = task {
            host::end_after(next.longest());
            task = next.run(&mut self.engines, &Stop::new(), &mut Page)?;
        }
        Ok(())
    }

    /// Opens `NAME\nTEXT`.
    #[cfg(not(feature = "games"))]
    pub(crate) fn file(&mut self, given: &[u8]) {
        let (name, text) = split(given);
        self.files.set(name, &String::from_utf8_lossy(text));
    }
}

fn refuse(error: &ApiError, language: Language) {
    let body = serde_json::to_string(&error.answer(language)).unwrap_or_default();
    let status = error.kind.status();
    host::pass_on("error", &format!("{{\"status\":{status},\"body\":{body}}}"));
}

/// The first line as text, and the rest.
fn split(bytes: &[u8]) -> (&str, &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let rest = bytes.get(end + 1..).unwrap_or_default();
    (std::str::from_utf8(&bytes[..end]).unwrap_or_default(), rest)
}
