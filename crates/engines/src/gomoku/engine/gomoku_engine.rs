//! The engine as a whole: table, threads and time around the search of one thread.

use std::time::Duration;

use alinea_search::{Budget, Clock, Limits, Stop};

use super::classes::Class;
use super::eval::evaluate;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use super::search::{DECIDED, INFINITE, Iteration, RootLine, Worker, win_in};
use super::table::Table;
use super::vct::Vct;

/// Bytes of the table unless told otherwise.
pub const DEFAULT_TABLE: usize = 64 << 20;
/// More threads than this are not started.
pub(super) const MAX_THREADS: usize = 64;

/// What the engine found.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move to play; none if there is no legal move.
    pub best: Option<Point>,
    /// The best lines first, as many as were asked for.
    pub lines: Vec<RootLine>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// The strong engine. Keeps its table between calls.
pub struct GomokuEngine {
    table: Table,
    threads: usize,
}

impl GomokuEngine {
    /// An engine with a table of so many bytes and so many threads.
    pub fn new(table_bytes: usize, threads: usize) -> GomokuEngine {
        GomokuEngine { table: Table::new(table_bytes), threads: threads.clamp(1, MAX_THREADS) }
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Bytes of the table.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Chooses a move. `report` hears every finished iteration. With one thread and a node limit the answer depends on the arguments and the table alone.
    pub fn choose<R: PatternRule>(
        &mut self,
        board: &PatternBoard<R>,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Choice),
    ) -> Choice {
        self.table.new_search();
        let clock = Clock::start();
        let threats = Threats::look(board, limits, stop, &clock);
        if let Some(won) = threats.won {
            report(&won);
            return won;
        }
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(threats.nodes)),
            time: limits.time.map(|time| time.saturating_sub(clock.elapsed())),
            ..*limits
        };
        let mut worker = Worker::new(board.clone(), &self.table, Budget::new(&rest, stop));
        let moves = threats.first.map_or_else(|| worker.root_moves(), |cell| vec![cell]);
        let max_depth = limits.depth.unwrap_or(u32::MAX);
        let wanted = limits.lines.max(1);
        let helpers_stop = Stop::new();
        let mut helper_nodes = 0;
        let mut found = Choice {
            best: moves.first().copied(),
            lines: Vec::new(),
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        if moves.is_empty() {
            return found;
        }
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|number| {
                    let table = &self.table;
                    let (board, stop, moves) = (board.clone(), helpers_stop.clone(), moves.clone());
                    scope.spawn(move || {
                        let mut helper =
                            Worker::new(board, table, Budget::new(&Limits::default(), &stop));
                        helper.deepen(&moves, u32::MAX, 1, 1 + number as u32 % 2, &mut |_| true);
                        helper.nodes()
                    })
                })
                .collect();
            let mut go_on = |iteration: &Iteration<'_>| {
                found.depth = iteration.depth;
                found.nodes = threats.nodes + iteration.nodes;
                found.elapsed = clock.elapsed();
                found.lines = iteration.lines.to_vec();
                found.best = iteration.lines.first().map(|line| line.cell);
                report(&found);
                let settled = iteration.settled && limits.lines <= 1;
                !settled && !spent_enough(limits, found.elapsed, iteration)
            };
            let lines = worker.deepen(&moves, max_depth, wanted, 1, &mut go_on);
            helpers_stop.stop();
            if let Some(first) = lines.first() {
                found.best = Some(first.cell);
                if found.lines.first().is_none_or(|line| line.cell != first.cell) {
                    found.lines = searched(board, &lines[..wanted.min(lines.len())]);
                }
            }
            for helper in helpers {
                helper_nodes += helper.join().unwrap_or(0);
            }
        });
        found.nodes = threats.nodes + worker.nodes() + helper_nodes;
        found.elapsed = clock.elapsed();
        found
    }
}

/// The lines of an iteration that was not finished: what has no score yet is left out, but for the best move, which then has the score of the position as it stands.
fn searched<R: PatternRule>(board: &PatternBoard<R>, lines: &[RootLine]) -> Vec<RootLine> {
    let mut lines = lines.to_vec();
    if let Some(first) = lines.first_mut().filter(|first| first.score == -INFINITE) {
        first.score = evaluate(board);
    }
    lines.retain(|line| line.score > -INFINITE);
    lines
}

/// The part of the limits that goes to a forced win by threats before the search.
const THREAT_SHARE: u32 = 20;
/// Nodes of that look if there is no time limit.
const THREAT_NODES: u64 = 20_000;
/// Nodes of that look if there is one, so that its memory stays small.
const MOST_THREAT_NODES: u64 = 1_000_000;

/// What a look for a forced win found before the search.
#[derive(Default)]
struct Threats {
    /// A win with its moves.
    won: Option<Choice>,
    /// The first move of a win that could not be followed to its end in time.
    first: Option<Point>,
    nodes: u64,
}

impl Threats {
    /// Looks for a forced win if one line is wanted and nothing asks for a search of a certain depth.
    fn look<R: PatternRule>(
        board: &PatternBoard<R>,
        limits: &Limits,
        stop: &Stop,
        clock: &Clock,
    ) -> Threats {
        if limits.lines > 1 || limits.depth.is_some() {
            return Threats::default();
        }
        let time = limits.time.map(|time| time / THREAT_SHARE);
        let most = if time.is_some() { MOST_THREAT_NODES } else { THREAT_NODES };
        let nodes = limits.nodes.map_or(most, |nodes| most.min(nodes / u64::from(THREAT_SHARE)));
        if nodes < 4 {
            return Threats::default();
        }
        let halt = || stop.is_set() || time.is_some_and(|time| clock.elapsed() > time);
        let mut solver = Vct::new(&halt);
        let mut board = board.clone();
        let found = solver.solve_quickly(&mut board, nodes / 2);
        let nodes = solver.nodes();
        let Some((win, whole)) = found else { return Threats { nodes, ..Threats::default() } };
        let first = win.line.first().copied();
        if !whole {
            return Threats { first, nodes, won: None };
        }
        let plies = plies_of(&mut board, &win.line);
        let score = win_in(plies);
        let line = |cell| RootLine { cell, score, previous: score, line: win.line.clone() };
        let won = Choice {
            best: first,
            lines: first.map(line).into_iter().collect(),
            depth: plies as u32,
            nodes,
            elapsed: clock.elapsed(),
        };
        Threats { won: first.map(|_| won), first, nodes }
    }
}

/// The plies of a win: its line ends with five itself, or with the move that leaves two winning points.
fn plies_of<R: PatternRule>(board: &mut PatternBoard<R>, line: &[Point]) -> usize {
    let Some((last, before)) = line.split_last() else { return 0 };
    before.iter().for_each(|cell| board.play(*cell));
    if board.class(board.turn(), *last) == Class::Five { line.len() } else { line.len() + 2 }
}

/// Whether another iteration could hardly be finished in the time left.
fn spent_enough(limits: &Limits, elapsed: Duration, iteration: &Iteration<'_>) -> bool {
    let Some(time) = limits.time else { return false };
    let decided = iteration.lines.first().is_some_and(|line| line.score.abs() > DECIDED);
    let share = if decided { 0.5 } else { 0.85 };
    elapsed.as_secs_f64() > time.as_secs_f64() * share
}
