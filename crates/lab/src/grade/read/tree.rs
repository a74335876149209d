//! Nodes from JSON: an object a line, a list, or a tree of children.

use super::fields::{Field, field, number};
use super::json::{Json, Object};
use super::levels::{RawLevel, settle};
use super::{GradeError, RawMove, RawNode, Submitted, check_nodes};

/// A node before its level is known.
pub(super) type Loose = (RawNode, RawLevel);

/// The nodes of all objects.
pub(super) fn from_json(values: Vec<Json>, cut: bool) -> Result<Submitted, GradeError> {
    let mut nodes = Vec::new();
    for value in values {
        gather(value, 0, &mut nodes)?;
    }
    let line = nodes.first().map_or(1, |(node, _): &Loose| node.line);
    if !nodes.iter().any(|(node, _)| node.value.is_some()) {
        let message = "expected nodes with move, depth and value, found none with a value";
        return Err(GradeError::at(line, message));
    }
    // Of the last node only the beginning may be there.
    let has_depth = |(_, level): &Loose| level.printed.is_some();
    if cut && nodes.iter().any(has_depth) && nodes.last().is_some_and(|last| !has_depth(last)) {
        nodes.pop();
    }
    Ok(Submitted::tree(settle(nodes, cut)?, cut))
}

fn gather(value: Json, nested: u32, nodes: &mut Vec<Loose>) -> Result<(), GradeError> {
    match value {
        Json::List(list) => list.into_iter().try_for_each(|item| gather(item, nested, nodes)),
        Json::Object(object) => node(object, nested, nodes),
        other => {
            let line = nodes.last().map_or(1, |(node, _)| node.line);
            let found = match other {
                Json::Number(number) => format!("the number {number}"),
                Json::Text(text) => {
                    format!("the text '{}'", text.chars().take(30).collect::<String>())
                }
                Json::Bool => "true or false".to_owned(),
                _ => "nothing".to_owned(),
            };
            Err(GradeError::at(line, &format!("expected a node as an object, found {found}")))
        }
    }
}

fn node(object: Object, nested: u32, nodes: &mut Vec<Loose>) -> Result<(), GradeError> {
    let mut node = empty(object.line);
    let mut level = RawLevel { printed: None, nested };
    let mut children = Vec::new();
    let mut is_node = false;
    for (name, value) in object.fields {
        let Some(kind) = field(&name) else { continue };
        if kind == Field::Children {
            // Some programs count nodes under such a name.
            if matches!(value, Json::List(_) | Json::Object(_)) {
                children.push(value);
            }
            continue;
        }
        is_node = true;
        let read = match value {
            Json::Number(value) => Some(value),
            Json::Text(ref text) => number(text),
            _ => None,
        };
        match kind {
            Field::Value => node.value = read,
            Field::Alpha => node.alpha = read,
            Field::Beta => node.beta = read,
            Field::Depth => {
                let Some(depth) = read.filter(|depth| depth.abs() < 1e6) else {
                    let message = format!("expected a number as {name}");
                    return Err(GradeError::at(object.line, &message));
                };
                level.printed = Some(depth as i64);
            }
            Field::Move => node.mv = raw_move(value),
            Field::Best => node.best = raw_move(value),
            Field::Children => {}
        }
    }
    let below = if is_node {
        nodes.push((node, level));
        check_nodes(nodes)?;
        nested + 1
    } else {
        nested
    };
    children.into_iter().try_for_each(|child| gather(child, below, nodes))
}

pub(super) fn empty(line: usize) -> RawNode {
    RawNode {
        line,
        mv: RawMove::Absent,
        level: 0,
        value: None,
        alpha: None,
        beta: None,
        best: RawMove::Absent,
    }
}

fn raw_move(value: Json) -> RawMove {
    match value {
        Json::Number(number) if number.fract() == 0.0 => RawMove::Number(number as i64),
        Json::Text(text) => RawMove::from_text(&text),
        Json::List(list) => match list.as_slice() {
            [Json::Number(row), Json::Number(col)] => RawMove::Pair(*row as i64, *col as i64),
            _ => RawMove::Absent,
        },
        _ => RawMove::Absent,
    }
}
