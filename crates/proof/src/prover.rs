//! The any-time search for a small strategy: starts from a known one or from nothing, improves
//! it until it is told to stop, and always has the best so far.

use crate::board::{Shape, Stones};
use crate::certificate::{Strategy, playable, position};
use crate::family::{Goal, Language};
use crate::graph::{Graph, Prices};
use crate::local::Local;
use alinea_core::Player;
use std::time::{Duration, Instant};

/// What is to be proved, and how the strategy is to be.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The board.
    pub shape: Shape,
    /// Whose strategy.
    pub hero: Player,
    /// What it must reach.
    pub goal: Goal,
    /// What is to be few.
    pub prices: Prices,
    /// Which plans may be used.
    pub language: Language,
    /// The same seed makes the same choices as long as time does not decide.
    pub rng_seed: u64,
}

/// How far the search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Changes tried.
    pub tried: u64,
    /// Positions in the graph.
    pub positions: usize,
    /// The cost of the strategy in hand, in the task's prices.
    pub cost: u32,
    /// The cost of the best so far, if a strategy is complete.
    pub best: Option<u32>,
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The value of the game is another.
    #[error("expected a position in which the {hero} player can reach a {}: it cannot", goal.name())]
    NotSo {
        /// Whose strategy.
        hero: Player,
        /// What it should reach.
        goal: Goal,
    },
    /// The time was over before a first strategy was complete.
    #[error("the time was over before a first strategy was complete: give more minutes")]
    TooShort,
}

/// A search for a small strategy.
pub struct Prover {
    task: Task,
    local: Local,
    best: Option<(u32, Strategy)>,
    tried: u64,
    snapshot: Instant,
}

/// How warm a search starts, in stored moves.
const WARMTH: f64 = 0.8;
/// How dear a tree may be, in stored moves, that is searched to the end to choose a move: in the
/// first strategy and in changes to it.
const FIRST_REACH: u32 = 2;
const REACH: u32 = 8;

impl Prover {
    /// A search that knows no strategy yet.
    pub fn new(task: Task) -> Result<Self, ProveError> {
        let Task { shape, hero, goal, .. } = task;
        let mut graph = Graph::new(shape, goal, task.prices, task.language);
        let start = Stones::default();
        let roots = match hero {
            Player::First => graph.node(start).into_iter().collect(),
            Player::Second => graph.after(start),
        };
        for &root in &roots {
            let moves = graph.nodes[root as usize].moves.len();
            if !graph.nodes[root as usize].exact && !(0..moves).any(|i| graph.holds(root, i)) {
                return Err(ProveError::NotSo { hero, goal });
            }
        }
        let local = Local::new(graph, roots, task.rng_seed);
        Ok(Self { task, local, best: None, tried: 0, snapshot: Instant::now() })
    }

    /// Takes over the stored moves of a strategy for the same board and side.
    pub fn start_from(&mut self, strategy: &Strategy) {
        let shape = self.task.shape;
        for line in strategy.lines.iter().filter(|line| line.plan.is_none()) {
            let Some((pos, true)) = position(&shape, strategy.hero, &line.moves) else { continue };
            if playable(&shape, pos, line.col) == 0 {
                continue;
            }
            let mirrored = pos.canonical(&shape).1;
            let col = if mirrored { shape.cols() as u8 - 1 - line.col } else { line.col };
            if let Some(id) = self.local.graph.node(pos) {
                self.local.set_choice(id, col);
            }
        }
    }

    /// Completes a first strategy, if there is none yet, within this time. `tell` hears of
    /// progress about once a second; when it answers `false`, the search ends.
    pub fn complete(
        &mut self,
        time: Duration,
        mut tell: impl FnMut(Progress) -> bool,
    ) -> Result<&Strategy, ProveError> {
        if self.best.is_none() {
            let start = Instant::now();
            self.local.reach = FIRST_REACH * self.task.prices.stored;
            // Slices that grow, because each begins by walking through the choices made so far.
            loop {
                let slice = Duration::from_secs(1).max(start.elapsed() / 8);
                if self
                    .local
                    .build(Instant::now() + slice.min(time.saturating_sub(start.elapsed())))
                {
                    break;
                }
                if start.elapsed() >= time || !tell(self.progress()) {
                    return Err(ProveError::TooShort);
                }
            }
            self.keep_best();
        }
        self.best.as_ref().map(|best| &best.1).ok_or(ProveError::TooShort)
    }

    /// Completes a first strategy and improves it for this long. `tell` hears of progress about
    /// once a second and of every better strategy; when it answers `false`, the search ends.
    pub fn run(
        &mut self,
        time: Duration,
        mut tell: impl FnMut(Progress, Option<&Strategy>) -> bool,
    ) -> Result<&Strategy, ProveError> {
        let start = Instant::now();
        let stored = self.task.prices.stored;
        self.complete(time, |progress| tell(progress, None))?;
        self.local.reach = REACH * stored;
        let mut told = Instant::now();
        let mut wants_more = tell(self.progress(), self.best.as_ref().map(|best| &best.1));
        // Without a stored move there is nothing to change.
        while wants_more && start.elapsed() < time && self.local.has_choices() {
            let part = start.elapsed().as_secs_f64() / time.as_secs_f64();
            let warmth = WARMTH * f64::from(stored) * (1.0 - part).powi(2) + 0.02;
            self.local.change(warmth);
            self.tried += 1;
            let better = self.best.as_ref().is_none_or(|best| self.local.cost < best.0);
            let news = better && self.snapshot.elapsed() > Duration::from_secs(1);
            if news {
                self.keep_best();
            }
            if news || (self.tried.is_multiple_of(16) && told.elapsed() > Duration::from_secs(1)) {
                told = Instant::now();
                let strategy = self.best.as_ref().filter(|_| news).map(|best| &best.1);
                wants_more = tell(self.progress(), strategy);
            }
        }
        if self.best.as_ref().is_none_or(|best| self.local.cost < best.0) {
            self.keep_best();
            tell(self.progress(), self.best.as_ref().map(|best| &best.1));
        }
        self.best.as_ref().map(|best| &best.1).ok_or(ProveError::TooShort)
    }

    fn keep_best(&mut self) {
        self.best = Some((self.local.cost, self.local.strategy(self.task.hero)));
        self.snapshot = Instant::now();
    }

    fn progress(&self) -> Progress {
        Progress {
            tried: self.tried,
            positions: self.local.graph.nodes.len(),
            cost: self.local.cost,
            best: self.best.as_ref().map(|best| best.0),
        }
    }
}
