//! A search beside a trace, line by line: it is stopped at the first difference.

use super::choices::Choices;
use super::desk::Desk;
use super::moves::Texts;
use super::plan::Plan;
use super::read::Printed;
use super::rounding::{Rounding, is_noise};
use super::search::{Effort, Left, Listener};
use alinea_catalogue::Entry;
use alinea_search::Window;

/// A node of a trace with its moves read; 0 is a move that was not printed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub(super) line: usize,
    pub(super) mv: u16,
    pub(super) level: u32,
    pub(super) value: Option<f64>,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) best: u16,
}

/// A printed tree.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) printed: Printed,
    /// Whether the end of the text is missing.
    pub(super) cut: bool,
    pub(super) has_root: bool,
    /// What the program prints for minus and plus infinity.
    pub(super) infinity: [f64; 2],
    pub(super) rounding: Rounding,
    /// What a won game is worth, if no sum is.
    pub(super) utility: Option<f64>,
}

impl Tree {
    fn is_decided(&self, value: f64) -> bool {
        self.utility.is_some_and(|utility| value.abs() == utility)
    }
}

/// Which window of a node is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Windows {
    /// The one that it was given.
    Entered,
    /// The one that it had at its end.
    Left,
}

/// What differs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    /// Another node comes here: its move and level.
    Node(u16, u32),
    /// The trace ends, this node is missing.
    Missing(u16, u32),
    /// The search is over, the trace goes on.
    Over,
    Alpha(f64),
    Beta(f64),
    Value(f64),
    /// Another best move.
    Best(u16),
    /// The search needs more nodes than are allowed.
    TooLarge,
}

/// The first difference between a search and a trace.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Difference<M> {
    /// How many lines, and ends of nodes, agreed before.
    pub(super) event: usize,
    /// The node of the trace.
    pub(super) node: usize,
    pub(super) kind: Kind,
    /// The moves that lead there.
    pub(super) path: Vec<M>,
}

/// Nodes that one search of the grader may visit.
pub(super) const MAX_NODES: u64 = 20_000_000;

/// Follows a trace with a search; nothing if they agree to the end.
pub(super) fn follow<G: Entry>(
    plan: &Plan<G>,
    start: &Desk<G>,
    tree: &Tree,
    way: (Choices, Windows),
    texts: &mut Texts,
    effort: &mut Effort,
) -> Option<Difference<G::Move>> {
    let mut follower = Follower {
        tree,
        windows: way.1,
        texts,
        next: 0,
        open: Vec::new(),
        path: Vec::new(),
        event: 0,
        is_done: false,
        taken: None,
        difference: None,
    };
    let finished = plan.search(start, plan.depth, way.0, effort, &mut follower).is_some();
    if follower.difference.is_none() && !follower.is_done {
        if !finished {
            follower.differs(follower.next, Kind::TooLarge);
        } else if follower.next < tree.nodes.len() {
            follower.differs(follower.next, Kind::Over);
        }
    }
    follower.difference
}

struct Follower<'a, G: Entry> {
    tree: &'a Tree,
    windows: Windows,
    texts: &'a mut Texts,
    next: usize,
    /// The nodes of the trace that are not left yet; `None` for those that are not printed.
    open: Vec<Option<usize>>,
    path: Vec<G::Move>,
    event: usize,
    is_done: bool,
    /// The printed value of the node left last, if it is ours but for rounding.
    taken: Option<f64>,
    difference: Option<Difference<G::Move>>,
}

impl<G: Entry> Follower<'_, G> {
    fn differs(&mut self, node: usize, kind: Kind) -> bool {
        let path = self.path.clone();
        self.difference = Some(Difference { event: self.event, node, kind, path });
        false
    }

    /// Compares the place of a node, and its window.
    fn place(&mut self, index: usize, mv: u16, level: u32, window: Option<Window>) -> bool {
        let Some(node) = self.tree.nodes.get(index) else {
            return self.tree.cut || self.differs(index, Kind::Missing(mv, level));
        };
        let other_move = node.mv != 0 && node.mv != mv && level > 0;
        if node.level != level || other_move {
            return self.differs(index, Kind::Node(mv, level));
        }
        let Some(window) = window else { return true };
        if node.alpha.is_some_and(|alpha| !self.same(alpha, window.alpha)) {
            return self.differs(index, Kind::Alpha(window.alpha));
        }
        if node.beta.is_some_and(|beta| !self.same(beta, window.beta)) {
            return self.differs(index, Kind::Beta(window.beta));
        }
        true
    }

    /// Compares what a node returns.
    fn result(&mut self, index: usize, value: f64, best: u16) -> bool {
        let Some(node) = self.tree.nodes.get(index) else { return true };
        if node.value.is_some_and(|found| !self.same(found, value)) {
            return self.differs(index, Kind::Value(value));
        }
        // Which of equal moves is the first may depend on digits that are not printed.
        let hides_ties = self.tree.rounding.hides_ties() && !self.tree.is_decided(value);
        let is_told = node.best != 0 && best != 0 && !hides_ties;
        if is_told && node.best != best {
            return self.differs(index, Kind::Best(best));
        }
        true
    }

    fn same(&self, found: f64, expected: f64) -> bool {
        let [lowest, highest] = self.tree.infinity;
        let meant = if found == lowest {
            f64::NEG_INFINITY
        } else if found == highest {
            f64::INFINITY
        } else {
            found
        };
        self.tree.rounding.agrees(found, expected) || super::same(meant, expected)
    }

    fn number(&mut self, mv: Option<G::Move>, desk: &Desk<G>) -> u16 {
        mv.map_or(0, |mv| self.texts.of(desk.position(), mv))
    }
}

impl<G: Entry> Listener<G> for Follower<'_, G> {
    fn enter(&mut self, mv: Option<G::Move>, ply: u32, window: Window, desk: &Desk<G>) -> bool {
        self.path.extend(mv);
        if self.tree.printed == Printed::AfterChildren || (ply == 0 && !self.tree.has_root) {
            // The number of the move is needed when the node is left.
            let _ = self.number(mv, desk);
            self.open.push(None);
            return true;
        }
        self.event += 1;
        let mv = self.number(mv, desk);
        let index = self.next;
        let shown = (self.windows == Windows::Entered).then_some(window);
        if !self.place(index, mv, ply, shown) {
            return false;
        }
        self.next = (index + 1).min(self.tree.nodes.len());
        self.open.push((index < self.tree.nodes.len()).then_some(index));
        true
    }

    fn leave(&mut self, left: &Left<G::Move>) -> bool {
        let known = |mv: Option<G::Move>, texts: &Texts| mv.map_or(0, |mv| texts.known::<G>(mv));
        let best = known(left.best, self.texts);
        let opened = self.open.pop().flatten();
        let own = match self.tree.printed {
            Printed::BeforeChildren => opened,
            Printed::AfterChildren => Some(self.next),
        };
        let printed = own.and_then(|index| self.tree.nodes.get(index)?.value);
        self.taken = printed.filter(|&printed| is_noise(printed, left.value));
        let agrees = if self.tree.printed == Printed::BeforeChildren {
            match opened {
                None => true,
                Some(index) => {
                    self.event += 1;
                    let mv = self.tree.nodes[index].mv;
                    let late = self.windows == Windows::Left;
                    (!late || self.place(index, mv, left.ply, Some(left.window)))
                        && self.result(index, left.value, best)
                }
            }
        } else if left.ply == 0 && !self.tree.has_root {
            true
        } else {
            self.event += 1;
            let index = self.next;
            if index >= self.tree.nodes.len() && self.tree.cut {
                // Everything that was printed agrees: the rest need not be searched.
                self.is_done = true;
                return false;
            }
            let shown = match self.windows {
                Windows::Entered => left.entered,
                Windows::Left => left.window,
            };
            let mv = known(left.mv, self.texts);
            self.next += 1;
            self.place(index, mv, left.ply, Some(shown)) && self.result(index, left.value, best)
        };
        if agrees && left.mv.is_some() {
            self.path.pop();
        }
        agrees
    }

    fn taken(&self) -> Option<f64> {
        self.taken.filter(|_| !self.tree.rounding.hides_ties())
    }

    fn cuts(&self, ply: u32, alpha: f64, beta: f64) -> Option<bool> {
        if !self.tree.rounding.hides_ties() || !is_noise(alpha, beta) {
            return None;
        }
        let next = self.tree.nodes.get(self.next)?;
        Some(match self.tree.printed {
            Printed::BeforeChildren => next.level != ply + 1,
            Printed::AfterChildren => next.level <= ply,
        })
    }
}

#[cfg(test)]
mod tests;
