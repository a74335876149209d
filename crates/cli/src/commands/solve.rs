//! `alinea solve`: exact scores of Connect Four positions, one or a stream of lines.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_core::PositionError;
use alinea_data::label::read_diagram_or_moves;
use alinea_engines::connect4::analyst::{
    Allowance, Analyst, Connect4, DEFAULT_TABLE_MB, Size, read,
};
use alinea_engines::connect4::solver::{Bounds, Goal};
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use serde_json::{Value, json};
use std::io::BufRead;

/// The longest line that is read.
const MAX_LINE: usize = 64 * 1024;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scores of all moves instead of that of the position
    #[arg(long)]
    all: bool,
    /// Only win (1), draw (0) or loss (-1)
    #[arg(long)]
    weak: bool,
    /// Without the opening book
    #[arg(long)]
    no_book: bool,
    /// Threads for hard positions
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The position; without one, positions are read from standard input, one a line
    position: Option<String>,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let mut analyst = analyst(args.threads)?;
    if args.no_book {
        analyst = analyst.without_book();
    }
    if let Some(position) = &args.position {
        print_solved(&mut analyst, args, context, position, &read(position)?)?;
        return Ok(Answer::Yes);
    }
    let mut answer = Answer::Yes;
    for line in positions(std::io::stdin().lock()) {
        let Line { number, position } = line?;
        match read_diagram_or_moves(&position) {
            Ok(pos) => print_solved(&mut analyst, args, context, &position, &pos)?,
            Err(error) => {
                complain(number, &error);
                answer = Answer::No;
            }
        }
    }
    Ok(answer)
}

/// A line of a stream of positions.
pub(crate) struct Line {
    /// Counted from 1, blank lines included.
    pub(crate) number: u64,
    /// The position as typed; what follows it is left out.
    pub(crate) position: String,
}

/// The lines of a stream that are not blank. What is not text is taken as a wrong position.
pub(crate) fn positions(
    mut input: impl BufRead,
) -> impl Iterator<Item = Result<Line, std::io::Error>> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut line = Vec::new();
            let mut limited = std::io::Read::take(&mut input, MAX_LINE as u64);
            match limited.read_until(b'\n', &mut line) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
            if line.len() == MAX_LINE && !line.ends_with(b"\n") {
                // No position is this long; what follows is not the next one.
                if let Err(error) = input.skip_until(b'\n') {
                    return Some(Err(error));
                }
            }
            let text = String::from_utf8_lossy(&line);
            // A drawn board may be followed by the side to move; otherwise only one word counts.
            let words = if text.trim_start().starts_with("diagram:") { 2 } else { 1 };
            let position: Vec<&str> = text.split_whitespace().take(words).collect();
            if !position.is_empty() {
                return Some(Ok(Line { number, position: position.join(" ") }));
            }
        }
    })
}

/// A solver with the book, or without it if the book is damaged, which is said once.
fn analyst(threads: u16) -> Result<Analyst, Failed> {
    if let Err(error) = alinea_engines::connect4::book::Book::embedded() {
        say(&format!("{error}; going on without it"));
    }
    Analyst::new(Size::USUAL, DEFAULT_TABLE_MB, usize::from(threads))
        .ok_or_else(|| Failed::Wrong("the solver could not be made".to_owned()))
}

/// One line on stderr about a line that is not a position; the filter goes on.
pub(crate) fn complain(number: u64, error: &PositionError) {
    let why = Language::English.say(&error.message());
    say(&format!("line {number}: {why}"));
}

#[allow(clippy::print_stderr)]
pub(crate) fn say(text: &str) {
    eprintln!("alinea: {text}");
}

fn print_solved(
    analyst: &mut Analyst,
    args: &Args,
    context: Context,
    text: &str,
    pos: &Connect4,
) -> Result<(), Failed> {
    let goal = if args.weak { Goal::Sign } else { Goal::Exact };
    let mut allowance = Allowance::new(goal, &Limits::default(), &Stop::new());
    let value = |bounds: Bounds| {
        if args.weak { (bounds.lower + bounds.upper).signum() } else { bounds.lower }
    };
    let columns = args.all.then(|| {
        let mut columns = vec![None; usize::from(pos.size().cols())];
        for (col, bounds) in analyst.move_scores(pos, &mut allowance, |_, _| {}) {
            columns[usize::from(col)] = Some(value(bounds));
        }
        columns
    });
    let best = columns.as_ref().and_then(|columns| columns.iter().flatten().max().copied());
    let score = match best {
        Some(best) => best,
        None => value(analyst.score(pos, &mut allowance)),
    };
    if context.json {
        let moves: Option<Value> = columns.map(|columns| {
            let known = columns.into_iter().enumerate();
            known
                .map(|(col, score)| json!({ "move": (col + 1).to_string(), "score": score }))
                .collect()
        });
        return print_json(&json!({
            "position": text, "score": score, "moves": moves, "nodes": allowance.nodes,
            "time_ms": allowance.elapsed().as_secs_f64() * 1000.0,
        }));
    }
    match columns {
        None => print(&format!("{text} {score}\n")),
        Some(columns) => {
            let show = |score: &Option<i32>| score.map_or(".".to_owned(), |s| s.to_string());
            let scores: Vec<String> = columns.iter().map(show).collect();
            print(&format!("{text} {}\n", scores.join(" ")))
        }
    }
}
