//! `alinea lab new`: the first file of a student.

use crate::answer::{Answer, Failed};
use crate::commands::{Context, print};
use alinea_core::Message;
use std::fs::OpenOptions;
use std::io::Write;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The file to write: NAME.toml is a table of weights, NAME.rhai a script [default ending: .rhai]
    name: String,
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let is_named = alinea_catalogue::files::is_file(&args.name);
    let file = if is_named { args.name.clone() } else { format!("{}.rhai", args.name) };
    let text = alinea_lab::template(&args.game, &file, context.language)?;
    let refused = |error: std::io::Error| Failed::Wrong(format!("{file}: {error}"));
    // Nobody's work is written over.
    let mut made = OpenOptions::new().write(true).create_new(true).open(&file).map_err(refused)?;
    made.write_all(text.as_bytes()).map_err(refused)?;
    let written = Message::new("lab.new.written").with("file", &file);
    print(&(context.language.say(&written) + "\n"))?;
    Ok(Answer::Yes)
}
