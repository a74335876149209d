//! `cargo xtask gomoku-fit --out FILE --data FILE[,FILE...] [--rule R] [--epochs N] [--plot FILE]`:
//! fits evaluation and move order on recorded games and writes a file of weights.

use super::Options;
use super::plot;
use super::policy::{Choice, Policy};
use super::value::{Model, Sample, sigmoid};
use crate::Outcome;
use alinea_core::{Cell, Player, SplitMix64};
use alinea_data::selfplay::Record;
use alinea_engines::gomoku::engine::PatternRule;
use alinea_engines::gomoku::engine::training::{DECIDED, POINTS_PER_LOGIT, Reader, Weights};
use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, StandardRule, Variant};

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
        Variant::Freestyle => gather::<FreestyleRule>(&records),
        Variant::Standard => gather::<StandardRule>(&records),
        Variant::Renju => gather::<RenjuRule>(&records),
        Variant::Caro => gather::<CaroRule>(&records),
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
        model.loss_held_out(&samples),
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
        seen.push(model.loss_seen(samples));
        unseen.push(model.loss_held_out(samples));
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
fn gather<R: PatternRule>(records: &[Record]) -> (Vec<Sample>, Vec<Choice>) {
    let (mut samples, mut choices) = (Vec::new(), Vec::new());
    for (number, record) in records.iter().enumerate() {
        let mut game = Reader::<R>::new(record.size);
        let held_out = number % 10 == 0;
        for (ply, (cell, score)) in record.moves.iter().enumerate() {
            if !game.is_empty_at(*cell) {
                break;
            }
            if ply >= record.opening && !game.is_urgent() {
                let sign = if game.turn() == Player::First { 1 } else { -1 };
                samples.push(sample(&game, (record.result * sign) as f32, *score, held_out));
                if score.abs() < DECIDED && !game.is_threatened() {
                    choices.push(choice(&game, *cell, held_out));
                }
            }
            game.play(*cell);
        }
    }
    (samples, choices)
}

fn sample<R: PatternRule>(game: &Reader<R>, result: f32, score: i32, held_out: bool) -> Sample {
    let thought = sigmoid(score as f32 / POINTS_PER_LOGIT);
    let target = RESULT_SHARE * (result + 1.0) / 2.0 + (1.0 - RESULT_SHARE) * thought;
    Sample {
        mover: game.codes(game.turn()),
        waiter: game.codes(game.turn().other()),
        threats: game.threats(),
        colour: game.turn().index(),
        target,
        held_out,
    }
}

fn choice<R: PatternRule>(game: &Reader<R>, chosen: Cell, held_out: bool) -> Choice {
    Choice { candidates: game.choices(chosen), colour: game.turn().index(), held_out }
}
