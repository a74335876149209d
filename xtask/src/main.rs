//! Developer commands: `cargo xtask test`, `cargo xtask lint`, the long checks; the long computations
//! are handed to `xtask-long`.
#![forbid(unsafe_code)]
// A command-line tool for developers talks to its terminal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod apt;
mod archive;
mod boom_fit;
mod browser;
mod dist;
mod fleet;
mod fuzz;
mod kill_trial;
mod layers;
mod licences;
mod lint;
mod load;
mod mutants;
mod random_requests;
mod server;
mod soak;
mod steps;
mod test;
mod tidy;
mod wasm;

use std::process::ExitCode;

type Outcome = Result<(), String>;

/// A developer command: its name, what it does, and what does it.
struct Task {
    name: &'static str,
    about: &'static str,
    run: Run,
}

/// What does a command.
#[derive(Clone, Copy)]
enum Run {
    Here(fn(&[String]) -> Outcome),
    /// `xtask-long`, which is built from our crates for speed, when it is wanted.
    Long,
}

const fn here(name: &'static str, about: &'static str, run: fn(&[String]) -> Outcome) -> Task {
    Task { name, about, run: Run::Here(run) }
}

const fn long(name: &'static str, about: &'static str) -> Task {
    Task { name, about, run: Run::Long }
}

const TASKS: &[Task] = &[
    here("test", "all tests: Rust, page, browser", test::run),
    here("lint", "format, clippy, docs, tidy, node signature", lint::run),
    here("load", "many players at once against the web app", load::run),
    here("soak", "the same for long, beside clients that misbehave", soak::run),
    here(
        "random-requests",
        "right and wrong requests to the server and the Gomocup brain",
        random_requests::run,
    ),
    here("fuzz", "every fuzz target for so many CPU minutes", fuzz::run),
    here("mutants", "which changes of the code no test notices", mutants::run),
    here("tidy", "the house rules a program can check", tidy::run),
    long("league", "play the league of docs/league.md"),
    here("fleet-bench", "measure what a fleet costs", fleet::bench),
    here("fleet-trial", "kill a fleet two hundred times", fleet::run),
    here(
        "kill-trial",
        "a league killed again and again, compared with one left alone",
        kill_trial::run,
    ),
    here("boom-fit", "fit NINJA's evaluation on self-play", boom_fit::run),
    long("wire", "generate the page's types from the API"),
    here("wasm", "build the modules that compute in a browser", wasm::run),
    here("dist", "build what a release holds", dist::run),
    here("bless", "write down the node signature of this tree", lint::bless),
    long("gomoku-data", "Gomoku engine: play against itself"),
    long("gomoku-fit", "Gomoku engine: fit its numbers"),
    long("puzzles", "choose and pack the shipped puzzles"),
    long("gomoku-gate", "Gomoku engine: is a change stronger"),
    long("gomoku-train", "Gomoku engine: train its network"),
    long("gomoku-calibration", "Gomoku engine: how often what it expects happens"),
    long("gomoku-binpack", "Gomoku engine: games for other trainers"),
    long("book", "solve and pack Connect Four's opening book"),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = args.first().and_then(|name| TASKS.iter().find(|task| task.name == *name))
    else {
        eprintln!("usage: cargo xtask COMMAND");
        for task in TASKS {
            eprintln!("  {:<18} {}", task.name, task.about);
        }
        return ExitCode::from(2);
    };
    let outcome = match task.run {
        Run::Here(run) => run(&args[1..]),
        // It tells its own errors.
        Run::Long => return run_long(task.name, &args[1..]),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {}: {error}", task.name);
            ExitCode::FAILURE
        }
    }
}

/// Hands a command over, where it was called: its files are named from there.
fn run_long(name: &str, args: &[String]) -> ExitCode {
    let mut command = steps::long(name);
    match command.current_dir(".").args(args).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask {name}: {error}");
            ExitCode::FAILURE
        }
    }
}
