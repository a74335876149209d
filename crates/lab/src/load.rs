//! From the name and text of a file to a heuristic. The one place of the lab that reads files.

use crate::{Script, ScriptLimits, Weights};
use alinea_engines::SpecError;
use alinea_engines::files::{BoardHeuristic, HeuristicFiles};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

/// Longer files are refused before they are parsed.
pub const MAX_FILE_BYTES: usize = 64 * 1024;

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: line {line}, column {column}: {message}")]
pub struct FileError {
    /// The name it was asked for by.
    pub file: String,
    /// Line from 1.
    pub line: usize,
    /// Column from 1.
    pub column: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl FileError {
    /// An error at a byte of the text.
    pub(crate) fn at(file: &str, text: &str, byte: usize, message: String) -> FileError {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        FileError { file: file.to_owned(), line, column, message }
    }
}

/// Reads a heuristic from its text; the name's ending says how.
pub fn parse(
    file: &str,
    text: &str,
    limits: ScriptLimits,
) -> Result<Arc<dyn BoardHeuristic>, FileError> {
    if text.len() > MAX_FILE_BYTES {
        let message = format!("at most {MAX_FILE_BYTES} bytes are read, found {}", text.len());
        return Err(FileError { file: file.to_owned(), line: 1, column: 1, message });
    }
    if file.ends_with(".toml") {
        Ok(Arc::new(Weights::parse(file, text)?))
    } else {
        Ok(Arc::new(Script::parse(file, text, limits)?))
    }
}

/// The game a file says it was written for: `game = "..."` in a table, `// game: ...` in a script.
#[must_use]
pub fn written_for(file: &str, text: &str) -> Option<String> {
    if file.ends_with(".toml") {
        return Weights::parse(file, text).ok()?.game;
    }
    let said = text.lines().find_map(|line| line.trim().strip_prefix("// game:"))?;
    Some(said.trim().to_owned())
}

/// Heuristics in the files of this machine, for programs whose user chose the files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Folder {
    /// How far scripts may go.
    pub limits: ScriptLimits,
}

impl Folder {
    /// The text of a file, if it is not too long.
    pub fn read(file: &str) -> Result<String, SpecError> {
        let refused = |error: std::io::Error| SpecError(format!("{file}: {error}"));
        let mut text = String::new();
        let opened = File::open(file).map_err(refused)?;
        let mut limited = opened.take(MAX_FILE_BYTES as u64 + 1);
        limited.read_to_string(&mut text).map_err(refused)?;
        Ok(text)
    }
}

impl HeuristicFiles for Folder {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text = Folder::read(name)?;
        parse(name, &text, self.limits).map_err(|error| SpecError(error.to_string()))
    }
}
