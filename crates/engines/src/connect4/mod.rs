//! Connect Four: its heuristics, the exact solver with its book, and ten levels.

pub mod analyst;
pub mod book;
mod engine;
pub mod heuristics;
mod levels;
pub mod solver;

pub use engine::SolverEngine;
pub use levels::Level;

#[cfg(test)]
mod tests;
