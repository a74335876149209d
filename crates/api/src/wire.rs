//! The bodies of requests and answers. Keys are those of the command line's `--json`.

use alinea_catalogue::json::Iteration;
use alinea_catalogue::{Side, SizeRange, View};
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language of the answer's sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
pub enum Lang {
    /// English.
    #[default]
    #[serde(rename = "en")]
    En,
    /// Brazilian Portuguese.
    #[serde(rename = "pt-BR")]
    PtBr,
    /// Spanish.
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

/// A game and where it stands.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PositionRequest {
    /// `NAME[:SETUP]`, such as `connect4`, `gomoku:19`, `mnk:9x9x5+gravity`.
    #[schema(example = "connect4", max_length = 64)]
    pub game: String,
    /// Where the moves begin: `-`, moves in one text, or `diagram:` and a drawn board.
    #[serde(default = "start")]
    #[schema(default = "-", example = "-", max_length = 16384)]
    pub position: String,
    /// The moves after that, one text each.
    #[serde(default)]
    #[schema(max_items = 2048)]
    pub moves: Vec<String>,
    /// The language of sentences in the answer.
    #[serde(default)]
    pub lang: Lang,
}

fn start() -> String {
    "-".to_owned()
}

/// When a search ends; whichever comes first.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
pub struct LimitsRequest {
    /// Plies.
    #[schema(minimum = 1)]
    pub depth: Option<u32>,
    /// Positions visited.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
    /// Seconds.
    #[schema(minimum = 0.001, maximum = 60)]
    pub time: Option<f64>,
    /// An analysis goes on until its reader leaves, or gives its place to somebody who waits.
    #[serde(default)]
    pub endless: bool,
}

/// Asks an engine for a move.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// `NAME[:key=value,...]`, such as `level:3` or `textbook:heuristic=ligue4,depth=6`.
    #[schema(example = "level:3", max_length = 256)]
    pub engine: String,
    /// When it must answer.
    #[serde(default)]
    pub limits: LimitsRequest,
}

/// Asks an engine what every move is worth.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AnalyzeRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// The engine; the strongest for the game unless said.
    #[serde(default = "best")]
    #[schema(default = "best", max_length = 256)]
    pub engine: String,
    /// When to stop.
    #[serde(default)]
    pub limits: LimitsRequest,
    /// Number of best lines wanted.
    #[serde(default = "one")]
    #[schema(default = 1, maximum = 32)]
    pub lines: usize,
    /// Tell the position first, as the route `view` does.
    #[serde(default)]
    pub view: bool,
}

/// The engines at the board; nobody where a person sits.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
pub struct SeatEngines {
    /// The first player's engine.
    #[schema(example = "level:3", max_length = 256)]
    pub first: Option<String>,
    /// The second player's engine.
    #[schema(max_length = 256)]
    pub second: Option<String>,
}

/// Asks what the last move did, and what the engine whose turn it is then answers.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TurnRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// Who sits where.
    #[serde(default)]
    pub seats: SeatEngines,
    /// When the engine must answer.
    #[serde(default)]
    pub limits: LimitsRequest,
}

fn best() -> String {
    "best".to_owned()
}

fn one() -> usize {
    1
}

/// Asks what a heuristic makes of a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct EvalRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// The heuristic's name.
    #[schema(example = "ligue4", max_length = 64)]
    pub heuristic: String,
    /// For whom; the side to move unless said.
    pub player: Option<Side>,
    /// Plies from the root of a search.
    #[serde(default)]
    pub level: u32,
}

/// The games of the catalogue.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = Catalogue)]
pub struct GamesAnswer {
    /// The program's version.
    pub version: &'static str,
    /// The games, in the order people meet them.
    pub games: Vec<GameRow>,
}

/// A game, its set-ups, and who plays and judges it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = GameInfo)]
pub struct GameRow {
    /// Its name without a set-up.
    pub name: &'static str,
    /// Set-ups worth showing, the default first.
    pub setups: Vec<&'static str>,
    /// The numbers of a set-up, in the order in which it is written, joined by `x`.
    pub sizes: Vec<SizeRow>,
    /// Words that may follow the numbers, each after a `+`.
    pub flags: Vec<&'static str>,
    /// Which of the engines are systems of the reports.
    pub presets: Vec<&'static str>,
    /// Names of the engines that play it.
    pub engines: Vec<&'static str>,
    /// Names of the heuristics that judge it, files included.
    pub heuristics: Vec<String>,
}

/// A number of a set-up and how far people may turn it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = SizeRange)]
pub struct SizeRow {
    /// What it counts: `cols`, `rows`, `size` or `k`.
    pub name: &'static str,
    /// The smallest.
    pub least: u8,
    /// The largest.
    pub most: u8,
}

impl From<&SizeRange> for SizeRow {
    fn from(&SizeRange { name, least, most }: &SizeRange) -> SizeRow {
        SizeRow { name, least, most }
    }
}

/// An engine's move and the board after it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The move it plays.
    #[serde(rename = "move")]
    pub mv: String,
    /// The board after it.
    pub view: View,
    /// What it thought.
    pub thought: Iteration,
}

/// The end of an analysis: there is nothing more to say.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct AnalyzeEnd {
    /// An endless analysis gave its place to somebody who waited; it may be asked for again.
    pub yielded: bool,
}

/// The end of a turn: it is for a person to move, or the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TurnEnd {}
