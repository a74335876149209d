//! The Gomocup protocol, by which gomoku programs of the whole field are spoken to.
#![forbid(unsafe_code)]

mod answer;
pub mod brain;
mod client;
mod serve;
mod thinker;

pub use client::{GomocupSeat, rule_code};
pub use serve::serve;
pub use thinker::{Thinker, WeightFile};
