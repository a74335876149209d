//! `cargo xtask book`: solves every Connect Four position up to a ply and packs the book.
//!
//! Hours of work, so each score goes to an append-only journal as soon as it is known: the
//! command can be killed at any moment and goes on where it was. Only the last ply is solved;
//! the scores of the plies before follow by minimax.

use crate::Outcome;
use alinea_engines::connect4::book::{self, Book};
use alinea_engines::connect4::solver::{Board, Question, Solver};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A large table for each thread that stays warm: neighbours share most of their subtrees.
const DEFAULT_MEGABYTES: usize = 2048;
/// A thread takes so many neighbouring positions at a time.
const FAMILY: usize = 256;

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
    let journal = Journal::open(&journal_path()?)?;
    let journal = solve(&options, journal)?;
    write_book(options.plies, &journal)
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

/// Solves what is not known of the last ply, each thread with a solver of its own.
fn solve(options: &Options, journal: Journal) -> Result<Journal, String> {
    let ply = options.plies;
    let mut seen: HashSet<u64> = journal.known.keys().copied().collect();
    let mut todo = Vec::new();
    collect(Board::default(), ply, &mut seen, &mut todo);
    println!("ply {ply}: {} positions to solve", todo.len());
    let families = Mutex::new(todo.chunks(FAMILY));
    let progress = Mutex::new(Progress { journal, done: 0, of: todo.len(), shown: Instant::now() });
    let started = Instant::now();
    // A function of its own, so that the lock is not held while the family is solved.
    let next_family = || lock(&families).next();
    let work = || -> Outcome {
        let mut solver = Solver::standard(options.megabytes);
        while let Some(family) = next_family() {
            for board in family {
                let score = solver.solve(*board, &Question::exact()).lower;
                lock(&progress).add(*board, score, started.elapsed())?;
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err("a thread of the book failed".to_owned()))
        })
    })?;
    Ok(progress.into_inner().unwrap_or_else(PoisonError::into_inner).journal)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Progress {
    journal: Journal,
    done: usize,
    of: usize,
    shown: Instant,
}

impl Progress {
    fn add(&mut self, board: Board, score: i32, elapsed: Duration) -> Outcome {
        self.journal.add(board.canonical_key(), score)?;
        self.done += 1;
        if self.shown.elapsed() > Duration::from_secs(5) {
            self.shown = Instant::now();
            let left = elapsed.as_secs_f64() / self.done as f64 * (self.of - self.done) as f64;
            let (done, of, elapsed) = (self.done, self.of, elapsed.as_secs());
            println!("{done}/{of} positions in {elapsed} s, {:.0} min left", left / 60.0);
        }
        Ok(())
    }
}

/// The unseen descendants of a position after so many plies, neighbours next to each other.
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
