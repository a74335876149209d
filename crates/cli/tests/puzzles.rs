//! `alinea puzzles`, end to end: mined from a file of games, shown, and proven again.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn alinea(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_alinea")).args(args).output().unwrap()
}

fn said(output: &Output) -> String {
    let both = [&output.stdout, &output.stderr];
    both.map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// A folder of one test's own, emptied before.
fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

#[test]
fn games_of_a_file_are_mined_and_what_is_found_is_proven_again() {
    let dir = folder("puzzles-from");
    let (games, out) = (dir.join("games.txt"), dir.join("found.jsonl"));
    fs::write(&games, "6212474466537\n4455\n").unwrap();
    let (games, out) = (games.to_str().unwrap(), out.to_str().unwrap());
    let mined = alinea(&["puzzles", "connect4", "--from", games, "--out", out]);
    assert!(mined.status.success(), "{}", said(&mined));
    let found = fs::read_to_string(out).unwrap();
    let known = r#""position":"621247446653","solution":["5""#;
    assert!(found.contains(known), "{found}");
    let verified = alinea(&["puzzles", "--verify", out]);
    let count = found.lines().count();
    assert_eq!(said(&verified), format!("{count} puzzles, 0 refuted\n"));
    assert!(verified.status.success());
    // The same with another solution does not hold.
    fs::write(out, found.replace(r#""solution":["5""#, r#""solution":["1""#)).unwrap();
    let refuted = alinea(&["puzzles", "--verify", out]);
    assert_eq!(refuted.status.code(), Some(1), "{}", said(&refuted));
    assert!(said(&refuted).contains("connect4 621247446653: "), "{}", said(&refuted));
}

#[test]
fn what_cannot_be_mined_is_refused_with_words() {
    let dir = folder("puzzles-refused");
    let file = |name: &str, text: &str| {
        let path = dir.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let words = file("words.txt", "no game at all\n");
    let illegal = file("illegal.txt", "4455\n4444444\n");
    let large = file("large.sgf", "(;GM[4]FF[4]SZ[19];B[hh];W[ig])");
    for (game, from, expected) in [
        ("connect4", &words, "words.txt, line 1: "),
        ("connect4", &illegal, "illegal.txt, line 2: "),
        ("gomoku", &large, "large.sgf"),
    ] {
        let refused = alinea(&["puzzles", game, "--from", from]);
        assert_eq!(refused.status.code(), Some(1), "{from}: {}", said(&refused));
        assert!(said(&refused).contains(expected), "{from}: {}", said(&refused));
    }
    let missing = alinea(&["puzzles", "connect4", "--from", "missing.txt"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(said(&missing).contains("missing.txt: "), "{}", said(&missing));
    let unknown = alinea(&["puzzles", "mnk:3x3x3"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(said(&unknown).contains("a game with puzzles"), "{}", said(&unknown));
}

#[test]
fn the_shipped_puzzles_are_shown() {
    let shown = alinea(&["puzzles", "boom", "--show"]);
    assert_eq!(said(&shown).lines().count(), 100);
    assert!(said(&shown).lines().all(|line| line.starts_with(r#"{"game":"boom","#)));
}
