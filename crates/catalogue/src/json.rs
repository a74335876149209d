//! Thoughts and evaluations as JSON, with the stable keys of the command line.

use alinea_core::Message;
use alinea_search::{Part, RootMove, Score, Thought, TraceNode, Window};
use alinea_words::Language;
use serde_json::{Value, json};

/// A score: `{"win": plies}`, `{"loss": plies}`, `{"draw": true}` if proven, else `{"value": x}`;
/// Connect Four's exact score is added where it is known.
#[must_use]
pub fn score_json(score: Score, proven: bool, value: Option<f64>, exact: Option<i32>) -> Value {
    let mut json = match (score.win(), score.loss()) {
        (Some(plies), _) => json!({"win": plies}),
        (_, Some(plies)) => json!({"loss": plies}),
        _ if proven && score == Score::DRAW => json!({"draw": true}),
        _ => json!({"value": number(value.unwrap_or_else(|| score.points()))}),
    };
    if let Some(exact) = exact {
        json["exact"] = exact.into();
    }
    json
}

/// A number that JSON can hold, whole where it is whole.
#[must_use]
pub fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return json!(value as i64);
    }
    if value.is_finite() {
        return json!(value);
    }
    json!(if value > 0.0 { f64::MAX } else { f64::MIN })
}

/// One iteration of `alinea analyze --json`.
#[must_use]
pub fn thought_json(thought: &Thought<String>, language: Language) -> Value {
    let micros = thought.elapsed.as_micros().max(1);
    let nps = u128::from(thought.nodes) * 1_000_000 / micros;
    json!({
        "depth": thought.depth,
        "score": score_json(thought.score, thought.proven, thought.value, thought.exact),
        "best": thought.best,
        "line": thought.line,
        "nodes": thought.nodes,
        "nps": nps as u64,
        "time_ms": micros as f64 / 1000.0,
        "moves": thought.moves.iter().map(root_move_json).collect::<Vec<_>>(),
        "reason": thought.reason.as_ref().map(|reason| language.say(reason)),
    })
}

fn root_move_json(root: &RootMove<String>) -> Value {
    json!({
        "move": root.mv,
        "score": score_json(root.score, root.proven, root.value, root.exact),
        "line": root.line,
    })
}

/// `alinea eval --json`.
#[must_use]
pub fn evaluation_json(value: f64, parts: &[Part], language: Language) -> Value {
    let parts: Vec<Value> = parts
        .iter()
        .map(|part| {
            json!({
                "label": language.say(&part.label),
                "cells": part.cells.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "points": number(part.points),
            })
        })
        .collect();
    json!({"value": number(value), "parts": parts})
}

/// A node of `alinea trace --json`. Bounds that nobody has secured yet are null.
#[must_use]
pub fn trace_node_json(node: &TraceNode<String>, language: Language) -> Value {
    let bound = |value: f64| if value.is_finite() { number(value) } else { Value::Null };
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
            "why": language.say(&cut_reason(cut, node.is_max)),
        })),
        "nodes": node.nodes,
    })
}

/// Why the remaining children of a node could not matter, with the numbers that met.
#[must_use]
pub fn cut_reason(cut: Window, is_max: bool) -> Message {
    let key = match (is_max, cut.alpha == cut.beta) {
        (true, true) => "reason.cut.max-equal",
        (true, false) => "reason.cut.max",
        (false, true) => "reason.cut.min-equal",
        (false, false) => "reason.cut.min",
    };
    Message::new(key).with("alpha", plain(cut.alpha)).with("beta", plain(cut.beta))
}

/// A number for people: at most six decimals, no minus zero.
#[must_use]
pub fn plain(value: f64) -> String {
    if value.abs() >= 1e15 {
        return format!("{value:e}");
    }
    let rounded = (value * 1e6).round() / 1e6;
    // Adding zero turns a minus zero into a plain one.
    format!("{}", rounded + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_says_what_met_what() {
        let cut = Window { alpha: 13.0, beta: 11.0 };
        let why = |cut, is_max| Language::English.say(&cut_reason(cut, is_max));
        assert_eq!(why(cut, true), "MIN already has 11; MAX found 13 here: the rest cannot matter");
        assert_eq!(
            why(cut, false),
            "MAX already has 13; MIN found 11 here: the rest cannot matter"
        );
        let tie = Window { alpha: -0.5, beta: -0.5 };
        assert!(why(tie, true).contains("-0.5") && why(tie, true) != why(tie, false));
    }
}
