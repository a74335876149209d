//! The coordinator of a job: publishes its units, writes the journal, acknowledges.

mod entry;
mod questions;
mod results;
mod upkeep;

use self::entry::{enter, result_consumer};
use crate::FleetError;
use crate::arbiter::Arbiter;
use crate::broker::{Access, Broker};
use crate::names::{
    HELLO, Program, RESULT_STREAM, WORK_STREAM, counted, is_token, job_name, job_path, own_name,
    result_consumer_name, work_subject,
};
use crate::outstanding::Outstanding;
use crate::wire::{Unit, to_bytes};
use alinea_core::Stop;
use alinea_jobs::{Finish, Fold, Folder, JobError, Ledger, Progress, Runner, Work};
use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::PublishMessage;
use futures_util::future::join_all;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Most units with the fleet at a time.
const MAX_OUTSTANDING: usize = 8192;
/// Units are published in groups of this size.
const GROUP: usize = 1024;

/// Many machines as a runner of jobs.
pub struct Fleet {
    /// The broker.
    pub access: Access,
    /// Which program computes.
    pub program: Program,
    /// The name of the job; its kind and the hash of its plan where there is none.
    pub job: Option<String>,
    /// Set to leave: the job goes on without this coordinator as far as its units were published.
    pub stop: Stop,
    /// A unit goes back to the queue when its worker was not heard of for this time.
    pub lease: Duration,
    /// Hears what people should know, in sentences.
    pub notify: Box<dyn Fn(&str) + Send + Sync>,
}

impl Fleet {
    /// How long a worker may be silent, unless somebody says otherwise.
    pub const LEASE: Duration = Duration::from_secs(30);

    /// A coordinator may have been killed between the last result and the end: then the fleet still
    /// has the job. Nothing depends on it, so nothing is said if it fails.
    fn forget_finished(&self, ledger: &Ledger<'_>) {
        let job = self.job.clone().unwrap_or_else(|| job_name(ledger.plan()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        if let (true, Ok(runtime)) = (is_token(&job), runtime) {
            let _ = runtime.block_on(async {
                let broker = Broker::connect(&self.access, &own_name()).await?;
                match broker.job(&job).await? {
                    Some(found) if found.plan == ledger.plan().hash() => broker.forget(&job).await,
                    _ => Ok(()),
                }
            });
        }
    }
}

impl Runner for Fleet {
    fn run(
        &self,
        folder: Folder,
        work: &dyn Work,
        fold: &mut dyn Fold,
        observer: &mut dyn FnMut(&Progress),
    ) -> Result<Finish, JobError> {
        let mut ledger = Ledger::open(folder, fold)?;
        observer(&ledger.progress());
        if ledger.is_over() {
            self.forget_finished(&ledger);
        } else if !self.stop.is_set() {
            // What cannot be opened is told before anything is published.
            drop(work.worker()?);
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.map_err(FleetError::broker)?;
            let halt = Stop::new();
            std::thread::scope(|scope| {
                let arbiter = Arbiter::start(scope, work, &halt);
                let coordinated =
                    runtime.block_on(coordinate(self, &mut ledger, arbiter, observer));
                halt.stop();
                coordinated
            })?;
        }
        ledger.finish()
    }
}

async fn coordinate(
    fleet: &Fleet,
    ledger: &mut Ledger<'_>,
    arbiter: Arbiter,
    observer: &mut dyn FnMut(&Progress),
) -> Result<(), FleetError> {
    let name = own_name();
    let job = fleet.job.clone().unwrap_or_else(|| job_name(ledger.plan()));
    if !is_token(&job) {
        return Err(FleetError::Address(format!(
            "expected a name of letters, digits and '-' for the job, found '{job}'"
        )));
    }
    let broker = Broker::connect(&fleet.access, &name).await?;
    broker.ensure().await?;
    let questions = enter(fleet, &broker, ledger, &job, &name).await?;
    let hellos = broker.client.subscribe(HELLO).await.map_err(FleetError::broker)?;
    // A new consumer is given what the one of an earlier coordinator had not acknowledged.
    let results = broker.stream(RESULT_STREAM).await?;
    let _ = results.delete_consumer(&result_consumer_name(&job)).await;
    let path = job_path(&job, &ledger.plan().hash());
    let results = result_consumer(&broker, &path).await?;
    let mut coordinator = Coordinator {
        fleet,
        broker,
        subject: work_subject(&fleet.program.tag(), &path),
        job,
        path,
        name,
        ledger,
        arbiter,
        results,
        questions,
        hellos,
        outstanding: Outstanding::default(),
        claims: HashMap::new(),
        granted: HashMap::new(),
        known: HashSet::new(),
        banned: HashSet::new(),
        checked: Instant::now(),
        stuck: 0,
        suspicious: 0,
        silent: false,
    };
    coordinator.take_up().await?;
    coordinator.run(observer).await
}

struct Coordinator<'c, 'f> {
    fleet: &'c Fleet,
    broker: Broker,
    job: String,
    /// The job with its plan, as in subjects.
    path: String,
    name: String,
    subject: String,
    ledger: &'c mut Ledger<'f>,
    arbiter: Arbiter,
    results: PullConsumer,
    questions: Subscriber,
    hellos: Subscriber,
    outstanding: Outstanding,
    /// Results that the arbiter looks at, with who gave them.
    claims: HashMap<u64, Vec<(String, Vec<u8>)>>,
    /// Workers that began a unit which came back before.
    granted: HashMap<u64, Vec<String>>,
    /// Workers whose first result was looked at.
    known: HashSet<String>,
    /// Workers that gave wrong results.
    banned: HashSet<String>,
    checked: Instant,
    /// Checks in a row that found messages which no consumer sees.
    stuck: u32,
    /// Checks in a row that missed units.
    suspicious: u32,
    /// Whether the broker does not answer.
    silent: bool,
}

impl Coordinator<'_, '_> {
    fn notify(&self, sentence: &str) {
        (self.fleet.notify)(sentence);
    }

    /// Takes the results that wait, then empties the queue of an earlier coordinator: what is still
    /// missing is published anew.
    async fn take_up(&mut self) -> Result<(), FleetError> {
        self.drain().await?;
        let stream = self.broker.stream(WORK_STREAM).await?;
        let purge = stream.purge().filter(self.subject.clone()).await;
        purge.map(drop).map_err(FleetError::broker)
    }

    async fn run(&mut self, observer: &mut dyn FnMut(&Progress)) -> Result<(), FleetError> {
        let mut settled_by = None;
        loop {
            if self.fleet.stop.is_set() {
                return Ok(());
            }
            if self.ledger.is_over() {
                let elapsed = self.ledger.progress().elapsed;
                let patience = Duration::from_secs(10).max(elapsed / 50);
                let deadline = *settled_by.get_or_insert_with(|| Instant::now() + patience);
                if self.arbiter.pending == 0 || Instant::now() > deadline {
                    return self.conclude().await;
                }
            } else {
                settled_by = None;
                self.publish().await;
            }
            let messages = self.wait_for_results().await;
            if !messages.is_empty() {
                self.take(messages).await?;
                observer(&self.ledger.progress());
            }
            self.answer_questions().await?;
            while let Some(verdict) = self.arbiter.next() {
                self.judge(verdict).await?;
            }
            if self.checked.elapsed() > (self.fleet.lease / 2).max(Duration::from_millis(500)) {
                self.check().await?;
                self.checked = Instant::now();
            }
        }
    }

    /// The job is over: nothing of it stays with the fleet.
    async fn conclude(&mut self) -> Result<(), FleetError> {
        if self.arbiter.pending > 0 {
            let left = counted(self.arbiter.pending, "sample");
            self.notify(&format!("{left} of the results could not be computed again in time"));
        }
        for _ in 0..10 {
            if self.broker.forget(&self.job).await.is_ok() {
                return Ok(());
            }
            sleep(Duration::from_secs(1)).await;
        }
        let job = &self.job;
        self.notify(&format!("the broker did not answer: the job {job} may still be in its list"));
        Ok(())
    }

    /// Publishes missing units, as many as may be out.
    async fn publish(&mut self) {
        let room = MAX_OUTSTANDING - self.outstanding.len().min(MAX_OUTSTANDING);
        if self.silent || (room < GROUP && self.outstanding.len() > 0) {
            return;
        }
        let limit = self.ledger.limit();
        let missing = self.ledger.missing(0, limit);
        let units: Vec<u64> =
            missing.filter(|&unit| !self.outstanding.has(unit)).take(room.min(GROUP)).collect();
        let mut sent = Vec::new();
        for &unit in &units {
            let run = self.outstanding.publish(unit);
            let id = format!("{}.{unit}.{run}.{}", self.path, self.name);
            let message = PublishMessage::build()
                .payload(to_bytes(&Unit { unit, run }).into())
                .message_id(id);
            match self.broker.context.send_publish(self.subject.clone(), message).await {
                Ok(acknowledged) => sent.push(async move { (unit, acknowledged.await.is_ok()) }),
                Err(_) => self.outstanding.lose(unit),
            }
        }
        for (unit, stored) in join_all(sent).await {
            if !stored {
                self.outstanding.lose(unit);
            }
        }
    }
}
