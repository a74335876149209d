//! `alinea review`: every move of a game judged.

use super::analyze::{LimitArgs, score_text};
use super::{Context, games_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::record::GameRecord;
use alinea_coach::{Judged, JudgedJson, Review, ReviewEnd, ReviewOptions, review};
use alinea_core::Player;
use alinea_search::Stop;
use alinea_words::Language;
use std::fmt::Write;
use std::io::IsTerminal;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The moves, or a file of games: SGF, PSQ, a Gomocup board, lists, digits, JSON records
    moves: String,
    /// The engine that judges [default: the solver, or the strongest of the game]
    #[arg(long)]
    engine: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    // Ctrl-C ends the review and keeps what it has; a second handler is harmless.
    let _ = ctrlc::set_handler(move || on_interrupt.stop());
    let engine = args.engine.as_ref().map(|text| text.parse()).transpose()?;
    let options = ReviewOptions { engine, limits: args.limits.limits() };
    let games = games_at(&args.game, &args.moves)?;
    let count = games.len();
    for (number, game) in games.iter().enumerate() {
        if stop.is_set() {
            break;
        }
        if count > 1 && !context.json {
            print(&format!("{}{}\n", if number > 0 { "\n" } else { "" }, title(game, number + 1)))?;
        }
        review_one(game, &options, &stop, context)?;
    }
    Ok(Answer::Yes)
}

fn title(game: &GameRecord, number: usize) -> String {
    let [first, second] = game.names.each_ref().map(|name| name.as_deref().unwrap_or("?"));
    format!("{number}. {first} - {second}")
}

#[allow(clippy::print_stderr, reason = "progress, on a terminal only")]
fn review_one(
    game: &GameRecord,
    options: &ReviewOptions,
    stop: &Stop,
    context: Context,
) -> Result<(), Failed> {
    let session = game.session.as_ref();
    let total = session.moves().len();
    if total == 0 {
        return Err(Failed::Refused(Language::English.text("review.no-moves")));
    }
    let is_watched = std::io::stderr().is_terminal() && !context.json;
    let mut done = 0;
    let judged = review(session, options, stop, &mut |_| {
        done += 1;
        if is_watched {
            eprint!("\r{done}/{total} ");
        }
    })?;
    if is_watched {
        eprint!("\r{:20}\r", "");
    }
    if context.json {
        for one in &judged.moves {
            print_json(&JudgedJson::new(one, context.language))?;
        }
        return print_json(&ReviewEnd::new(&judged));
    }
    print(&table(&judged, context.language))
}

fn table(review: &Review, language: Language) -> String {
    let mut text = String::new();
    for judged in &review.moves {
        let score = score_text(judged.played.score, judged.played.proven, None);
        let verdict = language.text(&format!("review.verdict.{}", judged.verdict.word()));
        let _ = writeln!(text, "{:>4}. {:<5} {score:>12}  {verdict}", judged.ply, judged.mv);
        text.push_str(&details(judged, language));
    }
    for player in Player::BOTH {
        if let Some(share) = review.accuracy(player) {
            let key = format!("review.accuracy.{player}");
            let sentence = language.text(&key).replace("{share}", &format!("{share:.1}"));
            let _ = writeln!(text, "{sentence}");
        }
    }
    if !review.is_complete {
        let _ = writeln!(text, "{}", language.text("review.stopped"));
    }
    text
}

/// What was better, for moves that gave something away.
fn details(judged: &Judged, language: Language) -> String {
    let mut text = String::new();
    for message in judged.reason.iter().chain(&judged.why) {
        let _ = writeln!(text, "      {}", language.say(message));
    }
    if !judged.line.is_empty() {
        let _ = writeln!(text, "      {}", judged.line.join(" "));
    }
    if !judged.refutation.is_empty() {
        let answer =
            language.text("review.answered").replace("{line}", &judged.refutation.join(" "));
        let _ = writeln!(text, "      {answer}");
    }
    text
}
