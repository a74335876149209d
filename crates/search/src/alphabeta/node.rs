//! One search under way: the recursion below the root.

use super::memory::Memory;
use super::table::{Bound, Entry, NO_MOVE, Table};
use super::{MAX_PLY, Style};
use crate::{Budget, Heuristic, MoveOrder, Score};
use alinea_core::{Outcome, Player, Position};

/// The value of a node for the player to move, as seen from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) score: i32,
    /// Whether it rests on finished games alone.
    pub(super) solid: bool,
}

impl Found {
    #[inline]
    fn for_parent(self) -> Found {
        Found { score: -self.score, ..self }
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The best move by heuristic and depth.
    Judge,
    /// Whether the game is won, without depth or heuristic.
    Prove,
}

/// Depth of a search without depth: larger than every ply.
pub(super) const ENDLESS: i32 = 1_000;

/// Everything the recursion needs.
pub(super) struct Run<'a, P: Position> {
    pub(super) heuristic: &'a dyn Heuristic<P>,
    pub(super) order: &'a dyn MoveOrder<P>,
    pub(super) table: &'a mut Table,
    pub(super) memory: &'a mut Memory,
    pub(super) budget: Budget,
    /// Nodes at which this part of the search gives up; the whole search may go on.
    pub(super) cap: u64,
    pub(super) style: Style,
    pub(super) purpose: Purpose,
    pub(super) root: Player,
    /// The root player's part of every key: heuristics need not be the same for both.
    pub(super) salt: u64,
    pub(super) moves: Vec<P::Move>,
    pub(super) ranks: Vec<i32>,
    /// The expected continuation from each ply.
    pub(super) lines: Vec<Vec<P::Move>>,
}

impl<P: Position> Run<'_, P> {
    /// Counts a node; false once the search must unwind.
    #[inline]
    fn visit(&mut self) -> bool {
        self.budget.nodes() < self.cap && self.budget.visit()
    }

    /// The value of a finished game, or of one that the depth ends.
    #[inline]
    fn leaf(&self, pos: &P, depth: i32, ply: usize) -> Option<Found> {
        match pos.outcome() {
            Some(Outcome::Draw) => Some(Found { score: 0, solid: true }),
            Some(Outcome::Win(winner)) => {
                let win = Score::win_in(ply as u32).raw();
                Some(Found { score: if winner == pos.turn() { win } else { -win }, solid: true })
            }
            None if depth <= 0 || ply >= MAX_PLY => {
                let score = match self.purpose {
                    Purpose::Prove => 0,
                    Purpose::Judge => {
                        let value = self.heuristic.evaluate(pos, self.root, 0);
                        let score = Score::estimate(value).raw();
                        if pos.turn() == self.root { score } else { -score }
                    }
                };
                Some(Found { score, solid: false })
            }
            None => None,
        }
    }

    #[inline]
    fn key(&self, pos: &P) -> u64 {
        match self.purpose {
            Purpose::Judge => pos.key() ^ self.salt,
            // A proof asks no heuristic, so all images of a board are one.
            Purpose::Prove => pos.symmetric_key() ^ 0x5eed_0f5e_a4c4_0001,
        }
    }

    /// What the table says, if that answers this search.
    #[inline]
    fn remembered(&self, entry: &Entry, depth: i32, ply: usize, window: [i32; 2]) -> Option<Found> {
        let exact_style = self.style == Style::Exact && self.purpose == Purpose::Judge;
        if exact_style && i32::from(entry.depth) != depth {
            return None;
        }
        entry.answer(depth, ply, window).map(|score| Found { score, solid: entry.solid })
    }

    /// Whether the value is a draw, or in a proof on the far side of its window from a win.
    #[inline]
    fn is_known_draw(&self, pos: &P, side: Player, alpha: i32) -> bool {
        let is_dead = |player| !self.order.can_win(pos, player);
        match (self.style, self.purpose) {
            (Style::Exact, _) => false,
            (Style::Fast, Purpose::Judge) => is_dead(side) && is_dead(side.other()),
            // A proof asks (0, 1) "does this side win?" or (-1, 0) "does the other?".
            (Style::Fast, Purpose::Prove) if alpha >= 0 => is_dead(side),
            (Style::Fast, Purpose::Prove) => is_dead(side.other()),
        }
    }

    /// The value of a node within (alpha, beta); `None` once the search must unwind.
    #[inline]
    pub(super) fn node(
        &mut self,
        pos: &mut P,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Option<Found> {
        debug_assert!(alpha < beta, "an empty window ({alpha}, {beta}) at ply {ply}");
        debug_assert!(depth <= ENDLESS && ply < self.lines.len(), "depth {depth}, ply {ply}");
        // 1. Count, and end at finished games and at the depth.
        if !self.visit() {
            return None;
        }
        if beta - alpha > 1 {
            self.lines[ply].clear();
        }
        match self.leaf(pos, depth, ply) {
            Some(found) => Some(found),
            None => self.inner(pos, depth, ply, alpha, beta),
        }
    }

    /// A node that has children.
    fn inner(
        &mut self,
        pos: &mut P,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
    ) -> Option<Found> {
        let is_pv = beta - alpha > 1;
        // 2. No line from here beats a win next move, or is worse than a loss now.
        alpha = alpha.max(Score::loss_in(ply as u32).raw());
        beta = beta.min(Score::win_in(ply as u32 + 1).raw());
        if alpha >= beta {
            return Some(Found { score: alpha, solid: true });
        }

        // 3. Nobody can win any more, or not the side whose win is being proven.
        let side = pos.turn();
        if self.is_known_draw(pos, side, alpha) {
            return Some(Found { score: 0, solid: true });
        }

        // 4. Ask the table. The main line is always searched, so that it can be told.
        let uses_table = depth > 1 || P::MAX_INDEX > NARROW;
        let key = if uses_table { self.key(pos) } else { 0 };
        let mut known_move = NO_MOVE;
        if uses_table && let Some(entry) = self.table.get(key) {
            known_move = entry.mv;
            if !is_pv && let Some(found) = self.remembered(&entry, depth, ply, [alpha, beta]) {
                return Some(found);
            }
        }

        // 5. List the moves and rank them.
        let first = self.moves.len();
        self.order.moves(pos, &mut self.moves);
        self.rank(first, side, ply, known_move);

        // 6. Search them, the first with the whole window.
        let mut step = Step::new(alpha, beta);
        let mut done = self.children(pos, depth, ply, first, &mut step);

        // 7. Before the position is called lost, try what was left out.
        if done.is_some() && Score::from_raw(step.best).loss().is_some() {
            self.moves.truncate(first);
            self.order.rest(pos, &mut self.moves);
            if self.moves.len() > first {
                self.rank(first, side, ply, NO_MOVE);
                done = self.children(pos, depth, ply, first, &mut step);
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(first);
        done?;

        // 8. Remember.
        debug_assert!(step.best > i32::MIN, "a position that goes on has a move");
        if !uses_table {
            return Some(Found { score: step.best, solid: step.solid });
        }
        let bound = if step.best >= beta {
            Bound::Lower
        } else if step.best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let score = Entry::relative(step.best, ply);
        let stored = depth.clamp(0, 255) as u8;
        let solid = step.solid;
        self.table.put(key, Entry { score, bound, depth: stored, solid, mv: step.best_move });
        Some(Found { score: step.best, solid })
    }

    /// Searches the listed moves from `first` on, best rank first, until one cuts.
    fn children(
        &mut self,
        pos: &mut P,
        depth: i32,
        ply: usize,
        first: usize,
        step: &mut Step,
    ) -> Option<()> {
        let side = pos.turn();
        let end = self.moves.len();
        for i in first..end {
            self.select(i, end);
            let mv = self.moves[i];
            let key_before = cfg!(debug_assertions).then(|| pos.key());
            let undo = pos.play_unchecked(mv);
            let searched = self.child(pos, depth, ply, step, i - first);
            pos.undo(undo);
            debug_assert_eq!(Some(pos.key()), key_before, "the position is not the one before");
            let Found { score, solid } = searched?;
            step.solid &= solid;
            if score <= step.best {
                continue;
            }
            step.best = score;
            if score <= step.alpha {
                continue;
            }
            let is_pv = step.beta - step.alpha > 1;
            step.alpha = score;
            step.best_move = P::index(mv) as u16;
            if is_pv {
                self.keep_line(ply, mv);
            }
            if score >= step.beta {
                // One child proves the bound; the others do not matter.
                step.solid = solid;
                if self.purpose == Purpose::Judge {
                    self.learn(side, ply, depth, first, i);
                }
                break;
            }
        }
        Some(())
    }

    /// Move `i` cut off its siblings, and those from `first` to it did not.
    #[inline]
    pub(super) fn learn(&mut self, side: Player, ply: usize, depth: i32, first: usize, i: usize) {
        self.memory.reward(side, P::index(self.moves[i]), ply, depth);
        for &tried in &self.moves[first..i] {
            self.memory.blame(side, P::index(tried), depth);
        }
    }

    /// One child: with no window first, with the whole one if it may be better than all before.
    #[inline]
    pub(super) fn child(
        &mut self,
        pos: &mut P,
        depth: i32,
        ply: usize,
        step: &Step,
        number: usize,
    ) -> Option<Found> {
        let Step { alpha, beta, .. } = *step;
        if number == 0 && step.best == i32::MIN {
            return Some(self.node(pos, depth - 1, ply + 1, -beta, -alpha)?.for_parent());
        }
        if beta - alpha > 1 {
            // A search without a window leaves no line behind, not even an old one.
            self.lines[ply + 1].clear();
        }
        let reduction = self.reduction(depth, number);
        let mut found =
            self.node(pos, depth - 1 - reduction, ply + 1, -alpha - 1, -alpha)?.for_parent();
        if reduction > 0 && found.score > alpha {
            found = self.node(pos, depth - 1, ply + 1, -alpha - 1, -alpha)?.for_parent();
        }
        if found.score > alpha && found.score < beta {
            found = self.node(pos, depth - 1, ply + 1, -beta, -alpha)?.for_parent();
        }
        Some(found)
    }

    /// Plies taken off a late move; if it turns out good it is searched again without.
    #[inline]
    fn reduction(&self, depth: i32, number: usize) -> i32 {
        if self.style == Style::Exact || depth < 3 || number < 3 || depth >= ENDLESS / 2 {
            return 0;
        }
        1 + i32::from(number >= 10 && depth >= 5)
    }

    /// The move that the table holds for a position.
    pub(super) fn best_of(&self, pos: &P, moves: &[P::Move]) -> Option<P::Move> {
        let known = self.table.get(self.key(pos))?.mv;
        moves.iter().copied().find(|&mv| P::index(mv) as u16 == known)
    }

    /// This move and what was expected after it is the line from this ply on.
    pub(super) fn keep_line(&mut self, ply: usize, mv: P::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        if let Some(next) = after.first() {
            line.extend_from_slice(next);
        }
    }

    /// Ranks the moves from `first` on: the table's, the ply's killers, then history; the given
    /// order breaks ties.
    #[inline]
    pub(super) fn rank(&mut self, first: usize, side: Player, ply: usize, known: u16) {
        let killers = self.memory.killers(ply.min(MAX_PLY));
        self.ranks.truncate(first);
        for (i, &mv) in self.moves[first..].iter().enumerate() {
            let index = P::index(mv);
            let rank = if index as u16 == known {
                i32::MAX
            } else if self.purpose == Purpose::Prove {
                // A proof is over sooner when it keeps to the given order: what cut elsewhere
                // says little about the few moves that stop a row here.
                -(i as i32)
            } else if index as u16 == killers[0] {
                i32::MAX - 1
            } else if index as u16 == killers[1] {
                i32::MAX - 2
            } else {
                self.memory.history(side, index) - ORDER_WEIGHT * i as i32
            };
            self.ranks.push(rank);
        }
    }

    /// Brings the best ranked of the moves from `i` on to place `i`.
    #[inline]
    fn select(&mut self, i: usize, end: usize) {
        let mut best = i;
        for j in i + 1..end {
            if self.ranks[j] > self.ranks[best] {
                best = j;
            }
        }
        // Rotating keeps the order of the rest, which breaks their ties.
        self.moves[i..=best].rotate_right(1);
        self.ranks[i..=best].rotate_right(1);
    }
}

/// In games with no more moves than this, looking at the children of a node one ply from the end
/// is cheaper than a look at the table.
const NARROW: usize = 32;

/// How much history it takes to overrule one place of the given order.
const ORDER_WEIGHT: i32 = 256;

/// The state of one node between its children.
pub(super) struct Step {
    pub(super) best: i32,
    best_move: u16,
    pub(super) solid: bool,
    pub(super) alpha: i32,
    beta: i32,
}

impl Step {
    pub(super) fn new(alpha: i32, beta: i32) -> Step {
        Step { best: i32::MIN, best_move: NO_MOVE, solid: true, alpha, beta }
    }
}
