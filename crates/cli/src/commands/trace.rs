//! `alinea trace`: the tree of a textbook search, and how its size depends on the algorithm.

use super::eval::plain;
use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_engines::json::number;
use alinea_engines::{EngineSpec, Session, TraceKeep};
use alinea_search::{Ignore, Limits, Stop, TraceNode, Window};
use serde_json::json;
use std::fmt::Write;

/// The largest tree that is searched for a trace; beyond it a depth is left out.
const MAX_VISITED: u64 = 2_000_000_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The position: '-', moves, or 'diagram:' and rows from the top joined by '/'
    #[arg(default_value = "-", allow_hyphen_values = true)]
    position: String,
    /// A textbook engine: textbook:heuristic=...,depth=..., or a preset
    #[arg(long, value_name = "ENGINE", default_value = "textbook")]
    engine: String,
    /// Nodes to print
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_nodes: usize,
    /// Plies to print
    #[arg(long, value_name = "P", default_value_t = 128)]
    max_ply: u32,
    /// Print the nodes that each algorithm visits, depth by depth, instead of the tree
    #[arg(long)]
    compare: bool,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let session = open_at(&args.game, &args.position)?;
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || on_interrupt.stop());
    if args.compare {
        return compare(args, session.as_ref(), &stop, context);
    }
    let keep = TraceKeep {
        max_nodes: args.max_nodes.max(1),
        max_ply: args.max_ply,
        limits: Limits::nodes(MAX_VISITED),
    };
    let report = session.trace(&args.engine, keep, &stop)?;
    let mut text = String::new();
    for node in &report.nodes {
        if context.json {
            print_json(&node_json(node))?;
        } else {
            text.push_str(&node_line(node));
        }
    }
    if !context.json {
        let best = report.best.as_deref().unwrap_or("-");
        let _ = writeln!(
            text,
            "value {}  best {best}  nodes {}  shown {}",
            plain(report.value),
            report.visited,
            report.nodes.len()
        );
        print(&text)?;
    }
    if report.finished {
        return Ok(Answer::Yes);
    }
    Err(Failed::Wrong(format!(
        "the search was given up after {} nodes: ask for a smaller depth",
        report.visited
    )))
}

fn node_json(node: &TraceNode<String>) -> serde_json::Value {
    let bound = |value: f64| {
        if value.is_finite() { number(value) } else { serde_json::Value::Null }
    };
    json!({
        "id": node.id,
        "parent": node.parent,
        "move": node.mv,
        "depth": node.ply,
        "max": node.is_max,
        "alpha": bound(node.window.alpha),
        "beta": bound(node.window.beta),
        "value": number(node.value),
        "cut": node.cut.map(|cut| json!({
            "alpha": bound(cut.alpha),
            "beta": bound(cut.beta),
            "why": why_cut(cut, node.is_max),
        })),
        "nodes": node.nodes,
    })
}

fn node_line(node: &TraceNode<String>) -> String {
    let indent = "  ".repeat(node.ply as usize);
    let side = if node.is_max { "MAX" } else { "MIN" };
    let mv = node.mv.as_deref().unwrap_or("root");
    let window = format!("[{}, {}]", infinite(node.window.alpha), infinite(node.window.beta));
    let cut = node.cut.map(|cut| format!("  cut: {}", why_cut(cut, node.is_max)));
    format!("{indent}{mv} {side} {window} = {}{}\n", plain(node.value), cut.unwrap_or_default())
}

/// The condition of a cut with its numbers.
fn why_cut(cut: Window, is_max: bool) -> String {
    let (alpha, beta) = (plain(cut.alpha), plain(cut.beta));
    if is_max {
        format!("MIN already has {beta}, MAX found {alpha} here")
    } else {
        format!("MAX already has {alpha}, MIN found {beta} here")
    }
}

fn infinite(value: f64) -> String {
    if value == f64::INFINITY {
        "+inf".to_owned()
    } else if value == f64::NEG_INFINITY {
        "-inf".to_owned()
    } else {
        plain(value)
    }
}

/// Nodes of minimax, alpha-beta, with an order and with a table, at every depth up to the engine's.
fn compare(
    args: &Args,
    session: &dyn Session,
    stop: &Stop,
    context: Context,
) -> Result<Answer, Failed> {
    let spec = EngineSpec::parse(&args.engine)?;
    let heuristic =
        spec.option("heuristic").map(str::to_owned).or_else(|| preset_heuristic(session, &spec));
    let heuristic = heuristic
        .or_else(|| session.heuristics().first().map(|name| (*name).to_owned()))
        .ok_or_else(|| Failed::Wrong(format!("no heuristic fits {}", args.game)))?;
    let near = spec.option("near").map(|near| format!(",near={near}")).unwrap_or_default();
    let max_depth = spec.limits.depth.unwrap_or(6);
    let ways = [
        ("minimax", format!("algorithm=minimax{near}")),
        ("alphabeta", format!("algorithm=alphabeta{near}")),
        ("ordered", format!("algorithm=alphabeta,order=center{near}")),
    ];
    if !context.json {
        print(&format!(
            "{:>5} {:>14} {:>14} {:>14} {:>14}\n",
            "depth", "minimax", "alphabeta", "ordered", "table"
        ))?;
    }
    for depth in 1..=max_depth {
        let mut row = json!({"depth": depth});
        let mut line = format!("{depth:>5}");
        for (name, options) in &ways {
            let engine = format!("textbook:heuristic={heuristic},depth={depth},{options}");
            let keep = TraceKeep { max_nodes: 0, max_ply: 0, limits: Limits::nodes(MAX_VISITED) };
            // A game without that order has nothing to compare there.
            let nodes = session.trace(&engine, keep, stop).ok().filter(|report| report.finished);
            let nodes = nodes.map(|report| report.visited);
            row[*name] = nodes.into();
            let _ = write!(line, " {:>14}", nodes.map_or("-".to_owned(), |n| n.to_string()));
        }
        let mut seat = session.seat(&format!("alphabeta:heuristic={heuristic},depth={depth}"))?;
        let thought = seat.think(session, &Limits::depth(depth), stop, &mut Ignore);
        let nodes = thought.map(|thought| thought.nodes).ok();
        row["table"] = nodes.into();
        let _ = write!(line, " {:>14}", nodes.map_or("-".to_owned(), |n| n.to_string()));
        if context.json {
            print_json(&row)?;
        } else {
            print(&format!("{line}\n"))?;
        }
    }
    Ok(Answer::Yes)
}

/// The heuristic that a preset stands for.
fn preset_heuristic(session: &dyn Session, spec: &EngineSpec) -> Option<String> {
    let meant = EngineSpec::parse(session.preset(&spec.name)?).ok()?;
    meant.option("heuristic").map(str::to_owned)
}
