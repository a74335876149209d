//! The Gomocup protocol, by which gomoku programs of the whole field are spoken to.
#![forbid(unsafe_code)]

mod client;

pub use client::{GomocupSeat, rule_code};
