//! `alinea completions`: the command line for the shell's Tab key.

use crate::answer::{Answer, Failed};
use crate::options::Cli;
use clap::CommandFactory;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell to complete in
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &Args) -> Result<Answer, Failed> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "alinea", &mut text);
    super::print(&String::from_utf8_lossy(&text))?;
    Ok(Answer::Yes)
}
