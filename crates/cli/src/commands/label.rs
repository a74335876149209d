//! `alinea label`: exact labels of Connect Four positions, as JSON lines or CSV, resumable.

use super::solve::{Line, analyst, complain, positions, read_diagram_or_moves};
use crate::answer::{Answer, Failed};
use alinea_core::Position;
use alinea_engines::connect4::analyst::{Allowance, Analyst, Connect4, as_score};
use alinea_engines::connect4::solver::Goal;
use alinea_search::{Limits, Stop};
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions, one a line [default: standard input]
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,
    /// Where the labels go; labels already there are kept and not computed again
    /// [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Comma-separated values with a header instead of JSON lines
    #[arg(long)]
    csv: bool,
    /// Threads for hard positions
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

const HEADER: &str = "position,score,best,plies";

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    let input: Box<dyn BufRead> = match &args.input {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(|e| at(path, &e))?)),
        None => Box::new(std::io::stdin().lock()),
    };
    let (mut out, done): (Box<dyn Write>, usize) = match &args.out {
        Some(path) => {
            let (file, lines) = reopen(path)?;
            (Box::new(file), lines)
        }
        None => (Box::new(std::io::stdout().lock()), 0),
    };
    if args.csv && done == 0 {
        writeln!(out, "{HEADER}")?;
    }
    let skip = if args.csv { done.saturating_sub(1) } else { done };
    let mut analyst = analyst(args.threads)?;
    let mut progress = Progress::new();
    let mut answer = Answer::Yes;
    let mut labelled = 0;
    for line in positions(input) {
        let Line { number, position } = line?;
        // Every position has one line of output, also a refused one: so lines can be counted.
        labelled += 1;
        if labelled <= skip {
            continue;
        }
        let label = match read_diagram_or_moves(&position) {
            Ok(pos) => label(&mut analyst, &pos),
            Err(error) => {
                complain(number, &error);
                answer = Answer::No;
                None
            }
        };
        let line = if args.csv { csv(&position, label) } else { json_line(&position, label) };
        writeln!(out, "{line}")?;
        out.flush()?;
        progress.show(labelled);
    }
    progress.end();
    Ok(answer)
}

struct Label {
    score: i32,
    best: Vec<String>,
    plies: Option<u32>,
}

fn label(analyst: &mut Analyst, pos: &Connect4) -> Option<Label> {
    let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
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

fn csv(position: &str, label: Option<Label>) -> String {
    let plain: String = position.chars().filter(|c| !",\"".contains(*c)).collect();
    match label {
        Some(l) => {
            let plies = l.plies.map(|p| p.to_string()).unwrap_or_default();
            format!("{plain},{},{},{plies}", l.score, l.best.join(" "))
        }
        None => format!("{plain},,,"),
    }
}

/// Opens the output of an earlier run behind its last whole line, and counts its lines.
fn reopen(path: &Path) -> Result<(File, usize), Failed> {
    let mut options = OpenOptions::new();
    let options = options.create(true).truncate(false).read(true).write(true);
    let mut file = options.open(path).map_err(|e| at(path, &e))?;
    let (mut whole, mut lines) = (0u64, 0);
    let mut reader = BufReader::new(&mut file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        if line.ends_with(b"\n") {
            whole += line.len() as u64;
            lines += 1;
        }
        line.clear();
    }
    drop(reader);
    file.set_len(whole)?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(whole))?;
    Ok((file, lines))
}

fn at(path: &Path, error: &std::io::Error) -> Failed {
    Failed::Wrong(format!("{}: {error}", path.display()))
}

/// A count on the terminal while it lasts.
struct Progress {
    is_terminal: bool,
    shown: Instant,
}

impl Progress {
    fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), shown: Instant::now() }
    }

    #[allow(clippy::print_stderr)]
    fn show(&mut self, count: usize) {
        if self.is_terminal && self.shown.elapsed() > Duration::from_millis(200) {
            self.shown = Instant::now();
            eprint!("\r{count} positions labelled");
        }
    }

    #[allow(clippy::print_stderr)]
    fn end(&self) {
        if self.is_terminal {
            eprintln!();
        }
    }
}
