//! Why a match could not be played.

use crate::PlanError;
use alinea_catalogue::SpecError;
use alinea_jobs::{JobError, Refusal};
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
    /// The directory holds no match.
    #[error("{0} holds no match (no plan.json in it)")]
    NoMatch(PathBuf),
    /// A directory with a match in it was given for a new one.
    #[error("{0} already holds a match; continue it with --resume {0}, or choose another --out")]
    Taken(PathBuf),
    /// The files of the match failed, or the work did.
    #[error(transparent)]
    Job(#[from] JobError),
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

impl From<Refusal> for ArenaError {
    fn from(refusal: Refusal) -> ArenaError {
        ArenaError::Job(refusal.into())
    }
}
