//! Any bytes as a student's search trace or log: graded or refused with a line. The first byte says
//! which assignment it is graded against.
#![no_main]

use alinea_lab::grade::{Assignment, grade};

const ASSIGNMENTS: [(&str, &str, &str); 4] = [
    ("connect4", "-", "textbook:heuristic=ligue4,depth=2"),
    ("connect4", "4455", "textbook:algorithm=minimax,heuristic=quadras,depth=2"),
    ("boom", "-", "desconecta4:depth=2"),
    ("mnk:3x3x3", "a1b2", "textbook:depth=3"),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((&which, trace)) = bytes.split_first() else { return };
    let (game, position, engine) = ASSIGNMENTS[usize::from(which) % ASSIGNMENTS.len()];
    let assignment = Assignment {
        game: game.to_owned(),
        position: position.to_owned(),
        engine: engine.parse().expect("an engine"),
        files: None,
    };
    if let Err(refused) = grade(&assignment, trace) {
        let line = refused.0.strip_prefix("line ").and_then(|rest| rest.split(':').next());
        let line = line.and_then(|number| number.parse().ok()).unwrap_or(1_usize);
        let lines = trace.split(|&byte| byte == b'\n').count();
        assert!((1..=lines + 1).contains(&line), "{}", refused.0);
    }
});
