//! How a job comes to the fleet: its name, its plan, its files, the consumer of its results.

use super::Fleet;
use crate::FleetError;
use crate::broker::Broker;
use crate::names::{RESULT_STREAM, ask_subject, result_consumer_name, result_subject, split_path};
use crate::wire::{JobEntry, Question, Reply, from_bytes, to_bytes};
use alinea_jobs::Ledger;
use async_nats::Subscriber;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use std::time::Duration;
use tokio::time::timeout;

/// Announces the job, unless somebody else has its name or writes its journal.
pub(super) async fn enter(
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
pub(super) async fn announce(
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
