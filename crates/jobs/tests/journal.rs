//! The journal alone: lines found again, taken back, adopted, and damage told from a kill.

mod common;

use alinea_jobs::{JobError, Journal, read_results};
use common::{Scratch, expected, result};
use std::fs;
use std::path::{Path, PathBuf};

/// More than two of the strides whose places are remembered.
const LINES: u64 = 2500;

struct Files {
    _dir: Scratch,
    journal: PathBuf,
    sums: PathBuf,
}

impl Files {
    fn new() -> Files {
        let dir = Scratch::new();
        fs::create_dir_all(&dir.0).unwrap();
        let (journal, sums) = (dir.0.join("results.txt"), dir.0.join("sums.txt"));
        Files { _dir: dir, journal, sums }
    }

    /// Opens the journal; also says which results were in it.
    fn open(&self, heading: Option<&str>) -> Result<(Journal, Vec<Vec<u8>>), JobError> {
        let mut found = Vec::new();
        let journal = Journal::open(&self.journal, &self.sums, heading, &mut |unit, line| {
            assert_eq!(unit, found.len() as u64);
            found.push(line.to_vec());
            Ok(())
        })?;
        Ok((journal, found))
    }

    /// A journal of so many units.
    fn written(&self, heading: Option<&str>, units: u64) -> Journal {
        let mut journal = self.open(heading).unwrap().0;
        (0..units).for_each(|unit| journal.append(&result(unit)).unwrap());
        journal
    }

    fn bytes(&self) -> (Vec<u8>, Vec<u8>) {
        (fs::read(&self.journal).unwrap(), fs::read(&self.sums).unwrap())
    }
}

#[test]
fn a_line_is_found_again_however_far_in_it_lies() {
    let files = Files::new();
    let journal = files.written(Some("a heading"), LINES);
    assert_eq!((journal.lines(), journal.path()), (LINES, &*files.journal));
    for unit in [0, 1, 1023, 1024, 1025, 2047, 2048, LINES - 1] {
        assert_eq!(journal.read(unit).unwrap(), result(unit), "{unit}");
    }
    let range = |from, to| {
        let mut found = Vec::new();
        journal.read_range(from, to, &mut |unit, line| found.push((unit, line.to_vec()))).unwrap();
        found
    };
    let lines = |units: std::ops::Range<u64>| units.map(|u| (u, result(u))).collect::<Vec<_>>();
    assert_eq!(range(1000, 1030), lines(1000..1030));
    assert_eq!(range(LINES - 2, LINES + 9), lines(LINES - 2..LINES));
    assert_eq!((range(7, 7), range(LINES, LINES + 1), range(9000, 9001)), (vec![], vec![], vec![]));
}

#[test]
fn a_journal_taken_back_goes_on_as_if_the_rest_had_never_been() {
    for heading in [None, Some("a heading")] {
        let straight = Files::new();
        drop(straight.written(heading, LINES));
        for unit in [0, 1, 2, 1023, 1024, 1025, 2050, LINES - 1] {
            let files = Files::new();
            let mut journal = files.written(heading, unit);
            for _ in unit..LINES {
                journal.append(b"wrong").unwrap();
            }
            journal.rewind(unit).unwrap();
            assert_eq!(journal.lines(), unit);
            (unit..LINES).for_each(|unit| journal.append(&result(unit)).unwrap());
            assert_eq!(journal.read(LINES - 1).unwrap(), result(LINES - 1));
            drop(journal);
            assert!(files.bytes() == straight.bytes(), "{heading:?}, back to {unit}");
        }
    }
}

#[test]
fn taking_back_what_is_not_there_changes_nothing() {
    let files = Files::new();
    let mut journal = files.written(None, 10);
    let before = files.bytes();
    journal.rewind(10).unwrap();
    journal.rewind(5000).unwrap();
    assert_eq!((journal.lines(), files.bytes() == before), (10, true));
}

#[test]
fn the_number_of_a_damaged_line_counts_the_heading() {
    for (heading, number) in [(None, 4), (Some("a heading"), 5)] {
        let files = Files::new();
        drop(files.written(heading, 10));
        let text = String::from_utf8(files.bytes().0).unwrap();
        let damaged = text.replacen("\n3 ", "\n8 ", 1);
        fs::write(&files.journal, &damaged).unwrap();
        let error = files.open(heading).err().unwrap();
        let said = format!(
            "{}, line {number}: does not match its checksum; cut the file before this line to \
             have the rest computed again",
            files.journal.display()
        );
        assert_eq!(error.to_string(), said);
        assert_eq!(fs::read_to_string(&files.journal).unwrap(), damaged, "left for people to see");
    }
}

/// A kill may have left anything in the place of the last line; nothing behind it is lost.
#[test]
fn a_last_line_that_does_not_match_is_cut_off() {
    let files = Files::new();
    drop(files.written(None, 10));
    let before = files.bytes();
    let nine = expected(9);
    fs::write(&files.journal, [&nine[..], b"something else\n"].concat()).unwrap();
    let (mut journal, found) = files.open(None).unwrap();
    assert_eq!((journal.lines(), found.len()), (9, 9));
    assert_eq!(files.bytes(), (nine, before.1[..9 * 17].to_vec()));
    journal.append(&result(9)).unwrap();
    assert_eq!(files.bytes(), before);
}

/// A folder that was copied without its checksums: nothing of it is cut off.
#[test]
fn results_without_any_checksums_are_left_alone() {
    for heading in [None, Some("a heading")] {
        let files = Files::new();
        drop(files.written(heading, 10));
        let whole = files.bytes();
        fs::remove_file(&files.sums).unwrap();
        let error = files.open(heading).err().unwrap();
        let (journal, sums) = (files.journal.display(), files.sums.display());
        let said = format!(
            "{journal} holds results, but {sums} with their checksums is missing; bring it back, \
             or remove {journal} to have everything computed again"
        );
        assert_eq!(error.to_string(), said);
        assert_eq!(fs::read(&files.journal).unwrap(), whole.0);
        fs::write(&files.sums, &whole.1).unwrap();
        assert_eq!(files.open(heading).unwrap().1.len(), 10);
        // Where there is no result yet nothing can be lost.
        let fresh = Files::new();
        fs::write(&fresh.journal, heading.map_or(String::new(), |text| format!("{text}\n")))
            .unwrap();
        assert_eq!(fresh.open(heading).unwrap().1.len(), 0);
    }
}

#[test]
fn half_a_heading_is_written_anew_and_another_is_refused() {
    let files = Files::new();
    fs::write(&files.journal, "unit,wo").unwrap();
    drop(files.written(Some("unit,words"), 3));
    let whole = [b"unit,words\n".to_vec(), expected(3)].concat();
    assert_eq!(files.bytes().0, whole);
    let (_, found) = files.open(Some("unit,words")).unwrap();
    assert_eq!(found, [result(0), result(1), result(2)]);
    let refused = files.open(Some("unit,other")).err().unwrap();
    assert!(matches!(&refused, JobError::Damaged(path, 1) if *path == files.journal), "{refused}");
    assert_eq!(files.bytes().0, whole);
}

fn adopt(path: &Path, files: &Files, limit: u64) -> Result<Vec<u64>, JobError> {
    let mut asked = Vec::new();
    Journal::adopt(path, &files.sums, None, &mut |unit, line| {
        asked.push(unit);
        assert_eq!(line, result(unit));
        unit < limit
    })?;
    Ok(asked)
}

#[test]
fn old_lines_are_adopted_up_to_the_first_that_is_refused() {
    let files = Files::new();
    fs::write(&files.journal, expected(10)).unwrap();
    assert_eq!(adopt(&files.journal, &files, 4).unwrap(), [0, 1, 2, 3, 4]);
    // There are checksums now: nobody is asked again.
    assert_eq!(adopt(&files.journal, &files, 10).unwrap(), Vec::<u64>::new());
    let (_, found) = files.open(None).unwrap();
    assert_eq!(found, (0..4).map(result).collect::<Vec<_>>());
    assert_eq!(files.bytes().0, expected(4));
}

#[test]
fn where_nothing_was_written_nothing_is_adopted() {
    let files = Files::new();
    assert_eq!(adopt(&files.journal, &files, 10).unwrap(), Vec::<u64>::new());
    assert!(!files.sums.exists());
}

/// What cannot be read is not the same as what is not there. Other systems than Unix tell both with
/// one error.
#[cfg(unix)]
#[test]
fn a_journal_that_cannot_be_read_is_an_error_with_its_path() {
    let files = Files::new();
    fs::write(&files.journal, "a file").unwrap();
    // Below a file no other file can be.
    let path = files.journal.join("below");
    let adopted = adopt(&path, &files, 10).unwrap_err().to_string();
    let read = read_results(&path, &mut |_, _| Ok(())).unwrap_err().to_string();
    for error in [adopted, read] {
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    }
}

#[test]
fn a_report_reads_whole_lines_and_the_marks_of_units_given_up() {
    let files = Files::new();
    let read = |path: &Path| {
        let mut found = Vec::new();
        let outcome = read_results(path, &mut |unit, result| {
            found.push((unit, result.map(<[u8]>::to_vec)));
            Ok(())
        });
        outcome.map(|()| found)
    };
    assert_eq!(read(&files.journal).unwrap(), [], "not begun yet");
    fs::write(&files.journal, "zero\n!parked\n\n!parked or not\nhalf a li").unwrap();
    let line = |text: &str| Some(text.as_bytes().to_vec());
    let whole = [(0, line("zero")), (1, None), (2, line("")), (3, line("!parked or not"))];
    assert_eq!(read(&files.journal).unwrap(), whole);
}
