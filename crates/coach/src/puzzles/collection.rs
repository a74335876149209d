//! The puzzles that are shipped: one text, read when it is first asked for.

use super::Puzzle;
use std::sync::OnceLock;

const TEXT: &str = include_str!("puzzles.txt");

/// Every puzzle that is shipped.
#[must_use]
pub fn collection() -> &'static [Puzzle] {
    static READ: OnceLock<Vec<Puzzle>> = OnceLock::new();
    READ.get_or_init(|| TEXT.lines().filter_map(|line| line.parse().ok()).collect())
}

/// The shipped puzzle with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Puzzle> {
    collection().iter().find(|puzzle| puzzle.id() == id)
}

/// Puzzles as the text that is shipped: by game, the easy ones first, one a line.
#[must_use]
pub fn pack(puzzles: &[Puzzle]) -> String {
    let mut sorted: Vec<&Puzzle> = puzzles.iter().collect();
    sorted.sort_by_key(|puzzle| (&puzzle.game, puzzle.difficulty, puzzle.theme, &puzzle.position));
    sorted.iter().map(|puzzle| format!("{puzzle}\n")).collect()
}
