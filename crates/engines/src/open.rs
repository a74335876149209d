//! From a game's name to a game in progress: the only `match` over games in the program.

use crate::session::Typed;
use crate::{Entry, Session, SpecError};
use alinea_core::{Game, split_setup};
use alinea_games::{Boom, Caro, Connect4, Gomoku, Mnk, Renju, Standard};

/// Names of all games, in the order people meet them.
pub const GAMES: [&str; 7] = ["connect4", "gomoku", "standard", "renju", "caro", "boom", "mnk"];

/// Opens a game by `NAME[:SETUP]` at its start.
pub fn open(game: &str) -> Result<Box<dyn Session>, SpecError> {
    let (name, setup) = split_setup(game);
    match name {
        Connect4::NAME => start::<Connect4>(setup),
        Gomoku::NAME => start::<Gomoku>(setup),
        Standard::NAME => start::<Standard>(setup),
        Renju::NAME => start::<Renju>(setup),
        Caro::NAME => start::<Caro>(setup),
        Boom::NAME => start::<Boom>(setup),
        Mnk::NAME => start::<Mnk>(setup),
        _ => Err(SpecError::unknown("game", name, &GAMES)),
    }
}

/// Set-ups of a game worth showing, the default first.
#[must_use]
pub fn setups(game: &str) -> &'static [&'static str] {
    match split_setup(game).0 {
        Connect4::NAME => Connect4::SETUPS,
        Gomoku::NAME => Gomoku::SETUPS,
        Standard::NAME => Standard::SETUPS,
        Renju::NAME => Renju::SETUPS,
        Caro::NAME => Caro::SETUPS,
        Boom::NAME => Boom::SETUPS,
        Mnk::NAME => Mnk::SETUPS,
        _ => &[],
    }
}

fn start<G: Entry>(setup: &str) -> Result<Box<dyn Session>, SpecError>
where
    G::Undo: Send,
{
    let setup =
        G::parse_setup(setup).map_err(|error| SpecError(format!("{}: {error}", G::NAME)))?;
    Ok(Box::new(Typed::<G>::new(setup)))
}
