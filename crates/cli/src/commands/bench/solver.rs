//! `alinea bench solver`: the exact solver on a set of positions with known scores.

use super::super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_core::Position;
use alinea_engines::connect4::analyst::{Allowance, Analyst, DEFAULT_TABLE_MB, Size, read};
use alinea_engines::connect4::solver::{Bounds, Goal};
use alinea_search::{Limits, Stop};
use cpu_time::ProcessTime;
use serde_json::json;
use std::path::PathBuf;

const OWN_SET: &str = include_str!("../../../../../testdata/connect4/solver_bench.txt");

#[derive(clap::Args)]
pub(crate) struct SolverArgs {
    /// Solver: a file with a position and its score a line [default: positions of our own]
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    /// Solver: only the first positions
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Solver: the scores of all moves instead of that of the position
    #[arg(long)]
    all: bool,
    /// Solver: without the opening book
    #[arg(long)]
    no_book: bool,
    /// Solver: threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(args: &SolverArgs, context: Context) -> Result<Answer, Failed> {
    let text = match &args.set {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?,
        None => OWN_SET.to_owned(),
    };
    let analyst = Analyst::new(Size::USUAL, DEFAULT_TABLE_MB, usize::from(args.threads));
    let mut analyst = analyst.ok_or_else(|| Failed::Wrong("no solver".to_owned()))?;
    if args.no_book {
        analyst = analyst.without_book();
    }
    let (mut count, mut wrong, mut nodes) = (0u32, 0u32, 0);
    let mut times = Vec::new();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (number, line) in lines.take(args.count.unwrap_or(usize::MAX)) {
        let wants = || format!("line {}: expected a position and its score", number + 1);
        let (position, score) =
            line.trim().split_once(' ').ok_or_else(|| Failed::Wrong(wants()))?;
        let score: i32 = score.trim().parse().map_err(|_| Failed::Wrong(wants()))?;
        let pos = read(position)?;
        let start = ProcessTime::now();
        analyst.forget();
        let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
        let bounds = if args.all && pos.outcome().is_none() {
            best_of(&analyst.move_scores(&pos, &mut allowance, |_, _| {}))
        } else {
            analyst.score(&pos, &mut allowance)
        };
        times.push(start.elapsed().as_secs_f64() * 1e6);
        nodes += allowance.nodes;
        count += 1;
        wrong += u32::from((bounds.lower, bounds.upper) != (score, score));
    }
    let each = f64::from(count.max(1));
    times.sort_by(f64::total_cmp);
    let total: f64 = times.iter().sum();
    let longest = times.last().copied().unwrap_or(0.0);
    let most = times.get(times.len() * 19 / 20).copied().unwrap_or(longest);
    let (mean, mean_nodes) = (total / each, nodes as f64 / each);
    let knps = nodes as f64 / total.max(1e-3) * 1e3;
    if context.json {
        print_json(&json!({
            "count": count, "wrong": wrong, "mean_us": mean, "max_us": longest, "p95_us": most,
            "mean_nodes": mean_nodes, "knps": knps.round(),
        }))?;
    } else {
        print(&format!(
            "{count} positions, {wrong} wrong, mean {mean:.1} us, 95 % within {most:.1} us, \
             longest {longest:.1} us, \
             {mean_nodes:.1} nodes each, {knps:.0} knps\n"
        ))?;
    }
    Ok(if wrong == 0 { Answer::Yes } else { Answer::No })
}

/// The score of a position whose moves are worth this.
fn best_of(moves: &[(u8, Bounds)]) -> Bounds {
    let most = |bound: fn(&Bounds) -> i32| moves.iter().map(|(_, b)| bound(b)).max().unwrap_or(0);
    Bounds { lower: most(|b| b.lower), upper: most(|b| b.upper) }
}
