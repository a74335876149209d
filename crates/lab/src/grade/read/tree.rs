//! Nodes from JSON: an object a line, a list, or a tree of children.

use super::fields::{Field, field, number};
use super::json::{Json, Object};
use super::levels::{RawLevel, depth, settle};
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
                level.printed = read.and_then(depth);
                if level.printed.is_none() {
                    let message = format!("expected a number as {name}");
                    return Err(GradeError::at(object.line, &message));
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::read::json::values;

    fn gathered(text: &str) -> Vec<Loose> {
        let mut nodes = Vec::new();
        for value in values(text).unwrap().0 {
            gather(value, 0, &mut nodes).unwrap();
        }
        nodes
    }

    fn refused(text: &str) -> String {
        let (values, cut) = values(text).unwrap();
        from_json(values, cut).unwrap_err().to_string()
    }

    #[test]
    fn every_field_of_a_node_is_read() {
        let text = "\n{\"move\": \"c\", \"depth\": 2, \"value\": \"-1,5\", \"alpha\": -3, \
                    \"beta\": \"inf\", \"best\": 4, \"time\": 9}";
        let (node, level) = gathered(text).remove(0);
        assert_eq!(
            node,
            RawNode {
                line: 2,
                mv: RawMove::Text("c".to_owned()),
                level: 0,
                value: Some(-1.5),
                alpha: Some(-3.0),
                beta: Some(f64::INFINITY),
                best: RawMove::Number(4),
            }
        );
        assert_eq!(level, RawLevel { printed: Some(2), nested: 0 });
        // What is no number is not printed.
        let (node, _) = gathered("{\"value\": null, \"alpha\": true, \"beta\": \"x\"}").remove(0);
        assert_eq!((node.value, node.alpha, node.beta), (None, None, None));
    }

    #[test]
    fn children_stand_one_level_below_their_parent() {
        let text = "{\"tree\": {\"value\": 1, \"children\": [{\"value\": 2, \"hijos\": [{\"value\": 3}]}, \
                    {\"value\": 4}], \"nodes\": 17}}";
        let told: Vec<(Option<f64>, u32)> =
            gathered(text).iter().map(|(node, level)| (node.value, level.nested)).collect();
        let expected = [(1.0, 0), (2.0, 1), (3.0, 2), (4.0, 1)];
        assert_eq!(told, expected.map(|(value, nested)| (Some(value), nested)));
    }

    #[test]
    fn moves_are_texts_numbers_or_pairs() {
        let number = |value| Json::Number(value);
        for (value, mv) in [
            (number(3.0), RawMove::Number(3)),
            (number(3.5), RawMove::Absent),
            (Json::Text("PUT 3".to_owned()), RawMove::Text("PUT 3".to_owned())),
            (Json::Text("root".to_owned()), RawMove::Absent),
            (Json::List(vec![number(1.0), number(2.0)]), RawMove::Pair(1, 2)),
            (Json::List(vec![number(1.0)]), RawMove::Absent),
            (Json::Null, RawMove::Absent),
        ] {
            assert_eq!(raw_move(value.clone()), mv, "{value:?}");
        }
    }

    #[test]
    fn what_is_no_node_is_told_with_its_line() {
        for (text, told) in [
            ("[7 ]", "line 1: expected a node as an object, found the number 7"),
            (
                "\n{\"value\":1,\"depth\":0}\n[\"x\"]",
                "line 2: expected a node as an object, found the text 'x'",
            ),
            ("[true]", "line 1: expected a node as an object, found true or false"),
            ("[null]", "line 1: expected a node as an object, found nothing"),
            (
                "\n[{\"depth\": 0}]",
                "line 2: expected nodes with move, depth and value, found none with a value",
            ),
            ("[]", "line 1: expected nodes with move, depth and value, found none with a value"),
            ("\n{\"value\": 1, \"nivel\": \"x\"}", "line 2: expected a number as nivel"),
            ("{\"value\": 1, \"depth\": 1e6}", "line 1: expected a number as depth"),
            ("{\"value\": 1, \"depth\": -1e6}", "line 1: expected a number as depth"),
        ] {
            assert_eq!(refused(text), told, "{text}");
        }
        let long = format!("[\"{}\"]", "y".repeat(40));
        assert!(refused(&long).ends_with(&format!("the text '{}'", "y".repeat(30))));
    }

    #[test]
    fn half_a_last_node_is_left_out_only_where_the_text_is_cut() {
        let count = |text: &str| {
            let (values, cut) = values(text).unwrap();
            match from_json(values, cut) {
                Ok(Submitted::Tree { nodes, cut, .. }) => Ok((nodes.len(), cut)),
                Ok(_) => panic!("no tree"),
                Err(error) => Err(error.to_string()),
            }
        };
        let whole = "{\"value\":1,\"depth\":0}\n{\"value\":2,\"depth\":1}";
        assert_eq!(count(whole), Ok((2, false)));
        let half = whole.to_owned() + "\n{\"value\":3,\"dep";
        assert_eq!(count(&half), Ok((2, true)));
        let with_depth = whole.to_owned() + "\n{\"depth\":1,\"val";
        assert_eq!(count(&with_depth), Ok((3, true)));
        let missing = whole.to_owned() + "\n{\"value\":3}";
        assert_eq!(
            count(&missing),
            Err("line 3: expected a node with its depth, found none".into())
        );
        // Nesting tells the depth where no number does.
        let nested = "{\"value\":1,\"children\":[{\"value\":2},{\"value\":3,\"m";
        assert_eq!(count(nested), Ok((3, true)));
    }
}
