//! What threats decide in a position: a typed answer that every front end shows in its own way. Which game can give one is said by its tables.

pub use alinea_search::{Defence, Means, Proof};

/// A forced win in a position, and where the loser could still have escaped it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threats<M> {
    /// A forced win for the player to move, if one was proven.
    pub proof: Option<Proof<M>>,
    /// The last move of the game at which the loser still had something better, if there is a proof.
    pub escape: Option<Escape<M>>,
}

/// A move of the game that lost, and what would have held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escape<M> {
    /// Index of the move in the game, from 0.
    pub ply: usize,
    /// What was played.
    pub played: M,
    /// What would not have lost as far as the search sees.
    pub instead: M,
}

impl<M> Threats<M> {
    /// The same answer with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Threats<N> {
        Threats {
            proof: self.proof.as_ref().map(|proof| proof.map(&write)),
            escape: self.escape.as_ref().map(|escape| escape.map(&write)),
        }
    }
}

impl<M> Escape<M> {
    /// The same escape with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Escape<N> {
        Escape { ply: self.ply, played: write(&self.played), instead: write(&self.instead) }
    }
}
