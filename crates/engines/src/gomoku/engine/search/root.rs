//! The root: legal moves, iterative deepening with aspiration, several lines.

use super::super::classes::Class;
use super::super::movegen::{candidates, defences};
use super::super::point::{Point, cells};
use super::super::rows::Rows;
use super::super::rule::PatternRule;
use super::params::{ASPIRATION, PLY};
use super::{DECIDED, INFINITE, MAX_PLY, WIN, Worker, win_in};
use alinea_core::Player;

/// A root move with its score and expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootLine {
    /// The move.
    pub cell: Point,
    /// Its score for the player who makes it.
    pub score: i32,
    /// The score of the iteration before.
    pub previous: i32,
    /// The continuation, the move itself first.
    pub line: Vec<Point>,
}

/// A finished iteration.
#[derive(Clone, Debug)]
pub(crate) struct Iteration<'a> {
    /// Plies.
    pub depth: u32,
    /// The best lines first, as many as were asked for.
    pub lines: &'a [RootLine],
    /// Nodes so far.
    pub nodes: u64,
    /// Whether nothing is left to find: a decided score, or a single move.
    pub settled: bool,
}

impl<R: PatternRule> Worker<'_, R> {
    /// The moves to choose from, best guess first; empty only if there is no legal move.
    pub(crate) fn root_moves(&mut self) -> Vec<Point> {
        let me = self.board.turn();
        let foe = me.other();
        let board = &self.board;
        let of_class = |player: Player, class: Class| {
            board
                .fours(player)
                .iter()
                .filter(|cell| board.class(player, *cell) == class)
                .collect::<Vec<Point>>()
        };
        let wins = of_class(me, Class::Five);
        let mut blocks = of_class(foe, Class::Five);
        let straight = of_class(me, Class::OpenFour);
        if R::CLOSES && !blocks.is_empty() {
            let answers = self.board.five_answers();
            // Where nothing holds, a point of five is as good as any.
            if !answers.is_empty() {
                blocks = answers.iter().collect();
            }
        }
        let board = &self.board;
        let urgent = match () {
            () if !wins.is_empty() => wins,
            () if !blocks.is_empty() => blocks,
            () if !straight.is_empty() => straight,
            () if board.count(foe, Class::OpenFour) > 0 => {
                defences(board).or(board.fours(me)).iter().collect()
            }
            () => Vec::new(),
        };
        let mut list = self.legal(urgent);
        if list.is_empty() {
            let near: Rows = candidates(&self.board);
            list = self.legal(near.iter().collect());
        }
        if list.is_empty() {
            list = self.legal(
                cells(self.board.size()).filter(|cell| self.board.is_empty_at(*cell)).collect(),
            );
        }
        list.sort_by_key(|cell| -self.promise(*cell));
        list
    }

    fn legal(&mut self, cells: Vec<Point>) -> Vec<Point> {
        cells.into_iter().filter(|cell| self.board.may_play(*cell)).collect()
    }

    /// Deepens until the budget is spent, `max_depth` is reached or `go_on` says no. Best lines first; the rest in order of promise.
    pub(crate) fn deepen(
        &mut self,
        moves: &[Point],
        max_depth: u32,
        wanted: usize,
        first_depth: u32,
        go_on: &mut dyn FnMut(&Iteration<'_>) -> bool,
    ) -> Vec<RootLine> {
        let fresh = |cell: &Point| RootLine {
            cell: *cell,
            score: -INFINITE,
            previous: -INFINITE,
            line: vec![*cell],
        };
        let mut lines: Vec<RootLine> = moves.iter().map(fresh).collect();
        let wanted = wanted.clamp(1, lines.len().max(1));
        for depth in first_depth..=max_depth.min(MAX_PLY as u32 / 2) {
            self.root_depth = depth as i32;
            for line in &mut lines {
                line.previous = line.score;
            }
            for at in 0..wanted {
                self.aspire(&mut lines, at, depth);
                if self.budget.is_spent() {
                    return lines;
                }
            }
            let score = lines.first().map_or(0, |line| line.score);
            let decided = score.abs() > DECIDED && depth as i32 + 2 >= WIN - score.abs();
            let settled = lines.len() <= 1 || decided && wanted == 1;
            let report = Iteration { depth, lines: &lines[..wanted], nodes: self.nodes(), settled };
            if lines.is_empty() || !go_on(&report) {
                break;
            }
        }
        lines
    }

    /// Searches the moves from `at` on within a window that grows until the score lies inside it.
    fn aspire(&mut self, lines: &mut [RootLine], at: usize, depth: u32) {
        let guess = lines[at].previous;
        let narrow = depth > 4 && guess.abs() < DECIDED;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) =
            if narrow { (guess - width, guess + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.root(lines, at, alpha, beta, depth as i32 * PLY);
            lines[at..].sort_by_key(|line| -line.score);
            if self.budget.is_spent() {
                return;
            }
            width *= 3;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if width > 600 { -INFINITE } else { score - width };
            } else if score >= beta {
                beta = if width > 600 { INFINITE } else { score + width };
            } else {
                return;
            }
        }
    }

    fn root(
        &mut self,
        lines: &mut [RootLine],
        at: usize,
        mut alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let before = alpha;
        let mut best = -INFINITE;
        self.frames[0].eval = self.evaluate();
        self.frames[0].excluded = None;
        for (index, line) in lines.iter_mut().enumerate().skip(at) {
            let cell = line.cell;
            if !self.enter(cell) {
                break;
            }
            let next = depth - PLY;
            let score = if self.board_is_won(cell) {
                win_in(1)
            } else if index == at {
                -self.node::<true>(-beta, -alpha, next, 1, false)
            } else {
                let less = self.root_reduction(depth, index - at);
                let mut score = -self.node::<false>(-alpha - 1, -alpha, next - less, 1, true);
                if score > alpha && less > 0 {
                    score = -self.node::<false>(-alpha - 1, -alpha, next, 1, true);
                }
                if score > alpha {
                    score = -self.node::<true>(-beta, -alpha, next, 1, false);
                }
                score
            };
            self.board.undo();
            if self.budget.is_spent() {
                break;
            }
            if index == at || score > alpha {
                line.score = score;
                line.line.clear();
                line.line.push(cell);
                line.line.extend_from_slice(&self.frames[1].line);
            } else {
                // Refuted: it keeps its place behind the best but loses its score.
                line.score = -INFINITE;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        debug_assert!(before <= alpha);
        best
    }

    fn root_reduction(&self, depth: i32, number: usize) -> i32 {
        if depth < 3 * PLY || number < 3 {
            return 0;
        }
        (self.reductions[number.min(1023)] * 0.5 * PLY as f32) as i32
    }

    /// Whether the stone just put made five: it stood on a cell of that class.
    fn board_is_won(&mut self, cell: Point) -> bool {
        let me = self.board.turn().other();
        self.board.undo();
        let won = self.board.class(me, cell) == Class::Five;
        self.board.play(cell);
        won
    }
}
