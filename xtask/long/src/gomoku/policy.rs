//! The fit of the move order: which candidate the search chose, as a softmax over pairs of codes.

use super::softmax;
use super::value::{Gradient, Table};
use alinea_engines::gomoku::engine::training::{CODES, PATTERNS, multisets};

/// One position: the codes of every candidate for the mover and the waiter, the chosen one first.
pub(super) struct Choice {
    pub(super) candidates: Vec<(u16, u16)>,
    pub(super) colour: usize,
    pub(super) held_out: bool,
}

/// Attraction in logits, by colour: for the own colour and for the enemy.
pub(super) struct Policy {
    tables: Vec<[Table; 2]>,
    sets: Vec<[usize; 4]>,
}

/// Logits to points of the move order.
const POINTS: f32 = 32.0;

impl Policy {
    pub(super) fn new(colours: usize) -> Policy {
        let sets = multisets();
        let pair = || [Table::new(PATTERNS, CODES), Table::new(PATTERNS, CODES)];
        Policy { tables: (0..colours).map(|_| pair()).collect(), sets }
    }

    fn value(&self, table: &Table, code: u16) -> f32 {
        let code = usize::from(code);
        table.own[code] + self.sets[code].iter().map(|line| table.lines[*line]).sum::<f32>()
    }

    /// Probabilities of the candidates.
    fn shares(&self, choice: &Choice) -> Vec<f32> {
        let colours = self.tables.len();
        let attack = &self.tables[choice.colour % colours][0];
        let defence = &self.tables[(choice.colour ^ 1) % colours][1];
        let logit = |pair: &(u16, u16)| self.value(attack, pair.0) + self.value(defence, pair.1);
        let logits: Vec<f32> = choice.candidates.iter().map(logit).collect();
        softmax::shares(&logits)
    }

    /// Mean cross-entropy of the held-out choices, and how often the first guess was right.
    pub(super) fn loss(&self, choices: &[Choice]) -> (f32, f32) {
        let held_out = choices.iter().filter(|choice| choice.held_out);
        softmax::loss(held_out.map(|choice| self.shares(choice)))
    }

    /// One pass over the choices in the order given.
    pub(super) fn epoch(&mut self, choices: &[Choice], order: &[usize], time: &mut i32, rate: f32) {
        let mut gradients: Vec<[Gradient; 2]> = self
            .tables
            .iter()
            .map(|pair| [Gradient::of(&pair[0]), Gradient::of(&pair[1])])
            .collect();
        let colours = self.tables.len();
        for batch in order.chunks(2048) {
            let part = 1.0 / batch.len() as f32;
            for at in batch {
                let choice = &choices[*at];
                let shares = self.shares(choice);
                for (index, (pair, share)) in choice.candidates.iter().zip(shares).enumerate() {
                    let slope = (share - if index == 0 { 1.0 } else { 0.0 }) * part;
                    for (colour, role, code) in
                        [(choice.colour, 0, pair.0), (choice.colour ^ 1, 1, pair.1)]
                    {
                        let gradient = &mut gradients[colour % colours][role];
                        gradient.own[usize::from(code)] += slope;
                        for line in self.sets[usize::from(code)] {
                            gradient.lines[line] += slope;
                        }
                    }
                }
            }
            *time += 1;
            for (pair, gradient) in self.tables.iter_mut().zip(&mut gradients) {
                pair[0].step(&mut gradient[0], *time, rate);
                pair[1].step(&mut gradient[1], *time, rate);
            }
        }
    }

    /// Attractions in the engine's unit, by colour and role.
    pub(super) fn column(&self, colour: usize, role: usize) -> Vec<i16> {
        let table = &self.tables[colour % self.tables.len()][role];
        let points = |code: u16| (self.value(table, code) * POINTS).round().clamp(-8000.0, 8000.0);
        (0..CODES as u16).map(|code| points(code) as i16).collect()
    }
}
