//! The built page, embedded in the program.

use crate::api::ApiError;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

const INDEX: &str = "index.html";

/// A file of the built page.
#[must_use]
pub fn page_file(path: &str) -> Option<Cow<'static, [u8]>> {
    Dist::get(path).map(|file| file.data)
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
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "pages are only read")
            .into_response();
    }
    let path = named(request.uri());
    match Dist::get(path) {
        Some(file) => answer(path, &file, request.headers()),
        None => ApiError::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

/// The file meant by an address: addresses without an extension are the page's own.
fn named(uri: &Uri) -> &str {
    let path = uri.path().trim_start_matches('/');
    if path.rsplit('/').next().unwrap_or_default().contains('.') { path } else { INDEX }
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.contains(&tag)) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    // Names under `assets/` carry a digest of their content and never change.
    let keep = if path.starts_with("assets/") {
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
}
