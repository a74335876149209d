//! Measures NINJA: its speed, its games against every heuristic of Boom, its levels against each
//! other. Speeds are wall time: measure on a quiet machine.
//!
//! `boom_measure speed`, `boom_measure yardsticks NODES GAMES [HEURISTIC [FROM]]`, where the
//! heuristics play a textbook search to depth 8, and `boom_measure levels NODES GAMES [LEVEL
//! [FROM]]`, each level against the one below. Games start from random openings of four plies,
//! each played with both colours, and are drawn after 200 plies. Everything is seeded: node limits
//! give the same games, and a long series can be played in parts, each from game FROM on.
#![allow(clippy::print_stdout)]

use alinea_catalogue::{EngineSpec, Entry};
use alinea_core::{Outcome, Player, Position, Route, SplitMix64, parse_position};
use alinea_engines::ninja::Ninja;
use alinea_games::Boom;
use alinea_search::{Engine, Ignore, Limits, Stop, Textbook};
use std::ops::Range;
use std::time::Instant;

const OPENING_PLIES: usize = 4;
const MAX_PLIES: u32 = 200;
const DEPTH: u32 = 8;
const SEED: u64 = 2024;
/// Where the speed is measured, to this depth.
const POSITIONS: [&str; 5] = ["-", "4433", "4444333", "1234567", "44433355577"];
const SPEED_DEPTH: u32 = 16;

type Boxed = Box<dyn Engine<Boom>>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, default: u64| args.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (nodes, games) = (number(1, 100_000), number(2, 20));
    let only = args.get(3);
    let games = number(4, 0)..games;
    match args.first().map(String::as_str) {
        Some("speed") => speed(),
        Some("yardsticks") => {
            for row in
                Boom::HEURISTICS.iter().filter(|row| only.is_none_or(|name| name == row.name))
            {
                let Some(heuristic) = (row.make)(&()) else { continue };
                let other = Textbook::new(heuristic, DEPTH);
                let ninja: Boxed = Box::<Ninja>::default();
                // The textbook search has its depth and no other limit.
                let limits = [Limits::nodes(nodes), Limits::default()];
                series(row.name, [ninja, Box::new(other)], limits, games.clone());
            }
        }
        Some("levels") => {
            for level in (2..=10).filter(|level: &u8| only.is_none_or(|o| *o == level.to_string()))
            {
                let engine = |number: u8| Boom::level(&(), number, &EngineSpec::level(number));
                if let (Some(high), Some(low)) = (engine(level), engine(level - 1)) {
                    let name = format!("level {level} against the one below");
                    series(&name, [high, low], [Limits::nodes(nodes); 2], games.clone());
                }
            }
        }
        _ => println!("expected speed, yardsticks or levels"),
    }
}

fn speed() {
    let start = Instant::now();
    let mut total = 0;
    for text in POSITIONS {
        let Ok(Route { pos, .. }) = parse_position::<Boom>(&(), text) else { continue };
        let limits = Limits::depth(SPEED_DEPTH);
        let thought = Ninja::default().think(&pos, &limits, &Stop::new(), &mut Ignore);
        println!("{text:>12} {:>10} nodes", thought.nodes);
        total += thought.nodes;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{total} nodes, {:.2} M nodes/s", total as f64 / seconds / 1e6);
}

/// Plays the first against the second and prints the result as games go on.
fn series(name: &str, mut engines: [Boxed; 2], limits: [Limits; 2], games: Range<u64>) {
    let mut rng = SplitMix64::new(SEED);
    let mut results = [0; 3];
    for pair in 0..games.end / 2 {
        let start = opening(&mut rng);
        if pair < games.start / 2 {
            continue;
        }
        for side in Player::BOTH {
            let index = match play(start, side, &mut engines, &limits) {
                Some(Outcome::Win(winner)) if winner == side => 0,
                Some(Outcome::Win(_)) => 2,
                _ => 1,
            };
            results[index] += 1;
        }
        println!("{name}: +{} ={} -{}", results[0], results[1], results[2]);
    }
}

/// A game in which the first engine plays this side.
fn play(
    mut pos: Boom,
    side: Player,
    engines: &mut [Boxed; 2],
    limits: &[Limits; 2],
) -> Option<Outcome> {
    engines.iter_mut().for_each(|engine| engine.clear());
    while pos.outcome().is_none() && pos.ply() < MAX_PLIES {
        let i = usize::from(pos.turn() != side);
        let thought = engines[i].think(&pos, &limits[i], &Stop::new(), &mut Ignore);
        let Some(best) = thought.best else { break };
        let _ = pos.play_unchecked(best);
    }
    pos.outcome()
}

fn opening(rng: &mut SplitMix64) -> Boom {
    let mut pos = Boom::new();
    for _ in 0..OPENING_PLIES {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        if let Some(&mv) = rng.pick(&moves) {
            let _ = pos.play_unchecked(mv);
        }
    }
    pos
}
