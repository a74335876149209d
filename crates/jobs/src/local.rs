//! Computes the units of a job on the cores of this machine.

use crate::notes::HERE;
use crate::{Finish, Fold, Folder, JobError, Ledger, Output, Progress, Refusal};
use crate::{Unfinished, Work, Worker};
use alinea_core::Stop;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Most units computed at the same time.
pub const MAX_THREADS: usize = 256;
/// The disk is asked to keep what it was given this often.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// How often the end can be asked for.
const POLL: Duration = Duration::from_millis(50);

/// How a job is run on this machine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Units computed at the same time.
    pub threads: usize,
    /// Set to end early; the journal then holds everything that was finished.
    pub stop: Stop,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: cores(), stop: Stop::new() }
    }
}

/// Somebody who computes the units of a job: this machine, or a fleet of them. Whoever it is, the
/// journal is the same.
pub trait Runner {
    /// Computes what is left of a job.
    fn run(
        &self,
        folder: Folder,
        work: &dyn Work,
        fold: &mut dyn Fold,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Finish, JobError>;
}

impl Runner for Options {
    fn run(
        &self,
        folder: Folder,
        work: &dyn Work,
        fold: &mut dyn Fold,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Finish, JobError> {
        run(folder, work, fold, self, observer)
    }
}

/// The number of cores of this machine.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Computes what is left of a job, on several threads. The first worker is made before the first
/// unit: what cannot be opened is told at once.
pub fn run(
    folder: Folder,
    work: &dyn Work,
    fold: &mut dyn Fold,
    options: &Options,
    observer: &mut dyn FnMut(&Progress),
) -> Result<Finish, JobError> {
    let mut ledger = Ledger::open(folder, fold)?;
    observer(&ledger.progress());
    if !ledger.is_over() && !options.stop.is_set() {
        let first = work.worker()?;
        compute(&mut ledger, work, first, options, observer)?;
    }
    ledger.finish()
}

fn compute<'w>(
    ledger: &mut Ledger<'_>,
    work: &'w dyn Work,
    first: Box<dyn Worker + 'w>,
    options: &Options,
    observer: &mut dyn FnMut(&Progress),
) -> Result<(), JobError> {
    let left = ledger.plan().units - ledger.progress().done.min(ledger.plan().units);
    let threads = options.threads.clamp(1, MAX_THREADS).min(left.max(1) as usize);
    let queue = Queue::new(ledger);
    let halt = Stop::new();
    let (sender, receiver) = sync_channel(2 * threads);
    thread::scope(|scope| {
        let mut first = Some(first);
        for _ in 0..threads {
            let (worker, sender, queue, halt) = (first.take(), sender.clone(), &queue, &halt);
            scope.spawn(move || {
                let thread = Thread { work, worker, sender, queue, halt };
                thread.work();
            });
        }
        drop(sender);
        let result = collect(ledger, &receiver, &queue, &halt, options, observer);
        halt.stop();
        queue.close();
        // Threads that wait to hand over a result find nobody and end.
        drop(receiver);
        result
    })
}

fn collect(
    ledger: &mut Ledger<'_>,
    receiver: &Receiver<(u64, Arrived)>,
    queue: &Queue,
    halt: &Stop,
    options: &Options,
    observer: &mut dyn FnMut(&Progress),
) -> Result<(), JobError> {
    let mut last_sync = Instant::now();
    loop {
        match receiver.recv_timeout(POLL) {
            Ok((unit, arrived)) => {
                match arrived {
                    Arrived::Output(output) => drop(ledger.add_here(unit, &output)?),
                    Arrived::Failed(reason) => drop(ledger.fail(unit, HERE, &reason)?),
                    Arrived::NoWorker(refusal) => return Err(refusal.into()),
                }
                queue.allow(ledger.limit());
                observer(&ledger.progress());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if ledger.is_over() {
            return Ok(());
        }
        if options.stop.is_set() {
            // Units that are finished by now are still taken.
            halt.stop();
            queue.close();
        }
        if last_sync.elapsed() >= SYNC_EVERY {
            ledger.sync()?;
            last_sync = Instant::now();
        }
    }
}

/// What a thread hands over.
enum Arrived {
    Output(Output),
    Failed(String),
    NoWorker(Refusal),
}

struct Thread<'t, 'w> {
    work: &'w dyn Work,
    worker: Option<Box<dyn Worker + 'w>>,
    sender: SyncSender<(u64, Arrived)>,
    queue: &'t Queue,
    halt: &'t Stop,
}

impl Thread<'_, '_> {
    fn work(mut self) {
        while let Some(unit) = self.queue.next() {
            loop {
                let arrived = match self.run(unit) {
                    Ok(output) => Arrived::Output(output),
                    Err(Unfinished::Stopped) => return,
                    Err(Unfinished::Failed(refusal)) => Arrived::Failed(refusal.0),
                };
                let again = matches!(arrived, Arrived::Failed(_)) && self.queue.fail_again(unit);
                if self.sender.send((unit, arrived)).is_err() {
                    return;
                }
                if !again {
                    break;
                }
            }
        }
    }

    /// A worker that cannot be made ends the whole job.
    fn run(&mut self, unit: u64) -> Result<Output, Unfinished> {
        if self.worker.is_none() {
            match self.work.worker() {
                Ok(worker) => self.worker = Some(worker),
                Err(refusal) => {
                    let _ = self.sender.send((unit, Arrived::NoWorker(refusal)));
                    return Err(Unfinished::Stopped);
                }
            }
        }
        run_unit(self.work, &mut self.worker, unit, self.halt)
    }
}

/// Computes one unit with the worker of this thread, or with a new one where there is none. A unit
/// that panics takes its worker along, and nothing else.
pub fn run_unit<'w>(
    work: &'w dyn Work,
    worker: &mut Option<Box<dyn Worker + 'w>>,
    unit: u64,
    stop: &Stop,
) -> Result<Output, Unfinished> {
    let mut ready = match worker.take() {
        Some(ready) => ready,
        None => work.worker().map_err(Unfinished::Failed)?,
    };
    match catch_unwind(AssertUnwindSafe(|| ready.run(unit, stop))) {
        Ok(ran) => {
            *worker = Some(ready);
            ran
        }
        Err(panic) => Err(Unfinished::Failed(Refusal(panic_text(&*panic)))),
    }
}

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or_else(|| "panicked".to_owned(), |text| format!("panicked: {text}"))
}

/// Hands out the missing units in order, never further ahead than the ledger allows.
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    next: u64,
    limit: u64,
    /// Units behind the end of the journal that an earlier run finished.
    done: BTreeSet<u64>,
    failed: std::collections::BTreeMap<u64, usize>,
    units: u64,
    closed: bool,
}

impl Queue {
    fn new(ledger: &Ledger<'_>) -> Queue {
        let (next, limit) = (ledger.written(), ledger.limit());
        let done = (next..limit).filter(|&unit| ledger.has(unit)).collect();
        let (failed, units) = (std::collections::BTreeMap::new(), ledger.plan().units);
        let state = State { next, limit, done, failed, units, closed: false };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next unit to compute; waits while the front of the journal is too far behind.
    fn next(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            while state.next < state.limit && !state.closed {
                let unit = state.next;
                state.next += 1;
                if !state.done.remove(&unit) {
                    return Some(unit);
                }
            }
            if state.closed || state.next >= state.units {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn allow(&self, limit: u64) {
        let mut state = self.lock();
        if limit > state.limit {
            state.limit = limit;
            self.changed.notify_all();
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Counts a failure of a unit; whether it is to be tried again.
    fn fail_again(&self, unit: u64) -> bool {
        let mut state = self.lock();
        let failed = state.failed.entry(unit).or_default();
        *failed += 1;
        *failed < crate::TRIES
    }
}
