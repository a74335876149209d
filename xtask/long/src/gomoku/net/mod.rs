//! `cargo xtask gomoku-train --data FILE[,FILE...] --out FILE [--rule R] [--epochs N] [--seed S]
//! [--from FILE] [--plot FILE]`: trains the value network of a rule and its order of moves on recorded
//! games, from nothing or on from another network, and writes them in whole numbers.

mod adam;
pub(crate) mod calibration;
mod model;
mod order;
mod samples;

use super::{Options, plot};
use crate::Outcome;
use alinea_core::SplitMix64;
use alinea_engines::gomoku::engine::Net;
use alinea_games::gomoku::Variant;
use model::Model;
use order::{Choice, Order};
use samples::{Sample, read, read_choices};

/// Samples between two steps.
const BATCH: usize = 256;
/// Step size at the start; it falls to nothing as half a cosine.
const RATE: f32 = 0.002;
/// The same for the order of moves, whose passes are half as many.
const ORDER_BATCH: usize = 2048;
const ORDER_RATE: f32 = 0.03;
/// Share of these rates where training goes on from another network.
const SHARE_ON: f32 = 0.25;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let data = options.text("--data").ok_or("expected --data FILE[,FILE...]")?;
    let epochs = options.number("--epochs", 12)? as usize;
    let seed = options.number("--seed", 1)?;
    let rule = options.variant()?;
    let (games, samples) = read(data, rule)?;
    println!("{games} games, {} positions", samples.len());
    let colours = if rule == Variant::Renju { 2 } else { 1 };
    let from = options.text("--from").map(|path| read_net(path, rule)).transpose()?;
    let from = from.map(|net| net.floats()[..colours].to_vec());
    // What is known already is not to be thrown over by large steps.
    let share = if from.is_some() { SHARE_ON } else { 1.0 };
    let mut model = from.as_deref().map_or_else(|| Model::new(colours, seed), Model::from);
    let (seen, unseen) = train(&mut model, &samples, epochs, seed, share * RATE);
    let choices = read_choices(data, rule)?;
    let mut order = from.as_deref().map_or_else(|| Order::new(colours), Order::from);
    let (order_loss, first) =
        train_order(&mut order, &choices, epochs.div_ceil(2), seed, share * ORDER_RATE);
    let mut floats = model.floats();
    for (colour, floats) in floats.iter_mut().enumerate() {
        floats.order = order.numbers(colour);
    }
    let net = Net::round(&floats);
    let rounded = samples::loss_of(Some(&net), data, rule)?;
    let tables = samples::loss_of(None, data, rule)?;
    let loss = unseen.last().copied().unwrap_or_default();
    let on = if from.is_some() { ", on from the network before" } else { "" };
    let made = format!(
        "made by: cargo xtask gomoku-train --rule {} --epochs {epochs} --seed {seed}, on {games} games \
         of the engine against itself (cargo xtask gomoku-data), {} positions{on}\n\
         held-out loss: {loss:.4}, in whole numbers {rounded:.4}; of the linear tables {tables:.4}\n\
         order of moves: held-out loss {order_loss:.4}, first guess right {:.1} %\nlicence: MIT OR Apache-2.0",
        options.text("--rule").unwrap_or("freestyle"),
        samples.len(),
        100.0 * first,
    );
    let write = |path: &str, bytes: &[u8]| {
        std::fs::write(path, bytes).map_err(|error| format!("{path}: {error}"))
    };
    write(out, &net.write(rule, &made))?;
    if let Some(path) = options.text("--plot") {
        let series = [("training", seen), ("held out", unseen)];
        write(path, plot::lines("loss by epoch", &series).as_bytes())?;
    }
    println!("{made}\nwritten to {out}");
    // The games are new to the network before, the ones held out to both.
    if let Some(before) = Net::of(rule) {
        let loss = samples::loss_of(Some(before), data, rule)?;
        println!("the network that is built in has a loss of {loss:.4} on the same games");
    }
    Ok(())
}

fn read_net(path: &str, rule: Variant) -> Result<Net, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Net::read(&bytes, rule).map_err(|error| format!("{path}: {error}"))
}

/// Trains and gives the losses of every epoch, on the samples used and on those held out.
fn train(
    model: &mut Model,
    samples: &[Sample],
    epochs: usize,
    seed: u64,
    rate: f32,
) -> (Vec<f32>, Vec<f32>) {
    let mut order: Vec<usize> = (0..samples.len()).filter(|at| !samples[*at].held_out).collect();
    let held_out: Vec<usize> = (0..samples.len()).filter(|at| samples[*at].held_out).collect();
    let mut dice = SplitMix64::new(seed);
    let (mut seen, mut unseen) = (Vec::new(), Vec::new());
    let steps = (epochs * order.len().div_ceil(BATCH)).max(1);
    let mut step = 0;
    for epoch in 0..epochs {
        dice.shuffle(&mut order);
        let mut total = 0.0f64;
        for batch in order.chunks(BATCH) {
            total += model.learn(samples, batch, falling(rate, step, steps));
            step += 1;
        }
        seen.push((total / order.len().max(1) as f64) as f32);
        unseen.push(model.loss(samples, &held_out));
        println!("epoch {:>3}: loss {:.4}, held out {:.4}", epoch + 1, seen[epoch], unseen[epoch]);
    }
    (seen, unseen)
}

/// Trains the order; the loss on the choices held out, and how often the first guess is right there.
fn train_order(
    order: &mut Order,
    choices: &[Choice],
    epochs: usize,
    seed: u64,
    rate: f32,
) -> (f32, f32) {
    let mut which: Vec<usize> = (0..choices.len()).filter(|at| !choices[*at].held_out).collect();
    let mut dice = SplitMix64::new(seed);
    let steps = (epochs * which.len().div_ceil(ORDER_BATCH)).max(1);
    let mut step = 0;
    let mut found = order.loss(choices);
    for epoch in 0..epochs {
        dice.shuffle(&mut which);
        for batch in which.chunks(ORDER_BATCH) {
            order.learn(choices, batch, falling(rate, step, steps));
            step += 1;
        }
        found = order.loss(choices);
        let (loss, first) = (found.0, 100.0 * found.1);
        println!(
            "order epoch {:>3}: held out {loss:.4}, first guess right {first:.1} %",
            epoch + 1
        );
    }
    found
}

/// The rate of a step: half a cosine from the full rate to nothing.
fn falling(full: f32, step: usize, steps: usize) -> f32 {
    full * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos())
}
