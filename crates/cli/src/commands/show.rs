//! `alinea show`: a position drawn.

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use crate::board;
use crate::style::Style;
use alinea_catalogue::View;
use alinea_core::{Outcome, Player};
use alinea_words::Language;
use std::fmt::Write;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The position: '-', moves, or 'diagram:' and rows from the top joined by '/'
    #[arg(default_value = "-")]
    position: String,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let session = open_at(&args.game, &args.position)?;
    let view = session.view();
    if context.json {
        print_json(&view)?;
        return Ok(Answer::Yes);
    }
    let mut text = board::draw(&view, &board::touched(&view.effects), Style::detect());
    let _ = writeln!(text, "{}", status(&view, context.language));
    print(&text)?;
    Ok(Answer::Yes)
}

/// Whose turn it is, or how the game ended.
pub(crate) fn status(view: &View, language: Language) -> String {
    let key = match (view.outcome, view.turn) {
        (Some(Outcome::Win(Player::First)), _) => "status.first-won",
        (Some(Outcome::Win(Player::Second)), _) => "status.second-won",
        (Some(Outcome::Draw), _) => "status.draw",
        (None, Player::First) => "status.first-to-move",
        (None, Player::Second) => "status.second-to-move",
    };
    let (first, second) = if view.gravity { ("●", "○") } else { ("x", "o") };
    let mut line = language.text(key).replace("{first}", first).replace("{second}", second);
    if let Some(jugada) = view.jugada.filter(|_| view.outcome.is_none()) {
        let _ = write!(line, " (jugada {jugada})");
    }
    line
}
