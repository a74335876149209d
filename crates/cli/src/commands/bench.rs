//! `alinea bench`: speeds, and the node signature that tells when a search has changed.

mod solver;

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_search::{Ignore, Limits, Stop};
use clap::ValueEnum;
use cpu_time::ProcessTime;
use serde_json::json;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure
    #[arg(value_enum, default_value = "search")]
    what: What,
    #[command(flatten)]
    solver: solver::SolverArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Searches from fixed positions, in nodes a second of CPU time
    Search,
    /// Connect Four's exact solver: mean time and nodes a position, and wrong answers
    Solver,
    /// Boom: perft and the course's trace
    Boom,
    /// Node counts of fixed searches, without times: they change only if a search does
    Signature,
}

/// Fixed searches for speed; the textbook ones are literal, so they are large.
const SPEED: [(&str, &str, &str); 3] = [
    ("connect4", "-", "textbook:heuristic=ligue4,order=center,depth=11"),
    ("connect4", "44455", "connect4-java:depth=10"),
    ("boom", "4433", "desconecta4"),
];

/// Fixed searches for the signature.
const SIGNATURE: [(&str, &str, &str); 4] = [
    ("connect4", "-", "ligue4"),
    ("connect4", "44455", "connect4-java"),
    ("boom", "4433", "desconecta4"),
    ("boom", "-", "textbook:heuristic=valoracion-test,depth=8"),
];

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    match args.what {
        What::Search => {
            for (game, position, engine) in SPEED {
                let start = ProcessTime::now();
                let nodes = visited(game, position, engine)?;
                measured(&format!("{game} {position} {engine}"), nodes, start, context)?;
            }
        }
        What::Solver => return solver::run(&args.solver, context),
        What::Boom => {
            let start = ProcessTime::now();
            let leaves = open_at("boom", "-")?.perft(8);
            measured("boom perft 8", leaves, start, context)?;
        }
        What::Signature => {
            for (game, position, engine) in SIGNATURE {
                let nodes = visited(game, position, engine)?;
                print(&format!("{nodes:>12}  {game} {position} {engine}\n"))?;
            }
        }
    }
    Ok(Answer::Yes)
}

fn visited(game: &str, position: &str, engine: &str) -> Result<u64, Failed> {
    let session = open_at(game, position)?;
    let mut seat = session.seat(engine)?;
    let thought = seat
        .think(session.as_ref(), &Limits::default(), &Stop::new(), &mut Ignore)
        .map_err(|failure| Failed::Wrong(format!("{engine} {failure}")))?;
    Ok(thought.nodes)
}

fn measured(name: &str, nodes: u64, start: ProcessTime, context: Context) -> Result<(), Failed> {
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let knps = nodes as f64 / seconds / 1000.0;
    if context.json {
        return print_json(&json!({
            "name": name, "nodes": nodes, "time_ms": seconds * 1000.0, "knps": knps.round(),
        }));
    }
    print(&format!("{name:<64} {nodes:>12} nodes {:>9.1} ms {knps:>8.0} knps\n", seconds * 1000.0))
}
