//! The program that Gomocup managers start: the protocol on stdin and stdout, and nothing else.
#![forbid(unsafe_code)]

use alinea_gomocup::WeightFile;
use std::io::{BufReader, Write, stderr, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let weights = match weights() {
        Ok(weights) => weights,
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    match alinea_gomocup::serve(BufReader::new(stdin()), stdout(), weights) {
        Ok(()) => ExitCode::SUCCESS,
        // The manager is gone: nobody is left to hear an error.
        Err(_) => ExitCode::FAILURE,
    }
}

/// The file of `--weights FILE`; managers give no arguments.
fn weights() -> Result<Option<WeightFile>, String> {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    match args.as_slice() {
        [] => Ok(None),
        [key, path] if key == "--weights" => WeightFile::open(Path::new(path)).map(Some),
        _ => Err("expected no arguments, or --weights FILE".into()),
    }
}
