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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::after;
    use alinea_games::{Gomoku, Renju};

    #[test]
    fn the_own_row_is_built_whatever_the_other_side_is_up_to() {
        // White has an open four, black an open three of its own.
        let pos = after::<Gomoku>("15", "h8a1i8b1j8c1o15d1");
        let plan = own_plan(&pos).unwrap().to_string();
        assert!(["g8", "k8"].contains(&plan.as_str()), "{plan}");
        let pos = after::<Gomoku>("15", "h8a1i8b1j8c1k8d1");
        let plan = own_plan(&pos).unwrap().to_string();
        assert!(["g8", "l8"].contains(&plan.as_str()), "five comes first: {plan}");
    }

    #[test]
    fn a_forbidden_point_is_no_plan() {
        // Two open threes would meet on h8.
        let pos = after::<Renju>("15", "g8a1i8c3h9o15h7m1");
        let plan = own_plan(&pos).unwrap();
        assert_ne!(plan.to_string(), "h8");
        assert!(alinea_core::Position::is_legal(&pos, plan));
    }
}
