//! The bodies of requests and answers. Keys are those of the command line's `--json`.

use alinea_catalogue::View;
use alinea_core::Player;
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A language of the answer's sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
pub(crate) enum Lang {
    #[default]
    #[serde(rename = "en")]
    En,
    #[serde(rename = "pt-BR")]
    PtBr,
    #[serde(rename = "es")]
    Es,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::En => Language::English,
            Lang::PtBr => Language::Portuguese,
            Lang::Es => Language::Spanish,
        }
    }
}

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    First,
    Second,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::First => Player::First,
            Side::Second => Player::Second,
        }
    }
}

/// A game and where it stands.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct PositionRequest {
    /// `NAME[:SETUP]`, such as `connect4`, `gomoku:19`, `mnk:9x9x5+gravity`.
    #[schema(example = "connect4", max_length = 64)]
    pub(crate) game: String,
    /// Where the moves begin: `-`, moves in one text, or `diagram:` and a drawn board.
    #[serde(default = "start")]
    #[schema(default = "-", example = "-", max_length = 16384)]
    pub(crate) position: String,
    /// The moves after that, one text each.
    #[serde(default)]
    #[schema(max_items = 2048)]
    pub(crate) moves: Vec<String>,
    /// The language of sentences in the answer.
    #[serde(default)]
    pub(crate) lang: Lang,
}

fn start() -> String {
    "-".to_owned()
}

/// When a search ends; whichever comes first.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
pub(crate) struct LimitsRequest {
    /// Plies.
    #[schema(minimum = 1)]
    pub(crate) depth: Option<u32>,
    /// Positions visited.
    #[schema(minimum = 1)]
    pub(crate) nodes: Option<u64>,
    /// Seconds.
    #[schema(minimum = 0.001, maximum = 60)]
    pub(crate) time: Option<f64>,
}

/// Asks an engine for a move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct MoveRequest {
    #[serde(flatten)]
    pub(crate) at: PositionRequest,
    /// `NAME[:key=value,...]`, such as `level:3` or `textbook:heuristic=ligue4,depth=6`.
    #[schema(example = "level:3", max_length = 256)]
    pub(crate) engine: String,
    /// When it must answer.
    #[serde(default)]
    pub(crate) limits: LimitsRequest,
}

/// Asks an engine what every move is worth.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct AnalyzeRequest {
    #[serde(flatten)]
    pub(crate) at: PositionRequest,
    /// The engine; the strongest for the game unless said.
    #[serde(default = "best")]
    #[schema(default = "best", max_length = 256)]
    pub(crate) engine: String,
    /// When to stop.
    #[serde(default)]
    pub(crate) limits: LimitsRequest,
    /// Number of best lines wanted.
    #[serde(default = "one")]
    #[schema(default = 1, maximum = 32)]
    pub(crate) lines: usize,
}

fn best() -> String {
    "best".to_owned()
}

fn one() -> usize {
    1
}

/// Asks what a heuristic makes of a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct EvalRequest {
    #[serde(flatten)]
    pub(crate) at: PositionRequest,
    /// The heuristic's name.
    #[schema(example = "ligue4", max_length = 64)]
    pub(crate) heuristic: String,
    /// For whom; the side to move unless said.
    pub(crate) player: Option<Side>,
    /// Plies from the root of a search.
    #[serde(default)]
    pub(crate) level: u32,
}

/// The games of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GamesAnswer {
    /// The program's version.
    pub(crate) version: &'static str,
    pub(crate) games: Vec<GameRow>,
}

/// A game, its set-ups, and who plays and judges it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameRow {
    pub(crate) name: &'static str,
    pub(crate) setups: Vec<&'static str>,
    pub(crate) engines: Vec<&'static str>,
    pub(crate) heuristics: Vec<String>,
}

/// A position as it is shown: the keys of `alinea show --json`, and what a page needs to let
/// people move without knowing rules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ViewAnswer {
    pub(crate) game: &'static str,
    pub(crate) setup: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    /// Rows from the top; `.` empty, `x` first, `o` second, `X` and `O` bombs.
    pub(crate) rows: Vec<String>,
    /// `first` or `second`.
    pub(crate) turn: String,
    pub(crate) ply: u32,
    pub(crate) legal: Vec<String>,
    /// Null, `{"winner": "first"}` or `{"draw": true}`.
    #[schema(value_type = Option<Object>)]
    pub(crate) outcome: Value,
    pub(crate) line: Vec<String>,
    pub(crate) forbidden: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) jugada: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bombs: Option<Vec<String>>,
    /// Number of columns.
    pub(crate) cols: usize,
    /// Whether stones fall: moves name columns, not squares.
    pub(crate) gravity: bool,
    /// Where the stone of each legal move comes to rest.
    pub(crate) landing: BTreeMap<String, String>,
    /// What the last move did: `{"placed": cell, "player": side, "bomb": bool}`,
    /// `{"removed": cell}` or `{"fell": cell, "to": cell}`.
    #[schema(value_type = Vec<Object>)]
    pub(crate) effects: Vec<Value>,
}

/// What the page is told beyond `alinea show --json`.
pub(crate) struct Extras {
    pub(crate) gravity: bool,
    pub(crate) landing: BTreeMap<String, String>,
    pub(crate) effects: Vec<Value>,
}

impl ViewAnswer {
    pub(crate) fn new(view: View, extras: Extras) -> ViewAnswer {
        let texts = |cells: &[alinea_core::Cell]| cells.iter().map(ToString::to_string).collect();
        ViewAnswer {
            game: view.game,
            setup: view.setup,
            start: view.start,
            moves: view.moves,
            cols: view.rows.first().map_or(0, String::len),
            rows: view.rows,
            turn: view.turn.to_string(),
            ply: view.ply,
            legal: view.legal,
            outcome: alinea_catalogue::outcome_json(view.outcome),
            line: texts(&view.line),
            forbidden: texts(&view.forbidden),
            jugada: view.jugada,
            bombs: view.bombs.as_deref().map(texts),
            gravity: extras.gravity,
            landing: extras.landing,
            effects: extras.effects,
        }
    }
}

/// An engine's move and the board after it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveAnswer {
    /// The move it plays.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) view: ViewAnswer,
    /// What it thought, with the keys of `alinea analyze --json`.
    #[schema(value_type = Object)]
    pub(crate) thought: Value,
}

/// What a heuristic makes of a position: the keys of `alinea eval --json`.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EvalAnswer {
    /// The value for the player asked about.
    pub(crate) value: Value,
    /// Its parts: `label`, `cells`, `points`.
    #[schema(value_type = Vec<Object>)]
    pub(crate) parts: Value,
}
