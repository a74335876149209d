//! `alinea prove`: a strategy as a certificate: searched, shown, expanded.

mod columns;
mod squares;

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_proof::{Certificate, Embedded, Guide, MAX_BYTES, Shape, moves_text};
use serde_json::json;
use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: connect4, connect4:COLSxROWS with sides from 4 to 7, or a small board such as
    /// mnk:6x5x4
    #[arg(value_name = "GAME", required_unless_present = "expand")]
    game: Option<String>,
    /// Only plain plans: at most two columns with a word of their own
    #[arg(long)]
    plans_only: bool,
    /// How long to search
    #[arg(long, default_value_t = 10.0, value_name = "N", value_parser = minutes)]
    minutes: f64,
    /// Where the best so far is kept; if the file is there, the search goes on from it
    /// [default: printed at the end]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What is to be few: stored moves, or all positions
    #[arg(long, default_value = "stored", value_parser = ["stored", "nodes"])]
    objective: String,
    /// Start from nothing instead of from the certificate that comes with the program
    #[arg(long)]
    fresh: bool,
    /// For the dice of the search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the certificate that comes with the program
    #[arg(long, conflicts_with_all = ["out", "expand"])]
    show: bool,
    /// Print every position that can arise in the strategies of a certificate, with the move
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    expand: Option<PathBuf>,
}

fn minutes(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n <= 100_000.0);
    number.ok_or_else(|| format!("expected minutes, more than 0 and up to 100000, found {text}"))
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    if let Some(path) = &args.expand {
        return expand(path);
    }
    let game = args.game.as_deref().unwrap_or_default();
    if args.show {
        return show(args, game, context);
    }
    if game.starts_with("mnk:") {
        return squares::search(args, game, context);
    }
    match shape(game) {
        Some(shape) => columns::search(args, context, shape),
        None => Err(Failed::Wrong(format!(
            "expected connect4, connect4:COLSxROWS with sides from 4 to 7, or mnk:COLSxROWSxK, \
             found {game}"
        ))),
    }
}

fn shape(game: &str) -> Option<Shape> {
    let size = match game.strip_prefix("connect4")? {
        "" => return Some(Shape::STANDARD),
        rest => rest.strip_prefix(':')?,
    };
    let (cols, rows) = size.split_once('x')?;
    Shape::new(cols.parse().ok()?, rows.parse().ok()?)
}

fn show(args: &Args, game: &str, context: Context) -> Result<Answer, Failed> {
    let found = if args.plans_only { Embedded::of_plans(game) } else { Embedded::of(game) };
    let Some(text) = found else {
        let known: Vec<_> = Embedded::BOARDS.iter().map(|board| board.0).collect();
        let (known, plans) = (known.join(", "), if args.plans_only { " --plans-only" } else { "" });
        return Err(Failed::Wrong(format!(
            "expected connect4 [--plans-only], {known} with --show, found {game}{plans}"
        )));
    };
    if !context.json {
        print(text)?;
    } else if let Ok(certificate) = Certificate::read(text) {
        print_counts(&certificate)?;
    } else {
        let lines = text.lines().find_map(|line| line.strip_prefix("lines ")?.parse::<u32>().ok());
        print_json(&json!({ "lines": lines }))?;
    }
    Ok(Answer::Yes)
}

fn print_counts(certificate: &Certificate) -> Result<(), Failed> {
    for strategy in &certificate.strategies {
        let counts = strategy.counts;
        print_json(&json!({
            "stored": counts.stored, "leaves": counts.leaves,
            "forced": counts.forced, "replies": counts.replies,
        }))?;
    }
    Ok(())
}

fn wrong(error: impl std::fmt::Display) -> Failed {
    Failed::Wrong(error.to_string())
}

/// Reads a certificate; a file that is none is refused with the line and the reason.
fn read(path: &Path) -> Result<Certificate, Failed> {
    let mut text = String::new();
    let file = fs::File::open(path);
    file.and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_string(&mut text))
        .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
    Certificate::read(&text)
        .map_err(|error| Failed::Refused(format!("{}: {error}", path.display())))
}

fn expand(path: &Path) -> Result<Answer, Failed> {
    let certificate = read(path)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for strategy in &certificate.strategies {
        let mut written = Ok(());
        let complete = Guide::new(&certificate, strategy).expand(|moves, col| {
            if written.is_ok() {
                written = writeln!(out, "{} {}", moves_text(moves), col + 1);
            }
        });
        written?;
        if complete.is_none() {
            out.flush()?;
            let (hero, goal) = (strategy.hero, strategy.goal.name());
            return Err(Failed::Refused(format!(
                "{}: expected a strategy by which the {hero} player reaches a {goal}; it does not",
                path.display()
            )));
        }
    }
    out.flush()?;
    Ok(Answer::Yes)
}

/// A file replaces the one before at once or not at all.
fn save(path: &Path, text: &str) -> Result<(), Failed> {
    let at = |error: std::io::Error| Failed::Wrong(format!("{}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text).map_err(at)?;
    fs::rename(&beside, path).map_err(at)
}
