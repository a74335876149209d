//! What the brain wants thought about, and how a thought ends.

use alinea_core::Cell;
use alinea_engines::gomoku::engine::Placement;
use alinea_search::Limits;

/// What a thought is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move.
    Move,
    /// The best so many moves, then a move.
    Best(usize),
    /// Three stones to offer.
    Propose,
    /// An answer to three stones.
    DecideThree,
    /// An answer to five stones.
    DecideFive,
    /// No thought: the table is to be cleared.
    Clear,
}

/// A thought to think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// What for.
    pub purpose: Purpose,
    /// The position.
    pub placement: Placement,
    /// How far.
    pub limits: Limits,
    /// With how many threads.
    pub threads: usize,
    /// With how large a table.
    pub table_bytes: usize,
    /// Whether iterations are told.
    pub talks: bool,
}

/// How a thought ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// With a move.
    Move(Cell),
    /// With stones to offer.
    Stones(Vec<Cell>),
    /// With taking the other side.
    Swap,
    /// Without a legal move.
    Nothing,
    /// The table was cleared.
    Cleared,
}
