//! The strong engine of the gomoku family.
//!
//! A board with pattern tables, a threat-aware search, and the numbers that judge. Not the rules:
//! those are the games' crate's.

mod adapter;
mod answers;
#[cfg(test)]
mod caro_tests;
mod classes;
mod eval;
mod forbidden;
mod gomoku_engine;
mod movegen;
mod net;
mod own_plan;
mod pattern;
mod pattern_board;
mod placement;
mod point;
mod proof;
pub mod reasons;
mod rows;
mod rule;
mod search;
pub mod swap;
mod table;
mod tables;
pub mod threats;
pub mod training;
mod vcf;
mod vct;
mod weights;

pub use gomoku_engine::{DEFAULT_TABLE, GomokuEngine, Judge};
pub use net::{Net, NetError};
pub use placement::Placement;
pub use rule::PatternRule;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod way_tests;
