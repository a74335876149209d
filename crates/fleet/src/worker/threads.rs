//! The threads of a worker, which compute and know nothing of the broker.

use crate::wire::Unit;
use alinea_core::Stop;
use alinea_jobs::{Output, Unfinished, Work, Worker, run_unit};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// A job that is open here.
pub(super) struct OpenJob {
    /// Its name and plan, as in subjects.
    pub(super) path: String,
    pub(super) work: Box<dyn Work>,
}

/// A unit on its way to a thread.
pub(super) struct Task {
    pub(super) key: u64,
    pub(super) job: Arc<OpenJob>,
    pub(super) unit: Unit,
}

/// A unit that a thread is done with.
pub(super) struct Event {
    pub(super) thread: usize,
    pub(super) key: u64,
    pub(super) ran: Result<Output, Unfinished>,
    pub(super) took: Duration,
}

/// What a thread does: units of one job after another with the same worker of that job.
pub(super) fn compute(
    number: usize,
    tasks: &Receiver<Task>,
    events: &UnboundedSender<Event>,
    halt: &Stop,
) {
    let mut next = tasks.recv().ok();
    while let Some(first) = next.take() {
        let job = Arc::clone(&first.job);
        let mut worker: Option<Box<dyn Worker + '_>> = None;
        let mut task = Some(first);
        while let Some(Task { key, job: of, unit }) = task.take() {
            let began = Instant::now();
            let ran = run_unit(&*job.work, &mut worker, unit.unit, halt);
            let took = began.elapsed();
            drop(of);
            if events.send(Event { thread: number, key, ran, took }).is_err() {
                return;
            }
            match tasks.recv() {
                Ok(other) if Arc::ptr_eq(&other.job, &job) => task = Some(other),
                Ok(other) => next = Some(other),
                Err(_) => return,
            }
        }
    }
}
