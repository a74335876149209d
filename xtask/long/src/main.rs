//! The commands of `cargo xtask` that compute with our own crates: books, games, networks, gates.
//! They are a program of their own, built for speed when one of them is called, so that `cargo xtask`
//! itself is built in seconds.
#![forbid(unsafe_code)]
// A command-line tool for developers talks to its terminal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod book;
mod games_list;
mod gomoku;
mod league;
mod puzzles;
mod wire;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

type Outcome = Result<(), String>;

/// A command: its name, as `cargo xtask` has it, and the function that does it.
type Task = (&'static str, fn(&[String]) -> Outcome);

const TASKS: &[Task] = &[
    ("book", book::run),
    ("games-list", games_list::run),
    ("gomoku-binpack", gomoku::binpack::run),
    ("gomoku-calibration", gomoku::net::calibration::run),
    ("gomoku-data", gomoku::data::run),
    ("gomoku-fit", gomoku::fit::run),
    ("gomoku-gate", gomoku::gate::run),
    ("gomoku-train", gomoku::net::run),
    ("league", league::run),
    ("puzzles", puzzles::run),
    ("wire", wire::run),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let task = args.first().and_then(|name| TASKS.iter().find(|(known, _)| known == name));
    let Some((name, run)) = task else {
        let names: Vec<&str> = TASKS.iter().map(|(name, _)| *name).collect();
        eprintln!("expected one of {}, called by 'cargo xtask'", names.join(", "));
        return ExitCode::from(2);
    };
    match run(&args[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_handed_over_is_known() {
        let handing = std::fs::read_to_string(root().join("xtask/src/main.rs")).unwrap();
        let names = handing.lines().filter_map(|line| line.trim().strip_prefix("long(\""));
        let names: Vec<&str> = names.filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        assert!(names.len() >= 10, "{names:?}");
        for name in names {
            assert!(TASKS.iter().any(|(known, _)| *known == name), "{name}");
        }
    }
}
