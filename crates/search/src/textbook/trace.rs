//! What a textbook search tells while it runs: every node, in the order it is visited.

use super::Window;

/// Receives every node of a textbook search, parents before children.
///
/// ```
/// use alinea_core::{Game, Player, Position};
/// use alinea_games::Connect4;
/// use alinea_search::{Budget, Heuristic, Limits, Part, Stop, Textbook, Trace, Window};
/// use std::sync::Arc;
/// # struct Even;
/// # impl<P: Position> Heuristic<P> for Even {
/// #     fn evaluate(&self, _: &P, _: Player, _: u32) -> f64 { 0.0 }
/// #     fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> { Vec::new() }
/// # }
/// /// Counts the places where children were skipped.
/// struct Cuts(u32);
/// impl<M> Trace<M> for Cuts {
///     fn enter(&mut self, _: Option<M>, _: u32, _: Window) {}
///     fn leave(&mut self, _: f64, cut: Option<Window>) {
///         self.0 += u32::from(cut.is_some());
///     }
/// }
/// let pos = Connect4::start(&Connect4::parse_setup("").unwrap());
/// let (book, mut cuts) = (Textbook::new(Arc::new(Even), 2), Cuts(0));
/// let mut budget = Budget::new(&Limits::default(), &Stop::new());
/// let found = book.search(&pos, book.root_frame(&pos), &mut budget, &mut cuts).unwrap();
/// // All replies to the first move, one reply to each of the six others.
/// assert_eq!((cuts.0, found.nodes), (6, 1 + 7 + 7 + 6));
/// ```
pub trait Trace<M> {
    /// A node is entered by `mv` (`None` at the root of the search) with this window.
    ///
    /// MAX moves at even plies.
    fn enter(&mut self, mv: Option<M>, ply: u32, window: Window);
    /// The node entered last and not yet left returns `value`.
    ///
    /// `cut` holds the window that made the search skip the remaining children, if it skipped any.
    fn leave(&mut self, value: f64, cut: Option<Window>);
}

/// A trace that records nothing; it costs nothing.
pub struct NoTrace;

impl<M> Trace<M> for NoTrace {
    #[inline]
    fn enter(&mut self, _: Option<M>, _: u32, _: Window) {}
    #[inline]
    fn leave(&mut self, _: f64, _: Option<Window>) {}
}

/// One recorded node of a textbook search.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode<M> {
    /// Number of the node in the order of visits, the root is 0.
    pub id: u64,
    /// The parent's number; `None` at the root.
    pub parent: Option<u64>,
    /// The move that led here.
    pub mv: Option<M>,
    /// Plies from the root.
    pub ply: u32,
    /// The window handed down.
    pub window: Window,
    /// What the node returned; not a number while it is searched.
    pub value: f64,
    /// The window that cut the remaining children off, if it did.
    pub cut: Option<Window>,
    /// Nodes below and including this one, so far.
    pub nodes: u64,
}

impl<M> TraceNode<M> {
    /// Whether the root player moves here.
    #[must_use]
    pub fn is_max(&self) -> bool {
        self.ply.is_multiple_of(2)
    }

    /// Whether the search has come back from this node.
    #[must_use]
    pub fn is_done(&self) -> bool {
        !self.value.is_nan()
    }

    /// The same node with its move written another way.
    pub fn map_move<N>(self, tell: impl FnOnce(M) -> N) -> TraceNode<N> {
        TraceNode {
            id: self.id,
            parent: self.parent,
            mv: self.mv.map(tell),
            ply: self.ply,
            window: self.window,
            value: self.value,
            cut: self.cut,
            nodes: self.nodes,
        }
    }
}

/// Records the first nodes of a search, up to a number and down to a ply; counts all.
///
/// ```
/// use alinea_core::{Game, Player, Position};
/// use alinea_games::Mnk;
/// use alinea_search::{Algorithm, Budget, Heuristic, Limits, Part, Recorder, Stop, Textbook};
/// use std::sync::Arc;
/// # struct Even;
/// # impl<P: Position> Heuristic<P> for Even {
/// #     fn evaluate(&self, _: &P, _: Player, _: u32) -> f64 { 0.0 }
/// #     fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> { Vec::new() }
/// # }
/// let pos = Mnk::start(&Mnk::parse_setup("3x3x3").unwrap());
/// let book = Textbook::new(Arc::new(Even), 2).with_algorithm(Algorithm::Minimax);
/// let mut budget = Budget::new(&Limits::default(), &Stop::new());
/// let mut recorder = Recorder::new(100, 1);
/// book.search(&pos, book.root_frame(&pos), &mut budget, &mut recorder).unwrap();
/// assert_eq!(recorder.visited(), 1 + 9 + 9 * 8);
/// let nodes = recorder.into_nodes();
/// assert_eq!((nodes.len(), nodes[0].nodes), (1 + 9, 82), "the replies are counted only");
/// assert_eq!((nodes[2].parent, nodes[2].ply, nodes[2].nodes), (Some(0), 1, 1 + 8));
/// ```
pub struct Recorder<M> {
    max_nodes: usize,
    max_ply: u32,
    visited: u64,
    open: Vec<Option<usize>>,
    ids: Vec<u64>,
    nodes: Vec<TraceNode<M>>,
}

impl<M> Recorder<M> {
    /// Keeps at most `max_nodes` nodes, none deeper than `max_ply`.
    #[must_use]
    pub fn new(max_nodes: usize, max_ply: u32) -> Recorder<M> {
        Recorder {
            max_nodes,
            max_ply,
            visited: 0,
            open: Vec::new(),
            ids: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// All nodes visited, recorded or not.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// The recorded nodes, parents before children, without those that were not finished.
    #[must_use]
    pub fn into_nodes(mut self) -> Vec<TraceNode<M>> {
        self.nodes.retain(TraceNode::is_done);
        self.nodes
    }

    /// What is recorded in the middle of a search, nodes that are still searched included.
    #[must_use]
    pub fn so_far(&self) -> Vec<TraceNode<M>>
    where
        M: Clone,
    {
        let mut nodes = self.nodes.clone();
        for node in nodes.iter_mut().filter(|node| !node.is_done()) {
            node.nodes = self.visited - node.id;
        }
        nodes
    }
}

impl<M> Trace<M> for Recorder<M> {
    fn enter(&mut self, mv: Option<M>, ply: u32, window: Window) {
        let id = self.visited;
        self.visited += 1;
        let parent = self.ids.last().copied();
        self.ids.push(id);
        let kept = self.nodes.len() < self.max_nodes && ply <= self.max_ply;
        self.open.push(kept.then_some(self.nodes.len()));
        if kept {
            let value = f64::NAN;
            self.nodes.push(TraceNode { id, parent, mv, ply, window, value, cut: None, nodes: 0 });
        }
    }

    fn leave(&mut self, value: f64, cut: Option<Window>) {
        let id = self.ids.pop().unwrap_or_default();
        if let Some(Some(slot)) = self.open.pop() {
            let node = &mut self.nodes[slot];
            node.value = value;
            node.cut = cut;
            node.nodes = self.visited - id;
        }
    }
}
