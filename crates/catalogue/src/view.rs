//! A position as people and pages see it: everything there is to show, as plain data.

use alinea_core::{Cell, Effect, Outcome, Player};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What `alinea show --json` prints; the page draws from it and lets people move without knowing
/// rules.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct View {
    /// The game's name.
    pub game: &'static str,
    /// Its set-up.
    pub setup: String,
    /// Where the moves begin: `-` or a drawn board.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// Rows from the top; `.` empty, `x` first, `o` second, `X` and `O` bombs.
    pub rows: Vec<String>,
    /// The side to move.
    #[serde(serialize_with = "player")]
    #[schema(value_type = Side)]
    pub turn: Player,
    /// Moves since the start of the game.
    pub ply: u32,
    /// Texts of the legal moves.
    pub legal: Vec<String>,
    /// How the game ended, or null.
    #[serde(serialize_with = "outcome")]
    #[schema(value_type = Option<OutcomeJson>, required)]
    pub outcome: Option<Outcome>,
    /// Squares of the alignment that ended the game.
    #[serde(serialize_with = "cells")]
    #[schema(value_type = Vec<String>)]
    pub line: Vec<Cell>,
    /// Empty squares the side to move may not take (renju).
    #[serde(serialize_with = "cells")]
    #[schema(value_type = Vec<String>)]
    pub forbidden: Vec<Cell>,
    /// The round (Boom).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub jugada: Option<u32>,
    /// Squares with bombs (Boom).
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "some_cells")]
    #[schema(value_type = Option<Vec<String>>, nullable = false)]
    pub bombs: Option<Vec<Cell>>,
    /// Number of columns.
    pub cols: u8,
    /// Whether stones fall: moves name columns, not squares.
    pub gravity: bool,
    /// Where the stone of each legal move comes to rest.
    #[serde(serialize_with = "landing")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub landing: BTreeMap<String, Cell>,
    /// What the last move did to the board.
    #[serde(serialize_with = "effects")]
    #[schema(value_type = Vec<EffectJson>)]
    pub effects: Vec<Effect>,
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

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who moves first.
    First,
    /// Who moves second.
    Second,
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::First => Side::First,
            Player::Second => Side::Second,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::First => Player::First,
            Side::Second => Player::Second,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Outcome)]
pub enum OutcomeJson {
    /// Somebody won.
    Win {
        /// Who.
        winner: Side,
    },
    /// No line, board full.
    Draw {
        /// Always true.
        draw: bool,
    },
}

impl From<Outcome> for OutcomeJson {
    fn from(outcome: Outcome) -> OutcomeJson {
        match outcome {
            Outcome::Win(winner) => OutcomeJson::Win { winner: winner.into() },
            Outcome::Draw => OutcomeJson::Draw { draw: true },
        }
    }
}

/// One visible change of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Effect)]
pub enum EffectJson {
    /// A stone appeared.
    Placed {
        /// Where.
        placed: String,
        /// Whose.
        player: Side,
        /// Whether it is a bomb.
        bomb: bool,
    },
    /// A stone disappeared.
    Removed {
        /// From where.
        removed: String,
    },
    /// A stone fell.
    Fell {
        /// From where.
        fell: String,
        /// To where.
        to: String,
    },
}

impl From<&Effect> for EffectJson {
    fn from(effect: &Effect) -> EffectJson {
        match effect {
            Effect::Placed { cell, player, bomb } => EffectJson::Placed {
                placed: cell.to_string(),
                player: (*player).into(),
                bomb: *bomb,
            },
            Effect::Removed { cell } => EffectJson::Removed { removed: cell.to_string() },
            Effect::Fell { from, to } => {
                EffectJson::Fell { fell: from.to_string(), to: to.to_string() }
            }
        }
    }
}

fn player<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(player)
}

fn outcome<S: Serializer>(outcome: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    outcome.map(OutcomeJson::from).serialize(serializer)
}

fn cells<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(Cell::to_string))
}

fn some_cells<S: Serializer>(found: &Option<Vec<Cell>>, s: S) -> Result<S::Ok, S::Error> {
    cells(found.as_deref().unwrap_or_default(), s)
}

fn landing<S: Serializer>(landing: &BTreeMap<String, Cell>, s: S) -> Result<S::Ok, S::Error> {
    s.collect_map(landing.iter().map(|(mv, cell)| (mv, cell.to_string())))
}

fn effects<S: Serializer>(effects: &[Effect], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(effects.iter().map(EffectJson::from))
}
