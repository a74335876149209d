//! The games as data for the page: every move with what it did to the squares.

use crate::{Plan, Record};
use alinea_catalogue::Session;
use alinea_core::{Cell, Effect};
use serde_json::{Map, Value, json};

/// Board, names and games. Moves are tokens joined by spaces: `4:xd1` is the move 4, which put
/// a stone of the first player on d1; without a colon the move is the square. `-d1` takes a
/// stone away, `d2>d1` lets one fall, capital letters are bombs.
pub(super) fn games_json(session: &dyn Session, plan: &Plan, records: &[Record]) -> Value {
    let view = session.view();
    let names = plan.names();
    let games: Vec<Value> =
        records.iter().map(|record| game_json(session, &names, record)).collect();
    json!({
        "rows": view.rows.len(),
        "cols": view.rows.first().map_or(0, String::len),
        "gravity": view.gravity,
        "names": names,
        "games": games,
    })
}

fn game_json(session: &dyn Session, names: &[String], record: &Record) -> Value {
    let index = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
    let mut game = json!({
        "f": index(&record.first),
        "s": index(&record.second),
        "r": record.result.text(),
        "e": record.end.word(),
        "o": record.opening,
    });
    if let Some(reason) = &record.reason {
        game["w"] = reason.as_str().into();
    }
    let start = if record.start.is_empty() { "-" } else { &record.start };
    let Ok(mut session) = session.read(start) else { return game };
    if start != "-" {
        game["b"] = stones(&*session);
    }
    let mut tokens = Vec::with_capacity(record.plies.min(1000));
    for mv in record.moves.split_whitespace() {
        // Moves were checked when they were played; a record edited by hand shows what it can.
        let Ok(effects) = session.play(mv) else { break };
        tokens.push(token(mv, &effects));
    }
    game["m"] = tokens.join(" ").into();
    let line: Vec<String> = session.view().line.iter().map(Cell::to_string).collect();
    if !line.is_empty() {
        game["l"] = line.into();
    }
    game
}

fn stones(session: &dyn Session) -> Value {
    let view = session.view();
    let mut cells = Map::new();
    for (from_top, row) in view.rows.iter().enumerate() {
        for (col, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            let cell = Cell::new(col as u8, (view.rows.len() - 1 - from_top) as u8);
            cells.insert(cell.to_string(), letter.to_string().into());
        }
    }
    cells.into()
}

fn token(mv: &str, effects: &[Effect]) -> String {
    let written: Vec<String> = effects.iter().map(effect_text).collect();
    match written.as_slice() {
        [only] if only.get(1..) == Some(mv) => only.clone(),
        all => format!("{mv}:{}", all.join(",")),
    }
}

fn effect_text(effect: &Effect) -> String {
    match effect {
        Effect::Placed { cell, player, bomb } => {
            let letter = player.letter();
            let letter = if *bomb { letter.to_ascii_uppercase() } else { letter };
            format!("{letter}{cell}")
        }
        Effect::Removed { cell } => format!("-{cell}"),
        Effect::Fell { from, to } => format!("{from}>{to}"),
    }
}
