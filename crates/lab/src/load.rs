//! From the name and text of a file to a heuristic. The one place of the lab that reads files.

use crate::{Script, ScriptLimits, Weights};
use alinea_catalogue::SpecError;
use alinea_catalogue::files::{BoardHeuristic, HeuristicFiles, is_file};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Longer files are refused before they are parsed.
pub const MAX_FILE_BYTES: usize = 64 * 1024;
/// Most files of a folder that are offered by name.
const MAX_SHELF: usize = 200;

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
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_table(file) {
        Ok(Arc::new(Weights::parse(file, text)?))
    } else {
        Ok(Arc::new(Script::parse(file, text, limits)?))
    }
}

fn is_table(file: &str) -> bool {
    file.to_ascii_lowercase().ends_with(".toml")
}

/// The text of a file's bytes, which must be UTF-8; a mark at its beginning is dropped.
pub fn decode(file: &str, bytes: &[u8]) -> Result<String, FileError> {
    let wrong = |before: &[u8], message: &str| {
        let before = String::from_utf8_lossy(before);
        FileError::at(file, &before, before.len(), message.to_owned())
    };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(wrong(&[], "expected UTF-8, found UTF-16: save the file as UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => {
            let (before, rest) = bytes.split_at(error.valid_up_to());
            let found = rest.first().copied().unwrap_or_default();
            let letter = char::from(found);
            let message = format!(
                "expected UTF-8, found the byte {found:#04x} ('{letter}' of Latin-1): save the file \
                 as UTF-8"
            );
            Err(wrong(before, &message))
        }
    }
}

/// The game a file says it was written for: `game = "..."` in a table, `// game: ...` in a script,
/// `# game: ...` in a program. Spaces and capitals do not matter.
#[must_use]
pub fn written_for(file: &str, text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let said = if is_table(file) {
        Weights::parse(file, text).ok()?.game?
    } else {
        text.lines().find_map(said_game)?.to_owned()
    };
    Some(said.trim().to_lowercase()).filter(|game| !game.is_empty())
}

/// The game of a comment line that says one.
fn said_game(line: &str) -> Option<&str> {
    let line = line.trim();
    let comment = line.strip_prefix("//").or_else(|| line.strip_prefix('#'))?.trim_start();
    let (word, said) = comment.split_once(':')?;
    word.trim().eq_ignore_ascii_case("game").then(|| said.trim())
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
        let refused = |error: std::io::Error| SpecError::new(format!("{file}: {error}"));
        let mut bytes = Vec::new();
        let opened = File::open(file).map_err(refused)?;
        let mut limited = opened.take(MAX_FILE_BYTES as u64 + 1);
        limited.read_to_end(&mut bytes).map_err(refused)?;
        decode(file, &bytes).map_err(|error| SpecError::new(error.to_string()))
    }
}

/// The heuristics in one folder, for a server: nothing outside the folder can be named.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The heuristic files of this folder, read anew whenever they are asked for.
    #[must_use]
    pub fn new(folder: PathBuf) -> Shelf {
        Shelf { folder }
    }

    /// The path of a file that lies in the folder itself.
    fn path(&self, name: &str) -> Option<PathBuf> {
        let is_plain = Path::new(name).file_name().is_some_and(|file| file == name);
        let path = self.folder.join(name);
        (is_plain && is_file(name) && path.is_file()).then_some(path)
    }
}

impl HeuristicFiles for Shelf {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let path =
            self.path(name).ok_or_else(|| SpecError::new(format!("{name}: no such heuristic")))?;
        let text = Folder::read(&path.to_string_lossy())
            .map_err(|_| SpecError::new(format!("{name}: cannot be read")))?;
        parse(name, &text, ScriptLimits::LEAGUE).map_err(|error| SpecError::new(error.to_string()))
    }

    fn names(&self, game: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names
            .filter(|name| {
                let Some(path) = self.path(name) else { return false };
                let text = Folder::read(&path.to_string_lossy()).unwrap_or_default();
                written_for(name, &text)
                    .is_none_or(|meant| meant.split(':').next().unwrap_or_default() == game)
            })
            .collect();
        names.sort_unstable();
        names.truncate(MAX_SHELF);
        names
    }
}

impl HeuristicFiles for Folder {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text = Folder::read(name)?;
        parse(name, &text, self.limits).map_err(|error| SpecError::new(error.to_string()))
    }
}
