//! SGF: the main line of every game tree. Gomoku and renju are SGF's game 4; other games stand
//! under our own property `XG` with moves as our texts.

use super::{FAMILY, RecordError, Written, cell_text, drawn, family_game, from_top_left};
use crate::Session;
use alinea_core::{Message, Outcome, Player, split_setup};
use std::fmt::Write;

/// One property with its values, and the line it stands on.
type Property = (usize, String, Vec<String>);

/// A position and the moves from there, each with the line it stands on.
type Played = (String, Vec<(usize, String)>);

/// Reads the main line of each game.
pub(super) fn read(
    text: &str,
    first_line: usize,
    expected: Option<&str>,
) -> Result<Vec<Written>, RecordError> {
    main_lines(text, first_line)?.iter().map(|game| written(game, expected)).collect()
}

/// The properties on the main line of each game tree, in order.
fn main_lines(text: &str, first_line: usize) -> Result<Vec<Vec<Property>>, RecordError> {
    /// A game tree that is being read.
    struct Level {
        is_main: bool,
        has_child: bool,
    }
    let mut games = Vec::new();
    let mut levels: Vec<Level> = Vec::new();
    let mut properties: Vec<Property> = Vec::new();
    let mut line = first_line;
    let mut chars = text.chars().peekable();
    let broken = |line, found: &str| {
        Err(RecordError::new(line, Message::new("record.sgf.broken").with("found", found)))
    };
    while let Some(c) = chars.next() {
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() || c == ';' => {}
            '(' => {
                let is_main = match levels.last_mut() {
                    None => true,
                    Some(parent) => {
                        parent.is_main && !std::mem::replace(&mut parent.has_child, true)
                    }
                };
                levels.push(Level { is_main, has_child: false });
            }
            ')' => {
                if levels.pop().is_none() {
                    return broken(line, ")");
                }
                if levels.is_empty() {
                    games.push(std::mem::take(&mut properties));
                }
            }
            c if c.is_ascii_alphabetic() && !levels.is_empty() => {
                let mut name = c.to_string();
                while let Some(c) = chars.next_if(char::is_ascii_alphabetic) {
                    name.push(c);
                }
                let (begin, mut values) = (line, Vec::new());
                loop {
                    while let Some(c) = chars.next_if(|c| c.is_whitespace()) {
                        line += usize::from(c == '\n');
                    }
                    if chars.next_if_eq(&'[').is_none() {
                        break;
                    }
                    let mut value = String::new();
                    loop {
                        match chars.next() {
                            None => return Err(truncated(line)),
                            Some(']') => break,
                            // A line that is broken for its length goes on.
                            Some('\\') if chars.next_if_eq(&'\n').is_some() => line += 1,
                            Some('\\') => value.extend(chars.next()),
                            Some(c) => {
                                line += usize::from(c == '\n');
                                value.push(c);
                            }
                        }
                    }
                    values.push(value);
                }
                if values.is_empty() {
                    return broken(begin, &name);
                }
                if levels.last().is_some_and(|level| level.is_main) {
                    // Long names such as `White` are how the oldest files write `W`.
                    name.retain(|c| c.is_ascii_uppercase());
                    properties.push((begin, name, values));
                }
            }
            // Between games anything may stand.
            _ if levels.is_empty() => {}
            c => return broken(line, &c.to_string()),
        }
    }
    if levels.is_empty() { Ok(games) } else { Err(truncated(line)) }
}

fn truncated(line: usize) -> RecordError {
    RecordError::new(line, Message::new("record.sgf.truncated"))
}

fn written(game: &[Property], expected: Option<&str>) -> Result<Written, RecordError> {
    let line = game.first().map_or(1, |(line, ..)| *line);
    let value = |name: &str| {
        let found = game.iter().find(|(_, property, _)| property == name);
        found.and_then(|(_, _, values)| values.first()).map(|value| value.trim())
    };
    let names = ["PB", "PW"].map(|name| value(name).filter(|n| !n.is_empty()).map(str::to_owned));
    if let Some(own) = value("XG") {
        if let Some(expected) = expected
            && split_setup(expected).0 != split_setup(own).0
        {
            let message = Message::new("record.other-game").with("expected", expected);
            return Err(RecordError::new(line, message.with("found", own)));
        }
        let start = value("XS").unwrap_or("-").to_owned();
        let moves = game.iter().filter(|(_, name, _)| name == "B" || name == "W");
        let moves = moves.filter_map(|(line, _, values)| Some((*line, values.first()?.clone())));
        return Ok(Written { line, game: own.to_owned(), start, moves: moves.collect(), names });
    }
    if let Some(kind) = value("GM").filter(|kind| *kind != "4") {
        let message = Message::new("record.sgf.other-kind").with("found", kind);
        return Err(RecordError::new(line, message));
    }
    let size = match value("SZ") {
        None => expected.and_then(|game| split_setup(game).1.parse().ok()).unwrap_or(15),
        Some(text) => {
            let side = text.split_once(':').filter(|(cols, rows)| cols == rows);
            side.map_or(text, |(cols, _)| cols)
                .parse()
                .ok()
                .filter(|s| (5..=22).contains(s))
                .ok_or_else(|| {
                    RecordError::new(line, Message::new("record.size").with("found", text))
                })?
        }
    };
    let game_name = family_game(value("RU").and_then(rule), Some(size), expected, line)?;
    let (start, moves) = stones_and_moves(game, size)?;
    Ok(Written { line, game: game_name, start, moves, names })
}

/// The game that SGF's rule names: a number as match managers write it, or a word.
fn rule(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    match text.as_str() {
        "0" => Some("gomoku"),
        "1" => Some("standard"),
        "4" => Some("renju"),
        _ => FAMILY.into_iter().find(|name| text.contains(name)).or_else(|| {
            let words = [("free", "gomoku"), ("exact", "standard"), ("rif", "renju")];
            words.iter().find(|(word, _)| text.contains(word)).map(|(_, name)| *name)
        }),
    }
}

/// Where a game of the family begins, and its moves with their lines.
fn stones_and_moves(game: &[Property], size: usize) -> Result<Played, RecordError> {
    let mut stones: Vec<(String, char)> = Vec::new();
    let mut moves: Vec<(usize, String)> = Vec::new();
    // Who begins: as the file says, and as it plays.
    let (mut told, mut first) = (None, None);
    let mut to_move = None;
    for (line, name, values) in game {
        let point = |text: &str| {
            square(text.trim(), size).ok_or_else(|| {
                let message = Message::new("record.sgf.point").with("found", text);
                RecordError::new(*line, message.with("number", moves.len() + 1))
            })
        };
        match name.as_str() {
            "AB" | "AW" => {
                let letter = if name == "AB" { 'x' } else { 'o' };
                for value in values {
                    stones.push((point(value)?, letter));
                }
            }
            "PL" if moves.is_empty() => told = values.first().and_then(|v| letter_of(v.trim())),
            "B" | "W" => {
                let letter = if name == "B" { 'x' } else { 'o' };
                let begins = if stones.is_empty() { 'x' } else { letter };
                if letter != to_move.or(told).unwrap_or(begins) {
                    let message = Message::new("record.sgf.turn").with("number", moves.len() + 1);
                    return Err(RecordError::new(*line, message));
                }
                moves.push((*line, point(values.first().map_or("", String::as_str))?));
                first.get_or_insert(letter);
                to_move = Some(if letter == 'x' { 'o' } else { 'x' });
            }
            _ => {}
        }
    }
    let counts = |letter| stones.iter().filter(|(_, l)| *l == letter).count();
    let by_counts = if counts('x') > counts('o') { 'o' } else { 'x' };
    let start = match stones.is_empty() && told != Some('o') {
        true => "-".to_owned(),
        false => drawn(size, &stones, told.or(first).unwrap_or(by_counts)),
    };
    Ok((start, moves))
}

fn letter_of(text: &str) -> Option<char> {
    match text.chars().next()?.to_ascii_uppercase() {
        'B' | '1' => Some('x'),
        'W' | '2' => Some('o'),
        _ => None,
    }
}

/// A point as SGF writes it (`hh`, from the top left), or as people do (`h8`, from the bottom).
fn square(text: &str, size: usize) -> Option<String> {
    let bytes = text.as_bytes();
    if let [col @ b'a'..=b'z', row @ b'a'..=b'z'] = bytes {
        return cell_text(usize::from(col - b'a'), usize::from(row - b'a'), size);
    }
    let cell: alinea_core::Cell = text.parse().ok()?;
    (usize::from(cell.col) < size && usize::from(cell.row) < size).then(|| cell.to_string())
}

/// A game as SGF. Names may be empty.
#[must_use]
pub fn to_sgf(session: &dyn Session, names: [&str; 2]) -> String {
    let view = session.view();
    let is_family = FAMILY.contains(&view.game);
    let size = view.rows.len();
    let mut text = "(;FF[4]CA[UTF-8]AP[Alinea]".to_owned();
    if is_family {
        let rule = match view.game {
            "gomoku" => "0",
            "standard" => "1",
            "renju" => "4",
            other => other,
        };
        let _ = write!(text, "GM[4]SZ[{size}]RU[{rule}]");
    } else {
        let _ = write!(text, "XG[{}:{}]", view.game, view.setup);
    }
    for (property, name) in ["PB", "PW"].into_iter().zip(names) {
        if !name.is_empty() {
            let _ = write!(text, "{property}[{}]", escaped(name));
        }
    }
    match view.outcome {
        Some(Outcome::Win(Player::First)) => text.push_str("RE[B+]"),
        Some(Outcome::Win(Player::Second)) => text.push_str("RE[W+]"),
        Some(Outcome::Draw) => text.push_str("RE[0]"),
        None => {}
    }
    let mut is_first = view.moves.len() % 2 == usize::from(view.turn == Player::Second);
    if view.start != "-" {
        if is_family {
            text.push_str(&set_up(&view.start, size));
            text.push_str(if is_first { "PL[B]" } else { "PL[W]" });
        } else {
            let _ = write!(text, "XS[{}]", escaped(&view.start));
        }
    }
    text.push('\n');
    for mv in &view.moves {
        let point = match is_family.then(|| from_top_left(mv, size)).flatten() {
            Some((col, row)) => format!("{}{}", letter(col), letter(row)),
            None => escaped(mv),
        };
        let _ = write!(text, ";{}[{point}]", if is_first { 'B' } else { 'W' });
        is_first = !is_first;
    }
    text + ")\n"
}

/// `AB` and `AW` of a drawn board.
fn set_up(diagram: &str, size: usize) -> String {
    let rows = diagram.trim_start_matches("diagram:").split(' ').next().unwrap_or_default();
    let mut points = [String::new(), String::new()];
    for (row, squares) in rows.split('/').enumerate().take(size) {
        for (col, square) in squares.chars().enumerate() {
            if let Some(of) = "xo".find(square) {
                let _ = write!(points[of], "[{}{}]", letter(col), letter(row));
            }
        }
    }
    let named = ["AB", "AW"].into_iter().zip(points).filter(|(_, points)| !points.is_empty());
    named.map(|(name, points)| format!("{name}{points}")).collect()
}

fn letter(index: usize) -> char {
    char::from(b'a' + index.min(25) as u8)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
