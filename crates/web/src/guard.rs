//! Who may talk to the server, and what browsers may do with its answers.

use crate::response::Refusal;
use alinea_api::ErrorKind;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// Under which names the server answers. A page elsewhere whose name was made to point here
/// (DNS rebinding) still sends its own name, and is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hosts {
    /// `localhost` and loopback addresses.
    Loopback,
    /// Any plain address: names cannot be trusted, numbers cannot be rebound.
    Network,
}

impl Hosts {
    fn allow(self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        match name.parse::<IpAddr>() {
            Ok(address) => self == Hosts::Network || address.is_loopback(),
            Err(_) => false,
        }
    }
}

/// Refuses foreign names and writes from other origins.
pub(crate) async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let Some(host) = text(headers, &HOST) else {
        return forbidden("error.http.host-missing");
    };
    if !hosts.allow(host) {
        return forbidden("error.http.host");
    }
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if writes && !same_origin(headers, host) {
        return forbidden("error.http.origin");
    }
    next.run(request).await
}

fn same_origin(headers: &HeaderMap, host: &str) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    // Programs send no origin; browsers always do when they write.
    text(headers, &ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host))
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

fn forbidden(key: &'static str) -> Response {
    Refusal::new(ErrorKind::Forbidden, key).into_response()
}

/// Adds the headers that every answer carries.
pub(crate) async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    set(CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-embedder-policy"), "require-corp");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_answered() {
        for host in ["localhost", "localhost:4224", "127.0.0.1:4224", "[::1]:4224", "LOCALHOST"] {
            assert!(Hosts::Loopback.allow(host), "{host}");
        }
        for host in ["evil.example", "192.168.1.5:4224", "", "localhost.evil.example", "[::2]"] {
            assert!(!Hosts::Loopback.allow(host), "{host}");
        }
        assert!(Hosts::Network.allow("192.168.1.5:4224"));
        assert!(!Hosts::Network.allow("evil.example:4224"));
    }
}
