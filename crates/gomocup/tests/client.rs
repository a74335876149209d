//! The client against a small Gomocup engine: what is sent, and what comes back.
#![cfg(unix)]

use alinea_catalogue::{Failure, Seat, open};
use alinea_child::{Patience, Program, SeatOptions};
use alinea_gomocup::GomocupSeat;
use alinea_search::{Ignore, Limits, Stop};
use std::path::PathBuf;
use std::time::Duration;

fn log_file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("alinea-gomocup-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn options() -> SeatOptions {
    let patience = Patience {
        start: Duration::from_secs(20),
        grace: Duration::from_secs(20),
        unlimited: Duration::from_secs(20),
    };
    SeatOptions { patience, ..SeatOptions::default() }
}

fn mock(log: &std::path::Path) -> Program {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mocks/neighbour.sh");
    Program::new("sh", &[script, log.to_str().unwrap()])
}

#[test]
fn a_game_is_told_move_by_move() {
    let log = log_file("moves");
    let mut session = open("renju:9").unwrap();
    let limits =
        Limits { nodes: Some(500), time: Some(Duration::from_millis(250)), ..Limits::default() };
    let mut seat = GomocupSeat::start(&*session, mock(&log), limits, &options()).unwrap();
    let mut think = |session: &dyn alinea_catalogue::Session| {
        seat.think(session, &Limits::default(), &Stop::new(), &mut Ignore).unwrap().best.unwrap()
    };
    // Top left is a9: columns are letters, rows count from the bottom.
    let first = think(&*session);
    assert_eq!(first, "a9");
    session.play(&first).unwrap();
    session.play("b9").unwrap();
    assert_eq!(think(&*session), "c9");
    // Somebody else's moves in between: the whole board is told again.
    session.play("e5").unwrap();
    session.play("c9").unwrap();
    assert_eq!(think(&*session), "d9");
    drop(seat);
    let told = std::fs::read_to_string(&log).unwrap();
    let expected = "START 9\nINFO timeout_turn 250\nINFO timeout_match 0\nINFO max_memory 367001600\n\
        INFO game_type 1\nINFO rule 4\nINFO max_node 500\nINFO time_left 2147483647\nBEGIN\n\
        INFO time_left 2147483647\nTURN 1,0\nINFO time_left 2147483647\nBOARD\n0,0,1\n1,0,2\n4,4,1\n2,0,2\nDONE\n";
    assert!(told.starts_with(expected), "{told}");
    std::fs::remove_file(log).unwrap();
}

#[test]
fn a_new_game_restarts_the_same_engine() {
    let log = log_file("restart");
    let session = open("gomoku:9").unwrap();
    let limits = Limits::default();
    let mut seat = GomocupSeat::start(&*session, mock(&log), limits, &options()).unwrap();
    for _ in 0..3 {
        seat.new_game();
        let thought = seat.think(&*session, &limits, &Stop::new(), &mut Ignore).unwrap();
        assert_eq!(thought.best.as_deref(), Some("a9"));
    }
    let told = std::fs::read_to_string(&log).unwrap();
    assert_eq!(told.matches("START 9").count(), 1, "{told}");
    assert_eq!(told.matches("RESTART").count(), 2, "{told}");
    std::fs::remove_file(log).unwrap();
}

#[test]
fn engines_that_fail_say_how() {
    let session = open("gomoku").unwrap();
    let start = |script: &str| {
        let mut quick = options();
        quick.patience.start = Duration::from_millis(300);
        GomocupSeat::start(
            &*session,
            Program::new("sh", &["-c", script]),
            Limits::default(),
            &quick,
        )
    };
    let refused = |script: &str| start(script).err().unwrap().to_string();
    assert!(refused("echo ERROR only 20 please; cat").contains("ERROR only 20 please"));
    assert!(refused("cat > /dev/null").contains("in time"));
    assert!(refused("exit 4").contains("exit status: 4"));
    let off_the_board = "read a; echo OK; while read a; do case $a in BEGIN) echo off the board; echo 99,99; esac; done";
    let mut seat = start(off_the_board).unwrap();
    let thought = seat.think(&*session, &Limits::default(), &Stop::new(), &mut Ignore).unwrap();
    assert_eq!(thought.best.as_deref(), Some("99,99"));
    let mut seat = start("read a; echo OK; read b; exit 5").unwrap();
    let failure = seat.think(&*session, &Limits::default(), &Stop::new(), &mut Ignore).unwrap_err();
    assert!(matches!(&failure, Failure::Crash(how) if how.contains("5")), "{failure:?}");
    let connect4 = open("connect4").unwrap();
    let other =
        GomocupSeat::start(&*connect4, Program::new("sh", &[]), Limits::default(), &options());
    assert!(other.err().unwrap().to_string().contains("found connect4"));
}

/// A second move would else be taken for the answer to the next question.
#[test]
fn a_move_nobody_asked_for_is_named() {
    let script =
        "read l; echo OK; while read l; do case $l in BEGIN|TURN*) echo 1,1; echo 2,2; esac; done";
    let limits = Limits::default();
    let second_answer = |pause: Duration| {
        let mut session = open("gomoku:9").unwrap();
        let program = Program::new("sh", &["-c", script]);
        let mut seat = GomocupSeat::start(&*session, program, limits, &options()).unwrap();
        let mut think = |session: &dyn alinea_catalogue::Session| {
            seat.think(session, &limits, &Stop::new(), &mut Ignore)
        };
        let first = think(&*session).unwrap().best.unwrap();
        assert_eq!(first, "b8");
        session.play(&first).unwrap();
        session.play("e5").unwrap();
        std::thread::sleep(pause);
        think(&*session)
    };
    // The second line needs a moment to arrive; one that comes later is an answer in time.
    let pauses = (0..14).map(|doubled| Duration::from_millis(1 << doubled));
    let failure = pauses.map(second_answer).find_map(Result::err).expect("never named");
    let said = "wrote a move without being asked: '2,2'";
    assert!(matches!(&failure, Failure::Crash(why) if why == said), "{failure:?}");
}
