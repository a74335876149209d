//! The coordinator of a job: publishes its units, writes the journal, acknowledges.

mod upkeep;

use crate::FleetError;
use crate::arbiter::{Arbiter, Verdict};
use crate::broker::{Access, Broker};
use crate::names::{
    HELLO, Program, RESULT_STREAM, WORK_STREAM, ask_subject, ban_subject, is_token, job_name,
    own_name, result_subject, work_subject,
};
use crate::outstanding::Outstanding;
use crate::wire::{
    Answer, Hello, JobEntry, Question, Reply, Unit, from_bytes, read_answer, to_bytes,
};
use alinea_core::Stop;
use alinea_jobs::{
    Added, Finish, Fold, Folder, JobError, Ledger, Output, PARKED, Progress, Runner, TRIES, Work,
    read_notes,
};
use async_nats::Subscriber;
use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::PublishMessage;
use futures_util::{FutureExt, StreamExt, future::join_all};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// Most units with the fleet at a time.
const MAX_OUTSTANDING: usize = 8192;
/// Units are published in groups of this size.
const GROUP: usize = 1024;
/// Results taken between two writes to the disk itself.
const BATCH: usize = 512;
/// How long to wait for the first result of a batch.
const WAIT: Duration = Duration::from_millis(100);
/// One unit in so many is computed again here, when nothing else is to be.
const SAMPLE: u64 = 100;

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
    let questions = enter(fleet, &broker, ledger, &job).await?;
    let hellos = broker.client.subscribe(HELLO).await.map_err(FleetError::broker)?;
    // A new consumer is given what the one of an earlier coordinator had not acknowledged.
    let results = broker.stream(RESULT_STREAM).await?;
    let _ = results.delete_consumer(&format!("result-{job}")).await;
    let results = result_consumer(&broker, &job).await?;
    let mut coordinator = Coordinator {
        fleet,
        broker,
        job,
        name,
        subject: String::new(),
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
    coordinator.subject = work_subject(&fleet.program.tag(), &coordinator.job);
    coordinator.take_up().await?;
    coordinator.run(observer).await
}

/// Announces the job, unless somebody else has its name or writes its journal.
async fn enter(
    fleet: &Fleet,
    broker: &Broker,
    ledger: &Ledger<'_>,
    job: &str,
) -> Result<Subscriber, FleetError> {
    let who = broker.client.request(ask_subject(job), to_bytes(&Question::Who).into());
    if let Ok(Ok(message)) = timeout(Duration::from_secs(2), who).await
        && let Some(Reply::I(other)) = from_bytes(&message.payload)
    {
        return Err(FleetError::Coordinated(job.to_owned(), other));
    }
    let asked = broker.client.subscribe(ask_subject(job)).await.map_err(FleetError::broker)?;
    let entry = announce(fleet, broker, ledger).await?;
    if let Some(found) = broker.job(job).await?
        && found.plan != entry.plan
    {
        return Err(FleetError::SameName {
            name: job.to_owned(),
            found: format!("{} {}", found.kind, found.plan.short()),
            ours: format!("{} {}", entry.kind, entry.plan.short()),
            url: fleet.access.url.clone(),
        });
    }
    broker.put_job(job, &entry).await?;
    Ok(asked)
}

/// Brings the plan and its files to the fleet.
async fn announce(
    fleet: &Fleet,
    broker: &Broker,
    ledger: &Ledger<'_>,
) -> Result<JobEntry, FleetError> {
    let job = ledger.folder().job();
    let plan = &job.plan;
    for (name, hash) in &plan.files {
        broker.put_file(hash, &job.file(name)?).await?;
    }
    broker.put_file(&plan.hash(), plan.text().as_bytes()).await?;
    Ok(JobEntry {
        plan: plan.hash(),
        kind: plan.kind.clone(),
        units: plan.units,
        version: fleet.program.version.clone(),
        signature: fleet.program.signature.clone(),
    })
}

async fn result_consumer(broker: &Broker, job: &str) -> Result<PullConsumer, FleetError> {
    let config = pull::Config {
        durable_name: Some(format!("result-{job}")),
        filter_subject: result_subject(job),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(30),
        max_ack_pending: 100_000,
        ..pull::Config::default()
    };
    let stream = broker.stream(RESULT_STREAM).await?;
    let name = format!("result-{job}");
    stream.get_or_create_consumer(&name, config).await.map_err(FleetError::broker)
}

struct Coordinator<'c, 'f> {
    fleet: &'c Fleet,
    broker: Broker,
    job: String,
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
        while !self.ledger.is_over() {
            let messages = self.fetch().await;
            if messages.is_empty() {
                break;
            }
            self.take(messages).await?;
        }
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
            let left = self.arbiter.pending;
            self.notify(&format!("{left} samples of results were not computed again in time"));
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
            let id = format!("{}.{unit}.{run}.{}", self.job, self.name);
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

    /// The results that are there.
    async fn fetch(&self) -> Vec<Message> {
        match self.results.fetch().max_messages(BATCH).expires(WAIT * 20).messages().await {
            Ok(batch) => batch.filter_map(|message| async { message.ok() }).collect().await,
            Err(_) => Vec::new(),
        }
    }

    /// Waits a moment for a result, then takes all that are there.
    async fn wait_for_results(&self) -> Vec<Message> {
        let first = self.results.batch().max_messages(1).expires(WAIT).messages().await;
        let Ok(first) = first else {
            sleep(WAIT).await;
            return Vec::new();
        };
        let mut messages: Vec<Message> =
            first.filter_map(|message| async { message.ok() }).collect().await;
        if !messages.is_empty() {
            messages.extend(self.fetch().await);
        }
        messages
    }

    /// Writes results down, hands them to the disk, and only then acknowledges them.
    async fn take(&mut self, messages: Vec<Message>) -> Result<(), FleetError> {
        for message in &messages {
            if let Some((answer, output)) = read_answer(&message.payload) {
                self.handle(answer, output)?;
            }
        }
        self.ledger.sync()?;
        for message in &messages {
            // One that is lost comes again and is found to be the same.
            let _ = message.ack().await;
        }
        Ok(())
    }

    fn handle(&mut self, answer: Answer, output: Output) -> Result<(), FleetError> {
        let Answer { unit, worker, failed, .. } = answer;
        if self.banned.contains(&worker) {
            if !self.ledger.has(unit) {
                self.outstanding.lose(unit);
            }
            return Ok(());
        }
        let failed = failed.or_else(|| output.check().err().map(|refusal| refusal.0));
        if let Some(reason) = failed {
            return self.failed(unit, &worker, &reason);
        }
        let result = output.result.clone();
        match self.ledger.add(unit, &worker, &output)? {
            Added::New => {
                self.outstanding.answer(unit);
                self.granted.remove(&unit);
                self.sample(unit, worker, result);
            }
            Added::Same => self.outstanding.answer(unit),
            Added::Different(first) if first != PARKED && self.ledger.plan().reproducible => {
                let author = self.author(unit)?;
                self.notify(&format!(
                    "unit {unit}: {author} and {worker} gave different results; it is computed a third time here"
                ));
                self.claims.entry(unit).or_default().push((worker, result.clone()));
                self.arbiter.ask(unit, result);
            }
            Added::Different(_) | Added::Unasked => {}
        }
        Ok(())
    }

    fn failed(&mut self, unit: u64, worker: &str, reason: &str) -> Result<(), FleetError> {
        if self.ledger.fail(unit, worker, reason)? {
            self.outstanding.answer(unit);
            self.granted.remove(&unit);
            self.notify(&format!(
                "unit {unit} was given up after {TRIES} tries ({worker}: {reason}); the rest goes on"
            ));
        } else {
            self.outstanding.lose(unit);
        }
        Ok(())
    }

    /// The first result of every worker is computed again here, and one in a hundred of the rest as
    /// far as the time of one thread goes.
    fn sample(&mut self, unit: u64, worker: String, result: Vec<u8>) {
        if !self.ledger.plan().reproducible {
            return;
        }
        let new = self.known.insert(worker.clone());
        if new || (self.arbiter.pending == 0 && unit.is_multiple_of(SAMPLE)) {
            self.claims.entry(unit).or_default().push((worker, result.clone()));
            self.arbiter.ask(unit, result);
        }
    }

    /// Who computed a unit that is on disk.
    fn author(&self, unit: u64) -> Result<String, FleetError> {
        let mut author = "an earlier run".to_owned();
        read_notes(self.ledger.folder().dir(), &mut |note| {
            if note.unit == unit {
                author = note.worker;
            }
        })?;
        Ok(author)
    }

    async fn judge(&mut self, verdict: Verdict) -> Result<(), FleetError> {
        let Verdict { unit, result } = verdict;
        let claims = self.claims.remove(&unit).unwrap_or_default();
        let result = match result {
            Ok(result) => result,
            Err(reason) => {
                self.notify(&format!("unit {unit} could not be checked here: {reason}"));
                return Ok(());
            }
        };
        let mut wrong: HashSet<String> =
            claims.into_iter().filter(|(_, claim)| *claim != result).map(|claim| claim.0).collect();
        let stored = self.ledger.result(unit)?;
        if stored.is_some_and(|stored| stored != result && stored != PARKED) {
            wrong.insert(self.author(unit)?);
        }
        wrong.retain(|worker| !self.banned.contains(worker));
        if wrong.is_empty() {
            return Ok(());
        }
        for worker in &wrong {
            self.notify(&format!(
                "{worker} answered unit {unit} wrongly; everything it computed is computed again"
            ));
            let ban = unit.to_string().into();
            let _ = self.broker.client.publish(ban_subject(worker), ban).await;
        }
        self.banned.extend(wrong);
        let mut authors = HashMap::new();
        read_notes(self.ledger.folder().dir(), &mut |note| {
            authors.insert(note.unit, self.banned.contains(&note.worker));
        })?;
        self.ledger.forget(&|unit| authors.get(&unit) == Some(&true))?;
        Ok(())
    }

    async fn answer_questions(&mut self) -> Result<(), FleetError> {
        while let Some(Some(message)) = self.questions.next().now_or_never() {
            let reply = match from_bytes(&message.payload) {
                Some(Question::Who) => Reply::I(self.name.clone()),
                Some(Question::May { unit, worker }) => self.may(unit, worker).await?,
                Some(Question::Cancel) => {
                    if let Some(to) = message.reply {
                        let _ = self.broker.client.publish(to, to_bytes(&Reply::Yes).into()).await;
                        let _ = self.broker.client.flush().await;
                    }
                    return Err(FleetError::Cancelled(self.job.clone()));
                }
                None => continue,
            };
            if let Some(to) = message.reply {
                let _ = self.broker.client.publish(to, to_bytes(&reply).into()).await;
            }
        }
        while let Some(Some(message)) = self.hellos.next().now_or_never() {
            let progress = self.ledger.progress();
            let hello = Hello::Coordinator {
                name: self.name.clone(),
                job: self.job.clone(),
                done: progress.done,
                total: progress.total,
                rate: progress.rate().unwrap_or(0.0),
                left_s: progress.left().map(|left| left.as_secs()),
            };
            if let Some(to) = message.reply {
                let _ = self.broker.client.publish(to, to_bytes(&hello).into()).await;
            }
        }
        Ok(())
    }
}
