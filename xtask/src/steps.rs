//! Steps of a developer command: each is announced, run and timed.

use crate::Outcome;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Runs steps one after another and remembers how long each took.
pub(crate) struct Steps {
    times: Vec<(String, Duration)>,
}

impl Steps {
    pub(crate) fn new() -> Steps {
        Steps { times: Vec::new() }
    }

    /// Runs a step; its failure ends the command.
    pub(crate) fn step(&mut self, name: &str, run: impl FnOnce() -> Outcome) -> Outcome {
        println!("==> {name}");
        let start = Instant::now();
        let outcome = run();
        self.times.push((name.to_owned(), start.elapsed()));
        outcome.map_err(|error| format!("{name}: {error}"))
    }

    /// Prints the time of every step.
    pub(crate) fn summary(&self) {
        for (name, time) in &self.times {
            println!("{:>8.1} s  {name}", time.as_secs_f64());
        }
    }
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}

/// A command that runs in the root of the repository.
pub(crate) fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root()).stdin(Stdio::null());
    command
}

/// Runs a command to its end; anything but success is an error.
pub(crate) fn succeed(command: &mut Command) -> Outcome {
    let shown = format!("{command:?}");
    let status = command.status().map_err(|error| format!("{shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}")) }
}

/// A command that runs beside others; one that nobody waits for is ended.
pub(crate) struct Beside {
    shown: String,
    child: Child,
}

impl Beside {
    pub(crate) fn start(command: &mut Command) -> Result<Beside, String> {
        let shown = format!("{command:?}");
        let child = command.spawn().map_err(|error| format!("{shown}: {error}"))?;
        Ok(Beside { shown, child })
    }

    /// Waits for its end; anything but success is an error.
    pub(crate) fn finish(mut self) -> Outcome {
        let status = self.child.wait().map_err(|error| format!("{}: {error}", self.shown))?;
        if status.success() { Ok(()) } else { Err(format!("{}: {status}", self.shown)) }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // Both fail where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command and returns what it printed.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| format!("{shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{shown}: {error}"))
}

/// `cargo` as it was called for us, so that the same toolchain is used.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    command(&program, args)
}

/// A command of `xtask-long`, built for speed first.
pub(crate) fn long(task: &str) -> Command {
    cargo(&["run", "--quiet", "--locked", "--release", "--package", "xtask-long", "--", task])
}

/// Whether a program can be started.
pub(crate) fn exists(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}
