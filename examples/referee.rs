//! The rules alone: a referee for a Connect Four program of one's own.
//!
//! `cargo run -p alinea-games --example referee -- 4 4 3 3 5 5 2`
// An example talks to its terminal.
#![allow(clippy::print_stdout)]

use alinea_core::{Game, Outcome, Position};
use alinea_games::Connect4;
use alinea_words::Language;

fn main() {
    let setup = Connect4::parse_setup("7x6").expect("7x6 is a board");
    let mut pos = Connect4::start(&setup);
    for text in std::env::args().skip(1) {
        let mv = match pos.parse_move(&text) {
            Ok((mv, _)) => mv,
            Err(error) => return println!("{text}: {}", Language::English.say(&error.0)),
        };
        // `play` checks the move; `play_unchecked` would trust it.
        if let Err(illegal) = pos.play(mv) {
            return println!("{text}: {}", Language::English.say(&illegal.0));
        }
    }
    println!("{}", pos.to_diagram().to_string().replace('/', "\n"));
    match pos.outcome() {
        None => println!("{} to move", pos.turn()),
        Some(Outcome::Draw) => println!("a draw"),
        Some(Outcome::Win(winner)) => println!("the {winner} player wins: {:?}", pos.alignment()),
    }
}
