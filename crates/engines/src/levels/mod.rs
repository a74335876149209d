//! Ten strengths for every game: engines with the weaknesses people have. The tables of all games
//! are in `tables`; what a row means is here, once.
//!
//! A level looks a few plies and nodes ahead, may take any move, may be blind (the other side's
//! answer is overlooked), and misjudges moves. The ladders were measured game by game
//! (docs/performance.md, "Levels").

pub(crate) mod tables;
#[cfg(test)]
mod tests;

use alinea_core::{Position, SplitMix64};
use alinea_search::{AlphaBeta, Engine, Limits, Observer, Purpose, RootMove, Stop, Thought};

/// What makes a level weak: one row of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weakness {
    /// Plies looked ahead.
    pub(crate) depth: u32,
    /// Positions looked at, so that a move takes a quarter of a second at most on large boards.
    pub(crate) nodes: u64,
    /// How often any move will do; where nobody plays so, no dice are rolled for it.
    pub(crate) random: Option<f64>,
    /// How often only the own move is looked at.
    pub(crate) blind: f64,
    /// How moves are misjudged.
    pub(crate) noise: Noise,
    /// Moves among which the best may be confused.
    pub(crate) among: usize,
}

/// The largest error in the value of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Noise {
    /// None: the best move is played.
    Silent,
    /// A share of the distance between the best and the worst move. A win that is seen is played.
    Share(f64),
    /// Points. A win that is seen is played.
    Points(f64),
    /// Hundredths of a point, so loud that even the end of the game may be overlooked.
    Loud(i32),
}

/// What the end of the game is worth to who is loud, in hundredths of a point.
const LOUD_END: i32 = 400;

impl Noise {
    /// Lets a thought err: the move that seems best is played. Dice are rolled in the order of
    /// the moves.
    pub(crate) fn choose<M: Clone + PartialEq>(
        self,
        thought: &mut Thought<M>,
        dice: &mut SplitMix64,
    ) {
        let Some(best) = thought.moves.first() else { return };
        let is_open = |root: &&RootMove<M>| !root.score.is_decided();
        let (largest, scale) = match self {
            Noise::Silent => return,
            Noise::Loud(hundredths) => (f64::from(hundredths), 1.0),
            _ if best.score.is_decided() => return,
            Noise::Points(points) => (points, 1.0),
            Noise::Share(share) => {
                let worst = thought.moves.iter().rfind(is_open).unwrap_or(best);
                (share, best.score.points() - worst.score.points())
            }
        };
        let mut highest = f64::NEG_INFINITY;
        let mut chosen = None;
        for root in &thought.moves {
            let value = match self {
                Noise::Loud(_) => f64::from(root.score.raw().clamp(-LOUD_END, LOUD_END)),
                _ if root.score.is_decided() => continue,
                _ => root.score.points(),
            };
            let seen = value + (2.0 * dice.unit() - 1.0) * largest * scale;
            if seen > highest {
                highest = seen;
                chosen = Some(root.clone());
            }
        }
        if let Some(chosen) = chosen.filter(|chosen| thought.best.as_ref() != Some(&chosen.mv)) {
            thought.best = Some(chosen.mv);
            thought.score = chosen.score;
            thought.proven = chosen.proven;
            thought.line = chosen.line;
            // It was given for the move that is not played.
            thought.reason = None;
        }
    }
}

/// A row and its dice.
pub(crate) struct Level {
    pub(crate) weakness: Weakness,
    rng_seed: u64,
    pub(crate) dice: SplitMix64,
}

impl Level {
    pub(crate) fn new(weakness: Weakness, rng_seed: u64) -> Level {
        Level { weakness, rng_seed, dice: SplitMix64::new(rng_seed) }
    }

    /// Any move, where the dice say that one will do.
    pub(crate) fn any_move<M: Copy>(&mut self, legal: &[M]) -> Option<M> {
        let random = self.weakness.random?;
        if self.dice.unit() < random { self.dice.pick(legal).copied() } else { None }
    }

    /// Whether the other side's answer is overlooked this time.
    pub(crate) fn is_blind(&mut self) -> bool {
        self.dice.unit() < self.weakness.blind
    }

    /// The limits of a level that looks this many plies ahead.
    fn limits(&self, asked: &Limits, depth: u32) -> Limits {
        let Weakness { nodes, among, .. } = self.weakness;
        Limits {
            depth: Some(asked.depth.map_or(depth, |asked| asked.min(depth))),
            nodes: Some(asked.nodes.map_or(nodes, |asked| asked.min(nodes))),
            time: asked.time,
            lines: among.max(asked.lines),
            // A level does not see more because somebody looks on.
            purpose: Purpose::Play,
        }
    }

    /// The dice of a new game are those of the first.
    pub(crate) fn clear(&mut self) {
        self.dice = SplitMix64::new(self.rng_seed);
    }
}

/// An engine weakened to a level from 1 to 10.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::connect4::heuristics::Ligue4;
/// use alinea_engines::levels::LevelEngine;
/// use alinea_games::Mnk;
/// use alinea_search::{AlphaBeta, Engine, Ignore, Limits, Stop};
/// use std::sync::Arc;
/// let setup = Mnk::parse_setup("6x6x4").unwrap();
/// let pos = parse_position::<Mnk>(&setup, "b2 b5 c2 c5 d2 e5").unwrap().pos;
/// let play = |level, seed| {
///     let search = AlphaBeta::new(Arc::new(Ligue4)).with_table(1);
///     let mut engine = LevelEngine::general(search, level, seed);
///     engine.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore).best.unwrap().to_string()
/// };
/// // The last level sees the row of four; a low one is the same for the same seed.
/// assert!(["a2", "e2"].contains(&play(10, 1).as_str()));
/// assert_eq!(play(2, 5), play(2, 5));
/// ```
pub struct LevelEngine<P: Position, E> {
    engine: E,
    level: Level,
    /// What a blind player does where the game has a plan of one's own; else it looks one ply far.
    own_plan: Option<fn(&P) -> Option<P::Move>>,
}

impl<P: Position> LevelEngine<P, AlphaBeta<P>> {
    /// The general search at this level, 1 to 10.
    #[must_use]
    pub fn general(search: AlphaBeta<P>, level: u8, rng_seed: u64) -> Self {
        LevelEngine::new(search, tables::row(&tables::GENERAL, level), rng_seed, None)
    }
}

impl<P: Position, E> LevelEngine<P, E> {
    pub(crate) fn new(
        engine: E,
        weakness: Weakness,
        rng_seed: u64,
        own_plan: Option<fn(&P) -> Option<P::Move>>,
    ) -> Self {
        LevelEngine { engine, level: Level::new(weakness, rng_seed), own_plan }
    }
}

impl<P: Position, E: Engine<P>> Engine<P> for LevelEngine<P, E> {
    fn think(
        &mut self,
        pos: &P,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        let at_once = |mv| Thought { nodes: 1, line: vec![mv], ..Thought::of(Some(mv)) };
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        if let Some(mv) = self.level.any_move(&legal) {
            return at_once(mv);
        }
        let mut depth = self.level.weakness.depth;
        if self.level.is_blind() {
            match self.own_plan {
                None => depth = 1,
                Some(plan) => {
                    if let Some(mv) = plan(pos).filter(|&mv| pos.is_legal(mv)) {
                        return at_once(mv);
                    }
                }
            }
        }
        let within = self.level.limits(limits, depth);
        let mut thought = self.engine.think(pos, &within, stop, observer);
        self.level.weakness.noise.choose(&mut thought, &mut self.level.dice);
        thought
    }

    fn clear(&mut self) {
        self.engine.clear();
        self.level.clear();
    }
}
