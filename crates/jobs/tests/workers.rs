//! What workers are asked for: every unit once, a failing one three times, nothing in vain.

mod common;

use alinea_core::Stop;
use alinea_jobs::{
    Finish, Folder, JobError, Options, Output, Refusal, Unfinished, Work, Worker, run, run_unit,
};
use common::{Check, Scratch, create, expected, journal, result};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Counts what it is asked for. Looks at no clock and at no wish to stop.
#[derive(Default)]
struct Counted {
    runs: Mutex<BTreeMap<u64, usize>>,
    workers: AtomicUsize,
    /// Workers that can be made before the next is refused.
    most_workers: Option<usize>,
    fails_at: Option<u64>,
    slow: Duration,
}

impl Counted {
    fn runs(&self) -> BTreeMap<u64, usize> {
        self.runs.lock().unwrap().clone()
    }

    fn workers(&self) -> usize {
        self.workers.load(Ordering::SeqCst)
    }
}

impl Work for Counted {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        let made = self.workers.fetch_add(1, Ordering::SeqCst);
        if self.most_workers.is_some_and(|most| made >= most) {
            return Err(Refusal::new("no engine of this name"));
        }
        Ok(Box::new(Counting(self)))
    }
}

struct Counting<'c>(&'c Counted);

impl Worker for Counting<'_> {
    fn run(&mut self, unit: u64, _: &Stop) -> Result<Output, Unfinished> {
        *self.0.runs.lock().unwrap().entry(unit).or_default() += 1;
        std::thread::sleep(self.0.slow);
        if self.0.fails_at == Some(unit) {
            return Err(Unfinished::Failed(Refusal::new("it always fails")));
        }
        Ok(Output::new(result(unit)))
    }
}

fn once(units: std::ops::Range<u64>) -> BTreeMap<u64, usize> {
    units.map(|unit| (unit, 1)).collect()
}

fn threads(threads: usize) -> Options {
    Options { threads, ..Options::default() }
}

#[test]
fn every_unit_is_computed_once_and_no_other() {
    for count in [0, 1, 4] {
        let dir = Scratch::new();
        let (work, mut fold) = (Counted::default(), Check::default());
        run(create(&dir.0, 300), &work, &mut fold, &threads(count), &mut |_| {}).unwrap();
        assert_eq!(work.runs(), once(0..300), "{count} threads");
        assert!((1..=count.max(1)).contains(&work.workers()), "{}", work.workers());
        assert_eq!(journal(&dir.0), expected(300));
    }
    assert!(Options::default().threads >= 1);
}

#[test]
fn units_that_an_earlier_run_finished_are_not_computed_again() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    let mut ledger = alinea_jobs::Ledger::open(create(&dir.0, 50), &mut fold).unwrap();
    for unit in (0..10).chain([12, 13, 40]) {
        ledger.add(unit, "w", &Output::new(result(unit))).unwrap();
    }
    drop(ledger);
    let work = Counted::default();
    let folder = Folder::open(&dir.0).unwrap();
    run(folder, &work, &mut fold, &threads(3), &mut |_| {}).unwrap();
    let mut left = once(10..50);
    left.retain(|unit, _| ![12, 13, 40].contains(unit));
    assert_eq!(work.runs(), left);
    assert_eq!(journal(&dir.0), expected(50));
}

#[test]
fn a_unit_that_fails_is_tried_three_times_and_the_others_once() {
    for count in [1, 3] {
        let dir = Scratch::new();
        let work = Counted { fails_at: Some(7), ..Counted::default() };
        let mut fold = Check::default();
        let finish = run(create(&dir.0, 60), &work, &mut fold, &threads(count), &mut |_| {});
        assert_eq!(finish.unwrap(), Finish { interrupted: false, units: 60, parked: vec![7] });
        let mut runs = once(0..60);
        runs.insert(7, 3);
        assert_eq!(work.runs(), runs, "{count} threads");
    }
}

/// The unit in hand is finished, and no other is begun.
#[test]
fn a_job_that_is_stopped_begins_no_more_units() {
    for count in [1, 3] {
        let dir = Scratch::new();
        let options = threads(count);
        let (work, mut fold) = (Counted::default(), Check::default());
        let finish = run(create(&dir.0, 5000), &work, &mut fold, &options, &mut |progress| {
            if progress.fresh >= 10 {
                options.stop.stop();
            }
        });
        let finish = finish.unwrap();
        assert!(finish.interrupted, "{count} threads: {finish:?}");
        assert!((10..1000).contains(&finish.units), "{count} threads: {finish:?}");
        assert_eq!(journal(&dir.0), expected(finish.units));
    }
}

#[test]
fn no_worker_is_made_where_there_is_nothing_to_do() {
    let dir = Scratch::new();
    let mut fold = Check::default();
    // The end was asked for before the beginning.
    let options = threads(2);
    options.stop.stop();
    let work = Counted::default();
    let finish = run(create(&dir.0, 5), &work, &mut fold, &options, &mut |_| {}).unwrap();
    assert_eq!((finish.interrupted, finish.units, work.workers()), (true, 0, 0));
    let folder = || Folder::open(&dir.0).unwrap();
    run(folder(), &work, &mut fold, &threads(2), &mut |_| {}).unwrap();
    // Everything is there.
    let work = Counted::default();
    let finish = run(folder(), &work, &mut fold, &threads(2), &mut |_| {}).unwrap();
    assert_eq!((finish.interrupted, finish.units, work.workers()), (false, 5, 0));
}

#[test]
fn a_worker_that_cannot_be_made_ends_the_job_with_its_reason() {
    for most in [0, 1] {
        let dir = Scratch::new();
        let work = Counted {
            most_workers: Some(most),
            slow: Duration::from_millis(2),
            ..Counted::default()
        };
        let mut fold = Check::default();
        let outcome = run(create(&dir.0, 3000), &work, &mut fold, &threads(2), &mut |_| {});
        let refused = matches!(&outcome, Err(JobError::Refused(reason))
            if reason.0 == "no engine of this name");
        assert!(refused, "{most} workers: {outcome:?}");
        assert_eq!(work.workers(), most + 1);
    }
}

/// Panics in its own way at unit 0 and at unit 1.
struct Panicking;

impl Work for Panicking {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        Ok(Box::new(Panicking))
    }
}

impl Worker for Panicking {
    fn run(&mut self, unit: u64, _: &Stop) -> Result<Output, Unfinished> {
        match unit {
            0 => panic!("a sentence"),
            1 => std::panic::panic_any(17),
            2 => Err(Unfinished::Stopped),
            _ => Ok(Output::new(result(unit))),
        }
    }
}

#[test]
fn a_panic_takes_its_worker_along_and_says_what_it_can() {
    let (mut worker, stop) = (None, Stop::new());
    let mut ran = |unit| {
        let ran = run_unit(&Panicking, &mut worker, unit, &stop);
        (ran, worker.is_some())
    };
    assert_eq!(ran(3), (Ok(Output::new(result(3))), true));
    let failed = |text: &str| Err(Unfinished::Failed(Refusal::new(text)));
    assert_eq!(ran(0), (failed("panicked: a sentence"), false));
    assert_eq!(ran(4), (Ok(Output::new(result(4))), true));
    assert_eq!(ran(1), (failed("panicked"), false));
    assert_eq!(ran(2), (Err(Unfinished::Stopped), true));
}
