//! A position as people and pages see it: everything there is to show, as plain data.

use alinea_core::{Cell, Effect, Outcome, Player};
use serde::{Serialize, Serializer};

/// What `alinea show --json` prints; the page draws from it without knowing rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// The game's name.
    pub game: &'static str,
    /// Its set-up.
    pub setup: String,
    /// Where the moves begin: `-` or a drawn board.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// Rows from the top; `.`, `x`, `o`, and `X`, `O` for bombs.
    pub rows: Vec<String>,
    /// The side to move.
    #[serde(serialize_with = "player")]
    pub turn: Player,
    /// Moves since the start of the game.
    pub ply: u32,
    /// Texts of the legal moves.
    pub legal: Vec<String>,
    /// How the game ended, or null.
    #[serde(serialize_with = "outcome")]
    pub outcome: Option<Outcome>,
    /// Squares of the alignment that ended the game.
    #[serde(serialize_with = "cells")]
    pub line: Vec<Cell>,
    /// Empty squares the side to move may not take (renju).
    #[serde(serialize_with = "cells")]
    pub forbidden: Vec<Cell>,
    /// The round (Boom).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jugada: Option<u32>,
    /// Squares with bombs (Boom).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_cells")]
    pub bombs: Option<Vec<Cell>>,
}

impl View {
    /// The letter on a square: `.`, `x`, `o`, `X` or `O`.
    #[must_use]
    pub fn letter(&self, cell: Cell) -> char {
        let from_top = self.rows.len().checked_sub(1 + usize::from(cell.row));
        let byte = from_top.and_then(|r| self.rows.get(r)?.as_bytes().get(usize::from(cell.col)));
        byte.map_or('.', |&b| char::from(b))
    }
}

/// An effect as JSON: `{"placed":"d1","player":"first","bomb":false}`, `{"removed":"d1"}`,
/// `{"fell":"d2","to":"d1"}`.
#[must_use]
pub fn effect_json(effect: &Effect) -> serde_json::Value {
    use serde_json::json;
    match effect {
        Effect::Placed { cell, player, bomb } => {
            json!({"placed": cell.to_string(), "player": player.to_string(), "bomb": bomb})
        }
        Effect::Removed { cell } => json!({"removed": cell.to_string()}),
        Effect::Fell { from, to } => json!({"fell": from.to_string(), "to": to.to_string()}),
    }
}

/// An outcome as JSON: null, `{"winner":"first"}` or `{"draw":true}`.
#[must_use]
pub fn outcome_json(outcome: Option<Outcome>) -> serde_json::Value {
    use serde_json::json;
    match outcome {
        None => serde_json::Value::Null,
        Some(Outcome::Win(winner)) => json!({"winner": winner.to_string()}),
        Some(Outcome::Draw) => json!({"draw": true}),
    }
}

fn player<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(player)
}

fn outcome<S: Serializer>(outcome: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    outcome_json(*outcome).serialize(serializer)
}

fn cells<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(Cell::to_string))
}

fn some_cells<S: Serializer>(found: &Option<Vec<Cell>>, s: S) -> Result<S::Ok, S::Error> {
    cells(found.as_deref().unwrap_or_default(), s)
}
