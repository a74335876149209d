//! Long work on many machines: a carrier of `alinea-jobs` over NATS JetStream. Knows no game.
//!
//! The coordinator ([`Fleet`], a runner of jobs) publishes units to a work queue; workers
//! ([`Helper`]) pull them, keep their lease while they compute, and publish results; the
//! coordinator writes the journal and only then acknowledges. The journal is the truth: whatever
//! the broker loses is found missing and published again, and whatever comes twice is compared.
//! `docs/fleet.md` says what is promised and what is not.
#![forbid(unsafe_code)]

mod arbiter;
mod broker;
mod coordinator;
mod error;
mod listing;
mod names;
mod outstanding;
mod wire;
mod worker;

pub use broker::Access;
pub use coordinator::Fleet;
pub use error::FleetError;
pub use listing::{JobLine, Listing, WorkerLine, cancel, list};
pub use names::{Program, counted, job_name};
pub use worker::Helper;
