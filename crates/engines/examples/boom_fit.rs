//! Fits the weights of NINJA's evaluation on its own games and prints the file that holds them.
//! Run it as `cargo xtask boom-fit [GAMES] [ROUNDS]`, which writes the file.
//!
//! Each round plays games with the weights of the round before (from random openings, a few
//! thousand positions a move), then fits a logistic model of the result: features times weights,
//! blended by the stones on the board. Everything is seeded: the same numbers come out again.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use alinea_core::{Outcome, Player, Position, SplitMix64};
use alinea_engines::ninja::{FEATURES, NAMES, Ninja, Weights, features_of};
use alinea_games::Boom;
use alinea_games::boom::Action;
use alinea_search::{Engine, Ignore, Limits, Stop};

/// Few positions a move: stronger players hardly ever beat each other, and draws teach little.
const NODES_PER_MOVE: u64 = 1000;
const MAX_PLIES: u32 = 160;
/// One move in so many is a random one.
const CARELESS: usize = 16;
/// Both players like full boards, where games are decided.
const APPETITE: i32 = 10;
const OPENING_PLIES: usize = 8;
const TABLE_MB: usize = 4;
/// One unit of weight in logits.
const SCALE: f64 = 256.0;
const PARAMETERS: usize = 2 * FEATURES;
const PASSES: usize = 400;
const SHRINK: f64 = 2e-4;

/// A position and the result of its game for the player who was to move.
struct Sample {
    inputs: [f32; PARAMETERS],
    result: f32,
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |default: usize| args.next().and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, rounds) = (number(2000), number(3));
    let mut weights = Weights::default();
    let mut samples = Vec::new();
    for round in 0..rounds {
        // Games of the round before still teach; older ones were played too differently.
        let fresh = play_games(&weights, games, 1 + round as u64);
        let keep = samples.len().min(fresh.len());
        samples.truncate(keep);
        samples.splice(0..0, fresh);
        let (fitted, loss) = fit(&samples);
        eprintln!("round {}: {} positions, loss {loss:.4}", round + 1, samples.len());
        weights = fitted;
    }
    for (i, name) in NAMES.iter().enumerate() {
        eprintln!("{name:>40} {:>6} {:>6}", weights.early[i], weights.late[i]);
    }
    print_file(&weights);
}

fn play_games(weights: &Weights, games: usize, seed: u64) -> Vec<Sample> {
    let mut rng = SplitMix64::new(seed);
    let mut ninja = Ninja::new(TABLE_MB, weights).with_appetite(APPETITE);
    let mut samples = Vec::new();
    let mut decisive = 0;
    for _ in 0..games {
        ninja.clear();
        let Some(mut pos) = opening(&mut rng) else { continue };
        let mut seen = Vec::new();
        let result = loop {
            if let Some(outcome) = pos.outcome() {
                break outcome;
            }
            if pos.ply() > MAX_PLIES {
                break Outcome::Draw;
            }
            let limits = Limits::nodes(NODES_PER_MOVE);
            let thought = ninja.think(&pos, &limits, &Stop::new(), &mut Ignore);
            if thought.score.is_decided() {
                let wins = thought.score.win().is_some();
                break Outcome::Win(if wins { pos.turn() } else { pos.turn().other() });
            }
            if let Some(inputs) = inputs(&pos) {
                seen.push((pos.turn(), inputs));
            }
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            moves.retain(|&mv| survives(&pos, mv));
            let random = rng.pick(&moves).copied().filter(|_| rng.below(CARELESS) == 0);
            let Some(mv) = random.or(thought.best) else { break Outcome::Draw };
            let _ = pos.play_unchecked(mv);
        };
        decisive += usize::from(result != Outcome::Draw);
        samples.extend(seen.into_iter().map(|(mover, inputs)| {
            let result = match result {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) => f32::from(winner == mover),
            };
            Sample { inputs, result }
        }));
    }
    eprintln!("{decisive} of {games} games were decided");
    samples
}

/// Whether the game goes on after this move.
fn survives(pos: &Boom, mv: Action) -> bool {
    let mut next = *pos;
    let _ = next.play_unchecked(mv);
    next.outcome().is_none()
}

/// A few random moves that do not end the game.
fn opening(rng: &mut SplitMix64) -> Option<Boom> {
    let mut pos = Boom::new();
    for _ in 0..4 + rng.below(OPENING_PLIES) {
        let mut moves: Vec<Action> = Vec::new();
        pos.legal_moves(&mut moves);
        let _ = pos.play_unchecked(*rng.pick(&moves)?);
    }
    pos.outcome().is_none().then_some(pos)
}

/// The features twice: for the weights of an empty and of a full board.
fn inputs(pos: &Boom) -> Option<[f32; PARAMETERS]> {
    let features = features_of(pos)?;
    let stones = (pos.discs(Player::First) | pos.discs(Player::Second)).count_ones();
    let late = stones as f32 / 49.0;
    let mut inputs = [0.0; PARAMETERS];
    for (i, &feature) in features.iter().enumerate() {
        inputs[i] = feature as f32 * (1.0 - late);
        inputs[FEATURES + i] = feature as f32 * late;
    }
    Some(inputs)
}

/// Logistic regression by Adam over all samples, slightly shrunk towards zero.
fn fit(samples: &[Sample]) -> (Weights, f64) {
    let mut parameters = [0.0f64; PARAMETERS];
    let (mut mean, mut square) = ([0.0f64; PARAMETERS], [0.0f64; PARAMETERS]);
    let mut loss = 0.0;
    for pass in 1..=PASSES {
        let mut gradient = [0.0f64; PARAMETERS];
        loss = 0.0;
        for sample in samples {
            let logit: f64 =
                sample.inputs.iter().zip(&parameters).map(|(x, p)| f64::from(*x) * p).sum();
            let expected = 1.0 / (1.0 + (-logit).exp());
            let result = f64::from(sample.result);
            loss -=
                result * expected.max(1e-9).ln() + (1.0 - result) * (1.0 - expected).max(1e-9).ln();
            let error = expected - result;
            for (g, x) in gradient.iter_mut().zip(&sample.inputs) {
                *g += error * f64::from(*x);
            }
        }
        loss /= samples.len().max(1) as f64;
        for i in 0..PARAMETERS {
            let g = gradient[i] / samples.len().max(1) as f64 + SHRINK * parameters[i];
            mean[i] = 0.9 * mean[i] + 0.1 * g;
            square[i] = 0.999 * square[i] + 0.001 * g * g;
            let m = mean[i] / (1.0 - 0.9f64.powi(pass as i32));
            let v = square[i] / (1.0 - 0.999f64.powi(pass as i32));
            parameters[i] -= 0.01 * m / (v.sqrt() + 1e-9);
        }
    }
    let scaled = |i: usize| (parameters[i] * SCALE).round() as i32;
    let weights = Weights {
        early: std::array::from_fn(scaled),
        late: std::array::from_fn(|i| scaled(FEATURES + i)),
    };
    (weights, loss)
}

fn print_file(weights: &Weights) {
    let list =
        |weights: &[i32]| weights.iter().map(|w| w.to_string()).collect::<Vec<_>>().join(", ");
    println!(
        "//! The weights of NINJA's evaluation: generated by `cargo xtask boom-fit`, not written by hand."
    );
    println!("\nuse super::features::FEATURES;\n");
    println!("/// On an empty board, in 1/256 of a logit of the expected result.");
    println!("pub(super) const EARLY: [i32; FEATURES] = [{}];\n", list(&weights.early));
    println!("/// On a full board.");
    println!("pub(super) const LATE: [i32; FEATURES] = [{}];", list(&weights.late));
}
