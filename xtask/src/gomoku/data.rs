//! `cargo xtask gomoku-data --out FILE [--rule R] [--games N] [--nodes N] [--seed S] [--size N]`:
//! games of the engine against itself from random openings, appended to a file; run again to go on.

use super::Options;
use super::games::Record;
use crate::Outcome;
use alinea_core::SplitMix64;
use alinea_engines::gomoku::engine::board::Board;
use alinea_engines::gomoku::engine::classes::Class;
use alinea_engines::gomoku::engine::geometry::Cell;
use alinea_engines::gomoku::engine::movegen::candidates;
use alinea_engines::gomoku::engine::rule::{Caro, Freestyle, Renju, Rule, Standard, Variant};
use alinea_engines::gomoku::engine::search::DECIDED;
use alinea_engines::gomoku::engine::strong::Strong;
use alinea_search::{Limits, Stop};
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
    let size = options.number("--size", 15)? as usize;
    let job = Job { out, games, nodes, seed, size };
    match options.variant()? {
        Variant::Freestyle => job.run::<Freestyle>(),
        Variant::Standard => job.run::<Standard>(),
        Variant::Renju => job.run::<Renju>(),
        Variant::Caro => job.run::<Caro>(),
    }
}

struct Job<'a> {
    out: &'a str,
    games: u64,
    nodes: u64,
    seed: u64,
    size: usize,
}

impl Job<'_> {
    fn run<R: Rule>(&self) -> Outcome {
        let done = std::fs::read_to_string(self.out).map_or(0, |text| text.lines().count() as u64);
        let file = OpenOptions::new().create(true).append(true).open(self.out);
        let mut file = file.map_err(|error| format!("{}: {error}", self.out))?;
        let mut engine = Strong::new(TABLE_BYTES, 1);
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

    fn play<R: Rule>(&self, engine: &mut Strong, number: u64) -> Result<Record, String> {
        let mut dice = SplitMix64::new(SplitMix64::mix(self.seed.wrapping_mul(1 << 32) + number));
        let (mut board, mut moves) = self.opening::<R>(engine, &mut dice)?;
        let opening = moves.len();
        engine.clear();
        let mut result = 0;
        while !board.is_full() {
            let limits = Limits::nodes(self.nodes);
            let choice = engine.choose(&board, &limits, &Stop::new(), &mut |_| {});
            let Some(best) = choice.best else { break };
            let score = choice.lines.first().map_or(0, |line| line.score);
            let sign = if board.turn() == 0 { 1 } else { -1 };
            let won = board.class(board.turn(), best) == Class::Five;
            moves.push((best, score));
            // A decided score is a proof: the rest of the game would teach nothing.
            if won || score.abs() > DECIDED {
                result = if won { sign } else { sign * score.signum() };
                break;
            }
            board.play(best);
        }
        Ok(Record { size: self.size, result, opening, moves })
    }

    /// Random stones near each other that leave both sides a game.
    fn opening<R: Rule>(
        &self,
        engine: &mut Strong,
        dice: &mut SplitMix64,
    ) -> Result<(Board<R>, Vec<(Cell, i32)>), String> {
        for _ in 0..1000 {
            let mut board = Board::<R>::new(self.size).ok_or("expected a size from 5 to 22")?;
            let mut moves = Vec::new();
            let stones = 1 + dice.below(8);
            let margin = self.size / 5;
            let span = self.size - 2 * margin;
            let first = Cell::new(margin + dice.below(span), margin + dice.below(span));
            board.play(first);
            moves.push((first, 0));
            while moves.len() < stones {
                let near: Vec<Cell> = candidates(&board).iter().collect();
                let Some(cell) = dice.pick(&near).copied() else { break };
                if board.may_play(cell) {
                    board.play(cell);
                    moves.push((cell, 0));
                }
            }
            engine.clear();
            let limits = Limits::nodes(self.nodes / 2);
            let choice = engine.choose(&board, &limits, &Stop::new(), &mut |_| {});
            if choice.lines.first().is_some_and(|line| line.score.abs() < BALANCED) {
                return Ok((board, moves));
            }
        }
        Err("no balanced opening found".to_owned())
    }
}
