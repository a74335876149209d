//! From a request's game and moves to a session, and from a session to what is shown.

use super::error::ApiError;
use super::wire::{Extras, Lang, PositionRequest, ViewAnswer};
use crate::app::App;
use crate::limits::{MAX_MOVE_TEXT, MAX_MOVES};
use alinea_catalogue::{Session, effect_json};
use alinea_core::Effect;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game replayed to where a request stands.
pub(crate) struct Opened {
    pub(crate) session: Box<dyn Session>,
    last: Vec<Effect>,
    gravity: bool,
}

/// The view of a game's start, as `/api/v1/view` answers it.
pub(crate) fn start_view(game: &str) -> Option<String> {
    let start = PositionRequest {
        game: game.to_owned(),
        position: "-".to_owned(),
        moves: Vec::new(),
        lang: Lang::default(),
    };
    serde_json::to_string(&start.open().ok()?.show()).ok()
}

impl PositionRequest {
    /// Opens the game as [`PositionRequest::open`] does, with the heuristic files of the server.
    pub(crate) fn open_in(&self, app: &App) -> Result<Opened, ApiError> {
        let mut opened = self.open()?;
        if let Some(files) = &app.files {
            opened.session.allow_files(Arc::clone(files));
        }
        Ok(opened)
    }

    /// Opens the game and plays the moves; the first wrong one is named.
    pub(crate) fn open(&self) -> Result<Opened, ApiError> {
        if self.moves.len() > MAX_MOVES {
            let found = self.moves.len();
            return Err(ApiError::refused(format!("moves: at most {MAX_MOVES}, found {found}")));
        }
        let mut session = alinea_catalogue::open(&self.game)?;
        let gravity = stones_fall(session.as_ref());
        let language = self.lang.into();
        session.reset(&self.position).map_err(|error| ApiError::of_position(&error, language))?;
        if session.moves().len() > MAX_MOVES {
            return Err(ApiError::refused(format!("position: at most {MAX_MOVES} moves")));
        }
        let mut last = Vec::new();
        if self.moves.is_empty()
            && let Some(mv) = session.undo()
        {
            last = play(session.as_mut(), &mv, self)?;
        }
        for mv in &self.moves {
            if mv.len() > MAX_MOVE_TEXT {
                return Err(ApiError::refused("moves: one text for each move"));
            }
            last = play(session.as_mut(), mv, self)?;
        }
        Ok(Opened { session, last, gravity })
    }
}

fn play(
    session: &mut dyn Session,
    mv: &str,
    request: &PositionRequest,
) -> Result<Vec<Effect>, ApiError> {
    session.play(mv).map_err(|refused| ApiError::of_refusal(&refused, request.lang.into()))
}

/// Where moves are squares, a stone lies where it was put; where they are columns, it falls.
fn stones_fall(start: &dyn Session) -> bool {
    start.legal().first().is_some_and(|mv| landing(start, mv).is_some_and(|cell| cell != *mv))
}

fn landing(session: &dyn Session, mv: &str) -> Option<String> {
    session.effects(mv).ok()?.iter().find_map(|effect| match effect {
        Effect::Placed { cell, .. } => Some(cell.to_string()),
        _ => None,
    })
}

impl Opened {
    /// Plays one more move, which an engine chose.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), ApiError> {
        self.last = self.session.play(mv).map_err(|_| ApiError::broken())?;
        Ok(())
    }

    /// Everything there is to show.
    pub(crate) fn show(&self) -> ViewAnswer {
        let view = self.session.view();
        let session = self.session.as_ref();
        let landing: BTreeMap<String, String> =
            view.legal.iter().filter_map(|mv| Some((mv.clone(), landing(session, mv)?))).collect();
        let effects = self.last.iter().map(effect_json).collect();
        ViewAnswer::new(view, Extras { gravity: self.gravity, landing, effects })
    }
}
