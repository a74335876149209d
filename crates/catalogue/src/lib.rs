//! Opens any game and seats any engine by name: the entries of each game, engine specifications,
//! sessions, seats, the interface for heuristic files, views and JSON.
#![forbid(unsafe_code)]

mod compare;
mod entries;
mod entry;
pub mod factory;
pub mod files;
pub mod json;
mod naming;
mod open;
mod seat;
mod session;
mod spec;
mod teller;
mod view;

pub use compare::{CompareRow, Comparison, Way};
pub use entry::{EngineRow, Entry, HeuristicRow, OrderRow, Preset};
pub use naming::engine_name;
pub use open::{GAMES, GameVisitor, open, setups, visit};
pub use seat::{Failure, Seat};
pub use session::{Refused, Session, TraceKeep, TraceReport};
pub use spec::{
    COMMON_KEYS, EngineSpec, MAX_TABLE_MB, MAX_THREADS, SpecError, nearest, parse_seconds,
};
pub use view::{EffectJson, OutcomeJson, Side, View};
