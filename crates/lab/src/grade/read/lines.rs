//! Traces as lines of text: the course's log, `name: value` lines, tables, and trees drawn by
//! indentation as `alinea trace` prints them.

use super::fields::{Field, field, folded, number};
use super::levels::{RawLevel, depth, settle};
use super::tree::{Loose, empty};
use super::{EXPECTED, GradeError, RawMove, RawTurn, Submitted, check_nodes, check_turns};

/// Whether the beginning of a text has a line that can be read.
pub(super) fn is_readable(beginning: &str) -> bool {
    table_head(beginning).is_some()
        || beginning.lines().any(|line| {
            let found = pairs(line);
            let has = |kind: Field| found.iter().any(|(field, _)| *field == kind);
            has(Field::Value) || drawn(line, 0).is_some()
        })
}

/// Reads a text of lines.
pub(super) fn read(text: &str) -> Result<Submitted, GradeError> {
    if let Some(head) = table_head(text) {
        return table(text, &head);
    }
    let mut nodes: Vec<Loose> = Vec::new();
    let mut log = Log::default();
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        if let Some(node) = drawn(line, number) {
            nodes.push(node);
            check_nodes(&nodes)?;
            continue;
        }
        let found = pairs(line);
        let has = |kind: Field| found.iter().any(|(field, _)| *field == kind);
        if has(Field::Depth) && (has(Field::Value) || has(Field::Move)) {
            nodes.push(node(&found, number, indentation(line))?);
            check_nodes(&nodes)?;
        } else if nodes.is_empty() {
            log.line(line, &found, number)?;
            check_turns(&log.turns)?;
        }
    }
    if nodes.len() > 1 || (!nodes.is_empty() && log.turns.is_empty()) {
        let cut = drop_half_a_line(&mut nodes);
        return Ok(Submitted::tree(settle(nodes, cut)?, cut));
    }
    if log.turns.is_empty() {
        return Err(GradeError::at(log.pending.map_or(1, |(line, _)| line), EXPECTED));
    }
    Ok(Submitted::Game { turns: log.turns, cut: false })
}

/// Drops a last line that ends before its value; whether there was one.
fn drop_half_a_line(nodes: &mut Vec<Loose>) -> bool {
    let lacks = |node: Option<&Loose>| node.is_some_and(|(node, _)| node.value.is_none());
    let is_half = nodes.len() > 1 && lacks(nodes.last()) && !lacks(nodes.first());
    if is_half {
        nodes.pop();
    }
    is_half
}

/// What a list of actions lists, and no player: `Legal moves: 1 2 3`, `Applicable actions (3): ...`.
const LISTED: [&str; 9] = [
    "",
    "moves",
    "actions",
    "acciones",
    "acoes",
    "movimientos",
    "movimentos",
    "jugadas",
    "jogadas",
];

/// A logged game as it is read.
#[derive(Default)]
struct Log {
    turns: Vec<RawTurn>,
    legal: Option<Vec<RawMove>>,
    who: Option<String>,
    /// A value whose move is still to come, and its line.
    pending: Option<(usize, f64)>,
}

impl Log {
    fn line(&mut self, line: &str, found: &[(Field, String)], at: usize) -> Result<(), GradeError> {
        let words = folded(line);
        let lists = ["aplicable", "applicable", "aplicave", "legalmoves", "possible", "posibles"];
        if lists.iter().any(|word| words.contains(word))
            && let Some((head, listed)) = line.rsplit_once(':')
        {
            self.legal = Some(actions(listed));
            let who = head.split_whitespace().last().map(folded);
            let is_list = |who: &str| lists.iter().any(|word| who.contains(word));
            let is_player = |who: &String| !is_list(who) && !LISTED.contains(&who.as_str());
            self.who = who.filter(is_player);
            return Ok(());
        }
        let of = |kind: Field| found.iter().find(|(field, _)| *field == kind).map(|(_, text)| text);
        let value = match of(Field::Value) {
            None => None,
            Some(text) => {
                let first = text.split_whitespace().next().unwrap_or_default();
                let value = number(first).ok_or_else(|| {
                    let line: String = line.trim().chars().take(60).collect();
                    let message = "expected 'Valor MiniMax: NUMBER Accion: ACTION'";
                    GradeError::at(at, &format!("{message}, found '{line}'"))
                })?;
                Some(value)
            }
        };
        let mv = of(Field::Move).or(of(Field::Best)).map(|text| first_action(text));
        let (line, value) = match (value, mv.is_some(), self.pending) {
            (Some(value), true, _) => (at, value),
            (Some(value), false, _) => {
                self.pending = Some((at, value));
                return Ok(());
            }
            (None, true, Some(pending)) => pending,
            _ => return Ok(()),
        };
        self.pending = None;
        let (legal, who) = (self.legal.take(), self.who.take());
        let mv = mv.unwrap_or(RawMove::Absent);
        self.turns.push(RawTurn { line, legal, who, value, mv });
        Ok(())
    }
}

/// The names and values of a line: `Valor MiniMax: 11 Accion: PUT 3`, `depth=2, value=5`.
fn pairs(line: &str) -> Vec<(Field, String)> {
    let mut found = Vec::new();
    let mut segments = line.split([':', '=']);
    let Some(mut before) = segments.next() else { return found };
    let mut rest: Vec<&str> = segments.collect();
    let count = rest.len();
    for (i, segment) in rest.drain(..).enumerate() {
        // `value = 5` has blanks of its own.
        let mut words = before.trim_end().rsplit([' ', '\t', ',', ';', '|', '(', '{', '[']);
        let name = words.next();
        let kind = name.and_then(field);
        // The last word of a segment is the next name, unless it is the last segment.
        let is_last = i + 1 == count;
        let value = if is_last { segment } else { without_last_word(segment) };
        if let Some(kind) = kind {
            found.push((
                kind,
                value.trim().trim_end_matches([',', ';', '|', ')', ']', '}']).trim().to_owned(),
            ));
        }
        before = segment;
    }
    found
}

fn without_last_word(text: &str) -> &str {
    let trimmed = text.trim_end();
    let end = trimmed.rfind([' ', '\t', ',', ';', '|']).unwrap_or(0);
    &trimmed[..end]
}

fn node(found: &[(Field, String)], line: usize, indentation: u32) -> Result<Loose, GradeError> {
    let mut node = empty(line);
    let mut level = RawLevel { printed: None, nested: indentation };
    for (kind, text) in found {
        let first = text.split_whitespace().next().unwrap_or_default();
        match kind {
            Field::Depth => {
                let refused = || GradeError::at(line, &format!("expected a depth, found {first}"));
                let printed = number(first).map(|value| depth(value).ok_or_else(refused));
                level.printed = printed.transpose()?;
            }
            Field::Value => node.value = number(first),
            Field::Alpha => node.alpha = number(first),
            Field::Beta => node.beta = number(first),
            Field::Move => node.mv = first_action(text),
            Field::Best => node.best = first_action(text),
            Field::Children => {}
        }
    }
    Ok((node, level))
}

/// `4 MAX [-inf, +inf] = 5`, indented by its depth.
fn drawn(line: &str, number_of_line: usize) -> Option<Loose> {
    let (head, rest) = line.split_once('[')?;
    let (window, rest) = rest.split_once(']')?;
    let (alpha, beta) = window.split_once([',', ';'])?;
    let value = rest.trim_start().strip_prefix(['=', ':'])?.split_whitespace().next()?;
    let mut words: Vec<&str> = head.split_whitespace().collect();
    words.retain(|word| !matches!(folded(word).as_str(), "max" | "min"));
    let mut node = empty(number_of_line);
    node.alpha = Some(number(alpha)?);
    node.beta = Some(number(beta)?);
    node.value = Some(number(value)?);
    node.mv = RawMove::from_text(&words.join(" "));
    let nested = indentation(line);
    Some((node, RawLevel { printed: None, nested: nested.div_ceil(2) }))
}

fn indentation(line: &str) -> u32 {
    let blank = line.chars().take_while(|c| c.is_whitespace());
    blank.map(|c| if c == '\t' { 2 } else { 1 }).sum()
}

/// The columns of a table, if the first line names them.
fn table_head(text: &str) -> Option<(char, Vec<Option<Field>>)> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let separator = [';', '\t', ',', '|'].into_iter().find(|&c| first.contains(c))?;
    let fields: Vec<Option<Field>> = first.split(separator).map(field).collect();
    let has = |kind: Field| fields.contains(&Some(kind));
    let is_named = has(Field::Value) && (has(Field::Move) || has(Field::Depth));
    (is_named && !first.contains([':', '='])).then_some((separator, fields))
}

fn table(
    text: &str,
    (separator, fields): &(char, Vec<Option<Field>>),
) -> Result<Submitted, GradeError> {
    let mut cut = false;
    let mut nodes = Vec::new();
    let mut turns = Vec::new();
    let has_depth = fields.contains(&Some(Field::Depth));
    let head = text.lines().position(|line| !line.trim().is_empty()).unwrap_or_default();
    let last = text.lines().count();
    for (i, line) in text.lines().enumerate().skip(head + 1) {
        if line.trim().is_empty() {
            continue;
        }
        let cells: Vec<&str> = line.split(*separator).collect();
        let found: Vec<(Field, String)> = fields
            .iter()
            .zip(&cells)
            .filter_map(|(field, text)| Some(((*field)?, text.trim().trim_matches('"').to_owned())))
            .collect();
        let (node, level) = node(&found, i + 1, 0)?;
        let is_short = cells.len() < fields.len();
        if is_short || (has_depth && level.printed.is_none()) {
            if last == i + 1 {
                // The last line is cut off.
                cut = true;
                break;
            }
            let message = format!("expected {} columns, found '{}'", fields.len(), line.trim());
            return Err(GradeError::at(i + 1, &message));
        }
        match (has_depth, node.value) {
            (true, _) => nodes.push((node, level)),
            (false, Some(value)) => {
                turns.push(RawTurn { line: i + 1, legal: None, who: None, value, mv: node.mv });
            }
            (false, None) => {
                return Err(GradeError::at(i + 1, "expected a number as value"));
            }
        }
        check_nodes(&nodes)?;
        check_turns(&turns)?;
    }
    if !has_depth {
        return Ok(Submitted::Game { turns, cut: false });
    }
    if nodes.is_empty() {
        return Err(GradeError::at(1, "expected a line for each node, found only the head"));
    }
    Ok(Submitted::tree(settle(nodes, cut)?, cut))
}

/// `PUT 3 BOOM`, `1 2 3`, `h8 h9`: every action of a list.
fn actions(text: &str) -> Vec<RawMove> {
    let mut words = text.split([' ', '\t', ',', ';', '[', ']']).filter(|word| !word.is_empty());
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        if folded(word) == "put" && word.len() == 3 {
            moves.extend(words.next().map(|number| RawMove::Text(format!("PUT {number}"))));
        } else {
            moves.push(RawMove::from_text(word));
        }
    }
    moves
}

/// The action at the front of a text; what a program prints behind it is its own.
fn first_action(text: &str) -> RawMove {
    let text = text.trim();
    if text.starts_with(['(', '[']) {
        let end = text.find([')', ']']).unwrap_or(text.len());
        return RawMove::from_text(&text[..end]);
    }
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return RawMove::Absent };
    if matches!(folded(first).as_str(), "put" | "col" | "column" | "columna" | "coluna")
        && !first.contains(|c: char| c.is_ascii_digit())
    {
        let number = words.next().unwrap_or_default().trim_matches(['(', ')', ',', '.']);
        return RawMove::Text(format!("PUT {number}"));
    }
    // `row, col` has a blank of its own.
    if first.ends_with(',')
        && let Some(second) = words.next()
        && second.trim_end_matches([',', ')']).parse::<i64>().is_ok()
    {
        return RawMove::from_text(&format!("{first} {second}"));
    }
    RawMove::from_text(first)
}

#[cfg(test)]
mod tests;
