//! The graph of positions a strategy may meet, with what each costs at least. No choice is made
//! here for good: that is the business of the local search.

use crate::board::{Shape, Stones, column, column_of};
use crate::family::{Family, Goal, Language, MAX_PLANS};
use crate::plan::{Common, Plan, common};
use alinea_engines::connect4::book::Book;
use alinea_engines::connect4::solver::{Board, Goal as Ask, Question, Solver};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What a strategy tries to keep small: the price of each kind of position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// A position with a stored move.
    pub stored: u32,
    /// A position whose only move is a block.
    pub forced: u32,
    /// A position with a plan.
    pub leaf: u32,
}

impl Prices {
    /// Few stored moves; leaves count a little.
    pub const STORED: Self = Self { stored: 12, forced: 1, leaf: 1 };
    /// Few positions of all kinds: those of the opponent follow stored and forced ones.
    pub const NODES: Self = Self { stored: 2, forced: 2, leaf: 1 };
}

/// What is known of a position with the hero to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A move and then a plan reach the goal.
    Leaf { col: u8, plan: u16 },
    /// The opponent threatens four: the only move.
    Forced,
    /// A move must be stored.
    Choice,
}

/// Memory of the solver.
const TABLE_MB: usize = 256;
/// No plan is looked for while more squares than this are empty.
const PLAN_FROM_EMPTY: u32 = 36;
/// Up to this many stones the solver is asked whether a move holds before plans are tried.
const SOLVER_FIRST: u32 = 16;

/// How many positions one look for the first plans, or for some of the others, may visit.
const PATIENCE: u32 = 20_000;
const PATIENCE_OTHERS: u32 = 100_000;

/// More than any strategy costs.
pub(crate) const NEVER: u32 = u32::MAX / 4;

pub(crate) struct Move {
    pub(crate) col: u8,
    /// Positions after each reply, `None` before they were asked for.
    children: Option<Box<[u32]>>,
    /// Whether the move is known to keep the goal.
    holds: Option<bool>,
}

pub(crate) struct Node {
    pub(crate) pos: Stones,
    pub(crate) kind: Kind,
    /// The cheapest tree below costs at least this, or exactly this.
    pub(crate) lower: u32,
    pub(crate) exact: bool,
    tried_others: bool,
    pub(crate) moves: Vec<Move>,
}

/// Positions are hashed by one multiplication: their keys are numbers already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

pub(crate) struct Graph {
    pub(crate) shape: Shape,
    pub(crate) goal: Goal,
    pub(crate) prices: Prices,
    pub(crate) nodes: Vec<Node>,
    ids: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    /// Plans looked for at every position.
    first: Family,
    /// Plans looked for only where a strategy passes: they are many.
    others: Vec<Family>,
    solver: Solver,
}

impl Graph {
    pub(crate) fn new(shape: Shape, goal: Goal, prices: Prices, language: Language) -> Self {
        let solver = Solver::new(shape.cols() as u8, shape.rows() as u8, TABLE_MB)
            .expect("a shape fits the solver");
        Self {
            shape,
            goal,
            prices,
            nodes: Vec::new(),
            ids: HashMap::default(),
            first: Family::first(shape, goal),
            others: Family::others(shape, goal, language),
            solver,
        }
    }

    pub(crate) fn plan(&self, number: u16) -> Plan {
        let number = usize::from(number);
        match number.checked_sub(MAX_PLANS) {
            None => self.first.plan(number),
            Some(number) => self.others[number / MAX_PLANS].plan(number % MAX_PLANS),
        }
    }

    /// The node of a position with the hero to move; `None` when the hero completes four at
    /// once, or, when a draw is enough, when the board is full.
    pub(crate) fn node(&mut self, pos: Stones) -> Option<u32> {
        let (pos, _) = pos.canonical(&self.shape);
        let key = pos.key(&self.shape);
        if let Some(&id) = self.ids.get(&key) {
            return Some(id);
        }
        let known = common(&self.shape, pos);
        let (kind, squares) = match known {
            Common::Win => return None,
            Common::Full if self.goal == Goal::Draw => return None,
            Common::Full | Common::Lost => (Kind::Choice, 0),
            Common::Double(square) => (Kind::Leaf { col: column_of(square) as u8, plan: 0 }, 0),
            Common::Block(square) => (Kind::Forced, square),
            Common::Free { safe, .. } => (Kind::Choice, safe),
        };
        let kind = match self.find_plan(pos, squares) {
            Some((col, plan)) => Kind::Leaf { col, plan },
            None => kind,
        };
        let p = self.prices;
        let (lower, exact) = match kind {
            Kind::Leaf { .. } => (p.leaf, true),
            Kind::Forced => (p.forced + p.leaf, false),
            Kind::Choice if squares == 0 => (NEVER, true),
            Kind::Choice => (p.stored + p.leaf, false),
        };
        let mut moves = Vec::new();
        if !exact {
            for col in 0..self.shape.cols() {
                if squares & column(col) != 0 {
                    let holds = (kind == Kind::Forced).then_some(true);
                    moves.push(Move { col: col as u8, children: None, holds });
                }
            }
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { pos, kind, lower, exact, tried_others: false, moves });
        self.ids.insert(key, id);
        Some(id)
    }

    /// A square among `squares` and one of the first plans that reach the goal.
    fn find_plan(&mut self, pos: Stones, squares: u64) -> Option<(u8, u16)> {
        if self.shape.cells() - pos.count() > PLAN_FROM_EMPTY {
            return None;
        }
        let mut rest = squares;
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            rest ^= square;
            // Early in the game the solver is quicker than playing out plans that must fail.
            if pos.count() <= SOLVER_FIRST && !self.keeps_goal(pos.hero_plays(square)) {
                continue;
            }
            if let Some(plan) = self.first.find(pos.hero_plays(square), square, PATIENCE) {
                return Some((column_of(square) as u8, plan as u16));
            }
        }
        None
    }

    /// Looks for one of the other plans, once; a position that has one becomes a leaf.
    pub(crate) fn try_others(&mut self, id: u32) {
        let node = &self.nodes[id as usize];
        let pos = node.pos;
        let is_early = self.shape.cells() - pos.count() > PLAN_FROM_EMPTY;
        if node.tried_others || is_early {
            return;
        }
        self.nodes[id as usize].tried_others = true;
        for index in 0..self.nodes[id as usize].moves.len() {
            if !self.holds(id, index) {
                continue;
            }
            let col = self.nodes[id as usize].moves[index].col;
            let square = self.shape.playable(pos.mask) & column(u32::from(col));
            for (number, family) in self.others.iter_mut().enumerate() {
                let after = pos.hero_plays(square);
                if let Some(plan) = family.find(after, square, PATIENCE_OTHERS) {
                    let plan = (MAX_PLANS * (number + 1) + plan) as u16;
                    let node = &mut self.nodes[id as usize];
                    node.kind = Kind::Leaf { col, plan };
                    node.lower = self.prices.leaf;
                    node.exact = true;
                    return;
                }
            }
        }
    }

    /// The positions after a move and each reply that the hero does not answer by four.
    pub(crate) fn children(&mut self, id: u32, index: usize) -> &[u32] {
        let node = &self.nodes[id as usize];
        let mv = &node.moves[index];
        if mv.children.is_none() {
            let square = self.shape.playable(node.pos.mask) & column(u32::from(mv.col));
            let children = self.after(node.pos.hero_plays(square));
            self.nodes[id as usize].moves[index].children = Some(children.into());
        }
        self.nodes[id as usize].moves[index].children.as_deref().unwrap_or(&[])
    }

    /// The positions after each reply in `pos` that the hero does not answer by four.
    pub(crate) fn after(&mut self, pos: Stones) -> Vec<u32> {
        let playable = self.shape.playable(pos.mask);
        let mut found = Vec::with_capacity(7);
        for col in 0..self.shape.cols() {
            let reply = playable & column(col);
            if reply != 0 {
                found.extend(self.node(pos.villain_plays(reply)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a move keeps the goal, by the solver.
    pub(crate) fn holds(&mut self, id: u32, index: usize) -> bool {
        let node = &self.nodes[id as usize];
        if let Some(holds) = node.moves[index].holds {
            return holds;
        }
        let square = self.shape.playable(node.pos.mask) & column(u32::from(node.moves[index].col));
        let pos = node.pos.hero_plays(square);
        let holds = self.keeps_goal(pos);
        self.nodes[id as usize].moves[index].holds = Some(holds);
        holds
    }

    /// Whether a position with the opponent to move keeps the goal, by the book or the solver.
    fn keeps_goal(&mut self, pos: Stones) -> bool {
        let beta = if self.goal == Goal::Win { 0 } else { 1 };
        if self.shape.playable(pos.mask) == 0 {
            self.goal == Goal::Draw
        } else {
            let board = Board::from_stones(pos.villain(), pos.mask);
            let booked = if self.shape == Shape::STANDARD { Book::embedded().ok() } else { None };
            match booked.and_then(|book| book.score(board)) {
                Some(score) => score < beta,
                None => {
                    let question = Question { goal: Ask::AtLeast(beta), ..Question::exact() };
                    self.solver.solve(board, &question).upper < beta
                }
            }
        }
    }

    /// The cost of the cheapest tree below a position if it is less than `limit`, else at
    /// least `limit`. Positions met twice are paid twice.
    pub(crate) fn bound(&mut self, id: u32, limit: u32) -> u32 {
        let node = &self.nodes[id as usize];
        if node.exact || node.lower >= limit {
            return node.lower;
        }
        if node.kind == Kind::Forced {
            let value = self.bound_move(id, 0, self.prices.forced, limit);
            return self.learn(id, value, limit);
        }
        // Limits that double keep a bad first move from being followed to its end.
        loop {
            let lower = self.nodes[id as usize].lower;
            let step = lower.saturating_add(lower / 2).max(lower + self.prices.stored).min(limit);
            let mut best = step;
            let mut hopeless = true;
            for index in 0..self.nodes[id as usize].moves.len() {
                let value = self.bound_move(id, index, self.prices.stored, best);
                best = best.min(value);
                hopeless &= value >= NEVER;
            }
            if hopeless {
                best = NEVER;
            }
            let value = self.learn(id, best, step);
            if self.nodes[id as usize].exact || value >= limit {
                return value;
            }
        }
    }

    fn learn(&mut self, id: u32, value: u32, limit: u32) -> u32 {
        let node = &mut self.nodes[id as usize];
        node.exact = value < limit || value >= NEVER;
        node.lower = node.lower.max(value);
        node.lower
    }

    fn bound_move(&mut self, id: u32, index: usize, price: u32, limit: u32) -> u32 {
        if self.nodes[id as usize].moves[index].holds == Some(false) {
            return limit.max(NEVER);
        }
        let children = self.children(id, index).to_vec();
        let mut total = price;
        let mut open: Vec<(u32, u32)> = Vec::with_capacity(7);
        for &child in &children {
            let node = &self.nodes[child as usize];
            total = total.saturating_add(node.lower);
            if !node.exact {
                open.push((node.lower, child));
            }
        }
        if total >= limit {
            return total;
        }
        if !open.is_empty() && !self.holds(id, index) {
            return NEVER;
        }
        open.sort_unstable_by(|a, b| b.cmp(a));
        for (lower, child) in open {
            let value = self.bound(child, limit - (total - lower));
            total = total.saturating_add(value - lower);
            if total >= limit {
                return total;
            }
        }
        total
    }
}
