//! What threats decide in a position: a typed answer that every front end shows in its own way. Which game can give one is said by its tables.

/// How a forced win is forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// Every attacking move makes a four.
    Fours,
    /// Some attacking moves only threaten fours: open threes, mostly.
    Threats,
}

/// What threats decide in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threats<M> {
    /// A forced win for the player to move, if one was proven.
    pub proof: Option<Proof<M>>,
    /// The last move of the game at which the loser still had something better, if there is a proof.
    pub escape: Option<Escape<M>>,
}

/// A forced win for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// How it is forced.
    pub means: Means,
    /// Both sides' moves in turn, the defender's being the longest resistance seen; the last is the attacker's deciding move.
    pub line: Vec<M>,
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
    /// The same with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Threats<N> {
        Threats {
            proof: self.proof.as_ref().map(|proof| proof.map(&write)),
            escape: self.escape.as_ref().map(|escape| escape.map(&write)),
        }
    }
}

impl<M> Proof<M> {
    /// The same proof with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Proof<N> {
        Proof { means: self.means, line: self.line.iter().map(write).collect() }
    }
}

impl<M> Escape<M> {
    /// The same escape with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Escape<N> {
        Escape { ply: self.ply, played: write(&self.played), instead: write(&self.instead) }
    }
}
