//! The exact solver as an engine: all move scores as they become known, the line of best
//! play and the reason. Where its limits do not let it finish, the general search chooses
//! among the moves that are still open.

use super::analyst::{Allowance, Analyst, as_score};
use super::heuristics::Ligue4Bits;
use super::solver::{Bounds, Goal};
use crate::columns::Columns;
use alinea_core::{Cell, Position};
use alinea_games::{Connect4, connect4::Size};
use alinea_search::{
    AlphaBeta, Distance, Engine, Explanation, Ignore, Limits, Mark, MarkKind, Observer, RootMove,
    Score, Stop, Thought,
};
use std::sync::Arc;
use std::time::Duration;

/// Nodes spent on each line of best play, which is for people to look at. From the empty board the hardest takes three million.
const LINE_NODES: u64 = 4_000_000;

/// The solver's share of the limits is all but one part in so many: the rest is for judging
/// what it could not solve.
const PARTS: u32 = 4;
const JUDGE_TABLE_MB: usize = 4;

/// An engine of Connect Four that plays perfectly when time allows.
///
/// ```
/// use alinea_engines::connect4::SolverEngine;
/// use alinea_games::{Connect4, connect4::Size};
/// use alinea_search::{Engine, Ignore, Limits, Score, Stop};
/// let mut engine = SolverEngine::new(Size::USUAL, 1, 1).unwrap();
/// let start = Connect4::new(Size::USUAL);
/// let thought = engine.think(&start, &Limits::default(), &Stop::new(), &mut Ignore);
/// assert_eq!((thought.best, thought.proven), (Some(3), true));
/// assert_eq!(thought.score, Score::win_in(41), "with the last disc of the first player");
/// assert!(SolverEngine::new(Size::new(8, 7).unwrap(), 1, 1).is_none());
/// ```
pub struct SolverEngine {
    analyst: Analyst,
    judge: AlphaBeta<Connect4>,
}

impl SolverEngine {
    /// The engine for a board up to 7 by 7; `None` on larger ones.
    #[must_use]
    pub fn new(size: Size, table_mb: usize, threads: usize) -> Option<Self> {
        let analyst = Analyst::new(size, table_mb, threads)?;
        let order = Arc::new(Columns::center(size.cols(), |col| col));
        let judge = AlphaBeta::new(Arc::new(Ligue4Bits)).with_order(order);
        Some(Self { analyst, judge: judge.with_table(JUDGE_TABLE_MB) })
    }

    /// Chooses by the general search among the moves that may still be the best.
    fn choose(
        &mut self,
        pos: &Connect4,
        known: &[(u8, Bounds)],
        limits: Limits,
        stop: &Stop,
        thought: &mut Thought<u8>,
    ) {
        let least = known.iter().map(|(_, bounds)| bounds.lower).max().unwrap_or(0);
        let is_open = |col: u8| {
            known.iter().any(|&(other, bounds)| other == col && bounds.upper >= least.max(0))
        };
        if least > 0 || !known.iter().any(|&(col, _)| is_open(col)) {
            // A win is certain, or every move loses: the bounds say which is best.
            return;
        }
        // Where some moves are known to be worse, the best of the others may not be the first.
        let all_open = known.iter().all(|&(col, _)| is_open(col));
        let limits = Limits { lines: if all_open { 1 } else { known.len() }, ..limits };
        let mut judged = self.judge.think(pos, &limits, stop, &mut Ignore);
        thought.nodes += judged.nodes;
        let Some(at) = judged.moves.iter().position(|root| is_open(root.mv)) else { return };
        let chosen = judged.moves.swap_remove(at);
        let Some(place) = thought.moves.iter().position(|root| root.mv == chosen.mv) else {
            return;
        };
        let mut root = thought.moves.remove(place);
        if root.exact.is_none() {
            root.score = chosen.score;
        }
        root.line = chosen.line;
        // The middle of two bounds is no judgement: what is neither known nor judged is left out.
        thought.moves.retain(|other| other.proven || other.score.is_decided());
        // A draw that is certain is better than an estimate below it.
        let better = thought.moves.iter().filter(|other| other.score > root.score).count();
        thought.moves.insert(better, root);
        let best = &thought.moves[0];
        thought.best = Some(best.mv);
        thought.score = best.score;
        thought.line.clone_from(&best.line);
    }

    /// The scores of the moves, best first, and what they say of the position.
    fn thought(pos: &Connect4, known: &[(u8, Bounds)], allowance: &Allowance) -> Thought<u8> {
        let mut sorted = known.to_vec();
        // Equal moves keep their order: from the centre outwards.
        sorted.sort_by_key(|&(col, bounds)| {
            let score = root_move(pos, col, bounds).score;
            std::cmp::Reverse((score, bounds.lower, bounds.upper))
        });
        let mut thought = Thought::of(sorted.first().map(|&(col, _)| col));
        thought.moves = sorted.iter().map(|&(col, bounds)| root_move(pos, col, bounds)).collect();
        if let Some(&(col, bounds)) = sorted.first() {
            let most = sorted.iter().map(|(_, bounds)| bounds.upper).max();
            let legal = pos.count_legal();
            let is_known = bounds.is_exact() && most == Some(bounds.upper) && known.len() == legal;
            thought.score = root_move(pos, col, bounds).score;
            thought.proven = is_known;
            thought.exact = is_known.then_some(bounds.lower);
            thought.distance = if is_known { Distance::Exact } else { Distance::AtMost };
            thought.line = vec![col];
        }
        thought.depth = u32::from(pos.size().squares()) - pos.ply();
        thought.nodes = allowance.nodes;
        thought.elapsed = allowance.elapsed();
        thought
    }

    /// Follows a move of the thought to its end, as far as time allows; the first one also says
    /// why.
    fn extend(
        &mut self,
        pos: &Connect4,
        number: usize,
        time: Option<Duration>,
        stop: &Stop,
        thought: &mut Thought<u8>,
    ) {
        let Some(root) = thought.moves.get_mut(number) else { return };
        let Some(exact) = root.exact else { return };
        let limits = Limits { time, ..Limits::nodes(LINE_NODES) };
        let mut spare = Allowance::new(Goal::Exact, &limits, stop);
        let mut after = *pos;
        after.play_unchecked(root.mv);
        root.line.truncate(1);
        root.line.extend(self.analyst.line(&after, -exact, &mut spare));
        if Some(root.mv) != thought.best {
            return;
        }
        thought.line.clone_from(&root.line);
        if thought.exact.is_some()
            && let Some(explanation) = self.reason(pos, exact, &thought.line)
        {
            thought.reason = Some(explanation.reason);
            thought.marks = explanation.marks;
        }
    }

    /// The reason at the root, or at the first place of the line that has one.
    fn reason(&self, pos: &Connect4, exact: i32, line: &[u8]) -> Option<Explanation> {
        let (mut here, mut exact) = (*pos, exact);
        for played in 0..=line.len() {
            if let Some(reason) = self.analyst.reason(&here, exact) {
                let cells = reason.squares.iter().map(|&(col, row)| Cell::new(col, row));
                let marks = Mark::all(MarkKind::Threat, cells);
                return Some(Explanation { reason: reason.message(&line[..played]), marks });
            }
            let &col = line.get(played)?;
            here.play_unchecked(col);
            exact = -exact;
        }
        None
    }
}

fn root_move(pos: &Connect4, col: u8, bounds: Bounds) -> RootMove<u8> {
    let exact = bounds.is_exact().then_some(bounds.lower);
    let score = match bounds {
        // Sure to win or to lose; only how soon is not known.
        Bounds { lower: 1.., .. } => as_score(pos, bounds.lower),
        Bounds { upper: ..0, .. } => as_score(pos, bounds.upper),
        Bounds { lower: 0, upper: 0 } => Score::DRAW,
        // What is not known yet is shown as an estimate between the bounds.
        Bounds { lower, upper } => Score::estimate(f64::from(lower + upper) / 2.0),
    };
    RootMove { proven: exact.is_some(), exact, line: vec![col], ..RootMove::new(col, score) }
}

impl Engine<Connect4> for SolverEngine {
    fn think(
        &mut self,
        pos: &Connect4,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<u8>,
    ) -> Thought<u8> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        let parts = |nodes: u64| nodes / u64::from(PARTS);
        let share = Limits {
            nodes: limits.nodes.map(|nodes| nodes - parts(nodes)),
            time: limits.time.map(|time| time - time / PARTS),
            ..*limits
        };
        let mut allowance = Allowance::new(Goal::Exact, &share, stop);
        let known = self.analyst.move_scores(pos, &mut allowance, |known, allowance| {
            observer.iteration(&Self::thought(pos, known, allowance));
        });
        let mut thought = Self::thought(pos, &known, &allowance);
        if !thought.proven {
            let rest = Limits {
                depth: None,
                nodes: limits.nodes.map(parts),
                time: limits.time.map(|time| time.saturating_sub(allowance.elapsed())),
                lines: 1,
                ..*limits
            };
            self.choose(pos, &known, rest, stop, &mut thought);
            thought.elapsed = allowance.elapsed();
            observer.iteration(&thought);
        }
        let left = || limits.time.map(|time| time.saturating_sub(allowance.elapsed()));
        for number in 0..limits.lines.max(1) {
            self.extend(pos, number, left(), stop, &mut thought);
        }
        thought
    }

    fn clear(&mut self) {
        self.analyst.forget();
        self.judge.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: [u8; 6] = [3, 3, 3, 3, 3, 2];

    /// What is chosen after these moves where these bounds are known, and whether the general
    /// search was asked.
    fn chosen(game: [u8; 6], known: &[(u8, Bounds)]) -> (Thought<u8>, bool) {
        let mut pos = Connect4::new(Size::USUAL);
        for col in game {
            let _ = pos.play_unchecked(col);
        }
        let mut engine = SolverEngine::new(Size::USUAL, 1, 1).unwrap();
        let allowance = Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
        let mut thought = SolverEngine::thought(&pos, known, &allowance);
        engine.choose(&pos, known, Limits::nodes(2000), &Stop::new(), &mut thought);
        let is_asked = thought.nodes > 0;
        (thought, is_asked)
    }

    #[test]
    fn a_certain_draw_does_not_end_the_search_for_more() {
        let bounds = |lower: i32, upper: i32| Bounds { lower, upper };
        let lost = [0, 2, 4, 5, 6].map(|col| (col, bounds(-8, -2)));
        // A draw is certain in the middle, more may be had beside it: that is judged.
        let open = [&[(3, bounds(0, 0)), (1, bounds(-3, 9))][..], &lost].concat();
        assert!(chosen(GAME, &open).1);
        // A win is certain, or everything loses: there is nothing to judge.
        let won = [&[(3, bounds(2, 5)), (1, bounds(-3, 9))][..], &lost].concat();
        assert!(!chosen(GAME, &won).1);
        assert!(!chosen(GAME, &lost).1);
    }

    #[test]
    fn a_certain_draw_is_played_before_what_seems_worse() {
        let (mut better, mut worse) = (0, 0);
        // The first player stands well, then badly.
        for (game, draw) in [([3, 0, 3, 0, 2, 6], 0), ([0, 3, 0, 3, 6, 2], 0)] {
            for col in 1..7 {
                let bounds = |other: u8| match other {
                    _ if other == draw => Bounds { lower: 0, upper: 0 },
                    _ if other == col => Bounds { lower: -9, upper: 9 },
                    _ => Bounds { lower: -9, upper: -3 },
                };
                let known: Vec<(u8, Bounds)> = (0..7).map(|other| (other, bounds(other))).collect();
                let (thought, _) = chosen(game, &known);
                // The general search may like the draw best; then nothing else is judged.
                let judged = thought.moves.iter().find(|root| root.mv == col && !root.proven);
                let judged = judged.map(|root| root.score);
                let is_better = judged.is_some_and(|score| score >= Score::DRAW);
                assert_eq!(thought.best, Some(if is_better { col } else { draw }), "{judged:?}");
                assert_eq!(thought.score, judged.unwrap_or(Score::DRAW).max(Score::DRAW));
                better += u32::from(is_better);
                worse += u32::from(judged.is_some() && !is_better);
            }
        }
        assert!(better > 0 && worse > 0, "{better} seem better than the draw, {worse} worse");
    }

    #[test]
    fn what_is_known_of_a_move_is_told_as_far_as_it_is_known() {
        let mut pos = Connect4::new(Size::USUAL);
        for col in GAME {
            pos.play_unchecked(col);
        }
        let told = |lower: i32, upper: i32| {
            let root = root_move(&pos, 2, Bounds { lower, upper });
            assert_eq!((root.mv, &root.line[..]), (2, &[2][..]));
            (root.score, root.exact, root.proven)
        };
        assert_eq!(told(3, 3), (as_score(&pos, 3), Some(3), true));
        assert_eq!(told(1, 9), (as_score(&pos, 1), None, false), "a win, who knows how soon");
        assert_eq!(told(-9, -2), (as_score(&pos, -2), None, false));
        assert_eq!(told(0, 0), (Score::DRAW, Some(0), true));
        assert_eq!(told(0, 1), (Score::estimate(0.5), None, false));
        assert_eq!(told(-3, 9), (Score::estimate(3.0), None, false));
        assert_eq!(told(-9, 0), (Score::estimate(-4.5), None, false));
    }

    #[test]
    fn a_score_is_exact_only_if_every_move_is_known_to_be_no_better() {
        let mut pos = Connect4::new(Size::USUAL);
        for col in GAME {
            pos.play_unchecked(col);
        }
        let allowance = Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
        let thought = |best: Bounds, other: Bounds, moves: usize| {
            let known: Vec<(u8, Bounds)> =
                (0..moves as u8).map(|col| (col, if col == 3 { best } else { other })).collect();
            SolverEngine::thought(&pos, &known, &allowance)
        };
        let bounds = |lower, upper| Bounds { lower, upper };
        let known = thought(bounds(2, 2), bounds(-5, 1), 7);
        assert_eq!((known.best, known.exact, known.proven), (Some(3), Some(2), true));
        assert_eq!((known.depth, known.distance), (36, Distance::Exact));
        assert_eq!((known.line, known.moves.len()), (vec![3], 7));
        assert_eq!(known.score, as_score(&pos, 2));
        for open in [
            thought(bounds(2, 2), bounds(-5, 3), 7),
            thought(bounds(2, 3), bounds(-5, 1), 7),
            thought(bounds(2, 2), bounds(-5, 1), 6),
        ] {
            assert_eq!((open.best, open.exact, open.proven), (Some(3), None, false));
            assert_eq!(open.distance, Distance::AtMost);
        }
        let nothing = thought(bounds(0, 0), bounds(0, 0), 0);
        assert_eq!((nothing.best, nothing.proven), (None, false));
        // Of equal moves the one that was looked at first.
        assert_eq!(thought(bounds(1, 1), bounds(1, 1), 7).best, Some(0));
    }
}
