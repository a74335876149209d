//! From a request's game and moves to a session.

use crate::error::ApiError;
use crate::limits::{MAX_MOVE_TEXT, MAX_MOVES};
use crate::task::Api;
use crate::wire::{Lang, PositionRequest};
use alinea_catalogue::Session;
use alinea_core::Message;
use std::sync::Arc;

/// The view of a game's start, as the route `view` answers it.
#[must_use]
pub fn start_view(game: &str) -> Option<String> {
    let start = PositionRequest {
        game: game.to_owned(),
        position: "-".to_owned(),
        moves: Vec::new(),
        lang: Lang::default(),
    };
    serde_json::to_string(&start.open().ok()?.view()).ok()
}

impl PositionRequest {
    /// Opens the game as [`PositionRequest::open`] does, with the heuristic files of the carrier.
    pub(crate) fn open_in(&self, api: &Api) -> Result<Box<dyn Session>, ApiError> {
        let mut session = self.open()?;
        if let Some(files) = &api.files {
            session.allow_files(Arc::clone(files));
        }
        Ok(session)
    }

    /// Opens the game and plays the moves; the first wrong one is named.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, ApiError> {
        check_length(self.moves.len())?;
        let mut session = alinea_catalogue::open(&self.game)?.read(&self.position)?;
        check_length(session.moves().len())?;
        for mv in &self.moves {
            if mv.len() > MAX_MOVE_TEXT {
                return Err(ApiError::refused(Message::new("error.one-text-a-move")));
            }
            session.play(mv)?;
        }
        Ok(session)
    }
}

fn check_length(found: usize) -> Result<(), ApiError> {
    if found <= MAX_MOVES {
        return Ok(());
    }
    let message = Message::new("error.too-many-moves").with("most", MAX_MOVES);
    Err(ApiError::refused(message.with("found", found)))
}
