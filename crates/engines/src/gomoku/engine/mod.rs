//! The strong engine of the gomoku family: its own board with pattern tables, threat-aware search, and the numbers that judge. Not the rules: those are the games' crate's.

pub mod adapter;
pub mod board;
pub mod classes;
pub mod eval;
mod forbidden;
pub mod geometry;
pub mod levels;
pub mod movegen;
pub mod pattern;
pub mod rows;
pub mod rule;
pub mod search;
pub mod setup;
pub mod strong;
pub mod swap;
pub mod table;
pub mod tables;
pub mod threats;
pub mod vcf;
pub mod vct;
pub mod weights;

#[cfg(test)]
mod tests;
