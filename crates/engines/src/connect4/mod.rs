//! Connect Four: its heuristics, the exact solver with its book, and ten levels.

pub mod analyst;
pub mod book;
mod engine;
pub mod heuristics;
mod human;
pub mod solver;

pub use engine::SolverEngine;
pub use human::HumanEngine;

#[cfg(test)]
mod tests;
