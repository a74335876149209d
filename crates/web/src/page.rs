//! The site over HTTP: files by their names, and the page for every other address.

use crate::response::Refusal;
use crate::site::{self, INDEX, Kind, WORKER};
use alinea_api::ErrorKind;
use alinea_words::Language;
use axum::extract::Request;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::EmbeddedFile;
use std::borrow::Cow;

/// A file of the built page.
#[must_use]
pub fn page_file(path: &str) -> Option<Cow<'static, [u8]>> {
    site::file(path).map(|file| file.data)
}

/// The digest of the sources the page was built from.
#[must_use]
pub fn page_digest() -> Option<String> {
    let text = page_file("sources.digest")?;
    Some(String::from_utf8_lossy(&text).trim().to_owned())
}

/// Files by their names; every other address is a view of the page itself.
pub(crate) async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Refusal::new(ErrorKind::WrongMethod, "error.http.method").into_response();
    }
    let path = named(request.uri());
    let found = match path {
        INDEX => front(request.headers()),
        WORKER => service_worker(),
        _ => site::file(path).map(|file| answer(path, &file, request.headers())),
    };
    let missing = || Refusal::new(ErrorKind::Missing, "error.http.address").into_response();
    found.unwrap_or_else(missing)
}

/// The file meant by an address: addresses without an extension are the page's own.
fn named(uri: &Uri) -> &str {
    let path = uri.path().trim_start_matches('/');
    if path.rsplit('/').next().unwrap_or_default().contains('.') { path } else { INDEX }
}

/// The page itself, in the reader's language.
fn front(headers: &HeaderMap) -> Option<Response> {
    let wishes = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let html = site::index(Kind::Served, Some(language(wishes.unwrap_or_default()).tag()))?;
    let headers = [
        (CONTENT_TYPE, kind(INDEX)),
        (CACHE_CONTROL, "no-cache"),
        (VARY, ACCEPT_LANGUAGE.as_str()),
    ];
    Some((headers, html).into_response())
}

fn service_worker() -> Option<Response> {
    let headers = [(CONTENT_TYPE, kind(WORKER)), (CACHE_CONTROL, "no-cache")];
    Some((headers, site::service_worker(Kind::Served)?).into_response())
}

/// The first of the browser's wishes that we speak.
fn language(wishes: &str) -> Language {
    wishes.split(',').find_map(|wish| Language::from_tag(wish.trim())).unwrap_or_default()
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.contains(&tag)) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    // These names carry a digest of their content and never change.
    let keep = if path.starts_with("assets/") || path.starts_with("wasm/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = file.data.clone().into_owned().into_response();
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    out.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(ETAG, tag);
    }
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("gz") => "application/gzip",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_an_extension_are_the_page() {
        let of = |text: &'static str| named(&text.parse().unwrap()).to_owned();
        assert_eq!(of("/"), INDEX);
        assert_eq!(of("/analyse?game=connect4"), INDEX);
        assert_eq!(of("/assets/index-1.js"), "assets/index-1.js");
    }

    #[test]
    fn the_first_language_we_speak_is_meant() {
        assert_eq!(language("fr-FR,es-AR;q=0.9,en;q=0.8").tag(), "es");
        assert_eq!(language("pt;q=1.0, en").tag(), "pt-BR");
        assert_eq!(language("*").tag(), "en");
        assert_eq!(language("").tag(), "en");
    }
}
