//! The truth about a position in words: from the table, and the strong engine's own reason.

use super::Truth;
use alinea_catalogue::{EngineSpec, SpecError, open};
use alinea_core::Message;
use alinea_search::{Ignore, Limits, Stop, Thought};
use alinea_words::Language;

/// How far the strong engine looks for a reason: as far as it looked for the truth.
const NODES: u64 = 3_000_000;
/// Equally good moves that are named.
const MOVES: usize = 4;
/// Moves of a line that are shown.
const SHOWN: usize = 13;

/// Won, drawn or lost, and how clearly.
pub(super) fn result(truth: &Truth) -> Message {
    let key = match (truth.is_exact(), truth.result()) {
        (_, 0) => "lab.truth.drawn-exact",
        (true, 1) => "lab.truth.won-exact",
        (true, _) => "lab.truth.lost-exact",
        (false, 1) => "lab.truth.won-in",
        (false, _) => "lab.truth.lost-in",
    };
    let message = Message::new(key);
    match (truth.is_exact(), truth.result()) {
        (_, 0) => message,
        (true, _) => message.with("score", format!("{:+}", truth.score)),
        (false, _) => message.with("plies", truth.plies()),
    }
}

/// Which moves there are, and why, in a sentence.
pub(super) fn words(game: &str, truth: &Truth, language: Language) -> Result<String, SpecError> {
    let mut words = language.say(&moves(truth));
    let Ok(session) = open(game)?.read(&truth.position) else { return Ok(words) };
    let mut seat = session.seat(&EngineSpec::best())?;
    let thought = seat.think(&*session, &Limits::nodes(NODES), &Stop::new(), &mut Ignore).ok();
    let Some(thought) = thought.filter(|thought| thought.proven) else { return Ok(words) };
    if let Some(reason) = why(truth, &thought) {
        words = format!("{words}: {}", language.say(&reason));
    }
    Ok(words)
}

/// The moves that win, hold the draw, or lose last.
fn moves(truth: &Truth) -> Message {
    let best = truth.best();
    let winning = truth.moves.iter().filter(|(_, score)| *score > 0).count();
    let key = match truth.result() {
        1 if winning == 1 => "lab.truth.only-wins",
        1 if winning > best.len() && best.len() == 1 => "lab.truth.fastest",
        1 if winning > best.len() => "lab.truth.fastest-moves",
        1 if best.len() == 1 => "lab.truth.wins",
        1 => "lab.truth.win",
        0 => "lab.truth.draw",
        _ => "lab.truth.all-lose",
    };
    let more = if best.len() > MOVES { " …" } else { "" };
    Message::new(key).with("moves", best[..best.len().min(MOVES)].join(" ") + more)
}

/// The engine's own reason, else what its line shows.
fn why(truth: &Truth, thought: &Thought<String>) -> Option<Message> {
    if let Some(reason) = &thought.reason {
        return Some(reason.clone());
    }
    let line: Vec<&str> = thought.line.iter().take(SHOWN).map(String::as_str).collect();
    if line.is_empty() {
        return None;
    }
    let key = match truth.result() {
        1 => "lab.truth.wins-by",
        -1 => "lab.truth.loses-by",
        _ => "lab.truth.line",
    };
    let message = Message::new(key).with("line", line.join(" "));
    Some(if truth.result() == 0 { message } else { message.with("plies", truth.plies()) })
}
