//! Ten strengths for every game: the general fast search with the weaknesses people have.
//!
//! A level is a depth, a chance to overlook the opponent's answer (a blind spot: the move is
//! chosen by its own looks, so a threat may be missed), and a carelessness that takes a move
//! nearly as good as the best for the best. A win that is seen is always played. The ladder was
//! measured game by game (docs/performance.md, "Levels").

use alinea_core::{Position, SplitMix64};
use alinea_search::{AlphaBeta, Engine, Limits, Observer, RootMove, Stop, Thought};

/// What makes a level weak.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Weakness {
    /// Plies looked ahead.
    depth: u32,
    /// Positions looked at, so that a move takes a quarter of a second at most on large boards.
    nodes: u64,
    /// How often only the own move is looked at.
    blind: f64,
    /// How often any move will do.
    random: f64,
    /// How far the value of a move is misjudged, as a share of the distance between moves.
    careless: f64,
}

const fn weakness(level: u8) -> Weakness {
    let (depth, nodes, blind, random, careless) = match level {
        0 | 1 => (1, 2_000, 1.0, 0.50, 1.0),
        2 => (1, 2_000, 1.0, 0.15, 0.5),
        3 => (2, 5_000, 0.30, 0.0, 0.8),
        4 => (2, 5_000, 0.10, 0.0, 0.4),
        5 => (4, 5_000, 0.05, 0.0, 0.2),
        6 => (4, 10_000, 0.04, 0.0, 0.15),
        7 => (5, 15_000, 0.025, 0.0, 0.10),
        8 => (6, 40_000, 0.01, 0.0, 0.04),
        9 => (8, 70_000, 0.0, 0.0, 0.02),
        _ => (20, 120_000, 0.0, 0.0, 0.0),
    };
    Weakness { depth, nodes, blind, random, careless }
}

/// A player of one of ten strengths.
pub struct Level<P: Position> {
    search: AlphaBeta<P>,
    weakness: Weakness,
    seed: u64,
    rng: SplitMix64,
}

/// Moves among which a careless player may confuse the best.
const CONFUSED: usize = 5;

impl<P: Position> Level<P> {
    /// The player of this level, 1 to 10, that thinks with this search.
    #[must_use]
    pub fn new(search: AlphaBeta<P>, level: u8, seed: u64) -> Level<P> {
        Level { search, weakness: weakness(level), seed, rng: SplitMix64::new(seed) }
    }

    /// The move played of those that were judged, best first.
    fn choose<'m>(&mut self, moves: &'m [RootMove<P::Move>]) -> Option<&'m RootMove<P::Move>> {
        let best = moves.first()?;
        if best.score.is_decided() {
            return Some(best);
        }
        let open: Vec<_> = moves.iter().filter(|root| !root.score.is_decided()).collect();
        let worst = open.last()?.score.points();
        let spread = best.score.points() - worst;
        let mut chosen = best;
        let mut highest = f64::NEG_INFINITY;
        for root in open {
            let error = (self.rng.unit() - 0.5) * 2.0 * self.weakness.careless * spread;
            if root.score.points() + error > highest {
                highest = root.score.points() + error;
                chosen = root;
            }
        }
        Some(chosen)
    }
}

impl<P: Position> Engine<P> for Level<P> {
    fn think(
        &mut self,
        pos: &P,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move> {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        if self.rng.unit() < self.weakness.random
            && let Some(&mv) = self.rng.pick(&legal)
        {
            return Thought { nodes: 1, line: vec![mv], ..Thought::of(Some(mv)) };
        }
        let is_blind = self.rng.unit() < self.weakness.blind;
        let depth = if is_blind { 1 } else { self.weakness.depth };
        let within = Limits {
            depth: Some(limits.depth.map_or(depth, |asked| asked.min(depth))),
            nodes: Some(limits.nodes.map_or(self.weakness.nodes, |n| n.min(self.weakness.nodes))),
            time: limits.time,
            lines: if self.weakness.careless > 0.0 { CONFUSED.max(limits.lines) } else { 1 },
            ..Limits::default()
        };
        let mut thought = self.search.think(pos, &within, stop, observer);
        if let Some(chosen) = self.choose(&thought.moves) {
            thought.best = Some(chosen.mv);
            thought.score = chosen.score;
            thought.proven = chosen.proven;
            thought.line = chosen.line.clone();
        }
        thought
    }

    fn clear(&mut self) {
        self.search.clear();
        self.rng = SplitMix64::new(self.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::heuristics::{Dezenas, Rows};
    use crate::lines::test_support::after;
    use alinea_games::{Gomoku, Mnk};
    use alinea_search::Ignore;
    use std::sync::Arc;

    fn player<P: Position>(level: u8, seed: u64) -> Level<P>
    where
        Dezenas: alinea_search::Heuristic<P>,
    {
        let heuristic = Arc::new(Dezenas::new(Rows::Win));
        Level::new(AlphaBeta::new(heuristic).with_table(1), level, seed)
    }

    #[test]
    fn every_level_plays_legal_moves_and_the_same_game_for_a_seed() {
        for level in 1..=10 {
            let record = |seed| {
                let mut player = player::<Mnk>(level, seed);
                let mut pos = after::<Mnk>("4x4x4", "-");
                let mut moves = Vec::new();
                while pos.outcome().is_none() {
                    let thought =
                        player.think(&pos, &Limits::nodes(500), &Stop::new(), &mut Ignore);
                    let mv = thought.best.unwrap();
                    pos.play(mv).unwrap();
                    moves.push(mv);
                }
                moves
            };
            assert_eq!(record(3), record(3), "level {level}");
        }
    }

    #[test]
    fn a_win_that_is_seen_is_played() {
        let pos = after::<Gomoku>("9", "a1a9b1b9c1c9d1d8");
        for level in 3..=10 {
            for seed in 0..5 {
                let mut player = player::<Gomoku>(level, seed);
                let thought = player.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
                assert_eq!(thought.best, Some("e1".parse().unwrap()), "level {level}");
            }
        }
    }

    #[test]
    fn levels_grow_in_depth_and_care() {
        for level in 1..10 {
            let (weak, strong) = (weakness(level), weakness(level + 1));
            assert!(weak.depth <= strong.depth && weak.nodes <= strong.nodes);
            assert!(weak.blind >= strong.blind && weak.random >= strong.random);
            assert_ne!(weak, strong);
        }
    }
}
