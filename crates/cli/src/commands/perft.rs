//! `alinea perft`: counting the positions a number of moves away.

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use serde_json::json;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// Moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// The position: '-', moves, or 'diagram:' and rows from the top joined by '/'
    #[arg(default_value = "-")]
    position: String,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let session = open_at(&args.game, &args.position)?;
    let first = if context.json { args.depth } else { args.depth.min(1) };
    for depth in first..=args.depth {
        let start = Instant::now();
        let nodes = session.perft(depth);
        let seconds = start.elapsed().as_secs_f64();
        if context.json {
            let time_ms = (seconds * 1e6).round() / 1e3;
            print_json(&json!({"depth": depth, "nodes": nodes, "time_ms": time_ms}))?;
        } else {
            print(&format!("{depth:>3} {nodes:>16}\n"))?;
        }
    }
    Ok(Answer::Yes)
}
