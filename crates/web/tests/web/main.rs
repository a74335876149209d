//! The server from outside, without a socket.

mod carrier;
mod common;
mod fresh;
mod http;

// The requests of the API's own tests, sent over HTTP.
#[path = "../../../api/tests/requests/answers.rs"]
mod answers;
#[path = "../../../api/tests/requests/described.rs"]
mod described;
#[path = "../../../api/tests/requests/files.rs"]
mod files;
#[path = "../../../api/tests/requests/puzzles.rs"]
mod puzzles;
#[path = "../../../api/tests/requests/readers.rs"]
mod readers;
#[path = "../../../api/tests/requests/review.rs"]
mod review;
#[path = "../../../api/tests/requests/trace.rs"]
mod trace;
