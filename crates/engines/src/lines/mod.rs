//! What boards of lines share, the Gomoku family and m,n,k boards alike: candidate moves and
//! orders. No game is named here.

mod candidates;
mod central;
mod near;
mod pairing;
mod reasons;
#[cfg(test)]
pub(crate) mod test_support;

pub use candidates::{Candidates, Falls, Reach};
pub use central::{Central, Side};
pub use near::Near;
pub(crate) use reasons::{completing, listed};
pub use reasons::{explain, explain_misere};

/// Whether a row wins or loses the game.
///
/// The reports know only boards where it wins; where the row loses (misère) the same judgement
/// counts against its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// The row wins.
    Win,
    /// The row loses.
    Lose,
}

impl Rows {
    pub(crate) fn sign(self) -> f64 {
        match self {
            Rows::Win => 1.0,
            Rows::Lose => -1.0,
        }
    }
}
