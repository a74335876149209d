//! The way of a unit through a worker: accepted, permitted, given to a thread, published.

use super::bundles::Now;
use super::threads::{Event, OpenJob, Task};
use super::{Held, Station};
use crate::FleetError;
use crate::names::{ask_subject, path_of_work, split_path};
use crate::wire::{Answer, Question, Reply, Unit, from_bytes, to_bytes};
use alinea_jobs::{Job, Kind, Output, Plan, Refusal, Unfinished};
use async_nats::jetstream::{AckKind, Message};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Jobs kept open; the one that was not needed for the longest time goes first.
const MAX_OPEN: usize = 8;
/// How long the coordinator has to say whether a unit may be run again.
const ASK_WAIT: Duration = Duration::from_secs(5);

impl Station<'_> {
    /// Takes a unit whose job can be opened; another goes back to the queue.
    pub(super) async fn accept(&mut self, message: Message) {
        let job = path_of_work(&message.subject).to_owned();
        let Some(unit) = from_bytes::<Unit>(&message.payload) else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        match self.job(&job).await {
            Ok(Some(_)) => {
                let key = self.next_key;
                self.next_key += 1;
                self.held.insert(key, Held { message: Arc::new(message), job, unit });
                self.waiting.push_back(key);
            }
            // The job is over or was cancelled, or its name is that of other work now.
            Ok(None) => drop(message.ack_with(AckKind::Term).await),
            Err(error) => {
                if self.told.insert(job.clone()) {
                    let job = split_path(&job).0;
                    self.notify(&format!("the job {job} cannot be opened here: {error}"));
                }
                let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(5)))).await;
            }
        }
    }

    /// A job that is open, or is opened now from what the fleet has of it.
    async fn job(&mut self, path: &str) -> Result<Option<Arc<OpenJob>>, FleetError> {
        if let Some(at) = self.open.iter().position(|job| job.path == path) {
            let job = self.open.remove(at);
            self.open.push(Arc::clone(&job));
            return Ok(Some(job));
        }
        let (name, plan) = split_path(path);
        let entry = self.broker.job(name).await?;
        let Some(entry) = entry.filter(|entry| entry.plan.short() == plan) else { return Ok(None) };
        let text = self.broker.get_file(&entry.plan).await?;
        let plan = Plan::parse(&String::from_utf8_lossy(&text))?;
        let files = self.helper.cache.join("files");
        let io = |error: std::io::Error| {
            FleetError::File(files.display().to_string(), error.to_string())
        };
        std::fs::create_dir_all(&files).map_err(io)?;
        for hash in plan.files.values() {
            let path = files.join(hash.as_str());
            let kept = std::fs::read(&path).is_ok_and(|bytes| alinea_jobs::sha256(&bytes) == *hash);
            if !kept {
                let bytes = self.broker.get_file(hash).await?;
                let beside = files.join(format!("{hash}.{}", self.name));
                std::fs::write(&beside, bytes).map_err(io)?;
                std::fs::rename(&beside, &path).map_err(io)?;
            }
        }
        let job = Job::new(plan, files);
        let open = Kind::find(self.helper.kinds, &job.plan.kind)?.open;
        let work = open(&job)?;
        let job = Arc::new(OpenJob { path: path.to_owned(), work });
        if self.open.len() >= MAX_OPEN {
            self.open.remove(0);
        }
        self.open.push(Arc::clone(&job));
        Ok(Some(job))
    }

    /// Gives units to idle threads. A unit that came back to the queue may have killed the worker
    /// before: the coordinator is asked right before it is begun.
    pub(super) async fn assign(&mut self) {
        while self.idle.len() > self.asked {
            let Some(key) = self.waiting.pop_front() else { return };
            let Some(held) = self.held.get(&key) else { continue };
            let (path, unit) = (held.job.clone(), held.unit);
            let again = came_back(&held.message);
            if again && !self.permitted.remove(&key) {
                self.asked += 1;
                self.ask_permission(key, split_path(&path).0, unit.unit);
                continue;
            }
            let Ok(Some(job)) = self.job(&path).await else {
                self.held.remove(&key);
                continue;
            };
            if again {
                // It may kill this worker: what is finished is not lost with it.
                self.send_bundles(Now::Everything);
            }
            if let Some(thread) = self.idle.pop() {
                let _ = self.threads[thread].send(Task { key, job, unit });
            }
        }
    }

    /// Asks whether a unit that came back may be run; the answer comes as an event.
    fn ask_permission(&self, key: u64, job: &str, unit: u64) {
        let question = Question::May { unit, worker: self.name.clone() };
        let (client, subject) = (self.broker.client.clone(), ask_subject(job));
        let answers = self.permits.0.clone();
        tokio::spawn(async move {
            let asked = client.request(subject, to_bytes(&question).into());
            let reply = match timeout(ASK_WAIT, asked).await {
                Ok(Ok(message)) => from_bytes(&message.payload),
                _ => None,
            };
            let _ = answers.send((key, reply));
        });
    }

    /// A unit that may be run goes first; another is dropped, or left for later.
    pub(super) async fn hear_permission(&mut self, key: u64, reply: Option<Reply>) {
        self.asked -= 1;
        if reply == Some(Reply::Yes) {
            self.permitted.insert(key);
            self.waiting.push_front(key);
            return;
        }
        let Some(held) = self.held.remove(&key) else { return };
        let kind = match reply {
            Some(Reply::No) => AckKind::Term,
            _ => AckKind::Nak(Some(Duration::from_secs(2))),
        };
        let _ = held.message.ack_with(kind).await;
    }

    /// Puts the result of a unit to those that are published next. A unit that came back to the
    /// queue may have died with others of its worker: its result does not wait.
    pub(super) fn finish(&mut self, event: Event) {
        self.idle.push(event.thread);
        let Some(held) = self.held.get(&event.key) else { return };
        let (output, failed) = match event.ran {
            Ok(output) => match output.check() {
                Ok(()) => (output, None),
                Err(Refusal(reason)) => (Output::default(), Some(reason)),
            },
            Err(Unfinished::Failed(Refusal(reason))) => (Output::default(), Some(reason)),
            Err(Unfinished::Stopped) => return,
        };
        self.units += 1;
        self.each = Some(self.each.map_or(event.took, |each| (7 * each + event.took) / 8));
        let again = came_back(&held.message);
        let Unit { unit, run } = held.unit;
        let answer = Answer { unit, run, worker: self.name.clone(), failed };
        self.bundle(event.key, &answer, &output);
        if again {
            self.send_bundles(Now::Everything);
        }
    }
}

/// Whether somebody had a unit before.
fn came_back(message: &Message) -> bool {
    message.info().is_ok_and(|info| info.delivered > 1)
}
