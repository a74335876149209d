//! A made-up kind of work for the tests: cheap, repeatable, and able to fail.
#![allow(dead_code)]

use alinea_core::{SplitMix64, Stop};
use alinea_jobs::{
    Fold, Folder, Next, Output, Plan, Refusal, Unfinished, Work, Worker, read_results,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A directory of its own that is removed with the value.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("alinea-jobs-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        Scratch(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The result of a unit: some text of some length that depends on the number only.
pub(crate) fn result(unit: u64) -> Vec<u8> {
    let mut dice = SplitMix64::new(unit);
    let words = 1 + dice.below(6);
    let text: Vec<String> = (0..words).map(|_| format!("{:x}", dice.next_u64())).collect();
    format!("{unit} {}", text.join(" ")).into_bytes()
}

/// Scrambled numbers; some units may panic, all may take a while.
#[derive(Default)]
pub(crate) struct Scramble {
    pub(crate) panics_at: Option<u64>,
    pub(crate) slow: Duration,
}

impl Work for Scramble {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        Ok(Box::new(Scrambler(self)))
    }
}

struct Scrambler<'s>(&'s Scramble);

impl Worker for Scrambler<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        assert_ne!(Some(unit), self.0.panics_at, "this unit is poisoned");
        if !self.0.slow.is_zero() {
            std::thread::sleep(self.0.slow);
        }
        if stop.is_set() {
            return Err(Unfinished::Stopped);
        }
        Ok(Output::new(result(unit)).with_note("a note"))
    }
}

/// Checks that results come in order, and stops where it is told to.
#[derive(Default)]
pub(crate) struct Check {
    pub(crate) next: u64,
    pub(crate) skipped: Vec<u64>,
    pub(crate) enough_at: Option<u64>,
}

impl Fold for Check {
    fn reset(&mut self) -> Result<(), Refusal> {
        (self.next, self.skipped) = (0, Vec::new());
        Ok(())
    }

    fn add(&mut self, unit: u64, found: &[u8]) -> Result<Next, Refusal> {
        assert_eq!((unit, found), (self.next, &result(unit)[..]));
        self.next += 1;
        Ok(if self.enough_at == Some(self.next) { Next::Enough } else { Next::More })
    }

    fn skip(&mut self, unit: u64) -> Result<Next, Refusal> {
        assert_eq!(unit, self.next);
        self.next += 1;
        self.skipped.push(unit);
        Ok(Next::More)
    }
}

pub(crate) fn create(dir: &Path, units: u64) -> Folder {
    Folder::create(dir, Plan::new("scramble", units), &[]).unwrap()
}

/// The folder of a job that was begun or is begun now.
pub(crate) fn create_or_open(dir: &Path, units: u64) -> Folder {
    if dir.join("plan.json").exists() { Folder::open(dir).unwrap() } else { create(dir, units) }
}

pub(crate) fn journal(dir: &Path) -> Vec<u8> {
    std::fs::read(dir.join("results.txt")).unwrap_or_default()
}

/// The journal of so many units, as it must be.
pub(crate) fn expected(units: u64) -> Vec<u8> {
    (0..units).flat_map(|unit| [result(unit), vec![b'\n']].concat()).collect()
}

pub(crate) fn whole_lines(dir: &Path) -> u64 {
    let mut lines = 0;
    read_results(&dir.join("results.txt"), &mut |_, _| {
        lines += 1;
        Ok(())
    })
    .unwrap();
    lines
}
