//! Programs that nobody has read, kept apart with bubblewrap: no network, no files but the system's
//! and their own, no other process to see or to signal, bounded memory and processes.
//!
//! The manager's own user is no help against a fork bomb when it is root, whom no limit of
//! processes binds: then bubblewrap itself is started as "nobody".

use crate::Program;
use crate::command::on_path;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Who programs are inside, and outside where the manager is root.
#[cfg(unix)]
const NOBODY: u32 = 65534;
/// Where a program finds itself.
const HOME: &str = "/contestant";
/// Room for temporary files.
const SCRATCH_BYTES: u64 = 16 * 1024 * 1024;
/// Always given, wherever it runs: as root, plain bubblewrap would keep every capability.
const FLAGS: [&str; 11] = [
    "--unshare-all",
    "--unshare-user",
    "--uid",
    "65534",
    "--gid",
    "65534",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
];
/// What a program is started by: first to be killed where memory runs out, and held by limits.
const INNER: &str = "echo 1000 >/proc/self/oom_score_adj; limit=$1; shift; exec prlimit \"$0\" \"$limit\" --core=0 \
                     --nofile=256 -- \"$@\"";

/// How much a confined program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confinement {
    /// Memory of one process, in bytes of address space.
    pub memory_bytes: u64,
    /// Processes and threads at the same time.
    pub processes: u32,
}

impl Default for Confinement {
    fn default() -> Confinement {
        Confinement { memory_bytes: 1024 * 1024 * 1024, processes: 16 }
    }
}

impl Confinement {
    /// Why programs cannot be confined on this machine; `None` if they can. Tried once, by running a
    /// program with the very flags that contestants get.
    #[must_use]
    pub fn problem() -> Option<&'static str> {
        static PROBED: OnceLock<Option<String>> = OnceLock::new();
        PROBED.get_or_init(|| Confinement::default().probe().err()).as_deref()
    }

    fn probe(&self) -> Result<(), String> {
        if !cfg!(target_os = "linux") {
            return Err("bubblewrap needs Linux".to_owned());
        }
        // Asked before it is started: "nobody" may not look into every folder of root's path, and
        // would be told "permission denied" of a program that is nowhere.
        if !on_path("bwrap") {
            return Err("bwrap (bubblewrap) is not installed".to_owned());
        }
        // A shell that counts the processes it sees, and forks more than it may.
        let bomb = "[ \"$(id -u)\" = 65534 ] && ls /proc | grep -c '^[0-9]' && \
                    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 2 & done";
        let program = Program::new("sh", &["-c", bomb]);
        let output = self
            .command(&program)
            .and_then(|mut command| command.output())
            .map_err(|error| format!("bwrap: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let seen: Option<u32> = String::from_utf8_lossy(&output.stdout).trim().parse().ok();
        match seen {
            None => Err(format!("bwrap does not run here: {said}")),
            Some(processes) if processes > 8 => {
                Err("programs inside bwrap see the processes outside".to_owned())
            }
            // The bomb must not have gone off.
            Some(_) if output.status.success() => {
                Err("the limit of processes does not hold inside bwrap".to_owned())
            }
            Some(_) => Ok(()),
        }
    }

    /// The command that runs a program inside.
    pub(crate) fn command(&self, program: &Program) -> io::Result<Command> {
        let mut command = Command::new("bwrap");
        command.args(FLAGS).args(["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin"]);
        command.args(["--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"]);
        system_folders(&mut command);
        command.args(["--proc", "/proc", "--dev", "/dev"]);
        command.args(["--size", &SCRATCH_BYTES.to_string(), "--tmpfs", "/tmp"]);
        let (folder, words) = inside(program);
        if let Some(folder) = folder {
            command.arg("--ro-bind").arg(folder).arg(HOME).args(["--chdir", HOME]);
        } else {
            command.args(["--chdir", "/"]);
        }
        command.args(["--remount-ro", "/dev", "--remount-ro", "/", "--", "/bin/sh", "-c", INNER]);
        command.arg(format!("--as={}", self.memory_bytes));
        // The shell drops its name and keeps the rest, so the second limit is an argument too.
        command.arg(format!("--nproc={}", self.processes));
        command.args(words);
        as_nobody(&mut command);
        Ok(command)
    }
}

/// The system's programs and libraries, read-only; links stay links.
fn system_folders(command: &mut Command) {
    command.args(["--ro-bind", "/usr", "/usr"]);
    for name in ["bin", "sbin", "lib", "lib32", "lib64"] {
        let path = Path::new("/").join(name);
        match fs::read_link(&path) {
            Ok(target) => command.arg("--symlink").arg(target).arg(&path),
            Err(_) => command.arg("--ro-bind-try").arg(&path).arg(&path),
        };
    }
    for path in ["/etc/ld.so.cache", "/etc/alternatives"] {
        command.args(["--ro-bind-try", path, path]);
    }
}

/// The folder of the program's own file, which is all it sees of the disk, and its command line with
/// that folder's new name.
fn inside(program: &Program) -> (Option<PathBuf>, Vec<String>) {
    let words: Vec<String> = program.words();
    let own = words.iter().map(Path::new).find(|word| {
        let elsewhere = !word.starts_with("/usr") && !word.starts_with("/bin");
        word.components().count() > 1 && word.is_file() && elsewhere
    });
    let Some(folder) = own.and_then(Path::parent).map(Path::to_owned) else { return (None, words) };
    let rename = |word: &String| match Path::new(word).strip_prefix(&folder) {
        Ok(rest) => Path::new(HOME).join(rest).display().to_string(),
        Err(_) => word.clone(),
    };
    let renamed = words.iter().map(rename).collect();
    let full = folder.canonicalize().unwrap_or(folder);
    (Some(full), renamed)
}

#[cfg(unix)]
fn as_nobody(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    if is_root() {
        command.uid(NOBODY).gid(NOBODY).current_dir("/");
    }
}

#[cfg(not(unix))]
fn as_nobody(_: &mut Command) {}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A copy of one file in a folder of its own that everybody may read, for programs that run as
/// somebody else. Removed with the value.
#[derive(Debug)]
pub struct Stage {
    folder: PathBuf,
    file: PathBuf,
}

impl Stage {
    /// Copies a file.
    pub fn new(bytes: &[u8], name: &str) -> io::Result<Stage> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("alinea-stage-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder)?;
        let file = folder.join(name);
        let stage = Stage { folder, file };
        fs::write(&stage.file, bytes)?;
        readable(&stage.folder)?;
        readable(&stage.file)?;
        Ok(stage)
    }

    /// Where the copy is.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(unix)]
fn readable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What holds on this machine without a flag may not hold on another.
    #[test]
    fn every_flag_is_given_whatever_the_program() {
        let program = Program::new("python3", &["-u", "bot.py"]);
        let command = Confinement::default().command(&program).unwrap();
        let words: Vec<String> =
            command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let line = words.join(" ");
        let own = line.find(" -- ").unwrap();
        for flag in [
            "--unshare-all",
            "--unshare-user",
            "--uid 65534",
            "--gid 65534",
            "--cap-drop ALL",
            "--die-with-parent",
            "--new-session",
            "--clearenv",
            "--proc /proc",
            "--remount-ro /",
        ] {
            assert!(line.find(flag).is_some_and(|at| at < own), "no {flag} in {line}");
        }
        assert!(line.contains("--as=1073741824 --nproc=16 python3 -u bot.py"), "{line}");
        assert!(!line.contains("/home") && !line.contains("/root"), "{line}");
    }
}
