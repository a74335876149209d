//! `alinea trace`: the tree of a textbook search, and how its size depends on the algorithm.

use super::eval::plain;
use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::json::{TraceRow, cut_reason};
use alinea_catalogue::{Comparison, EngineSpec, Session, TraceKeep, TraceQuestion, Way};
use alinea_search::{Limits, Stop, TraceNode};
use alinea_words::Language;
use std::fmt::Write;

/// The largest tree that is searched for a trace; beyond it a depth is left out.
const MAX_VISITED: u64 = 2_000_000_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The position: '-', moves, or 'diagram:' and rows from the top joined by '/'
    #[arg(default_value = "-")]
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
    let engine = args.engine.parse()?;
    if args.compare {
        return compare(&engine, session.as_ref(), &stop, context);
    }
    let keep = TraceKeep {
        max_nodes: args.max_nodes.max(1),
        max_ply: args.max_ply,
        limits: Limits::nodes(MAX_VISITED),
    };
    let report = session.trace(TraceQuestion::root(&engine, keep), &stop, &mut |_| {})?;
    let mut text = String::new();
    for node in &report.nodes {
        if context.json {
            print_json(&TraceRow::new(node, context.language))?;
        } else {
            text.push_str(&node_line(node, context.language));
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

fn node_line(node: &TraceNode<String>, language: Language) -> String {
    let indent = "  ".repeat(node.ply as usize);
    let side = if node.is_max() { "MAX" } else { "MIN" };
    let mv = node.mv.as_deref().unwrap_or("root");
    let window = format!("[{}, {}]", infinite(node.window.alpha), infinite(node.window.beta));
    let cut = cut_reason(node).map(|why| format!("  cut: {}", language.say(&why)));
    format!("{indent}{mv} {side} {window} = {}{}\n", plain(node.value), cut.unwrap_or_default())
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

/// Nodes of each way to search, at every depth up to the engine's.
fn compare(
    engine: &EngineSpec,
    session: &dyn Session,
    stop: &Stop,
    context: Context,
) -> Result<Answer, Failed> {
    let comparison = Comparison::new(session, engine)?;
    let max_depth = engine.limits().depth.unwrap_or(6);
    if !context.json {
        let names: String = Way::ALL.map(|way| format!(" {:>14}", way.key())).concat();
        print(&format!("{:>5}{names}\n", "depth"))?;
    }
    for depth in 1..=max_depth {
        let row = comparison.row(depth, &Way::ALL, Limits::nodes(MAX_VISITED), stop);
        if context.json {
            print_json(&row)?;
            continue;
        }
        let cell = |way: Way| match row.nodes(way) {
            None => format!(" {:>14}", "-"),
            Some(nodes) => format!(" {nodes:>14}"),
        };
        print(&format!("{depth:>5}{}\n", Way::ALL.map(cell).concat()))?;
    }
    Ok(Answer::Yes)
}
