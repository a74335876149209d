//! `alinea brain`: the Gomocup protocol on stdin and stdout.

use crate::answer::{Answer, Failed};
use alinea_gomocup::WeightFile;
use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Judge by a network from `cargo xtask gomoku-train` instead of the built-in one
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    let weights = args.weights.as_deref().map(WeightFile::open).transpose();
    alinea_gomocup::serve(BufReader::new(stdin()), stdout(), weights.map_err(Failed::Wrong)?)?;
    Ok(Answer::Yes)
}
