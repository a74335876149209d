//! Heuristics and strong engines, typed: no text of people, no serialisation, no catalogue.
//!
//! ```
//! use alinea_core::{Game, Player};
//! use alinea_engines::connect4::heuristics::Ligue4;
//! use alinea_engines::connect4::solver::{Board, Question, Solver};
//! use alinea_engines::ninja::{Ninja, Weights};
//! use alinea_games::{Boom, Connect4};
//! use alinea_search::{AlphaBeta, Engine, Heuristic, Ignore, Limits, Stop, Textbook};
//! use std::sync::Arc;
//!
//! // A heuristic judges, a search looks ahead: the lecture's, and one that needs fewer nodes.
//! let pos = Connect4::start(&Connect4::parse_setup("").unwrap());
//! assert_eq!(Ligue4.evaluate(&pos, Player::First, 0), 0.0);
//! let (limits, stop) = (Limits::depth(6), Stop::new());
//! let slow = Textbook::new(Arc::new(Ligue4), 6).think(&pos, &limits, &stop, &mut Ignore);
//! let mut fast = AlphaBeta::new(Arc::new(Ligue4)).with_table(1);
//! let fast = fast.think(&pos, &limits, &stop, &mut Ignore);
//! assert!(fast.best.is_some() && fast.nodes < slow.nodes);
//!
//! // The solver needs no heuristic. Columns 3 and 6 make three with two open ends.
//! let board = Board::after([3, 3, 4, 4]).unwrap();
//! let score = Solver::standard(1).solve(board, &Question::exact());
//! assert!(score.is_exact() && score.lower == 18);
//!
//! // NINJA for Boom.
//! let boom = Boom::start(&Boom::parse_setup("").unwrap());
//! let thought = Ninja::new(1, &Weights::default()).think(&boom, &limits, &stop, &mut Ignore);
//! assert!(thought.best.is_some());
//! ```

pub mod boom;
mod columns;
pub mod connect4;
pub mod gomoku;
mod lanes;
pub mod levels;
pub mod lines;
pub mod threats;

pub use boom::ninja;
pub use columns::Columns;
