//! Connect Four's opening book: every position up to a ply, solved. A unit is a family of
//! neighbouring positions of the last ply, which share most of their subtrees; its result is their
//! scores. The scores of the plies before follow by minimax.

use alinea_engines::connect4::solver::{Board, Question, Solver};
use alinea_jobs::{Job, Kind, Output, Plan, Refusal, Unfinished, Work, Worker};
use alinea_search::Stop;
use serde_json::json;
use std::collections::HashSet;

/// The book, for the table of kinds that a worker can run.
pub const KIND: Kind = Kind { name: NAME, open: open_work };
const NAME: &str = "book";
/// Positions of a unit.
const FAMILY: usize = 256;
/// A table for a worker that is not told otherwise.
const DEFAULT_MEGABYTES: usize = 512;

/// The plan for the positions after so many plies.
#[must_use]
pub fn plan(plies: u32) -> Plan {
    let families = positions(plies).len().div_ceil(FAMILY);
    let mut plan = Plan::new(NAME, families as u64);
    plan.settings = json!({ "plies": plies });
    plan.journal = "scores.txt".to_owned();
    plan
}

/// The positions after so many plies, each once with its mirror image, neighbours together.
#[must_use]
pub fn positions(plies: u32) -> Vec<Board> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    collect(Board::default(), plies, &mut seen, &mut found);
    found
}

fn collect(board: Board, plies: u32, seen: &mut HashSet<u64>, found: &mut Vec<Board>) {
    if plies == 0 {
        if seen.insert(board.canonical_key()) {
            found.push(board);
        }
        return;
    }
    for child in board.quiet_children() {
        collect(child, plies - 1, seen, found);
    }
}

/// The scores of a unit's positions, from its result.
pub fn scores(result: &[u8]) -> Option<Vec<i32>> {
    let text = std::str::from_utf8(result).ok()?;
    text.split(' ').map(|score| score.parse().ok()).collect()
}

/// The book in progress.
pub struct BookWork {
    positions: Vec<Board>,
    megabytes: usize,
}

impl BookWork {
    /// Opens a job; every worker has a table of so many megabytes.
    pub fn open(job: &Job, megabytes: usize) -> Result<BookWork, Refusal> {
        let plies = job.plan.settings.get("plies").and_then(serde_json::Value::as_u64);
        let plies = plies.filter(|plies| (1..=8).contains(plies));
        let plies = plies.ok_or_else(|| Refusal::new("expected 1 to 8 plies in the plan"))?;
        Ok(BookWork { positions: positions(plies as u32), megabytes })
    }
}

fn open_work(job: &Job) -> Result<Box<dyn Work>, Refusal> {
    Ok(Box::new(BookWork::open(job, DEFAULT_MEGABYTES)?))
}

impl Work for BookWork {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        Ok(Box::new(BookWorker { work: self, solver: Solver::standard(self.megabytes) }))
    }
}

struct BookWorker<'w> {
    work: &'w BookWork,
    solver: Solver,
}

impl Worker for BookWorker<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        let mut scores = Vec::new();
        for board in self.work.positions.chunks(FAMILY).nth(unit as usize).unwrap_or_default() {
            if stop.is_set() {
                return Err(Unfinished::Stopped);
            }
            scores.push(self.solver.solve(*board, &Question::exact()).lower.to_string());
        }
        Ok(Output::new(scores.join(" ")))
    }
}
