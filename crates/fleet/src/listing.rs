//! What the fleet is doing, and ending a job from outside.

use crate::FleetError;
use crate::broker::{Access, Broker};
use crate::names::{HELLO, ask_subject, own_name};
use crate::wire::{Hello, Question, from_bytes, to_bytes};
use futures_util::StreamExt;
use serde::Serialize;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long everybody has to answer.
const WAIT: Duration = Duration::from_millis(800);
/// How long a coordinator has, which may be writing to a slow disk.
const COORDINATOR_WAIT: Duration = Duration::from_secs(4);

/// A job of the fleet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JobLine {
    /// Its name.
    pub name: String,
    /// What kind of work.
    pub kind: String,
    /// The version of the program that it needs.
    pub version: String,
    /// Units of the plan.
    pub units: u64,
    /// Units finished; unknown without a coordinator.
    pub done: Option<u64>,
    /// Units a second.
    pub rate: Option<f64>,
    /// Seconds until the end.
    pub left_s: Option<u64>,
    /// Who writes its journal; nobody if it was left to run.
    pub coordinator: Option<String>,
}

/// A worker of the fleet.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerLine {
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// Units at the same time.
    pub threads: usize,
    /// Jobs it has open.
    pub jobs: Vec<String>,
    /// Units it finished.
    pub units: u64,
    /// Units a second since it began.
    pub rate: f64,
}

/// Everything that answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listing {
    /// Jobs by name.
    pub jobs: Vec<JobLine>,
    /// Workers by name.
    pub workers: Vec<WorkerLine>,
}

/// Asks everybody who it is and what it does.
pub fn list(access: &Access) -> Result<Listing, FleetError> {
    block_on(async {
        let broker = Broker::connect(access, &own_name()).await?;
        broker.ensure().await?;
        let inbox = broker.client.new_inbox();
        let mut answers =
            broker.client.subscribe(inbox.clone()).await.map_err(FleetError::broker)?;
        let asked = broker.client.publish_with_reply(HELLO, inbox, "".into()).await;
        asked.map_err(FleetError::broker)?;
        let jobs = broker.all_jobs().await?;
        let line = |(name, entry): (String, crate::wire::JobEntry)| JobLine {
            name,
            kind: entry.kind,
            version: entry.version,
            units: entry.units,
            done: None,
            rate: None,
            left_s: None,
            coordinator: None,
        };
        let mut jobs: Vec<JobLine> = jobs.into_iter().map(line).collect();
        let mut workers = Vec::new();
        let asked = Instant::now();
        loop {
            let complete = jobs.iter().all(|job| job.coordinator.is_some());
            let wait = if complete { WAIT } else { COORDINATOR_WAIT };
            let left = wait.saturating_sub(asked.elapsed());
            let Ok(Some(message)) = timeout(left, answers.next()).await else { break };
            match from_bytes(&message.payload) {
                Some(Hello::Coordinator { name, job, done, rate, left_s, .. }) => {
                    if let Some(line) = jobs.iter_mut().find(|line| line.name == job) {
                        (line.done, line.rate) = (Some(done), Some(rate));
                        (line.left_s, line.coordinator) = (left_s, Some(name));
                    }
                }
                Some(Hello::Worker { name, version, threads, jobs, units, rate }) => {
                    workers.push(WorkerLine { name, version, threads, jobs, units, rate });
                }
                None => {}
            }
        }
        workers.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Listing { jobs, workers })
    })
}

/// Ends a job: its units and results are removed from the fleet. Its folder keeps what was written.
pub fn cancel(access: &Access, name: &str) -> Result<(), FleetError> {
    block_on(async {
        let broker = Broker::connect(access, &own_name()).await?;
        broker.ensure().await?;
        if !crate::names::is_token(name) || broker.job(name).await?.is_none() {
            return Err(FleetError::NoJob(name.to_owned()));
        }
        // The coordinator first, else it would publish everything again.
        let told = broker.client.request(ask_subject(name), to_bytes(&Question::Cancel).into());
        let _ = timeout(Duration::from_secs(5), told).await;
        broker.forget(name).await
    })
}

fn block_on<T>(future: impl Future<Output = Result<T, FleetError>>) -> Result<T, FleetError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(FleetError::broker)?.block_on(future)
}
