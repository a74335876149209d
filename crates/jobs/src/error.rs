//! What can go wrong with long work, in sentences.

use std::io;
use std::path::{Path, PathBuf};

/// Why a piece of work cannot be done, in words of the kind that does it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// From anything that can be said.
    pub fn new(problem: impl std::fmt::Display) -> Refusal {
        Refusal(problem.to_string())
    }
}

/// Why a job cannot start or go on. What was finished stays in its folder.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A folder with a job in it was given for a new one.
    #[error("{0} already holds a job; continue it with --resume {0}, or choose another folder")]
    Taken(PathBuf),
    /// Another process works in this folder.
    #[error("{0} is in use by another process")]
    Locked(PathBuf),
    /// The folder holds no job.
    #[error("{0} holds no job (no plan.json in it)")]
    Empty(PathBuf),
    /// A plan that cannot be read or done.
    #[error("{0}: {1}")]
    Plan(PathBuf, String),
    /// A line of the journal that is not what was written there.
    #[error(
        "{0}, line {1}: does not match its checksum; cut the file before this line to have the rest computed again"
    )]
    Damaged(PathBuf, u64),
    /// Results whose checksums are gone.
    #[error(
        "{0} holds results, but {1} with their checksums is missing; bring it back, or remove {0} to have everything computed again"
    )]
    Unsummed(PathBuf, PathBuf),
    /// A file of the plan that is missing or has changed.
    #[error("{0}: expected the file {1} of the plan, found {2}")]
    File(PathBuf, String, &'static str),
    /// The work itself refused: an engine that cannot be opened, a result that cannot be read.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl JobError {
    /// An error of the file system, with the path it happened at.
    pub fn io(path: &Path) -> impl Fn(io::Error) -> JobError + '_ {
        move |error| JobError::Io(path.to_owned(), error)
    }
}
