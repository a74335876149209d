//! The types and traits that all alignment games share, and the laws they obey.
//!
//! Players, outcomes, cells, positions, games and perft. No game, no search, no I/O, no clock.
#![forbid(unsafe_code)]

mod cell;
pub mod conformance;
mod diagram;
mod game;
mod message;
mod outcome;
mod perft;
mod player;
mod position;
mod rng;
mod stop;

pub use cell::{Cell, Grid, ParseCellError};
pub use diagram::{Diagram, DiagramError, MAX_SIDE};
pub use game::{
    Effect, Game, MAX_MOVES_TEXT, MoveError, PositionError, Route, SetupError, parse_position,
    split_setup,
};
pub use message::Message;
pub use outcome::Outcome;
pub use perft::perft;
pub use player::Player;
pub use position::{IllegalMove, Position};
pub use rng::SplitMix64;
pub use stop::Stop;
