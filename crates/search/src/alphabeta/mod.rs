//! The general fast search: any game, any heuristic, playing to win. Iterative deepening,
//! principal variation search, a table, killers, history, aspiration windows and reductions that
//! are searched again where they hid something. What it visits is not meant to be read; the
//! lecture's search is [`crate::Textbook`].
//!
//! - Values are the root player's: several heuristics differ between the sides. The table's keys
//!   are salted with the root player, and heuristics are always asked at ply 0.
//! - Decided scores are true: a win or loss within any depth is one in the game, also where the
//!   order of moves leaves some out (see [`MoveOrder::rest`]).
//! - A draw is proven when the whole tree was searched, or by a proof of its own on small boards.

mod memory;
mod node;
mod root;
mod table;
#[cfg(test)]
mod tests;

use crate::{Budget, Engine, Heuristic, Limits, MoveOrder, Natural, Observer, Stop, Thought};
use alinea_core::{Position, SplitMix64};
use memory::Memory;
use node::{Purpose, Run};
use std::sync::Arc;
use table::Table;

/// The deepest line that is searched.
const MAX_PLY: usize = 128;

/// The table's size where nothing is said, in megabytes.
pub const DEFAULT_TABLE_MB: usize = 64;

/// Whether a search plays to win or returns the exact value of a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// To win: reductions, and everything the table knows.
    Fast,
    /// Exactly the value of plain minimax of the same depth, for comparisons and tests.
    ///
    /// No reductions, and the table answers at equal depth only.
    Exact,
}

/// The general fast search with one heuristic.
///
/// ```
/// use alinea_core::{Game, Player, Position, parse_position};
/// use alinea_games::Mnk;
/// use alinea_search::{AlphaBeta, Engine, Heuristic, Ignore, Limits, Part, Score, Stop};
/// use std::sync::Arc;
/// # struct Even;
/// # impl<P: Position> Heuristic<P> for Even {
/// #     fn evaluate(&self, _: &P, _: Player, _: u32) -> f64 { 0.0 }
/// #     fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> { Vec::new() }
/// # }
/// // `Even` judges every position with 0: what is found is the truth of the game.
/// let mut search = AlphaBeta::new(Arc::new(Even)).with_table(1);
/// let setup = Mnk::parse_setup("3x3x3").unwrap();
/// let mut think = |position| {
///     let pos = parse_position::<Mnk>(&setup, position).unwrap().pos;
///     let thought = search.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
///     (thought.score, thought.proven)
/// };
/// assert_eq!(think("-"), (Score::DRAW, true));
/// // A corner answered on the edge beside it loses.
/// assert_eq!(think("a1 b1"), (Score::win_in(5), true));
/// ```
pub struct AlphaBeta<P: Position> {
    heuristic: Arc<dyn Heuristic<P>>,
    order: Arc<dyn MoveOrder<P>>,
    style: Style,
    proves_draws: bool,
    table: Table,
    memory: Memory,
}

impl<P: Position> AlphaBeta<P> {
    /// A search over all legal moves with a table of [`DEFAULT_TABLE_MB`].
    #[must_use]
    pub fn new(heuristic: Arc<dyn Heuristic<P>>) -> AlphaBeta<P> {
        AlphaBeta {
            heuristic,
            order: Arc::new(Natural),
            style: Style::Fast,
            proves_draws: false,
            table: Table::new(DEFAULT_TABLE_MB),
            memory: Memory::new(P::MAX_INDEX),
        }
    }

    /// The same search with another choice and order of moves.
    #[must_use]
    pub fn with_order(mut self, order: Arc<dyn MoveOrder<P>>) -> AlphaBeta<P> {
        self.order = order;
        self
    }

    /// The same search with a table of at most this many megabytes; 0 means none.
    #[must_use]
    pub fn with_table(mut self, megabytes: usize) -> AlphaBeta<P> {
        self.table = Table::new(megabytes);
        self
    }

    /// The same search in another style.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> AlphaBeta<P> {
        self.style = style;
        self
    }

    /// The same search that also tries to prove a draw, with half of its nodes.
    ///
    /// The proof searches to the end without a heuristic. Pays on small boards, with an order that
    /// is complete.
    #[must_use]
    pub fn proving_draws(mut self) -> AlphaBeta<P> {
        self.proves_draws = true;
        self
    }
}

impl<P: Position> Engine<P> for AlphaBeta<P> {
    /// Depths 1, 2, ... until a limit is met or the result is proven.
    fn think(
        &mut self,
        pos: &P,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        let max_depth = limits.depth.unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32 - 1);
        self.table.next_generation();
        self.memory.fade();
        let run = Run {
            heuristic: &*self.heuristic,
            order: &*self.order,
            table: &mut self.table,
            memory: &mut self.memory,
            budget: Budget::new(limits, stop),
            cap: u64::MAX,
            style: self.style,
            purpose: Purpose::Judge,
            root: pos.turn(),
            salt: SplitMix64::mix(1 + pos.turn().index() as u64),
            moves: Vec::with_capacity(1024),
            ranks: Vec::with_capacity(1024),
            lines: vec![Vec::new(); MAX_PLY + 2],
        };
        let proves = self.proves_draws && self.style == Style::Fast && self.order.is_complete();
        root::Search::new(run, pos, limits.lines.max(1), proves).deepen(max_depth, observer)
    }

    fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }
}
