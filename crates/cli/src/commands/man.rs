//! `alinea man`: the manual pages of every command.

use crate::answer::{Answer, Failed};
use crate::options::Cli;
use clap::CommandFactory;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder to write to; made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    std::fs::create_dir_all(&args.folder)?;
    clap_mangen::generate_to(Cli::command(), &args.folder)?;
    Ok(Answer::Yes)
}
