//! A running program.

use crate::guard::Guard;
use crate::output::{Lines, Tail};
use crate::{Program, suspension};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStdin, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait looks whether it was called off.
const POLL: Duration = Duration::from_millis(20);

/// A running program that reads and writes lines. Dropping it kills it with its children.
pub struct Child {
    process: process::Child,
    stdin: Option<ChildStdin>,
    lines: Lines,
    tail: Tail,
    guard: Option<Guard>,
    transcript: Option<File>,
    held: bool,
}

/// Why no line came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The deadline passed.
    Late,
    /// The program closed its output or ended: how, and its last words.
    Ended(String),
    /// The wait was called off.
    CalledOff,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Late => f.write_str("did not answer in time"),
            Lost::Ended(how) => f.write_str(how),
            Lost::CalledOff => f.write_str("was called off"),
        }
    }
}

impl Child {
    /// Starts a program in a process group of its own; stderr is also appended to `log`.
    pub fn start(program: &Program, log: Option<PathBuf>) -> io::Result<Child> {
        let mut command = program.command()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut command);
        let mut process = command.spawn().map_err(in_plain_words)?;
        let stdin = process.stdin.take();
        let (Some(stdout), Some(stderr)) = (process.stdout.take(), process.stderr.take()) else {
            return Err(io::Error::other("the program has no output"));
        };
        let guard = Guard::over(process.id());
        let (lines, tail) = (Lines::of(stdout), Tail::listen(stderr, log));
        Ok(Child { process, stdin, lines, tail, guard, transcript: None, held: false })
    }

    /// Writes every line that goes in or out to the end of this file, as far as the disk allows.
    #[must_use]
    pub fn with_transcript(mut self, path: Option<&Path>) -> Child {
        let open = |path: &Path| OpenOptions::new().append(true).create(true).open(path).ok();
        self.transcript = path.and_then(open);
        self
    }

    fn note(&mut self, mark: char, text: &str) {
        if let Some(file) = self.transcript.as_mut() {
            let noted: String = text.lines().map(|line| format!("{mark} {line}\n")).collect();
            let _ = file.write_all(noted.as_bytes());
        }
    }

    /// Sends one line. A program that is gone is noticed by the next `receive`.
    pub fn send(&mut self, line: &str) {
        self.note('>', line);
        let Some(stdin) = self.stdin.as_mut() else { return };
        let whole = format!("{line}\n");
        if stdin.write_all(whole.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            self.stdin = None;
        }
    }

    /// The next line, or why there is none. `called_off` is asked now and then.
    pub fn receive(
        &mut self,
        deadline: Instant,
        called_off: &dyn Fn() -> bool,
    ) -> Result<String, Lost> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.next(left.min(POLL)) {
                Ok(line) => {
                    self.note('<', &line);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Lost::Ended(self.ending())),
                Err(RecvTimeoutError::Timeout) if called_off() => return Err(Lost::CalledOff),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Lost::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Holds the program still until [`Child::release`].
    pub(crate) fn hold(&mut self) {
        self.held = true;
        suspension::hold(self.process.id());
    }

    /// Lets a program that was held go on.
    pub(crate) fn release(&mut self) {
        if std::mem::take(&mut self.held) {
            suspension::release(self.process.id());
        }
    }

    #[cfg(all(test, target_os = "linux"))]
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Closes the program's input: it should end by itself.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Lines that came without being asked for, up to now.
    pub fn unasked(&mut self) -> Vec<String> {
        let lines = self.lines.waiting(1000);
        lines.iter().for_each(|line| self.note('<', line));
        lines
    }

    /// How the program ended, with its last words. Waits a moment for both to arrive.
    fn ending(&mut self) -> String {
        let patience = Instant::now() + Duration::from_millis(300);
        let mut status = None;
        while Instant::now() < patience {
            status = self.process.try_wait().ok().flatten();
            if status.is_some() && self.tail.is_complete() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let how = match status {
            Some(status) => format!("ended with {status}"),
            None => "closed its output".to_owned(),
        };
        match self.tail.text() {
            words if words.is_empty() => how,
            words => format!("{how}: {words}"),
        }
    }
}

/// What people can do about a program that the system does not start.
fn in_plain_words(error: io::Error) -> io::Error {
    let said = match error.kind() {
        io::ErrorKind::PermissionDenied => "no permission to run it (chmod +x)",
        io::ErrorKind::NotFound => {
            "the program, or the interpreter in its first line, was not found"
        }
        // ENOEXEC has no kind of its own.
        _ if error.raw_os_error() == Some(8) => "not a program that this system can run",
        _ => return error,
    };
    io::Error::new(error.kind(), said)
}

impl Drop for Child {
    fn drop(&mut self) {
        self.release();
        // Its stdin closes first: a well-behaved program ends by itself, children included.
        self.stdin = None;
        kill_group(&mut self.process);
        // The number of the group may be given to others once its last process is waited for.
        self.guard = None;
        let _ = self.process.wait();
    }
}

#[cfg(unix)]
fn own_group(command: &mut process::Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(unix)]
fn kill_group(process: &mut process::Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The group lives on while any of its members does, even after its first process ended.
    let _ = kill_process_group(Pid::from_child(process), Signal::KILL);
}

#[cfg(not(unix))]
fn own_group(_: &mut process::Command) {}

#[cfg(not(unix))]
fn kill_group(process: &mut process::Child) {
    let _ = process.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str) -> Child {
        let program = Program::new("sh", &["-c", script]);
        Child::start(&program, None).unwrap()
    }

    fn next(child: &mut Child, ms: u64) -> Result<String, Lost> {
        child.receive(Instant::now() + Duration::from_millis(ms), &|| false)
    }

    #[test]
    fn lines_go_in_and_out() {
        let mut child = sh("while read line; do echo got $line; done");
        child.send("one");
        assert_eq!(next(&mut child, 5000).unwrap(), "got one");
        child.send("two");
        assert_eq!(next(&mut child, 5000).unwrap(), "got two");
        assert_eq!(next(&mut child, 30), Err(Lost::Late));
        let called_off = child.receive(Instant::now() + Duration::from_secs(60), &|| true);
        assert_eq!(called_off, Err(Lost::CalledOff));
    }

    #[test]
    fn an_end_keeps_status_and_last_words() {
        let mut child = sh("echo boom >&2; exit 3");
        let Err(Lost::Ended(how)) = next(&mut child, 5000) else { panic!("expected an end") };
        assert!(how.contains("exit status: 3") && how.contains("boom"), "{how}");
    }

    #[test]
    fn a_flood_is_held_back_and_long_lines_are_cut() {
        let mut child = sh("head -c 300000 /dev/zero | tr '\\0' a; echo; echo done; yes");
        assert_eq!(next(&mut child, 5000).unwrap().len(), 64 * 1024);
        assert_eq!(next(&mut child, 5000).unwrap(), "done");
        assert_eq!(next(&mut child, 5000).unwrap(), "y");
    }

    #[test]
    fn grandchildren_die_too() {
        let mut child = sh("sleep 1000 & echo $!; wait");
        let pid = next(&mut child, 5000).unwrap();
        let alive = || std::path::Path::new(&format!("/proc/{pid}/stat")).exists();
        assert!(alive() || !cfg!(target_os = "linux"));
        drop(child);
        let patience = Instant::now() + Duration::from_secs(5);
        while alive() && Instant::now() < patience && !is_zombie(&pid) {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!alive() || is_zombie(&pid));
    }

    /// What a manager ended by SIGKILL leaves behind: nothing. A shell stands for the manager's
    /// pipe; closing it is what the system does when the manager is gone.
    #[test]
    fn the_guard_ends_a_group_whose_manager_is_gone() {
        let mut child = sh("sleep 1000 & echo $!; trap '' TERM HUP; wait; sleep 1000");
        let pid = next(&mut child, 5000).unwrap();
        child.guard.take().unwrap().let_go();
        let patience = Instant::now() + Duration::from_secs(10);
        let gone = || std::fs::metadata(format!("/proc/{pid}")).is_err() || is_zombie(&pid);
        while !gone() && Instant::now() < patience {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(gone());
    }

    fn is_zombie(pid: &str) -> bool {
        std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z"))
    }
}
