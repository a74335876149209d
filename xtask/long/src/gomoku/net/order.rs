//! The order of moves while it is learnt: which candidate the search chose, as a softmax over sums of numbers.

use super::adam::Adam;
use crate::gomoku::softmax;
use alinea_engines::gomoku::engine::training::{
    CODES, FloatNet, ORDER_CODES, ORDER_NUMBERS, ORDER_PARTS, PATTERNS, multisets,
};

/// One position: what adds up for every candidate, the chosen one first.
pub(super) struct Choice {
    pub(super) candidates: Box<[[u16; ORDER_PARTS]]>,
    pub(super) colour: u8,
    pub(super) held_out: bool,
}

/// The numbers of one colour to move, or of both.
pub(super) struct Order {
    parts: Vec<Part>,
    sets: Vec<[usize; 4]>,
    time: i32,
}

struct Part {
    numbers: Adam,
    /// By pattern, of the own colour and then of the enemy: what codes share, so that rare ones are not unknown.
    lines: Adam,
}

impl Order {
    pub(super) fn new(colours: usize) -> Order {
        let part = || Part {
            numbers: Adam::new(vec![0.0; ORDER_NUMBERS], 0.0),
            lines: Adam::new(vec![0.0; 2 * PATTERNS], 0.0),
        };
        Order { parts: (0..colours).map(|_| part()).collect(), sets: multisets(), time: 0 }
    }

    /// Goes on from the order of networks.
    pub(super) fn from(nets: &[FloatNet]) -> Order {
        let mut order = Order::new(nets.len());
        for (part, net) in order.parts.iter_mut().zip(nets) {
            part.numbers.values.copy_from_slice(&net.order);
        }
        order
    }

    /// The patterns behind a number, as places among the lines; none behind numbers that are not of codes.
    fn lines(&self, at: usize) -> impl Iterator<Item = usize> + use<'_> {
        let enemy = if at < CODES { 0 } else { PATTERNS };
        let set = (at < ORDER_CODES).then(|| self.sets[at % CODES]);
        set.into_iter().flatten().map(move |line| enemy + line)
    }

    fn number(&self, part: &Part, at: usize) -> f32 {
        part.numbers.values[at] + self.lines(at).map(|line| part.lines.values[line]).sum::<f32>()
    }

    /// Probabilities of the candidates.
    fn shares(&self, choice: &Choice) -> Vec<f32> {
        let part = &self.parts[usize::from(choice.colour) % self.parts.len()];
        let logit = |parts: &[u16; ORDER_PARTS]| -> f32 {
            parts.iter().map(|at| self.number(part, usize::from(*at))).sum()
        };
        let logits: Vec<f32> = choice.candidates.iter().map(logit).collect();
        softmax::shares(&logits)
    }

    /// Mean loss of the choices held out, and how often none is above the chosen one.
    pub(super) fn loss(&self, choices: &[Choice]) -> (f32, f32) {
        let held_out = choices.iter().filter(|choice| choice.held_out);
        softmax::loss(held_out.map(|choice| self.shares(choice)))
    }

    /// One step on a batch.
    pub(super) fn learn(&mut self, choices: &[Choice], batch: &[usize], rate: f32) {
        for at in batch {
            let choice = &choices[*at];
            let shares = self.shares(choice);
            let part = usize::from(choice.colour) % self.parts.len();
            for (index, (parts, share)) in choice.candidates.iter().zip(shares).enumerate() {
                let wanted = if index == 0 { 1.0 } else { 0.0 };
                let slope = (share - wanted) / batch.len() as f32;
                for at in parts.map(usize::from) {
                    self.parts[part].numbers.slopes[at] += slope;
                    let lines: Vec<usize> = self.lines(at).collect();
                    for line in lines {
                        self.parts[part].lines.slopes[line] += slope;
                    }
                }
            }
        }
        self.time += 1;
        for part in &mut self.parts {
            part.numbers.step(self.time, rate);
            part.lines.step(self.time, rate);
        }
    }

    /// The numbers of a colour for the engine.
    pub(super) fn numbers(&self, colour: usize) -> Vec<f32> {
        let part = &self.parts[colour % self.parts.len()];
        (0..ORDER_NUMBERS).map(|at| self.number(part, at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(chosen: u16, other: u16, colour: u8, held_out: bool) -> Choice {
        let candidate = |code: u16| [code, CODES as u16, 5000, 5500, 6000];
        Choice { candidates: Box::new([candidate(chosen), candidate(other)]), colour, held_out }
    }

    /// What is chosen gains, for its colour alone, and codes of the same lines with it.
    #[test]
    fn chosen_moves_gain() {
        let sets = multisets();
        let strong = sets.iter().position(|set| set.contains(&9) && set.contains(&0)).unwrap();
        let alike = sets.iter().rposition(|set| set.contains(&9)).unwrap();
        let choices: Vec<Choice> =
            (0..40).map(|at| choice(strong as u16, 0, 0, at % 10 == 0)).collect();
        let which: Vec<usize> = (0..40).filter(|at| at % 10 != 0).collect();
        let mut order = Order::new(2);
        let before = order.loss(&choices).0;
        for _ in 0..100 {
            order.learn(&choices, &which, 0.03);
        }
        assert!(order.loss(&choices).0 < before - 0.3);
        let numbers = order.numbers(0);
        assert!(numbers[strong] > numbers[0] + 0.5);
        assert!(alike != strong && numbers[alike] > 0.1, "a code that was never seen");
        assert!(order.numbers(1).iter().all(|number| *number == 0.0), "the other colour");
    }
}
