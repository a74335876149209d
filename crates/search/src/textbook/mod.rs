//! Minimax and alpha-beta exactly as in a lecture: fixed depth, literal values, the root player's
//! view, ties to the first move. It does not try to be clever; what it visits and returns is the
//! specification that reports, traces and the search viewer are compared with.

mod trace;

pub use trace::{NoTrace, Recorder, Trace, TraceNode};

use crate::{
    Budget, Engine, Heuristic, Limits, MoveOrder, Natural, Observer, RootMove, Score, Stop, Thought,
};
use alinea_core::{Outcome, Player, Position};
use std::sync::Arc;

/// The deepest textbook search; larger depths are cut to it.
pub const MAX_TEXTBOOK_DEPTH: u32 = 128;

/// Minimax or alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every node of the tree.
    Minimax,
    /// With a window handed from parent to child, cut off as this says.
    AlphaBeta(Cut),
}

/// When the remaining children of a node are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// When alpha >= beta.
    Equal,
    /// When alpha > beta, as the Ligue 4 report writes it.
    Strict,
}

/// The values already secured: MAX has `alpha`, MIN has `beta`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// What MAX can already have elsewhere.
    pub alpha: f64,
    /// What MIN can already have elsewhere.
    pub beta: f64,
}

impl Window {
    /// Nothing is secured yet.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// Where a node stands in its search: root player, ply, depth and window.
///
/// With the position that is everything that decides what the textbook search does below it. A
/// node can thus be searched again on its own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// The player at the root, whose view all values take.
    pub root: Player,
    /// Plies from the root.
    pub ply: u32,
    /// Plies at which the search stops.
    pub depth: u32,
    /// The window handed down.
    pub window: Window,
}

/// The result of searching one node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched<M> {
    /// The value returned to the parent.
    pub value: f64,
    /// The child that last improved the value; `None` at leaves and where nothing improved.
    pub best: Option<M>,
    /// Nodes visited, this one included.
    pub nodes: u64,
}

/// Minimax or alpha-beta to a fixed depth, exactly as lectures define them.
///
/// ```
/// use alinea_core::{Game, Outcome, Player, Position};
/// use alinea_games::Mnk;
/// use alinea_search::{Algorithm, Budget, Cut, Heuristic, Limits, NoTrace, Part, Stop, Textbook};
/// use std::sync::Arc;
/// # struct Result;
/// # impl<P: Position> Heuristic<P> for Result {
/// #     fn evaluate(&self, pos: &P, player: Player, _: u32) -> f64 {
/// #         match pos.outcome().and_then(Outcome::winner) {
/// #             None => 0.0,
/// #             Some(winner) if winner == player => 1.0,
/// #             Some(_) => -1.0,
/// #         }
/// #     }
/// #     fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> { Vec::new() }
/// # }
/// // The whole game of noughts and crosses; `Result` is 1 for a win and -1 for a loss.
/// let pos = Mnk::start(&Mnk::parse_setup("3x3x3").unwrap());
/// let nodes = |algorithm| {
///     let book = Textbook::new(Arc::new(Result), 9).with_algorithm(algorithm);
///     let mut budget = Budget::new(&Limits::default(), &Stop::new());
///     let found = book.search(&pos, book.root_frame(&pos), &mut budget, &mut NoTrace).unwrap();
///     assert_eq!(found.value, 0.0, "a draw");
///     found.nodes
/// };
/// assert_eq!(nodes(Algorithm::Minimax), 549_946);
/// assert_eq!(nodes(Algorithm::AlphaBeta(Cut::Equal)), 18_297);
/// assert!(nodes(Algorithm::AlphaBeta(Cut::Strict)) > 18_297);
/// ```
#[derive(Clone)]
pub struct Textbook<P: Position> {
    heuristic: Arc<dyn Heuristic<P>>,
    order: Arc<dyn MoveOrder<P>>,
    algorithm: Algorithm,
    depth: u32,
}

impl<P: Position> Textbook<P> {
    /// Alpha-beta with `cut=equal` in natural order.
    #[must_use]
    pub fn new(heuristic: Arc<dyn Heuristic<P>>, depth: u32) -> Textbook<P> {
        let algorithm = Algorithm::AlphaBeta(Cut::Equal);
        Textbook {
            heuristic,
            order: Arc::new(Natural),
            algorithm,
            depth: depth.min(MAX_TEXTBOOK_DEPTH),
        }
    }

    /// The same search with another algorithm.
    #[must_use]
    pub fn with_algorithm(mut self, algorithm: Algorithm) -> Textbook<P> {
        self.algorithm = algorithm;
        self
    }

    /// The same search with another choice and order of moves.
    #[must_use]
    pub fn with_order(mut self, order: Arc<dyn MoveOrder<P>>) -> Textbook<P> {
        self.order = order;
        self
    }

    /// The fixed depth of this search.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The frame of the root of a search from `pos`.
    pub fn root_frame(&self, pos: &P) -> Frame {
        Frame { root: pos.turn(), ply: 0, depth: self.depth, window: Window::FULL }
    }

    /// Searches one node and reports every node below it; `None` if the budget ran out.
    pub fn search(
        &self,
        pos: &P,
        frame: Frame,
        budget: &mut Budget,
        trace: &mut impl Trace<P::Move>,
    ) -> Option<Searched<P::Move>> {
        let before = budget.nodes();
        let mut run = Run { book: self, budget, trace, moves: Vec::with_capacity(256), frame };
        let mut pos = pos.clone();
        let (value, best) = run.node(&mut pos, None, frame.ply, frame.window)?;
        Some(Searched { value, best, nodes: run.budget.nodes() - before })
    }

    /// The root, child by child, so that each root move's value can be told.
    fn iterate(&self, pos: &P, depth: u32, budget: &mut Budget) -> Option<Thought<P::Move>> {
        let frame = Frame { depth, ..self.root_frame(pos) };
        let mut recorder = RootValues { depth: 0, current: None, values: Vec::new() };
        let found = self.search(pos, frame, budget, &mut recorder)?;
        // Under alpha-beta only a move that improved on all before it has its true value; the
        // others returned a bound.
        let mut highest = f64::NEG_INFINITY;
        let mut moves: Vec<RootMove<P::Move>> = Vec::new();
        for (mv, value) in recorder.values {
            if self.algorithm == Algorithm::Minimax || value > highest || moves.is_empty() {
                moves.push(RootMove { value: Some(value), ..self.judged(pos, mv, value) });
            }
            highest = highest.max(value);
        }
        // A stable sort keeps search order among equals; the chosen move then comes first.
        moves.sort_by(|a, b| b.value.partial_cmp(&a.value).expect("values are never NaN"));
        let best = found.best.or_else(|| moves.first().map(|m| m.mv));
        moves.sort_by_key(|m| Some(m.mv) != best);
        if !moves.is_sorted_by(|a, b| a.score >= b.score) {
            // The lecture knows only values: where one ranks a move above a won game, so do we.
            for root in &mut moves {
                root.score = root.value.map_or(root.score, Score::estimate);
                root.proven = false;
            }
        }
        let line: Vec<_> = best.into_iter().collect();
        let score = moves.first().map_or(Score::DRAW, |m| m.score);
        Some(Thought {
            score,
            proven: score.is_decided(),
            value: Some(found.value),
            line,
            depth,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            moves,
            ..Thought::of(best)
        })
    }

    /// A root move with its value as a score; a move that ends the game is decided.
    fn judged(&self, pos: &P, mv: P::Move, value: f64) -> RootMove<P::Move> {
        let mover = pos.turn();
        let mut after = pos.clone();
        let _ = after.play_unchecked(mv);
        let score = match after.outcome() {
            Some(Outcome::Win(winner)) if winner == mover => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            Some(Outcome::Draw) => Score::DRAW,
            None => Score::estimate(value),
        };
        RootMove { proven: after.outcome().is_some(), ..RootMove::new(mv, score) }
    }
}

impl<P: Position> Engine<P> for Textbook<P> {
    /// One search of the fixed depth. If nodes or time are limited too, depths 1, 2, ... are
    /// searched and the last finished one answers.
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
        let depth = limits.depth.unwrap_or(self.depth).clamp(1, MAX_TEXTBOOK_DEPTH);
        let limited = limits.nodes.is_some() || limits.time.is_some();
        let mut moves = Vec::new();
        self.order.moves(pos, &mut moves);
        let mut thought = Thought::of(moves.first().copied());
        let mut budget = Budget::new(limits, stop);
        for depth in if limited { 1..=depth } else { depth..=depth } {
            match self.iterate(pos, depth, &mut budget) {
                Some(deeper) => thought = deeper,
                None => break,
            }
            observer.iteration(&thought);
        }
        thought.nodes = budget.nodes();
        thought.elapsed = budget.elapsed();
        thought
    }
}

/// Collects what each child of the root returned.
struct RootValues<M> {
    depth: u32,
    current: Option<M>,
    values: Vec<(M, f64)>,
}

impl<M: Copy> Trace<M> for RootValues<M> {
    #[inline]
    fn enter(&mut self, mv: Option<M>, _: u32, _: Window) {
        self.depth += 1;
        if self.depth == 2 {
            self.current = mv;
        }
    }

    #[inline]
    fn leave(&mut self, value: f64, _: Option<Window>) {
        if self.depth == 2
            && let Some(mv) = self.current
        {
            self.values.push((mv, value));
        }
        self.depth -= 1;
    }
}

/// One search under way.
struct Run<'a, P: Position, T> {
    book: &'a Textbook<P>,
    budget: &'a mut Budget,
    trace: &'a mut T,
    moves: Vec<P::Move>,
    frame: Frame,
}

impl<P: Position, T: Trace<P::Move>> Run<'_, P, T> {
    /// The value of this node and the move that gave it; `None` once the budget is spent.
    fn node(
        &mut self,
        pos: &mut P,
        mv: Option<P::Move>,
        ply: u32,
        window: Window,
    ) -> Option<(f64, Option<P::Move>)> {
        if !self.budget.visit() {
            return None;
        }
        debug_assert!(ply <= self.frame.depth.max(self.frame.ply), "ply {ply} is below the depth");
        let is_max = ply.is_multiple_of(2);
        self.trace.enter(mv, ply, window);
        if ply >= self.frame.depth || pos.outcome().is_some() {
            let value = self.book.heuristic.evaluate(pos, self.frame.root, ply);
            debug_assert!(!value.is_nan(), "a heuristic's value is a number");
            self.trace.leave(value, None);
            return Some((value, None));
        }
        let first = self.moves.len();
        self.book.order.moves(pos, &mut self.moves);
        let end = self.moves.len();
        // Minimax hands down no window, but each node still gathers its own best in one.
        let Window { mut alpha, mut beta } = window;
        let mut best = None;
        let mut cut = None;
        for i in first..end {
            let child = self.moves[i];
            let handed = match self.book.algorithm {
                Algorithm::Minimax => Window::FULL,
                Algorithm::AlphaBeta(_) => Window { alpha, beta },
            };
            let key_before = cfg!(debug_assertions).then(|| pos.key());
            let undo = pos.play_unchecked(child);
            let searched = self.node(pos, Some(child), ply + 1, handed);
            pos.undo(undo);
            debug_assert_eq!(Some(pos.key()), key_before, "the position is not the one before");
            let (value, _) = searched?;
            if is_max && value > alpha {
                alpha = value;
                best = Some(child);
            } else if !is_max && value < beta {
                beta = value;
                best = Some(child);
            }
            let is_cut = match self.book.algorithm {
                Algorithm::Minimax => false,
                Algorithm::AlphaBeta(Cut::Equal) => alpha >= beta,
                Algorithm::AlphaBeta(Cut::Strict) => alpha > beta,
            };
            if is_cut && i + 1 < end {
                cut = Some(Window { alpha, beta });
            }
            if is_cut {
                break;
            }
        }
        self.moves.truncate(first);
        let value = if is_max { alpha } else { beta };
        self.trace.leave(value, cut);
        Some((value, best))
    }
}

#[cfg(test)]
mod tests;
