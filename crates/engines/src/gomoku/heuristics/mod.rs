//! Heuristics of the Gomoku reports. They read any board of lines: the whole family and every
//! m,n,k board.

mod dezenas;
mod vizinhos;

pub use dezenas::Dezenas;
pub use vizinhos::Vizinhos;

/// Whether rows are what a player wants. The reports know only boards where they are; where the
/// row loses (misère) the same judgement counts against its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// The row wins.
    Win,
    /// The row loses.
    Lose,
}

impl Rows {
    fn sign(self) -> f64 {
        match self {
            Rows::Win => 1.0,
            Rows::Lose => -1.0,
        }
    }
}
