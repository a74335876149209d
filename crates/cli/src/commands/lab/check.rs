//! `alinea lab check`: a first look at a heuristic file.

use crate::answer::{Answer, Failed};
use crate::commands::eval::plain;
use crate::commands::{Context, print, print_json};
use alinea_catalogue::json::{Evaluation, Number};
use alinea_child::{Program, SeatOptions, check_program};
use alinea_core::Message;
use alinea_lab::{Folder, ScriptLimits, written_for};
use cpu_time::ThreadTime;
use serde_json::json;
use std::fmt::Write;
use std::time::Duration;

/// Least width of a column of values.
const WIDTH: usize = 10;
/// Parts of a value that are shown.
const SHOWN_PARTS: usize = 12;
/// How long the speed is measured.
const MEASURED: Duration = Duration::from_millis(200);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The heuristic file (*.toml, *.rhai), or a program that speaks docs/protocol.md
    file: String,
    /// The game [default: what the file says, else connect4]
    #[arg(long)]
    game: Option<String>,
    /// Seconds a move, for a program
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "1")]
    time: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    alinea_catalogue::parse_seconds(text).ok_or_else(|| "expected seconds".to_owned())
}

/// The game a file is looked at with.
pub(super) fn game_of(file: &str, text: &str, typed: Option<&String>) -> String {
    let said = typed.cloned().or_else(|| written_for(file, text));
    said.unwrap_or_else(|| "connect4".to_owned())
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    if !alinea_catalogue::files::is_file(&args.file) {
        return run_program(args, context);
    }
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
    let per_second = checked.evaluations as f64 / spent.as_secs_f64().max(f64::EPSILON);
    if context.json {
        let samples = checked.samples.iter().map(|sample| {
            let value = sample.value.as_ref().ok();
            let judged = Evaluation::new(
                value.copied().unwrap_or_default(),
                &sample.parts,
                context.language,
            );
            json!({
                "position": sample.position,
                "value": value.map(|value| Number(*value)),
                "parts": judged.parts,
                "printed": sample.printed,
                "built_in": sample.built_in.iter().map(|v| Number(*v)).collect::<Vec<_>>(),
            })
        });
        print_json(&json!({
            "file": args.file,
            "game": game,
            "heuristics": checked.names,
            "samples": samples.collect::<Vec<_>>(),
            "evaluations_per_second": per_second.round(),
            "problems": checked.problems.iter().map(|p| context.language.say(p)).collect::<Vec<_>>(),
        }))?;
    } else {
        print(&report(args, &game, &checked, per_second, context))?;
    }
    let failed = checked.samples.iter().any(|sample| sample.value.is_err());
    Ok(if failed { Answer::No } else { Answer::Yes })
}

/// Whether a program keeps to the protocol, point by point.
fn run_program(args: &Args, context: Context) -> Result<Answer, Failed> {
    let program = Program::parse(&args.file).map_err(|error| Failed::Wrong(error.to_string()))?;
    let text = std::fs::read(&args.file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text[..text.len().min(4096)]).into_owned();
    let game = game_of(&args.file, &text, args.game.as_ref());
    let session = alinea_catalogue::open(&game)?;
    let findings = check_program(&*session, &program, args.time, &SeatOptions::default());
    let is_fine = findings.iter().all(|finding| finding.problem.is_none());
    if context.json {
        let rows = findings.iter().map(|finding| {
            json!({
                "what": context.language.say(&finding.what),
                "fine": finding.problem.is_none(),
                "problem": finding.problem,
            })
        });
        let findings: Vec<_> = rows.collect();
        print_json(
            &json!({"program": args.file, "game": game, "fine": is_fine, "findings": findings}),
        )?;
    } else {
        let mut text = String::new();
        for finding in &findings {
            let what = context.language.say(&finding.what);
            let _ = match &finding.problem {
                None => writeln!(text, "ok    {what}"),
                Some(problem) => writeln!(text, "FAIL  {what}: {problem}"),
            };
        }
        print(&text)?;
    }
    Ok(if is_fine { Answer::Yes } else { Answer::No })
}

fn report(
    args: &Args,
    game: &str,
    checked: &alinea_lab::Checked,
    per_second: f64,
    context: Context,
) -> String {
    let say = |message: Message| context.language.say(&message);
    let title = Message::new("lab.check.title").with("file", &args.file).with("game", game);
    let mut text = say(title) + "\n";
    let yours = context.language.text("lab.check.yours");
    let _ = write!(text, "{yours:>14}");
    for name in &checked.names {
        let _ = write!(text, "  {name:>WIDTH$}");
    }
    text.push('\n');
    for sample in &checked.samples {
        let value = match &sample.value {
            Ok(value) => plain(*value),
            Err(_) => context.language.text("lab.check.fails"),
        };
        let _ = write!(text, "{value:>14}");
        for (name, value) in checked.names.iter().zip(&sample.built_in) {
            let width = name.len().max(WIDTH);
            let _ = write!(text, "  {:>width$}", plain(*value));
        }
        let _ = writeln!(text, "  {}", sample.position);
        for line in &sample.printed {
            let _ = writeln!(text, "{:>14}  {line}", "print:");
        }
    }
    if let Some(sample) = checked.samples.iter().rev().find(|sample| sample.parts.len() > 1) {
        let title = Message::new("lab.check.parts").with("position", &sample.position);
        text += &(say(title) + "\n");
        for part in sample.parts.iter().take(SHOWN_PARTS) {
            let cells: Vec<String> = part.cells.iter().map(ToString::to_string).collect();
            let label = context.language.say(&part.label);
            let line = format!("{:>14}  {label}  {}", plain(part.points), cells.join(" "));
            text += &(line.trim_end().to_owned() + "\n");
        }
        if sample.parts.len() > SHOWN_PARTS {
            let more = Message::new("lab.check.more");
            let _ = writeln!(
                text,
                "{:>14}  {}",
                "",
                say(more.with("count", sample.parts.len() - SHOWN_PARTS))
            );
        }
    }
    let speed = match checked.evaluations {
        0 => Message::new("lab.check.speed-fails"),
        _ => Message::new("lab.check.speed").with("speed", format!("{per_second:.0}")),
    };
    text += &(say(speed) + "\n");
    for problem in &checked.problems {
        let problem = context.language.say(problem);
        text += &(say(Message::new("lab.check.problem").with("problem", problem)) + "\n");
    }
    if checked.problems.is_empty() {
        text += &(context.language.text("lab.check.fine") + "\n");
    }
    text
}
