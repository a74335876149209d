//! The engine as a whole: table, threads and time around the search of one thread.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use alinea_search::{Budget, Clock, Limits, Proof, Purpose, Stop};

use super::net::Net;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::proof::plies_of;
use super::rule::PatternRule;
use super::search::{DECIDED, INFINITE, Iteration, RootLine, WIN, Worker, win_in};
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
    /// The best move's win, where threats prove it.
    pub proof: Option<Proof<Point>>,
    /// Whether a network judged, whose points mean chances.
    pub by_net: bool,
}

/// Which evaluation the engine uses.
#[derive(Clone, Debug, Default)]
pub enum Judge {
    /// The strongest that is built in for the rule.
    #[default]
    Best,
    /// The linear tables.
    Linear,
    /// A network of the caller, for the rule that will be played.
    Net(Arc<Net>),
}

/// The strong engine of the Gomoku family; it keeps its table between calls.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::gomoku::engine::GomokuEngine;
/// use alinea_games::Gomoku;
/// use alinea_search::{Engine, Ignore, Limits, Score, Stop};
/// // An open three: either end makes an open four.
/// let setup = Gomoku::parse_setup("15").unwrap();
/// let pos = parse_position::<Gomoku>(&setup, "h8 a1 i8 a15 j8 o1").unwrap().pos;
/// let mut engine = GomokuEngine::new(1 << 20, 1);
/// let thought = engine.think(&pos, &Limits::nodes(2000), &Stop::new(), &mut Ignore);
/// assert_eq!((thought.score, thought.proven), (Score::win_in(3), true));
/// assert!(["g8", "k8"].contains(&pos.move_text(thought.best.unwrap()).as_str()));
/// ```
pub struct GomokuEngine {
    table: Table,
    threads: usize,
    judge: Judge,
}

impl GomokuEngine {
    /// An engine with a table of so many bytes and so many threads.
    pub fn new(table_bytes: usize, threads: usize) -> GomokuEngine {
        GomokuEngine {
            table: Table::new(table_bytes),
            threads: threads.clamp(1, MAX_THREADS),
            judge: Judge::default(),
        }
    }

    /// The same engine with another judge of positions.
    #[must_use]
    pub fn judged_by(self, judge: Judge) -> GomokuEngine {
        GomokuEngine { judge, ..self }
    }

    /// Changes the judge of positions and forgets what the one before found.
    pub fn set_judge(&mut self, judge: Judge) {
        self.judge = judge;
        self.clear();
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Bytes of the table.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Chooses a move; `report` hears every finished iteration.
    ///
    /// With one thread and a node limit the answer depends on the arguments and the table alone.
    pub fn choose<R: PatternRule>(
        &mut self,
        board: &PatternBoard<R>,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Choice),
    ) -> Choice {
        self.table.new_search();
        let clock = Clock::start();
        let mut threats = Threats::look(board, limits, stop, &clock);
        if let Some(won) = &threats.won {
            report(won);
            if limits.lines <= 1 {
                return won.clone();
            }
        }
        let mut later = Allowance::after(&threats, limits, stop, &clock);
        let rest = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(threats.nodes + later.nodes)),
            time: limits.time.map(|time| time.saturating_sub(clock.elapsed())),
            ..*limits
        };
        let net = match &self.judge {
            Judge::Best => Net::of(R::VARIANT),
            Judge::Linear => None,
            Judge::Net(net) => Some(&**net),
        };
        let mut worker = Worker::new(board.clone(), &self.table, Budget::new(&rest, stop), net);
        let moves = threats.root_moves(&mut worker);
        let max_depth = limits.depth.unwrap_or(u32::MAX);
        let wanted = limits.lines.max(1) - usize::from(threats.won.is_some());
        let helpers_stop = Stop::new();
        let mut helper_nodes = 0;
        let mut found = threats.won.clone().unwrap_or_else(|| Choice {
            best: moves.first().copied(),
            lines: Vec::new(),
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            proof: None,
            by_net: false,
        });
        found.by_net = net.is_some();
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
                            Worker::new(board, table, Budget::new(&Limits::default(), &stop), net);
                        helper.deepen(&moves, u32::MAX, 1, 1 + number as u32 % 2, &mut |_| true);
                        helper.nodes()
                    })
                })
                .collect();
            let mut go_on = |iteration: &Iteration<'_>| {
                found.depth = iteration.depth;
                threats.beside(board, iteration.lines, &mut later, &mut found);
                found.nodes = threats.nodes + iteration.nodes;
                found.elapsed = clock.elapsed();
                report(&found);
                let settled = match limits.lines {
                    0 | 1 => iteration.settled,
                    _ => iteration.lines.iter().all(|line| ends_within(line, iteration.depth)),
                };
                !settled && !spent_enough(limits, found.elapsed, iteration)
            };
            let lines = worker.deepen(&moves, max_depth, wanted, 1, &mut go_on);
            helpers_stop.stop();
            // Of several lines those of an iteration that was not finished cannot be compared with the others.
            let several = wanted > 1 || threats.won.is_some();
            if let Some(first) = lines.first().filter(|_| !several || found.lines.is_empty())
                && found.lines.first().is_none_or(|line| line.cell != first.cell)
            {
                let standing = worker.evaluate();
                found.set_lines(searched(standing, &lines[..wanted.min(lines.len())]));
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
fn searched(standing: i32, lines: &[RootLine]) -> Vec<RootLine> {
    let mut lines = lines.to_vec();
    if let Some(first) = lines.first_mut().filter(|first| first.score == -INFINITE) {
        first.score = standing;
    }
    lines.retain(|line| line.score > -INFINITE);
    lines
}

impl Choice {
    /// Takes lines, best first; of equal ones the first stays ahead.
    fn set_lines(&mut self, mut lines: Vec<RootLine>) {
        lines.sort_by_key(|line| -line.score);
        self.best = lines.first().map(|line| line.cell);
        self.lines = lines;
    }
}

/// The part of the limits that goes to a forced win by threats before the search.
const THREAT_SHARE: u32 = 20;
/// The part of the nodes if people look at the answer.
const ANALYSIS_SHARE: u32 = 2;
/// What that look leaves of the time: nodes end it, and the clock only where others use the machine too.
const ANALYSIS_LEAVES: u32 = 4;
/// Nodes of that look if there is no time limit.
const THREAT_NODES: u64 = 20_000;
/// Nodes of that look if there is one, so that its memory stays small.
const MOST_THREAT_NODES: u64 = 1_000_000;

/// Nodes of that look in an analysis without a time limit: it may go on until somebody stops it.
const ENDLESS_THREAT_NODES: u64 = 200_000;

/// Nodes for wins that the search finds after a first one was proven, and their part of the limits.
const LATER_NODES: u64 = 200_000;
const LATER_SHARE: u64 = 8;

/// What looks for a forced win found: before the search, and beside it.
#[derive(Default)]
struct Threats {
    /// A win with its moves.
    won: Option<Choice>,
    /// Wins that people can be shown, each with a first move of its own.
    shown: Vec<Proof<Point>>,
    /// First moves of the search that threats were asked to show.
    tried: Vec<Point>,
    /// The first move of a win that could not be followed to its end in time.
    first: Option<Point>,
    nodes: u64,
}

impl Threats {
    /// Looks for a forced win. For a move to play, only if nothing asks for a search of a certain depth or for several lines.
    fn look<R: PatternRule>(
        board: &PatternBoard<R>,
        limits: &Limits,
        stop: &Stop,
        clock: &Clock,
    ) -> Threats {
        let analyses = limits.purpose == Purpose::Analysis;
        if !analyses && (limits.lines > 1 || limits.depth.is_some()) {
            return Threats::default();
        }
        let share = if analyses { ANALYSIS_SHARE } else { THREAT_SHARE };
        let time = limits.time.map(|time| match limits.purpose {
            Purpose::Analysis => time - time / ANALYSIS_LEAVES,
            Purpose::Play => time / share,
        });
        let most = match limits.depth {
            _ if time.is_some() => MOST_THREAT_NODES,
            None if analyses => ENDLESS_THREAT_NODES,
            _ => THREAT_NODES,
        };
        let nodes = limits.nodes.map_or(most, |nodes| most.min(nodes / u64::from(share)));
        if nodes < 4 {
            return Threats::default();
        }
        let until = Deadline(Cell::new(time));
        let halt = || stop.is_set() || until.0.get().is_some_and(|time| clock.elapsed() > time);
        let solver = Vct::new(&halt);
        let mut board = board.clone().unweighed();
        if analyses {
            let mut solver = solver.keeping_moves();
            return Threats::prove(&mut solver, &mut board, nodes / 2, clock, || {
                // What is proven is worth the rest of the time, but for a moment to answer in.
                until.0.set(limits.time.map(|time| time - time / 8));
            });
        }
        let mut solver = solver;
        let found = solver.solve_quickly(&mut board, nodes / 2);
        let nodes = solver.nodes();
        let Some((win, whole)) = found else { return Threats { nodes, ..Threats::default() } };
        let first = win.line.first().copied();
        if !whole {
            return Threats { first, nodes, ..Threats::default() };
        }
        let plies = plies_of(&mut board, &win.line);
        Threats { won: won_by(&win.line, plies, nodes, clock), first, nodes, ..Threats::default() }
    }

    /// Proves a win and follows it, for people; `proven` is called in between.
    fn prove<R: PatternRule>(
        solver: &mut Vct<'_>,
        board: &mut PatternBoard<R>,
        limit: u64,
        clock: &Clock,
        proven: impl FnOnce(),
    ) -> Threats {
        let Some(means) = solver.proves(board, limit) else {
            return Threats { nodes: solver.nodes(), ..Threats::default() };
        };
        proven();
        let proof = solver.follow(board, means, limit).or_else(|| solver.unfollowed(board, means));
        let nodes = solver.nodes();
        let Some(proof) = proof else { return Threats { nodes, ..Threats::default() } };
        let won = won_by(&proof.line, proof.plies, nodes, clock);
        let first = proof.line.first().copied();
        let won = won.map(|won| Choice { proof: Some(proof.clone()), ..won });
        Threats { won, shown: vec![proof], first, nodes, ..Threats::default() }
    }

    /// The moves that are left to search.
    fn root_moves<R: PatternRule>(&self, worker: &mut Worker<'_, R>) -> Vec<Point> {
        match (&self.won, self.first) {
            (None, Some(first)) => vec![first],
            (None, None) => worker.root_moves(),
            (Some(won), _) => {
                let others = worker.root_moves().into_iter();
                others.filter(|cell| Some(*cell) != won.best).collect()
            }
        }
    }

    /// Puts the proven wins beside what the search found. Where the search knows a faster win, threats must show that one too or none is shown: the best move and the win on the board are never two different moves.
    fn beside<R: PatternRule>(
        &mut self,
        board: &PatternBoard<R>,
        lines: &[RootLine],
        later: &mut Allowance<'_>,
        found: &mut Choice,
    ) {
        loop {
            let others = lines.iter().filter(|line| self.shown(line.cell).is_none()).cloned();
            let proven = self.shown.iter().filter_map(|proof| won_line(&proof.line, proof.plies));
            found.set_lines(proven.chain(others).collect());
            found.proof = found.best.and_then(|best| self.shown(best)).cloned();
            let best = match found.best {
                Some(best) if found.proof.is_none() && !self.shown.is_empty() => best,
                _ => return,
            };
            if self.tried.contains(&best) {
                return;
            }
            self.tried.push(best);
            let (proof, nodes) = later.follow(board, best);
            self.nodes += nodes;
            self.shown.extend(proof);
        }
    }

    /// The proof that begins with a move.
    fn shown(&self, first: Point) -> Option<&Proof<Point>> {
        self.shown.iter().find(|proof| proof.line.first() == Some(&first))
    }
}

/// What may be spent on wins that the search finds and threats are to show.
struct Allowance<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
    clock: &'a Clock,
    nodes: u64,
}

impl<'a> Allowance<'a> {
    /// A part of the limits where threats have proven a win.
    fn after(
        threats: &Threats,
        limits: &'a Limits,
        stop: &'a Stop,
        clock: &'a Clock,
    ) -> Allowance<'a> {
        let most = limits.nodes.map_or(LATER_NODES, |nodes| LATER_NODES.min(nodes / LATER_SHARE));
        let nodes = if threats.shown.is_empty() { 0 } else { most };
        Allowance { limits, stop, clock, nodes }
    }

    /// The win that begins with a move, if threats prove it, and the nodes that were spent.
    fn follow<R: PatternRule>(
        &mut self,
        board: &PatternBoard<R>,
        first: Point,
    ) -> (Option<Proof<Point>>, u64) {
        let late = || self.limits.time.is_some_and(|time| self.clock.elapsed() > time - time / 8);
        let halt = || self.stop.is_set() || late();
        let mut solver = Vct::new(&halt).keeping_moves();
        let proof = solver.follow_from(&mut board.clone(), first, self.nodes / 2);
        let nodes = solver.nodes();
        self.nodes = self.nodes.saturating_sub(nodes);
        (proof, nodes)
    }
}

/// A time that can be moved while a search looks at it.
struct Deadline(Cell<Option<Duration>>);

/// A line that wins, with its score.
fn won_line(line: &[Point], plies: u32) -> Option<RootLine> {
    let (cell, score) = (*line.first()?, win_in(plies as usize));
    Some(RootLine { cell, score, previous: score, line: line.to_vec() })
}

/// The choice of a line that wins.
fn won_by(line: &[Point], plies: u32, nodes: u64, clock: &Clock) -> Option<Choice> {
    Some(Choice {
        best: line.first().copied(),
        lines: vec![won_line(line, plies)?],
        depth: plies,
        nodes,
        elapsed: clock.elapsed(),
        proof: None,
        by_net: false,
    })
}

/// Whether a line's end was reached by a search of this depth, so that a deeper one adds nothing.
fn ends_within(line: &RootLine, depth: u32) -> bool {
    line.score.abs() > DECIDED && depth as i32 + 2 >= WIN - line.score.abs()
}

/// Whether more time would hardly change the answer: what an unfinished iteration finds counts too, so only a decided score ends early.
fn spent_enough(limits: &Limits, elapsed: Duration, iteration: &Iteration<'_>) -> bool {
    let Some(time) = limits.time else { return false };
    let decided = iteration.lines.first().is_some_and(|line| line.score.abs() > DECIDED);
    decided && elapsed > time / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: u16, score: i32) -> RootLine {
        RootLine { cell: Point(at), score, previous: 0, line: vec![Point(at)] }
    }

    #[test]
    fn lines_that_were_not_searched_are_left_out_but_for_the_best_move() {
        let cells = |lines: Vec<RootLine>| -> Vec<(u16, i32)> {
            lines.iter().map(|line| (line.cell.0, line.score)).collect()
        };
        let half = [line(1, 50), line(2, -INFINITE), line(3, 20)];
        assert_eq!(cells(searched(9, &half)), [(1, 50), (3, 20)]);
        let none = [line(1, -INFINITE), line(2, -INFINITE)];
        assert_eq!(cells(searched(9, &none)), [(1, 9)]);
    }

    #[test]
    fn a_line_is_at_its_end_once_the_search_was_as_deep() {
        assert!(ends_within(&line(1, WIN - 9), 7) && !ends_within(&line(1, WIN - 9), 6));
        assert!(ends_within(&line(1, 9 - WIN), 7) && !ends_within(&line(1, 9 - WIN), 6));
        assert!(!ends_within(&line(1, DECIDED), 200) && !ends_within(&line(1, 0), 200));
    }

    #[test]
    fn only_a_decided_score_ends_a_search_before_its_time() {
        let spent = |score: i32, elapsed: u64, limits: Limits| {
            let lines = [line(1, score)];
            let iteration = Iteration { depth: 4, lines: &lines, nodes: 0, settled: false };
            spent_enough(&limits, Duration::from_secs(elapsed), &iteration)
        };
        let minute = Limits::time(Duration::from_secs(60));
        assert!(spent(WIN - 5, 31, minute) && spent(5 - WIN, 31, minute));
        assert!(!spent(WIN - 5, 30, minute), "half of the time is not over");
        assert!(!spent(DECIDED, 59, minute) && !spent(0, 59, minute));
        assert!(!spent(WIN - 5, 999, Limits::default()), "nothing is spent without a limit");
    }

    #[test]
    fn a_win_is_told_with_its_line_and_its_plies() {
        let clock = Clock::start();
        let won = won_by(&[Point(7), Point(8), Point(9)], 5, 44, &clock).unwrap();
        assert_eq!((won.best, won.depth, won.nodes), (Some(Point(7)), 5, 44));
        assert_eq!((won.lines[0].score, won.lines[0].line.len()), (win_in(5), 3));
        assert!(won_by(&[], 5, 44, &clock).is_none());
        assert_eq!(GomokuEngine::new(64, 0).threads, 1);
        assert_eq!(GomokuEngine::new(64, 999).threads, MAX_THREADS);
    }
}
