//! What threats decide in a game of the gomoku family: the forced win, its defences, the last escape.

use crate::error::ApiError;
use crate::limits::checked_for_threats;
use crate::task::Api;
use crate::wire::{LimitsRequest, PositionRequest};
use alinea_catalogue::Session;
use alinea_catalogue::json::ThreatsAnswer;
use alinea_core::Message;
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use serde::Deserialize;
use utoipa::ToSchema;

/// Asks what threats decide. To see how a defence is refuted, ask after the attack and the defence.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ThreatsRequest {
    /// The game and where it stands.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// When to give up; two seconds unless said.
    #[serde(default)]
    pub limits: LimitsRequest,
}

/// A question about threats that may be asked.
pub(crate) struct ThreatsTask {
    session: Box<dyn Session>,
    limits: Limits,
    language: Language,
}

impl ThreatsTask {
    pub(crate) fn new(api: &Api, request: &ThreatsRequest) -> Result<ThreatsTask, ApiError> {
        let session = request.at.open_in(api)?;
        if !session.has_threats() {
            return Err(ApiError::refused(Message::new("error.no-threats")));
        }
        if session.outcome().is_some() {
            return Err(ApiError::refused(Message::new("error.game-over")));
        }
        let limits = checked_for_threats(&request.limits)?;
        Ok(ThreatsTask { session, limits, language: request.at.lang.into() })
    }

    pub(crate) fn run(&self, stop: &Stop) -> Result<ThreatsAnswer, ApiError> {
        let found = self.session.threats(&self.limits, stop).ok_or_else(ApiError::broken)?;
        Ok(ThreatsAnswer::new(&found, self.session.turn(), self.language))
    }
}
