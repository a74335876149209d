//! What match runners have: clocks, a grace that is kept, names, options and arguments of every
//! engine, a log of what was said, openings of Gomocup, games in the formats of others.
#![cfg(unix)]

mod common;

use alinea_arena::{
    Conduct, Contest, End, GameFormat, GameResult, Place, Record, Request, TimeControl, read_games,
};
use alinea_catalogue::record::read_games as read_records;
use alinea_child::Patience;
use alinea_search::{Limits, Stop};
use common::{Scratch, mock, request};
use std::fs;
use std::time::Duration;

fn request_in(scratch: &Scratch, game: &str, contestants: &[&str]) -> Request {
    request(game, contestants, Place::New(scratch.0.join("match")))
}

fn play(request: &Request, conduct: &Conduct) -> (Contest, Vec<Record>) {
    let mut contest = Contest::prepare(request).unwrap();
    contest.play(conduct, &Stop::new(), &mut |_| ()).unwrap();
    let records = read_games(&contest.dir).unwrap();
    (contest, records)
}

fn conduct() -> Conduct {
    Conduct { concurrency: Some(1), transcript: true, ..Conduct::default() }
}

fn said(contest: &Contest) -> String {
    fs::read_to_string(contest.dir.join("said-1.txt")).unwrap()
}

/// A program that thinks 0.65 s where it has 0.5 s is late; one with patience enough is not.
#[test]
fn a_grace_is_a_grace_and_no_gift() {
    let sleeping = mock("sleeping", "0.65");
    for (grace, late) in [(Duration::from_millis(100), true), (Duration::from_secs(60), false)] {
        let scratch = Scratch::new();
        let mut asked = request_in(&scratch, "mnk:3x3x3", &[&sleeping, "random"]);
        asked.limits = Limits::time(Duration::from_millis(500));
        asked.games = Some(1);
        let patience = Patience { grace, ..Patience::default() };
        let (_, records) = play(&asked, &Conduct { patience, ..conduct() });
        assert_eq!(records[0].end == End::Timeout, late, "{records:?}");
    }
}

#[test]
fn a_clock_runs_down_and_is_told() {
    let scratch = Scratch::new();
    let mut asked = request_in(&scratch, "connect4", &[&mock("sleeping", "0.2"), "random"]);
    asked.clock = Some(TimeControl { base_ms: 500, increment_ms: 0, grace_ms: 0 });
    let (contest, records) = play(&asked, &conduct());
    for record in &records {
        let lost = if record.first == "random" { GameResult::First } else { GameResult::Second };
        // A game that dice lose before the clock has run down would be no clock's fault.
        if record.end == End::Timeout {
            assert_eq!(record.result, lost, "{record:?}");
        }
    }
    assert!(records.iter().any(|record| record.end == End::Timeout), "{records:?}");
    let said = said(&contest);
    assert!(said.contains(" clock 500 0\n"), "{said}");
    let plan = fs::read_to_string(contest.dir.join("plan.json")).unwrap();
    assert!(plan.contains("\"base_ms\": 500"), "{plan}");
}

#[test]
fn increments_are_added_and_engines_keep_to_their_share() {
    let scratch = Scratch::new();
    let mut asked = request_in(&scratch, "mnk:3x3x3", &[&mock("good", ""), "best"]);
    asked.clock = Some(TimeControl { base_ms: 60_000, increment_ms: 90_000, grace_ms: 100 });
    asked.openings = Some(scratch.0.join("openings.txt"));
    fs::write(scratch.0.join("openings.txt"), "-\n").unwrap();
    asked.limits = Limits::nodes(50);
    let (contest, records) = play(&asked, &conduct());
    assert!(records.iter().all(|record| record.end == End::Rules), "{records:?}");
    let said = said(&contest);
    let clocks: Vec<u64> = said
        .lines()
        .filter_map(|line| line.split_once(" clock ")?.1.split(' ').next()?.parse().ok())
        .collect();
    assert_eq!(clocks[0], 60_000, "{said}");
    assert!(clocks[1] > 60_000 && clocks[1] <= 150_000, "{clocks:?}");
}

#[test]
fn names_options_and_arguments_reach_their_engines() {
    let scratch = Scratch::new();
    let contestant = format!("{},time=5,option.mood=very calm", mock("good", "--fast"));
    let mut asked = request_in(&scratch, "mnk:3x3x3", &[&contestant, "random"]);
    asked.labels = vec![Some("Ana".to_owned()), None];
    let (contest, records) = play(&asked, &conduct());
    assert_eq!((records[0].first.as_str(), records[0].second.as_str()), ("Ana", "random"));
    let said = said(&contest);
    assert!(said.contains("> option mood very calm\n"), "{said}");
    assert!(said.contains("> go time 5000\n") && said.contains("< bestmove "), "{said}");
}

#[test]
fn gomocup_engines_are_told_memory_clock_and_options() {
    let scratch = Scratch::new();
    let brain = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mocks/pbrain.py");
    let contestant = format!("gomocup:{brain},option.hash_size=7");
    let mut asked = request_in(&scratch, "gomoku:9", &[&contestant, "random"]);
    asked.clock = Some(TimeControl { base_ms: 90_000, increment_ms: 0, grace_ms: 100 });
    let (contest, records) =
        play(&asked, &Conduct { memory_bytes: Some(64 * 1024 * 1024), ..conduct() });
    assert!(records.iter().all(|record| record.end == End::Rules), "{records:?}");
    let said = said(&contest);
    for line in [
        "> INFO max_memory 67108864",
        "> INFO timeout_match 90000",
        "> INFO timeout_turn 90000",
        "> INFO hash_size 7",
        "> INFO time_left 90000",
    ] {
        assert!(said.lines().any(|found| found == line), "{line}: {said}");
    }
}

#[test]
fn games_go_out_as_sgf_and_psq_and_come_back() {
    let scratch = Scratch::new();
    let mut asked = request_in(&scratch, "gomoku:9", &["random", "random"]);
    asked.labels = vec![Some("A ] b".to_owned()), None];
    asked.openings = Some(scratch.0.join("offsets.txt"));
    fs::write(scratch.0.join("offsets.txt"), "0,0, 1,-1\n").unwrap();
    asked.rotate = true;
    asked.games = Some(6);
    let (contest, records) = play(&asked, &conduct());
    // Three rounds from one opening, turned three ways; the centre stays where it is.
    let starts: Vec<String> = records.iter().step_by(2).map(|r| r.moves[..5].to_owned()).collect();
    assert!(starts.iter().all(|start| start.starts_with("e5 ")), "{starts:?}");
    assert!(starts[0] != starts[1] && starts[1] != starts[2], "{starts:?}");
    contest.export(GameFormat::Sgf).unwrap();
    contest.export(GameFormat::Psq).unwrap();
    let sgf = fs::read_to_string(contest.dir.join("games.sgf")).unwrap();
    assert_eq!(sgf.matches("(;FF[4]").count(), 6, "{sgf}");
    let all = read_records(sgf.as_bytes(), None).unwrap();
    assert_eq!(all.len(), 6);
    for record in &records {
        let name = format!("psq/{:06}.psq", record.game);
        let psq = fs::read_to_string(contest.dir.join(name)).unwrap();
        let game = sgf.split("(;FF[4]").nth(record.game).unwrap();
        let one = read_records(psq.as_bytes(), Some("gomoku:9")).unwrap();
        for read in [&one[0], &all[record.game - 1]] {
            assert_eq!(read.session.moves().join(" "), record.moves);
        }
        assert_eq!(
            all[record.game - 1].names,
            [&record.first, &record.second].map(|n| Some(n.clone()))
        );
        assert!(game.contains(match record.result {
            GameResult::First => "RE[B+",
            GameResult::Second => "RE[W+",
            GameResult::Draw => "RE[0]",
        }));
    }
    let wrong = Contest::prepare(&request_in(&scratch, "connect4", &["random", "random"]));
    let error = wrong.unwrap().check_format(GameFormat::Psq).unwrap_err().to_string();
    assert!(error.contains("psq: expected gomoku"), "{error}");
}
