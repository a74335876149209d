//! The engine as an [`Engine`] of the rules' boards: cells and scores translated, nothing else.

use alinea_core::{Cell, Grid, Position};
use alinea_games::gomoku::Board;
use alinea_search::{Distance, Engine, Limits, Observer, RootMove, Score, Stop, Thought};

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

/// How likely a score of a search with a network is to be won: see docs/decisions/0067-gomoku-net.md.
fn chance<R: PatternRule>(points: i32) -> Option<f64> {
    let decided = points.abs() > DECIDED;
    (!decided).then(|| 1.0 / (1.0 + (-f64::from(points) / R::POINTS_PER_LOGIT).exp()))
}

fn thought_of<R: PatternRule>(choice: &Choice, size: usize) -> Thought<Cell> {
    let root_move = |line: &RootLine| RootMove {
        line: line.line.iter().map(|point| point.cell(size)).collect(),
        win: if choice.by_net { chance::<R>(line.score) } else { None },
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
        let mut report = |choice: &Choice| observer.iteration(&thought_of::<R>(choice, size));
        thought_of::<R>(&self.choose(board, limits, stop, &mut report), size)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::after;
    use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, StandardRule};
    use alinea_games::{Gomoku, Renju};
    use alinea_search::Ignore;

    #[test]
    fn decided_scores_become_wins_and_losses_and_others_points() {
        assert_eq!(score_of(WIN - 5), Score::win_in(5));
        assert_eq!(score_of(6 - WIN), Score::loss_in(6));
        assert_eq!(score_of(DECIDED), Score::estimate(300.0));
        assert_eq!(score_of(-250), Score::estimate(-2.5));
    }

    #[test]
    fn a_chance_is_even_at_nothing_and_grows_by_e_with_every_logit() {
        fn check<R: PatternRule>() {
            assert_eq!(chance::<R>(0), Some(0.5));
            let odds = |points| chance::<R>(points).map(|p| (p / (1.0 - p)).ln()).unwrap();
            let logit = R::POINTS_PER_LOGIT as i32;
            assert!((odds(logit) - 1.0).abs() < 1e-9 && (odds(-3 * logit) + 3.0).abs() < 1e-9);
            assert_eq!([chance::<R>(WIN - 3), chance::<R>(3 - WIN)], [None; 2]);
            assert!(chance::<R>(DECIDED).is_some());
        }
        check::<FreestyleRule>();
        check::<StandardRule>();
        check::<RenjuRule>();
        check::<CaroRule>();
    }

    #[test]
    fn stones_keep_their_cells_and_the_player_to_move() {
        let pos = after::<Gomoku>("9", "a1i9c4");
        let board = board_of(&pos);
        assert_eq!((board.turn(), board.stones()), (pos.turn(), 3));
        for (row, col) in (0..9).flat_map(|row| (0..9).map(move |col| (row, col))) {
            let cell = Cell::new(col, row);
            assert_eq!(board.stone(Point::of(cell, 9)), pos.at(cell), "{cell}");
        }
    }

    #[test]
    fn a_finished_game_has_no_move_and_a_proof_says_what_its_plies_mean() {
        let mut engine = GomokuEngine::new(1 << 16, 1);
        let mut think = |moves: &str, limits: Limits| {
            let pos = after::<Renju>("15", moves);
            engine.think(&pos, &limits, &Stop::new(), &mut Ignore)
        };
        let over = think("h8a1i8a2j8a3k8a4l8", Limits::default());
        assert_eq!((over.best, over.score.loss()), (None, Some(0)));
        let won = think("h8a1i8a3j8o15", Limits::nodes(2000).for_analysis());
        let proof = won.forced.unwrap();
        assert_eq!((Some(proof.line[0]), proof.line), (won.best, won.line));
        assert_eq!((won.score, won.distance), (Score::win_in(proof.plies), proof.distance));
        assert!(won.proven && won.depth == proof.plies);
    }

    #[test]
    fn where_the_search_has_no_legal_move_the_first_one_is_taken() {
        let pos = after::<Gomoku>("9", "a9b9");
        assert_eq!(first_legal(&pos), Some(Cell::new(2, 8)));
    }
}
