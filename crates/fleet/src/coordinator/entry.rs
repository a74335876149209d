//! How a job comes to the fleet: its name, its plan, its files, the consumer of its results.

use super::Fleet;
use crate::FleetError;
use crate::broker::Broker;
use crate::names::{RESULT_STREAM, ask_subject, result_consumer_name, result_subject, split_path};
use crate::wire::{JobEntry, Question, Reply, from_bytes, to_bytes};
use alinea_jobs::Ledger;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::{RequestErrorKind, Subscriber};
use std::time::Duration;

/// How often somebody who listens is asked whether it coordinates, five seconds each: a coordinator
/// on a busy machine must not be taken for dead.
const QUESTIONS: usize = 2;

/// Announces the job, unless somebody else has its name or writes its journal.
pub(super) async fn enter(
    fleet: &Fleet,
    broker: &Broker,
    ledger: &Ledger<'_>,
    job: &str,
    name: &str,
) -> Result<Subscriber, FleetError> {
    if let Some(other) = coordinator_of(broker, job).await {
        return Err(FleetError::Coordinated(job.to_owned(), other));
    }
    let asked = broker.client.subscribe(ask_subject(job)).await.map_err(FleetError::broker)?;
    let entry = announce(fleet, broker, ledger, name).await?;
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

/// Who says that it coordinates a job. Where nobody listens the broker says so at once; one that
/// listens and is busy has the time of all questions.
async fn coordinator_of(broker: &Broker, job: &str) -> Option<String> {
    for _ in 0..QUESTIONS {
        let who = broker.client.request(ask_subject(job), to_bytes(&Question::Who).into());
        match who.await {
            Ok(message) => match from_bytes(&message.payload) {
                Some(Reply::I(other)) => return Some(other),
                _ => return None,
            },
            Err(error) if error.kind() == RequestErrorKind::TimedOut => {}
            Err(_) => return None,
        }
    }
    None
}

/// Brings the plan and its files to the fleet.
pub(super) async fn announce(
    fleet: &Fleet,
    broker: &Broker,
    ledger: &Ledger<'_>,
    name: &str,
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
        coordinator: name.to_owned(),
    })
}

pub(super) async fn result_consumer(
    broker: &Broker,
    path: &str,
) -> Result<PullConsumer, FleetError> {
    let name = result_consumer_name(split_path(path).0);
    let config = pull::Config {
        durable_name: Some(name.clone()),
        filter_subject: result_subject(path),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(30),
        max_ack_pending: 100_000,
        ..pull::Config::default()
    };
    let stream = broker.stream(RESULT_STREAM).await?;
    stream.get_or_create_consumer(&name, config).await.map_err(FleetError::broker)
}
