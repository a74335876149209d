//! Long work that makes data, as kinds of `alinea-jobs`: exact labels of Connect Four positions,
//! games of the Gomoku engine against itself, Connect Four's opening book, puzzles. Reads and prints nothing
//! itself.
#![forbid(unsafe_code)]

pub mod book;
mod keep;
pub mod label;
pub mod puzzles;
pub mod selfplay;

pub use keep::{Kept, KeptError, Silent};
