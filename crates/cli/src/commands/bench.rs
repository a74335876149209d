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
    /// The Gomoku engine under its four rules, in nodes a second of CPU time
    Gomoku,
    /// Boom: perft and NINJA from the start, in nodes a second of CPU time
    Boom,
    /// Node counts of fixed searches, without times: they change only if a search does
    Signature,
}

/// A search: game, position, engine.
type Fixed = (&'static str, &'static str, &'static str);

/// The general searches; the textbook ones are literal, so they are large.
const SEARCH: [Fixed; 5] = [
    ("connect4", "-", "textbook:heuristic=ligue4,order=center,depth=11"),
    ("connect4", "44455", "connect4-java:depth=10"),
    ("boom", "4433", "desconecta4"),
    ("connect4", "-", "alphabeta:heuristic=ligue4,depth=14"),
    ("gomoku", "h8i9j10g7", "alphabeta:heuristic=dezenas,depth=6"),
];

const GOMOKU: [Fixed; 4] = [
    ("gomoku", "h8i9j10g7", "patterns:nodes=1000000"),
    ("standard", "h8i9j10g7", "patterns:nodes=1000000"),
    ("renju", "h8i9j10g7", "patterns:nodes=1000000"),
    ("caro", "h8i9j10g7", "patterns:nodes=1000000"),
];

const BOOM: [Fixed; 1] = [("boom", "-", "ninja:depth=16")];

/// Fixed searches for the signature.
const SIGNATURE: [Fixed; 8] = [
    ("connect4", "-", "ligue4"),
    ("connect4", "44455", "connect4-java"),
    ("boom", "4433", "desconecta4"),
    ("boom", "-", "textbook:heuristic=valoracion-test,depth=8"),
    ("connect4", "44455", "alphabeta:heuristic=ligue4,depth=10"),
    ("gomoku", "h8i9j10g7", "alphabeta:heuristic=dezenas,depth=5"),
    ("gomoku", "h8i9j10g7", "patterns:depth=8"),
    ("boom", "4433", "ninja:depth=10"),
];

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    match args.what {
        What::Search => speeds(&SEARCH, context)?,
        What::Gomoku => speeds(&GOMOKU, context)?,
        What::Solver => return solver::run(&args.solver, context),
        What::Boom => {
            let start = ProcessTime::now();
            let leaves = open_at("boom", "-")?.perft(8);
            measured("boom perft 8", leaves, start, context)?;
            speeds(&BOOM, context)?;
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

/// All nodes of the signature's searches: equal programs have equal sums.
#[cfg_attr(
    not(all(feature = "fleet", target_os = "linux", target_arch = "x86_64")),
    allow(dead_code)
)]
pub(crate) fn signature() -> Result<u64, Failed> {
    let visited = |(game, position, engine)| visited(game, position, engine);
    SIGNATURE.into_iter().map(visited).sum()
}

fn speeds(searches: &[Fixed], context: Context) -> Result<(), Failed> {
    for &(game, position, engine) in searches {
        let start = ProcessTime::now();
        let nodes = visited(game, position, engine)?;
        measured(&format!("{game} {position} {engine}"), nodes, start, context)?;
    }
    Ok(())
}

fn visited(game: &str, position: &str, engine: &str) -> Result<u64, Failed> {
    let session = open_at(game, position)?;
    let mut seat = session.seat(&engine.parse()?)?;
    let thought = seat
        .think(session.as_ref(), &Limits::default(), &Stop::new(), &mut Ignore)
        .map_err(|failure| Failed::Wrong(format!("{engine} {failure}")))?;
    Ok(thought.nodes)
}

fn measured(name: &str, nodes: u64, start: ProcessTime, context: Context) -> Result<(), Failed> {
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let knps = nodes as f64 / seconds / 1000.0;
    if context.json {
        let micros = seconds * 1e6;
        return print_json(&json!({
            "name": name, "count": 1, "wrong": 0, "mean_us": micros, "max_us": micros,
            "mean_nodes": nodes, "knps": knps.round(),
        }));
    }
    print(&format!("{name:<64} {nodes:>12} nodes {:>9.1} ms {knps:>8.0} knps\n", seconds * 1000.0))
}
