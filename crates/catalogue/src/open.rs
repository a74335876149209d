//! From a game's name to its type and to a game in progress. Everything that is done for each
//! game goes through [`visit`].

use crate::{Entry, GameSession, Session, SizeRange, SpecError};
use alinea_core::{Game, Message, split_setup};
use alinea_games::Connect4;
#[cfg(not(feature = "connect4-only"))]
use alinea_games::{Boom, Caro, Gomoku, Mnk, Renju, Standard};

/// Names of all games, in the order people meet them.
pub const GAMES: [&str; 7] = ["connect4", "gomoku", "standard", "renju", "caro", "boom", "mnk"];

/// Something that is done with a game whose type is known.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Entry>(self, setup: G::Setup) -> Self::Output;
}

/// Finds a game by `NAME[:SETUP]` and hands its type to the visitor.
pub fn visit<V: GameVisitor>(game: &str, visitor: V) -> Result<V::Output, SpecError> {
    let (name, setup) = split_setup(game);
    match name {
        Connect4::NAME => typed::<Connect4, V>(setup, visitor),
        #[cfg(not(feature = "connect4-only"))]
        Gomoku::NAME => typed::<Gomoku, V>(setup, visitor),
        #[cfg(not(feature = "connect4-only"))]
        Standard::NAME => typed::<Standard, V>(setup, visitor),
        #[cfg(not(feature = "connect4-only"))]
        Renju::NAME => typed::<Renju, V>(setup, visitor),
        #[cfg(not(feature = "connect4-only"))]
        Caro::NAME => typed::<Caro, V>(setup, visitor),
        #[cfg(not(feature = "connect4-only"))]
        Boom::NAME => typed::<Boom, V>(setup, visitor),
        #[cfg(not(feature = "connect4-only"))]
        Mnk::NAME => typed::<Mnk, V>(setup, visitor),
        _ => Err(SpecError::unknown(Message::new("kind.game"), name, &GAMES)),
    }
}

/// Opens a game by `NAME[:SETUP]` at its start.
pub fn open(game: &str) -> Result<Box<dyn Session>, SpecError> {
    visit(game, Opener)
}

/// What people may choose before a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Set-ups worth showing, the default first.
    pub setups: &'static [&'static str],
    /// The numbers of a set-up, joined by `x`.
    pub sizes: &'static [SizeRange],
    /// Words that may follow them, each after a `+`.
    pub flags: &'static [&'static str],
    /// Names of the systems of the reports.
    pub presets: Vec<&'static str>,
}

/// What people may choose before a game of this name begins.
pub fn choices(name: &str) -> Result<Choices, SpecError> {
    visit(name, Chooser)
}

struct Chooser;

impl GameVisitor for Chooser {
    type Output = Choices;

    fn visit<G: Entry>(self, _: G::Setup) -> Choices {
        let presets = G::PRESETS.iter().map(|preset| preset.name).collect();
        Choices { setups: G::SETUPS, sizes: G::SIZES, flags: G::FLAGS, presets }
    }
}

struct Opener;

impl GameVisitor for Opener {
    type Output = Box<dyn Session>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Box<dyn Session> {
        Box::new(GameSession::<G>::new(setup))
    }
}

fn typed<G: Entry, V: GameVisitor>(setup: &str, visitor: V) -> Result<V::Output, SpecError> {
    let setup = G::parse_setup(setup).map_err(|error| {
        let message = Message::new("error.setup").with("game", G::NAME);
        SpecError(message.with_message("why", error.0))
    })?;
    Ok(visitor.visit::<G>(setup))
}
