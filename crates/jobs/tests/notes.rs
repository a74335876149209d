//! Notes beside the results: who computed a unit, and what a kill leaves of them.

mod common;

use alinea_jobs::{Folder, Ledger, Output, read_notes};
use common::{Check, Scratch, create, result};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The longest note that is kept.
const LONGEST: usize = 32 * 1024;

fn notes(dir: &Path) -> Vec<(u64, String, String)> {
    let mut found = Vec::new();
    read_notes(dir, &mut |note| found.push((note.unit, note.worker, note.text))).unwrap();
    found
}

/// As a process leaves it that is killed while it writes.
fn tear(dir: &Path, torn: &[u8]) {
    let file = fs::OpenOptions::new().append(true).open(dir.join("notes.txt"));
    file.unwrap().write_all(torn).unwrap();
}

#[test]
fn who_computed_a_unit_is_noted_unless_it_was_this_machine() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    let plain = |unit| Output::new(result(unit));
    ledger.add(0, "ana", &plain(0)).unwrap();
    ledger.add(1, "-", &plain(1)).unwrap();
    ledger.add(2, "-", &plain(2).with_note("took 3 ms")).unwrap();
    ledger.add(3, "bruno", &plain(3).with_note("took 4 ms")).unwrap();
    let note = |unit, worker: &str, text: &str| (unit, worker.to_owned(), text.to_owned());
    let expected = [note(0, "ana", ""), note(2, "-", "took 3 ms"), note(3, "bruno", "took 4 ms")];
    assert_eq!(notes(&dir.0), expected);
}

#[test]
fn a_note_is_cut_off_where_it_is_too_long() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    for (unit, length) in [(0, LONGEST - 1), (1, LONGEST), (2, LONGEST + 1), (3, 5 * LONGEST)] {
        let output = Output::new(result(unit)).with_note(vec![b'n'; length]);
        ledger.add(unit, "ana", &output).unwrap();
    }
    let lengths: Vec<usize> = notes(&dir.0).iter().map(|note| note.2.len()).collect();
    assert_eq!(lengths, [LONGEST - 1, LONGEST, LONGEST, LONGEST]);
}

/// Only the end of a long file is read for it; what comes before stays as it is.
#[test]
fn a_torn_note_is_cut_off_a_long_file_and_nothing_else_is() {
    for torn in [0, 1, 900, LONGEST] {
        let dir = Scratch::new();
        let mut fold = Check::default();
        let mut ledger = Ledger::open(create(&dir.0, 200), &mut fold).unwrap();
        for unit in 0..150 {
            let output = Output::new(result(unit)).with_note(format!("{unit:>1000}"));
            ledger.add(unit, "ana", &output).unwrap();
        }
        drop(ledger);
        let whole = fs::read(dir.0.join("notes.txt")).unwrap();
        assert!(whole.len() > 4 * LONGEST);
        let half = [b"150 somebody-with-a-long-name ", &vec![b'n'; torn][..]].concat();
        tear(&dir.0, &half[..if torn == 0 { 0 } else { half.len() }]);
        let folder = Folder::open(&dir.0).unwrap();
        drop(Ledger::open(folder, &mut fold).unwrap());
        assert!(fs::read(dir.0.join("notes.txt")).unwrap() == whole, "{torn} bytes of a note");
    }
}

#[test]
fn a_file_of_half_a_note_becomes_an_empty_one() {
    let dir = Scratch::new();
    drop(create(&dir.0, 10));
    fs::write(dir.0.join("notes.txt"), "0 an").unwrap();
    let mut fold = Check::default();
    drop(Ledger::open(Folder::open(&dir.0).unwrap(), &mut fold).unwrap());
    assert_eq!(fs::read(dir.0.join("notes.txt")).unwrap(), b"");
}

#[test]
fn a_folder_without_notes_has_none() {
    assert_eq!(notes(&Scratch::new().0), Vec::new());
}

/// Other systems than Unix tell this and a file that is not there with one error.
#[cfg(unix)]
#[test]
fn notes_that_cannot_be_read_are_an_error_with_their_path() {
    let dir = Scratch::new();
    // A file in the place of the folder.
    fs::write(&dir.0, "a file").unwrap();
    let error = read_notes(&dir.0, &mut |_| {}).unwrap_err().to_string();
    fs::remove_file(&dir.0).unwrap();
    let path = dir.0.join("notes.txt");
    assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
}
