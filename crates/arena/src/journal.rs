//! The files of a match: append-only, one game a line, in job order. Whatever was reported as
//! finished is on disk; a kill at any moment leaves at most one half-written line behind.
//!
//! `plan.json` and `openings.txt` say what is played, `games.jsonl` holds the games in order,
//! `times.jsonl` what the clock said, and `ahead.jsonl` games that finished before an earlier
//! one did: they move to `games.jsonl` when their turn comes.

use crate::{Plan, Record, Times};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The games in order.
pub const GAMES_FILE: &str = "games.jsonl";
const TIMES_FILE: &str = "times.jsonl";
const AHEAD_FILE: &str = "ahead.jsonl";
const PLAN_FILE: &str = "plan.json";
const OPENINGS_FILE: &str = "openings.txt";
const LOCK_FILE: &str = "lock";

/// Why the files of a match cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A directory with a match in it was given for a new one.
    #[error("{0} already holds a match; continue it with --resume {0}, or choose another --out")]
    Taken(PathBuf),
    /// Another process plays this match.
    #[error("{0} is in use by another process")]
    Locked(PathBuf),
    /// The directory holds no match.
    #[error("{0} holds no match (no {PLAN_FILE} in it)")]
    Empty(PathBuf),
    /// A line that no match wrote.
    #[error("{0}, line {1}: expected game {2}, found something else")]
    Damaged(PathBuf, usize, usize),
    /// A plan that cannot be read.
    #[error("{0}: {1}")]
    Plan(PathBuf, String),
}

/// An open match on disk.
pub struct Journal {
    dir: PathBuf,
    games: File,
    times: File,
    ahead: File,
    waiting: BTreeMap<usize, Record>,
    ahead_is_empty: bool,
    written: usize,
    /// Held until this value is dropped; the system lets go of it however the process ends.
    _lock: File,
}

/// A match found on disk.
pub struct Found {
    /// Its files, ready for more.
    pub journal: Journal,
    /// What is played.
    pub plan: Plan,
    /// The openings, one a round.
    pub openings: Vec<String>,
    /// The games played so far, in order.
    pub records: Vec<Record>,
}

impl Journal {
    /// Starts a match in a new or empty directory.
    pub fn create(dir: &Path, plan: &Plan, openings: &[String]) -> Result<Journal, JournalError> {
        fs::create_dir_all(dir).map_err(|error| JournalError::Io(dir.into(), error))?;
        let lock = lock(dir)?;
        if dir.join(PLAN_FILE).exists() || dir.join(GAMES_FILE).exists() {
            return Err(JournalError::Taken(dir.into()));
        }
        write_whole(&dir.join(OPENINGS_FILE), &format!("{}\n", openings.join("\n")))?;
        // The plan comes last: a directory with a plan in it can be resumed.
        write_plan(dir, plan)?;
        Journal::open(dir, lock)
    }

    /// Opens a match to go on with it. A line that a kill cut in two is dropped.
    pub fn resume(dir: &Path) -> Result<Found, JournalError> {
        let plan_path = dir.join(PLAN_FILE);
        if !plan_path.is_file() {
            return Err(JournalError::Empty(dir.into()));
        }
        let lock = lock(dir)?;
        let plan: Plan = serde_json::from_str(&read(&plan_path)?)
            .map_err(|error| JournalError::Plan(plan_path.clone(), error.to_string()))?;
        plan.check().map_err(|error| JournalError::Plan(plan_path, error.to_string()))?;
        let openings = read(&dir.join(OPENINGS_FILE))?.lines().map(str::to_owned).collect();
        let records = whole_games(&dir.join(GAMES_FILE))?;
        let ahead: Vec<Record> =
            whole_lines(&dir.join(AHEAD_FILE))?.into_iter().flatten().collect();
        whole_lines::<Times>(&dir.join(TIMES_FILE))?;
        let mut journal = Journal::open(dir, lock)?;
        journal.written = records.len();
        let later = ahead.into_iter().filter(|record| record.game > records.len());
        journal.waiting = later.map(|record| (record.game, record)).collect();
        Ok(Found { journal, plan, openings, records })
    }

    fn open(dir: &Path, lock: File) -> Result<Journal, JournalError> {
        Ok(Journal {
            dir: dir.into(),
            games: append(&dir.join(GAMES_FILE))?,
            times: append(&dir.join(TIMES_FILE))?,
            ahead: append(&dir.join(AHEAD_FILE))?,
            waiting: BTreeMap::new(),
            ahead_is_empty: false,
            written: 0,
            _lock: lock,
        })
    }

    /// The directory.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether this game (from 1) is on disk.
    #[must_use]
    pub fn has(&self, game: usize) -> bool {
        game <= self.written || self.waiting.contains_key(&game)
    }

    /// Replaces the plan: a longer match continues a shorter one.
    pub fn replan(&self, plan: &Plan, openings: &[String]) -> Result<(), JournalError> {
        write_whole(&self.dir.join(OPENINGS_FILE), &format!("{}\n", openings.join("\n")))?;
        write_plan(&self.dir, plan)
    }

    /// Writes a finished game down. Games whose turn has come are appended in order by
    /// [`Journal::next_in_order`].
    pub fn finish(&mut self, record: Record, times: Times) -> Result<(), JournalError> {
        self.put(TIMES_FILE, &line(&times))?;
        if record.game != self.written + 1 {
            self.put(AHEAD_FILE, &line(&record))?;
            self.ahead_is_empty = false;
        }
        self.waiting.insert(record.game, record);
        Ok(())
    }

    /// Appends the next game of the order if it is finished, and returns it.
    pub fn next_in_order(&mut self) -> Result<Option<Record>, JournalError> {
        let Some(record) = self.waiting.remove(&(self.written + 1)) else { return Ok(None) };
        self.put(GAMES_FILE, &line(&record))?;
        self.written += 1;
        if self.waiting.is_empty() && !self.ahead_is_empty {
            self.ahead_is_empty = true;
            // All of them stand in the games file by now.
            self.ahead.set_len(0).map_err(|e| JournalError::Io(self.dir.join(AHEAD_FILE), e))?;
        }
        Ok(Some(record))
    }

    /// Ends the match for good: games that nobody asked for any more are dropped.
    pub fn close(self) -> Result<(), JournalError> {
        let path = self.dir.join(AHEAD_FILE);
        self.games.sync_all().map_err(|e| JournalError::Io(self.dir.join(GAMES_FILE), e))?;
        let _ = fs::remove_file(self.dir.join(LOCK_FILE));
        fs::remove_file(&path).map_err(|e| JournalError::Io(path, e))
    }

    /// Hands everything to the disk itself, against loss of power.
    pub fn sync(&self) -> Result<(), JournalError> {
        let sync = self.games.sync_data().and_then(|()| self.ahead.sync_data());
        sync.map_err(|error| JournalError::Io(self.dir.clone(), error))
    }

    /// One `write` call a line: what a kill leaves is whole lines and at most one part of a line.
    fn put(&mut self, name: &str, text: &str) -> Result<(), JournalError> {
        let file = match name {
            GAMES_FILE => &mut self.games,
            TIMES_FILE => &mut self.times,
            _ => &mut self.ahead,
        };
        file.write_all(text.as_bytes()).map_err(|e| JournalError::Io(self.dir.join(name), e))
    }
}

/// The games of a directory, in order.
pub fn read_games(dir: &Path) -> Result<Vec<Record>, JournalError> {
    whole_games(&dir.join(GAMES_FILE))
}

/// The clock's side of the games of a directory, by game number; the last word on a game counts.
pub fn read_times(dir: &Path) -> Result<BTreeMap<usize, Times>, JournalError> {
    let lines = whole_lines::<Times>(&dir.join(TIMES_FILE))?;
    Ok(lines.into_iter().flatten().map(|times| (times.game, times)).collect())
}

fn line<T: serde::Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string(value).expect("plain data has no failing serializer");
    text.push('\n');
    text
}

fn lock(dir: &Path) -> Result<File, JournalError> {
    let file = append(&dir.join(LOCK_FILE))?;
    file.try_lock().map_err(|_| JournalError::Locked(dir.into()))?;
    Ok(file)
}

fn append(path: &Path) -> Result<File, JournalError> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map_err(|error| JournalError::Io(path.into(), error))
}

fn read(path: &Path) -> Result<String, JournalError> {
    fs::read_to_string(path).map_err(|error| JournalError::Io(path.into(), error))
}

/// Written beside and renamed: the file is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> Result<(), JournalError> {
    let beside = path.with_extension("new");
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| JournalError::Io(path.into(), error))
}

fn write_plan(dir: &Path, plan: &Plan) -> Result<(), JournalError> {
    let text = serde_json::to_string_pretty(plan).expect("plain data has no failing serializer");
    write_whole(&dir.join(PLAN_FILE), &format!("{text}\n"))
}

/// The whole lines of a file; a last line without its end is cut off the file. Lines that are
/// whole but not of this kind come as `None`.
fn whole_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<Option<T>>, JournalError> {
    let io = |error| JournalError::Io(path.into(), error);
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
    if whole < bytes.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(io)?;
        file.set_len(whole as u64).map_err(io)?;
    }
    let lines = bytes[..whole].split_inclusive(|&b| b == b'\n');
    Ok(lines.map(|line| serde_json::from_slice(line).ok()).collect())
}

/// The games file: every line must be the game its place says.
fn whole_games(path: &Path) -> Result<Vec<Record>, JournalError> {
    let lines = whole_lines::<Record>(path)?.into_iter().enumerate();
    let checked = lines.map(|(i, line)| {
        line.filter(|record| record.game == i + 1)
            .ok_or_else(|| JournalError::Damaged(path.into(), i + 1, i + 1))
    });
    checked.collect()
}
