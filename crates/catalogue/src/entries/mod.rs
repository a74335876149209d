//! The tables of each game, one file a game.

mod boom;
mod connect4;
mod gomoku;
mod mnk;
