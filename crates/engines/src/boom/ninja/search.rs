//! NINJA's tree search: negamax with a table, one node after the other.
//!
//! Values are from the mover's side. A game that ends `n` plies below the root with a win for the
//! mover is worth `WIN - n`. Nothing is pruned that could hide a decided end, so a decided value
//! is true: every line of the loser was searched to the end of the game.

use super::evaluation::Evaluation;
use super::state::{BOOM, Blast, NONE, Seen, State, Step, count, step_to};
use super::table::{Bound, Entry, Table};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
use crate::lanes::{Lanes, Scalar, Task};
use alinea_games::boom::SQUARES;
use alinea_search::{Budget, seen_earlier};

pub(super) const WIN: i32 = 1_000_000;
/// Larger than every value.
pub(super) const INFINITY: i32 = WIN + 1;
/// The deepest ply; a search that gets there takes the estimate.
pub(super) const MAX_PLY: usize = 200;
/// Values beyond this are decided.
pub(super) const DECIDED: i32 = WIN - 1000;

/// A state that comes back has the same clock: its cycle is a multiple of ten plies.
const CYCLE: usize = 10;

/// Whether a value is the end of the game.
pub(super) fn is_decided(value: i32) -> bool {
    value.abs() > DECIDED
}

/// One search under way.
pub(super) struct Search<'a> {
    pub(super) table: &'a mut Table,
    pub(super) evaluation: &'a Evaluation,
    pub(super) budget: Budget,
    /// Keys of the game so far, then of the line being searched.
    pub(super) path: Vec<u64>,
    /// Whether a state that comes back is a draw.
    pub(super) repetition_draws: bool,
    /// Nothing extends beyond this ply.
    pub(super) horizon: usize,
    /// The side at the root: the parity of its clock.
    pub(super) root_side: u8,
    /// What the root player adds to the estimate for every stone on the board.
    pub(super) appetite: i32,
    /// How many times more it minds an estimate against it.
    pub(super) caution: i32,
    pub(super) lines: Lines,
    pub(super) hints: Hints,
}

/// Best lines by ply, and moves that refuted others.
pub(super) struct Lines(Vec<Vec<Step>>);

impl Lines {
    pub(super) fn new() -> Lines {
        Lines(vec![Vec::new(); MAX_PLY + 2])
    }

    fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    fn prepend(&mut self, ply: usize, step: Step) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(step);
        above[ply].extend_from_slice(&below[0]);
    }

    pub(super) fn at(&self, ply: usize) -> &[Step] {
        &self.0[ply]
    }
}

/// Moves that were good elsewhere.
pub(super) struct Hints {
    killers: Vec<[Step; 2]>,
    /// By side to move and square; BOOM has the last square.
    pub(super) history: [[i32; 64]; 2],
}

const BOOM_SQUARE: u8 = 63;
const HISTORY_LIMIT: i32 = 1 << 20;

impl Hints {
    pub(super) fn new() -> Hints {
        Hints { killers: vec![[NONE; 2]; MAX_PLY + 2], history: [[0; 64]; 2] }
    }

    fn reward(&mut self, mv: &Candidate, side: usize, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv.step {
            *killers = [mv.step, killers[0]];
        }
        let value = &mut self.history[side][usize::from(mv.square)];
        *value += depth * depth;
        if *value > HISTORY_LIMIT {
            self.history.iter_mut().flatten().for_each(|value| *value /= 2);
        }
    }

    fn order(&self, mv: &Candidate, side: usize, ply: usize) -> i32 {
        if self.killers[ply].contains(&mv.step) {
            return HISTORY_LIMIT + 1;
        }
        self.history[side][usize::from(mv.square)]
    }
}

/// A move that does not lose at once.
#[derive(Clone, Copy)]
struct Candidate {
    step: Step,
    /// The index of the square, or [`BOOM_SQUARE`].
    square: u8,
    order: i32,
}

/// What is asked of a node: its value within a window, at least so deep.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Plies below the root.
    pub(super) ply: usize,
}

/// The search of one node, compiled for the instructions of this CPU. No lanes are needed, only
/// its population counts.
struct Node<'n, 'a> {
    search: &'n mut Search<'a>,
    state: &'n State,
    ask: Ask,
}

impl Task for Node<'_, '_> {
    type Output = i32;
    #[inline(always)]
    fn run<L: Lanes>(self, cpu: L) -> i32 {
        self.search.visit(cpu, self.state, self.ask)
    }
}

impl Search<'_> {
    /// The value of a position, searched with what this CPU has. Meaningless once the budget is
    /// spent.
    pub(super) fn value(&mut self, state: &State, ask: Ask) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(cpu) = Avx2::detect() {
            return self.node(cpu, state, ask);
        }
        self.node(Scalar, state, ask)
    }

    /// The value of a position. Meaningless once the budget is spent.
    #[inline(always)]
    pub(super) fn node<L: Lanes>(&mut self, cpu: L, state: &State, ask: Ask) -> i32 {
        cpu.call(Node { search: self, state, ask })
    }

    #[inline(always)]
    fn visit<L: Lanes>(&mut self, cpu: L, state: &State, ask: Ask) -> i32 {
        let Ask { mut depth, mut alpha, mut beta, ply } = ask;
        debug_assert!(-INFINITY <= alpha && alpha < beta && beta <= INFINITY, "({alpha}, {beta})");
        debug_assert!(ply <= MAX_PLY + 1 && depth <= MAX_PLY as i32, "depth {depth}, ply {ply}");
        debug_assert!(state.is_sound(), "{state:?}");
        self.lines.clear(ply);
        if !self.budget.visit() {
            return 0;
        }
        if depth > 0 {
            self.table.prepare(state.key());
        }
        // 1. What can be seen at once: BOOM wins, or every move loses.
        let soonest = WIN - (ply as i32 + 1);
        let seen = Seen::of(state);
        let safe = state.landing() & !seen.forbidden;
        let blast = match seen.blast {
            Some(Blast::Wins) => return soonest,
            Some(Blast::Quiet(after)) => Some(after),
            Some(Blast::Loses) | None => None,
        };
        if safe == 0 && blast.is_none() {
            return -soonest;
        }
        // 2. Here nobody can win or lose sooner than one ply later: a shorter end elsewhere is enough.
        alpha = alpha.max(1 - soonest);
        beta = beta.min(soonest - 1);
        if alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.estimate(state, &seen);
        }
        // 3. Forced play goes deeper: a single move, or an explosion that must be answered.
        let is_single =
            blast.is_some() as u32 + u32::from(safe != 0) == 1 && safe & safe.wrapping_sub(1) == 0;
        let is_threatened = seen.enemy_blast == Some(Blast::Wins);
        if ply < self.horizon && (is_single || is_threatened) {
            depth += 1;
        }
        if depth <= 0 {
            let standing = self.estimate(state, &seen);
            return self.quiet(cpu, standing, blast, Ask { depth: 0, alpha, beta, ply });
        }
        let key = state.key();
        if self.repetition_draws && self.came_back(key) {
            return 0;
        }
        // 4. What an earlier search found.
        let found = self.table.get(key);
        if let Some(found) = found
            && let Some(value) = settled(&found, depth, alpha, beta, ply)
        {
            return value;
        }
        let table_step = found.map_or(NONE, |found| found.step);
        if table_step == NONE && depth >= 5 {
            depth -= 1;
        }
        // 5. The moves, best guess first.
        let (mut moves, len) = self.candidates(state, safe, blast.is_some(), table_step, ply);
        self.path.push(key);
        let (mut best, mut best_step) = (-INFINITY, NONE);
        let first_alpha = alpha;
        for i in 0..len {
            bring_best_forward(&mut moves[i..len]);
            let mv = moves[i];
            let after = match blast {
                Some(after) if mv.step == BOOM => after,
                _ => state.put(1 << mv.square),
            };
            let rank = if is_single || mv.step == BOOM { 0 } else { i };
            let value = self.child(cpu, &after, [i, rank], Ask { depth, alpha, beta, ply });
            if self.budget.is_spent() {
                break;
            }
            if value > best {
                best = value;
                best_step = mv.step;
                if value > alpha {
                    alpha = value;
                    self.lines.prepend(ply, mv.step);
                }
                if value >= beta {
                    self.hints.reward(&mv, usize::from(state.clock & 1), ply, depth);
                    break;
                }
            }
        }
        self.path.pop();
        if self.budget.is_spent() {
            return 0;
        }
        // 6. What the next search should know.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = to_table(best, ply);
        debug_assert!(value.abs() < WIN && from_table(value, ply) == best, "{best} at ply {ply}");
        self.table.put(key, Entry { value, depth: depth.min(127) as i8, bound, step: best_step });
        best
    }

    /// One move: the first with the full window, the others with an empty one, those of a late
    /// rank reduced at first.
    #[inline(always)]
    fn child<L: Lanes>(
        &mut self,
        cpu: L,
        after: &State,
        [number, rank]: [usize; 2],
        Ask { depth, alpha, beta, ply }: Ask,
    ) -> i32 {
        if after.occupied() == SQUARES {
            // The last square was filled without a line: a draw.
            self.lines.clear(ply + 1);
            return 0;
        }
        let below =
            |depth, alpha: i32, beta: i32| Ask { depth, alpha: -beta, beta: -alpha, ply: ply + 1 };
        let next = depth - 1;
        if number == 0 {
            return -self.node(cpu, after, below(next, alpha, beta));
        }
        let reduction = match rank {
            0 => 0,
            1 => i32::from(depth >= 8),
            _ if depth < 3 => 0,
            2..=3 => 1 + i32::from(depth >= 6),
            _ => 1 + i32::from(depth >= 4) + i32::from(depth >= 8),
        };
        let mut value = -self.node(cpu, after, below(next - reduction, alpha, alpha + 1));
        if reduction > 0 && value > alpha {
            value = -self.node(cpu, after, below(next, alpha, alpha + 1));
        }
        if value > alpha && value < beta {
            value = -self.node(cpu, after, below(next, alpha, beta));
        }
        value
    }

    /// The estimate, unless exploding now is better.
    #[inline(always)]
    fn quiet<L: Lanes>(
        &mut self,
        cpu: L,
        standing: i32,
        blast: Option<State>,
        Ask { alpha, beta, ply, .. }: Ask,
    ) -> i32 {
        let Some(after) = blast else { return standing };
        if standing >= beta {
            return standing;
        }
        // Nobody returns to a position through explosions alone: its key is not needed below.
        self.path.push(0);
        let ask = Ask { depth: 0, alpha: -beta, beta: -alpha.max(standing), ply: ply + 1 };
        let exploded = -self.node(cpu, &after, ask);
        self.path.pop();
        standing.max(exploded)
    }

    /// The evaluation, with the root player's liking for full boards and fear of bad ones.
    #[inline(always)]
    fn estimate(&self, state: &State, seen: &Seen) -> i32 {
        let sign = if state.clock & 1 == self.root_side { 1 } else { -1 };
        let for_root = sign * self.evaluation.evaluate(state, seen);
        let liking = self.appetite * count(state.occupied());
        sign * (for_root + liking + self.caution * for_root.min(0))
    }

    #[inline(always)]
    fn came_back(&self, key: u64) -> bool {
        let mut length = self.path.len();
        while length >= CYCLE {
            length -= CYCLE;
            if self.path[length] == key {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn candidates(
        &self,
        state: &State,
        mut safe: u64,
        can_explode: bool,
        table_step: Step,
        ply: usize,
    ) -> ([Candidate; 8], usize) {
        let side = usize::from(state.clock & 1);
        let empty = Candidate { step: NONE, square: 0, order: 0 };
        let mut moves = [empty; 8];
        let mut len = 0;
        let mut add = |mut mv: Candidate| {
            mv.order =
                if mv.step == table_step { i32::MAX } else { self.hints.order(&mv, side, ply) };
            moves[len] = mv;
            len += 1;
        };
        if can_explode {
            add(Candidate { step: BOOM, square: BOOM_SQUARE, order: 0 });
        }
        while safe != 0 {
            let square = safe & safe.wrapping_neg();
            safe ^= square;
            let index = square.trailing_zeros() as u8;
            add(Candidate { step: step_to(square), square: index, order: 0 });
        }
        (moves, len)
    }
}

#[inline(always)]
fn bring_best_forward(moves: &mut [Candidate]) {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].order > moves[best].order {
            best = i;
        }
    }
    moves.swap(0, best);
}

/// The value of an earlier search, where it is deep enough or decided and answers the window.
#[inline(always)]
fn settled(found: &Entry, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let value = from_table(found.value, ply);
    if i32::from(found.depth) < depth && !is_decided(value) {
        return None;
    }
    let answers = match found.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    answers.then_some(value)
}

/// Decided values are stored as plies from the position, not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    seen_earlier(value, DECIDED, -(ply as i32))
}

fn from_table(value: i32, ply: usize) -> i32 {
    seen_earlier(value, DECIDED, ply as i32)
}
