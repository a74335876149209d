//! The rules of the alignment games, each in a room of its own. No evaluation, no search, no I/O.
#![forbid(unsafe_code)]

pub mod boom;
pub mod connect4;

pub use boom::Boom;
pub use connect4::Connect4;
