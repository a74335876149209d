//! The engine as an [`Engine`] of the rules' boards: cells and scores translated, nothing else.

use alinea_core::{Cell, Grid, Position};
use alinea_games::gomoku::Board;
use alinea_search::{Distance, Engine, Limits, Observer, RootMove, Score, Stop, Thought};

use super::eval::POINTS_PER_LOGIT;
use super::gomoku_engine::{Choice, GomokuEngine};
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use super::search::{DECIDED, RootLine, WIN};

/// The engine's board of a rules' board.
pub(super) fn board_of<R: PatternRule>(pos: &Board<R>) -> PatternBoard<R> {
    let size = pos.size();
    let mut board = PatternBoard::new(alinea_core::Game::setup(pos));
    for row in 0..size {
        for col in 0..size {
            let cell = Cell::new(col, row);
            if let Some(player) = pos.at(cell) {
                board.set_turn(player);
                board.play(Point::of(cell, board.size()));
            }
        }
    }
    board.set_turn(pos.turn());
    board
}

/// A score in the words of the search crate; estimates in points of a hundredth.
fn score_of(score: i32) -> Score {
    match score {
        s if s > DECIDED => Score::win_in((WIN - s) as u32),
        s if s < -DECIDED => Score::loss_in((WIN + s) as u32),
        s => Score::estimate(f64::from(s) / 100.0),
    }
}

/// What a network's estimate says of the result: see the plots beside its weights.
fn chance(points: i32) -> Option<f64> {
    let decided = points.abs() > DECIDED;
    (!decided).then(|| 1.0 / (1.0 + (-f64::from(points) / f64::from(POINTS_PER_LOGIT)).exp()))
}

fn thought_of(choice: &Choice, size: usize) -> Thought<Cell> {
    let root_move = |line: &RootLine| RootMove {
        line: line.line.iter().map(|point| point.cell(size)).collect(),
        win: if choice.by_net { chance(line.score) } else { None },
        ..RootMove::new(line.cell.cell(size), score_of(line.score))
    };
    let moves: Vec<RootMove<Cell>> = choice.lines.iter().map(root_move).collect();
    let score = moves.first().map_or(Score::DRAW, |best| best.score);
    Thought {
        score,
        proven: score.is_decided(),
        win: moves.first().and_then(|best| best.win),
        line: moves.first().map_or_else(Vec::new, |best| best.line.clone()),
        depth: choice.depth,
        nodes: choice.nodes,
        elapsed: choice.elapsed,
        moves,
        distance: choice.proof.as_ref().map_or(Distance::AtMost, |proof| proof.distance),
        forced: choice.proof.as_ref().map(|proof| proof.map(|point| point.cell(size))),
        ..Thought::of(choice.best.map(|point| point.cell(size)))
    }
}

impl GomokuEngine {
    /// Chooses a move on the engine's own board.
    pub(super) fn think_board<R: PatternRule>(
        &mut self,
        board: &PatternBoard<R>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<Cell>,
    ) -> Thought<Cell> {
        let size = board.size();
        let mut report = |choice: &Choice| observer.iteration(&thought_of(choice, size));
        thought_of(&self.choose(board, limits, stop, &mut report), size)
    }
}

impl<R: PatternRule> Engine<Board<R>> for GomokuEngine {
    fn think(
        &mut self,
        pos: &Board<R>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<Cell>,
    ) -> Thought<Cell> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        let mut thought = self.think_board(&board_of(pos), limits, stop, observer);
        if thought.best.is_none_or(|mv| !pos.is_legal(mv)) {
            thought.best = first_legal(pos);
        }
        thought
    }

    fn clear(&mut self) {
        GomokuEngine::clear(self);
    }
}

fn first_legal<R: PatternRule>(pos: &Board<R>) -> Option<Cell> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.first().copied()
}
