//! Thinks the brain's tasks with the strong engine; prints nothing.

use crate::brain::{Answer, Purpose, Task, coordinates};
use alinea_core::Cell;
use alinea_engines::gomoku::engine::swap::{self, Allowance, Decision, SwapRule};
use alinea_engines::gomoku::engine::{GomokuEngine, Judge, Net};
use alinea_games::gomoku::{Size, Variant};
use alinea_search::{Clock, Limits, RootMove, Stop, Thought};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A file with a network, to judge positions in the place of the one that is built in.
#[derive(Clone, Debug)]
pub struct WeightFile {
    /// What people call it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// No network is larger: what comes behind is not read.
const LARGEST_FILE: u64 = 1 << 20;

impl WeightFile {
    /// Reads a file; whether it holds a network for the rule shows when the rule is known.
    pub fn open(path: &Path) -> Result<WeightFile, String> {
        let name = path.display().to_string();
        let mut bytes = Vec::new();
        let read = File::open(path)
            .and_then(|file| file.take(LARGEST_FILE).read_to_end(&mut bytes))
            .map_err(|error| format!("{name}: {error}"));
        read.map(|_| WeightFile { name, bytes })
    }
}

/// An engine that is made anew when its table or threads change.
#[derive(Default)]
pub struct Thinker {
    engine: Option<(GomokuEngine, usize, usize)>,
    weights: Option<WeightFile>,
    /// The rule that the engine's judge was chosen for.
    judged: Option<Variant>,
}

impl Thinker {
    /// An engine that judges by a file, for the rule that the file is for.
    pub fn with_weights(weights: Option<WeightFile>) -> Thinker {
        Thinker { weights, ..Thinker::default() }
    }

    /// Gives up the engine and its table.
    pub(crate) fn forget(&mut self) {
        self.engine = None;
        self.judged = None;
    }

    /// Has the file judge; one that does not fit the rule is refused with a sentence, once, and the built-in numbers judge.
    fn set_judge(&mut self, rule: Variant, tell: &mut dyn FnMut(String)) {
        let (Some(weights), Some((engine, ..))) = (&self.weights, &mut self.engine) else { return };
        if self.judged == Some(rule) {
            return;
        }
        self.judged = Some(rule);
        engine.set_judge(match Net::read(&weights.bytes, rule) {
            Ok(net) => Judge::Net(Arc::new(net)),
            Err(error) => {
                tell(format!("MESSAGE {}: {error}; the built-in weights play", weights.name));
                Judge::Best
            }
        });
    }

    fn engine(&mut self, task: &Task) -> &mut GomokuEngine {
        let fits = self.engine.as_ref().is_some_and(|(_, bytes, threads)| {
            (*bytes, *threads) == (task.table_bytes, task.threads)
        });
        if !fits {
            // The old table goes before the new one comes.
            self.forget();
        }
        let make =
            || (GomokuEngine::new(task.table_bytes, task.threads), task.table_bytes, task.threads);
        &mut self.engine.get_or_insert_with(make).0
    }

    /// Thinks a task to its end; `tell` hears lines to print on the way.
    pub fn think(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(String)) -> Answer {
        let clock = Clock::start();
        self.engine(task);
        self.set_judge(task.placement.variant(), tell);
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
