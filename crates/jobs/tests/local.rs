//! Jobs on one machine: the same journal however they were run.

mod common;

use alinea_core::Stop;
use alinea_jobs::{Finish, Folder, JobError, Options, Plan, read_notes, run};
use common::{Check, Scramble, Scratch, create, create_or_open, expected, journal};
use std::fs;
use std::path::Path;
use std::time::Duration;

const UNITS: u64 = 3000;

fn work(dir: &Path, threads: usize, stop_after: Option<u64>) -> Finish {
    let stop = Stop::new();
    let options = Options { threads, stop: stop.clone() };
    let folder = create_or_open(dir, UNITS);
    let mut fold = Check::default();
    run(folder, &Scramble::default(), &mut fold, &options, &mut |progress| {
        if stop_after.is_some_and(|limit| progress.fresh >= limit) {
            stop.stop();
        }
    })
    .unwrap()
}

#[test]
fn threads_change_nothing() {
    let (one, five) = (Scratch::new(), Scratch::new());
    let finish = work(&one.0, 1, None);
    assert_eq!(finish, Finish { interrupted: false, units: UNITS, parked: vec![] });
    work(&five.0, 5, None);
    assert_eq!(journal(&one.0), expected(UNITS));
    assert_eq!(journal(&five.0), expected(UNITS));
    assert!(!five.0.join("ahead.txt").exists());
    let mut noted = 0;
    read_notes(&five.0, &mut |note| noted += u64::from(note.text == "a note")).unwrap();
    assert_eq!(noted, UNITS);
}

#[test]
fn stopped_and_resumed_equals_uninterrupted() {
    let dir = Scratch::new();
    let mut interruptions = 0;
    for limit in [1, 100, 7, 500, 1] {
        let finish = work(&dir.0, 3, Some(limit));
        interruptions += u32::from(finish.interrupted);
        assert!(expected(UNITS).starts_with(&journal(&dir.0)));
    }
    assert!(interruptions > 0);
    assert!(!work(&dir.0, 2, None).interrupted);
    assert_eq!(journal(&dir.0), expected(UNITS));
    // A finished job resumed once more stays as it is.
    assert!(!work(&dir.0, 2, None).interrupted);
    assert_eq!(journal(&dir.0), expected(UNITS));
}

#[test]
fn a_fold_that_has_enough_ends_the_journal_there() {
    for threads in [1, 4] {
        let dir = Scratch::new();
        let mut fold = Check { enough_at: Some(777), ..Check::default() };
        let options = Options { threads, ..Options::default() };
        let work = Scramble::default();
        let finish = run(create(&dir.0, UNITS), &work, &mut fold, &options, &mut |_| {}).unwrap();
        assert_eq!((finish.interrupted, finish.units), (false, 777));
        assert_eq!(journal(&dir.0), expected(777));
        // Also when it is opened again.
        let finish = run(Folder::open(&dir.0).unwrap(), &work, &mut fold, &options, &mut |_| {});
        assert_eq!((finish.unwrap().units, fold.next), (777, 777));
    }
}

#[test]
fn a_unit_that_panics_is_parked_and_the_rest_goes_on() {
    let dir = Scratch::new();
    let (work, mut fold) =
        (Scramble { panics_at: Some(11), ..Scramble::default() }, Check::default());
    let options = Options { threads: 3, ..Options::default() };
    let finish = run(create(&dir.0, 50), &work, &mut fold, &options, &mut |_| {}).unwrap();
    assert_eq!(finish, Finish { interrupted: false, units: 50, parked: vec![11] });
    assert_eq!(fold.skipped, [11]);
    let text = String::from_utf8(journal(&dir.0)).unwrap();
    assert_eq!(text.lines().nth(11), Some("!parked"));
    assert_eq!(text.lines().count(), 50);
    let mut reasons = Vec::new();
    read_notes(&dir.0, &mut |note| {
        if note.unit == 11 {
            reasons.push(note.text);
        }
    })
    .unwrap();
    assert_eq!(reasons.len(), 3, "three tries: {reasons:?}");
    assert!(reasons[0].contains("this unit is poisoned"), "{reasons:?}");
}

#[test]
fn a_journal_cut_anywhere_is_read_up_to_its_last_whole_line() {
    let whole = Scratch::new();
    let options = Options { threads: 1, ..Options::default() };
    let work = Scramble::default();
    let mut fold = Check::default();
    run(create(&whole.0, 40), &work, &mut fold, &options, &mut |_| {}).unwrap();
    let (lines, sums) = (journal(&whole.0), fs::read(whole.0.join("sums.txt")).unwrap());
    for cut in (0..lines.len()).step_by(97) {
        for sums_cut in [17 * 3 + 5, sums.len()] {
            let dir = Scratch::new();
            fs::create_dir_all(&dir.0).unwrap();
            fs::copy(whole.0.join("plan.json"), dir.0.join("plan.json")).unwrap();
            fs::write(dir.0.join("results.txt"), &lines[..cut]).unwrap();
            fs::write(dir.0.join("sums.txt"), &sums[..sums_cut]).unwrap();
            let folder = Folder::open(&dir.0).unwrap();
            run(folder, &work, &mut fold, &options, &mut |_| {}).unwrap();
            assert_eq!(journal(&dir.0), lines, "cut at {cut} and {sums_cut}");
            assert_eq!(fs::read(dir.0.join("sums.txt")).unwrap(), sums);
        }
    }
}

#[test]
fn a_changed_line_is_refused_with_its_number() {
    let dir = Scratch::new();
    work(&dir.0, 2, None);
    let mut bytes = journal(&dir.0);
    bytes[200] ^= 1;
    let line = 1 + bytes[..200].iter().filter(|&&b| b == b'\n').count() as u64;
    fs::write(dir.0.join("results.txt"), &bytes).unwrap();
    let folder = Folder::open(&dir.0).unwrap();
    let options = Options::default();
    let mut fold = Check::default();
    let outcome = run(folder, &Scramble::default(), &mut fold, &options, &mut |_| {});
    assert!(matches!(outcome, Err(JobError::Damaged(_, found)) if found == line), "{outcome:?}");
    // Its sentence says what to do, and doing it works.
    let keep: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').take(line as usize - 1).collect();
    fs::write(dir.0.join("results.txt"), keep.concat()).unwrap();
    work(&dir.0, 2, None);
    assert_eq!(journal(&dir.0), expected(UNITS));
}

#[test]
fn folders_are_not_mixed_up() {
    let dir = Scratch::new();
    let folder = create(&dir.0, 5);
    assert!(matches!(Folder::open(&dir.0), Err(JobError::Locked(_))));
    drop(folder);
    let again = Folder::create(&dir.0, Plan::new("scramble", 5), &[]);
    assert!(matches!(again, Err(JobError::Taken(_))));
    let empty = Scratch::new();
    assert!(matches!(Folder::open(&empty.0), Err(JobError::Empty(_))));
    fs::write(dir.0.join("plan.json"), "{\"version\": 1}").unwrap();
    assert!(matches!(Folder::open(&dir.0), Err(JobError::Plan(..))));
}

/// As when another thread starts a program just now, which holds the lock until it runs.
#[test]
fn a_lock_that_is_let_go_in_a_moment_is_waited_for() {
    let dir = Scratch::new();
    drop(create(&dir.0, 5));
    let held = fs::OpenOptions::new().append(true).open(dir.0.join("lock")).unwrap();
    held.lock().unwrap();
    let opened = std::thread::scope(|threads| {
        let opened = threads.spawn(|| Folder::open(&dir.0).map(drop));
        std::thread::sleep(std::time::Duration::from_millis(50));
        drop(held);
        opened.join().unwrap()
    });
    assert!(opened.is_ok(), "{opened:?}");
}

#[test]
fn files_travel_in_the_folder_and_are_checked() {
    let dir = Scratch::new();
    let files: [(&str, &[u8]); 2] = [("openings.txt", b"44\n12\n"), ("weights", &[0, 10, 255])];
    let folder = Folder::create(&dir.0, Plan::new("scramble", 5), &files).unwrap();
    drop(folder);
    let folder = Folder::open(&dir.0).unwrap();
    let job = folder.job();
    for (name, bytes) in files {
        assert_eq!(job.file(name).unwrap(), bytes);
    }
    assert!(job.file("other").is_err());
    fs::write(job.path("weights").unwrap(), b"changed").unwrap();
    let error = job.file("weights").unwrap_err().to_string();
    assert!(error.contains("expected the file weights of the plan, found other bytes"), "{error}");
}

#[test]
fn a_heading_comes_first_and_old_lines_are_adopted() {
    let dir = Scratch::new();
    let out = dir.0.join("elsewhere.csv");
    let plan = || {
        let mut plan = Plan::new("scramble", 30);
        plan.heading = Some("unit words".into());
        plan
    };
    let expected = [b"unit words\n".to_vec(), expected(30)].concat();
    fs::create_dir_all(&dir.0).unwrap();
    // Written by a version without checksums, the last line torn.
    let seven = expected.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(7).unwrap().0;
    fs::write(&out, &expected[..seven + 9]).unwrap();
    let folder = Folder::create(&dir.0.join("job"), plan(), &[]).unwrap();
    let folder = folder.with_journal(out.clone());
    let mut adopted = 0;
    folder
        .adopt(&mut |unit, line| {
            adopted += 1;
            line == common::result(unit)
        })
        .unwrap();
    assert_eq!(adopted, 7);
    let (mut fold, mut first) = (Check::default(), None);
    let work = Scramble { slow: Duration::from_micros(1), ..Scramble::default() };
    run(folder, &work, &mut fold, &Options::default(), &mut |progress| {
        first.get_or_insert(progress.done);
    })
    .unwrap();
    assert_eq!((first, fold.next), (Some(7), 30));
    assert_eq!(fs::read(&out).unwrap(), expected);
}

#[test]
fn ten_million_units_are_planned_without_holding_them() {
    let dir = Scratch::new();
    let mut fold = Check { enough_at: Some(20_000), ..Check::default() };
    let before = peak_kib();
    let folder = create(&dir.0, 10_000_000);
    let finish =
        run(folder, &Scramble::default(), &mut fold, &Options::default(), &mut |_| {}).unwrap();
    assert_eq!(finish.units, 20_000);
    let grown = peak_kib().saturating_sub(before);
    assert!(grown < 64 * 1024, "{grown} KiB for a plan of ten million units");
}

/// The most memory this process has used; 0 where the system does not say.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}
