//! Files through the text edge: refused by default, their failures are their seat's.

use super::*;
use crate::{Failure, TraceKeep, TraceQuestion, open};
use alinea_core::SplitMix64;
use alinea_search::{Ignore, Limits, Stop, Thought};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counts stones, and fails as its name says.
struct Stub {
    fails: bool,
    work: u64,
}

impl BoardHeuristic for Stub {
    fn evaluate(&self, board: &dyn Facts, _: Player, level: u32) -> Result<Judged, Fault> {
        if self.fails && board.stones() > 2 {
            return Err(Fault { line: 3, column: 7, message: "division by zero".to_owned() });
        }
        Ok(Judged { value: f64::from(board.stones() + level), work: self.work })
    }

    fn explain(&self, _: &dyn Facts, _: Player, _: u32) -> Result<Vec<Part>, Fault> {
        Ok(Vec::new())
    }

    fn work_per_move(&self) -> u64 {
        1000
    }
}

struct Stubs;

/// Counts stones until it was asked so many times; then whoever waits for the search goes away.
struct Leaving {
    asked: AtomicU64,
    patience: u64,
    stop: Stop,
}

impl BoardHeuristic for Leaving {
    fn evaluate(&self, board: &dyn Facts, _: Player, _: u32) -> Result<Judged, Fault> {
        if self.asked.fetch_add(1, Ordering::Relaxed) == self.patience {
            self.stop.stop();
        }
        let value = (SplitMix64::mix(board.stones().into()) % 7) as f64;
        Ok(Judged { value, work: 1 })
    }

    fn explain(&self, _: &dyn Facts, _: Player, _: u32) -> Result<Vec<Part>, Fault> {
        Ok(Vec::new())
    }

    fn work_per_move(&self) -> u64 {
        u64::MAX - 1
    }
}

impl HeuristicFiles for Arc<Leaving> {
    fn load(&self, _: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        Ok(Arc::clone(self) as Arc<dyn BoardHeuristic>)
    }
}

/// What is told and answered by a search whose heuristic leaves after being asked so many times.
fn left_after(patience: u64) -> (Vec<Thought<String>>, Thought<String>) {
    let stop = Stop::new();
    let leaving = Leaving { asked: AtomicU64::new(0), patience, stop: stop.clone() };
    let mut session = open("connect4").unwrap();
    session.allow_files(Arc::new(Arc::new(leaving)));
    let mut seat = session.seat(&"alphabeta:heuristic=a.rhai,table=1".parse().unwrap()).unwrap();
    let mut told = Vec::new();
    let mut observe = |thought: &Thought<String>| told.push(thought.clone());
    let answer = seat.think(&*session, &Limits::depth(9), &stop, &mut observe).unwrap();
    (told, answer)
}

/// After a script was ended every position is worth 0: what the search makes of that is neither
/// told nor its answer. Wherever it ends, the last whole iteration is.
#[test]
fn a_half_finished_iteration_is_no_answer() {
    let key = |thought: &Thought<String>| {
        (thought.depth, thought.nodes, thought.score, thought.best.clone())
    };
    let (whole, _) = left_after(u64::MAX);
    for patience in [40, 90, 200, 555, 1234, 2000, 3000] {
        let (told, answer) = left_after(patience);
        let last = told.last().expect("the first iteration takes a few positions");
        assert_eq!(key(&answer), key(last), "after {patience}");
        let strange = told.iter().find(|told| !whole.iter().any(|whole| key(whole) == key(told)));
        assert_eq!(strange, None, "after {patience}");
    }
}

impl HeuristicFiles for Stubs {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        Ok(Arc::new(Stub { fails: name == "fails.rhai", work: u64::from(name == "slow.rhai") }))
    }
}

#[test]
fn no_session_reads_files_unless_it_may() {
    let mut session = open("connect4").unwrap();
    let refused = "heuristic files are not read here";
    assert_eq!(session.evaluate("a.toml", None, 0).unwrap_err().to_string(), refused);
    let seat = session.seat(&"textbook:heuristic=a.rhai".parse().unwrap());
    assert_eq!(seat.err().unwrap().to_string(), refused);
    session.allow_files(Arc::new(Stubs));
    assert_eq!(session.evaluate("a.toml", None, 2).unwrap().0, 2.0);
    let copy = session.boxed_clone();
    assert!(copy.seat(&"alphabeta:heuristic=a.toml".parse().unwrap()).is_ok());
}

#[test]
fn a_failure_in_a_search_is_the_seats_failure() {
    let mut session = open("connect4").unwrap();
    session.allow_files(Arc::new(Stubs));
    let mut seat = session.seat(&"textbook:heuristic=fails.rhai,depth=5".parse().unwrap()).unwrap();
    let mut think = || seat.think(&*session, &Limits::default(), &Stop::new(), &mut Ignore);
    let expected = Failure::Script { line: 3, column: 7, message: "division by zero".into() };
    assert_eq!(think().unwrap_err(), expected);
    assert_eq!(think().unwrap_err(), expected);
    let keep = TraceKeep { max_nodes: 10, max_ply: 9, limits: Limits::default() };
    let engine = "textbook:heuristic=fails.rhai,depth=5".parse().unwrap();
    let traced = session.trace(TraceQuestion::root(&engine, keep), &Stop::new(), &mut |_| {});
    assert_eq!(traced.unwrap_err().to_string(), "fails.rhai: line 3, column 7: division by zero");
}

#[test]
fn work_and_time_are_limited() {
    let mut session = open("connect4").unwrap();
    session.allow_files(Arc::new(Stubs));
    let mut seat = session.seat(&"textbook:heuristic=slow.rhai,depth=9".parse().unwrap()).unwrap();
    let failure = seat.think(&*session, &Limits::default(), &Stop::new(), &mut Ignore);
    assert!(failure.unwrap_err().to_string().contains("more than 1000 steps for one move"));
    let limits = Limits::time(Duration::from_nanos(1));
    let thought = seat.think(&*session, &limits, &Stop::new(), &mut Ignore).unwrap();
    assert!(thought.best.is_some());
    let stop = Stop::new();
    stop.stop();
    let mut seat =
        session.seat(&"textbook:heuristic=table.toml,depth=60".parse().unwrap()).unwrap();
    assert!(seat.think(&*session, &Limits::default(), &stop, &mut Ignore).unwrap().best.is_some());
}
