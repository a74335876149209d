//! `alinea-check FILE`: checks a certificate by playing every reply of the opponent. Written from
//! docs/certificates.md; it uses no other crate and believes no theory.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod columns;
mod squares;

use std::io::Read;
use std::process::ExitCode;

const MAX_BYTES: u64 = 4 << 20;
const MAX_LINE: usize = 120;
/// More positions than any honest certificate needs; keeps memory and time bounded.
const MAX_POSITIONS: usize = 20_000_000;

/// The line of the file (0 for none), what is wrong, the position drawn.
struct Failure(usize, String, String);

fn fail<T>(line: usize, reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure(line, reason.into(), String::new()))
}

/// The lines of a file, read one after the other; `at` is the number of the last one.
struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next line without reading it, `end` after the last.
    fn peek(&self) -> &'a str {
        self.lines.get(self.at).copied().unwrap_or("end")
    }

    /// What follows `name` and a blank in the next line.
    fn expect(&mut self, name: &str) -> Result<&'a str, Failure> {
        let line = self.peek();
        self.at += 1;
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.map_or_else(|| fail(self.at, format!("expected '{name}', found '{line}'")), Ok)
    }

    fn number(&mut self, name: &str) -> Result<usize, Failure> {
        let word = self.expect(name)?;
        let number = word.parse::<usize>().ok().filter(|number| number.to_string() == word);
        number.map_or_else(|| fail(self.at, format!("'{word}' is not a count")), Ok)
    }
}

fn check(text: &str) -> Result<String, Failure> {
    let Some(body) = text.strip_suffix("\nend\n") else {
        return fail(text.lines().count(), "the last line is not 'end': the file is cut off");
    };
    let mut reader = Reader { lines: body.split('\n').collect(), at: 0 };
    for (i, line) in reader.lines.iter().enumerate() {
        let plain = line.bytes().all(|b| (b' '..=b'~').contains(&b)) && !line.contains("  ");
        if line.len() > MAX_LINE || !plain || line.trim() != *line || line.is_empty() {
            return fail(i + 1, "a blank, too long or badly spaced line");
        }
    }
    if reader.expect("alinea")? != "certificate 1" {
        return fail(1, "not a certificate of version 1");
    }
    let game = reader.expect("game")?;
    let told = match game.split_once(' ') {
        Some(("connect4", size)) => columns::check(&mut reader, size)?,
        Some((name, size)) => squares::check(&mut reader, name, size)?,
        None => return fail(2, format!("'{game}' is not a game and its size")),
    };
    if reader.at == reader.lines.len() { Ok(told) } else { fail(reader.at + 1, "expected 'end'") }
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1).filter(|path| !path.starts_with('-')) else {
        eprintln!("usage: alinea-check FILE\nVERIFIED and counts (exit 0), or what fails (exit 1)");
        return ExitCode::from(2);
    };
    let (mut bytes, file) = (Vec::new(), std::fs::File::open(&path));
    if let Err(error) = file.and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)) {
        eprintln!("alinea-check: {path}: {error}");
        return ExitCode::from(2);
    }
    let told = match String::from_utf8(bytes) {
        Ok(text) if text.len() as u64 <= MAX_BYTES => check(&text),
        _ => fail(0, format!("not text of at most {MAX_BYTES} bytes")),
    };
    match &told {
        Ok(told) => println!("VERIFIED {told}"),
        Err(Failure(line, reason, board)) => println!("REFUSED line {line}: {reason}\n{board}"),
    }
    ExitCode::from(u8::from(told.is_err()))
}
