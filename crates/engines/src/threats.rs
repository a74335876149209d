//! What threats decide in a position: a typed answer that every front end shows in its own way.
//!
//! Which game can give one is said by its tables.

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

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_search::Distance;

    #[test]
    fn moves_written_another_way_stay_where_they_were() {
        let proof = Proof {
            means: Means::Threats,
            line: vec![1, 2, 3],
            plies: 5,
            distance: Distance::AtMost,
            defences: vec![Defence { mv: 4, line: vec![5] }],
        };
        let escape = Escape { ply: 7, played: 8, instead: 9 };
        let threats = Threats { proof: Some(proof.clone()), escape: Some(escape) };
        let written = threats.map(|mv| mv.to_string());
        assert_eq!(written.proof, Some(proof.map(|mv| mv.to_string())));
        let escape = Escape { ply: 7, played: "8".to_owned(), instead: "9".to_owned() };
        assert_eq!(written.escape, Some(escape));
        let none = Threats::<u8> { proof: None, escape: None };
        assert_eq!(none.map(|mv| *mv), none);
    }
}
