//! Does a program keep to `docs/protocol.md`? Tried before a league does: greeting, legal moves, time,
//! silence when nobody asked, and the end.

use crate::{Child, ProcessSeat, Program, SeatOptions};
use alinea_catalogue::{Failure, Seat, Session};
use alinea_core::{Message, SplitMix64};
use alinea_search::{Clock, Ignore, Limits, Stop};
use std::time::{Duration, Instant};

/// Positions a program is asked about.
const POSITIONS: usize = 12;
/// How long a program may take to end after its input closed.
const TO_END: Duration = Duration::from_secs(5);

/// One thing that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What was tried, as a sentence.
    pub what: Message,
    /// What was wrong with it; `None` if nothing was.
    pub problem: Option<String>,
}

/// Tries a program with a game; everything that was tried, in order. Ends with the first failure that
/// makes the rest meaningless.
pub fn check_program(
    session: &dyn Session,
    program: &Program,
    time: Duration,
    options: &SeatOptions,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let found =
        |what: &'static str, problem: Option<String>| Finding { what: Message::new(what), problem };
    let limits = Limits::time(time);
    let mut seat = match ProcessSeat::start(session, program.clone(), limits, options) {
        Ok(seat) => seat,
        Err(error) => return vec![found("program.greeting", Some(error.to_string()))],
    };
    findings.push(found("program.greeting", None));
    let (moves, slowest) = play_around(session, &mut seat);
    let failed = moves.is_err();
    findings.push(found("program.moves", moves.err()));
    if failed {
        return findings;
    }
    let late = (slowest > time).then(|| {
        let (slowest, time) = (slowest.as_millis(), time.as_millis());
        format!("the slowest move took {slowest} ms of {time} ms")
    });
    findings.push(found("program.time", late));
    findings.push(found("program.junk", seat.unasked()));
    drop(seat);
    findings.push(found("program.end", does_not_end(program, options)));
    findings
}

/// Asks for moves along random games; the longest that one took.
fn play_around(session: &dyn Session, seat: &mut ProcessSeat) -> (Result<(), String>, Duration) {
    let mut slowest = Duration::ZERO;
    let mut dice = SplitMix64::new(1);
    let mut board = session.boxed_clone();
    for number in 0..POSITIONS {
        if board.outcome().is_some() || number % 6 == 0 {
            board = session.boxed_clone();
            seat.new_game();
        }
        let clock = Clock::start();
        let thought = seat.think(&*board, &Limits::default(), &Stop::new(), &mut Ignore);
        slowest = slowest.max(clock.elapsed());
        let problem = match thought.map(|thought| thought.best) {
            Ok(Some(mv)) => board.play(&mv).err().map(|_| Failure::Illegal(mv).to_string()),
            Ok(None) => Some("answered without a move".to_owned()),
            Err(failure) => Some(failure.to_string()),
        };
        if let Some(problem) = problem {
            let moves = board.moves().join(" ");
            let place = if moves.is_empty() { "-" } else { &moves };
            return (Err(format!("after {place}: {problem}")), slowest);
        }
        let legal = board.legal();
        if board.outcome().is_none() && !legal.is_empty() {
            let _ = board.play(&legal[dice.below(legal.len())]);
        }
    }
    (Ok(()), slowest)
}

/// A program must end when its input closes.
fn does_not_end(program: &Program, options: &SeatOptions) -> Option<String> {
    let mut child = match Child::start(program, options.log.clone()) {
        Ok(child) => child,
        Err(error) => return Some(error.to_string()),
    };
    child.send("alinea 1");
    child.send("quit");
    child.hang_up();
    let deadline = Instant::now() + TO_END;
    loop {
        match child.receive(deadline, &|| false) {
            Ok(_) => {}
            Err(crate::Lost::Late) => {
                return Some(format!("still runs {} s after quit", TO_END.as_secs()));
            }
            Err(_) => return None,
        }
    }
}
