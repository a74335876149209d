//! Any text as puzzles, compact or as JSON lines: refused, or written again they read the same.
#![no_main]

use alinea_coach::puzzles::Puzzle;
use alinea_data::puzzles::{lines, read};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for line in text.lines().take(8) {
        if let Ok(puzzle) = line.parse::<Puzzle>() {
            assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()), "{puzzle}");
            assert_eq!(read(&lines(&[puzzle.clone()])), Ok(vec![puzzle]));
        }
    }
    if let Ok(puzzles) = read(text) {
        assert_eq!(read(&lines(&puzzles)), Ok(puzzles));
    }
});
