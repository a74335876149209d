//! `cargo xtask gomoku-data --out FILE [--rule R] [--games N] [--nodes N] [--seed S] [--size N]`:
//! games of the engine against itself from random openings, appended to a file; run again to go on.

use super::Options;
use super::games::Record;
use crate::Outcome;
use alinea_core::{Cell, Game, Outcome as Ending, Player, Position, SplitMix64};
use alinea_engines::gomoku::engine::training::{near_stones, recorded};
use alinea_engines::gomoku::engine::{GomokuEngine, PatternRule};
use alinea_games::gomoku::{
    Board, CaroRule, FreestyleRule, RenjuRule, Size, StandardRule, Variant,
};
use alinea_search::{Engine, Ignore, Limits, Stop};
use std::fs::OpenOptions;
use std::io::Write;

/// Openings with a score beyond this are drawn again.
const BALANCED: i32 = 350;
const TABLE_BYTES: usize = 8 << 20;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let games = options.number("--games", 1000)?;
    let nodes = options.number("--nodes", 3000)?;
    let seed = options.number("--seed", 1)?;
    let size = options.size()?;
    let job = Job { out, games, nodes, seed, size };
    match options.variant()? {
        Variant::Freestyle => job.run::<FreestyleRule>(),
        Variant::Standard => job.run::<StandardRule>(),
        Variant::Renju => job.run::<RenjuRule>(),
        Variant::Caro => job.run::<CaroRule>(),
    }
}

struct Job<'a> {
    out: &'a str,
    games: u64,
    nodes: u64,
    seed: u64,
    size: Size,
}

impl Job<'_> {
    fn run<R: PatternRule>(&self) -> Outcome {
        let done = std::fs::read_to_string(self.out).map_or(0, |text| text.lines().count() as u64);
        let file = OpenOptions::new().create(true).append(true).open(self.out);
        let mut file = file.map_err(|error| format!("{}: {error}", self.out))?;
        let mut engine = GomokuEngine::new(TABLE_BYTES, 1);
        let mut positions = 0;
        for game in done..self.games {
            let record = self.play::<R>(&mut engine, game)?;
            positions += record.moves.len();
            writeln!(file, "{}", record.write()).map_err(|error| error.to_string())?;
            if game % 20 == 19 || game + 1 == self.games {
                eprint!("\r{} of {} games, {positions} positions", game + 1, self.games);
            }
        }
        eprintln!();
        Ok(())
    }

    fn play<R: PatternRule>(
        &self,
        engine: &mut GomokuEngine,
        number: u64,
    ) -> Result<Record, String> {
        let mut dice = SplitMix64::new(SplitMix64::mix(self.seed.wrapping_mul(1 << 32) + number));
        let (mut pos, mut moves) = self.opening::<R>(engine, &mut dice)?;
        let opening = moves.len();
        engine.clear();
        let mut result = 0;
        while pos.outcome().is_none() {
            let limits = Limits::nodes(self.nodes);
            let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
            let Some(best) = thought.best else { break };
            let score = recorded(thought.score);
            let sign = if pos.turn() == Player::First { 1 } else { -1 };
            pos.play_unchecked(best);
            let won = matches!(pos.outcome(), Some(Ending::Win(_)));
            moves.push((best, score));
            // A decided score is a proof: the rest of the game would teach nothing.
            if won || thought.score.is_decided() {
                result = if won { sign } else { sign * score.signum() };
                break;
            }
        }
        Ok(Record { size: self.size, result, opening, moves })
    }

    /// Random stones near each other that leave both sides a game.
    fn opening<R: PatternRule>(
        &self,
        engine: &mut GomokuEngine,
        dice: &mut SplitMix64,
    ) -> Result<(Board<R>, Vec<(Cell, i32)>), String> {
        for _ in 0..1000 {
            let mut pos = Board::<R>::start(&self.size);
            let mut moves = Vec::new();
            let stones = 1 + dice.below(8);
            let side = usize::from(self.size.get());
            let (margin, span) = (side / 5, side - 2 * (side / 5));
            let (x, y) = (margin + dice.below(span), margin + dice.below(span));
            let first = Cell::new(x as u8, (side - 1 - y) as u8);
            pos.play_unchecked(first);
            moves.push((first, 0));
            while moves.len() < stones {
                let Some(cell) = dice.pick(&near_stones(&pos)).copied() else { break };
                if pos.is_legal(cell) {
                    pos.play_unchecked(cell);
                    moves.push((cell, 0));
                }
            }
            engine.clear();
            let limits = Limits::nodes(self.nodes / 2);
            let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
            if thought.moves.first().is_some_and(|best| recorded(best.score).abs() < BALANCED) {
                return Ok((pos, moves));
            }
        }
        Err("no balanced opening found".to_owned())
    }
}
