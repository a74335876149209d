//! From a game's name to a game in progress: the only `match` over games in the program.

use crate::session::Typed;
use crate::{Entry, Session, SpecError};
use alinea_core::{Game, split_setup};
use alinea_games::{Boom, Connect4};

/// Names of all games, in the order people meet them.
pub const GAMES: [&str; 2] = ["connect4", "boom"];

/// Opens a game by `NAME[:SETUP]` at its start.
pub fn open(game: &str) -> Result<Box<dyn Session>, SpecError> {
    let (name, setup) = split_setup(game);
    match name {
        Connect4::NAME => start::<Connect4>(setup),
        Boom::NAME => start::<Boom>(setup),
        _ => Err(SpecError::unknown("game", name, &GAMES)),
    }
}

/// Set-ups of a game worth showing, the default first.
#[must_use]
pub fn setups(game: &str) -> &'static [&'static str] {
    match split_setup(game).0 {
        Connect4::NAME => Connect4::SETUPS,
        Boom::NAME => Boom::SETUPS,
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
