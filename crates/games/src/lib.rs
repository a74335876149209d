//! The rules of the alignment games, each in a module of its own.
//!
//! No evaluation, no search, no I/O.
//!
//! A game is a [`Position`](alinea_core::Position) for programs and a [`Game`](alinea_core::Game)
//! for people: the first plays moves, the second reads and writes them.
//!
//! ```
//! use alinea_core::{Game, Outcome, Player, Position, parse_position, perft};
//! use alinea_games::{Boom, Connect4, Gomoku};
//!
//! // Three discs of the first player in a column, and the fourth.
//! let mut pos = Connect4::start(&Connect4::parse_setup("7x6").unwrap());
//! for text in ["4", "1", "4", "1", "4", "1"] {
//!     let (mv, _) = pos.parse_move(text).unwrap();
//!     pos.play(mv).unwrap();
//! }
//! let before = pos.key();
//! let undo = pos.play_unchecked(3);
//! assert_eq!(pos.outcome(), Some(Outcome::Win(Player::First)));
//! pos.undo(undo);
//! assert_eq!((pos.key(), pos.outcome()), (before, None));
//!
//! // Texts of people: moves in one word, or a drawn board.
//! let setup = Gomoku::parse_setup("15").unwrap();
//! assert!(parse_position::<Gomoku>(&setup, "h8i9j10").is_ok());
//! assert!(parse_position::<Gomoku>(&setup, "h8h8").is_err());
//!
//! // The check of the rules: positions that four moves lead to.
//! let mut start = Boom::start(&Boom::parse_setup("").unwrap());
//! assert_eq!(perft(&mut start, 4), 2401);
//! ```
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
