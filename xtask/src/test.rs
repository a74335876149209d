//! `cargo xtask test`: the README's test command. Everything it needs it finds or installs itself,
//! and it says plainly what it could not run.

use crate::steps::{Beside, Steps, cargo, command, exists, output, root, succeed};
use crate::{Outcome, apt, browser, fleet};
use serde_json::Value;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) fn run(_: &[String]) -> Outcome {
    let mut steps = Steps::new();
    let mut skipped = Vec::new();
    if !fleet::broker_is_there() {
        skipped.push("tests of the fleet (install nats-server, or set NATS_SERVER)".to_owned());
    }
    if cfg!(target_os = "linux") && !exists("bwrap") && !apt::install("bubblewrap") {
        skipped.push("tests of confined programs (install bubblewrap)".to_owned());
    }
    // Fetching the page's packages is waiting for the most part: the Rust tests are built meanwhile.
    let packages = match exists("npm") {
        true => {
            Some(Beside::start(&mut npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?)
        }
        false => None,
    };
    steps.step("Rust tests", rust)?;
    match packages {
        Some(packages) => page(packages, &mut steps, &mut skipped)?,
        None => {
            skipped.push("page and browser tests (install Node 20 or newer, with npm)".to_owned());
        }
    }
    steps.summary();
    for reason in &skipped {
        println!("SKIPPED: {reason}");
    }
    if !skipped.is_empty() && std::env::var("CI").is_ok_and(|value| value == "true") {
        return Err("nothing may be skipped when CI=true".to_owned());
    }
    Ok(())
}

/// Test programs that failed in one run beyond which no accident is supposed.
const MOST_TRIED_AGAIN: usize = 3;
/// What a test program may take: the longest takes three minutes of a machine that is busy.
const TEST_LIMIT: Duration = Duration::from_secs(600);
/// Test programs that run side by side: some wait for others more than they compute.
const LANES: usize = 2;

/// Runs every Rust test. A machine that is busy with other things can make a test miss its moment, so
/// a program that failed is tried once more, alone: a second failure counts, and one that needed it is named.
fn rust() -> Outcome {
    let build = ["test", "--locked", "--workspace", "--no-run"];
    let said = output(cargo(&build).arg("--message-format=json-render-diagnostics"))?;
    let mut waiting = test_programs(&said);
    if waiting.is_empty() {
        return Err("cargo names no test program".to_owned());
    }
    // Programs that wait for others leave processors idle that the examples can use.
    let examples =
        Beside::start(&mut cargo(&["test", "--quiet", "--locked", "--workspace", "--doc"]))?;
    // The fleet waits longest for others: it is begun first.
    waiting.sort_by_key(|program| program.package != "fleet");
    let waiting = Mutex::new(VecDeque::from(waiting));
    let failed = Mutex::new(Vec::new());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    thread::scope(|scope| {
        for _ in 0..LANES {
            scope.spawn(|| {
                while let Some(program) = next() {
                    if !program.passes() {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(program);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.len() > MOST_TRIED_AGAIN {
        let names: Vec<String> = failed.iter().map(TestProgram::name).collect();
        return Err(format!("tests failed in {}", names.join(", ")));
    }
    for program in &failed {
        println!("==> once more: {}", program.name());
        if !program.passes() {
            return Err(format!("tests failed twice in {}", program.name()));
        }
    }
    examples.finish()?;
    for program in &failed {
        println!("unsteady: passed at the second try: {}", program.name());
    }
    Ok(())
}

/// A program that cargo built of the tests of a package.
#[derive(Debug, PartialEq, Eq)]
struct TestProgram {
    /// The folder of its package.
    package: String,
    target: String,
    program: PathBuf,
    manifest: PathBuf,
}

impl TestProgram {
    fn name(&self) -> String {
        format!("{} {}", self.package, self.target)
    }

    /// Runs it as cargo does, in the folder of its package, and prints what it said in one piece.
    fn passes(&self) -> bool {
        let folder = self.manifest.parent().unwrap_or(Path::new("."));
        let begun = Instant::now();
        let mut command = Command::new(&self.program);
        command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
        let told = self.program.with_extension("said");
        let (passes, said) = match ends_within(TEST_LIMIT, &mut command, &told) {
            Ok(end) => end,
            Err(error) => (false, error),
        };
        let (name, seconds) = (self.name(), begun.elapsed().as_secs_f64());
        if passes {
            let result = said.lines().rfind(|line| line.starts_with("test result: "));
            println!("{seconds:>6.1} s  {name}: {}", result.unwrap_or("passed"));
        } else {
            println!("{seconds:>6.1} s  {name}: FAILED\n{said}");
        }
        passes
    }
}

/// Runs a program to its end, or until its time is over; what it says goes to a file, which nobody has
/// to read while it runs. Returns whether it succeeded, and what it said.
fn ends_within(
    limit: Duration,
    command: &mut Command,
    told: &Path,
) -> Result<(bool, String), String> {
    let cannot = |error: std::io::Error| format!("{}: {error}", told.display());
    let file = File::create(told).map_err(cannot)?;
    let errors = file.try_clone().map_err(cannot)?;
    command.stdin(Stdio::null()).stdout(file).stderr(errors);
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| format!("{command:?}: {error}"))? {
            Some(status) => break Some(status),
            None if begun.elapsed() > limit => break None,
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    if status.is_none() {
        // It may have ended this moment.
        let _ = child.kill();
        let _ = child.wait();
    }
    let mut said = String::from_utf8_lossy(&fs::read(told).map_err(cannot)?).into_owned();
    if status.is_none() {
        said.push_str(&format!("\nended after {} s: it did not end by itself\n", limit.as_secs()));
    }
    Ok((status.is_some_and(|status| status.success()), said))
}

/// The test programs among what cargo says it built.
fn test_programs(said: &str) -> Vec<TestProgram> {
    let read = |line: &str| {
        let told: Value = serde_json::from_str(line).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        if told["profile"]["test"] != true {
            return None;
        }
        let manifest = PathBuf::from(text(&told["manifest_path"])?);
        let package = manifest.parent()?.file_name()?.to_str()?.to_owned();
        let target = text(&told["target"]["name"])?;
        Some(TestProgram { package, target, program: text(&told["executable"])?.into(), manifest })
    };
    said.lines().filter_map(read).collect()
}

/// npm in the folder of the page.
fn npm(args: &[&str]) -> Command {
    let mut npm = command("npm", args);
    npm.current_dir(root().join("web"));
    npm
}

fn page(packages: Beside, steps: &mut Steps, skipped: &mut Vec<String>) -> Outcome {
    steps.step("npm packages, begun before the Rust tests", || packages.finish())?;
    steps.step("page tests", || succeed(&mut npm(&["test"])))?;
    let Some(chrome) = browser::find() else {
        skipped
            .push("browser tests (install Chromium, or set CHROME to the path of one)".to_owned());
        return Ok(());
    };
    steps.step("release build", || {
        succeed(&mut cargo(&["build", "--quiet", "--locked", "--release", "--bin", "alinea"]))
    })?;
    steps.step("browser tests", || {
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = target.unwrap_or_else(|| root().join("target"));
        let program =
            target.join("release").join(format!("alinea{}", std::env::consts::EXE_SUFFIX));
        succeed(npm(&["run", "test:browser"]).env("ALINEA_BIN", program).env("CHROME", &chrome))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_are_those_with_an_executable() {
        let said = r#"{"reason":"compiler-artifact","manifest_path":"/a/crates/stats/Cargo.toml","target":{"name":"elo"},"profile":{"test":true},"executable":"/a/target/debug/deps/elo-1"}
{"reason":"compiler-artifact","manifest_path":"/a/crates/stats/Cargo.toml","target":{"name":"alinea_stats"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","manifest_path":"/a/crates/cli/Cargo.toml","target":{"name":"alinea"},"profile":{"test":false},"executable":"/a/target/debug/alinea"}
{"reason":"build-finished","success":true}"#;
        let elo = TestProgram {
            package: "stats".to_owned(),
            target: "elo".to_owned(),
            program: "/a/target/debug/deps/elo-1".into(),
            manifest: "/a/crates/stats/Cargo.toml".into(),
        };
        assert_eq!(test_programs(said), [elo]);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_end_is_ended_and_heard() {
        let told = std::env::temp_dir().join(format!("alinea-said-{}", std::process::id()));
        let run = |text: &str, limit: u64| {
            let limit = Duration::from_secs(limit);
            ends_within(limit, Command::new("sh").args(["-c", text]), &told).unwrap()
        };
        assert_eq!(run("echo one; echo two >&2", 60), (true, "one\ntwo\n".to_owned()));
        assert!(!run("exit 1", 60).0);
        let (passed, said) = run("echo begun; exec sleep 600", 1);
        assert!(!passed && said.starts_with("begun\n"), "{said}");
        assert!(said.contains("ended after 1 s"), "{said}");
        fs::remove_file(told).unwrap();
    }
}
