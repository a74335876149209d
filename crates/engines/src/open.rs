//! From a game's name to a game in progress: the only `match` over games in the program.

use crate::session::Typed;
use crate::{Entry, Session, SpecError};
use alinea_core::split_setup;

/// Names of all games, in the order people meet them.
pub const GAMES: [&str; 0] = [];

/// Opens a game by `NAME[:SETUP]` at its start.
pub fn open(game: &str) -> Result<Box<dyn Session>, SpecError> {
    let (name, _setup) = split_setup(game);
    Err(SpecError::unknown("game", name, &GAMES))
}

/// Set-ups of a game worth showing, the default first.
#[must_use]
pub fn setups(_game: &str) -> &'static [&'static str] {
    &[]
}

#[allow(dead_code)]
fn start<G: Entry>(setup: &str) -> Result<Box<dyn Session>, SpecError>
where
    G::Undo: Send,
{
    let setup =
        G::parse_setup(setup).map_err(|error| SpecError(format!("{}: {error}", G::NAME)))?;
    Ok(Box::new(Typed::<G>::new(setup)))
}
