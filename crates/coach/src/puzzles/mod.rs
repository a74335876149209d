//! Puzzles: positions with exactly one move that wins, or holds, each with its proof. Mined from
//! games of levels against each other, proven again by other means, shipped in one text.
//!
//! A family of games knows how to prove: `connect4` by the solver, `boom` by a full search,
//! `gomoku` by threats. What is common to them is beside.

mod attempt;
mod boom;
mod collection;
mod connect4;
mod difficulty;
mod gomoku;
mod json;
mod mine;
mod prover;
mod puzzle;

pub use attempt::{Attempt, attempt};
pub use collection::{collection, find, pack};
pub use json::{ProofJson, PuzzleJson, ThemeJson};
pub use mine::{Miner, mined_games};
pub use prover::Doubt;
pub use puzzle::{Goal, MAX_LINE, Puzzle, PuzzleError, PuzzleProof, Theme};
