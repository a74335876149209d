//! Thinks the brain's tasks with the strong engine; prints nothing.

use crate::brain::{Outcome, Purpose, Task};
use alinea_engines::gomoku::engine::geometry::Cell;
use alinea_engines::gomoku::engine::search::{DECIDED, WIN};
use alinea_engines::gomoku::engine::strong::{Choice, Strong};
use alinea_engines::gomoku::engine::swap::{self, Allowance, Decision};
use alinea_search::{Clock, Limits, Stop};

/// An engine that is made anew when its table or threads change.
#[derive(Default)]
pub struct Thinker {
    engine: Option<(Strong, usize, usize)>,
}

impl Thinker {
    fn engine(&mut self, task: &Task) -> &mut Strong {
        let fits = self.engine.as_ref().is_some_and(|(_, bytes, threads)| {
            (*bytes, *threads) == (task.table_bytes, task.threads)
        });
        if !fits {
            // The old table goes before the new one comes.
            self.engine = None;
        }
        let make = || (Strong::new(task.table_bytes, task.threads), task.table_bytes, task.threads);
        &mut self.engine.get_or_insert_with(make).0
    }

    /// Thinks a task to its end; `tell` hears lines to print on the way.
    pub fn think(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(String)) -> Outcome {
        let clock = Clock::start();
        let engine = self.engine(task);
        // Laying out the table counts too.
        let spent = clock.elapsed();
        let time = task.limits.time.map(|time| time.saturating_sub(spent));
        let limits = Limits { time, ..task.limits };
        let allowance = Allowance { time, nodes: limits.nodes.unwrap_or(1_000_000) };
        let decided = match task.purpose {
            Purpose::Move => return choose(engine, task, &limits, stop, tell),
            Purpose::Best(lines) => {
                let limits = Limits { lines, ..limits };
                return choose(engine, task, &limits, stop, tell);
            }
            Purpose::Propose => {
                let stones = swap::propose(engine, &task.setup, allowance, stop, SEED);
                return Outcome::Stones(stones.to_vec());
            }
            Purpose::Clear => {
                engine.clear();
                return Outcome::Cleared;
            }
            Purpose::DecideThree => swap::decide_three(engine, &task.setup, allowance, stop, true),
            Purpose::DecideFive => swap::decide_five(engine, &task.setup, allowance, stop),
        };
        match decided {
            Some(Decision::Swap) => Outcome::Swap,
            Some(Decision::Stay(cell)) => Outcome::Stones(vec![cell]),
            Some(Decision::TwoMore(white, black)) => Outcome::Stones(vec![white, black]),
            None => Outcome::Nothing,
        }
    }
}

const SEED: u64 = 0x0a11_4ea5;

fn choose(
    engine: &mut Strong,
    task: &Task,
    limits: &Limits,
    stop: &Stop,
    tell: &mut dyn FnMut(String),
) -> Outcome {
    let mut report = |choice: &Choice| {
        if task.talks {
            lines_of(choice).into_iter().for_each(&mut *tell);
        }
    };
    let choice = engine.choose_any(&task.setup, limits, stop, &mut report);
    choice.and_then(|choice| choice.best).map_or(Outcome::Nothing, Outcome::Move)
}

/// An iteration as message lines, one for each best move.
fn lines_of(choice: &Choice) -> Vec<String> {
    let text = |cell: &Cell| format!("{},{}", cell.x(), cell.y());
    let line = |(at, line): (usize, &alinea_engines::gomoku::engine::search::RootLine)| {
        let score = match line.score {
            s if s > DECIDED => format!("+M{}", WIN - s),
            s if s < -DECIDED => format!("-M{}", WIN + s),
            s => s.to_string(),
        };
        let moves: Vec<String> = line.line.iter().map(text).collect();
        format!(
            "MESSAGE ({}) DEPTH {} EV {score} N {} TM {} PV {}",
            at + 1,
            choice.depth,
            choice.nodes,
            choice.elapsed.as_millis(),
            moves.join(" ")
        )
    };
    choice.lines.iter().enumerate().map(line).collect()
}
