//! The rules of the alignment games, each in a room of its own. No evaluation, no search, no I/O.
#![forbid(unsafe_code)]

pub mod boom;
pub mod connect4;
pub mod gomoku;
pub mod lines;
pub mod mnk;

pub use boom::Boom;
pub use connect4::Connect4;
pub use gomoku::Board;
pub use mnk::Mnk;

/// Freestyle Gomoku: five or more win.
pub type Gomoku = Board<gomoku::FreestyleRule>;
/// Standard Gomoku: exactly five win.
pub type Standard = Board<gomoku::StandardRule>;
/// Renju: the first player has forbidden points.
pub type Renju = Board<gomoku::RenjuRule>;
/// Caro: exactly five, not blocked by enemy stones at both ends.
pub type Caro = Board<gomoku::CaroRule>;
