//! A student's trace as text: the course's log of a Boom game, or nodes as JSON, one a line.

use super::GradeError;
use serde::Deserialize;

/// One move of a logged game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Turn {
    /// Line of the text, from 1.
    pub(super) line: usize,
    /// The applicable actions, if the log names them.
    pub(super) legal: Option<Vec<String>>,
    pub(super) value: f64,
    pub(super) mv: String,
}

/// One node of a printed tree; what a program does not print is not compared.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Node {
    #[serde(skip)]
    pub(super) line: usize,
    #[serde(rename = "move")]
    pub(super) mv: Option<String>,
    pub(super) depth: u32,
    pub(super) value: f64,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
}

/// What a trace is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Submitted {
    Game(Vec<Turn>),
    Tree(Vec<Node>),
}

const MAX_BYTES: usize = 64 * 1024 * 1024;

pub(super) fn read(text: &str) -> Result<Submitted, GradeError> {
    if text.len() > MAX_BYTES {
        return Err(GradeError(format!("at most {MAX_BYTES} bytes are read")));
    }
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with('{') { read_tree(text) } else { read_game(text) }
}

fn read_tree(text: &str) -> Result<Submitted, GradeError> {
    let mut nodes = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut node: Node = serde_json::from_str(line).map_err(|error| {
            let message = format!("expected a node with move, depth and value: {error}");
            GradeError(format!("line {}, column {}: {message}", i + 1, error.column().max(1)))
        })?;
        node.line = i + 1;
        nodes.push(node);
    }
    Ok(Submitted::Tree(nodes))
}

fn read_game(text: &str) -> Result<Submitted, GradeError> {
    let mut turns = Vec::new();
    let mut legal = None;
    for (i, line) in text.lines().enumerate() {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, listed)) =
            line.split_once("Acciones aplicables").and_then(|(_, rest)| rest.split_once(':'))
        {
            legal = Some(actions(listed));
        } else if let Some((_, rest)) = line.split_once("Valor MiniMax:") {
            let wrong = || {
                GradeError(format!(
                    "line {}: expected 'Valor MiniMax: NUMBER Accion: ACTION', found '{line}'",
                    i + 1
                ))
            };
            let (value, action) = rest.split_once("Accion:").ok_or_else(wrong)?;
            let value: f64 = value.trim().parse().map_err(|_| wrong())?;
            let mv = actions(action).into_iter().next().ok_or_else(wrong)?;
            turns.push(Turn { line: i + 1, legal: legal.take(), value, mv });
        }
    }
    if turns.is_empty() {
        let expected = "expected lines 'Valor MiniMax: 11 Accion: PUT 3', or nodes as JSON";
        return Err(GradeError(format!("line 1: {expected}, found neither")));
    }
    Ok(Submitted::Game(turns))
}

/// `PUT 3 BOOM` as our moves: `3`, `B`.
fn actions(text: &str) -> Vec<String> {
    let mut words = text.split_whitespace();
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "PUT" => moves.extend(words.next().map(str::to_owned)),
            "BOOM" => moves.push("B".to_owned()),
            // What a program prints behind the action is its own.
            _ => break,
        }
    }
    moves
}
