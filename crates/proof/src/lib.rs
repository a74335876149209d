//! Small strategies that anyone can check: the search for them, the certificate file, following
//! them in a game. Their checkers are programs of their own (`crates/check`) and share nothing
//! with this crate.
#![forbid(unsafe_code)]

mod attack;
mod board;
mod certificate;
mod family;
mod graph;
mod guide;
mod local;
mod plan;
mod prover;
mod small;

pub use attack::{Attack, AttackError};
pub use board::Shape;
pub use certificate::{
    Certificate, CertificateError, Counts, Embedded, Line, MAX_BYTES, Strategy, moves_text,
};
pub use family::{Goal, Language};
pub use graph::Prices;
pub use guide::{Advice, Guide, PlanRule, Why};
pub use plan::{Plan, Word};
pub use prover::{Progress, ProveError, Prover, Task};
pub use small::SmallError;
