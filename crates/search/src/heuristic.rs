//! A heuristic judges a position; an engine chooses a move.

use alinea_core::{Cell, Message, Player, Position};

/// A judgement of positions by hand-made rules.
///
/// Laws: the points of `explain` sum to `evaluate` (up to rounding of the last bits); the same
/// position, player and ply always give the same value; the value is never NaN.
pub trait Heuristic<P: Position>: Send + Sync {
    /// The value for `player`, larger is better; for a finished game its utility.
    /// `ply` is the distance from the root of the search; few heuristics look at it.
    fn evaluate(&self, pos: &P, player: Player, ply: u32) -> f64;

    /// The same value in parts that can be drawn on the board.
    fn explain(&self, pos: &P, player: Player, ply: u32) -> Vec<Part>;
}

/// A share of a heuristic's value and the squares it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What it is for, as a key of the locales (`part.*`).
    pub label: Message,
    /// The squares it is about; may be empty.
    pub cells: Vec<Cell>,
    /// Its points, for the player asked about.
    pub points: f64,
}
