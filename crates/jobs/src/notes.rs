//! What is known about units besides their results: who computed them, what the clock said.
//! One line a unit in the order of arrival, so the file differs from run to run.

use crate::JobError;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const NOTES_FILE: &str = "notes.txt";
/// A note is cut off behind so many bytes.
const MAX_NOTE: usize = 32 << 10;
/// Who computes units on this machine, without a fleet.
pub(crate) const HERE: &str = "-";

/// A line of the notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The unit.
    pub unit: u64,
    /// The worker, `-` for this machine.
    pub worker: String,
    /// What the kind of work wanted to keep.
    pub text: String,
}

pub(crate) struct Notes {
    path: PathBuf,
    file: File,
}

impl Notes {
    pub(crate) fn open(dir: &Path) -> Result<Notes, JobError> {
        let path = dir.join(NOTES_FILE);
        let file = OpenOptions::new().append(true).create(true).read(true).open(&path);
        let mut notes = Notes { file: file.map_err(JobError::io(&path))?, path };
        notes.cut_torn_line().map_err(JobError::io(&notes.path))?;
        Ok(notes)
    }

    /// Removes what a kill left of a last line. Only the end of the file is read for it.
    fn cut_torn_line(&mut self) -> std::io::Result<()> {
        let length = self.file.metadata()?.len();
        let from = length.saturating_sub(2 * MAX_NOTE as u64);
        let mut tail = Vec::new();
        self.file.seek(SeekFrom::Start(from))?;
        (&self.file).take(2 * MAX_NOTE as u64).read_to_end(&mut tail)?;
        let whole = tail.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        if whole < tail.len() {
            self.file.set_len(from + whole as u64)?;
        }
        Ok(())
    }

    pub(crate) fn put(&mut self, unit: u64, worker: &str, note: &[u8]) -> Result<(), JobError> {
        if worker == HERE && note.is_empty() {
            return Ok(());
        }
        // Names come from other machines: one with a blank or an end of line would forge a note.
        let worker = worker.replace(char::is_whitespace, "_");
        let mut line = format!("{unit} {worker} ").into_bytes();
        line.extend_from_slice(&note[..note.len().min(MAX_NOTE)]);
        line.push(b'\n');
        self.file.write_all(&line).map_err(JobError::io(&self.path))
    }

    pub(crate) fn sync(&self) -> Result<(), JobError> {
        self.file.sync_data().map_err(JobError::io(&self.path))
    }
}

/// Hands the notes of a folder to `each`. A unit that was computed more than once has more than
/// one; the last is the one that counts.
pub fn read_notes(dir: &Path, each: &mut dyn FnMut(Note)) -> Result<(), JobError> {
    let path = dir.join(NOTES_FILE);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(JobError::Io(path, error)),
    };
    for line in BufReader::new(file).split(b'\n') {
        let line = line.map_err(JobError::io(&path))?;
        let line = String::from_utf8_lossy(&line);
        let mut parts = line.splitn(3, ' ');
        let unit = parts.next().and_then(|unit| unit.parse().ok());
        if let (Some(unit), Some(worker), Some(text)) = (unit, parts.next(), parts.next()) {
            each(Note { unit, worker: worker.to_owned(), text: text.to_owned() });
        }
    }
    Ok(())
}
