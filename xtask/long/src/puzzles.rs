//! `cargo xtask puzzles FILE...`: chooses the puzzles that are shipped from mined ones (JSON
//! lines of `alinea puzzles`, or lines of the packed text), themes and difficulties mixed, and packs them.

use crate::{Outcome, root};
use alinea_coach::puzzles::{Puzzle, pack};
use alinea_data::puzzles::read;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs;

const FILE: &str = "crates/coach/src/puzzles/puzzles.txt";
/// How many of each game, of those that `alinea puzzles --verify` let pass.
const WANTED: [(&str, usize); 6] = [
    ("connect4", 300),
    ("gomoku", 53),
    ("standard", 50),
    ("renju", 52),
    ("caro", 45),
    ("boom", 100),
];

pub(crate) fn run(files: &[String]) -> Outcome {
    if files.is_empty() {
        return Err("expected files of mined puzzles".to_owned());
    }
    let mut found = Vec::new();
    // One game under several rules, or two moves beside each other, give one puzzle.
    let mut seen = HashSet::new();
    let mut is_new = |puzzle: &Puzzle| {
        let moves = puzzle.session().map(|session| session.moves().to_vec()).unwrap_or_default();
        let before = moves.split_last().map_or(String::new(), |(_, before)| before.concat());
        seen.insert((before, puzzle.solution.first().cloned()))
    };
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let puzzles = if text.starts_with('{') {
            read(&text).map_err(|error| format!("{file}: {error}"))?
        } else {
            text.lines().filter_map(|line| line.parse().ok()).collect()
        };
        found.extend(puzzles.into_iter().filter(&mut is_new));
    }
    let mut chosen = Vec::new();
    for (game, wanted) in WANTED {
        let own: Vec<Puzzle> = found.iter().filter(|p| p.game == game).cloned().collect();
        let mixed = mixed(own, wanted);
        println!("{game}: {} of {wanted}", mixed.len());
        chosen.extend(mixed);
    }
    let text = pack(&chosen);
    println!("{} puzzles, {} bytes", chosen.len(), text.len());
    fs::write(root().join(FILE), text).map_err(|error| format!("{FILE}: {error}"))
}

/// Takes from every theme and difficulty in turn, so that none fills the collection.
fn mixed(puzzles: Vec<Puzzle>, wanted: usize) -> Vec<Puzzle> {
    let mut groups: BTreeMap<_, VecDeque<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        groups.entry((puzzle.theme, puzzle.difficulty)).or_default().push_back(puzzle);
    }
    let mut chosen = Vec::new();
    while chosen.len() < wanted && groups.values().any(|group| !group.is_empty()) {
        let next = groups.values_mut().filter_map(VecDeque::pop_front);
        chosen.extend(next.take(wanted - chosen.len()));
    }
    chosen
}
