//! Why a match could not be played.

use crate::{JournalError, PlanError};
use alinea_catalogue::SpecError;
use std::io;
use std::path::PathBuf;

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A game or an engine is unknown.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The files of the match failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An opening is no position to play from.
    #[error("opening {0}: {1}")]
    Opening(usize, String),
    /// A file that was named cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// What was asked for cannot be done.
    #[error("{0}")]
    Request(String),
}
