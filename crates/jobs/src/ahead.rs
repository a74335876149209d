//! Results that came before their turn: kept on disk and in memory until the journal reaches them.

use crate::JobError;
use crate::hash::chained;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file is written anew when it is this long and mostly holds what is in the journal by now.
const COMPACT_BYTES: u64 = 4 << 20;

/// Units with their results, behind the end of the journal. A line a unit: number, checksum,
/// result; a line that is not whole is as if it had never come.
pub(crate) struct Ahead {
    path: PathBuf,
    file: File,
    bytes: u64,
    results: BTreeMap<u64, Vec<u8>>,
    live_bytes: u64,
}

impl Ahead {
    /// Opens the file, keeping what comes at or after `from`.
    pub(crate) fn open(path: &Path, from: u64) -> Result<Ahead, JobError> {
        let text = fs::read(path).unwrap_or_default();
        let whole = text.split_inclusive(|&b| b == b'\n').filter_map(parse);
        let results: BTreeMap<u64, Vec<u8>> = whole.filter(|(unit, _)| *unit >= from).collect();
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(JobError::io(path))?;
        let live_bytes = results.values().map(|result| result.len() as u64).sum();
        let mut ahead = Ahead { path: path.into(), file, bytes: 0, results, live_bytes };
        ahead.rewrite()?;
        Ok(ahead)
    }

    pub(crate) fn len(&self) -> u64 {
        self.results.len() as u64
    }

    pub(crate) fn get(&self, unit: u64) -> Option<&[u8]> {
        self.results.get(&unit).map(Vec::as_slice)
    }

    /// Writes a result down.
    pub(crate) fn put(&mut self, unit: u64, result: &[u8]) -> Result<(), JobError> {
        let line = render(unit, result);
        if let Err(error) = self.file.write_all(&line) {
            let _ = self.file.set_len(self.bytes);
            return Err(JobError::Io(self.path.clone(), error));
        }
        self.bytes += line.len() as u64;
        self.hold(unit, result.to_vec());
        Ok(())
    }

    fn hold(&mut self, unit: u64, result: Vec<u8>) {
        self.live_bytes += result.len() as u64;
        if let Some(old) = self.results.insert(unit, result) {
            self.live_bytes -= old.len() as u64;
        }
    }

    /// Takes a unit out of memory; its line stays until [`Ahead::tidy`].
    pub(crate) fn take(&mut self, unit: u64) -> Option<Vec<u8>> {
        let result = self.results.remove(&unit)?;
        self.live_bytes -= result.len() as u64;
        Some(result)
    }

    /// Shortens the file when most of it is in the journal.
    pub(crate) fn tidy(&mut self) -> Result<(), JobError> {
        if self.results.is_empty() && self.bytes > 0 {
            self.file.set_len(0).map_err(JobError::io(&self.path))?;
            self.bytes = 0;
        }
        if self.bytes > COMPACT_BYTES && self.bytes > 4 * self.live_bytes {
            self.rewrite()?;
        }
        Ok(())
    }

    /// Replaces what is held: the journal was rewound.
    pub(crate) fn replace(&mut self, results: BTreeMap<u64, Vec<u8>>) -> Result<(), JobError> {
        self.live_bytes = results.values().map(|result| result.len() as u64).sum();
        self.results = results;
        self.rewrite()
    }

    /// Everything that is held.
    pub(crate) fn drain(&mut self) -> BTreeMap<u64, Vec<u8>> {
        self.live_bytes = 0;
        std::mem::take(&mut self.results)
    }

    /// Written beside and renamed: at every moment one of the two is whole.
    fn rewrite(&mut self) -> Result<(), JobError> {
        let beside = self.path.with_extension("new");
        let text: Vec<u8> =
            self.results.iter().flat_map(|(unit, result)| render(*unit, result)).collect();
        fs::write(&beside, &text)
            .and_then(|()| fs::rename(&beside, &self.path))
            .map_err(JobError::io(&self.path))?;
        let file = OpenOptions::new().append(true).open(&self.path);
        self.file = file.map_err(JobError::io(&self.path))?;
        self.bytes = text.len() as u64;
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), JobError> {
        self.file.sync_data().map_err(JobError::io(&self.path))
    }

    /// Removes the file: nobody asks for what is in it any more.
    pub(crate) fn remove(self) -> Result<(), JobError> {
        fs::remove_file(&self.path).map_err(JobError::io(&self.path))
    }
}

fn render(unit: u64, result: &[u8]) -> Vec<u8> {
    let unit = unit.to_string();
    let mut line = format!("{unit} {} ", chained(&unit, result)).into_bytes();
    line.extend_from_slice(result);
    line.push(b'\n');
    line
}

fn parse(line: &[u8]) -> Option<(u64, Vec<u8>)> {
    let line = line.strip_suffix(b"\n")?;
    let mut parts = line.splitn(3, |&b| b == b' ');
    let unit = std::str::from_utf8(parts.next()?).ok()?;
    let (sum, result) = (parts.next()?, parts.next()?);
    (chained(unit, result).as_bytes() == sum).then_some((unit.parse().ok()?, result.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_not_whole_do_not_count() {
        let line = render(17, b"a result, with spaces");
        assert_eq!(parse(&line), Some((17, b"a result, with spaces".to_vec())));
        for cut in 0..line.len() {
            assert_eq!(parse(&line[..cut]), None, "{cut}");
        }
        let mut changed = line.clone();
        changed[1] ^= 1;
        assert_eq!(parse(&changed), None);
    }

    /// A file of its own for one test; what an earlier run of the test left is gone.
    fn fresh(name: &str) -> PathBuf {
        let name = format!("alinea-ahead-{}-{name}.txt", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        path
    }

    fn length(path: &Path) -> u64 {
        fs::metadata(path).unwrap().len()
    }

    #[test]
    fn a_long_file_is_written_anew_once_most_of_it_is_in_the_journal() {
        let path = fresh("long");
        let mebibyte = vec![b'x'; 1 << 20];
        let mut ahead = Ahead::open(&path, 0).unwrap();
        for unit in [1, 2, 3, 4, 5, 5] {
            ahead.put(unit, &mebibyte).unwrap();
        }
        let whole = length(&path);
        assert!(whole > 6 << 20, "{whole}");
        // A third of the file or more is still wanted: copying it again and again would cost too much.
        for unit in [1, 2, 3] {
            assert_eq!(ahead.take(unit).as_deref(), Some(&mebibyte[..]));
            ahead.tidy().unwrap();
            assert_eq!(length(&path), whole, "after {unit}");
        }
        // Unit 5 came twice and counts once: a sixth is wanted now.
        ahead.take(4);
        ahead.tidy().unwrap();
        assert_eq!(length(&path), render(5, &mebibyte).len() as u64);
        assert_eq!((ahead.len(), ahead.get(5)), (1, Some(&mebibyte[..])));
        // What is put now goes behind it, and all of it is found again.
        ahead.put(7, b"seven").unwrap();
        drop(ahead);
        let again = Ahead::open(&path, 0).unwrap();
        assert_eq!((again.get(5), again.get(7)), (Some(&mebibyte[..]), Some(&b"seven"[..])));
        again.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_short_file_is_left_alone_until_nothing_in_it_is_wanted() {
        let path = fresh("short");
        let mut ahead = Ahead::open(&path, 0).unwrap();
        ahead.put(1, &[b'x'; 1000]).unwrap();
        ahead.put(2, b"y").unwrap();
        let whole = length(&path);
        ahead.take(1);
        ahead.tidy().unwrap();
        assert_eq!((length(&path), ahead.len()), (whole, 1));
        assert_eq!(ahead.take(2).as_deref(), Some(&b"y"[..]));
        assert_eq!(ahead.take(2), None, "it was taken");
        ahead.tidy().unwrap();
        assert_eq!((length(&path), ahead.len()), (0, 0));
        // Emptied, it takes results as before.
        ahead.put(3, b"z").unwrap();
        drop(ahead);
        assert_eq!(fs::read(&path).unwrap(), render(3, b"z"));
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn only_results_that_the_journal_lacks_are_kept_when_the_file_is_opened() {
        let path = fresh("from");
        let lines = [render(4, b"four"), render(5, b"five"), render(9, b"nine")].concat();
        fs::write(&path, [&lines[..], b"10 torn"].concat()).unwrap();
        let mut ahead = Ahead::open(&path, 5).unwrap();
        assert_eq!((ahead.len(), ahead.get(4), ahead.get(10)), (2, None, None));
        assert_eq!(fs::read(&path).unwrap(), [render(5, b"five"), render(9, b"nine")].concat());
        let held = ahead.drain();
        assert_eq!(
            held.into_iter().collect::<Vec<_>>(),
            [(5, b"five".into()), (9, b"nine".into())]
        );
        ahead.replace(BTreeMap::from([(6, b"six".to_vec())])).unwrap();
        assert_eq!((ahead.get(5), ahead.get(6)), (None, Some(&b"six"[..])));
        assert_eq!(fs::read(&path).unwrap(), render(6, b"six"), "the file says the same");
        fs::remove_file(&path).unwrap();
    }
}
