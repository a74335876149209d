//! Moves as people paste them: numbered lists (`1. h8 i9 2. ...`), column digits, one game a line
//! or a paragraph, addresses of the page, and JSON records with `moves`.

use super::{RecordError, Written};
use crate::{Entry, GameVisitor, visit};
use alinea_core::{Message, split_setup};
use serde_json::Value;

/// Reads every game of a text.
pub(super) fn read(
    text: &str,
    first_line: usize,
    expected: Option<&str>,
) -> Result<Vec<Written>, RecordError> {
    let mut games = Vec::new();
    for (paragraph, line) in paragraphs(text, first_line) {
        if is_numbered(&paragraph) {
            games.push(moves(&paragraph.join("\n"), line, expected)?);
            continue;
        }
        for (text, line) in paragraph.into_iter().zip(line..) {
            games.push(match text.trim() {
                text if text.starts_with('{') => json(text, line, expected)?,
                text if text.contains("game=") => address(text, line, expected)?,
                text => moves(text, line, expected)?,
            });
        }
    }
    Ok(games)
}

/// Blocks of lines between empty ones, with the number of their first line.
fn paragraphs(text: &str, first_line: usize) -> Vec<(Vec<&str>, usize)> {
    let mut found: Vec<(Vec<&str>, usize)> = Vec::new();
    let mut is_open = false;
    for (line, number) in text.lines().zip(first_line..) {
        if line.trim().is_empty() {
            is_open = false;
        } else if is_open && let Some((block, _)) = found.last_mut() {
            block.push(line);
        } else {
            is_open = true;
            found.push((vec![line], number));
        }
    }
    found
}

fn is_numbered(paragraph: &[&str]) -> bool {
    paragraph.first().is_some_and(|line| {
        let line = line.trim_start();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        (1..=3).contains(&digits) && line[digits..].starts_with(['.', ')'])
    })
}

/// Moves as text, numbers and result left out.
fn moves(text: &str, line: usize, expected: Option<&str>) -> Result<Written, RecordError> {
    if let Some(start) = text.trim().strip_prefix("diagram:") {
        let game = expected.unwrap_or("gomoku").to_owned();
        let start = format!("diagram:{start}");
        return Ok(Written { line, game, start, moves: Vec::new(), names: [None, None] });
    }
    let mut rest = String::new();
    for (i, row) in text.lines().enumerate() {
        if i > 0 {
            rest.push('\n');
        }
        for word in row.split_whitespace() {
            if !matches!(word, "1-0" | "0-1" | "1/2" | "1/2-1/2" | "*" | "-") {
                rest.push_str(without_number(word));
                rest.push(' ');
            }
        }
    }
    let game = expected.map_or_else(|| guess(&rest), str::to_owned);
    let moves = split(&rest, &game, line)?;
    Ok(Written { line, game, start: "-".to_owned(), moves, names: [None, None] })
}

/// `12.h8` is `h8`, `12.` nothing.
fn without_number(word: &str) -> &str {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let after = word[digits..].trim_start_matches(['.', ')']);
    if digits > 0 && after.len() < word.len() - digits { after } else { word }
}

/// The game of moves that do not say it: digits are Connect Four, squares the smallest usual
/// board of Gomoku that holds them.
fn guess(text: &str) -> String {
    if text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()) {
        return "connect4".to_owned();
    }
    let cells = squares(text).filter_map(|square| square.parse().ok());
    let needed =
        cells.map(|cell: alinea_core::Cell| cell.col.max(cell.row) + 1).max().unwrap_or(15);
    if needed > 15 {
        format!("gomoku:{}", if needed > 20 { 22 } else { 20 })
    } else {
        "gomoku".into()
    }
}

/// The squares of a text, which may stand next to each other: each is a letter and its digits.
fn squares(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let letter = rest.chars().next()?.len_utf8();
        let digits = rest[letter..].bytes().take_while(u8::is_ascii_digit).count();
        let (square, after) = rest.split_at(letter + digits);
        rest = after;
        Some(square)
    })
}

/// Cuts a text into moves by the game's own reader, without asking whether they are legal.
fn split(text: &str, game: &str, line: usize) -> Result<Vec<(usize, String)>, RecordError> {
    let mut moves = Vec::new();
    for (text, line) in text.lines().zip(line..) {
        let found =
            visit(game, MovesOfLine(text)).map_err(|error| super::not_read(line, error.0))?;
        match found {
            Ok(texts) => moves.extend(texts.into_iter().map(|text| (line, text))),
            Err((before, found)) => {
                let message = super::not_a_move(moves.len() + before + 1, found);
                return Err(RecordError::new(line, message));
            }
        }
    }
    Ok(moves)
}

/// The texts of the moves on a line, or how many there were before one that is none.
struct MovesOfLine<'t>(&'t str);

impl GameVisitor for MovesOfLine<'_> {
    type Output = Result<Vec<String>, (usize, String)>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Self::Output {
        let start = G::start(&setup);
        let (mut moves, mut rest) = (Vec::new(), self.0.trim());
        while !rest.is_empty() {
            let Ok((mv, after)) = start.parse_move(rest) else {
                return Err((moves.len(), rest.chars().take(12).collect()));
            };
            moves.push(start.move_text(mv));
            rest = after.trim_start();
        }
        Ok(moves)
    }
}

/// A game in an address of the page: `...?game=NAME&start=...&moves=...`.
fn address(text: &str, line: usize, expected: Option<&str>) -> Result<Written, RecordError> {
    let query = text.split_once('?').map_or(text, |(_, query)| query);
    let query = query.split('#').next().unwrap_or_default();
    let value = |name: &str| {
        let pair = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        pair.map(percent_decoded)
    };
    let game = value("game").unwrap_or_default();
    expect_game(&game, expected, line)?;
    let start = value("start").unwrap_or_else(|| "-".to_owned());
    let texts = value("moves").unwrap_or_default();
    let moves = if start == "-" {
        split(&texts, &game, line)?
    } else {
        texts.split('.').filter(|t| !t.is_empty()).map(|t| (line, t.to_owned())).collect()
    };
    Ok(Written { line, game, start, moves, names: [None, None] })
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let code = (byte == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => bytes.push(if byte == b'+' { b' ' } else { byte }),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A game as `alinea play --json` and match journals write it: an object with `moves`.
fn json(text: &str, line: usize, expected: Option<&str>) -> Result<Written, RecordError> {
    let broken = || RecordError::new(line, Message::new("record.json"));
    let value: Value = serde_json::from_str(text).map_err(|_| broken())?;
    let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let game = match (word("game"), word("setup")) {
        (Some(game), Some(setup)) if !game.contains(':') => format!("{game}:{setup}"),
        (Some(game), _) => game,
        (None, _) => expected.ok_or_else(broken)?.to_owned(),
    };
    expect_game(&game, expected, line)?;
    let start = word("start").unwrap_or_else(|| "-".to_owned());
    let moves = match value.get("moves") {
        Some(Value::Array(list)) => {
            let list = list.iter().map(|mv| Some((line, mv.as_str()?.to_owned())));
            list.collect::<Option<Vec<_>>>().ok_or_else(broken)?
        }
        Some(Value::String(text)) => split(text, &game, line)?,
        _ => return Err(broken()),
    };
    let names = [word("first"), word("second")];
    Ok(Written { line, game, start, moves, names })
}

fn expect_game(found: &str, expected: Option<&str>, line: usize) -> Result<(), RecordError> {
    match expected {
        Some(expected) if split_setup(expected).0 != split_setup(found).0 => {
            let message = Message::new("record.other-game").with("expected", expected);
            Err(RecordError::new(line, message.with("found", found)))
        }
        _ => Ok(()),
    }
}
