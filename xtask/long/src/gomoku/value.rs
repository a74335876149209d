//! The fit of the evaluation: logistic regression on who won and on what the search thought.

use alinea_engines::gomoku::engine::training::{
    CODES, FINE, PATTERNS, POINTS_PER_LOGIT, THREAT_BITS, THREATS, multisets,
};

/// One position: how often each code occurs for the mover and the waiter, the threats, and the expected result.
pub(super) struct Sample {
    pub(super) mover: Vec<(u16, u8)>,
    pub(super) waiter: Vec<(u16, u8)>,
    pub(super) threats: u16,
    /// Colour of the mover.
    pub(super) colour: usize,
    pub(super) target: f32,
    pub(super) held_out: bool,
}

/// Parameters with their Adam moments. A code is worth the sum of its lines plus an amount of its own, which decays.
pub(super) struct Table {
    pub(super) lines: Vec<f32>,
    pub(super) own: Vec<f32>,
    moments: Vec<[f32; 2]>,
}

/// How fast the amounts of their own fade, as a share of the rate.
const DECAY: f32 = 0.04;

impl Table {
    pub(super) fn new(lines: usize, own: usize) -> Table {
        Table { lines: vec![0.0; lines], own: vec![0.0; own], moments: vec![[0.0; 2]; lines + own] }
    }

    /// One Adam step with decay on the amounts of their own.
    pub(super) fn step(&mut self, gradient: &mut Gradient, time: i32, rate: f32) {
        let (fade1, fade2) = (1.0 - 0.9f32.powi(time), 1.0 - 0.999f32.powi(time));
        let count = self.lines.len();
        for index in 0..self.moments.len() {
            let is_line = index < count;
            let slope = if is_line { gradient.lines[index] } else { gradient.own[index - count] };
            let moment = &mut self.moments[index];
            moment[0] = 0.9 * moment[0] + 0.1 * slope;
            moment[1] = 0.999 * moment[1] + 0.001 * slope * slope;
            let change = rate * (moment[0] / fade1) / ((moment[1] / fade2).sqrt() + 1e-6);
            if is_line {
                self.lines[index] -= change * 0.2;
            } else {
                let value = &mut self.own[index - count];
                *value -= change + rate * DECAY * *value;
            }
        }
        gradient.lines.fill(0.0);
        gradient.own.fill(0.0);
    }
}

pub(super) struct Gradient {
    pub(super) lines: Vec<f32>,
    pub(super) own: Vec<f32>,
}

impl Gradient {
    pub(super) fn of(table: &Table) -> Gradient {
        Gradient { lines: vec![0.0; table.lines.len()], own: vec![0.0; table.own.len()] }
    }
}

/// The evaluation being fitted, in logits. Tables by colour (one for both unless the rule tells colours apart): mover, waiter; then threats.
pub(super) struct Model {
    pub(super) cells: Vec<[Table; 2]>,
    pub(super) threats: Table,
    sets: Vec<[usize; 4]>,
}

impl Model {
    pub(super) fn new(colours: usize) -> Model {
        let sets = multisets().iter().map(|set| set.map(|p| p)).collect();
        let pair = || [Table::new(PATTERNS, CODES), Table::new(PATTERNS, CODES)];
        let cells = (0..colours).map(|_| pair()).collect();
        Model { cells, threats: Table::new(THREAT_BITS, THREATS), sets }
    }

    fn code_value(&self, table: &Table, code: usize) -> f32 {
        table.own[code] + self.sets[code].iter().map(|line| table.lines[*line]).sum::<f32>()
    }

    fn logit(&self, sample: &Sample) -> f32 {
        let colours = self.cells.len();
        let mover = &self.cells[sample.colour % colours][0];
        let waiter = &self.cells[(sample.colour ^ 1) % colours][1];
        let sum = |table: &Table, codes: &[(u16, u8)]| -> f32 {
            codes.iter().map(|(c, n)| self.code_value(table, usize::from(*c)) * f32::from(*n)).sum()
        };
        let mask = usize::from(sample.threats);
        let bits: f32 = bits(mask).map(|bit| self.threats.lines[bit]).sum();
        sum(mover, &sample.mover) - sum(waiter, &sample.waiter) + bits + self.threats.own[mask]
    }

    /// Mean cross-entropy over the samples that are learnt from.
    pub(super) fn loss_seen(&self, samples: &[Sample]) -> f32 {
        self.loss(samples.iter().filter(|sample| !sample.held_out))
    }

    /// Mean cross-entropy over the samples that are held out.
    pub(super) fn loss_held_out(&self, samples: &[Sample]) -> f32 {
        self.loss(samples.iter().filter(|sample| sample.held_out))
    }

    fn loss<'s>(&self, samples: impl Iterator<Item = &'s Sample>) -> f32 {
        let mut total = 0.0f64;
        let mut count = 0u32;
        for sample in samples {
            let p = sigmoid(self.logit(sample)).clamp(1e-6, 1.0 - 1e-6);
            total -= f64::from(sample.target * p.ln() + (1.0 - sample.target) * (1.0 - p).ln());
            count += 1;
        }
        (total / f64::from(count.max(1))) as f32
    }

    /// One pass over the samples in the order given.
    pub(super) fn epoch(&mut self, samples: &[Sample], order: &[usize], time: &mut i32, rate: f32) {
        let mut cells: Vec<[Gradient; 2]> = self
            .cells
            .iter()
            .map(|pair| [Gradient::of(&pair[0]), Gradient::of(&pair[1])])
            .collect();
        let mut threats = Gradient::of(&self.threats);
        const BATCH: usize = 2048;
        for batch in order.chunks(BATCH) {
            let share = 1.0 / batch.len() as f32;
            for at in batch {
                let sample = &samples[*at];
                let slope = (sigmoid(self.logit(sample)) - sample.target) * share;
                let colours = self.cells.len();
                let sides = [
                    (sample.colour % colours, 0, &sample.mover, slope),
                    ((sample.colour ^ 1) % colours, 1, &sample.waiter, -slope),
                ];
                for (colour, role, codes, slope) in sides {
                    let gradient = &mut cells[colour][role];
                    for (code, count) in codes {
                        let amount = slope * f32::from(*count);
                        gradient.own[usize::from(*code)] += amount;
                        for line in self.sets[usize::from(*code)] {
                            gradient.lines[line] += amount;
                        }
                    }
                }
                let mask = usize::from(sample.threats);
                threats.own[mask] += slope;
                for bit in bits(mask) {
                    threats.lines[bit] += slope;
                }
            }
            *time += 1;
            for (pair, gradient) in self.cells.iter_mut().zip(&mut cells) {
                pair[0].step(&mut gradient[0], *time, rate);
                pair[1].step(&mut gradient[1], *time, rate);
            }
            self.threats.step(&mut threats, *time, rate);
        }
    }

    /// Cell values in the engine's unit, by colour and role.
    pub(super) fn column(&self, colour: usize, role: usize) -> Vec<i16> {
        let table = &self.cells[colour % self.cells.len()][role];
        (0..CODES).map(|code| fine(self.code_value(table, code))).collect()
    }

    /// Threat values in the engine's unit.
    pub(super) fn threat_column(&self) -> Vec<i16> {
        let value = |mask: usize| {
            self.threats.own[mask] + bits(mask).map(|bit| self.threats.lines[bit]).sum::<f32>()
        };
        (0..THREATS).map(|mask| fine(value(mask))).collect()
    }
}

fn bits(mask: usize) -> impl Iterator<Item = usize> {
    (0..THREAT_BITS).filter(move |bit| mask >> bit & 1 != 0)
}

fn fine(logit: f32) -> i16 {
    (logit * POINTS_PER_LOGIT * FINE as f32).round().clamp(-30_000.0, 30_000.0) as i16
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_wins_gains_value() {
        let sample = |code: u16, target: f32| Sample {
            mover: vec![(code, 1)],
            waiter: vec![(3, 1)],
            threats: 0,
            colour: 0,
            target,
            held_out: false,
        };
        let samples: Vec<Sample> =
            (0..64).map(|i| if i % 2 == 0 { sample(100, 0.9) } else { sample(200, 0.2) }).collect();
        let order: Vec<usize> = (0..64).collect();
        let mut model = Model::new(1);
        let before = model.loss_seen(&samples);
        let mut time = 0;
        for _ in 0..200 {
            model.epoch(&samples, &order, &mut time, 0.02);
        }
        assert!(model.loss_seen(&samples) < before - 0.1);
        let values = model.column(0, 0);
        assert!(values[100] > values[200]);
    }
}
