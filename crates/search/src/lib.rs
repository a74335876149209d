//! Search over any game, by the rules of [`alinea_core::Position`] alone: scores, limits, engines,
//! heuristics, and two searches. [`Textbook`] is the lecture's minimax and alpha-beta to the
//! letter, [`AlphaBeta`] the fast one that plays to win. No game is named here and nothing is printed.
#![forbid(unsafe_code)]

mod alphabeta;
mod clock;
mod engine;
mod forced;
mod heuristic;
mod limits;
mod order;
mod random;
mod score;
mod textbook;
#[cfg(test)]
mod toys;

pub use alinea_core::Stop;
pub use alphabeta::{AlphaBeta, DEFAULT_TABLE_MB, Style};
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use clock::{Budget, Clock};
pub use engine::{Distance, Engine, Ignore, Observer, RootMove, Thought};
pub use forced::{Defence, Explanation, Mark, MarkKind, Means, Proof};
pub use heuristic::{Heuristic, Part};
pub use limits::{Limits, Purpose};
pub use order::{MoveOrder, Natural};
pub use random::Random;
pub use score::{Score, seen_earlier};
pub use textbook::{
    Algorithm, Cut, Frame, MAX_TEXTBOOK_DEPTH, NoTrace, Recorder, Searched, Textbook, Trace,
    TraceNode, Window,
};
