//! Carries the API in a browser: a WebAssembly module without glue, used by the page's Web
//! Workers. It holds no rules and no limits: those are the API's.
#![cfg(target_family = "wasm")]

mod carrier;
#[cfg(not(feature = "games"))]
mod files;
mod host;
