//! Quiescence: only fours and the answers they force, so that no leaf stands on a won or lost attack by fours.

use super::super::answers::Answers;
use super::super::classes::Class;
use super::super::movegen::{Scored, defences};
use super::super::point::Point;
use super::super::rule::PatternRule;
use super::super::table::{Bound, Entry};
use super::params::{FULL_FOURS, MAX_QUIESCENCE, QUIET_FOURS};
use super::{Glance, INFINITE, MAX_PLY, Worker, from_table, to_table, win_in};

impl<R: PatternRule> Worker<'_, R> {
    /// Begins a quiescence with a fresh allowance of fours.
    pub(super) fn settle<const PV: bool>(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.quiet_left = QUIET_FOURS;
        self.quiesce::<PV>(alpha, beta, ply, 0)
    }

    /// The score of a position by fours alone, at least the static evaluation for the player to move.
    fn quiesce<const PV: bool>(
        &mut self,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        deep: usize,
    ) -> i32 {
        if PV {
            self.frames[ply].line.clear();
        }
        self.selective = self.selective.max(ply);
        match self.glance(ply) {
            Glance::Decided(score) => return score,
            Glance::Forced(answers) => {
                return self.answer_quietly::<PV>(answers, alpha, beta, ply, deep);
            }
            Glance::Open => {}
        }
        let key = self.board.key();
        let entry = self.table.probe(key);
        let mut first = Point::NONE;
        if let Some(entry) = entry {
            let score = from_table(entry.score, ply);
            let useful = match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if !PV && useful {
                return score;
            }
            first = entry.best;
        }
        let eval = entry.map_or_else(|| self.evaluate(), |entry| i32::from(entry.eval));
        let me = self.board.turn();
        let threatened = self.board.count(me.other(), Class::OpenFour) > 0;
        let has_fours = self.board.has_fours(me);
        if !has_fours {
            // Nothing to try; an open four that nothing stops is a loss, the rest is left to the evaluation.
            if threatened && defences(&self.board).is_empty() {
                return -win_in(ply + 4);
            }
            return eval;
        }
        let mut best = eval;
        if best >= beta || ply + 2 >= MAX_PLY || deep >= MAX_QUIESCENCE || self.quiet_left == 0 {
            return best;
        }
        let before = alpha;
        alpha = alpha.max(best);
        let start = self.moves.len();
        self.push_fours(first, deep);
        let mut best_cell = Point::NONE;
        while let Some(cell) = self.next_move(start) {
            if self.quiet_left == 0 {
                break;
            }
            if !self.board.may_play(cell) {
                continue;
            }
            if !self.enter(cell) {
                break;
            }
            self.quiet_left -= 1;
            let score = -self.quiesce::<PV>(-beta, -alpha, ply + 1, deep + 1);
            self.board.undo();
            if self.budget.is_spent() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_cell = cell;
                    if PV {
                        self.set_line(ply, cell);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if self.budget.is_spent() {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if PV && best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        debug_assert!(best.abs() < INFINITE);
        self.table.store(
            key,
            Entry {
                score: to_table(best, ply),
                eval: eval as i16,
                depth: 0,
                bound,
                best: best_cell,
                pv: PV,
            },
        );
        best
    }

    /// The score of the best answer to a four.
    #[inline]
    fn answer_quietly<const PV: bool>(
        &mut self,
        answers: Answers,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        deep: usize,
    ) -> i32 {
        let mut best = -INFINITE;
        for cell in answers.iter() {
            if ply + 1 >= MAX_PLY || !self.enter(cell) {
                return self.evaluate();
            }
            let score = -self.quiesce::<PV>(-beta, -alpha, ply + 1, deep + 1);
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

    /// Pushes the fours of the player to move; deep in the quiescence only those with company or near the last own stone.
    fn push_fours(&mut self, first: Point, deep: usize) {
        let board = &self.board;
        let me = board.turn();
        let last = board.earlier(1);
        for cell in board.fours(me).iter() {
            let class = board.class(me, cell);
            let near = last != Point::NONE && last.distance(cell) <= 4;
            let dull = match deep {
                0 | 1 => false,
                2..FULL_FOURS => !near,
                _ => true,
            };
            if class == Class::Four && dull {
                continue;
            }
            let tables = board.tables();
            let mut score = i32::from(tables.info(me, board.code(me, cell)).attack)
                + i32::from(tables.info(me.other(), board.code(me.other(), cell)).defence) / 2;
            score += (class as i32) * 64;
            if near {
                score += 40;
            }
            if cell == first {
                score += 100_000;
            }
            self.moves.push(Scored { cell, score });
        }
    }
}
