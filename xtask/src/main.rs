//! Developer commands: `cargo xtask test`, `cargo xtask lint` and the long computations.
#![forbid(unsafe_code)]
// A command-line tool for developers talks to its terminal.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod apt;
mod archive;
mod book;
mod boom_fit;
mod browser;
mod dist;
mod fleet;
mod fuzz;
mod gomoku;
mod kill_trial;
mod layers;
mod league;
mod licences;
mod lint;
mod load;
mod mutants;
mod puzzles;
mod random_requests;
mod server;
mod soak;
mod steps;
mod test;
mod tidy;
mod wasm;
mod wire;

use std::process::ExitCode;

type Outcome = Result<(), String>;

/// A developer command: its name, what it does, and the function that does it.
struct Task {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Outcome,
}

const TASKS: &[Task] = &[
    Task { name: "test", about: "all tests: Rust, page, browser", run: test::run },
    Task { name: "lint", about: "format, clippy, docs, tidy, node signature", run: lint::run },
    Task { name: "load", about: "many players at once against the web app", run: load::run },
    Task {
        name: "soak",
        about: "the same for long, beside clients that misbehave",
        run: soak::run,
    },
    Task {
        name: "random-requests",
        about: "right and wrong requests to the server and the Gomocup brain",
        run: random_requests::run,
    },
    Task { name: "fuzz", about: "every fuzz target for so many CPU minutes", run: fuzz::run },
    Task { name: "mutants", about: "which changes of the code no test notices", run: mutants::run },
    Task { name: "tidy", about: "the house rules a program can check", run: tidy::run },
    Task { name: "league", about: "play the league of docs/league.md", run: league::run },
    Task { name: "fleet-bench", about: "measure what a fleet costs", run: fleet::bench },
    Task { name: "fleet-trial", about: "kill a fleet two hundred times", run: fleet::run },
    Task {
        name: "kill-trial",
        about: "a league killed again and again, compared with one left alone",
        run: kill_trial::run,
    },
    Task { name: "boom-fit", about: "fit NINJA's evaluation on self-play", run: boom_fit::run },
    Task { name: "wire", about: "generate the page's types from the API", run: wire::run },
    Task { name: "wasm", about: "build the modules that compute in a browser", run: wasm::run },
    Task { name: "dist", about: "build what a release holds", run: dist::run },
    Task { name: "bless", about: "write down the node signature of this tree", run: lint::bless },
    Task {
        name: "gomoku-data",
        about: "Gomoku engine: play against itself",
        run: gomoku::data::run,
    },
    Task { name: "gomoku-fit", about: "Gomoku engine: fit its numbers", run: gomoku::fit::run },
    Task { name: "puzzles", about: "choose and pack the shipped puzzles", run: puzzles::run },
    Task {
        name: "gomoku-gate",
        about: "Gomoku engine: is a change stronger",
        run: gomoku::gate::run,
    },
    Task {
        name: "gomoku-train",
        about: "Gomoku engine: train its value network",
        run: gomoku::net::run,
    },
    Task {
        name: "gomoku-calibration",
        about: "Gomoku engine: how often what it expects happens",
        run: gomoku::net::calibration::run,
    },
    Task {
        name: "gomoku-binpack",
        about: "Gomoku engine: games for other trainers",
        run: gomoku::binpack::run,
    },
    Task { name: "book", about: "solve and pack Connect Four's opening book", run: book::run },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = args.first().and_then(|name| TASKS.iter().find(|task| task.name == *name))
    else {
        eprintln!("usage: cargo xtask COMMAND");
        for task in TASKS {
            eprintln!("  {:<16} {}", task.name, task.about);
        }
        return ExitCode::from(2);
    };
    match (task.run)(&args[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {}: {error}", task.name);
            ExitCode::FAILURE
        }
    }
}
