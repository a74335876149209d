//! One node of the principal variation search, step by step.

use super::super::answers::Answers;
use super::super::classes::Class;
use super::super::point::Point;
use super::super::rule::PatternRule;
use super::super::table::{Bound, Entry};
use super::params::{
    PLY, RAZOR_DEPTH, REVERSE_DEPTH, SINGULAR_DEPTH, move_limit, order_margin, razor_margin,
    reverse_margin,
};
use super::{DECIDED, Glance, INFINITE, MAX_PLY, Worker, from_table, to_table, win_in};

/// In builds with assertions the board is compared with one set up from scratch every so many nodes.
#[cfg(debug_assertions)]
const CHECK_EVERY: u64 = 4096;

impl<R: PatternRule> Worker<'_, R> {
    /// The score of a position between `alpha` and `beta`. `cut` says that a null-window node is expected to fail high.
    pub(super) fn node<const PV: bool>(
        &mut self,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE, "({alpha}, {beta})");
        debug_assert!(PV || alpha + 1 == beta, "a window ({alpha}, {beta}) off the main line");
        debug_assert!(ply < MAX_PLY && depth <= MAX_PLY as i32 * PLY, "depth {depth}, ply {ply}");
        #[cfg(debug_assertions)]
        if self.nodes().is_multiple_of(CHECK_EVERY) {
            self.board.check();
        }
        if PV {
            self.frames[ply].line.clear();
        }
        // 1. What the classes prove, and forced answers, which cost no depth.
        match self.glance(ply) {
            Glance::Decided(score) => return score,
            Glance::Forced(answers) => {
                return self.answer::<PV>(answers, alpha, beta, depth, ply, cut);
            }
            Glance::Open => {}
        }
        if depth <= 0 {
            return self.settle::<PV>(alpha, beta, ply);
        }
        if ply + 2 >= MAX_PLY {
            return self.evaluate();
        }
        self.selective = self.selective.max(ply);
        // 2. A shorter win was found elsewhere. Nothing here wins faster than in seven plies, or loses in fewer than four.
        alpha = alpha.max(-win_in(ply + 4));
        beta = beta.min(win_in(ply + 5));
        if alpha >= beta {
            return alpha;
        }
        // 3. The table.
        let excluded = self.frames[ply].excluded;
        let board_key = self.board.key();
        let key = board_key
            ^ excluded.map_or(0, |cell| u64::from(cell.0 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93));
        let entry = self.table.probe(key);
        let table_move = entry.map_or(Point::NONE, |entry| entry.best);
        let table_pv = PV || entry.is_some_and(|entry| entry.pv);
        if let Some(entry) = entry {
            let score = from_table(entry.score, ply);
            let useful = match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if !PV && useful && (i32::from(entry.depth) >= depth || score.abs() > DECIDED) {
                return score;
            }
        }
        // 4. The static evaluation, always: also when an open four threatens.
        let me = self.board.turn();
        let foe = me.other();
        let eval = entry.map_or_else(|| self.evaluate(), |entry| i32::from(entry.eval));
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let threatened = self.board.count(foe, Class::OpenFour) > 0;
        if !PV && !threatened && excluded.is_none() && beta.abs() < DECIDED {
            // 5. Razoring: far below alpha only fours can help.
            if depth <= RAZOR_DEPTH && eval + razor_margin(depth) < alpha {
                let score = self.settle::<false>(alpha, alpha + 1, ply);
                if score <= alpha {
                    return score;
                }
            }
            // 6. Reverse futility: far above beta, and nothing of the enemy is urgent.
            if depth < REVERSE_DEPTH && eval - reverse_margin(depth, improving) >= beta {
                return eval;
            }
        }
        // 7. Without a table move the order is poor: search less deep.
        if table_move == Point::NONE && depth >= 4 * PLY && excluded.is_none() {
            depth -= PLY;
        }
        // 8. Moves.
        let start = self.moves.len();
        if !self.push_moves(ply, table_move) {
            return -win_in(ply + 4);
        }
        self.frames[ply + 2].killers = Default::default();
        let limit = move_limit(depth, improving);
        let before = alpha;
        let mut best = -INFINITE;
        let mut best_cell = Point::NONE;
        let mut tried = [Point::NONE; 32];
        let mut count = 0;
        let mut top = None;
        while let Some(scored) = self.next_scored(start) {
            let cell = scored.cell;
            if Some(cell) == excluded || !self.board.may_play(cell) {
                continue;
            }
            count += 1;
            if cell != table_move {
                top.get_or_insert(scored.score);
            }
            let gap = top.unwrap_or(scored.score) - scored.score;
            let own = self.board.class(me, cell);
            let other = self.board.class(foe, cell);
            // 9. Late and dull moves are not looked at once something holds.
            if !PV && best > -DECIDED && !threatened {
                let late = count > limit || count > 2 && gap > order_margin(depth);
                if late && own < Class::Four {
                    count += self.keep_fours(start);
                    continue;
                }
                if depth <= 4 * PLY && own <= Class::Fault && other <= Class::Fault {
                    continue;
                }
            }
            // 10. Is the table move the only good one?
            let mut extension = 0;
            if cell == table_move && depth >= SINGULAR_DEPTH && excluded.is_none() {
                match self.singular(entry, beta, depth, ply, cell, cut) {
                    Ok(longer) => extension = longer,
                    Err(score) => {
                        self.moves.truncate(start);
                        return score;
                    }
                }
            }
            let next = depth - PLY + extension;
            if !self.enter(cell) {
                break;
            }
            // 11. Principal variation search with late move reductions.
            let mut score = best;
            let mut full = !PV || count > 1;
            if depth >= 2 * PLY && count > 1 {
                let mut less = self.reduction(depth, count);
                if table_pv {
                    less -= PLY;
                }
                if cut {
                    less += PLY;
                }
                if !improving {
                    less += PLY / 4;
                }
                less += (gap - 64).clamp(-96, 192) / 8;
                if own >= Class::Four {
                    less -= PLY;
                }
                let shallow = (next - less.max(0)).max(PLY.min(next));
                score = -self.node::<false>(-alpha - 1, -alpha, shallow, ply + 1, true);
                full = score > alpha && shallow < next;
            }
            if full {
                score = -self.node::<false>(-alpha - 1, -alpha, next, ply + 1, !cut);
            }
            if PV && (count == 1 || score > alpha) {
                score = -self.node::<true>(-beta, -alpha, next, ply + 1, false);
            }
            self.board.undo();
            debug_assert_eq!(self.board.key(), board_key, "the position is not the one before");
            if self.budget.is_spent() {
                break;
            }
            // 12. What the move is worth.
            if score > best {
                best = score;
                if score > alpha {
                    best_cell = cell;
                    alpha = score;
                    if PV {
                        self.set_line(ply, cell);
                    }
                    if score >= beta {
                        let tried_count = (count - 1).min(tried.len());
                        self.remember(cell, &tried[..tried_count], depth, ply);
                        break;
                    }
                }
            }
            if count <= tried.len() {
                tried[count - 1] = cell;
            }
        }
        self.moves.truncate(start);
        if self.budget.is_spent() {
            return best.max(-WIN_GUARD);
        }
        if count == 0 {
            // Every move is forbidden or excluded.
            return if excluded.is_some() { before } else { -win_in(ply + 2) };
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        debug_assert!(best.abs() < INFINITE && from_table(to_table(best, ply), ply) == best);
        self.table.store(
            key,
            Entry {
                score: to_table(best, ply),
                eval: eval as i16,
                depth: depth.clamp(0, 1023) as u16,
                bound,
                best: best_cell,
                pv: table_pv,
            },
        );
        best
    }

    /// Searches the only moves that do not lose at once.
    fn answer<const PV: bool>(
        &mut self,
        answers: Answers,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let mut best = -INFINITE;
        for cell in answers.iter() {
            if ply + 2 >= MAX_PLY || !self.enter(cell) {
                return self.evaluate();
            }
            self.frames[ply].eval = if ply >= 2 { self.frames[ply - 2].eval } else { 0 };
            let score = -self.node::<PV>(-beta, -alpha, depth, ply + 1, !cut);
            self.board.undo();
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if PV {
                    self.set_line(ply, cell);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// How much longer the table move is searched; an error is a score at which the node ends, since several moves beat beta.
    fn singular(
        &mut self,
        entry: Option<Entry>,
        beta: i32,
        depth: i32,
        ply: usize,
        cell: Point,
        cut: bool,
    ) -> Result<i32, i32> {
        let Some(entry) = entry else { return Ok(0) };
        let score = from_table(entry.score, ply);
        let deep = i32::from(entry.depth) >= depth - 3 * PLY;
        let lower = matches!(entry.bound, Bound::Lower | Bound::Exact);
        if !deep || !lower || score.abs() > DECIDED || ply as i32 > 2 * self.root_depth {
            return Ok(0);
        }
        let goal = score - 3 * depth / PLY;
        self.frames[ply].excluded = Some(cell);
        let marks = self.moves.len();
        let rest = self.node::<false>(goal - 1, goal, (depth - PLY) / 2, ply, cut);
        self.moves.truncate(marks);
        self.frames[ply].excluded = None;
        if self.budget.is_spent() {
            return Ok(0);
        }
        if rest < goal {
            return Ok(if rest < goal - 40 { PLY * 3 / 2 } else { PLY });
        }
        if goal >= beta {
            return Err(goal);
        }
        Ok(if score >= beta { -PLY } else { 0 })
    }

    fn reduction(&self, depth: i32, count: usize) -> i32 {
        let plies = (depth / PLY).clamp(1, 63) as usize;
        let amount = 0.35 + self.reductions[plies] * self.reductions[count.min(1023)] * 0.55;
        (amount * PLY as f32) as i32
    }
}

/// A spent budget never reports a loss that was not searched.
const WIN_GUARD: i32 = DECIDED;
