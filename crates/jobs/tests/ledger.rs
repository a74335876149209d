//! Results that arrive in any order, more than once, or wrong.

mod common;

use alinea_jobs::{Added, Ledger, Output, WINDOW};
use common::{Check, Scratch, create, create_or_open, expected, journal, result};
use proptest::prelude::*;

const UNITS: u64 = 60;

fn output(unit: u64) -> Output {
    Output::new(result(unit))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Any order, any duplicates, the process killed in between: one journal.
    #[test]
    fn order_and_duplicates_change_nothing(
        arrivals in prop::collection::vec((0..UNITS, prop::bool::weighted(0.03)), 0..300),
    ) {
        let dir = Scratch::new();
        let mut fold = Check::default();
        let mut ledger = Ledger::open(create(&dir.0, UNITS), &mut fold).unwrap();
        let mut seen = std::collections::HashSet::new();
        for (unit, killed) in arrivals {
            let new = seen.insert(unit);
            let over = ledger.is_over();
            let added = ledger.add(unit, "w", &output(unit)).unwrap();
            prop_assert_eq!(added, if new && !over { Added::New } else { Added::Same });
            if killed {
                // Nothing is handed over at the end: as after a kill.
                drop(ledger);
                fold = Check::default();
                ledger = Ledger::open(create_or_open(&dir.0, UNITS), &mut fold).unwrap();
                prop_assert!(seen.iter().all(|&unit| ledger.has(unit)));
            }
        }
        let missing: Vec<u64> = ledger.missing(0, UNITS).collect();
        prop_assert_eq!(missing.len() + seen.len(), UNITS as usize);
        for unit in missing {
            ledger.add(unit, "w", &output(unit)).unwrap();
        }
        prop_assert!(!ledger.finish().unwrap().interrupted);
        prop_assert_eq!(journal(&dir.0), expected(UNITS));
    }
}

#[test]
fn a_difference_is_told_with_the_first_result() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 5000), &mut fold).unwrap();
    for unit in (0..3000).chain([3100]) {
        ledger.add(unit, "a", &output(unit)).unwrap();
    }
    // In the journal, far from the places that are remembered, and before its turn.
    for unit in [0, 1023, 1024, 2999, 3100] {
        let mut last = result(unit);
        *last.last_mut().unwrap() ^= 1;
        for other in [Output::new("something else"), Output::new(last)] {
            assert_eq!(ledger.add(unit, "b", &other).unwrap(), Added::Different(result(unit)));
        }
        assert_eq!(ledger.add(unit, "b", &output(unit)).unwrap(), Added::Same);
    }
    assert!(ledger.add(1, "b", &Output::new("two\nlines")).is_err());
    assert!(ledger.add(1, "b", &Output::new("!parked")).is_err());
}

#[test]
fn wrong_results_are_forgotten_and_the_others_kept() {
    struct Any(Vec<u64>);
    impl alinea_jobs::Fold for Any {
        fn reset(&mut self) -> Result<(), alinea_jobs::Refusal> {
            self.0.clear();
            Ok(())
        }
        fn add(&mut self, unit: u64, _: &[u8]) -> Result<alinea_jobs::Next, alinea_jobs::Refusal> {
            self.0.push(unit);
            Ok(alinea_jobs::Next::More)
        }
    }
    let dir = Scratch::new();
    let mut fold = Any(Vec::new());
    let mut ledger = Ledger::open(create(&dir.0, 2000), &mut fold).unwrap();
    let wrong = |unit: u64| unit >= 1100 && unit.is_multiple_of(7);
    for unit in (0..1500).chain(1600..1700) {
        let bytes = if wrong(unit) { Output::new("wrong") } else { output(unit) };
        ledger.add(unit, "w", &bytes).unwrap();
    }
    assert_eq!(ledger.forget(&wrong).unwrap(), Some(1106));
    assert_eq!(ledger.written(), 1106);
    let missing: Vec<u64> = ledger.missing(0, 2000).collect();
    let again = (1106..2000).filter(|&u| wrong(u) || (1500..1600).contains(&u) || u >= 1700);
    assert_eq!(missing, again.collect::<Vec<_>>());
    for unit in missing {
        assert_eq!(ledger.add(unit, "w", &output(unit)).unwrap(), Added::New);
    }
    ledger.finish().unwrap();
    assert_eq!(journal(&dir.0), expected(2000));
    assert_eq!(fold.0, (0..2000).collect::<Vec<_>>());
}

#[test]
fn nothing_is_taken_from_behind_the_window() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10_000_000), &mut fold).unwrap();
    assert_eq!(ledger.limit(), WINDOW);
    assert_eq!(ledger.add(WINDOW, "w", &output(WINDOW)).unwrap(), Added::Unasked);
    assert_eq!(ledger.add(WINDOW - 1, "w", &output(WINDOW - 1)).unwrap(), Added::New);
    ledger.add(0, "w", &output(0)).unwrap();
    assert_eq!(ledger.add(WINDOW, "w", &output(WINDOW)).unwrap(), Added::New);
}

#[test]
fn a_unit_is_given_up_after_three_tries() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 4), &mut fold).unwrap();
    assert!(!ledger.fail(1, "a", "killed\nit").unwrap());
    assert!(!ledger.fail(1, "b", "killed it").unwrap());
    assert_eq!(ledger.failures(1), 2);
    assert!(ledger.fail(1, "c", "killed it").unwrap());
    for unit in [0, 2, 3] {
        ledger.add(unit, "a", &output(unit)).unwrap();
    }
    let finish = ledger.finish().unwrap();
    assert_eq!((finish.interrupted, finish.units, finish.parked), (false, 4, vec![1]));
    assert_eq!(fold.skipped, [1]);
}

/// The notes of a folder: unit, worker and text.
fn noted(dir: &std::path::Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut take = |note: alinea_jobs::Note| {
        found.push(format!("{} {}: {}", note.unit, note.worker, note.text));
    };
    alinea_jobs::read_notes(dir, &mut take).unwrap();
    found
}

#[test]
fn half_a_note_is_cut_off_before_the_next_is_written() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    ledger.add(0, "ana", &output(0).with_note("first")).unwrap();
    drop(ledger);
    let mut notes = std::fs::OpenOptions::new().append(true).open(dir.0.join("notes.txt")).unwrap();
    std::io::Write::write_all(&mut notes, b"1 bru").unwrap();
    let folder = alinea_jobs::Folder::open(&dir.0).unwrap();
    let mut ledger = Ledger::open(folder, &mut fold).unwrap();
    ledger.add(1, "carla", &output(1).with_note("second")).unwrap();
    assert_eq!(noted(&dir.0), ["0 ana: first", "1 carla: second"]);
}

/// The names of workers come from other machines.
#[test]
fn a_name_with_blanks_or_lines_in_it_is_one_word_of_one_note() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    ledger.add(0, "x\n0 honest ", &output(0).with_note("first")).unwrap();
    ledger.fail(1, "ana and bru", "killed").unwrap();
    assert_eq!(noted(&dir.0), ["0 x_0_honest_: first", "1 ana_and_bru: failed: killed"]);
}

#[test]
fn progress_counts_what_waits_and_what_this_run_brought() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    for unit in [0, 1, 4, 7, 8] {
        ledger.add(unit, "w", &output(unit)).unwrap();
    }
    ledger.add(7, "w", &output(7)).unwrap();
    let found = ledger.progress();
    assert_eq!((found.done, found.total, found.fresh), (5, 10, 5));
    assert!(ledger.finish().unwrap().interrupted);
    // What waited for its turn still does; none of it came in this run.
    let ledger = Ledger::open(create_or_open(&dir.0, 10), &mut fold).unwrap();
    let found = ledger.progress();
    assert_eq!((found.done, found.total, found.fresh), (5, 10, 0));
    assert_eq!((ledger.written(), ledger.limit()), (2, 10));
    let has: Vec<u64> = (0..12).filter(|&unit| ledger.has(unit)).collect();
    assert_eq!(has, [0, 1, 4, 7, 8]);
    for unit in 0..12 {
        let there = has.contains(&unit).then(|| result(unit));
        assert_eq!(ledger.result(unit).unwrap(), there, "{unit}");
    }
    assert_eq!(ledger.missing(0, 10).collect::<Vec<_>>(), [2, 3, 5, 6, 9]);
    assert_eq!(ledger.missing(5, 8).collect::<Vec<_>>(), [5, 6]);
}

#[test]
fn results_are_not_asked_for_once_the_fold_has_enough() {
    let dir = Scratch::new();
    let mut fold = Check { enough_at: Some(3), ..Check::default() };
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    for unit in [0, 2, 5] {
        assert_eq!(ledger.add(unit, "w", &output(unit)).unwrap(), Added::New);
        assert!(!ledger.is_over());
    }
    // The gap closes, and unit 2 is the last that counts.
    assert_eq!(ledger.add(1, "w", &output(1)).unwrap(), Added::New);
    assert!(ledger.is_over());
    assert_eq!(ledger.add(3, "w", &output(3)).unwrap(), Added::Unasked);
    assert_eq!(ledger.add(2, "w", &output(2)).unwrap(), Added::Same);
    let finish = ledger.finish().unwrap();
    assert_eq!((finish.interrupted, finish.units), (false, 3));
    assert_eq!(journal(&dir.0), expected(3));
}

#[test]
fn failures_of_units_that_are_there_or_not_asked_for_do_not_count() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 10), &mut fold).unwrap();
    ledger.add(0, "a", &output(0)).unwrap();
    ledger.add(5, "a", &output(5)).unwrap();
    for _ in 0..4 {
        // Somebody else has computed it by now: nothing is left to do about it.
        assert!(ledger.fail(0, "b", "too late").unwrap());
        assert!(ledger.fail(5, "b", "too late").unwrap());
        assert!(!ledger.fail(10, "b", "behind the end").unwrap());
    }
    assert_eq!([0, 5, 10].map(|unit| ledger.failures(unit)), [0, 0, 0]);
    assert_eq!(
        (ledger.result(0).unwrap(), ledger.result(5).unwrap()),
        (Some(result(0)), Some(result(5)))
    );
    // A result after a failure makes the failure forgotten.
    assert!(!ledger.fail(1, "b", "killed").unwrap());
    assert_eq!(ledger.failures(1), 1);
    ledger.add(1, "a", &output(1)).unwrap();
    assert_eq!(ledger.failures(1), 0);
    let mut reasons = Vec::new();
    alinea_jobs::read_notes(&dir.0, &mut |note| reasons.push(note.text)).unwrap();
    reasons.retain(|text| !text.is_empty());
    assert_eq!(reasons, ["failed: killed"]);
}

#[test]
fn the_first_unit_can_be_forgotten_and_the_journal_opens_again() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 40), &mut fold).unwrap();
    for unit in (0..30).filter(|&unit| unit != 12) {
        ledger.add(unit, "w", &output(unit)).unwrap();
    }
    for reason in ["one", "two", "three"] {
        ledger.fail(12, "w", reason).unwrap();
    }
    assert_eq!(ledger.written(), 30);
    assert_eq!(ledger.forget(&|_| false).unwrap(), None);
    assert_eq!(ledger.written(), 30, "nothing was wrong");
    assert_eq!(ledger.forget(&|unit| unit == 0).unwrap(), Some(0));
    assert_eq!(ledger.written(), 0);
    // A unit that was given up gets another chance.
    let missing: Vec<u64> = ledger.missing(0, 30).collect();
    assert_eq!(missing, [0, 12]);
    for unit in missing.into_iter().chain(30..40) {
        assert_eq!(ledger.add(unit, "w", &output(unit)).unwrap(), Added::New);
    }
    let finish = ledger.finish().unwrap();
    assert_eq!((finish.interrupted, finish.units, finish.parked), (false, 40, vec![]));
    assert_eq!((fold.next, fold.skipped.len()), (40, 0));
    assert_eq!(journal(&dir.0), expected(40));
    let again = Ledger::open(create_or_open(&dir.0, 40), &mut fold).unwrap();
    assert!(again.is_over());
}

#[test]
fn units_forgotten_in_the_middle_leave_checksums_that_hold() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = Ledger::open(create(&dir.0, 40), &mut fold).unwrap();
    for unit in 0..30 {
        ledger.add(unit, "w", &output(unit)).unwrap();
    }
    assert_eq!(ledger.forget(&|unit| [17, 20].contains(&unit)).unwrap(), Some(17));
    assert_eq!(ledger.progress().done, 28);
    ledger.add(17, "w", &output(17)).unwrap();
    drop(ledger);
    let ledger = Ledger::open(create_or_open(&dir.0, 40), &mut fold).unwrap();
    assert_eq!((ledger.written(), ledger.progress().done), (20, 29));
    assert_eq!(journal(&dir.0), expected(20));
}

#[test]
fn results_behind_the_window_of_a_forgotten_unit_are_computed_again() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let units = WINDOW + 1000;
    let mut ledger = Ledger::open(create(&dir.0, units), &mut fold).unwrap();
    let waiting = [WINDOW + 49, WINDOW + 50, WINDOW + 51];
    for unit in (0..100).chain(waiting) {
        assert_eq!(ledger.add(unit, "w", &output(unit)).unwrap(), Added::New);
    }
    assert_eq!(ledger.forget(&|unit| unit == 50).unwrap(), Some(50));
    assert_eq!(ledger.limit(), WINDOW + 50);
    assert_eq!(waiting.map(|unit| ledger.has(unit)), [true, false, false]);
    // The same when they were in the journal already.
    for unit in 50..units {
        ledger.add(unit, "w", &output(unit)).unwrap();
    }
    assert!(ledger.is_over());
    assert_eq!(ledger.forget(&|unit| unit == 2).unwrap(), Some(2));
    let missing: Vec<u64> = ledger.missing(0, units).collect();
    let again: Vec<u64> = [2].into_iter().chain(WINDOW + 2..units).collect();
    assert_eq!(missing, again);
}
