//! The teacher: judges every move of a game against the truth, as far as it is known.
//!
//! Connect Four is judged exactly, by its solver. The other games are judged by what their
//! engines prove, and by expected scores where nothing is proven.
#![forbid(unsafe_code)]

mod connect4;
mod engine;
mod json;
mod judge;
pub mod lessons;
pub mod puzzles;
mod review;
mod sentence;
mod truth;
mod verdict;

pub use json::{Accuracy, JudgedJson, ReviewEnd};
pub use judge::Judge;
pub use review::{Judged, Review, ReviewOptions, review};
pub use truth::Truth;
pub use verdict::Verdict;
