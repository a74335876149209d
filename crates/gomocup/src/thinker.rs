//! Thinks the brain's tasks with the strong engine; prints nothing.

use crate::brain::{Answer, Purpose, Task, coordinates};
use alinea_core::Cell;
use alinea_engines::gomoku::engine::GomokuEngine;
use alinea_engines::gomoku::engine::swap::{self, Allowance, Decision, SwapRule};
use alinea_games::gomoku::Size;
use alinea_search::{Clock, Limits, RootMove, Stop, Thought};

/// An engine that is made anew when its table or threads change.
#[derive(Default)]
pub struct Thinker {
    engine: Option<(GomokuEngine, usize, usize)>,
}

impl Thinker {
    fn engine(&mut self, task: &Task) -> &mut GomokuEngine {
        let fits = self.engine.as_ref().is_some_and(|(_, bytes, threads)| {
            (*bytes, *threads) == (task.table_bytes, task.threads)
        });
        if !fits {
            // The old table goes before the new one comes.
            self.engine = None;
        }
        let make =
            || (GomokuEngine::new(task.table_bytes, task.threads), task.table_bytes, task.threads);
        &mut self.engine.get_or_insert_with(make).0
    }

    /// Thinks a task to its end; `tell` hears lines to print on the way.
    pub fn think(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(String)) -> Answer {
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
                let stones = swap::propose(engine, &task.placement, allowance, stop, RNG_SEED);
                return Answer::Stones(stones.to_vec());
            }
            Purpose::Clear => {
                engine.clear();
                return Answer::Cleared;
            }
            Purpose::DecideThree => {
                swap::decide_three(engine, &task.placement, allowance, stop, SwapRule::Swap2)
            }
            Purpose::DecideFive => swap::decide_five(engine, &task.placement, allowance, stop),
        };
        match decided {
            Some(Decision::Swap) => Answer::Swap,
            Some(Decision::Stay(cell)) => Answer::Stones(vec![cell]),
            Some(Decision::TwoMore(second, first)) => Answer::Stones(vec![second, first]),
            None => Answer::Nothing,
        }
    }
}

const RNG_SEED: u64 = 0x0a11_4ea5;

fn choose(
    engine: &mut GomokuEngine,
    task: &Task,
    limits: &Limits,
    stop: &Stop,
    tell: &mut dyn FnMut(String),
) -> Answer {
    let size = task.placement.size();
    let mut report = |thought: &Thought<Cell>| {
        if task.talks {
            lines_of(thought, size).into_iter().for_each(&mut *tell);
        }
    };
    let thought = engine.think_on(&task.placement, limits, stop, &mut report);
    thought.best.map_or(Answer::Nothing, Answer::Move)
}

/// An iteration as message lines, one for each best move.
fn lines_of(thought: &Thought<Cell>, size: Size) -> Vec<String> {
    let line = |(at, root): (usize, &RootMove<Cell>)| {
        let score = match (root.score.win(), root.score.loss()) {
            (Some(plies), _) => format!("+M{plies}"),
            (_, Some(plies)) => format!("-M{plies}"),
            _ => root.score.raw().to_string(),
        };
        let moves: Vec<String> = root.line.iter().map(|cell| coordinates(*cell, size)).collect();
        format!(
            "MESSAGE ({}) DEPTH {} EV {score} N {} TM {} PV {}",
            at + 1,
            thought.depth,
            thought.nodes,
            thought.elapsed.as_millis(),
            moves.join(" ")
        )
    };
    thought.moves.iter().enumerate().map(line).collect()
}
