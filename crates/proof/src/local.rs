//! Local search: a strategy is changed at some positions and rebuilt below them, again and again.
//!
//! Positions that the rest of the strategy needs anyway are free; a change is kept when the
//! whole becomes cheaper, or a little dearer while the search is still warm.

use crate::board::{Shape, Stones, column};
use crate::certificate::{Counts, Line, Strategy, playable};
use crate::graph::{Graph, Kind, NEVER};
use alinea_core::Player;
use std::collections::{HashSet, VecDeque};
use std::time::Instant;

/// A small generator: repeatable, not for secrets.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }
    /// From 0 to 1.
    pub(crate) fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

const UNSET: u8 = 255;
/// How many positions a usual change may add to the graph.
const NEW_POSITIONS: usize = 64;

enum Step {
    Refs(u32, i32),
    Chosen(u32, u8),
}

pub(crate) struct Local {
    pub(crate) graph: Graph,
    pub(crate) roots: Vec<u32>,
    refs: Vec<u32>,
    chosen: Vec<u8>,
    journal: Vec<Step>,
    pub(crate) cost: u32,
    pub(crate) counts: Counts,
    dice: Dice,
    /// How likely a position that comes back keeps its last choice.
    keep: f64,
    noise: f64,
    /// The most a change may cost before it is given up.
    limit: u32,
    /// The most that a position unknown so far may be searched for.
    pub(crate) reach: u32,
    active: Vec<u32>,
    /// A change that needs more positions in the graph than this is given up.
    most_positions: usize,
    /// When the first strategy must be complete.
    deadline: Option<Instant>,
}

struct TooDear;

impl Local {
    pub(crate) fn new(graph: Graph, roots: Vec<u32>, seed: u64) -> Self {
        Self {
            graph,
            roots,
            refs: Vec::new(),
            chosen: Vec::new(),
            journal: Vec::new(),
            cost: 0,
            counts: Counts::default(),
            dice: Dice::new(seed),
            keep: 1.0,
            noise: 0.0,
            limit: NEVER,
            reach: NEVER,
            active: Vec::new(),
            most_positions: usize::MAX,
            deadline: None,
        }
    }

    /// Builds the strategy of the choices made so far, the cheapest trees elsewhere.
    /// Whether it was complete in time; if not, the next call goes on from the choices made.
    pub(crate) fn build(&mut self, deadline: Instant) -> bool {
        self.limit = NEVER;
        self.most_positions = usize::MAX;
        self.keep = 1.0;
        self.noise = 0.0;
        self.deadline = Some(deadline);
        let complete = self.roots.clone().into_iter().all(|root| self.acquire(root).is_ok());
        self.deadline = None;
        if complete {
            self.journal.clear();
            self.refresh();
        } else {
            self.journal.retain(|step| matches!(step, Step::Refs(..)));
            self.undo(0, Counts::default());
        }
        complete
    }

    /// Whether some position has a stored move.
    pub(crate) fn has_choices(&self) -> bool {
        !self.active.is_empty()
    }

    /// Remembers a move for a position.
    pub(crate) fn set_choice(&mut self, id: u32, col: u8) {
        self.grow();
        let at = self.graph.nodes[id as usize].moves.iter().position(|mv| mv.col == col);
        if let Some(at) = at {
            self.chosen[id as usize] = at as u8;
        }
    }

    fn grow(&mut self) {
        let len = self.graph.nodes.len();
        if self.refs.len() < len {
            self.refs.resize(len + len / 8 + 16, 0);
            self.chosen.resize(len + len / 8 + 16, UNSET);
        }
    }

    fn count(&mut self, id: u32, sign: i32) {
        let p = self.graph.prices;
        let (price, count) = match self.graph.nodes[id as usize].kind {
            Kind::Leaf { .. } => (p.leaf, &mut self.counts.leaves),
            Kind::Forced => (p.forced, &mut self.counts.forced),
            Kind::Choice => (p.stored, &mut self.counts.stored),
        };
        *count = count.wrapping_add_signed(sign);
        self.cost = self.cost.wrapping_add_signed(sign * price as i32);
    }

    fn acquire(&mut self, id: u32) -> Result<(), TooDear> {
        self.grow();
        let i = id as usize;
        self.refs[i] += 1;
        self.journal.push(Step::Refs(id, 1));
        if self.refs[i] > 1 {
            return Ok(());
        }
        if !matches!(self.graph.nodes[i].kind, Kind::Leaf { .. }) {
            self.graph.try_others(id);
        }
        self.count(id, 1);
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let too_new = self.graph.nodes.len() > self.most_positions;
        if self.cost > self.limit || too_new || late {
            return Err(TooDear);
        }
        let index = match self.graph.nodes[i].kind {
            Kind::Leaf { .. } => return Ok(()),
            Kind::Forced => 0,
            Kind::Choice => {
                let known = self.chosen[i];
                if known != UNSET && (self.keep >= 1.0 || self.dice.part() < self.keep) {
                    usize::from(known)
                } else {
                    self.pick(id, UNSET)?
                }
            }
        };
        self.choose(id, index);
        self.acquire_below(id, index)
    }

    fn choose(&mut self, id: u32, index: usize) {
        let old = self.chosen[id as usize];
        if old != index as u8 {
            self.journal.push(Step::Chosen(id, old));
            self.chosen[id as usize] = index as u8;
        }
    }

    fn acquire_below(&mut self, id: u32, index: usize) -> Result<(), TooDear> {
        for child in self.graph.children(id, index).to_vec() {
            self.acquire(child)?;
        }
        Ok(())
    }

    fn release_below(&mut self, id: u32) {
        let index = match self.graph.nodes[id as usize].kind {
            Kind::Leaf { .. } => return,
            Kind::Forced => 0,
            Kind::Choice => usize::from(self.chosen[id as usize]),
        };
        for child in self.graph.children(id, index).to_vec() {
            self.refs[child as usize] -= 1;
            self.journal.push(Step::Refs(child, -1));
            if self.refs[child as usize] == 0 {
                self.count(child, -1);
                self.release_below(child);
            }
        }
    }

    /// A move for a position: the cheapest by what is known, with some noise; not `except`.
    fn pick(&mut self, id: u32, except: u8) -> Result<usize, TooDear> {
        let room =
            (self.limit - self.cost.min(self.limit)).saturating_add(self.graph.prices.stored);
        self.graph.bound(id, room.min(self.reach).saturating_add(1));
        let mut list: Vec<(u32, usize)> = Vec::with_capacity(7);
        for index in 0..self.graph.nodes[id as usize].moves.len() {
            if index == usize::from(except) {
                continue;
            }
            let children = self.graph.children(id, index).to_vec();
            self.grow();
            let mut sum = 0u32;
            for child in children {
                if self.refs[child as usize] == 0 {
                    let node = &self.graph.nodes[child as usize];
                    let mut value = node.lower;
                    if !node.exact {
                        value += value / 2;
                    }
                    sum = sum.saturating_add(value).min(NEVER);
                }
            }
            if sum < NEVER {
                let factor = 1.0 + self.noise * self.dice.part();
                list.push(((f64::from(sum) * factor) as u32, index));
            }
        }
        list.sort_unstable();
        for (_, index) in list {
            if self.graph.holds(id, index) {
                return Ok(index);
            }
        }
        Err(TooDear)
    }

    fn undo(&mut self, cost: u32, counts: Counts) {
        while let Some(step) = self.journal.pop() {
            match step {
                Step::Refs(id, by) => {
                    let refs = &mut self.refs[id as usize];
                    *refs = refs.wrapping_add_signed(-by);
                }
                Step::Chosen(id, old) => self.chosen[id as usize] = old,
            }
        }
        self.cost = cost;
        self.counts = counts;
    }

    /// The positions with a stored move.
    fn refresh(&mut self) {
        self.grow();
        let graph = &self.graph;
        let refs = &self.refs;
        self.active = (0..graph.nodes.len() as u32)
            .filter(|&id| refs[id as usize] > 0 && graph.nodes[id as usize].kind == Kind::Choice)
            .collect();
    }

    /// One change of one to three positions, kept if the cost rises by no more than chance
    /// allows at this warmth. Whether it was kept.
    pub(crate) fn change(&mut self, warmth: f64) -> bool {
        if self.active.is_empty() {
            return false;
        }
        let (cost, counts) = (self.cost, self.counts);
        let allowed = -warmth * self.dice.part().max(1e-9).ln();
        self.keep = [0.0, 0.7, 0.9, 0.97, 1.0][self.dice.below(5)];
        self.noise = [0.0, 0.1, 0.3, 1.0][self.dice.below(4)];
        // Most changes stay in known country; a few may go far.
        let far = self.dice.next().trailing_ones().min(8);
        self.most_positions = self.graph.nodes.len() + (NEW_POSITIONS << far);
        let places = [1, 1, 1, 1, 2, 2, 3][self.dice.below(7)];
        let mut good = true;
        let mut id = self.active[self.dice.below(self.active.len())];
        for place in 0..places {
            if place > 0 {
                id = if self.dice.below(2) == 0 {
                    self.near(id)
                } else {
                    self.active[self.dice.below(self.active.len())]
                };
            }
            let i = id as usize;
            if self.refs[i] == 0 || self.graph.nodes[i].kind != Kind::Choice {
                continue;
            }
            // Between two changes at once the first may be dear; the last must be within limits.
            let slack = if place + 1 < places {
                allowed + 4.0 * f64::from(self.graph.prices.stored)
            } else {
                allowed
            };
            self.limit = cost + slack as u32;
            let old = self.chosen[i];
            self.release_below(id);
            let except = if self.dice.below(4) == 0 { UNSET } else { old };
            let Ok(index) = self.pick(id, except) else {
                good = false;
                break;
            };
            self.choose(id, index);
            if self.acquire_below(id, index).is_err() {
                good = false;
                break;
            }
        }
        if !good || f64::from(self.cost) > f64::from(cost) + allowed {
            self.undo(cost, counts);
            return false;
        }
        let changed = !self.journal.is_empty();
        self.journal.clear();
        if changed && self.dice.below(64) == 0 {
            self.refresh();
        }
        changed
    }

    /// A position with a stored move a few plies below.
    fn near(&mut self, id: u32) -> u32 {
        let mut at = id;
        for _ in 0..1 + self.dice.below(3) {
            let index = match self.graph.nodes[at as usize].kind {
                Kind::Leaf { .. } => return id,
                Kind::Forced => 0,
                Kind::Choice if self.chosen[at as usize] == UNSET => return id,
                Kind::Choice => usize::from(self.chosen[at as usize]),
            };
            let children = self.graph.children(at, index);
            if children.is_empty() {
                return id;
            }
            let child = self.dice.below(children.len());
            at = self.graph.children(at, index)[child];
        }
        if self.refs.get(at as usize).is_some_and(|&refs| refs > 0) { at } else { id }
    }

    /// The strategy as it would be written.
    pub(crate) fn strategy(&mut self, hero: Player) -> Strategy {
        let shape = self.graph.shape;
        let mut counts = Counts::default();
        let mut lines = Vec::new();
        let mut seen: HashSet<u32> = HashSet::new();
        let mut replies = HashSet::new();
        let mut queue: VecDeque<(u32, Vec<u8>)> = VecDeque::new();
        let start = Stones::default();
        if hero == Player::First {
            queue.extend(self.graph.node(start).map(|id| (id, Vec::new())));
        } else {
            self.replies(start, &[], &mut queue);
        }
        while let Some((id, path)) = queue.pop_front() {
            if !seen.insert(id) {
                continue;
            }
            let node = &self.graph.nodes[id as usize];
            let (pos, index) = match node.kind {
                Kind::Leaf { col, plan } => {
                    counts.leaves += 1;
                    let plan = Some(self.graph.plan(plan));
                    lines.push(Line { moves: path, col, plan });
                    continue;
                }
                Kind::Forced => (node.pos, 0),
                Kind::Choice => (node.pos, usize::from(self.chosen[id as usize])),
            };
            let col = node.moves[index].col;
            let mut below = path.clone();
            below.push(col);
            if node.kind == Kind::Choice {
                counts.stored += 1;
                lines.push(Line { moves: path, col, plan: None });
            } else {
                counts.forced += 1;
            }
            let after = pos.hero_plays(playable(&shape, pos, col));
            replies.insert(after.canonical(&shape).0);
            self.replies(after, &below, &mut queue);
        }
        counts.replies = replies.len() as u32;
        lines.sort_by(|a, b| (a.moves.len(), &a.moves).cmp(&(b.moves.len(), &b.moves)));
        Strategy { hero, goal: self.graph.goal, counts, lines }
    }

    fn replies(&mut self, pos: Stones, path: &[u8], queue: &mut VecDeque<(u32, Vec<u8>)>) {
        let shape: Shape = self.graph.shape;
        for col in 0..shape.cols() {
            let square = shape.playable(pos.mask) & column(col);
            if square == 0 {
                continue;
            }
            let next = pos.villain_plays(square);
            let Some(id) = self.graph.node(next) else { continue };
            let mut moves = path.to_vec();
            moves.push(col as u8);
            if next.canonical(&shape).1 {
                for col in &mut moves {
                    *col = shape.cols() as u8 - 1 - *col;
                }
            }
            queue.push_back((id, moves));
        }
    }
}
