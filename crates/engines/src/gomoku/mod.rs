//! The Gomoku family: heuristics, orders and candidates of boards of lines, and the strong engine.

mod candidates;
mod central;
pub mod engine;
pub mod heuristics;
mod near;
mod pairing;
#[cfg(test)]
pub(crate) mod test_support;

pub use candidates::{Candidates, Falls, Reach};
pub use central::{Central, Side};
pub use near::Near;
