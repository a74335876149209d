//! The Gomoku family: the heuristics of its reports and the strong engine.

pub mod engine;
pub mod heuristics;
