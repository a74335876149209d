//! `cargo xtask book`: solves every Connect Four position up to a ply and packs the book.
//!
//! Hours of work, so it is a job: it can be killed at any moment and goes on where it was.

use crate::{Outcome, root};
use alinea_data::book::{BookWork, plan, positions, scores};
use alinea_engines::connect4::book::{self, Book};
use alinea_jobs::{Fold, Folder, Next, Options as Here, PLAN_FILE, Refusal, run as compute};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A large table for each thread that stays warm: neighbours share most of their subtrees.
const DEFAULT_MEGABYTES: usize = 2048;

struct Options {
    plies: u32,
    threads: usize,
    megabytes: usize,
}

/// Runs the command: `cargo xtask book [--plies N] [--threads N] [--table MB]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let options = parse(args)?;
    let scores = solve(&options)?;
    write_book(options.plies, &scores)
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options { plies: 8, threads: 1, megabytes: DEFAULT_MEGABYTES };
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let value = words.next().and_then(|text| text.parse().ok()).filter(|&n| n >= 1);
        let value: usize = value.ok_or_else(|| format!("{word} needs a number from 1"))?;
        match word.as_str() {
            "--threads" => options.threads = value,
            "--table" => options.megabytes = value,
            "--plies" if (1..=8).contains(&value) => options.plies = value as u32,
            "--plies" => return Err(format!("--plies needs 1 to 8, found {value}")),
            _ => return Err(format!("expected --plies, --threads or --table, found {word}")),
        }
    }
    Ok(options)
}

fn at(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Where the work lies while it lasts.
fn folder_of(plies: u32) -> Result<PathBuf, String> {
    let folder = root().join("target/book");
    let old = folder.join("connect4.journal");
    if old.exists() {
        let old = old.display();
        return Err(format!("{old} is of an older version and cannot be gone on with; remove it"));
    }
    Ok(folder.join(format!("connect4-{plies}")))
}

fn write_book(ply: u32, known: &HashMap<u64, i32>) -> Outcome {
    let keys = book::positions(ply).into_iter().map(|board| board.canonical_key());
    let scores: Option<Vec<i32>> = keys.map(|key| known.get(&key).copied()).collect();
    let bytes = Book::pack(ply, &scores.ok_or("some positions were not solved")?);
    let path = root().join(book::SOURCE_PATH);
    std::fs::write(&path, &bytes).map_err(|error| at(&path, error))?;
    println!("wrote {ply} plies, {} bytes, to {}", bytes.len(), book::SOURCE_PATH);
    Ok(())
}

/// Solves what is not solved yet of the last ply, each thread with a solver of its own.
fn solve(options: &Options) -> Result<HashMap<u64, i32>, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let dir = folder_of(options.plies)?;
    let folder = if dir.join(PLAN_FILE).exists() {
        Folder::open(&dir)
    } else {
        Folder::create(&dir, plan(options.plies), &[])
    };
    let folder = folder.map_err(|error| text(&error))?;
    let work = BookWork::open(folder.job(), options.megabytes).map_err(|error| text(&error))?;
    let here = Here { threads: options.threads, ..Here::default() };
    let mut all = Scores(Vec::new());
    let finish = compute(folder, &work, &mut all, &here, &mut |progress| {
        println!("{} families of positions", progress.text());
    });
    let finish = finish.map_err(|error| text(&error))?;
    if !finish.parked.is_empty() {
        return Err(format!("some positions could not be solved; see {}", dir.display()));
    }
    let keys = positions(options.plies).into_iter().map(|board| board.canonical_key());
    Ok(keys.zip(all.0).collect())
}

/// The scores of all positions in order.
struct Scores(Vec<i32>);

impl Fold for Scores {
    fn reset(&mut self) -> Result<(), Refusal> {
        self.0.clear();
        Ok(())
    }

    fn add(&mut self, unit: u64, result: &[u8]) -> Result<Next, Refusal> {
        let found = scores(result);
        self.0.extend(found.ok_or_else(|| Refusal(format!("unit {unit}: expected scores")))?);
        Ok(Next::More)
    }
}
