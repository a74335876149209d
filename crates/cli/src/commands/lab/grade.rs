//! `alinea lab grade`: a student's trace beside the exact search.

use crate::answer::{Answer, Failed};
use crate::commands::{Context, print, print_json};
use alinea_catalogue::files::Files;
use alinea_lab::Folder;
use alinea_lab::grade::{Assignment, Format, GradeError, MAX_BYTES, grade};
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The trace: the log of a game, or the nodes of a search as JSON, lines or a table
    trace: String,
    /// The game that was searched
    #[arg(long, default_value = "boom")]
    game: String,
    /// Where the search, or the logged game, begins
    #[arg(long, value_name = "POSITION", default_value = "-")]
    position: String,
    /// The search that was asked for: a textbook engine or a preset
    #[arg(long, default_value = "textbook:heuristic=valoracion-test,depth=8")]
    engine: String,
    /// Who reads the result: a person, or the result file of a service
    #[arg(long, value_enum, default_value_t = Out::Text)]
    format: Out,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Out {
    Text,
    Gradescope,
    Classroom50,
    Junit,
}

impl Out {
    fn format(self) -> Option<Format> {
        match self {
            Out::Text => None,
            Out::Gradescope => Some(Format::Gradescope),
            Out::Classroom50 => Some(Format::Classroom50),
            Out::Junit => Some(Format::Junit),
        }
    }
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let assignment = Assignment {
        game: args.game.clone(),
        position: args.position.clone(),
        engine: args.engine.parse()?,
        files: Some(Files::new(Arc::new(Folder::default()))),
    };
    let graded = match read(&args.trace) {
        Ok(bytes) => grade(&assignment, &bytes),
        Err(error) => Err(GradeError(error.to_string())),
    };
    if let Some(format) = args.format.format() {
        // The service shows what went wrong: the result is written for a trace that is unreadable,
        // or not there, too.
        print(&format.report(&args.trace, &graded, context.language))?;
    }
    let graded = graded.map_err(|error| Failed::Wrong(format!("{}: {error}", args.trace)))?;
    if args.format == Out::Text {
        if context.json {
            print_json(&graded.json(context.language))?;
        } else {
            print(&graded.text(context.language))?;
        }
    }
    Ok(if graded.is_correct() { Answer::Yes } else { Answer::No })
}

fn read(trace: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more is enough to see that it is too long.
    File::open(trace)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
