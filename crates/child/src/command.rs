//! What to start: a path, or a command line.

use crate::Confinement;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program and its arguments as somebody typed them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    program: PathBuf,
    args: Vec<String>,
    confinement: Option<Confinement>,
}

/// A text that names no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError(String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CommandError {}

impl Program {
    /// A program of the PATH, or a path with a directory, and its arguments.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, args: &[&str]) -> Program {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Program { program: program.into(), args, confinement: None }
    }

    /// Reads a path (which may hold spaces), or a program of the PATH and its arguments. A
    /// `.py` file is run by `python3`, so that nobody needs to know about executable bits.
    pub fn parse(text: &str) -> Result<Program, CommandError> {
        let text = text.trim();
        if Path::new(text).is_file() {
            return Ok(Program::of_file(Path::new(text), Vec::new()));
        }
        let mut words = text.split_whitespace().map(str::to_owned);
        let Some(first) = words.next() else {
            return Err(CommandError("expected the path of a program, found nothing".into()));
        };
        let args: Vec<String> = words.collect();
        if Path::new(&first).is_file() {
            return Ok(Program::of_file(Path::new(&first), args));
        }
        if first.contains(std::path::MAIN_SEPARATOR) || !on_path(&first) {
            return Err(CommandError(format!("no program '{first}' was found")));
        }
        Ok(Program { program: first.into(), args, confinement: None })
    }

    fn of_file(path: &Path, args: Vec<String>) -> Program {
        // Without a directory the system would look on the PATH instead of here.
        let here = if path.components().count() == 1 {
            Path::new(".").join(path)
        } else {
            path.to_owned()
        };
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("py")) {
            let script = here.to_string_lossy().into_owned();
            let args = ["-u".to_owned(), script].into_iter().chain(args).collect();
            return Program { program: "python3".into(), args, confinement: None };
        }
        Program { program: here, args, confinement: None }
    }

    /// A file, run by what its ending says. `.py` is python3's, whatever its case.
    #[must_use]
    pub fn file(path: &Path) -> Program {
        Program::of_file(path, Vec::new())
    }

    /// The same program, kept apart from everything else.
    #[must_use]
    pub fn confined(self, confinement: Option<Confinement>) -> Program {
        Program { confinement, ..self }
    }

    pub(crate) fn words(&self) -> Vec<String> {
        let program = self.program.to_string_lossy().into_owned();
        [program].into_iter().chain(self.args.iter().cloned()).collect()
    }

    pub(crate) fn command(&self) -> io::Result<Command> {
        if let Some(confinement) = self.confinement {
            return confinement.command(self);
        }
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        Ok(command)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

/// Whether a folder of `PATH` holds a program of this name.
pub(crate) fn on_path(name: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|dir| {
        let file = dir.join(name);
        file.is_file() || file.with_extension("exe").is_file()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_or_named() {
        assert_eq!(Program::parse("sh -c true").unwrap().to_string(), "sh -c true");
        let missing = Program::parse("./no-such-program --fast").unwrap_err().to_string();
        assert!(missing.contains("no program './no-such-program'"), "{missing}");
        assert!(Program::parse("  ").unwrap_err().to_string().contains("found nothing"));
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(Program::parse(manifest).unwrap().to_string(), manifest);
    }
}
