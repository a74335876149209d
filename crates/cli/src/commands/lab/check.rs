//! `alinea lab check`: a first look at a heuristic file.

use crate::answer::{Answer, Failed};
use crate::commands::eval::plain;
use crate::commands::{Context, print, print_json};
use alinea_engines::json::number;
use alinea_lab::{Folder, ScriptLimits, written_for};
use cpu_time::ThreadTime;
use serde_json::json;
use std::fmt::Write;
use std::time::Duration;

/// How long the speed is measured.
const MEASURED: Duration = Duration::from_millis(200);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The heuristic file: *.toml or *.rhai
    file: String,
    /// The game [default: what the file says, else connect4]
    #[arg(long)]
    game: Option<String>,
}

/// The game a file is looked at with.
pub(super) fn game_of(file: &str, text: &str, typed: Option<&String>) -> String {
    let said = typed.cloned().or_else(|| written_for(file, text));
    said.unwrap_or_else(|| "connect4".to_owned())
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let text = Folder::read(&args.file)?;
    let heuristic = alinea_lab::parse(&args.file, &text, ScriptLimits::default())
        .map_err(|error| Failed::Refused(error.to_string()))?;
    let game = game_of(&args.file, &text, args.game.as_ref());
    let mut spent = Duration::ZERO;
    let checked = alinea_lab::check(&game, &*heuristic, &mut |once| {
        let clock = ThreadTime::now();
        while spent < MEASURED {
            once();
            spent = clock.elapsed();
        }
    })?;
    let per_second = checked.evaluations as f64 / spent.as_secs_f64();
    if context.json {
        let samples = checked.samples.iter().map(|sample| {
            json!({
                "position": sample.position,
                "value": sample.value.as_ref().ok().map(|value| number(*value)),
                "built_in": sample.built_in.iter().map(|v| number(*v)).collect::<Vec<_>>(),
            })
        });
        print_json(&json!({
            "file": args.file,
            "game": game,
            "heuristics": checked.names,
            "samples": samples.collect::<Vec<_>>(),
            "evaluations_per_second": per_second.round(),
            "problems": checked.problems,
        }))?;
    } else {
        print(&report(args, &game, &checked, per_second, context))?;
    }
    let failed = checked.samples.iter().any(|sample| sample.value.is_err());
    Ok(if failed { Answer::No } else { Answer::Yes })
}

fn report(
    args: &Args,
    game: &str,
    checked: &alinea_lab::Checked,
    per_second: f64,
    context: Context,
) -> String {
    let mut text = format!("{} on {game}, values for the player to move\n", args.file);
    let _ = write!(text, "{:>14}", "yours");
    for name in &checked.names {
        let _ = write!(text, " {name:>24}");
    }
    text.push('\n');
    for sample in &checked.samples {
        let value = match &sample.value {
            Ok(value) => plain(*value),
            Err(_) => "fails".to_owned(),
        };
        let _ = write!(text, "{value:>14}");
        for value in &sample.built_in {
            let _ = write!(text, " {:>24}", plain(*value));
        }
        let _ = writeln!(text, "  {}", sample.position);
    }
    if let Some(sample) = checked.samples.iter().rev().find(|sample| sample.parts.len() > 1) {
        let _ = writeln!(text, "parts of {}", sample.position);
        for part in sample.parts.iter().take(12) {
            let cells: Vec<String> = part.cells.iter().map(ToString::to_string).collect();
            let label = context.language.say(&part.label);
            let _ = writeln!(text, "{:>14}  {label}  {}", plain(part.points), cells.join(" "));
        }
        if sample.parts.len() > 12 {
            let _ = writeln!(text, "{:>14}  more", sample.parts.len() - 12);
        }
    }
    let _ = writeln!(text, "speed {per_second:.0} evaluations a second");
    for problem in &checked.problems {
        let _ = writeln!(text, "problem: {problem}");
    }
    if checked.problems.is_empty() {
        text.push_str("nothing wrong was found\n");
    }
    text
}
