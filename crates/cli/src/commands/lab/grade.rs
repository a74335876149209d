//! `alinea lab grade`: a student's trace beside the exact search.

use crate::answer::{Answer, Failed};
use crate::commands::{Context, print, print_json};
use alinea_catalogue::files::Files;
use alinea_lab::Folder;
use alinea_lab::grade::{Assignment, Grade, Smallest, grade};
use alinea_words::Language;
use serde_json::json;
use std::sync::Arc;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The trace: a log as 'alinea play boom --log ugr' prints it, or nodes as 'alinea trace --json'
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
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let text = std::fs::read_to_string(&args.trace)
        .map_err(|error| Failed::Wrong(format!("{}: {error}", args.trace)))?;
    let assignment = Assignment {
        game: args.game.clone(),
        position: args.position.clone(),
        engine: args.engine.parse()?,
        files: Some(Files::new(Arc::new(Folder::default()))),
    };
    let graded = grade(&assignment, &text)
        .map_err(|error| Failed::Wrong(format!("{}: {error}", args.trace)))?;
    if context.json {
        print_json(&as_json(&graded, context.language))?;
    } else {
        print(&graded.text(context.language))?;
    }
    Ok(if graded.divergence.is_none() { Answer::Yes } else { Answer::No })
}

fn as_json(graded: &Grade, language: Language) -> serde_json::Value {
    let smallest = |small: &Smallest| {
        json!({
            "position": small.position,
            "depth": small.depth,
            "right": {"value": small.exact.0, "move": small.exact.1},
            "yours": {"value": small.wrong.0, "move": small.wrong.1},
            "nodes": small.nodes,
        })
    };
    json!({
        "correct": graded.divergence.is_none(),
        "compared": graded.compared,
        "divergence": graded.divergence.as_ref().map(|found| json!({
            "line": found.line,
            "message": language.say(&found.message),
            "moves": found.moves,
            "rows": found.rows,
        })),
        "mistake": graded.mistake.map(|mistake| language.text(mistake.key())),
        "smallest": graded.smallest.as_ref().map(smallest),
    })
}
