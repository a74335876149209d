//! Contestants outside: a good one plays, a broken one loses that game with the reason, and the
//! match goes on.
#![cfg(unix)]

mod common;

use alinea_arena::{End, GameResult};
use alinea_jobs::Work;
use common::{Scratch, fight, mock, plan};

/// Every game of `contestant` against a quick engine.
fn records_of(contestant: &str, games: u64) -> (Scratch, Vec<alinea_arena::Record>) {
    let dir = Scratch::new();
    let plan = plan("connect4", &[contestant, "random"], games);
    let (_, records) = fight(&dir.0, &plan, 2, None).unwrap();
    assert_eq!(records.len() as u64, games);
    (dir, records)
}

/// Asserts that the program lost every game it failed in, and how.
fn always_loses(contestant: &str, end: End, reason: &str) -> Scratch {
    let (dir, records) = records_of(contestant, 4);
    for record in &records {
        let lost = if record.first == contestant { GameResult::Second } else { GameResult::First };
        assert_eq!((record.result, record.end), (lost, end), "{record:?}");
        assert!(record.reason.as_deref().unwrap().contains(reason), "{record:?}");
    }
    dir
}

#[test]
fn a_good_program_plays_whole_games() {
    let contestant = mock("good", "");
    let (_dir, records) = records_of(&contestant, 6);
    for record in &records {
        assert_eq!((record.end, &record.reason), (End::Rules, &None), "{record:?}");
        let side = usize::from(record.second == contestant);
        assert!(record.nodes[side] > 0 && record.nodes[side] % 7 == 0, "{record:?}");
    }
}

#[test]
fn a_scripted_program_plays_its_script_in_every_game() {
    let contestant = mock("scripted", "4 4 4 3 3 3");
    let dir = Scratch::new();
    let plan = plan("connect4", &[&contestant, &mock("scripted", "1 1 1 2 2 2")], 2);
    let (_, records) = fight(&dir.0, &plan, 1, None).unwrap();
    // From "44": the first four in column 3 wins, once the scripts repeat their last move.
    assert_eq!(records[0].moves, "4 4 4 1 4 1 4 1 3 2 3 2 3 2 3");
    assert_eq!((records[0].end, records[0].result), (End::Rules, GameResult::First));
    // With colours swapped the stone of the opening makes it four in column 4.
    assert_eq!(records[1].moves, "4 4 1 4 1 4 1 4");
    assert_eq!((records[1].end, records[1].result), (End::Rules, GameResult::Second));
}

#[test]
fn illegal_moves_lose() {
    always_loses(&mock("illegal", ""), End::Illegal, "played the illegal move '99'");
}

#[test]
fn a_crash_loses_and_keeps_its_last_words() {
    let dir = always_loses(&mock("crashing", ""), End::Crash, "division by zero in line 7");
    let log = std::fs::read_to_string(dir.0.join("stderr-1.txt")).unwrap();
    assert!(log.contains("division by zero"), "{log}");
}

#[test]
fn a_hanging_program_is_killed_with_its_children() {
    let scratch = Scratch::new();
    let pids = scratch.0.join("pids");
    always_loses(&mock("hanging", &pids.display().to_string()), End::Timeout, "in time");
    let pids = std::fs::read_to_string(&pids).unwrap();
    assert!(pids.lines().count() >= 2, "it was started again: {pids}");
    for pid in pids.lines() {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(stat.is_empty() || stat.contains(") Z"), "{pid} lives: {stat}");
    }
}

#[test]
fn a_flood_ends_in_a_loss() {
    let (dir, records) = records_of(&mock("flooding", ""), 2);
    for record in &records {
        assert!(matches!(record.end, End::Timeout | End::Crash), "{record:?}");
    }
    let log = std::fs::metadata(dir.0.join("stderr-1.txt")).unwrap().len();
    assert!(log <= 4 * 1024 * 1024, "the log stays small, {log} bytes");
}

#[test]
fn a_program_that_does_not_greet_is_refused_before_the_first_game() {
    let dir = Scratch::new();
    let silent = mock("silent", "");
    let plan = plan("connect4", &[&silent, "random"], 4);
    let session = alinea_catalogue::open("connect4").unwrap();
    let folder = alinea_arena::create(&dir.0, &*session, &plan, &common::openings()).unwrap();
    let options = alinea_child::SeatOptions {
        patience: alinea_child::Patience {
            start: std::time::Duration::from_millis(200),
            ..alinea_child::Patience::default()
        },
        ..alinea_child::SeatOptions::default()
    };
    let work = alinea_arena::MatchWork::open(folder.job(), options).unwrap();
    let error = work.worker().err().unwrap();
    assert!(error.to_string().contains("did not answer in time"), "{error}");
}

/// It says so in one breath, so the second is there before it is asked again.
#[test]
fn a_second_move_is_named() {
    let scratch = Scratch::new();
    let bot = scratch.0.join("twice.py");
    let text = "import sys\nprint('ready twice', flush=True)\nfor line in sys.stdin:\n  \
                if line.startswith('legal'): move = line.split()[1]\n  \
                if line.startswith('go'): print('bestmove', move + '\\nbestmove', move, flush=True)\n";
    std::fs::write(&bot, text).unwrap();
    let (_kept, records) = records_of(&format!("process:{}", bot.display()), 4);
    let named = |record: &&alinea_arena::Record| {
        let reason = record.reason.as_deref().unwrap_or_default();
        reason.contains("wrote a second move without being asked: 'bestmove")
    };
    assert!(records.iter().any(|record| named(&record)), "{records:?}");
}

#[test]
fn unknown_engines_and_programs_fail_before_the_first_game() {
    for (bad, expected) in [
        ("bset", "did you mean 'best'?"),
        ("process:./nowhere", "no program"),
        ("mine.toml", "write textbook:heuristic=mine.toml,depth=4"),
        ("heuristic=mine.rhai", "alphabeta:heuristic=mine.rhai"),
    ] {
        let dir = Scratch::new();
        let error = fight(&dir.0, &plan("connect4", &["random", bad], 2), 1, None).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!dir.0.join("games.jsonl").exists());
    }
}

/// The programs of the documentation play whole games and beat dice.
#[test]
fn the_python_examples_play() {
    let python = std::process::Command::new("python3").arg("--version").output();
    if python.is_err() {
        assert!(std::env::var_os("CI").is_none(), "continuous integration needs python3");
        return;
    }
    for (game, script) in [("connect4", "connect4.py"), ("boom", "boom.py")] {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/protocol");
        let contestant = format!("process:{root}/{script},time=5");
        let lines = std::fs::read_to_string(format!("{root}/{script}")).unwrap().lines().count();
        assert!(lines < 40, "{script} has {lines} lines");
        let dir = Scratch::new();
        let plan = plan(game, &[&contestant, "random"], 6);
        let (finish, records) = fight(&dir.0, &plan, 2, None).unwrap();
        assert!(records.iter().all(|record| record.end == End::Rules), "{records:?}");
        let score = finish.tally.against(0, 1);
        assert!(score.wins >= 4, "{script}: {score:?}");
    }
}
