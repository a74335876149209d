//! The solver and its book behind positions of the game: scores of a position and of its
//! moves, the line of best play, and the reason. No text and no printing.

use super::book::Book;
use super::solver::{Board, Bounds, Goal, Question, Reason, Rules, Solver, Width};
use alinea_core::{Outcome, Player, Position, PositionError, parse_position};
pub use alinea_games::{Connect4, connect4::Size};
use alinea_search::{Clock, Limits, Score, Stop};
use std::time::Duration;

/// Megabytes of the solver's table when none are asked for.
pub const DEFAULT_TABLE_MB: usize = 64;

/// Answers questions about Connect Four positions of one board size, by book and solver.
///
/// ```
/// use alinea_core::Game;
/// use alinea_engines::connect4::analyst::{Allowance, Analyst, Connect4, Size};
/// use alinea_engines::connect4::solver::{Bounds, Goal};
/// use alinea_search::{Limits, Stop};
/// let mut analyst = Analyst::new(Size::USUAL, 1, 1).unwrap();
/// let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
/// // The first player wins with its last disc, and only from the middle.
/// let scores = analyst.move_scores(&Connect4::new(Size::USUAL), &mut allowance, |_, _| {});
/// let known = [(3, 1), (2, 0), (4, 0), (1, -1), (5, -1), (0, -2), (6, -2)];
/// assert_eq!(scores, known.map(|(column, score)| (column, Bounds::exactly(score))));
/// ```
pub struct Analyst {
    size: Size,
    solver: Solver,
    book: Option<&'static Book>,
}

/// Limits for a series of questions: each gets what the earlier ones left.
#[derive(Clone)]
pub struct Allowance {
    clock: Clock,
    limits: Limits,
    stop: Stop,
    goal: Goal,
    /// Nodes visited so far.
    pub nodes: u64,
}

impl Allowance {
    /// The limits of a whole analysis, from now on.
    #[must_use]
    pub fn new(goal: Goal, limits: &Limits, stop: &Stop) -> Self {
        Self { clock: Clock::start(), limits: *limits, stop: stop.clone(), goal, nodes: 0 }
    }

    /// Time since the beginning.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn question(&self) -> Question {
        Question {
            goal: self.goal,
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            time: self.limits.time.map(|time| time.saturating_sub(self.clock.elapsed())),
            stop: self.stop.clone(),
        }
    }
}

impl Analyst {
    /// An analyst for boards up to 7 by 7 with a table of so many megabytes at most.
    #[must_use]
    pub fn new(size: Size, table_mb: usize, threads: usize) -> Option<Self> {
        let solver = Solver::new(size.cols(), size.rows(), table_mb)?.with_threads(threads);
        let book = (size == Size::USUAL).then(|| Book::embedded().ok()).flatten();
        Some(Self { size, solver, book })
    }

    /// The same analyst without the opening book.
    #[must_use]
    pub fn without_book(mut self) -> Self {
        self.book = None;
        self
    }

    /// The same analyst with other lanes or without some static rules: slower, never different.
    #[must_use]
    pub fn with(mut self, width: Width, rules: Rules) -> Self {
        self.solver = self.solver.with(width, rules);
        self
    }

    /// Forgets earlier positions, so that the next answer does not depend on them.
    pub fn forget(&mut self) {
        self.solver.forget();
    }

    /// The score of a position from the side to move; of a finished one its result.
    pub fn score(&mut self, pos: &Connect4, allowance: &mut Allowance) -> Bounds {
        if let Some(outcome) = pos.outcome() {
            return Bounds::exactly(finished_score(pos, outcome));
        }
        let board = board_of(pos);
        if let Some(score) = self.book.and_then(|book| book.score(board)) {
            return Bounds::exactly(score);
        }
        let bounds = self.solver.solve(board, &allowance.question());
        allowance.nodes += self.solver.nodes();
        bounds
    }

    /// The scores of the legal moves for the side that makes them, from the centre outwards.
    ///
    /// `each` hears them one by one. Ends early when a limit is met.
    pub fn move_scores(
        &mut self,
        pos: &Connect4,
        allowance: &mut Allowance,
        mut each: impl FnMut(&[(u8, Bounds)], &Allowance),
    ) -> Vec<(u8, Bounds)> {
        let mut known = Vec::new();
        for col in self.centre_first(pos) {
            let mut child = *pos;
            child.play_unchecked(col);
            let bounds = self.score(&child, allowance);
            known.push((col, Bounds { lower: -bounds.upper, upper: -bounds.lower }));
            each(&known, allowance);
        }
        known
    }

    /// The exact score of a position and every move that keeps it, from the centre outwards.
    ///
    /// Nothing when a limit was met. Quicker than the scores of all moves.
    pub fn best_moves(
        &mut self,
        pos: &Connect4,
        allowance: &mut Allowance,
    ) -> Option<(i32, Vec<u8>)> {
        let score = self.score(pos, allowance);
        if !score.is_exact() {
            return None;
        }
        let mut best = Vec::new();
        for (col, keeps) in self.keeping(pos, score.lower, allowance) {
            if keeps? {
                best.push(col);
            }
        }
        Some((score.lower, best))
    }

    /// The exact score of a position and the move nearest the centre that keeps it.
    ///
    /// Nothing when a limit was met.
    pub fn best_move(&mut self, pos: &Connect4, allowance: &mut Allowance) -> Option<(i32, u8)> {
        let score = self.score(pos, allowance);
        if !score.is_exact() {
            return None;
        }
        let mut keeps = self.keeping(pos, score.lower, allowance);
        let (col, _) = keeps.find(|(_, keeps)| *keeps == Some(true))?;
        Some((score.lower, col))
    }

    /// The moves known to be worth at least `score`, as far as the allowance goes.
    pub fn moves_worth(
        &mut self,
        pos: &Connect4,
        score: i32,
        allowance: &mut Allowance,
    ) -> Vec<u8> {
        let keeps = self.keeping(pos, score, allowance);
        keeps.filter(|(_, keeps)| *keeps == Some(true)).map(|(col, _)| col).collect()
    }

    /// For each legal move from the centre outwards, whether it is worth at least `score`;
    /// nothing where a limit was met.
    fn keeping(
        &mut self,
        pos: &Connect4,
        score: i32,
        allowance: &mut Allowance,
    ) -> impl Iterator<Item = (u8, Option<bool>)> {
        let pos = *pos;
        self.centre_first(&pos).into_iter().map(move |col| {
            let mut child = pos;
            child.play_unchecked(col);
            let goal = std::mem::replace(&mut allowance.goal, Goal::AtLeast(1 - score));
            let worth = self.score(&child, allowance);
            allowance.goal = goal;
            let keeps = match (-worth.upper >= score, -worth.lower < score) {
                (false, false) => None,
                (keeps, _) => Some(keeps),
            };
            (col, keeps)
        })
    }

    fn centre_first(&self, pos: &Connect4) -> Vec<u8> {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let middle = i32::from(self.size.cols()) - 1;
        legal.sort_by_key(|&col| (2 * i32::from(col) - middle).abs());
        legal
    }

    /// Best play from a position whose score is known, as far as the allowance goes.
    ///
    /// Each move is the one nearest the centre that keeps the score.
    pub fn line(&mut self, pos: &Connect4, score: i32, allowance: &mut Allowance) -> Vec<u8> {
        let (mut pos, mut score) = (*pos, score);
        let mut line = Vec::new();
        while pos.outcome().is_none() {
            let mut moves = self.keeping(&pos, score, allowance);
            let Some((col, _)) = moves.find(|(_, keeps)| *keeps == Some(true)) else { return line };
            drop(moves);
            pos.play_unchecked(col);
            line.push(col);
            score = -score;
        }
        line
    }

    /// Why the position is worth this score, if there is a simple reason.
    #[must_use]
    pub fn reason(&self, pos: &Connect4, score: i32) -> Option<Reason> {
        if pos.outcome().is_some() {
            return None;
        }
        self.solver.reason(board_of(pos), score)
    }

    /// How many replies to a position are as good as its best; more than all when a limit
    /// was met.
    pub fn good_replies(&mut self, pos: &Connect4, allowance: &mut Allowance) -> usize {
        if pos.outcome().is_some() {
            return 0;
        }
        self.best_moves(pos, allowance).map_or(usize::MAX, |(_, moves)| moves.len())
    }
}

/// Reads a position of the usual board, as the command line writes them.
pub fn read(text: &str) -> Result<Connect4, PositionError> {
    let pos = parse_position::<Connect4>(&Size::USUAL, text)?.pos;
    Ok(pos)
}

/// The position as the solver sees it: a byte a column.
pub(super) fn board_of(pos: &Connect4) -> Board {
    let spread = |discs: u64| {
        let height = pos.height();
        let column = (1u64 << height) - 1;
        (0..u32::from(pos.size().cols()))
            .fold(0, |all, col| all | (discs >> (col * height) & column) << (8 * col))
    };
    Board::from_stones(spread(pos.discs(pos.turn())), spread(pos.occupied()))
}

fn finished_score(pos: &Connect4, outcome: Outcome) -> i32 {
    let (cells, n) = (i32::from(pos.size().squares()), pos.ply() as i32);
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == pos.turn() => (cells + 2 - n) / 2,
        Outcome::Win(Player::First | Player::Second) => -((cells + 2 - n) / 2),
    }
}

/// An exact score as a win or loss in so many moves.
#[must_use]
pub fn as_score(pos: &Connect4, exact: i32) -> Score {
    let (cells, n) = (i32::from(pos.size().squares()), pos.ply() as i32);
    // The winning move comes with `last` stones on the board; its parity is the winner's.
    let winner_parity = (n + i32::from(exact < 0)) % 2;
    let last = cells + 1 - 2 * exact.abs();
    let last = if last.rem_euclid(2) == winner_parity { last } else { last - 1 };
    let plies = (last - n + 1).max(0) as u32;
    match exact {
        0 => Score::DRAW,
        1.. => Score::win_in(plies),
        ..0 => Score::loss_in(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::SplitMix64;

    fn allowance(limits: Limits) -> Allowance {
        Allowance::new(Goal::Exact, &limits, &Stop::new())
    }

    /// Games of random moves, from this ply on.
    fn positions(size: Size, from: u32, count: usize) -> Vec<Connect4> {
        let mut rng = SplitMix64::new(61);
        let mut found = Vec::new();
        while found.len() < count {
            let mut pos = Connect4::new(size);
            while pos.outcome().is_none() {
                let mut legal = Vec::new();
                pos.legal_moves(&mut legal);
                pos.play_unchecked(legal[rng.below(legal.len())]);
                if pos.ply() >= from {
                    found.push(pos);
                }
            }
        }
        found
    }

    #[test]
    fn an_end_scores_the_stones_its_winner_has_left() {
        let mut analyst = Analyst::new(Size::USUAL, 1, 1).unwrap();
        let (mut won, mut drawn) = (0, 0);
        for pos in positions(Size::USUAL, 1, 1500) {
            let Some(outcome) = pos.outcome() else { continue };
            let score = analyst.score(&pos, &mut allowance(Limits::default()));
            let stones = pos.ply() as i32;
            let left = match outcome.winner() {
                // The winner's stones are 21 in all, half of those played are its own.
                Some(_) => -(21 - (stones + 1) / 2 + 1),
                None => 0,
            };
            assert_eq!(score, Bounds::exactly(left), "{pos:?}");
            won += usize::from(left != 0);
            drawn += usize::from(left == 0);
        }
        assert!(won > 20 && drawn > 0, "{won} {drawn}");
    }

    #[test]
    fn what_keeps_the_score_is_what_the_scores_of_all_moves_say() {
        let size = Size::new(6, 5).unwrap();
        let mut analyst = Analyst::new(size, 1, 1).unwrap();
        let mut seen = 0;
        for pos in positions(size, 14, 120) {
            if pos.outcome().is_some() {
                continue;
            }
            let mut heard = Vec::new();
            let each = |known: &[(u8, Bounds)], _: &Allowance| heard.push(known.len());
            let all = analyst.move_scores(&pos, &mut allowance(Limits::default()), each);
            assert_eq!(heard, (1..=all.len()).collect::<Vec<_>>());
            let columns: Vec<u8> = all.iter().map(|(col, _)| *col).collect();
            let mut expected = vec![2, 3, 1, 4, 0, 5];
            expected.retain(|col| pos.is_legal(*col));
            assert_eq!(columns, expected, "from the centre outwards, left first");
            let best = all.iter().map(|(_, bounds)| bounds.lower).max().unwrap();
            let open = || allowance(Limits::default());
            for least in [best - 1, best, best + 1] {
                let worth = analyst.moves_worth(&pos, least, &mut open());
                let expected = all.iter().filter(|(_, bounds)| bounds.lower >= least);
                assert_eq!(worth, expected.map(|(col, _)| *col).collect::<Vec<_>>());
            }
            let equal = analyst.moves_worth(&pos, best, &mut open());
            assert_eq!(analyst.best_moves(&pos, &mut open()), Some((best, equal.clone())));
            assert_eq!(analyst.best_move(&pos, &mut open()), Some((best, equal[0])));
            assert_eq!(analyst.good_replies(&pos, &mut open()), equal.len());
            seen += 1;
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn an_allowance_is_spent_over_several_questions() {
        let pos = read("4444435526").unwrap();
        let mut analyst = Analyst::new(Size::USUAL, 1, 1).unwrap();
        let mut spent = allowance(Limits::nodes(3000));
        assert!(!analyst.score(&pos, &mut spent).is_exact());
        assert!((3000..5000).contains(&spent.nodes), "{} nodes", spent.nodes);
        assert_eq!(spent.question().nodes, Some(0));
        let nodes = spent.nodes;
        assert_eq!(analyst.best_move(&pos, &mut spent), None);
        assert_eq!(analyst.best_moves(&pos, &mut spent), None);
        assert_eq!(analyst.good_replies(&pos, &mut spent), usize::MAX);
        assert_eq!(spent.nodes, nodes, "nothing is left to spend");
        assert_eq!(spent.goal, Goal::Exact, "the goal is the one it was made with");
        let hour = Duration::from_secs(3600);
        let timed = allowance(Limits::time(hour)).question();
        assert!(timed.nodes.is_none() && timed.time.unwrap() > hour / 2);
        assert!(allowance(Limits::default()).elapsed() < hour);
    }

    #[test]
    fn the_book_answers_for_the_usual_board_alone_and_can_be_left_out() {
        let start = Connect4::new(Size::USUAL);
        let mut analyst = Analyst::new(Size::USUAL, 1, 1).unwrap();
        let mut free = allowance(Limits::nodes(0));
        assert_eq!(analyst.score(&start, &mut free), Bounds::exactly(1));
        let mut analyst = analyst.without_book();
        assert!(!analyst.score(&start, &mut free).is_exact());
        assert!(Analyst::new(Size::new(7, 7).unwrap(), 1, 1).unwrap().book.is_none());
        assert!(Analyst::new(Size::new(8, 7).unwrap(), 1, 1).is_none(), "too wide");
        let over = read("1212121").unwrap();
        assert_eq!(analyst.good_replies(&over, &mut free), 0);
        assert_eq!(analyst.reason(&over, -18), None);
        assert!(analyst.line(&over, -18, &mut free).is_empty());
        assert!(read("8").is_err());
    }

    #[test]
    fn the_columns_of_a_position_stay_columns_of_the_solver() {
        for size in [Size::USUAL, Size::new(5, 7).unwrap(), Size::new(4, 4).unwrap()] {
            for pos in positions(size, 1, 60) {
                let (mut own, mut all) = (0, 0);
                for col in 0..u32::from(size.cols()) {
                    for row in 0..u32::from(size.rows()) {
                        let square = 1u64 << (col * pos.height() + row);
                        let there = 1u64 << (8 * col + row);
                        own |= if pos.discs(pos.turn()) & square != 0 { there } else { 0 };
                        all |= if pos.occupied() & square != 0 { there } else { 0 };
                    }
                }
                assert_eq!(board_of(&pos), Board::from_stones(own, all), "{pos:?}");
            }
        }
    }
}
