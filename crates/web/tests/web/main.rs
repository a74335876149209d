//! The server from outside.

mod api;
mod common;
mod described;
mod fresh;
mod trace;
