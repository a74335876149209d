//! Heuristics and strong engines, typed: no text of people, no serialisation, no catalogue.

pub mod boom;
mod columns;
pub mod connect4;
pub mod gomoku;
mod lanes;
pub mod levels;
pub mod lines;
pub mod threats;

pub use boom::ninja;
pub use columns::Columns;
