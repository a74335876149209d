//! The server from outside.

mod api;
mod common;
mod described;
mod files;
mod fresh;
mod trace;
