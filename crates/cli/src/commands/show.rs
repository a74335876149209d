//! `alinea show`: a position drawn.

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use crate::board;
use crate::style::Style;
use alinea_catalogue::{Session, View};
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
    let mut text = board::draw(&view, &last_touched(session.as_ref()), Style::detect());
    let _ = writeln!(text, "{}", status(&view, context.language));
    print(&text)?;
    Ok(Answer::Yes)
}

/// The squares of the last move.
pub(crate) fn last_touched(session: &dyn Session) -> Vec<alinea_core::Cell> {
    let mut before = session.boxed_clone();
    let Some(mv) = before.undo() else { return Vec::new() };
    before.effects(&mv).map(|effects| board::touched(&effects)).unwrap_or_default()
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
    let (first, second) = if board::has_columns(view) { ("●", "○") } else { ("x", "o") };
    let mut line = language.text(key).replace("{first}", first).replace("{second}", second);
    if let Some(jugada) = view.jugada.filter(|_| view.outcome.is_none()) {
        let _ = write!(line, " (jugada {jugada})");
    }
    line
}
