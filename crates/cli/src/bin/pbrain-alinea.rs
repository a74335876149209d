//! The program that Gomocup managers start: the protocol on stdin and stdout, and nothing else.
#![forbid(unsafe_code)]

use std::io::{BufReader, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    match alinea_gomocup::serve(BufReader::new(stdin()), stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        // The manager is gone: nobody is left to hear an error.
        Err(_) => ExitCode::FAILURE,
    }
}
