//! Any bytes as what programs outside write, in the protocol of `docs/protocol.md` and in that of
//! Gomocup: no panic, a score is no more than a win, and a move is only what a line says.
#![no_main]

#[path = "../../crates/gomocup/src/answer.rs"]
mod gomocup;
#[allow(dead_code)]
#[path = "../../crates/child/src/output.rs"]
mod output;
#[path = "../../crates/child/src/answer.rs"]
mod process;

use alinea_search::{Score, Thought};
use std::io::Cursor;
use std::time::Duration;

/// Bytes of the memory are there at once.
const PATIENCE: Duration = Duration::from_secs(30);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut thought = Thought::of(None);
    let mut lines = output::Lines::of(Cursor::new(bytes.to_vec()));
    for line in std::iter::from_fn(|| lines.next(PATIENCE).ok()).take(64) {
        assert!(!line.contains('\n'));
        process::read_info(&line, &mut thought);
        assert!(Score::MIN < thought.score && thought.score < Score::MAX);
        assert!(thought.line.len() <= 64);
        if let Some(Some(best)) = process::best_move(&line) {
            assert!(line.contains(&best) && !best.contains(' '));
        }
        let _ = gomocup::greeting_in(&line);
        if let Some(Ok((x, y))) = gomocup::move_in(&line) {
            assert_eq!(gomocup::coordinates_in(&format!("{x},{y}")), Some((x, y)));
        }
        let _ = alinea_child::Program::parse(&line);
    }
});
