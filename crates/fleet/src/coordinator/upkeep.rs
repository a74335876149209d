//! What a coordinator looks after while results come in: units that were lost, a broker that forgot.

use super::Coordinator;
use super::entry::{announce, result_consumer};
use crate::FleetError;
use crate::names::{
    RESULT_STREAM, WORK_STREAM, counted, result_consumer_name, result_subject, work_consumer,
};
use crate::wire::JobEntry;
use async_nats::jetstream::consumer::Info;
use std::time::Duration;

impl Coordinator<'_, '_> {
    /// Looks for units that the broker has lost, and brings back what it has forgotten.
    pub(super) async fn check(&mut self) -> Result<(), FleetError> {
        self.stay_alone().await?;
        match self.count().await {
            Ok(there) => {
                if self.silent {
                    self.silent = false;
                    self.notify("the broker is back");
                }
                let missing = there < self.outstanding.len();
                self.suspicious = if missing { self.suspicious + 1 } else { 0 };
                if self.suspicious >= 2 {
                    let lost = match there {
                        0 => self.outstanding.lose_older(Duration::ZERO),
                        _ => self.outstanding.lose_older(self.fleet.lease),
                    };
                    self.suspicious = 0;
                    if lost > 0 {
                        let lost = counted(lost, "lost unit");
                        self.notify(&format!("{lost} had to be published again"));
                    }
                }
            }
            Err(FleetError::Job(error)) => return Err(error.into()),
            Err(error) => {
                if !self.silent {
                    self.notify(&format!("{error}; waiting for it"));
                }
                self.silent = true;
            }
        }
        Ok(())
    }

    /// Leaves the job to somebody who entered after us: two would take each other's results.
    async fn stay_alone(&self) -> Result<(), FleetError> {
        match self.broker.job(&self.job).await {
            Ok(Some(JobEntry { coordinator, .. }))
                if !coordinator.is_empty() && coordinator != self.name =>
            {
                Err(FleetError::TakenOver(self.job.clone(), coordinator))
            }
            // Nobody has it, or the broker does not answer: what counts units sees to both.
            _ => Ok(()),
        }
    }

    /// Units of this job that the broker has: in the queue, or as results on their way to us. The
    /// queue is counted before the results are taken, and a worker removes a unit from it only once
    /// its result is with the broker: a unit that is in neither is lost.
    async fn count(&mut self) -> Result<usize, FleetError> {
        let queued = self.broker.count(WORK_STREAM, &self.subject).await?;
        let answered = self.broker.count(RESULT_STREAM, &result_subject(&self.path)).await?;
        let info = match self.results.get_info().await {
            Ok(info) => info,
            Err(_) => {
                // The broker may have lost everything it had.
                self.broker.ensure().await?;
                let entry = announce(self.fleet, &self.broker, self.ledger, &self.name).await?;
                self.broker.put_job(&self.job, &entry).await?;
                self.results = result_consumer(&self.broker, &self.path).await?;
                self.outstanding.clear();
                self.results.get_info().await.map_err(FleetError::broker)?
            }
        };
        let (tag, lease) = (self.fleet.program.tag(), self.fleet.lease);
        let work = self.broker.work(&tag, lease).await?;
        let work = work.get_info().await.map_err(FleetError::broker)?;
        let reach = |info: &Info| info.num_pending > 0 || info.num_ack_pending > 0;
        let stuck = (queued > 0 && !reach(&work), answered > 0 && !reach(&info));
        self.stuck = if stuck == (false, false) { 0 } else { self.stuck + 1 };
        if self.stuck >= 2 {
            self.stuck = 0;
            self.reopen(stuck.0, stuck.1).await?;
        }
        if answered > 0 {
            self.drain().await?;
        }
        Ok(queued + info.num_ack_pending)
    }

    /// Makes consumers anew that do not see what is there: a broker of version 2.9 that was killed
    /// while a stream was empty numbers its messages from 1 again, below where its consumers are.
    async fn reopen(&mut self, work: bool, results: bool) -> Result<(), FleetError> {
        let tag = self.fleet.program.tag();
        if work {
            let stream = self.broker.stream(WORK_STREAM).await?;
            let _ = stream.delete_consumer(&work_consumer(&tag)).await;
            self.broker.work(&tag, self.fleet.lease).await?;
        }
        if results {
            let stream = self.broker.stream(RESULT_STREAM).await?;
            let _ = stream.delete_consumer(&result_consumer_name(&self.job)).await;
            self.results = result_consumer(&self.broker, &self.path).await?;
        }
        self.notify("the broker had lost its place in a queue; it was set right");
        Ok(())
    }
}
