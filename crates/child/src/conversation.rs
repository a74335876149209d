//! Talking with a program: wait for the line that answers, with a deadline and a bound on noise.

use crate::{Child, Confinement, Lost, OpponentsTurn, Patience};
use alinea_catalogue::Failure;
use alinea_search::Stop;
use std::path::PathBuf;
use std::time::Instant;

/// Lines a program may write before its answer; more is a flood.
const MAX_LINES: usize = 100_000;

/// What the seat of a program needs to know besides the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatOptions {
    /// How long to wait for a program.
    pub patience: Patience,
    /// Where what a program says on stderr is kept.
    pub log: Option<PathBuf>,
    /// How programs that the user named are kept apart; not at all by default.
    pub confinement: Option<Confinement>,
    /// How programs that students handed in are kept apart; always, unless the user trusts them.
    pub student_confinement: Option<Confinement>,
    /// Memory that Gomocup programs are told of.
    pub memory_bytes: Option<u64>,
    /// Where every line that is told and said is written down.
    pub transcript: Option<PathBuf>,
    /// What the program is told before a game, in its own words: key and value.
    pub settings: Vec<(String, String)>,
    /// What it may do while it is not its turn.
    pub opponents_turn: OpponentsTurn,
}

/// Reads lines until `understand` makes an answer, or a failure, of one.
pub fn listen<T>(
    child: &mut Child,
    deadline: Instant,
    stop: &Stop,
    mut understand: impl FnMut(&str) -> Option<Result<T, Failure>>,
) -> Result<T, Failure> {
    for _ in 0..MAX_LINES {
        let line = child.receive(deadline, &|| stop.is_set()).map_err(|lost| match lost {
            Lost::Late => Failure::Timeout,
            Lost::Ended(how) => Failure::Crash(how),
            Lost::CalledOff => Failure::Crash(lost.to_string()),
        })?;
        if let Some(answer) = understand(&line) {
            return answer;
        }
    }
    Err(Failure::Crash(format!("wrote {MAX_LINES} lines and none was the answer")))
}
