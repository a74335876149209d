//! What can go wrong between machines, in sentences.

use alinea_jobs::{JobError, Refusal};

/// Why a fleet cannot be used. Nothing that was finished is lost by any of these.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// An address that is none, or says too much.
    #[error("{0}")]
    Address(String),
    /// Nobody answers there.
    #[error(
        "no broker answers at {0} ({1}); start one with: nats-server --jetstream --store_dir DIR"
    )]
    NoBroker(String, String),
    /// No encrypted line, or a broker that nobody vouches for.
    #[error(
        "no encrypted line to {0} ({1}); ALINEA_NATS_CA names a file with the authorities to trust, see docs/fleet.md"
    )]
    NoTrust(String, String),
    /// The broker does not let us in.
    #[error(
        "the broker at {0} refuses these credentials; see docs/fleet.md for ALINEA_NATS_CREDS, ALINEA_NATS_TOKEN, ALINEA_NATS_USER and ALINEA_NATS_PASSWORD"
    )]
    Credentials(String),
    /// A file with credentials or certificates cannot be used.
    #[error("{0}: {1}")]
    File(String, String),
    /// The broker cannot do what is needed.
    #[error("the broker at {0} is nats-server {1}; expected {2} or newer")]
    TooOld(String, String, &'static str),
    /// JetStream is turned off.
    #[error("the broker at {0} runs without JetStream; start it with: nats-server --jetstream")]
    NoJetStream(String),
    /// Another plan has this name.
    #[error(
        "the fleet has another job named {name} ({found}, ours is {ours}); choose a name with --job NAME, or end that one with: alinea jobs --fleet {url} --cancel {name}"
    )]
    SameName {
        /// The name.
        name: String,
        /// What the fleet has.
        found: String,
        /// What we have.
        ours: String,
        /// The broker.
        url: String,
    },
    /// Somebody else writes the journal of this job.
    #[error("the job {0} is already coordinated by {1}")]
    Coordinated(String, String),
    /// Somebody else took this coordinator for dead.
    #[error(
        "{1} took over the job {0} while this coordinator did not answer; everything finished is saved"
    )]
    TakenOver(String, String),
    /// The job was ended from outside.
    #[error("the job {0} was cancelled; everything finished is saved")]
    Cancelled(String),
    /// No such job.
    #[error("the fleet has no job named {0}")]
    NoJob(String),
    /// A worker gave other results than the coordinator.
    #[error(
        "this worker answered unit {0} otherwise than the coordinator did; it stops, and its results are computed again"
    )]
    Wrong(u64),
    /// The broker failed in the middle.
    #[error("the broker: {0}")]
    Broker(String),
    /// The job's own folder or work failed.
    #[error(transparent)]
    Job(#[from] JobError),
}

impl FleetError {
    pub(crate) fn broker(error: impl std::fmt::Display) -> FleetError {
        FleetError::Broker(error.to_string())
    }
}

impl From<Refusal> for FleetError {
    fn from(refusal: Refusal) -> FleetError {
        FleetError::Job(refusal.into())
    }
}

impl From<FleetError> for JobError {
    fn from(error: FleetError) -> JobError {
        match error {
            FleetError::Job(error) => error,
            other => JobError::Refused(Refusal::new(other)),
        }
    }
}
