//! What a heuristic file may know of a position: squares and a few facts, the same for all games.

use crate::Entry;
use alinea_core::{Cell, Grid, Outcome, Player, Position};
use alinea_games::lines::Lines;

/// A position without its game: small, and an object.
pub trait Facts: Grid {
    /// Whose turn it is.
    fn turn(&self) -> Player;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Moves since the start.
    fn ply(&self) -> u32;
    /// How many in a row decide the game.
    fn in_a_row(&self) -> u8;
    /// Whether stones fall.
    fn gravity(&self) -> bool;
    /// Squares with bombs (Boom).
    fn bombs(&self) -> Vec<Cell>;
    /// The round (Boom).
    fn jugada(&self) -> Option<u32>;
    /// The stones of both players, one bit a square: column after column from the left, each
    /// from the bottom, with one empty bit above every column. `None` where that needs more
    /// than 64 bits.
    fn packed(&self) -> Option<[u64; 2]>;
    /// The stones line by line, where the game keeps them so.
    fn lines(&self) -> Option<&Lines>;
}

impl<G: Entry> Facts for G {
    fn turn(&self) -> Player {
        Position::turn(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn ply(&self) -> u32 {
        Position::ply(self)
    }

    fn in_a_row(&self) -> u8 {
        Entry::in_a_row(self)
    }

    fn gravity(&self) -> bool {
        Entry::gravity(self)
    }

    fn bombs(&self) -> Vec<Cell> {
        alinea_core::Game::bombs(self)
    }

    fn jugada(&self) -> Option<u32> {
        alinea_core::Game::jugada(self)
    }

    fn packed(&self) -> Option<[u64; 2]> {
        Entry::packed(self)
    }

    fn lines(&self) -> Option<&Lines> {
        Entry::lines(self)
    }
}
