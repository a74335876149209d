//! The strong engine as an [`Engine`] of the rules' boards: cells and scores translated, nothing else.

use alinea_core::{Cell as Square, Grid, Position};
use alinea_games::gomoku as rules;
use alinea_search::{Engine, Limits, Observer, RootMove, Score, Stop, Thought};

use super::board::Board;
use super::geometry::Cell;
use super::rule::{Caro, Freestyle, Renju, Rule, Standard};
use super::search::{DECIDED, RootLine, WIN};
use super::strong::{Choice, Strong};

/// Pairs a rule of the games' crate with the engine's type of it.
pub trait Played: rules::Rule {
    /// The engine's type.
    type Rule: Rule;
}

impl Played for rules::Freestyle {
    type Rule = Freestyle;
}

impl Played for rules::ExactFive {
    type Rule = Standard;
}

impl Played for rules::Forbidding {
    type Rule = Renju;
}

impl Played for rules::Unblocked {
    type Rule = Caro;
}

/// The engine's board of a rules' board.
pub fn board_of<G: Played>(pos: &rules::Board<G>) -> Option<Board<G::Rule>> {
    let size = pos.size();
    let mut board = Board::new(usize::from(size))?;
    for row in 0..size {
        for col in 0..size {
            if let Some(player) = pos.at(Square::new(col, row)) {
                board.set_turn(player.index());
                board.play(cell_of(Square::new(col, row), size));
            }
        }
    }
    board.set_turn(pos.turn().index());
    Some(board)
}

/// The engine's cell of a square: rows count from the top here.
pub fn cell_of(square: Square, size: u8) -> Cell {
    Cell::new(usize::from(square.col), usize::from(size - 1 - square.row))
}

/// The square of an engine's cell.
pub fn square_of(cell: Cell, size: u8) -> Square {
    Square::new(cell.x() as u8, size - 1 - cell.y() as u8)
}

/// A score in the words of the search crate; estimates in points of a hundredth.
pub fn score_of(score: i32) -> Score {
    match score {
        s if s > DECIDED => Score::win_in((WIN - s) as u32),
        s if s < -DECIDED => Score::loss_in((WIN + s) as u32),
        s => Score::estimate(f64::from(s) / 100.0),
    }
}

fn thought_of(choice: &Choice, size: u8) -> Thought<Square> {
    let root_move = |line: &RootLine| RootMove {
        line: line.line.iter().map(|cell| square_of(*cell, size)).collect(),
        ..RootMove::new(square_of(line.cell, size), score_of(line.score))
    };
    let moves: Vec<RootMove<Square>> = choice.lines.iter().map(root_move).collect();
    let score = moves.first().map_or(Score::DRAW, |best| best.score);
    Thought {
        score,
        proven: score.is_decided(),
        line: moves.first().map_or_else(Vec::new, |best| best.line.clone()),
        depth: choice.depth,
        nodes: choice.nodes,
        elapsed: choice.elapsed,
        moves,
        ..Thought::of(choice.best.map(|cell| square_of(cell, size)))
    }
}

impl<G: Played> Engine<rules::Board<G>> for Strong {
    fn think(
        &mut self,
        pos: &rules::Board<G>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<Square>,
    ) -> Thought<Square> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        let size = pos.size();
        let Some(board) = board_of(pos) else { return Thought::of(first_legal(pos)) };
        let mut report = |choice: &Choice| observer.iteration(&thought_of(choice, size));
        let choice = self.choose(&board, limits, stop, &mut report);
        let mut thought = thought_of(&choice, size);
        if thought.best.is_none_or(|mv| !pos.is_legal(mv)) {
            thought.best = first_legal(pos);
        }
        thought
    }

    fn clear(&mut self) {
        Strong::clear(self);
    }
}

fn first_legal<G: Played>(pos: &rules::Board<G>) -> Option<Square> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.first().copied()
}
