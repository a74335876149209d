//! `cargo xtask book`: solves every Connect Four position up to a ply and packs the book.
//!
//! Hours of work, so each score goes to an append-only journal as soon as it is known: the
//! command can be killed at any moment and goes on where it was. Plies are solved one after
//! the other, so a shallower book is complete long before the whole one.

use crate::Outcome;
use alinea_engines::connect4::book::{self, Book};
use alinea_engines::connect4::solver::{Board, Question, Solver};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A large table that stays warm: positions of one ply share most of their subtrees.
const DEFAULT_MEGABYTES: usize = 1024;
/// The first ply to solve; what is learnt there helps with the next. Shallower scores follow.
const FIRST_PLY: u32 = 2;
/// Positions are visited by common ancestors this many plies up.
const FAMILY: u32 = 2;

struct Options {
    plies: u32,
    threads: usize,
    megabytes: usize,
}

/// Runs the command: `cargo xtask book [--plies N] [--threads N] [--table MB]`.
pub(crate) fn run(args: &[String]) -> Outcome {
    let options = parse(args)?;
    if cfg!(debug_assertions) {
        return run_optimised(args);
    }
    let mut journal = Journal::open(&journal_path()?)?;
    let mut solver = Solver::standard(options.megabytes).with_threads(options.threads);
    for ply in FIRST_PLY..=options.plies {
        solve_ply(ply, &mut solver, &mut journal)?;
        write_book(ply, &journal)?;
    }
    Ok(())
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
            "--plies" if (FIRST_PLY as usize..=8).contains(&value) => options.plies = value as u32,
            "--plies" => return Err(format!("--plies needs {FIRST_PLY} to 8, found {value}")),
            _ => return Err(format!("expected --plies, --threads or --table, found {word}")),
        }
    }
    Ok(options)
}

/// Without optimisation the work would take days, so it is handed to an optimised build.
fn run_optimised(args: &[String]) -> Outcome {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args(["run", "--release", "--quiet", "--package", "xtask", "--", "book"])
        .args(args)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("the optimised build ended with {status}")) }
}

fn at(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn journal_path() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/book");
    std::fs::create_dir_all(&folder).map_err(|error| at(&folder, error))?;
    Ok(folder.join("connect4.journal"))
}

fn write_book(ply: u32, journal: &Journal) -> Outcome {
    let keys = book::positions(ply).into_iter().map(|board| board.canonical_key());
    let scores: Option<Vec<i32>> = keys.map(|key| journal.known.get(&key).copied()).collect();
    let bytes = Book::pack(ply, &scores.ok_or("some positions were not solved")?);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(book::SOURCE_PATH);
    std::fs::write(&path, &bytes).map_err(|error| at(&path, error))?;
    println!("wrote {ply} plies, {} bytes, to {}", bytes.len(), book::SOURCE_PATH);
    Ok(())
}

/// The scores known so far, a line each: canonical key in hexadecimal, score.
struct Journal {
    known: HashMap<u64, i32>,
    file: File,
}

impl Journal {
    /// Reads an earlier run. A last line without its end was cut off and does not count.
    fn open(path: &Path) -> Result<Self, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(at(path, error)),
        };
        let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        let known = whole.filter_map(|line| {
            let (key, score) = line.split_once(' ')?;
            Some((u64::from_str_radix(key, 16).ok()?, score.parse().ok()?))
        });
        let known: HashMap<u64, i32> = known.collect();
        let mut file = OpenOptions::new();
        let mut file = file.create(true).append(true).open(path).map_err(|e| at(path, e))?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(|error| at(path, error))?;
        }
        println!("{} scores known before", known.len());
        Ok(Self { known, file })
    }

    fn add(&mut self, key: u64, score: i32) -> Outcome {
        self.known.insert(key, score);
        let line = format!("{key:x} {score}\n");
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("the journal cannot be written: {error}"))
    }
}

/// What the scores of one ply say of the next: a child is worth to its mover at least the
/// negated score of each of its parents.
fn bounds_below(ply: u32, journal: &Journal) -> HashMap<u64, i32> {
    let mut bounds = HashMap::new();
    for board in book::positions(ply) {
        if let Some(score) = journal.known.get(&board.canonical_key()) {
            for child in board.quiet_children() {
                let bound = bounds.entry(child.canonical_key()).or_insert(-score);
                *bound = (*bound).max(-score);
            }
        }
    }
    bounds
}

/// Solves what is not known of one ply.
fn solve_ply(ply: u32, solver: &mut Solver, journal: &mut Journal) -> Outcome {
    let bounds = bounds_below(ply - 1, journal);
    let mut seen: HashSet<u64> = journal.known.keys().copied().collect();
    let mut todo = Vec::new();
    for root in book::positions(ply - FAMILY) {
        collect(root, FAMILY, &mut seen, &mut todo);
    }
    println!("ply {ply}: {} positions to solve", todo.len());
    let started = Instant::now();
    let mut shown = started;
    for (done, board) in todo.iter().enumerate() {
        let at_least = bounds.get(&board.canonical_key()).copied();
        let score = solver.solve(*board, &Question { at_least, ..Question::exact() }).lower;
        journal.add(board.canonical_key(), score)?;
        if shown.elapsed() > Duration::from_secs(5) {
            shown = Instant::now();
            let (done, elapsed) = (done + 1, started.elapsed().as_secs_f64());
            let left = elapsed / done as f64 * (todo.len() - done) as f64 / 60.0;
            println!("ply {ply}: {done}/{} in {elapsed:.0} s, {left:.0} min left", todo.len());
        }
    }
    Ok(())
}

/// The unseen descendants of a position after so many plies, neighbours next to each other.
fn collect(board: Board, plies: u32, seen: &mut HashSet<u64>, family: &mut Vec<Board>) {
    if plies == 0 {
        if seen.insert(board.canonical_key()) {
            family.push(board);
        }
        return;
    }
    for child in board.quiet_children() {
        collect(child, plies - 1, seen, family);
    }
}
