//! A server of our own to put under load: started on loopback, looked at, ended.

use crate::steps::{cargo, root, succeed};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A running `alinea serve`; ends with this value.
pub(crate) struct Server {
    child: Child,
    /// Host and port.
    pub(crate) address: String,
}

/// The release build of the program, made up to date.
pub(crate) fn release_program() -> Result<std::path::PathBuf, String> {
    succeed(&mut cargo(&["build", "--quiet", "--locked", "--release", "--bin", "alinea"]))?;
    Ok(root().join("target/release").join(format!("alinea{}", std::env::consts::EXE_SUFFIX)))
}

impl Server {
    /// Starts the release build on a free port.
    pub(crate) fn start() -> Result<Server, String> {
        let mut child = Command::new(release_program()?)
            .args(["serve", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let out = child.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { child, address })
    }

    /// The largest memory it ever had, where the system tells.
    pub(crate) fn peak_memory_mb(&self) -> Option<f64> {
        memory_mb(self.child.id(), "VmHWM:")
    }

    /// The memory it has now, where the system tells.
    pub(crate) fn memory_mb(&self) -> Option<f64> {
        memory_mb(self.child.id(), "VmRSS:")
    }

    /// Whether it still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line of what the system tells about a process, in megabytes.
pub(crate) fn memory_mb(process: u32, line: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|found| found.starts_with(line))?;
    let kb: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kb / 1024.0)
}

/// Memory over time: flat, or how much it grew.
pub(crate) struct MemoryWatch(Vec<f64>);

impl MemoryWatch {
    pub(crate) fn new() -> MemoryWatch {
        MemoryWatch(Vec::new())
    }

    pub(crate) fn sample(&mut self, memory_mb: Option<f64>) {
        self.0.extend(memory_mb);
    }

    /// The median of the second quarter and of the last; caches are filled by then, and a table
    /// that somebody's search holds for a moment is no growth.
    pub(crate) fn early_and_late(&self) -> Option<(f64, f64)> {
        let quarter = self.0.len() / 4;
        let late = self.0.len().checked_sub(quarter)?;
        Some((median(self.0.get(quarter..2 * quarter)?)?, median(self.0.get(late..)?)?))
    }

    /// An error if the last quarter holds a quarter and 16 MB more than the second.
    pub(crate) fn check(&self) -> Result<(), String> {
        match self.early_and_late() {
            Some((early, late)) if late > 1.25 * early + 16.0 => {
                Err(format!("memory grew from {early:.0} to {late:.0} MB: {}", self.curve()))
            }
            _ => Ok(()),
        }
    }

    /// Some twenty of the samples, evenly spread.
    pub(crate) fn curve(&self) -> String {
        let step = self.0.len().div_ceil(20).max(1);
        let shown: Vec<String> = self.0.iter().step_by(step).map(|mb| format!("{mb:.0}")).collect();
        shown.join(" ")
    }
}

fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// `--minutes N` of a developer command, and what else was said.
pub(crate) fn minutes(args: &[String], usual: f64) -> Result<(f64, Vec<String>), String> {
    let (mut minutes, mut rest) = (usual, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg != "--minutes" {
            rest.push(arg.clone());
            continue;
        }
        let text = args.next().ok_or("expected a number after --minutes")?;
        minutes = text.parse().map_err(|_| format!("expected minutes, found '{text}'"))?;
        if !(minutes > 0.0 && minutes <= 100_000.0) {
            return Err(format!("expected minutes above 0, found '{text}'"));
        }
    }
    Ok((minutes, rest))
}
