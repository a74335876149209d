//! A first look at a heuristic: its values beside the built-in ones, and what seems wrong.

use crate::samples::random_positions;
use crate::take_printed;
use alinea_catalogue::files::{BoardHeuristic, Fault};
use alinea_catalogue::{Entry, GameVisitor, SpecError, factory, visit};
use alinea_core::{Message, Outcome, Player};
use alinea_search::Part;

/// What a check found.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// Names of the built-in heuristics it is shown beside.
    pub names: Vec<&'static str>,
    /// Sample positions.
    pub samples: Vec<Sample>,
    /// What seems wrong, one sentence each.
    pub problems: Vec<Message>,
    /// Evaluations made for the measurement of speed; none if it fails.
    pub evaluations: u64,
}

/// One position and what it is worth to the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// As `alinea show` reads it.
    pub position: String,
    /// The file's value.
    pub value: Result<f64, Fault>,
    /// The file's parts.
    pub parts: Vec<Part>,
    /// What a script printed there.
    pub printed: Vec<String>,
    /// Values of the built-in heuristics.
    pub built_in: Vec<f64>,
}

/// Positions measured, again and again.
const MEASURED: usize = 200;

/// Checks a heuristic on a game. `measure` runs the closure that evaluates for a while and may
/// take its time; it is not called for a file that fails on the samples.
pub fn check(
    game: &str,
    file: &dyn BoardHeuristic,
    measure: &mut dyn FnMut(&mut dyn FnMut()),
) -> Result<Checked, SpecError> {
    visit(game, Check { file, measure })
}

struct Check<'a> {
    file: &'a dyn BoardHeuristic,
    measure: &'a mut dyn FnMut(&mut dyn FnMut()),
}

impl GameVisitor for Check<'_> {
    type Output = Checked;

    fn visit<G: Entry>(self, setup: G::Setup) -> Checked {
        let names = factory::heuristic_names::<G>(&setup);
        let built_in: Vec<_> =
            names.iter().filter_map(|name| factory::heuristic::<G>(&setup, name).ok()).collect();
        let positions = random_positions::<G>(&setup, 40, 11);
        let samples: Vec<Sample> = chosen(&positions)
            .into_iter()
            .map(|pos| {
                let player = pos.turn();
                let value = self.file.evaluate(pos, player, 0).map(|judged| judged.value);
                let printed = take_printed();
                let parts =
                    if value.is_ok() { self.file.explain(pos, player, 0) } else { Ok(vec![]) };
                Sample {
                    position: format!("diagram:{}", pos.to_diagram()),
                    value,
                    parts: parts.unwrap_or_default(),
                    printed,
                    built_in: built_in.iter().map(|h| h.evaluate(pos, player, 0)).collect(),
                }
            })
            .collect();
        let problems = problems(self.file, &positions);
        let mut evaluations = 0;
        if samples.iter().any(|sample| sample.value.is_err()) {
            return Checked { names, samples, problems, evaluations };
        }
        let step = positions.len() / MEASURED + 1;
        let measured: Vec<&G> = positions.iter().step_by(step).collect();
        let mut once = || {
            for pos in &measured {
                // A failure in a rare position is among the problems.
                let _ = self.file.evaluate(*pos, Player::First, 1);
                evaluations += 1;
            }
        };
        (self.measure)(&mut once);
        Checked { names, samples, problems, evaluations }
    }
}

/// A few positions of the first game, spread over its length.
fn chosen<G: Entry>(positions: &[G]) -> Vec<&G> {
    let first_end = positions.iter().position(|pos| pos.outcome().is_some());
    let game = &positions[..=first_end.unwrap_or(positions.len() - 1)];
    let step = (game.len() / 5).max(1);
    let mut chosen: Vec<&G> = game.iter().step_by(step).collect();
    chosen.extend(game.last());
    chosen
}

fn problems<G: Entry>(file: &dyn BoardHeuristic, positions: &[G]) -> Vec<Message> {
    let idle = positions.first().map(|pos| file.idle_sections(pos)).unwrap_or_default();
    let idle = idle.into_iter().map(|section| {
        Message::new("lab.problem.idle").with("section", section).with("game", G::NAME)
    });
    let mut problems: Vec<Message> = idle.collect();
    let mut values = Vec::new();
    let mut largest_open = 0.0_f64;
    let mut smallest_win = f64::INFINITY;
    let mut one_sided = false;
    for pos in positions {
        let both = Player::BOTH.map(|player| file.evaluate(pos, player, 0));
        let [first, second] = match both {
            [Ok(first), Ok(second)] => [first.value, second.value],
            [Err(fault), _] | [_, Err(fault)] => {
                let position = format!("diagram:{}", pos.to_diagram());
                let problem = Message::new("lab.problem.fault").with("fault", fault);
                problems.push(problem.with("position", position));
                return problems;
            }
        };
        one_sided |= (first + second).abs() > 1e-9 * first.abs().max(1.0);
        match pos.outcome() {
            Some(Outcome::Win(winner)) => {
                let worth = [first, second][winner.index()];
                smallest_win = smallest_win.min(worth);
            }
            Some(Outcome::Draw) => {}
            None => {
                largest_open = largest_open.max(first).max(second);
                values.push(first);
            }
        }
    }
    values.sort_by(f64::total_cmp);
    values.dedup();
    if values.len() < 3 {
        problems.push(Message::new("lab.problem.flat"));
    }
    if smallest_win <= largest_open {
        let problem = Message::new("lab.problem.win-below-open");
        problems.push(problem.with("win", smallest_win).with("open", largest_open));
    }
    if one_sided {
        problems.push(Message::new("lab.problem.one-sided"));
    }
    problems
}
