//! Games as other programs write them: read from a text, and written as one.

use crate::error::ApiError;
use crate::limits::MAX_MOVES;
use crate::wire::{Lang, PositionRequest};
use alinea_catalogue::record::{GameRecord, read_games, to_psq, to_sgf};
use alinea_catalogue::{Session, choices};
use alinea_core::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text with games: SGF, PSQ, a Gomocup board, numbered lists, columns as digits, addresses of
/// the page, JSON records.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ReadRequest {
    /// The text.
    #[schema(max_length = 65536)]
    pub text: String,
    /// The game the reader expects, for texts that do not say it.
    #[schema(example = "connect4", max_length = 64)]
    pub game: Option<String>,
    /// The language of refusals.
    #[serde(default)]
    pub lang: Lang,
}

/// The games of a text.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReadAnswer {
    /// In the order of the text, at least one.
    pub games: Vec<RecordRow>,
}

/// A game that was read; its moves are legal.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RecordRow {
    /// `NAME[:SETUP]`.
    pub game: String,
    /// Where the moves begin: `-`, or a drawn board.
    pub position: String,
    /// The moves.
    pub moves: Vec<String>,
    /// Who played first, where the text says.
    #[schema(required)]
    pub first: Option<String>,
    /// Who played second, where the text says.
    #[schema(required)]
    pub second: Option<String>,
}

impl ReadRequest {
    pub(crate) fn read(&self) -> Result<ReadAnswer, ApiError> {
        let games = read_games(self.text.as_bytes(), self.game.as_deref()).map_err(|error| {
            let message = Message::new("record.line").with("line", error.line);
            ApiError::refused(message.with_message("why", error.message))
        })?;
        let games: Vec<RecordRow> = games.into_iter().map(RecordRow::from).collect();
        if let Some(long) = games.iter().find(|game| game.moves.len() > MAX_MOVES) {
            let message = Message::new("error.too-many-moves").with("most", MAX_MOVES);
            return Err(ApiError::refused(message.with("found", long.moves.len())));
        }
        Ok(ReadAnswer { games })
    }
}

impl From<GameRecord> for RecordRow {
    fn from(record: GameRecord) -> RecordRow {
        let GameRecord { session, names: [first, second] } = record;
        RecordRow {
            game: game_text(&*session),
            position: session.start().to_owned(),
            moves: session.moves().to_vec(),
            first,
            second,
        }
    }
}

/// `NAME[:SETUP]`, without the set-up that everybody expects.
fn game_text(session: &dyn Session) -> String {
    let (name, setup) = (session.name(), session.setup());
    let usual = choices(name).is_ok_and(|choices| choices.setups.first() == Some(&&*setup));
    if usual { name.to_owned() } else { format!("{name}:{setup}") }
}

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    /// Smart Game Format.
    Sgf,
    /// Piskvork's format, for the gomoku family.
    Psq,
}

/// Asks for a game as a text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct WriteRequest {
    /// The game and its moves.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// How it is written.
    pub format: RecordFormat,
    /// Who played first.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub first: String,
    /// Who played second.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub second: String,
}

/// A game as a text.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WriteAnswer {
    /// The text.
    pub text: String,
}

impl WriteRequest {
    pub(crate) fn write(&self) -> Result<WriteAnswer, ApiError> {
        let session = self.at.open()?;
        let names = [&*self.first, &*self.second];
        let text = match self.format {
            RecordFormat::Sgf => Some(to_sgf(&*session, names)),
            RecordFormat::Psq => to_psq(&*session, names),
        };
        let text = text.ok_or_else(|| ApiError::refused(Message::new("record.no-psq")))?;
        Ok(WriteAnswer { text })
    }
}
