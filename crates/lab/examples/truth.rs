//! Makes and verifies the positions of `crates/lab/data`, whose truth is known.
//!
//! ```text
//! cargo run --release -p alinea-lab --example truth -- connect4 800 3000000
//! cargo run --release -p alinea-lab --example truth -- gomoku 600 20000 gomoku.txt
//! cargo run --release -p alinea-lab --example truth -- --verify gomoku 5000 [FILE]
//! ```
//! With a file the work is resumable: every number that was tried is a line of FILE.journal, and
//! the same command goes on behind the last one. Half of the positions are won, half lost.

use alinea_lab::xray::{Effort, Maker, Truth, Wanted, embedded, read, solve, verify, written};
use std::collections::HashSet;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;

/// The seed of the embedded sets.
const SEED: u64 = 2016;

/// Positions tried for each that is kept.
const TRIES: usize = 1000;

/// Plies that a verification may take beyond those that are told.
const MORE_PLIES: u32 = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = args.iter().map(String::as_str).collect();
    let heading = format!(
        "# Made by the example 'truth' with {} and seed {SEED}.\n\
         # Moves, score for the player to move, scores of the moves that are known.\n",
        texts[..texts.len().min(3)].join(" ")
    );
    match texts.as_slice() {
        ["--verify", game, nodes, rest @ ..] => verified(game, nodes.parse()?, rest),
        [game, count, nodes] => {
            let (count, nodes) = (count.parse()?, nodes.parse()?);
            let wanted = Wanted { count, nodes, rng_seed: SEED, tries: TRIES };
            print(heading + lines(&solve(game, wanted)?).as_str())
        }
        [game, count, nodes, file] => {
            let found = resumed(game, count.parse()?, nodes.parse()?, file)?;
            Ok(std::fs::write(file, heading + lines(&found).as_str())?)
        }
        _ => Err("expected GAME COUNT NODES [FILE] or --verify GAME NODES [FILE]".into()),
    }
}

fn lines(truths: &[Truth]) -> String {
    truths.iter().map(|truth| written(truth) + "\n").collect()
}

fn print(text: String) -> Result<(), Box<dyn Error>> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// Half won, half lost, one position of each game; the journal has a line for each number tried.
struct Kept {
    count: usize,
    truths: Vec<Truth>,
    seen: HashSet<String>,
}

impl Kept {
    fn add(&mut self, line: &str) {
        let Some(truth) = read(line) else { return };
        let same = self.truths.iter().filter(|known| known.result() == truth.result()).count();
        if same < self.count / 2 && self.seen.insert(truth.position.clone()) {
            self.truths.push(truth);
        }
    }
}

fn resumed(game: &str, count: usize, nodes: u64, file: &str) -> Result<Vec<Truth>, Box<dyn Error>> {
    let path = format!("{file}.journal");
    let journal = std::fs::read_to_string(&path).unwrap_or_default();
    // A line that was cut off is made again.
    let whole = journal.rfind('\n').map_or(0, |at| at + 1);
    let mut out = OpenOptions::new().create(true).append(true).open(&path)?;
    File::set_len(&out, whole as u64)?;
    let mut kept = Kept { count, truths: Vec::new(), seen: HashSet::new() };
    let mut tried = 0;
    for line in journal[..whole].lines() {
        kept.add(line);
        tried += 1;
    }
    let mut maker = Maker::new(game, nodes, SEED)?;
    while kept.truths.len() < count / 2 * 2 {
        let line = maker.attempt(tried).map_or_else(|| "-".to_owned(), |truth| written(&truth));
        writeln!(out, "{line}")?;
        kept.add(&line);
        tried += 1;
    }
    Ok(kept.truths)
}

/// Proves positions of a game again: those of a file, or the embedded ones.
fn verified(game: &str, nodes: u64, rest: &[&str]) -> Result<(), Box<dyn Error>> {
    let truths = match rest.first() {
        Some(file) => std::fs::read_to_string(file)?.lines().filter_map(read).collect(),
        None => embedded(game).ok_or("no embedded positions")?,
    };
    let effort = Effort { nodes, plies: MORE_PLIES };
    let (mut won, mut lost, mut failed) = (0, 0, 0);
    for (i, truth) in truths.iter().enumerate() {
        if verify(game, truth, effort)? {
            won += usize::from(truth.result() > 0);
            lost += usize::from(truth.result() < 0);
        } else {
            failed += 1;
            print(format!("{i}: not proven: {}\n", written(truth)))?;
        }
    }
    print(format!("{game}: {won} won and {lost} lost proven again, {failed} not\n"))?;
    if failed > 0 { Err("not all are proven".into()) } else { Ok(()) }
}
