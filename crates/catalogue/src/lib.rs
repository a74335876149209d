//! Opens any game and seats any engine by name: the entries of each game, engine specifications,
//! sessions, seats, the interface for heuristic files, views and JSON.
#![forbid(unsafe_code)]

mod compare;
mod contestant;
mod entries;
mod entry;
pub mod factory;
pub mod files;
pub mod json;
mod naming;
mod open;
pub mod record;
mod seat;
mod session;
mod setting;
mod spec;
mod teller;
mod threats_json;
mod trace;
mod view;

pub use compare::{CompareRow, Comparison, Way};
pub use contestant::{Contestant, Outside, Student};
pub use entry::{EngineFacts, EngineRow, Entry, HeuristicRow, OrderRow, Preset, SizeRange};
pub use naming::engine_name;
pub use open::{Choices, GAMES, GameVisitor, choices, open, visit};
pub use seat::{Failure, GameClock, Seat};
pub use session::{GameSession, Refused, Session, SessionVisitor, ThreatsReport};
pub use setting::{
    Key, MAX_TABLE_MB, MAX_THREADS, Method, Repetition, Setting, Settings, parse_seconds,
};
pub use spec::{EngineSpec, SpecError, nearest};
pub use trace::{TraceKeep, TraceListener, TraceQuestion, TraceReport};
pub use view::{EffectJson, OutcomeJson, Side, View};
