//! The network while it is learnt, in floating point: forwards, backwards, one step.

use super::adam::Adam;
use super::samples::{Sample, cross_entropy, sigmoid};
use alinea_core::SplitMix64;
use alinea_engines::gomoku::engine::training::{
    FloatNet, HIDDEN, LINE_CODES, THREAT_BITS, THREATS, WIDTH,
};

type Channels = [f32; WIDTH];

/// One network, or one for each colour.
pub(super) struct Model {
    parts: Vec<Part>,
    time: i32,
}

/// The numbers of a colour.
struct Part {
    /// By code, the bias behind them.
    lines: Adam,
    units: Adam,
    unit_bias: Adam,
    out: Adam,
    /// By bit of the mask, the constant behind them.
    bits: Adam,
    /// By mask, what the bits do not say.
    masks: Adam,
    /// By mask, what the network to go on from says.
    known: Vec<f32>,
}

/// How fast numbers of single masks fade: rare ones fall back to their bits.
const MASK_DECAY: f32 = 0.04;

/// What a forward pass leaves for the backward one.
struct Pass {
    input: [f32; 2 * WIDTH],
    units: [f32; HIDDEN],
    logit: f32,
}

impl Model {
    pub(super) fn new(colours: usize, seed: u64) -> Model {
        let mut dice = SplitMix64::new(seed ^ 0x6e65_7473);
        Model { parts: (0..colours).map(|_| Part::new(&mut dice)).collect(), time: 0 }
    }

    /// Goes on from a network.
    pub(super) fn from(nets: &[FloatNet]) -> Model {
        Model { parts: nets.iter().map(Part::from).collect(), time: 0 }
    }

    fn part(&self, colour: usize) -> usize {
        colour % self.parts.len()
    }

    fn forward(&self, sample: &Sample) -> Pass {
        let mover = usize::from(sample.colour);
        let mut input = [0.0; 2 * WIDTH];
        let (own, other) = input.split_at_mut(WIDTH);
        self.parts[self.part(mover)].sum::<false>(sample, own);
        self.parts[self.part(mover ^ 1)].sum::<true>(sample, other);
        let part = &self.parts[self.part(mover)];
        let mut units = [0.0; HIDDEN];
        let mut logit = part.threats(usize::from(sample.threats));
        for (at, unit) in units.iter_mut().enumerate() {
            let weights = &part.units.values[at * 2 * WIDTH..(at + 1) * 2 * WIDTH];
            let sum: f32 = input.iter().zip(weights).map(|(x, w)| x * w).sum();
            *unit = (sum + part.unit_bias.values[at]).max(0.0);
            logit += *unit * part.out.values[at];
        }
        Pass { input, units, logit }
    }

    /// The expectation of the mover in logits.
    pub(super) fn logit(&self, sample: &Sample) -> f32 {
        self.forward(sample).logit
    }

    /// Mean loss of samples.
    pub(super) fn loss(&self, samples: &[Sample], which: &[usize]) -> f32 {
        let loss =
            |at: &usize| f64::from(cross_entropy(self.logit(&samples[*at]), samples[*at].target));
        (which.iter().map(loss).sum::<f64>() / which.len().max(1) as f64) as f32
    }

    /// One step on a batch; the sum of its losses before.
    pub(super) fn learn(&mut self, samples: &[Sample], batch: &[usize], rate: f32) -> f64 {
        let mut total = 0.0;
        for at in batch {
            let sample = &samples[*at];
            let pass = self.forward(sample);
            total += f64::from(cross_entropy(pass.logit, sample.target));
            let slope = (sigmoid(pass.logit) - sample.target) / batch.len() as f32;
            self.backward(sample, &pass, slope);
        }
        self.time += 1;
        for part in &mut self.parts {
            for numbers in part.all() {
                numbers.step(self.time, rate);
            }
        }
        total
    }

    fn backward(&mut self, sample: &Sample, pass: &Pass, slope: f32) {
        let mover = usize::from(sample.colour);
        let (own, other) = (self.part(mover), self.part(mover ^ 1));
        let part = &mut self.parts[own];
        let mask = usize::from(sample.threats);
        part.masks.slopes[mask] += slope;
        part.bits.slopes[THREAT_BITS] += slope;
        for bit in (0..THREAT_BITS).filter(|bit| mask >> bit & 1 != 0) {
            part.bits.slopes[bit] += slope;
        }
        let mut input = [0.0; 2 * WIDTH];
        for at in (0..HIDDEN).filter(|at| pass.units[*at] > 0.0) {
            part.out.slopes[at] += slope * pass.units[at];
            let unit = slope * part.out.values[at];
            part.unit_bias.slopes[at] += unit;
            let range = at * 2 * WIDTH..(at + 1) * 2 * WIDTH;
            let weights = &part.units.values[range.clone()];
            for i in 0..2 * WIDTH {
                input[i] += unit * weights[i];
            }
            let slopes = &mut part.units.slopes[range];
            for (slope, x) in slopes.iter_mut().zip(&pass.input) {
                *slope += unit * x;
            }
        }
        let (mine, theirs) = input.split_at(WIDTH);
        self.parts[own].spread::<false>(sample, mine);
        self.parts[other].spread::<true>(sample, theirs);
    }

    /// The numbers for the engine.
    pub(super) fn floats(&self) -> Vec<FloatNet> {
        self.parts.iter().map(Part::floats).collect()
    }
}

impl Part {
    fn new(dice: &mut SplitMix64) -> Part {
        let mut random = |count: usize, width: f32| -> Vec<f32> {
            let unit =
                |dice: &mut SplitMix64| (dice.below(1 << 20) as f32 / (1 << 19) as f32) - 1.0;
            (0..count).map(|_| unit(dice) * width).collect()
        };
        let mut lines = random(LINE_CODES * WIDTH, 0.2);
        lines.extend(random(WIDTH, 0.2).iter().map(|x| x + 0.2));
        Part {
            lines: Adam::new(lines, 0.0),
            units: Adam::new(random(HIDDEN * 2 * WIDTH, 0.03), 0.0),
            unit_bias: Adam::new(random(HIDDEN, 0.1), 0.0),
            out: Adam::new(random(HIDDEN, 0.2), 0.0),
            bits: Adam::new(vec![0.0; THREAT_BITS + 1], 0.0),
            masks: Adam::new(vec![0.0; THREATS], MASK_DECAY),
            known: vec![0.0; THREATS],
        }
    }

    fn from(net: &FloatNet) -> Part {
        Part {
            lines: Adam::new([net.lines.as_slice(), &net.bias].concat(), 0.0),
            units: Adam::new(net.units.clone(), 0.0),
            unit_bias: Adam::new(net.unit_bias.clone(), 0.0),
            out: Adam::new(net.out.clone(), 0.0),
            bits: Adam::new(vec![0.0; THREAT_BITS + 1], 0.0),
            masks: Adam::new(vec![0.0; THREATS], MASK_DECAY),
            known: net.threats.clone(),
        }
    }

    fn all(&mut self) -> [&mut Adam; 6] {
        [
            &mut self.lines,
            &mut self.units,
            &mut self.unit_bias,
            &mut self.out,
            &mut self.bits,
            &mut self.masks,
        ]
    }

    fn threats(&self, mask: usize) -> f32 {
        let bits = (0..THREAT_BITS).filter(|bit| mask >> bit & 1 != 0);
        let bits: f32 = bits.map(|bit| self.bits.values[bit]).sum();
        bits + self.bits.values[THREAT_BITS] + self.masks.values[mask] + self.known[mask]
    }

    /// The numbers of a cell before they are clipped.
    #[inline(always)]
    fn raw(&self, codes: [usize; 4]) -> Channels {
        let mut sum = channels(&self.lines.values, LINE_CODES);
        for code in codes {
            let line = channels(&self.lines.values, code);
            for at in 0..WIDTH {
                sum[at] += line[at];
            }
        }
        sum
    }

    /// Adds up the cells of a sample, in the waiter's view if they are to be swapped.
    fn sum<const SWAP: bool>(&self, sample: &Sample, sum: &mut [f32]) {
        let mut total = [0.0; WIDTH];
        for (codes, count) in &sample.cells {
            let raw = self.raw(seen::<SWAP>(*codes));
            let count = f32::from(*count);
            for at in 0..WIDTH {
                total[at] += count * raw[at].clamp(0.0, 1.0);
            }
        }
        sum.copy_from_slice(&total);
    }

    /// Spreads the slope of the sums over the numbers of the cells.
    fn spread<const SWAP: bool>(&mut self, sample: &Sample, slope: &[f32]) {
        let mut slopes = [0.0; WIDTH];
        slopes.copy_from_slice(slope);
        let mut bias = [0.0; WIDTH];
        for (codes, count) in &sample.cells {
            let codes = seen::<SWAP>(*codes);
            let raw = self.raw(codes);
            let count = f32::from(*count);
            let mut cell = [0.0; WIDTH];
            for at in 0..WIDTH {
                let inside = if raw[at] > 0.0 && raw[at] < 1.0 { count } else { 0.0 };
                cell[at] = inside * slopes[at];
                bias[at] += cell[at];
            }
            for code in codes {
                let line = &mut self.lines.slopes[code * WIDTH..(code + 1) * WIDTH];
                for at in 0..WIDTH {
                    line[at] += cell[at];
                }
            }
        }
        let line = &mut self.lines.slopes[LINE_CODES * WIDTH..];
        for at in 0..WIDTH {
            line[at] += bias[at];
        }
    }

    fn floats(&self) -> FloatNet {
        let (lines, bias) = self.lines.values.split_at(LINE_CODES * WIDTH);
        FloatNet {
            lines: lines.to_vec(),
            bias: bias.to_vec(),
            units: self.units.values.clone(),
            unit_bias: self.unit_bias.values.clone(),
            out: self.out.values.clone(),
            threats: (0..THREATS).map(|mask| self.threats(mask)).collect(),
            order: Vec::new(),
        }
    }
}

#[inline(always)]
fn channels(values: &[f32], row: usize) -> Channels {
    let mut numbers = [0.0; WIDTH];
    numbers.copy_from_slice(&values[row * WIDTH..(row + 1) * WIDTH]);
    numbers
}

/// The codes as the mover sees them, or swapped as the waiter does.
#[inline(always)]
fn seen<const SWAP: bool>(codes: [u8; 4]) -> [usize; 4] {
    codes.map(|code| usize::from(if SWAP { code.rotate_left(4) } else { code }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(code: u8, target: f32) -> Sample {
        Sample {
            cells: Box::new([([code, 3, 0x33, 0x33], 2), ([0x33; 4], -3)]),
            threats: 5,
            colour: 1,
            held_out: false,
            target,
        }
    }

    /// The slopes of the backward pass are those of the loss, by differences.
    #[test]
    fn slopes_are_those_of_the_loss() {
        for colours in [1, 2] {
            let mut model = Model::new(colours, 7);
            let one = sample(0x25, 0.8);
            let pass = model.forward(&one);
            model.backward(&one, &pass, sigmoid(pass.logit) - one.target);
            let part = 1 % colours;
            let probe = |model: &mut Model, which: usize, at: usize, by: f32| {
                model.parts[part].all()[which].values[at] += by;
                let loss = cross_entropy(model.logit(&one), one.target);
                model.parts[part].all()[which].values[at] -= by;
                loss
            };
            let mut checked = 0;
            for which in 0..6 {
                let count = model.parts[part].all()[which].values.len();
                for at in (0..count).filter(|at| count < 600 || at % 7 == 0) {
                    let slope = model.parts[part].all()[which].slopes[at];
                    // Small, so that few steps cross a corner of the activations.
                    let step = 1e-3;
                    let measured = (probe(&mut model, which, at, step)
                        - probe(&mut model, which, at, -step))
                        / (2.0 * step);
                    assert!((slope - measured).abs() < 0.02, "{which} {at}: {slope} {measured}");
                    checked += u32::from(slope.abs() > 1e-3);
                }
            }
            assert!(checked > 50, "{checked}");
        }
    }

    /// Training that goes on begins with the values of the network before.
    #[test]
    fn going_on_keeps_what_is_known() {
        for colours in [1, 2] {
            let mut model = Model::new(colours, 3);
            let samples = [sample(0x25, 0.9), sample(0x52, 0.2)];
            for _ in 0..50 {
                model.learn(&samples, &[0, 1], 0.01);
            }
            let mut again = Model::from(&model.floats());
            for sample in &samples {
                assert!((again.logit(sample) - model.logit(sample)).abs() < 1e-4);
            }
            let before = again.loss(&samples, &[0, 1]);
            for _ in 0..50 {
                again.learn(&samples, &[0, 1], 0.001);
            }
            assert!(again.loss(&samples, &[0, 1]) < before);
        }
    }

    #[test]
    fn what_wins_gains_value() {
        let samples: Vec<Sample> = (0..64)
            .map(|i| if i % 2 == 0 { sample(0x25, 0.9) } else { sample(0x52, 0.2) })
            .collect();
        let order: Vec<usize> = (0..64).collect();
        let mut model = Model::new(1, 1);
        let before = model.loss(&samples, &order);
        for _ in 0..200 {
            model.learn(&samples, &order, 0.01);
        }
        assert!(model.loss(&samples, &order) < before - 0.1);
        assert!(model.logit(&samples[0]) > model.logit(&samples[1]));
    }
}
