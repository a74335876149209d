//! Ten strengths for the gomoku family: the strong engine with the weaknesses people have.
//!
//! A level is a depth, a number of nodes, a noise that mixes up moves of nearly equal worth, and a chance to be blind:
//! to follow only the own plan and miss what the other side threatens. A win that is seen is always played.

use alinea_core::{Cell, Position, SplitMix64};
use alinea_games::gomoku as rules;
use alinea_search::{Engine, Limits, Observer, Purpose, RootMove, Stop, Thought};

use super::adapter::board_of;
use super::gomoku_engine::GomokuEngine;
use super::movegen::candidates;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Weakness {
    depth: u32,
    nodes: u64,
    /// Largest error in points when two moves are compared.
    noise: f64,
    /// Moves among which the best may be confused.
    among: usize,
    /// Chance to look at the own stones alone.
    blind: f64,
}

const fn weakness(level: u8) -> Weakness {
    let (depth, nodes, noise, among, blind) = match level {
        0 | 1 => (1, 1_200, 4.0, 16, 0.50),
        2 => (1, 1_600, 2.5, 9, 0.35),
        3 => (2, 2_000, 1.8, 7, 0.18),
        4 => (2, 2_500, 1.1, 6, 0.09),
        5 => (3, 3_000, 0.7, 6, 0.04),
        6 => (4, 6_000, 0.4, 6, 0.02),
        7 => (6, 12_000, 0.2, 6, 0.0),
        8 => (9, 40_000, 0.0, 1, 0.0),
        9 => (14, 200_000, 0.0, 1, 0.0),
        _ => (200, 1_000_000, 0.0, 1, 0.0),
    };
    Weakness { depth, nodes, noise, among, blind }
}

/// A player of one of ten strengths.
pub struct LevelEngine {
    engine: GomokuEngine,
    weakness: Weakness,
    seed: u64,
    dice: SplitMix64,
}

impl LevelEngine {
    /// The player of this level, 1 to 10.
    pub fn new(engine: GomokuEngine, level: u8, seed: u64) -> LevelEngine {
        LevelEngine { engine, weakness: weakness(level), seed, dice: SplitMix64::new(seed) }
    }

    /// The best of the judged moves as this player sees them.
    fn pick<'m>(&mut self, moves: &'m [RootMove<Cell>]) -> Option<&'m RootMove<Cell>> {
        let best = moves.first()?;
        if self.weakness.noise == 0.0 || best.score.is_decided() {
            return Some(best);
        }
        let mut chosen = best;
        let mut highest = f64::NEG_INFINITY;
        for root in moves.iter().filter(|root| !root.score.is_decided()) {
            let seen = root.score.points() + (2.0 * self.dice.unit() - 1.0) * self.weakness.noise;
            if seen > highest {
                highest = seen;
                chosen = root;
            }
        }
        Some(chosen)
    }
}

/// The move that builds most for the player to move, whatever the other side is up to.
fn own_plan<R: PatternRule>(board: &mut PatternBoard<R>) -> Option<Point> {
    let me = board.turn();
    let cells: Vec<Point> = candidates(board).iter().collect();
    let legal: Vec<Point> = cells.into_iter().filter(|cell| board.may_play(*cell)).collect();
    let worth = |cell: &Point| {
        (board.class(me, *cell), board.tables().info(me, board.code(me, *cell)).attack)
    };
    legal.iter().copied().max_by_key(worth)
}

impl<R: PatternRule> Engine<rules::Board<R>> for LevelEngine {
    fn think(
        &mut self,
        pos: &rules::Board<R>,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<Cell>,
    ) -> Thought<Cell> {
        let weak = self.weakness;
        if pos.outcome().is_none()
            && self.dice.unit() < weak.blind
            && let Some(point) = own_plan(&mut board_of(pos))
        {
            let cell = point.cell(usize::from(pos.size()));
            if pos.is_legal(cell) {
                return Thought { nodes: 1, line: vec![cell], ..Thought::of(Some(cell)) };
            }
        }
        let within = Limits {
            depth: Some(limits.depth.map_or(weak.depth, |depth| depth.min(weak.depth))),
            nodes: Some(limits.nodes.map_or(weak.nodes, |nodes| nodes.min(weak.nodes))),
            time: limits.time,
            lines: weak.among.max(limits.lines),
            // A level does not see more because somebody looks on.
            purpose: Purpose::Play,
        };
        let mut thought = Engine::think(&mut self.engine, pos, &within, stop, observer);
        if let Some(chosen) = self.pick(&thought.moves).cloned() {
            thought.best = Some(chosen.mv);
            thought.score = chosen.score;
            thought.proven = chosen.proven;
            thought.line = chosen.line;
        }
        thought
    }

    fn clear(&mut self) {
        self.engine.clear();
        self.dice = SplitMix64::new(self.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::Game;
    use alinea_search::Ignore;

    #[test]
    fn every_level_plays_legal_moves_and_the_same_game_for_a_seed() {
        for level in 1..=10 {
            let record = |seed: u64| {
                let mut player = LevelEngine::new(GomokuEngine::new(1 << 16, 1), level, seed);
                let mut pos =
                    rules::Board::<rules::RenjuRule>::start(&rules::Size::new(7).unwrap());
                let mut moves = Vec::new();
                while pos.outcome().is_none() {
                    let limits = Limits::nodes(200);
                    let thought = player.think(&pos, &limits, &Stop::new(), &mut Ignore);
                    pos.play(thought.best.unwrap()).unwrap();
                    moves.push(thought.best);
                }
                moves
            };
            assert_eq!(record(3), record(3), "level {level}");
        }
    }

    #[test]
    fn levels_grow() {
        for level in 1..10 {
            let (weak, strong) = (weakness(level), weakness(level + 1));
            assert!(weak.depth <= strong.depth && weak.nodes < strong.nodes);
            assert!(weak.noise >= strong.noise && weak.blind >= strong.blind);
            assert!(weak.among >= strong.among);
        }
    }
}
