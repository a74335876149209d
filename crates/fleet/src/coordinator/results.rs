//! What becomes of a result: written down, acknowledged, and now and then computed again.

use super::Coordinator;
use crate::FleetError;
use crate::arbiter::Verdict;
use crate::names::ban_subject;
use crate::wire::{Answer, read_answers};
use alinea_jobs::{Added, Output, PARKED, TRIES, read_notes};
use async_nats::jetstream::Message;
use futures_util::StreamExt;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::time::sleep;

/// Most messages taken between two writes to the disk itself.
const BATCH: usize = 256;
/// How long messages are collected.
const WAIT: Duration = Duration::from_millis(250);
/// One unit in so many is computed again here, when nothing else is to be.
const SAMPLE: u64 = 100;

impl Coordinator<'_, '_> {
    /// The results that are there.
    pub(super) async fn fetch(&self) -> Vec<Message> {
        match self.results.fetch().max_messages(BATCH).expires(WAIT * 8).messages().await {
            Ok(batch) => batch.filter_map(|message| async { message.ok() }).collect().await,
            Err(_) => Vec::new(),
        }
    }

    /// The results of the next moment: one request and one write to the disk for all of them. The
    /// request is heard to its end, since what is sent to nobody comes again only much later.
    pub(super) async fn wait_for_results(&self) -> Vec<Message> {
        match self.results.batch().max_messages(BATCH).expires(WAIT).messages().await {
            Ok(batch) => batch.filter_map(|message| async { message.ok() }).collect().await,
            Err(_) => {
                sleep(WAIT).await;
                Vec::new()
            }
        }
    }

    /// Writes results down, hands them to the disk, and only then acknowledges them.
    pub(super) async fn take(&mut self, messages: Vec<Message>) -> Result<(), FleetError> {
        for message in &messages {
            for (answer, output) in read_answers(&message.payload).unwrap_or_default() {
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

    /// Takes everything that is there.
    pub(super) async fn drain(&mut self) -> Result<(), FleetError> {
        while !self.ledger.is_over() {
            let messages = self.fetch().await;
            if messages.is_empty() {
                break;
            }
            self.take(messages).await?;
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

    pub(super) fn failed(
        &mut self,
        unit: u64,
        worker: &str,
        reason: &str,
    ) -> Result<(), FleetError> {
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

    pub(super) async fn judge(&mut self, verdict: Verdict) -> Result<(), FleetError> {
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
}
