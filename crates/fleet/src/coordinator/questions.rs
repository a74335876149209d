//! What a coordinator answers: to others of its kind, to workers, to whoever lists or cancels jobs.

use super::Coordinator;
use crate::FleetError;
use crate::names::alive_subject;
use crate::wire::{Hello, Question, Reply, from_bytes, to_bytes};
use alinea_jobs::TRIES;
use futures_util::{FutureExt, StreamExt, future::join_all};
use std::time::Duration;
use tokio::time::timeout;

/// How long a worker has to say that it is alive.
const ALIVE_WAIT: Duration = Duration::from_secs(4);

impl Coordinator<'_, '_> {
    pub(super) async fn answer_questions(&mut self) -> Result<(), FleetError> {
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

    /// Whether a worker may run a unit that came back to the queue. The worker before may have been
    /// killed by it: after three that are not heard of any more it is given up.
    async fn may(&mut self, unit: u64, worker: String) -> Result<Reply, FleetError> {
        let is_missing = unit < self.ledger.plan().units && !self.ledger.has(unit);
        if !is_missing || self.ledger.is_over() || self.banned.contains(&worker) {
            return Ok(Reply::No);
        }
        // Whoever asks again did not begin it the last time.
        let mut granted = self.granted.remove(&unit).unwrap_or_default();
        granted.retain(|name| *name != worker);
        if granted.len() + 1 >= TRIES {
            let states = join_all(granted.iter().map(|name| self.state_of(name, unit))).await;
            if states.contains(&Some(true)) {
                self.granted.insert(unit, granted);
                return Ok(Reply::Later);
            }
            let mut states = states.into_iter();
            granted.retain(|_| states.next().flatten().is_none());
        }
        if granted.len() + 1 < TRIES {
            granted.push(worker);
            self.granted.insert(unit, granted);
            return Ok(Reply::Yes);
        }
        let tried = granted.join(" and ");
        for _ in self.ledger.failures(unit)..TRIES {
            self.failed(unit, &tried, "began it and was not heard of again")?;
        }
        Ok(Reply::No)
    }

    /// Whether a worker is computing a unit; `None` if it is not heard of.
    async fn state_of(&self, worker: &str, unit: u64) -> Option<bool> {
        let question = to_bytes(&(&self.path, unit));
        let asked = self.broker.client.request(alive_subject(worker), question.into());
        let message = timeout(ALIVE_WAIT, asked).await.ok()?.ok()?;
        from_bytes(&message.payload)
    }
}
