//! A worker: pulls units of any job its program can run, computes them, publishes results.

mod bundles;
mod threads;
mod units;

use self::bundles::{Bundle, Now};
use self::threads::{Event, OpenJob, Task, compute};
use crate::FleetError;
use crate::broker::{Access, Broker};
use crate::names::{HELLO, Program, alive_subject, ban_subject, counted, own_name, split_path};
use crate::wire::{Hello, Reply, Unit, from_bytes, to_bytes};
use alinea_core::Stop;
use alinea_jobs::Kind;
use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::{FutureExt, StreamExt};
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

/// Units are taken in advance for so much time, so that no thread waits for the network; for a
/// quarter of the lease where that is less, since whoever is stopped keeps them for all of it.
const AHEAD: Duration = Duration::from_secs(1);
/// And never more than so many for a thread.
const MAX_AHEAD: usize = 64;
/// How often jobs of other programs are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// A worker of a fleet.
pub struct Helper<'k> {
    /// The broker.
    pub access: Access,
    /// Which program computes.
    pub program: Program,
    /// What it can run.
    pub kinds: &'k [Kind],
    /// Units at the same time.
    pub threads: usize,
    /// As for [`crate::Fleet`].
    pub lease: Duration,
    /// Where the files of jobs are kept.
    pub cache: PathBuf,
    /// Set to leave: units that were taken go back to the queue.
    pub stop: Stop,
    /// Hears what people should know, in sentences.
    pub notify: Box<dyn Fn(&str) + Send + Sync>,
}

impl Helper<'_> {
    /// Works until it is told to stop. An error at the beginning is told at once; a broker that goes
    /// away later is waited for.
    pub fn run(&self) -> Result<(), FleetError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(FleetError::broker)?;
        let halt = Stop::new();
        std::thread::scope(|scope| {
            let (events, inbox) = unbounded_channel();
            let mut threads = Vec::new();
            for number in 0..self.threads.clamp(1, alinea_jobs::MAX_THREADS) {
                let (sender, tasks) = channel();
                threads.push(sender);
                let (events, halt) = (events.clone(), halt.clone());
                scope.spawn(move || compute(number, &tasks, &events, &halt));
            }
            let result = runtime.block_on(self.work(threads, inbox));
            halt.stop();
            result
        })
    }

    async fn work(
        &self,
        threads: Vec<Sender<Task>>,
        inbox: UnboundedReceiver<Event>,
    ) -> Result<(), FleetError> {
        let name = own_name();
        let broker = Broker::connect(&self.access, &name).await?;
        broker.ensure().await?;
        let tag = self.program.tag();
        let queue = broker.work(&tag, self.lease).await?;
        let subscribe = |subject: String| broker.client.subscribe(subject);
        let hellos = subscribe(HELLO.to_owned()).await.map_err(FleetError::broker)?;
        let bans = subscribe(ban_subject(&name)).await.map_err(FleetError::broker)?;
        let calls = subscribe(alive_subject(&name)).await.map_err(FleetError::broker)?;
        (self.notify)(&format!(
            "{name} works for {} with {}",
            self.access.url,
            counted(self.threads, "thread")
        ));
        let idle = (0..threads.len()).collect();
        let mut station = Station {
            helper: self,
            broker: broker.clone(),
            name,
            tag,
            queue,
            hellos,
            bans,
            calls,
            inbox,
            threads,
            idle,
            waiting: VecDeque::new(),
            held: HashMap::new(),
            next_key: 0,
            open: Vec::new(),
            told: HashSet::new(),
            permitted: HashSet::new(),
            asked: 0,
            permits: unbounded_channel(),
            bundles: Vec::new(),
            sent: 0,
            published: unbounded_channel(),
            units: 0,
            each: None,
            began: Instant::now(),
        };
        station.run().await
    }
}

/// A unit that this worker has taken from the queue.
struct Held {
    message: Arc<Message>,
    /// Its job and plan, as in subjects.
    job: String,
    unit: Unit,
}

struct Station<'s> {
    helper: &'s Helper<'s>,
    broker: Broker,
    name: String,
    tag: String,
    queue: PullConsumer,
    hellos: Subscriber,
    bans: Subscriber,
    calls: Subscriber,
    inbox: UnboundedReceiver<Event>,
    threads: Vec<Sender<Task>>,
    idle: Vec<usize>,
    /// Units that no thread has yet, by key.
    waiting: VecDeque<u64>,
    held: HashMap<u64, Held>,
    next_key: u64,
    open: Vec<Arc<OpenJob>>,
    /// Jobs of other programs that people were told of.
    told: HashSet<String>,
    /// Units that came back and may be run.
    permitted: HashSet<u64>,
    /// Questions under way.
    asked: usize,
    permits: (UnboundedSender<(u64, Option<Reply>)>, UnboundedReceiver<(u64, Option<Reply>)>),
    /// Results that wait for others of their job.
    bundles: Vec<Bundle>,
    /// Messages with results so far.
    sent: u64,
    /// Keys of units whose result is with the broker.
    published: (UnboundedSender<Vec<u64>>, UnboundedReceiver<Vec<u64>>),
    units: u64,
    /// How long a unit takes, by those of late.
    each: Option<Duration>,
    began: Instant,
}

impl Station<'_> {
    fn notify(&self, sentence: &str) {
        (self.helper.notify)(sentence);
    }

    async fn run(&mut self) -> Result<(), FleetError> {
        let mut extend = tokio::time::interval(self.helper.lease / 3);
        extend.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        let mut poll = tokio::time::interval(Duration::from_millis(100));
        let mut looked: Option<Instant> = None;
        // One request for units is under way at a time; it must not be dropped half-way.
        let (taken, mut arrivals) = unbounded_channel::<Vec<Message>>();
        let mut asking = false;
        while !self.helper.stop.is_set() {
            if looked.is_none_or(|at| at.elapsed() > LOOK_EVERY) {
                looked = Some(Instant::now());
                self.look_for_strangers().await;
            }
            let room = self.room();
            if !asking && room > 0 {
                asking = true;
                self.ask_for_units(room, taken.clone()).await;
            }
            tokio::select! {
                Some(messages) = arrivals.recv() => {
                    asking = false;
                    for message in messages {
                        self.accept(message).await;
                    }
                    self.assign().await;
                }
                Some(event) = self.inbox.recv() => {
                    self.finish(event);
                    while let Ok(event) = self.inbox.try_recv() {
                        self.finish(event);
                    }
                    self.assign().await;
                    self.send_bundles(Now::Due);
                }
                Some((key, reply)) = self.permits.1.recv() => {
                    self.hear_permission(key, reply).await;
                    self.assign().await;
                }
                Some(keys) = self.published.1.recv() => {
                    keys.iter().for_each(|key| drop(self.held.remove(key)));
                }
                _ = extend.tick() => self.extend().await,
                Some(ban) = self.bans.next() => {
                    let unit = String::from_utf8_lossy(&ban.payload).parse().unwrap_or(0);
                    return Err(FleetError::Wrong(unit));
                }
                Some(call) = self.calls.next() => {
                    let running = from_bytes(&call.payload).is_some_and(|asked| self.computes(asked));
                    if let Some(to) = call.reply {
                        let _ = self.broker.client.publish(to, to_bytes(&running).into()).await;
                    }
                }
                _ = poll.tick() => {
                    self.send_bundles(Now::Due);
                    self.say_hello().await;
                }
            }
        }
        self.leave().await;
        Ok(())
    }

    /// How many units may be taken from the queue: none as long as there are enough.
    fn room(&self) -> usize {
        let time = AHEAD.min(self.helper.lease / 4);
        let ahead = self.each.map_or(0, |each| time.as_nanos() / each.as_nanos().max(1));
        let ahead = (ahead as usize).min(MAX_AHEAD);
        let target = self.threads.len() * (1 + ahead);
        let unstarted = self.waiting.len() + (self.threads.len() - self.idle.len());
        // Half a stock at a time: asking costs the broker as much as an answer.
        if self.waiting.len() > ahead * self.threads.len() / 2 {
            return 0;
        }
        target.saturating_sub(unstarted)
    }

    async fn ask_for_units(&mut self, room: usize, taken: UnboundedSender<Vec<Message>>) {
        let queue = self.queue.clone();
        // With something to do we take what is there; with nothing we wait for it.
        let idle = !self.idle.is_empty() && self.waiting.is_empty();
        let (broker, tag, lease) = (self.broker.clone(), self.tag.clone(), self.helper.lease);
        tokio::spawn(async move {
            let batch = if idle {
                let wait = Duration::from_millis(500);
                queue.batch().max_messages(1).expires(wait).messages().await
            } else {
                let wait = Duration::from_secs(2);
                queue.fetch().max_messages(room).expires(wait).messages().await
            };
            let mut messages = Vec::new();
            match batch {
                Ok(batch) => {
                    let mut batch = std::pin::pin!(batch);
                    while let Some(Ok(message)) = batch.next().await {
                        messages.push(message);
                    }
                }
                Err(_) => {
                    sleep(Duration::from_millis(300)).await;
                    // The broker may have lost the queue.
                    let _ = broker.work(&tag, lease).await;
                }
            }
            if messages.is_empty() && !idle {
                sleep(Duration::from_millis(20)).await;
            }
            let _ = taken.send(messages);
        });
    }

    /// Whether a thread has this unit, or its result is on its way.
    fn computes(&self, (job, unit): (String, u64)) -> bool {
        let mut held = self.held.iter();
        held.any(|(key, held)| {
            held.job == job && held.unit.unit == unit && !self.waiting.contains(key)
        })
    }

    /// Tells the broker that we still work on what we hold.
    async fn extend(&self) {
        for held in self.held.values() {
            let _ = held.message.ack_with(AckKind::Progress).await;
        }
    }

    async fn say_hello(&mut self) {
        while let Some(Some(message)) = self.hellos.next().now_or_never() {
            let hello = Hello::Worker {
                name: self.name.clone(),
                version: self.helper.program.version.clone(),
                threads: self.threads.len(),
                jobs: self.open.iter().map(|job| split_path(&job.path).0.to_owned()).collect(),
                units: self.units,
                rate: self.units as f64 / self.began.elapsed().as_secs_f64().max(0.001),
            };
            if let Some(to) = message.reply {
                let _ = self.broker.client.publish(to, to_bytes(&hello).into()).await;
            }
        }
    }

    /// Says once which jobs are for another program: this worker never gets their units.
    async fn look_for_strangers(&mut self) {
        let Ok(jobs) = self.broker.all_jobs().await else { return };
        for (name, entry) in jobs {
            let theirs = Program { version: entry.version, signature: entry.signature };
            if theirs != self.helper.program && self.told.insert(name.clone()) {
                let (theirs, ours) = (theirs.text(), self.helper.program.text());
                self.notify(&format!("the job {name} needs {theirs}; this is {ours}: not taken"));
            }
        }
    }

    /// Gives back what was taken, so that others need not wait for the lease to end.
    async fn leave(&mut self) {
        self.hand_over().await;
        for held in self.held.values() {
            let _ = held.message.ack_with(AckKind::Nak(None)).await;
        }
        let _ = timeout(Duration::from_secs(2), self.broker.client.flush()).await;
    }
}
