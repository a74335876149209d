//! An opponent for a game of one's own: open a game by name, seat an engine, ask for moves.
//!
//! `cargo run --release -p alinea-catalogue --example bot -- boom level:5`
// An example talks to its terminal.
#![allow(clippy::print_stdout)]

use alinea_catalogue::open;
use alinea_search::{Ignore, Limits, Stop};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "connect4".to_owned());
    let engine = args.next().unwrap_or_else(|| "best".to_owned());
    let mut session = open(&game)?;
    let mut seats = [session.seat(&engine.parse()?)?, session.seat(&"random:seed=1".parse()?)?];
    // Boom has no move limit: a game of one's own needs a cap.
    while session.outcome().is_none() && session.moves().len() < 200 {
        let seat = &mut seats[session.turn().index()];
        let limits = Limits::time(Duration::from_millis(50));
        let thought = seat.think(session.as_ref(), &limits, &Stop::new(), &mut Ignore)?;
        let best = thought.best.ok_or("an engine always has a move while the game goes on")?;
        session.play(&best).map_err(|refused| format!("{best}: {refused:?}"))?;
    }
    println!("{}", session.moves().join(" "));
    println!("{:?}", session.outcome());
    Ok(())
}
