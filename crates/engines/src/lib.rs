//! Heuristics, strong engines, and the catalogue that opens any game and seats any engine by
//! name. [`open`] is the text edge: everything outside speaks text to a [`Session`].

mod boom;
mod columns;
mod compare;
pub mod connect4;
mod entry;
pub mod factory;
pub mod files;
pub mod gomoku;
pub mod json;
mod lanes;
pub mod levels;
mod mnk;
mod naming;
mod open;
mod seat;
mod session;
mod spec;
mod teller;
mod view;
mod words;

pub use boom::ninja;
pub use compare::{Comparison, Way};
pub use entry::{EngineRow, Entry, HeuristicRow, OrderRow, Preset};
pub use open::{GAMES, GameVisitor, open, setups, visit};
pub use seat::{Failure, Seat};
pub use session::{Refused, Session, TraceKeep, TraceReport};
pub use spec::{
    COMMON_KEYS, EngineSpec, MAX_TABLE_MB, MAX_THREADS, SpecError, nearest, parse_seconds,
};
pub use view::{View, effect_json, outcome_json};
pub use words::Language;
