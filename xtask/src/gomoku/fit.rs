//! `cargo xtask gomoku-fit --out FILE --data FILE[,FILE...] [--rule R] [--epochs N] [--plot FILE]`:
//! fits evaluation and move order on recorded games and writes a file of weights.

use super::Options;
use super::games::Record;
use super::plot;
use super::policy::{Choice, Policy};
use super::value::{Model, Sample, sigmoid};
use crate::Outcome;
use alinea_core::SplitMix64;
use alinea_engines::gomoku::engine::board::Board;
use alinea_engines::gomoku::engine::classes::Class;
use alinea_engines::gomoku::engine::eval::{POINTS_PER_LOGIT, threat_mask};
use alinea_engines::gomoku::engine::geometry::{Cell, cells};
use alinea_engines::gomoku::engine::movegen::candidates;
use alinea_engines::gomoku::engine::rule::{Caro, Freestyle, Renju, Rule, Standard, Variant};
use alinea_engines::gomoku::engine::search::DECIDED;
use alinea_engines::gomoku::engine::weights::Weights;

/// Share of the final result in the target; the rest is what the search thought.
const RESULT_SHARE: f32 = 0.6;
const VALUE_RATE: f32 = 0.004;
const ORDER_RATE: f32 = 0.03;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let data = options.text("--data").ok_or("expected --data FILE[,FILE...]")?;
    let epochs = options.number("--epochs", 30)? as usize;
    let mut records = Vec::new();
    for path in data.split(',') {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        records.extend(text.lines().filter_map(Record::read));
    }
    let variant = options.variant()?;
    let (samples, choices) = match variant {
        Variant::Freestyle => gather::<Freestyle>(&records),
        Variant::Standard => gather::<Standard>(&records),
        Variant::Renju => gather::<Renju>(&records),
        Variant::Caro => gather::<Caro>(&records),
    };
    println!("{} games, {} positions, {} choices", records.len(), samples.len(), choices.len());
    let colours = if variant == Variant::Renju { 2 } else { 1 };
    let (model, losses) = fit_value(&samples, colours, epochs);
    let (policy, policy_losses) = fit_policy(&choices, colours, epochs / 2);
    if let Some(path) = options.text("--plot") {
        let series = [losses, vec![("order, held out", policy_losses)]].concat();
        let svg = plot::lines("loss by epoch", &series[..2]);
        std::fs::write(path, svg).map_err(|error| format!("{path}: {error}"))?;
    }
    let column = |colour: usize| {
        [
            model.column(colour, 0),
            model.column(colour, 1),
            policy.column(colour, 0),
            policy.column(colour, 1),
        ]
    };
    let weights = Weights { codes: [column(0), column(1)], threats: model.threat_column() };
    let made = format!(
        "rule: {variant:?}\nmade: cargo xtask gomoku-fit on {} games of the engine against itself, {} positions, {epochs} epochs\n\
         held-out loss: {:.4} value, {:.4} order\nlicence: MIT OR Apache-2.0",
        records.len(),
        samples.len(),
        model.loss(&samples, true),
        policy.loss(&choices).0
    );
    std::fs::write(out, weights.write(&made)).map_err(|error| format!("{out}: {error}"))?;
    println!("{made}\nwritten to {out}");
    Ok(())
}

/// The rate of an epoch: half a cosine from the full rate to nothing.
fn rate(full: f32, epoch: usize, epochs: usize) -> f32 {
    let done = epoch as f32 / epochs.max(1) as f32;
    full * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
}

type Series = Vec<(&'static str, Vec<f32>)>;

fn fit_value(samples: &[Sample], colours: usize, epochs: usize) -> (Model, Series) {
    let mut model = Model::new(colours);
    let mut order: Vec<usize> = (0..samples.len()).filter(|at| !samples[*at].held_out).collect();
    let mut dice = SplitMix64::new(1);
    let (mut seen, mut unseen, mut time) = (Vec::new(), Vec::new(), 0);
    for epoch in 0..epochs {
        dice.shuffle(&mut order);
        model.epoch(samples, &order, &mut time, rate(VALUE_RATE, epoch, epochs));
        seen.push(model.loss(samples, false));
        unseen.push(model.loss(samples, true));
        println!(
            "value epoch {:>3}: loss {:.4}, held out {:.4}",
            epoch + 1,
            seen[epoch],
            unseen[epoch]
        );
    }
    (model, vec![("training", seen), ("held out", unseen)])
}

fn fit_policy(choices: &[Choice], colours: usize, epochs: usize) -> (Policy, Vec<f32>) {
    let mut policy = Policy::new(colours);
    let mut order: Vec<usize> = (0..choices.len()).filter(|at| !choices[*at].held_out).collect();
    let mut dice = SplitMix64::new(2);
    let (mut losses, mut time) = (Vec::new(), 0);
    for epoch in 0..epochs {
        dice.shuffle(&mut order);
        policy.epoch(choices, &order, &mut time, rate(ORDER_RATE, epoch, epochs));
        let (loss, right) = policy.loss(choices);
        losses.push(loss);
        println!(
            "order epoch {:>3}: held out {loss:.4}, first guess right {:.1} %",
            epoch + 1,
            100.0 * right
        );
    }
    (policy, losses)
}

/// Positions worth judging and choices worth learning from: those that the classes alone do not decide.
fn gather<R: Rule>(records: &[Record]) -> (Vec<Sample>, Vec<Choice>) {
    let (mut samples, mut choices) = (Vec::new(), Vec::new());
    for (number, record) in records.iter().enumerate() {
        let Some(mut board) = Board::<R>::new(record.size) else { continue };
        let held_out = number % 10 == 0;
        for (ply, (cell, score)) in record.moves.iter().enumerate() {
            if !board.is_empty_at(*cell) {
                break;
            }
            let me = board.turn();
            let urgent = board.count(me, Class::Five) + board.count(me, Class::OpenFour) > 0
                || board.count(me ^ 1, Class::Five) > 0;
            if ply >= record.opening && !urgent {
                let result = (record.result * if me == 0 { 1 } else { -1 }) as f32;
                samples.push(sample(&board, result, *score, held_out));
                if score.abs() < DECIDED && board.count(me ^ 1, Class::OpenFour) == 0 {
                    choices.push(choice(&board, *cell, held_out));
                }
            }
            board.play(*cell);
        }
    }
    (samples, choices)
}

fn sample<R: Rule>(board: &Board<R>, result: f32, score: i32, held_out: bool) -> Sample {
    let me = board.turn();
    let count = |colour: usize| {
        let mut codes: Vec<u16> = cells(board.size())
            .filter(|cell| board.is_empty_at(*cell))
            .map(|cell| board.code(colour, cell))
            .collect();
        codes.sort_unstable();
        let mut counted: Vec<(u16, u8)> = Vec::new();
        for code in codes {
            match counted.last_mut() {
                Some((last, count)) if *last == code => *count = count.saturating_add(1),
                _ => counted.push((code, 1)),
            }
        }
        counted
    };
    let thought = sigmoid(score as f32 / POINTS_PER_LOGIT);
    let target = RESULT_SHARE * (result + 1.0) / 2.0 + (1.0 - RESULT_SHARE) * thought;
    Sample {
        mover: count(me),
        waiter: count(me ^ 1),
        threats: threat_mask(board) as u16,
        colour: me,
        target,
        held_out,
    }
}

fn choice<R: Rule>(board: &Board<R>, chosen: Cell, held_out: bool) -> Choice {
    let me = board.turn();
    let pair = |cell: Cell| (board.code(me, cell), board.code(me ^ 1, cell));
    let mut list = vec![pair(chosen)];
    list.extend(candidates(board).iter().filter(|cell| *cell != chosen).map(pair));
    Choice { candidates: list, colour: me, held_out }
}
