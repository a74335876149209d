//! The search of one thread: principal variation search with a threat-aware quiescence. Time and threads are the caller's.

mod node;
mod ordering;
mod params;
mod quiesce;
mod root;
#[cfg(test)]
mod tests;

use alinea_core::Player;
use alinea_search::{Budget, seen_earlier};

use super::answers::Answers;
use super::classes::Class;
use super::eval;
use super::movegen::Scored;
use super::net::{Net, Sums};
use super::pattern_board::PatternBoard;
use super::point::{Point, ROOM};
use super::rule::PatternRule;
use super::table::Table;

pub(super) use params::PLY;
pub(super) use root::{Iteration, RootLine};

/// Scores beyond this are decided.
pub const DECIDED: i32 = 30_000;
/// A win at once; wins further away are smaller by their plies.
pub const WIN: i32 = 31_000;
/// Larger than every score.
pub(super) const INFINITE: i32 = 32_000;
/// The deepest line.
pub(super) const MAX_PLY: usize = 240;

/// A win so many plies from the root.
#[inline]
pub(super) fn win_in(ply: usize) -> i32 {
    WIN - ply as i32
}

/// What the search keeps per ply.
#[derive(Clone, Default)]
struct Frame {
    eval: i32,
    killers: [Point; 2],
    excluded: Option<Point>,
    line: Vec<Point>,
}

/// One thread's search.
pub(super) struct Worker<'a, R: PatternRule> {
    pub(super) board: PatternBoard<R>,
    table: &'a Table,
    budget: Budget,
    /// What judges positions: a network, or the linear tables.
    net: Option<&'a Net>,
    sums: Sums,
    frames: Vec<Frame>,
    moves: Vec<Scored>,
    history: Box<[[i32; ROOM]; 2]>,
    replies: Box<[[Point; ROOM]; 2]>,
    /// The depth of the running iteration in plies; bounds extensions.
    root_depth: i32,
    selective: usize,
    /// Fours that the running quiescence may still try.
    quiet_left: u32,
    reductions: Vec<f32>,
}

/// What can be said of a position at a glance.
enum Glance {
    /// The score is certain.
    Decided(i32),
    /// Only these moves do not lose at once.
    Forced(Answers),
    /// Nothing is certain.
    Open,
}

impl<'a, R: PatternRule> Worker<'a, R> {
    /// A search of a position, judged by a network or by the linear tables.
    pub(super) fn new(
        board: PatternBoard<R>,
        table: &'a Table,
        budget: Budget,
        net: Option<&'a Net>,
    ) -> Worker<'a, R> {
        Worker {
            board: if net.is_some() { board.unweighed() } else { board },
            table,
            budget,
            net,
            sums: Sums::new(),
            frames: vec![Frame::default(); MAX_PLY + 4],
            moves: Vec::with_capacity(4096),
            history: Box::new([[0; ROOM]; 2]),
            replies: Box::new([[Point::NONE; ROOM]; 2]),
            root_depth: 0,
            selective: 0,
            quiet_left: 0,
            reductions: params::reductions(),
        }
    }

    /// Nodes visited so far.
    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Static evaluation for the player to move.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        match self.net {
            Some(net) => self.sums.value(net, &self.board),
            None => eval::evaluate(&self.board),
        }
    }

    /// Wins and losses that the classes alone prove, and forced moves. Constant time but for renju's forbidden points.
    #[inline]
    fn glance(&mut self, ply: usize) -> Glance {
        let board = &self.board;
        let me = board.turn();
        let foe = me.other();
        if board.is_full() {
            return Glance::Decided(0);
        }
        if board.count(me, Class::Five) > 0 {
            return Glance::Decided(win_in(ply + 1));
        }
        if board.count(foe, Class::Five) > 0 {
            let answers = self.board.five_answers();
            if answers.is_empty() {
                return Glance::Decided(-win_in(ply + 2));
            }
            return Glance::Forced(answers);
        }
        if board.count(me, Class::OpenFour) > 0 {
            return Glance::Decided(win_in(ply + 3));
        }
        // A four that leaves an open three wins if the forced answer makes no four of its own.
        // Black in renju may be forbidden to go on, so there the quiescence has to look.
        let free = !(R::FORBIDS && me == Player::First);
        if free && board.count(me, Class::FourThree) > 0 && !board.has_fours(foe) {
            return Glance::Decided(win_in(ply + 5));
        }
        Glance::Open
    }

    /// Puts a stone and counts the node; false if the budget is spent, and then no stone was put.
    #[inline]
    fn enter(&mut self, cell: Point) -> bool {
        if !self.budget.visit() {
            return false;
        }
        self.table.prepare(self.board.key_after(cell));
        self.board.play(cell);
        true
    }

    #[inline]
    fn set_line(&mut self, ply: usize, cell: Point) {
        let (head, tail) = self.frames.split_at_mut(ply + 1);
        let line = &mut head[ply].line;
        line.clear();
        line.push(cell);
        line.extend_from_slice(&tail[0].line);
    }
}

/// A score as the table keeps it: decided scores count from the position itself.
#[inline]
fn to_table(score: i32, ply: usize) -> i16 {
    seen_earlier(score, DECIDED, -(ply as i32)) as i16
}

#[inline]
fn from_table(score: i16, ply: usize) -> i32 {
    seen_earlier(i32::from(score), DECIDED, ply as i32)
}
