//! Results on their way to the broker: several of a job in one message, since a message costs the
//! broker more than what is in it.

use super::Station;
use crate::names::result_subject;
use crate::wire::{Answer, write_answer};
use alinea_jobs::Output;
use async_nats::jetstream::Message;
use async_nats::jetstream::message::PublishMessage;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// A result waits for others at most so long, and never past a quarter of the lease.
const MAX_WAIT: Duration = Duration::from_millis(500);
/// A message with so many results, or so many bytes, is sent at once. A broker takes 1 MB.
const MAX_RESULTS: usize = 256;
const MAX_BYTES: usize = 256 << 10;
/// How long a worker that leaves tries to hand over what it has finished.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Results of one job that wait for others.
pub(super) struct Bundle {
    job: String,
    payload: Vec<u8>,
    /// The units that are acknowledged once the broker has the results.
    units: Vec<(u64, Arc<Message>)>,
    since: Instant,
}

impl Station<'_> {
    /// Puts a result to the others of its job.
    pub(super) fn bundle(&mut self, key: u64, answer: &Answer, output: &Output) {
        let Some(held) = self.held.get(&key) else { return };
        let at = self.bundles.iter().position(|bundle| bundle.job == held.job);
        let at = at.unwrap_or_else(|| {
            let (job, since) = (held.job.clone(), Instant::now());
            let bundle = Bundle { job, payload: Vec::new(), units: Vec::new(), since };
            self.bundles.push(bundle);
            self.bundles.len() - 1
        });
        let bundle = &mut self.bundles[at];
        write_answer(&mut bundle.payload, answer, output);
        bundle.units.push((key, Arc::clone(&held.message)));
    }

    /// Sends what has waited long enough or is long enough, and everything when a thread has
    /// nothing to do or `now` says so.
    pub(super) fn send_bundles(&mut self, now: Now) {
        let wait = MAX_WAIT.min(self.helper.lease / 4);
        let all = now == Now::Everything || (self.waiting.is_empty() && !self.idle.is_empty());
        let due = |bundle: &mut Bundle| {
            all || bundle.since.elapsed() >= wait
                || bundle.units.len() >= MAX_RESULTS
                || bundle.payload.len() >= MAX_BYTES
        };
        for bundle in self.bundles.extract_if(.., due).collect::<Vec<_>>() {
            self.send(bundle);
        }
    }

    /// Publishes results until the broker has them, then acknowledges their units.
    fn send(&mut self, bundle: Bundle) {
        self.sent += 1;
        let Bundle { job, payload, units, .. } = bundle;
        let (subject, id) = (result_subject(&job), format!("{job}.{}.{}", self.name, self.sent));
        let (context, published) = (self.broker.context.clone(), self.published.0.clone());
        tokio::spawn(async move {
            loop {
                let publish =
                    PublishMessage::build().payload(payload.clone().into()).message_id(id.clone());
                let stored = match context.send_publish(subject.clone(), publish).await {
                    Ok(acknowledged) => acknowledged.await.is_ok(),
                    Err(_) => false,
                };
                if stored {
                    break;
                }
                sleep(Duration::from_millis(500)).await;
            }
            for (_, message) in &units {
                let _ = message.ack().await;
            }
            let _ = published.send(units.into_iter().map(|(key, _)| key).collect());
        });
    }

    /// Sends the last results and waits for the broker to have them, for a moment.
    pub(super) async fn hand_over(&mut self) {
        let finished: usize = self.bundles.iter().map(|bundle| bundle.units.len()).sum();
        self.send_bundles(Now::Everything);
        let mut left = finished;
        let _ = timeout(LAST_WAIT, async {
            while left > 0 {
                let Some(keys) = self.published.1.recv().await else { return };
                left = left.saturating_sub(keys.len());
                keys.iter().for_each(|key| drop(self.held.remove(key)));
            }
        })
        .await;
    }
}

/// Which results are sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Now {
    /// Those whose time has come.
    Due,
    Everything,
}
