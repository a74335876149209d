//! Cuts right traces off at random places, in twelve notations and four games, and counts those
//! that are then called wrong or refused: `cargo run --release -p alinea-lab --example cuts [SEED]`.

use alinea_core::SplitMix64;
use alinea_lab::grade::{Assignment, grade, mistaken_game, mistaken_tree};
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;

/// Places in each notation of each game: 12 notations, 4 games, 480 places.
const PLACES: usize = 10;

const GAMES: [(&str, &str, &str); 4] = [
    ("boom", "172737", "textbook:heuristic=valoracion-test,depth=3"),
    ("connect4", "4453", "textbook:heuristic=ligue4,depth=3"),
    ("gomoku:5", "a1b1c1d2e1a3b3c4d3e3", "textbook:heuristic=dezenas,depth=2"),
    ("mnk:3x3x3", "b2a1", "textbook:heuristic=dezenas,depth=3"),
];

/// How a program prints its nodes.
type Notation = fn(&[Value]) -> String;

const NOTATIONS: [(&str, Notation); 11] = [
    ("JSON lines", lines),
    ("JSON lines after the children", |nodes| lines(&after_children(nodes))),
    ("JSON lines after the children, depths that count down", |nodes| {
        lines(&after_children(&counting_down(nodes)))
    }),
    ("JSON array", |nodes| json!(nodes).to_string()),
    ("JSON array over many lines", |nodes| {
        serde_json::to_string_pretty(&json!(nodes)).unwrap_or_default()
    }),
    ("children inside their parents", |nodes| nested(nodes).to_string()),
    ("name=value", named),
    ("name=value after the children", |nodes| named(&after_children(nodes))),
    ("table", table),
    ("table after the children", |nodes| table(&after_children(nodes))),
    ("indentation", drawn),
];

fn depth(node: &Value) -> usize {
    node["depth"].as_u64().unwrap_or_default() as usize
}

fn number(value: &Value, infinite: &str) -> String {
    if value.is_null() { infinite.to_owned() } else { value.to_string() }
}

fn mv<'n>(node: &'n Value, root: &'n str) -> &'n str {
    node["move"].as_str().unwrap_or(root)
}

fn lines(nodes: &[Value]) -> String {
    nodes.iter().map(|node| node.to_string() + "\n").collect()
}

fn counting_down(nodes: &[Value]) -> Vec<Value> {
    let deepest = nodes.iter().map(depth).max().unwrap_or_default();
    let turned = nodes.iter().cloned().map(|mut node| {
        node["depth"] = json!(deepest - depth(&node));
        node
    });
    turned.collect()
}

/// Each node behind its children; depths may count either way.
fn after_children(nodes: &[Value]) -> Vec<Value> {
    let sign = if nodes.first().is_some_and(|root| depth(root) > 0) { -1 } else { 1 };
    let level = |node: &Value| sign * depth(node) as i64;
    let (mut printed, mut open): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    for node in nodes {
        while open.last().is_some_and(|last| level(last) >= level(node)) {
            printed.extend(open.pop());
        }
        open.push(node.clone());
    }
    open.reverse();
    printed.extend(open);
    printed
}

fn nested(nodes: &[Value]) -> Value {
    fn below(nodes: &[Value], next: &mut usize) -> Value {
        let node = &nodes[*next];
        *next += 1;
        let mut children = Vec::new();
        while nodes.get(*next).is_some_and(|child| depth(child) > depth(node)) {
            children.push(below(nodes, next));
        }
        json!({"accion": node["move"], "valor": node["value"], "hijos": children})
    }
    below(nodes, &mut 0)
}

fn named(nodes: &[Value]) -> String {
    let line = |node: &Value| {
        let (alpha, beta) = (number(&node["alpha"], "-inf"), number(&node["beta"], "inf"));
        let (depth, value) = (&node["depth"], &node["value"]);
        let mv = mv(node, "root");
        format!("ply={depth}, move={mv}, alpha={alpha}, beta={beta}, score={value}\n")
    };
    nodes.iter().map(line).collect()
}

fn table(nodes: &[Value]) -> String {
    let row = |node: &Value| format!("{};{};{}\n", node["depth"], mv(node, "-"), node["value"]);
    "nivel;jugada;valor\n".to_owned() + nodes.iter().map(row).collect::<String>().as_str()
}

fn drawn(nodes: &[Value]) -> String {
    let line = |node: &Value| {
        let (alpha, beta) = (number(&node["alpha"], "-inf"), number(&node["beta"], "+inf"));
        let side = if depth(node).is_multiple_of(2) { "MAX" } else { "MIN" };
        let indent = "  ".repeat(depth(node));
        format!("{indent}{} {side} [{alpha}, {beta}] = {}\n", mv(node, "root"), node["value"])
    };
    nodes.iter().map(line).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut rng = SplitMix64::new(seed);
    let (mut all, mut wrong, mut refused) = (0, 0, 0);
    for (game, position, engine) in GAMES {
        let task = Assignment {
            game: game.to_owned(),
            position: position.to_owned(),
            engine: engine.parse()?,
            files: None,
        };
        let nodes: Result<Vec<Value>, _> =
            mistaken_tree(&task, &[])?.lines().map(serde_json::from_str).collect();
        let nodes = nodes?;
        let mut texts: Vec<(&str, String)> =
            NOTATIONS.iter().map(|(name, print)| (*name, print(&nodes))).collect();
        texts.push(("log", mistaken_game(&task, &[], 6)?));
        for (name, text) in texts {
            // What ends within its first lines, or a log's first turn, shows nothing to grade.
            let turn: usize = text.split_inclusive('\n').take(2).map(str::len).sum();
            let first = if name == "log" { turn } else { text.len() / 20 };
            for _ in 0..PLACES {
                let end = first + rng.below(text.len() - first);
                let told = match grade(&task, &text.as_bytes()[..end]) {
                    Ok(graded) if graded.is_correct() => None,
                    Ok(graded) => {
                        wrong += 1;
                        graded.difference.map(|found| format!("line {}", found.line))
                    }
                    Err(error) => {
                        refused += 1;
                        Some(error.to_string())
                    }
                };
                all += 1;
                if let Some(told) = told {
                    let tail: String = text[..end].chars().rev().take(40).collect();
                    let tail: String = tail.chars().rev().collect();
                    writeln!(
                        std::io::stdout().lock(),
                        "{game}, {name}, {end} of {}: {told} after {tail:?}",
                        text.len()
                    )?;
                }
            }
        }
    }
    Ok(writeln!(std::io::stdout().lock(), "{all} places, {wrong} called wrong, {refused} refused")?)
}
