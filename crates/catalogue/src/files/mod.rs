//! Heuristics that come from outside the program: what they may see of a position, how they
//! become a heuristic of any game, and who may ask for them. No file is read here, and none can
//! be asked for unless the owner of a session allows it.

mod adapter;
mod facts;
mod watch;

pub(crate) use adapter::Adapter;
pub use facts::Facts;
pub use watch::FileWatch;

use crate::SpecError;
use alinea_core::Player;
use alinea_search::Part;
use std::fmt;
use std::sync::Arc;

/// A heuristic that reads any board through [`Facts`].
///
/// Laws: the same facts, player and level give the same value; the value is finite; the points
/// of `explain` sum to it.
pub trait BoardHeuristic: Send + Sync {
    /// The value for `player`, larger is better.
    fn evaluate(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Judged, Fault>;
    /// The same value in parts.
    fn explain(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Vec<Part>, Fault>;
    /// How much work one move may take, in the units of [`Judged::work`].
    fn work_per_move(&self) -> u64 {
        u64::MAX
    }
    /// Sections of the file that count for nothing on this board, whatever stands on it.
    fn idle_sections(&self, _: &dyn Facts) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A value and what it cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The value.
    pub value: f64,
    /// Steps that a script took; 0 for tables of weights.
    pub work: u64,
}

/// What went wrong in a heuristic file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct Fault {
    /// Line from 1.
    pub line: usize,
    /// Column from 1.
    pub column: usize,
    /// What went wrong.
    pub message: String,
}

/// Finds heuristics by the name of their file.
pub trait HeuristicFiles: Send + Sync {
    /// The heuristic of this file; the error names file, line and reason.
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError>;
    /// Files to choose from for a game, where a list makes sense.
    fn names(&self, _game: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Whether a heuristic's name is the name of a file.
#[must_use]
pub fn is_file(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".toml", ".rhai"].iter().any(|end| name.ends_with(end))
}

/// The permission to read heuristic files, and the watch over those in use.
#[derive(Clone)]
pub struct Files {
    loader: Arc<dyn HeuristicFiles>,
    pub(crate) watch: FileWatch,
}

impl Files {
    /// Files from this source.
    #[must_use]
    pub fn new(loader: Arc<dyn HeuristicFiles>) -> Files {
        Files { loader, watch: FileWatch::default() }
    }

    /// The same source, watched on its own.
    pub(crate) fn watched(&self) -> Files {
        Files { loader: Arc::clone(&self.loader), watch: FileWatch::default() }
    }

    /// The first failure of a file read through this permission.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        self.watch.fault()
    }

    pub(crate) fn load(&self, name: &str) -> Result<Adapter, SpecError> {
        let file = self.loader.load(name)?;
        self.watch.allow(file.work_per_move());
        Ok(Adapter::new(file, self.watch.clone()))
    }
}

impl PartialEq for Files {
    /// Equal if they read from the same source.
    fn eq(&self, other: &Files) -> bool {
        Arc::ptr_eq(&self.loader, &other.loader)
    }
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Files")
    }
}

#[cfg(test)]
mod tests;
