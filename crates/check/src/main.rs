//! `alinea-check FILE`: checks a certificate by playing every reply of the opponent.
//!
//! Written from docs/certificates.md. It uses no other crate and believes no theory.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod columns;

use std::io::Read;
use std::process::ExitCode;

const MAX_BYTES: u64 = 4 << 20;
const MAX_LINE: usize = 120;

/// What is wrong: the line of the file (0 for none), a sentence, the position drawn.
struct Failure {
    line: usize,
    reason: String,
    board: String,
}

fn fail<T>(line: usize, reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { line, reason: reason.into(), board: String::new() })
}

/// The lines of a file, read one after the other; `at` is the number of the last one.
struct Reader<'a> {
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Result<&'a str, Failure> {
        let line = self.lines.get(self.at).copied();
        line.map_or_else(|| fail(self.at + 1, "the file ends too early"), Ok)
    }

    /// What follows `name` and a blank in the next line.
    fn expect(&mut self, name: &str) -> Result<&'a str, Failure> {
        let line = self.peek()?;
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
    let Some(body) = text.strip_suffix('\n') else {
        return fail(text.lines().count(), "the last line does not end: the file is cut off");
    };
    let lines: Vec<&str> = body.split('\n').collect();
    for (i, line) in lines.iter().enumerate() {
        let plain = line.bytes().all(|b| (b' '..=b'~').contains(&b)) && !line.contains("  ");
        if line.len() > MAX_LINE || !plain || line.trim() != *line || line.is_empty() {
            return fail(i + 1, "a blank, too long or badly spaced line");
        }
    }
    let mut reader = Reader { lines, at: 0 };
    if reader.expect("alinea")? != "certificate 1" {
        return fail(1, "not a certificate of version 1");
    }
    let game = reader.expect("game")?;
    let told = match game.split_once(' ') {
        Some(("connect4", size)) => columns::check(&mut reader, size)?,
        _ => return fail(2, format!("'{game}' is not a game this program knows")),
    };
    if reader.at + 1 != reader.lines.len() || reader.peek()? != "end" {
        return fail(reader.at + 1, "expected 'end' and nothing after it");
    }
    Ok(told)
}

fn main() -> ExitCode {
    let path = match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [path] if !path.starts_with('-') => path.clone(),
        _ => {
            eprintln!("usage: alinea-check FILE\nVERIFIED and counts (exit 0), or what fails (1)");
            return ExitCode::from(2);
        }
    };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&path);
    if let Err(error) = file.and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)) {
        eprintln!("alinea-check: {path}: {error}");
        return ExitCode::from(2);
    }
    let told = match String::from_utf8(bytes) {
        Ok(text) if text.len() as u64 <= MAX_BYTES => check(&text),
        Ok(_) => fail(0, format!("longer than {MAX_BYTES} bytes")),
        Err(_) => fail(0, "not text"),
    };
    match told {
        Ok(told) => println!("VERIFIED {told}"),
        Err(failure) => {
            println!("REFUSED line {}: {}\n{}", failure.line, failure.reason, failure.board);
            return ExitCode::from(1);
        }
    }
    ExitCode::SUCCESS
}
