//! What a player sees who looks at the own stones alone, and the levels that do so at times.

use alinea_core::Cell;
use alinea_games::gomoku as rules;

use super::adapter::board_of;
use super::gomoku_engine::GomokuEngine;
use super::movegen::candidates;
use super::rule::PatternRule;
use crate::levels::{LevelEngine, tables};

impl<R: PatternRule> LevelEngine<rules::Board<R>, GomokuEngine> {
    /// The gomoku engine at this level, 1 to 10.
    #[must_use]
    pub fn gomoku(engine: GomokuEngine, level: u8, rng_seed: u64) -> Self {
        LevelEngine::new(engine, tables::row(&tables::GOMOKU, level), rng_seed, Some(own_plan))
    }
}

/// The move that builds most for the player to move, whatever the other side is up to.
fn own_plan<R: PatternRule>(pos: &rules::Board<R>) -> Option<Cell> {
    let mut board = board_of(pos);
    let me = board.turn();
    let points: Vec<_> = candidates(&board).iter().collect();
    let legal: Vec<_> = points.into_iter().filter(|point| board.may_play(*point)).collect();
    let best = legal.iter().copied().max_by_key(|point| {
        (board.class(me, *point), board.tables().info(me, board.code(me, *point)).attack)
    });
    best.map(|point| point.cell(usize::from(pos.size())))
}
