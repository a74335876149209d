//! Matches as people run them: stopped, killed, resumed.
#![cfg(unix)]

mod common;

use common::Scratch;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn alinea(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alinea"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    alinea(args).output().unwrap()
}

/// A tournament of short games whose records depend on nothing but the plan.
const TOURNAMENT: [&str; 10] = [
    "tournament",
    "connect4",
    "textbook:heuristic=ligue4,depth=2",
    "random",
    "level:2,table=1",
    "--nodes=400",
    "--games=120",
    "--concurrency=3",
    "--seed=5",
    "--out",
];

fn start(args: &[&str]) -> Child {
    alinea(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn text(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap_or_default()
}

/// Numbers of the games that are on disk whole: in their place, or waiting for their turn.
fn finished(dir: &Path) -> Vec<usize> {
    let mut games = Vec::new();
    for name in ["games.jsonl", "ahead.txt"] {
        let text = text(dir, name);
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for line in whole.lines() {
            let record = &line[line.find('{').unwrap()..];
            let record: serde_json::Value = serde_json::from_str(record).unwrap();
            games.push(record["game"].as_u64().unwrap() as usize);
        }
    }
    games.sort_unstable();
    games.dedup();
    games
}

#[test]
fn a_hundred_kills_lose_nothing() {
    let scratch = Scratch::new("kills");
    let whole = scratch.0.join("whole");
    let reference = run(&[&TOURNAMENT[..], &[whole.to_str().unwrap()]].concat());
    assert!(reference.status.success(), "{reference:?}");
    let expected = text(&whole, "games.jsonl");
    let mut kills = 0;
    let mut round = 0;
    let mut dice = alinea_core::SplitMix64::new(99);
    while kills < 100 {
        round += 1;
        let dir = scratch.0.join(format!("round-{round}"));
        let path = dir.to_str().unwrap();
        let mut known: Vec<usize> = Vec::new();
        loop {
            let mut child = if dir.join("plan.json").exists() {
                start(&["tournament", "--resume", path, "--concurrency", "3"])
            } else {
                let _ = fs::remove_dir_all(&dir);
                start(&[&TOURNAMENT[..], &[path]].concat())
            };
            let games_more = if kills < 100 { dice.below(7) } else { usize::MAX };
            let ended = wait_for_games(&mut child, &dir, known.len().saturating_add(games_more));
            // The moment of the kill has nothing to do with the moment of the look.
            sleep(Duration::from_micros(dice.below(3000) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            kills += usize::from(!ended);
            let now = finished(&dir);
            let lost: Vec<_> = known.iter().filter(|game| !now.contains(game)).collect();
            assert!(lost.is_empty(), "a kill lost the games {lost:?}");
            assert!(expected.starts_with(whole_lines(&text(&dir, "games.jsonl"))));
            known = now;
            if ended {
                break;
            }
        }
        assert_eq!(text(&dir, "games.jsonl"), expected, "round {round}");
    }
}

/// Waits until so many games are on disk; true if the program ended by itself.
fn wait_for_games(child: &mut Child, dir: &Path, games: usize) -> bool {
    let patience = Instant::now() + Duration::from_secs(60);
    while Instant::now() < patience {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return true;
        }
        let size = text(dir, "games.jsonl").len() + text(dir, "ahead.txt").len();
        if size > 0 && finished(dir).len() >= games {
            return false;
        }
        sleep(Duration::from_micros(500));
    }
    panic!("the tournament does not go on");
}

fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

#[test]
fn ctrl_c_saves_and_says_how_to_go_on() {
    let scratch = Scratch::new("ctrl-c");
    let dir = scratch.0.join("with space");
    let args = ["match", "connect4", "textbook:heuristic=ligue4,depth=5", "random", "--games=5000"];
    let child = alinea(&[&args[..], &["--out", dir.to_str().unwrap()]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while finished(&dir).len() < 3 && Instant::now() < patience {
        sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let command = said.lines().last().unwrap();
    assert_eq!(command, format!("alinea match --resume '{}'", dir.display()), "{said}");
    let games = finished(&dir).len();
    assert!((3..5000).contains(&games), "{games}");
    // A shorter wish than what is there changes nothing; the same match goes on.
    let again = run(&[
        "match",
        "--resume",
        dir.to_str().unwrap(),
        "--json",
        "connect4",
        "random",
        "random",
    ]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("not what was typed"));
}

#[test]
fn json_has_the_stable_keys_and_the_exit_code_is_the_verdict() {
    let scratch = Scratch::new("json");
    let out = scratch.0.join("m");
    let strong = "textbook:heuristic=ligue4,depth=3";
    let output = run(&[
        "match",
        "connect4",
        strong,
        "random",
        "--games",
        "10",
        "--json",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["games", "wins", "draws", "losses", "elo", "error", "los", "llr", "verdict"] {
        assert!(json.get(key).is_some(), "{key} in {json}");
    }
    assert_eq!(json["games"], 10);
    let report = text(&out, "report.html");
    assert!(report.contains("</html>") && report.contains(strong), "the report was written");
    // Twice the same directory is refused; a longer match continues it.
    let path = out.to_str().unwrap();
    assert_eq!(run(&["match", "connect4", strong, "random", "--out", path]).status.code(), Some(2));
    let before = text(&out, "games.jsonl");
    let longer = run(&["match", "--resume", path, "--games", "14", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&longer.stdout).unwrap();
    assert_eq!(json["games"], 14);
    assert!(text(&out, "games.jsonl").starts_with(&before));
    let code = |a: &str, b: &str| {
        run(&["match", "connect4", a, b, "--sprt", "0,100", "--games", "200"]).status.code()
    };
    assert_eq!((code(strong, "random"), code("random", strong)), (Some(0), Some(1)));
}

/// A test that has not seen enough is neither a yes nor a no.
#[test]
fn an_undecided_test_has_an_exit_code_of_its_own() {
    let code = |sprt: &str| {
        let args = ["match", "connect4", "random", "random", "--games", "4", "--sprt", sprt];
        run(&args).status.code()
    };
    assert_eq!(code("0,5,alpha=0.01,beta=0.01"), Some(3));
    assert_eq!(code("0,5,model=normalized"), Some(3));
    assert_eq!(code("0,5,alpha=2"), Some(2));
}

/// The short form of `cargo xtask kill-trial`: a league of students is killed, the class folder
/// changes and goes, the league moves, and it is resumed from elsewhere.
#[test]
fn a_killed_league_goes_on_from_anywhere_without_its_class() {
    let scratch = Scratch::new("league-kills");
    let class = scratch.0.join("class");
    let write_class = || {
        fs::create_dir_all(&class).unwrap();
        for (i, square) in ["3, 0", "0, 0", "4, 2"].iter().enumerate() {
            let text = format!("fn evaluate(board, player, level) {{ board.at({square}) }}\n");
            fs::write(class.join(format!("Student, {i}.rhai")), text).unwrap();
        }
        fs::write(class.join("refused.doc"), "x").unwrap();
    };
    let begin = |out: &Path| {
        let mut command = alinea(&["tournament", "connect4", "random", "--depth=1", "--games=40"]);
        command.args(["--seed=5", "--concurrency=2", "--students", "class", "--out"]).arg(out);
        command.current_dir(&scratch.0).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    write_class();
    let whole = scratch.0.join("whole");
    assert!(begin(&whole).wait().unwrap().success());
    let mut dir = scratch.0.join("parts");
    let mut child = begin(&dir);
    for kill in 0..6 {
        let ended = wait_for_games(&mut child, &dir, 10 + 30 * kill);
        child.kill().unwrap();
        child.wait().unwrap();
        if ended {
            break;
        }
        match kill {
            0 => fs::write(class.join("Student, 0.rhai"), "{{{").unwrap(),
            1 => fs::remove_dir_all(&class).unwrap(),
            _ => {}
        }
        let moved = scratch.0.join(format!("moved-{kill}"));
        fs::rename(&dir, &moved).unwrap();
        dir = moved;
        let elsewhere = std::env::temp_dir();
        let mut command = alinea(&["tournament", "--concurrency=2", "--resume"]);
        command.arg(&dir).current_dir(elsewhere).stdout(Stdio::null()).stderr(Stdio::null());
        child = command.spawn().unwrap();
    }
    child.wait().unwrap();
    for name in ["games.jsonl", "table.csv", "table.html"] {
        assert_eq!(text(&whole, name), text(&dir, name), "{name}");
        assert!(!text(&dir, name).is_empty(), "{name}");
    }
    assert!(text(&dir, "report.html").contains("Student, 2"), "people's names, not specifications");
}

#[test]
fn a_clock_needs_no_increment_and_a_grace_may_be_none() {
    let time = |option: &str, typed: &str| {
        run(&["match", "connect4", "random", "random", "--games", "2", option, typed]).status.code()
    };
    for clock in ["60", "60+0", "60+0.5"] {
        assert_eq!(time("--clock", clock), Some(0), "{clock}");
    }
    for clock in ["0", "0+1", "60+", "60+-1", "60+0.0001"] {
        assert_eq!(time("--clock", clock), Some(2), "{clock}");
    }
    for (grace, code) in [("0", 0), ("0.0", 0), ("0.1", 0), ("-1", 2), ("", 2), ("0.0001", 2)] {
        assert_eq!(time("--grace", grace), Some(code), "{grace}");
    }
}

#[test]
fn mistakes_are_named_before_the_first_game() {
    let scratch = Scratch::new("mistakes");
    let bad = scratch.0.join("bad.txt");
    fs::write(&bad, "44\n\n# fine\n4x4\n").unwrap();
    let complaint = |args: &[&str]| {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    let said = complaint(&["match", "connect4", "random", "rnadom"]);
    assert!(said.contains("did you mean 'random'?"), "{said}");
    let openings = ["match", "connect4", "random", "random", "--openings", bad.to_str().unwrap()];
    let said = complaint(&openings);
    assert!(said.contains("bad.txt, line 4"), "{said}");
    let said = complaint(&["match", "connect4", "random", "random", "--sprt", "9,1"]);
    assert!(said.contains("expected elo0 below elo1"), "{said}");
    let said = complaint(&["match", "boom", "gomocup:sh", "random"]);
    assert!(said.contains("expected gomoku, standard, renju or caro"), "{said}");
    let said = complaint(&["tournament", "--resume", scratch.0.to_str().unwrap()]);
    assert!(said.contains("holds no match"), "{said}");
}
