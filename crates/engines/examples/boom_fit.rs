//! Fits the weights of NINJA's evaluation on its own games and prints the file that holds them.
//! Run it as `cargo xtask boom-fit [GAMES] [ROUNDS]`, which writes the file.
//!
//! Each round plays games with the weights of the round before (from random openings, a
//! thousand positions a move), then fits a logistic model of the result: features times weights,
//! blended by the stones on the board. Everything is seeded, and the first round has weights of
//! its own: the same numbers come out again, whatever weights are in place.
//!
//! Games are kept in the directory named first as soon as they are played; a run that was
//! interrupted goes on where it was.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use alinea_core::{Outcome, Player, Position, SplitMix64};
use alinea_engines::ninja::{FEATURES, NAMES, Ninja, Weights, features_of};
use alinea_games::Boom;
use alinea_games::boom::Action;
use alinea_search::{Engine, Ignore, Limits, Stop};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

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

/// A game played: its result, how many plies its opening has, and all its moves.
struct Game {
    result: Outcome,
    opening: usize,
    moves: Vec<Action>,
}

fn main() -> io::Result<()> {
    let mut args = std::env::args().skip(1);
    let dir = args.next().unwrap_or_else(|| "target/boom-fit".to_owned());
    let mut number = |default: usize| args.next().and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, rounds) = (number(8000), number(3));
    fs::create_dir_all(&dir)?;
    let mut weights = first_weights();
    let mut samples = Vec::new();
    for round in 1..=rounds {
        let file = Path::new(&dir).join(format!("round-{round}.txt"));
        // Games of the round before still teach; older ones were played too differently.
        let fresh: Vec<Sample> =
            games_of_round(&file, &weights, games, round)?.iter().flat_map(samples_of).collect();
        let keep = samples.len().min(fresh.len());
        samples.truncate(keep);
        samples.splice(0..0, fresh);
        let (fitted, loss) = fit(&samples);
        eprintln!("round {round}: {} positions, loss {loss:.4}", samples.len());
        weights = fitted;
    }
    for (i, name) in NAMES.iter().enumerate() {
        eprintln!("{name:>40} {:>6} {:>6}", weights.early[i], weights.late[i]);
    }
    print_file(&weights);
    Ok(())
}

/// What the first round plays with: few stones, much room, and explosions for what they are.
fn first_weights() -> Weights {
    let points = |name: &&str| match *name {
        "stones" => -20,
        "squares in reach" => 20,
        "explosion that loses" => -100,
        "explosion that wins" => 100,
        _ => 0,
    };
    let values: [i32; FEATURES] = std::array::from_fn(|i| points(&NAMES[i]));
    Weights { early: values, late: values }
}

/// The games of a round: those the file has, and the rest played now and added to it.
fn games_of_round(
    file: &Path,
    weights: &Weights,
    games: usize,
    round: usize,
) -> io::Result<Vec<Game>> {
    // A file of other weights is of no use.
    let title = format!("{:?} {:?} {NODES_PER_MOVE}", weights.early, weights.late);
    let text = fs::read_to_string(file).unwrap_or_default();
    let kept = text.strip_prefix(&title).and_then(|rest| rest.strip_prefix('\n'));
    // A line that was cut off in the middle has no end.
    let whole = kept.map(|lines| &lines[..lines.rfind('\n').map_or(0, |end| end + 1)]);
    let mut played: Vec<Game> = whole.unwrap_or("").lines().map_while(parse).take(games).collect();
    let known: String = played.iter().map(line).collect();
    fs::write(file, format!("{title}\n{known}"))?;
    let mut out = OpenOptions::new().append(true).open(file)?;
    let mut ninja = Ninja::new(TABLE_MB, weights).with_appetite(APPETITE).with_caution(0);
    for number in played.len()..games {
        let seed = SplitMix64::mix((round as u64) << 32 | number as u64);
        let game = play_game(&mut ninja, &mut SplitMix64::new(seed));
        out.write_all(line(&game).as_bytes())?;
        played.push(game);
        if played.len().is_multiple_of(50) {
            eprintln!("round {round}: {} of {games} games", played.len());
        }
    }
    let decided = played.iter().filter(|game| game.result != Outcome::Draw).count();
    eprintln!("round {round}: {decided} of {games} games were decided");
    Ok(played)
}

fn play_game(ninja: &mut Ninja, rng: &mut SplitMix64) -> Game {
    ninja.clear();
    let (mut pos, mut moves) = opening(rng);
    let opening = moves.len();
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
        let mut safe = Vec::new();
        pos.legal_moves(&mut safe);
        safe.retain(|&mv| survives(&pos, mv));
        let random = rng.pick(&safe).copied().filter(|_| rng.below(CARELESS) == 0);
        let Some(mv) = random.or(thought.best) else { break Outcome::Draw };
        let _ = pos.play_unchecked(mv);
        moves.push(mv);
    };
    Game { result, opening, moves }
}

/// The positions of a game after its opening, each with the result.
fn samples_of(game: &Game) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut pos = Boom::new();
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply >= game.opening
            && let Some(inputs) = inputs(&pos)
        {
            let result = match game.result {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) => f32::from(winner == pos.turn()),
            };
            samples.push(Sample { inputs, result });
        }
        let _ = pos.play_unchecked(mv);
    }
    samples
}

/// A game as a line: who won (1, 2 or - for a draw), the plies of the opening, the moves.
fn line(game: &Game) -> String {
    let winner = match game.result {
        Outcome::Win(Player::First) => '1',
        Outcome::Win(Player::Second) => '2',
        Outcome::Draw => '-',
    };
    let letter = |mv: &Action| match mv {
        Action::Put(col) => char::from(b'1' + col),
        Action::Boom => 'B',
    };
    let moves: String = game.moves.iter().map(letter).collect();
    format!("{winner} {} {moves}\n", game.opening)
}

fn parse(line: &str) -> Option<Game> {
    let mut words = line.split(' ');
    let result = match words.next()? {
        "1" => Outcome::Win(Player::First),
        "2" => Outcome::Win(Player::Second),
        _ => Outcome::Draw,
    };
    let opening = words.next()?.parse().ok()?;
    let action = |letter: u8| match letter {
        b'1'..=b'7' => Some(Action::Put(letter - b'1')),
        b'B' => Some(Action::Boom),
        _ => None,
    };
    let moves: Option<Vec<Action>> = words.next()?.bytes().map(action).collect();
    Some(Game { result, opening, moves: moves? })
}

/// Whether the game goes on after this move.
fn survives(pos: &Boom, mv: Action) -> bool {
    let mut next = *pos;
    let _ = next.play_unchecked(mv);
    next.outcome().is_none()
}

/// A few random moves that do not end the game.
fn opening(rng: &mut SplitMix64) -> (Boom, Vec<Action>) {
    let (mut pos, mut played) = (Boom::new(), Vec::new());
    for _ in 0..4 + rng.below(OPENING_PLIES) {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        moves.retain(|&mv| survives(&pos, mv));
        let Some(&mv) = rng.pick(&moves) else { break };
        let _ = pos.play_unchecked(mv);
        played.push(mv);
    }
    (pos, played)
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
