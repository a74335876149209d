//! `alinea bench`: speeds, and the node signature that tells when a search has changed.

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_engines::TraceKeep;
use alinea_search::{Limits, Stop};
use clap::ValueEnum;
use serde_json::json;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure [default: search]
    #[arg(value_enum, default_value = "search")]
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Textbook searches on fixed positions, and the node signature
    Search,
    /// Boom: perft and the course's trace
    Boom,
}

/// Fixed searches: their node counts together are the signature.
const SEARCHES: [(&str, &str, &str); 3] = [
    ("connect4", "-", "ligue4:depth=10"),
    ("connect4", "44455", "connect4-java:depth=9"),
    ("boom", "4433", "desconecta4"),
];

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    match args.what {
        What::Search => search(context),
        What::Boom => boom(context),
    }
}

fn search(context: Context) -> Result<Answer, Failed> {
    let mut signature = 0;
    for (game, position, engine) in SEARCHES {
        let session = open_at(game, position)?;
        let keep = TraceKeep { max_nodes: 0, max_ply: 0, limits: Limits::default() };
        let start = Instant::now();
        let report = session.trace(engine, keep, &Stop::new())?;
        measured(&format!("{game} {position} {engine}"), report.visited, start, context)?;
        signature += report.visited;
    }
    if context.json {
        print_json(&json!({"signature": signature}))?;
    } else {
        print(&format!("signature {signature}\n"))?;
    }
    Ok(Answer::Yes)
}

fn boom(context: Context) -> Result<Answer, Failed> {
    let session = open_at("boom", "-")?;
    let start = Instant::now();
    let leaves = session.perft(8);
    measured("boom perft 8", leaves, start, context)?;
    Ok(Answer::Yes)
}

fn measured(name: &str, nodes: u64, start: Instant, context: Context) -> Result<(), Failed> {
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let knps = nodes as f64 / seconds / 1000.0;
    if context.json {
        return print_json(&json!({
            "name": name, "nodes": nodes, "time_ms": seconds * 1000.0, "knps": knps.round(),
        }));
    }
    print(&format!("{name:<44} {nodes:>12} nodes {:>9.1} ms {knps:>10.0} knps\n", seconds * 1000.0))
}
