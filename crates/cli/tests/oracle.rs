//! Connect Four's exact answers as a filter and as labels: odd lines, and a run that is killed.
#![cfg(unix)]

mod common;

use common::Scratch;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Positions of 14 plies or more, quick to solve, that end up in no particular order.
const POSITIONS: [&str; 5] = [
    "32164625326116",
    "3735213121117373",
    "435715521531113376",
    "1212121",
    "2252576253462244111563365343671351441",
];

fn alinea(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_alinea"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_line_that_is_too_long_is_one_line() {
    let input =
        ["1212121", &" ".repeat(70_000), "1\n\n1212121\n", &"4".repeat(70_000), "\n1212121\n"];
    let output = alinea(&["solve", "--no-book"], input.concat().as_bytes());
    let complaints = text(&output.stderr);
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    assert!(complaints.starts_with("alinea: line 4: "), "{complaints}");
    let answers = text(&output.stdout);
    let positions: Vec<&str> =
        answers.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(positions, ["1212121"; 3]);
}

#[test]
fn the_filter_answers_each_line_and_names_those_that_are_no_positions() {
    let input = b"435715521531113376 11\n\n   \nnonsense\n48\n1212121\n\xff\xfe\n\
        diagram:..x..../..o..../..x..../..o..../..x..../..oox.. x\n44444444\n\
        2252576253462244111563365343671351441";
    let output = alinea(&["solve", "--no-book"], input);
    let complaints = text(&output.stderr);
    let lines: Vec<&str> = complaints.lines().collect();
    assert_eq!(output.status.code(), Some(1), "{complaints}");
    assert_eq!(lines.len(), 4, "{complaints}");
    for (line, number) in lines.iter().zip([4, 5, 7, 9]) {
        assert!(line.starts_with(&format!("alinea: line {number}: ")), "{line}");
    }
    let answers = text(&output.stdout);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers[0], "435715521531113376 11");
    assert_eq!(answers[1], "1212121 -18");
    assert!(answers[2].starts_with("diagram:"), "{}", answers[2]);
    assert_eq!(answers[3], "2252576253462244111563365343671351441 -1");
    assert_eq!(answers.len(), 4);
}

#[test]
fn all_scores_have_seven_words_and_full_columns_a_point() {
    let output =
        alinea(&["solve", "--all", "--no-book"], b"2252576253462244111563365343671351441\n");
    assert_eq!(output.status.code(), Some(0));
    let line = text(&output.stdout);
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words.len(), 8, "{line}");
    assert!(words.contains(&"."), "{line}");
    let weak = alinea(&["solve", "--weak", "--no-book"], b"435715521531113376\n");
    assert_eq!(text(&weak.stdout), "435715521531113376 1\n");
}

/// Where the files of a test are; gone when it ends.
fn lines_in(path: &str) -> usize {
    fs::read(Path::new(path)).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count()
}

/// A run that is killed and started again ends with the labels of one that was not.
fn survives_kills(flags: &[&str]) {
    let scratch = Scratch::new(if flags.is_empty() { "json" } else { "csv" });
    let (input, whole, broken) =
        (scratch.path("positions"), scratch.path("whole"), scratch.path("broken"));
    let positions: Vec<&str> = POSITIONS.into_iter().cycle().take(400).collect();
    fs::write(&input, positions.join("\n") + "\nno position\n").unwrap();
    let args = |out| [&["label", input.as_str(), "--out", out], flags].concat();
    let output = alinea(&args(whole.as_str()), b"");
    assert_eq!(output.status.code(), Some(1), "one line is no position");
    for wait_ms in [20, 60, 90] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alinea"))
            .args(args(broken.as_str()))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(wait_ms));
        let _ = child.kill();
        child.wait().unwrap();
        // As if the machine had gone down in the middle of a line.
        let mut file = fs::OpenOptions::new().append(true).create(true).open(&broken).unwrap();
        file.write_all(b"half a li").unwrap();
    }
    let before = lines_in(&broken);
    alinea(&args(broken.as_str()), b"");
    assert!(lines_in(&broken) >= before);
    assert_eq!(fs::read_to_string(&broken).unwrap(), fs::read_to_string(&whole).unwrap());
    assert_eq!(lines_in(&whole), 401 + flags.len(), "a line each, and the header of a table");
}

#[test]
fn json_labels_go_on_after_a_kill() {
    survives_kills(&[]);
}

#[test]
fn a_table_of_labels_goes_on_after_a_kill() {
    survives_kills(&["--csv"]);
}
