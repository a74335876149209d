//! `cargo xtask fuzz [--minutes N] [TARGET...]`: every fuzz target for so many minutes of processor
//! time (20 unless said). What was done is kept in `target/fuzz`: an interrupted run goes on, and
//! `--again` begins from nothing. Needs `cargo-fuzz`; the compiler may be a stable one.

use crate::Outcome;
use crate::server::minutes;
use crate::steps::{command, output, root, succeed};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Clock ticks a second, in which the system counts processor time.
const TICKS: f64 = 100.0;
/// A single input may take this long, on a busy machine too.
const LONGEST_S: u32 = 60;
const MOST_MEMORY_MB: u32 = 2048;
/// Where files cost no wait for a disk: several targets write one for every input.
const MEMORY_FOLDER: &str = "/dev/shm";
/// Longest input that is made up.
const LONGEST_INPUT: u32 = 4096;

pub(crate) fn run(args: &[String]) -> Outcome {
    let (minutes, mut wanted) = minutes(args, 20.0)?;
    let again = wanted.iter().any(|arg| arg == "--again");
    wanted.retain(|arg| arg != "--again");
    let targets = targets()?;
    if let Some(unknown) = wanted.iter().find(|name| !targets.contains(name)) {
        return Err(format!("expected one of {}, found '{unknown}'", targets.join(", ")));
    }
    build()?;
    let kept = root().join("target/fuzz");
    fs::create_dir_all(&kept).map_err(|error| error.to_string())?;
    let mut findings = Vec::new();
    println!("{:<12} {:>8} {:>12}  result", "target", "CPU s", "inputs");
    for target in targets.iter().filter(|name| wanted.is_empty() || wanted.contains(name)) {
        let mut run = Run::open(&kept, target, again)?;
        let result = run.fuzz(60.0 * minutes)?;
        println!("{target:<12} {:>8.0} {:>12}  {result}", run.seconds, run.inputs());
        if result != "none" {
            findings.push(target.as_str());
        }
    }
    if findings.is_empty() { Ok(()) } else { Err(format!("findings in {}", findings.join(", "))) }
}

/// The names of all targets.
fn targets() -> Result<Vec<String>, String> {
    let listed = fs::read_dir(root().join("fuzz/fuzz_targets")).map_err(|e| e.to_string())?;
    let mut names: Vec<String> = listed
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Builds all targets. Coverage is a matter of compiler flags that stable compilers have too, but
/// only take when they are told to.
fn build() -> Outcome {
    let args = ["-n", "15", "cargo", "fuzz", "build", "--sanitizer", "none"];
    succeed(command("nice", &args).env("RUSTC_BOOTSTRAP", "1")).map_err(|error| {
        format!("{error}\ncargo-fuzz is needed: cargo install --locked cargo-fuzz")
    })
}

fn host() -> Result<String, String> {
    let told = output(&mut command("rustc", &["-vV"]))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say its host")?.to_owned())
}

/// One target and how far it is.
struct Run {
    target: String,
    program: PathBuf,
    /// Inputs that reach something new, kept between runs.
    corpus: PathBuf,
    seeds: PathBuf,
    findings: PathBuf,
    log: PathBuf,
    progress: PathBuf,
    /// Processor time so far.
    seconds: f64,
}

impl Run {
    fn open(kept: &Path, target: &str, again: bool) -> Result<Run, String> {
        let program = root().join("fuzz/target").join(host()?).join("release").join(target);
        let run = Run {
            target: target.to_owned(),
            program,
            corpus: kept.join(target),
            seeds: root().join("fuzz/seeds").join(target),
            findings: kept.join(format!("{target}-findings")),
            log: kept.join(format!("{target}.log")),
            progress: kept.join(format!("{target}.seconds")),
            seconds: 0.0,
        };
        for folder in [&run.corpus, &run.findings] {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        if again {
            let _ = fs::remove_file(&run.progress);
        }
        let seconds = fs::read_to_string(&run.progress).ok().and_then(|text| text.parse().ok());
        Ok(Run { seconds: seconds.unwrap_or_default(), ..run })
    }

    /// Runs until the target has had so many seconds of processor time in all. What was found, or
    /// "none".
    fn fuzz(&mut self, wanted: f64) -> Result<String, String> {
        let before = self.seconds;
        if before >= wanted {
            return Ok("none".to_owned());
        }
        let mut child = self.start()?;
        loop {
            sleep(Duration::from_millis(500));
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                let log = self.log.display();
                return Ok(format!("{status}: see {log} and {}", self.findings.display()));
            }
            self.seconds = before + cpu_seconds(&child).unwrap_or_default();
            fs::write(&self.progress, format!("{:.1}", self.seconds)).map_err(|e| e.to_string())?;
            if self.seconds >= wanted {
                break;
            }
        }
        // An interrupt makes it print its last figures and end.
        let id = child.id().to_string();
        succeed(&mut command("kill", &["-INT", &id]))?;
        child.wait().map_err(|error| error.to_string())?;
        Ok("none".to_owned())
    }

    fn start(&self) -> Result<Child, String> {
        let log = File::create(&self.log).map_err(|error| error.to_string())?;
        let mut command = Command::new("nice");
        command.args(["-n", "15"]).arg(&self.program).arg(&self.corpus);
        if self.seeds.is_dir() {
            command.arg(&self.seeds);
        }
        if Path::new(MEMORY_FOLDER).is_dir() {
            command.env("TMPDIR", MEMORY_FOLDER);
        }
        command
            .arg(format!("-artifact_prefix={}/", self.findings.display()))
            .arg(format!("-timeout={LONGEST_S}"))
            .arg(format!("-rss_limit_mb={MOST_MEMORY_MB}"))
            .arg(format!("-max_len={LONGEST_INPUT}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        command.spawn().map_err(|error| format!("{}: {error}", self.target))
    }

    /// Inputs tried in the last run, by its log.
    fn inputs(&self) -> u64 {
        let log = fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let numbers = log.lines().filter_map(|line| {
            line.strip_prefix('#')?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        });
        numbers.max().unwrap_or_default()
    }
}

/// The processor time of a process, where the system tells.
fn cpu_seconds(child: &Child) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // The name stands in brackets and may hold spaces; the times are the 12th and 13th field after.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS)
}
