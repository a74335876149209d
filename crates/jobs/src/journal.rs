//! The results in unit order, one a line, with a checksum of every line in a file beside it.
//!
//! The checksum of a line is on its way to the disk before the line is. A kill leaves at most one
//! line or checksum in two, which is cut off when the journal is opened again; a line that does
//! not match its checksum is damage and is refused.

use crate::JobError;
use crate::hash::{SUM_DIGITS, chained};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A checksum and its end of line.
const SUM_LINE: u64 = SUM_DIGITS as u64 + 1;
/// The place of every so many lines is remembered, so that a line can be found again in a file of
/// millions without remembering each.
const STRIDE: u64 = 1024;

/// An open journal.
pub struct Journal {
    path: PathBuf,
    sums_path: PathBuf,
    file: File,
    sums: File,
    /// Results in it.
    lines: u64,
    /// Bytes in it, heading included.
    bytes: u64,
    last_sum: String,
    /// Where the lines 0, 1024, 2048 ... begin.
    places: Vec<u64>,
}

impl Journal {
    /// Opens or begins a journal; every result already in it is handed to `each` in order.
    pub fn open(
        path: &Path,
        sums_path: &Path,
        heading: Option<&str>,
        each: &mut dyn FnMut(u64, &[u8]) -> Result<(), JobError>,
    ) -> Result<Journal, JobError> {
        if !sums_path.exists() && holds_results(path, heading)? {
            // Without a checksum no line counts, and what does not count is cut off.
            return Err(JobError::Unsummed(path.into(), sums_path.into()));
        }
        let mut journal = Journal::empty(path, sums_path)?;
        let mut lines = BufReader::new(File::open(path).map_err(JobError::io(path))?);
        journal.take_heading(heading, &mut lines)?;
        let mut sums = BufReader::new(File::open(sums_path).map_err(JobError::io(sums_path))?);
        let mut line = Vec::new();
        loop {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(JobError::io(path))?;
            let mut expected = [0; SUM_LINE as usize];
            let summed = read_all(&mut sums, &mut expected).map_err(JobError::io(sums_path))?;
            if !line.ends_with(b"\n") || !summed {
                break;
            }
            let sum = chained(&journal.last_sum, &line);
            if expected[..SUM_DIGITS] != *sum.as_bytes() {
                let is_last = lines.fill_buf().map_err(JobError::io(path))?.is_empty();
                if is_last {
                    break;
                }
                let number = journal.lines + 1 + u64::from(heading.is_some());
                return Err(JobError::Damaged(path.into(), number));
            }
            each(journal.lines, &line[..line.len() - 1])?;
            journal.count(line.len() as u64, sum);
        }
        journal.cut()?;
        Ok(journal)
    }

    /// Gives checksums to a file that was written without: its whole lines, up to the first that
    /// `accept` refuses. Does nothing where there are checksums already.
    pub fn adopt(
        path: &Path,
        sums_path: &Path,
        heading: Option<&str>,
        accept: &mut dyn FnMut(u64, &[u8]) -> bool,
    ) -> Result<(), JobError> {
        if sums_path.exists() {
            return Ok(());
        }
        let Some(mut lines) = existing(path)? else { return Ok(()) };
        let mut text = String::new();
        let (mut sum, mut line, mut number) = (String::new(), Vec::new(), 0);
        if heading.is_some() {
            lines.read_until(b'\n', &mut line).map_err(JobError::io(path))?;
            line.clear();
        }
        while lines.read_until(b'\n', &mut line).map_err(JobError::io(path))? > 0 {
            if !line.ends_with(b"\n") || !accept(number, &line[..line.len() - 1]) {
                break;
            }
            sum = chained(&sum, &line);
            text += &format!("{sum}\n");
            number += 1;
            line.clear();
        }
        std::fs::write(sums_path, text).map_err(JobError::io(sums_path))
    }

    fn empty(path: &Path, sums_path: &Path) -> Result<Journal, JobError> {
        let open = |path: &Path| {
            let file = OpenOptions::new().append(true).create(true).read(true).open(path);
            file.map_err(JobError::io(path))
        };
        Ok(Journal {
            file: open(path)?,
            sums: open(sums_path)?,
            path: path.into(),
            sums_path: sums_path.into(),
            lines: 0,
            bytes: 0,
            last_sum: String::new(),
            places: Vec::new(),
        })
    }

    fn take_heading(
        &mut self,
        heading: Option<&str>,
        lines: &mut BufReader<File>,
    ) -> Result<(), JobError> {
        let Some(heading) = heading else { return Ok(()) };
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line).map_err(JobError::io(&self.path))?;
        let whole = format!("{heading}\n");
        if !line.ends_with(b"\n") {
            self.file.set_len(0).map_err(JobError::io(&self.path))?;
            self.file.write_all(whole.as_bytes()).map_err(JobError::io(&self.path))?;
        } else if line != whole.as_bytes() {
            return Err(JobError::Damaged(self.path.clone(), 1));
        }
        self.bytes = whole.len() as u64;
        Ok(())
    }

    fn count(&mut self, bytes: u64, sum: String) {
        if self.lines.is_multiple_of(STRIDE) {
            self.places.push(self.bytes);
        }
        self.lines += 1;
        self.bytes += bytes;
        self.last_sum = sum;
    }

    /// Cuts both files behind the last line that counts.
    fn cut(&self) -> Result<(), JobError> {
        self.file.set_len(self.bytes).map_err(JobError::io(&self.path))?;
        self.sums.set_len(self.lines * SUM_LINE).map_err(JobError::io(&self.sums_path))
    }

    /// How many results it holds: the number of the next unit.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends the result of the next unit. If that fails the journal is as it was.
    pub fn append(&mut self, result: &[u8]) -> Result<(), JobError> {
        let mut line = Vec::with_capacity(result.len() + 1);
        line.extend_from_slice(result);
        line.push(b'\n');
        let sum = chained(&self.last_sum, &line);
        let written = self
            .sums
            .write_all(format!("{sum}\n").as_bytes())
            .map_err(JobError::io(&self.sums_path))
            .and_then(|()| self.file.write_all(&line).map_err(JobError::io(&self.path)));
        if let Err(error) = written {
            // A full disk may have taken half a line.
            self.cut()?;
            return Err(error);
        }
        self.count(line.len() as u64, sum);
        Ok(())
    }

    /// The result of a unit that is in the journal.
    pub fn read(&self, unit: u64) -> Result<Vec<u8>, JobError> {
        let mut found = Vec::new();
        self.read_range(unit, unit + 1, &mut |_, line| found = line.to_vec())?;
        Ok(found)
    }

    /// Hands the results of some units to `each`.
    pub fn read_range(
        &self,
        from: u64,
        to: u64,
        each: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<(), JobError> {
        let io = JobError::io(&self.path);
        let Some(&place) = self.places.get((from / STRIDE) as usize) else { return Ok(()) };
        let mut file = File::open(&self.path).map_err(&io)?;
        file.seek(SeekFrom::Start(place)).map_err(&io)?;
        let mut lines = BufReader::new(file);
        let mut line = Vec::new();
        for unit in from / STRIDE * STRIDE..to.min(self.lines) {
            line.clear();
            lines.read_until(b'\n', &mut line).map_err(&io)?;
            if unit >= from {
                each(unit, line.strip_suffix(b"\n").unwrap_or(&line));
            }
        }
        Ok(())
    }

    /// Forgets every result from this unit on.
    pub fn rewind(&mut self, unit: u64) -> Result<(), JobError> {
        if unit >= self.lines {
            return Ok(());
        }
        let mut bytes = self.places[(unit / STRIDE) as usize];
        let mut sum = String::new();
        self.read_range(unit / STRIDE * STRIDE, unit, &mut |_, line| {
            bytes += line.len() as u64 + 1;
        })?;
        if unit > 0 {
            let io = JobError::io(&self.sums_path);
            let mut sums = File::open(&self.sums_path).map_err(&io)?;
            sums.seek(SeekFrom::Start((unit - 1) * SUM_LINE)).map_err(&io)?;
            sums.take(SUM_DIGITS as u64).read_to_string(&mut sum).map_err(&io)?;
        }
        (self.lines, self.bytes, self.last_sum) = (unit, bytes, sum);
        self.places.truncate(unit.div_ceil(STRIDE) as usize);
        self.cut()
    }

    /// Hands everything to the disk itself, against loss of power.
    pub fn sync(&self) -> Result<(), JobError> {
        self.sums.sync_data().map_err(JobError::io(&self.sums_path))?;
        self.file.sync_data().map_err(JobError::io(&self.path))
    }
}

/// A file to be read, if there is one.
fn existing(path: &Path) -> Result<Option<BufReader<File>>, JobError> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(JobError::Io(path.into(), error)),
    }
}

/// Whether a file has whole lines besides its heading.
fn holds_results(path: &Path, heading: Option<&str>) -> Result<bool, JobError> {
    let Some(mut lines) = existing(path)? else { return Ok(false) };
    let mut line = Vec::new();
    for _ in 0..=usize::from(heading.is_some()) {
        line.clear();
        lines.read_until(b'\n', &mut line).map_err(JobError::io(path))?;
    }
    Ok(line.ends_with(b"\n"))
}

/// Whether the buffer could be filled.
fn read_all(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The whole lines of a journal, checksums not looked at: for reports on work that may still go
/// on. `None` for the mark of a parked unit.
pub fn read_results(
    path: &Path,
    each: &mut dyn FnMut(u64, Option<&[u8]>) -> Result<(), JobError>,
) -> Result<(), JobError> {
    let Some(mut lines) = existing(path)? else { return Ok(()) };
    let (mut line, mut unit) = (Vec::new(), 0);
    while lines.read_until(b'\n', &mut line).map_err(JobError::io(path))? > 0 {
        let Some(result) = line.strip_suffix(b"\n") else { break };
        each(unit, (result != crate::PARKED).then_some(result))?;
        unit += 1;
        line.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that fails is not the end of a file: what comes behind it must not be cut off.
    #[test]
    fn an_error_while_checksums_are_read_is_told_and_an_end_is_not_one() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("the disk is broken"))
            }
        }
        let mut buffer = [0; 4];
        assert!(read_all(&mut &b"abcd"[..], &mut buffer).unwrap());
        assert_eq!(&buffer, b"abcd");
        assert!(!read_all(&mut &b"abc"[..], &mut buffer).unwrap());
        let error = read_all(&mut Broken, &mut buffer).unwrap_err();
        assert_eq!(error.to_string(), "the disk is broken");
    }
}
