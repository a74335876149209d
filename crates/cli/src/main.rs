//! The `alinea` program: words typed in, answers out. What can be tested without a terminal lives
//! in the libraries below.
#![forbid(unsafe_code)]

mod answer;
mod board;
mod commands;
mod kinds;
mod options;
mod style;

use answer::{Answer, Failed};
use clap::Parser;
use clap::error::ErrorKind;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let answer = match options::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => return wrong_use(&error),
    };
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Undecided) => ExitCode::from(3),
        // Whoever read our output has heard enough.
        Err(Failed::Unheard) => ExitCode::SUCCESS,
        Err(Failed::Refused(message)) => complain(&message, 1),
        Err(Failed::Wrong(message)) => complain(&message, 2),
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    let line = message.replace('\n', " ");
    let _ = writeln!(std::io::stderr(), "alinea: {line}");
    ExitCode::from(code)
}

/// What clap adds that helps nobody here: no position begins with a dash, and help is named anyway.
const NO_HELP: [&str; 2] = ["tip: to pass", "For more information"];

/// Help and version as clap prints them; an error as one line that keeps clap's hint.
fn wrong_use(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let mut line = first.strip_prefix("error: ").unwrap_or(first).to_owned();
    let more = lines.take_while(|more| !more.starts_with("Usage:"));
    for more in more.filter(|more| !NO_HELP.iter().any(|start| more.starts_with(start))) {
        line.push(' ');
        line.push_str(more);
    }
    complain(&format!("{line} (see 'alinea --help')"), 2)
}
