//! Every move of a game judged, told one by one while they are judged.

use crate::error::ApiError;
use crate::task::{Answer, Api, Sink};
use crate::wire::{LimitsRequest, PositionRequest};
use alinea_catalogue::Session;
use alinea_coach::{JudgedJson, ReviewEnd, ReviewOptions, review};
use alinea_core::Message;
use alinea_search::Stop;
use alinea_words::Language;
use serde::Deserialize;
use std::time::Duration;
use utoipa::ToSchema;

/// After this long a review ends with what it has: the last moves of the game.
pub(crate) const LONGEST_REVIEW: Duration = Duration::from_secs(180);

/// Asks for a review of a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct ReviewRequest {
    /// The game and its moves.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// What each position may take where it is not solved exactly; half a second unless said.
    #[serde(default)]
    pub limits: LimitsRequest,
}

/// A review to be made.
pub(crate) struct ReviewTask {
    session: Box<dyn Session>,
    options: ReviewOptions,
    language: Language,
}

impl ReviewTask {
    pub(crate) fn new(api: &Api, request: &ReviewRequest) -> Result<ReviewTask, ApiError> {
        let session = request.at.open_in(api)?;
        if session.moves().is_empty() {
            return Err(ApiError::refused(Message::new("review.no-moves")));
        }
        let options = ReviewOptions { engine: None, limits: request.limits.checked()? };
        Ok(ReviewTask { session, options, language: request.at.lang.into() })
    }

    pub(crate) fn run(&self, stop: &Stop, sink: &mut dyn Sink) -> Result<(), ApiError> {
        let review = review(&*self.session, &self.options, stop, &mut |judged| {
            sink.send(Answer::Judged(Box::new(JudgedJson::new(judged, self.language))));
        })?;
        sink.send(Answer::ReviewEnd(ReviewEnd::new(&review)));
        Ok(())
    }
}
