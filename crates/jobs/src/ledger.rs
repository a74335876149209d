//! Where results arrive, whoever computed them: compared, written down, put in order and folded.

use crate::ahead::Ahead;
use crate::notes::{HERE, Notes};
use crate::{Fold, Folder, JobError, Journal, Next, Output, PARKED, Plan, Progress};
use std::collections::HashMap;
use std::time::Instant;

/// How far behind the end of the journal results may be computed: what waits there is held in
/// memory.
pub const WINDOW: u64 = 16_384;
/// Tries after which a unit is given up.
pub const TRIES: usize = 3;

/// What became of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is on disk now.
    New,
    /// It was there already, the same bytes.
    Same,
    /// It was there already, other bytes: these.
    Different(Vec<u8>),
    /// Nobody asked for it: behind the window, or behind the end.
    Unasked,
}

/// A job in progress: its folder, and how far it is.
pub struct Ledger<'f> {
    folder: Folder,
    journal: Journal,
    ahead: Ahead,
    notes: Notes,
    fold: &'f mut dyn Fold,
    enough: bool,
    parked: Vec<u64>,
    tries: HashMap<u64, Vec<String>>,
    fresh: u64,
    begun: Instant,
}

/// How a job ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Units in the journal.
    pub units: u64,
    /// Units that were given up.
    pub parked: Vec<u64>,
}

impl<'f> Ledger<'f> {
    /// Opens the journal of a folder and folds what is in it.
    pub fn open(folder: Folder, fold: &'f mut dyn Fold) -> Result<Ledger<'f>, JobError> {
        fold.reset()?;
        let (mut enough, mut parked) = (false, Vec::new());
        let units = folder.job().plan.units;
        // A plan may have become shorter, and a test may end earlier by it: what is behind stays.
        let journal = folder.open_journal(&mut |unit, result| {
            if !enough && unit < units {
                enough = add(fold, &mut parked, unit, result)? == Next::Enough;
            }
            Ok(())
        })?;
        let ahead = folder.open_ahead(journal.lines())?;
        let notes = folder.open_notes()?;
        let begun = Instant::now();
        let tries = HashMap::new();
        let mut ledger =
            Ledger { folder, journal, ahead, notes, fold, enough, parked, tries, fresh: 0, begun };
        ledger.advance()?;
        Ok(ledger)
    }

    /// What is computed.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.folder.job().plan
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// How many units are in the journal: the number of the next.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.journal.lines()
    }

    /// The first unit that may not be computed yet.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.written().saturating_add(WINDOW).min(self.plan().units)
    }

    /// Whether the result of this unit is on disk.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        unit < self.written() || self.ahead.get(unit).is_some()
    }

    /// Whether nothing is left to compute.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.enough || self.written() >= self.plan().units
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            done: self.written() + self.ahead.len(),
            total: self.plan().units,
            fresh: self.fresh,
            elapsed: self.begun.elapsed(),
        }
    }

    /// Takes the result of a unit that `worker` computed, `-` for this machine. The first result of
    /// a unit counts; a later one is compared with it.
    pub fn add(&mut self, unit: u64, worker: &str, output: &Output) -> Result<Added, JobError> {
        output.check()?;
        if unit < self.written() {
            let first = self.journal.read(unit)?;
            return Ok(compared(first, &output.result));
        }
        if let Some(first) = self.ahead.get(unit) {
            return Ok(compared(first.to_vec(), &output.result));
        }
        if self.is_over() || unit >= self.limit() {
            return Ok(Added::Unasked);
        }
        self.notes.put(unit, worker, &output.note)?;
        self.take(unit, &output.result)?;
        Ok(Added::New)
    }

    fn take(&mut self, unit: u64, result: &[u8]) -> Result<(), JobError> {
        self.tries.remove(&unit);
        self.fresh += 1;
        if unit == self.written() {
            self.write(unit, result)?;
        } else {
            self.ahead.put(unit, result)?;
        }
        self.advance()
    }

    fn write(&mut self, unit: u64, result: &[u8]) -> Result<(), JobError> {
        self.journal.append(result)?;
        self.enough = add(self.fold, &mut self.parked, unit, result)? == Next::Enough;
        Ok(())
    }

    /// Moves the results whose turn has come into the journal.
    fn advance(&mut self) -> Result<(), JobError> {
        while !self.is_over() {
            let unit = self.written();
            let Some(result) = self.ahead.get(unit).map(<[u8]>::to_vec) else { break };
            self.write(unit, &result)?;
            self.ahead.take(unit);
        }
        self.ahead.tidy()
    }

    /// Takes note that a worker failed at a unit. True once the unit is given up: then the journal
    /// says so in its place, and the rest goes on.
    pub fn fail(&mut self, unit: u64, worker: &str, reason: &str) -> Result<bool, JobError> {
        if self.has(unit) || unit >= self.limit() {
            return Ok(self.has(unit));
        }
        let reason = reason.replace('\n', " ");
        self.notes.put(unit, worker, format!("failed: {reason}").as_bytes())?;
        let tries = self.tries.entry(unit).or_default();
        tries.push(format!("{worker}: {reason}"));
        if tries.len() < TRIES {
            return Ok(false);
        }
        self.take(unit, PARKED)?;
        Ok(true)
    }

    /// The result of a unit, if it is on disk.
    pub fn result(&self, unit: u64) -> Result<Option<Vec<u8>>, JobError> {
        if unit < self.written() {
            return self.journal.read(unit).map(Some);
        }
        Ok(self.ahead.get(unit).map(<[u8]>::to_vec))
    }

    /// How often this unit failed so far.
    #[must_use]
    pub fn failures(&self, unit: u64) -> usize {
        self.tries.get(&unit).map_or(0, Vec::len)
    }

    /// Forgets the results of these units: they were wrong. The fold starts again; results behind
    /// the first of them are kept as far as the window reaches. Returns that first unit.
    pub fn forget(&mut self, wrong: &dyn Fn(u64) -> bool) -> Result<Option<u64>, JobError> {
        let first = (0..self.written()).find(|&unit| wrong(unit));
        let mut kept = self.ahead.drain();
        kept.retain(|unit, _| !wrong(*unit));
        if let Some(first) = first {
            let end = self.written().min(first + WINDOW);
            self.journal.read_range(first + 1, end, &mut |unit, result| {
                if !wrong(unit) && result != PARKED {
                    kept.insert(unit, result.to_vec());
                }
            })?;
            kept.retain(|&unit, _| unit < first + WINDOW);
            self.journal.rewind(first)?;
            self.refold()?;
        }
        self.ahead.replace(kept)?;
        self.advance()?;
        Ok(first)
    }

    fn refold(&mut self) -> Result<(), JobError> {
        self.fold.reset()?;
        self.parked.clear();
        self.enough = false;
        let (fold, parked) = (&mut *self.fold, &mut self.parked);
        let mut folded = Ok(Next::More);
        self.journal.read_range(0, self.journal.lines(), &mut |unit, result| {
            if folded.as_ref().is_ok_and(|next| *next == Next::More) {
                folded = add(fold, parked, unit, result);
            }
        })?;
        self.enough = folded? == Next::Enough;
        Ok(())
    }

    /// Hands everything to the disk itself, against loss of power.
    pub fn sync(&self) -> Result<(), JobError> {
        self.notes.sync()?;
        self.ahead.sync()?;
        self.journal.sync()
    }

    /// Ends this run. A job that is over drops the results that nobody asks for any more.
    pub fn finish(self) -> Result<Finish, JobError> {
        self.sync()?;
        let interrupted = !self.is_over();
        let finish = Finish { interrupted, units: self.written(), parked: self.parked };
        if !interrupted {
            self.ahead.remove()?;
            self.folder.close();
        }
        Ok(finish)
    }

    /// Takes the result of a unit that was computed on this machine.
    pub(crate) fn add_here(&mut self, unit: u64, output: &Output) -> Result<Added, JobError> {
        self.add(unit, HERE, output)
    }

    /// The units below `to` that are not on disk, from `from` on.
    pub fn missing(&self, from: u64, to: u64) -> impl Iterator<Item = u64> + '_ {
        (from.max(self.written())..to).filter(|&unit| self.ahead.get(unit).is_none())
    }
}

fn add(
    fold: &mut dyn Fold,
    parked: &mut Vec<u64>,
    unit: u64,
    result: &[u8],
) -> Result<Next, JobError> {
    if result == PARKED {
        parked.push(unit);
        return Ok(fold.skip(unit)?);
    }
    Ok(fold.add(unit, result)?)
}

fn compared(first: Vec<u8>, second: &[u8]) -> Added {
    if first == second { Added::Same } else { Added::Different(first) }
}
