//! Exact labels of Connect Four positions: a unit is a position, a result a line of JSON or CSV.

use alinea_core::{Position, PositionError};
use alinea_engines::connect4::analyst::{
    Allowance, Analyst, Connect4, DEFAULT_TABLE_MB, Size, as_score, read,
};
use alinea_engines::connect4::solver::Goal;
use alinea_jobs::{Job, JobError, Kind, Output, Plan, Refusal, Unfinished, Work, Worker};
use alinea_search::{Limits, Stop};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Labels, for the table of kinds that a worker can run.
pub const KIND: Kind = Kind { name: NAME, open: open_anywhere };
const NAME: &str = "label";
const POSITIONS_FILE: &str = "positions.txt";
const HEADING: &str = "position,score,best,plies";

/// How labels are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A JSON object a line.
    Json,
    /// Comma-separated values with a heading.
    Csv,
}

#[derive(Serialize, Deserialize)]
struct Settings {
    format: Format,
}

/// The plan for these positions; its file is [`positions_file`].
#[must_use]
pub fn plan(positions: &[String], format: Format) -> Plan {
    let mut plan = Plan::new(NAME, positions.len() as u64);
    plan.settings = json!({ "format": format });
    match format {
        Format::Json => plan.journal = "labels.jsonl".to_owned(),
        Format::Csv => {
            plan.journal = "labels.csv".to_owned();
            plan.heading = Some(HEADING.to_owned());
        }
    }
    plan
}

/// The positions as the file of the plan: its name and text.
#[must_use]
pub fn positions_file(positions: &[String]) -> (&'static str, String) {
    let mut text = positions.join("\n");
    text.push('\n');
    (POSITIONS_FILE, text)
}

/// Whether a line is the label of this position.
#[must_use]
pub fn belongs(format: Format, position: &str, line: &[u8]) -> bool {
    match format {
        Format::Json => serde_json::from_slice::<Value>(line)
            .is_ok_and(|label| label.get("position").and_then(Value::as_str) == Some(position)),
        Format::Csv => line.starts_with(format!("{},", plain(position)).as_bytes()),
    }
}

/// A drawn board with a side to move, or, where that word is something else, without.
pub fn read_diagram_or_moves(position: &str) -> Result<Connect4, PositionError> {
    let first = || position.split(' ').next().unwrap_or(position);
    read(position).or_else(|error| read(first()).map_err(|_| error))
}

/// The positions of a job, ready to be labelled.
pub struct LabelWork {
    positions: Vec<String>,
    format: Format,
    threads: usize,
}

impl LabelWork {
    /// Opens a job; `threads` think about each position.
    pub fn open(job: &Job, threads: usize) -> Result<LabelWork, JobError> {
        let settings: Settings = job.plan.settings()?;
        let text = String::from_utf8_lossy(&job.file(POSITIONS_FILE)?).into_owned();
        let positions: Vec<String> = text.lines().map(str::to_owned).collect();
        if positions.len() as u64 != job.plan.units {
            let (expected, found) = (job.plan.units, positions.len());
            return Err(Refusal(format!("expected {expected} positions, found {found}")).into());
        }
        Ok(LabelWork { positions, format: settings.format, threads })
    }
}

fn open_anywhere(job: &Job) -> Result<Box<dyn Work>, Refusal> {
    Ok(Box::new(LabelWork::open(job, 1).map_err(Refusal::new)?))
}

impl Work for LabelWork {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        let analyst = Analyst::new(Size::USUAL, DEFAULT_TABLE_MB, self.threads);
        let analyst = analyst.ok_or_else(|| Refusal::new("the solver could not be made"))?;
        Ok(Box::new(Labeller { work: self, analyst }))
    }
}

struct Labeller<'w> {
    work: &'w LabelWork,
    analyst: Analyst,
}

impl Worker for Labeller<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        let position = &self.work.positions[unit as usize];
        // Every position has a line, also one that is refused: so lines can be counted.
        let label = read_diagram_or_moves(position).ok();
        let label = label.and_then(|pos| label_of(&mut self.analyst, &pos, stop));
        if stop.is_set() {
            return Err(Unfinished::Stopped);
        }
        Ok(Output::new(match self.work.format {
            Format::Json => json_line(position, label),
            Format::Csv => csv_line(position, label),
        }))
    }
}

struct Label {
    score: i32,
    best: Vec<String>,
    plies: Option<u32>,
}

fn label_of(analyst: &mut Analyst, pos: &Connect4, stop: &Stop) -> Option<Label> {
    let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), stop);
    let (score, moves) = match pos.outcome() {
        Some(_) => (analyst.score(pos, &mut allowance).lower, Vec::new()),
        None => analyst.best_moves(pos, &mut allowance)?,
    };
    let mut best: Vec<String> = moves.iter().map(|col| (col + 1).to_string()).collect();
    best.sort();
    let decided = as_score(pos, score);
    let squares = u32::from(pos.size().squares());
    let plies = decided.win().or(decided.loss()).or(Some(squares - pos.ply()));
    Some(Label { score, best, plies })
}

fn json_line(position: &str, label: Option<Label>) -> String {
    match label {
        Some(l) => {
            json!({ "position": position, "score": l.score, "best": l.best, "plies": l.plies })
        }
        None => json!({ "position": position, "error": "not a position" }),
    }
    .to_string()
}

fn plain(position: &str) -> String {
    position.chars().filter(|c| !",\"".contains(*c)).collect()
}

fn csv_line(position: &str, label: Option<Label>) -> String {
    let plain = plain(position);
    match label {
        Some(l) => {
            let plies = l.plies.map(|p| p.to_string()).unwrap_or_default();
            format!("{plain},{},{},{plies}", l.score, l.best.join(" "))
        }
        None => format!("{plain},,,"),
    }
}
