//! `alinea analyze --threats`: what threats decide in a position of the gomoku family.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::Session;
use alinea_catalogue::json::{MeansJson, ThreatsAnswer};
use alinea_games::{Caro, Gomoku, Renju, Standard};
use alinea_proof::Attack;
use alinea_search::{Limits, Stop};
use std::path::Path;

pub(crate) fn run(
    session: &dyn Session,
    limits: Limits,
    certificate: Option<&Path>,
    context: Context,
) -> Result<Answer, Failed> {
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || on_interrupt.stop());
    let Some(found) = session.threats(&limits, &stop) else {
        return Err(Failed::Wrong(format!(
            "--threats: expected gomoku, standard, renju or caro, found '{}'",
            session.name()
        )));
    };
    if session.outcome().is_some() {
        return Err(Failed::Refused("--threats: the game is over".to_owned()));
    }
    let answer = ThreatsAnswer::new(&found, session.turn(), context.language);
    if let (Some(path), true) = (certificate, answer.win) {
        write_certificate(session, &limits, &stop, path)?;
    }
    if context.json {
        print_json(&answer)?;
    } else if let Some(by) = answer.by {
        let by = match by {
            MeansJson::Fours => "fours",
            MeansJson::Threats => "threats",
        };
        print(&format!("win by {by}: {}\n", answer.line.join(" ")))?;
        if let Some(reason) = &answer.reason {
            print(&format!("{reason}\n"))?;
        }
        match &answer.escape {
            Some(escape) => print(&format!(
                "last escape: at move {} {} instead of {}\n",
                escape.ply + 1,
                escape.instead,
                escape.played
            ))?,
            None => print("last escape: none among the moves of this game\n")?,
        }
    } else {
        print("no win by threats found\n")?;
    }
    Ok(if answer.win { Answer::Yes } else { Answer::No })
}

/// Writes the whole attack: what the threat search plays, followed against every legal reply.
fn write_certificate(
    session: &dyn Session,
    limits: &Limits,
    stop: &Stop,
    path: &Path,
) -> Result<(), Failed> {
    let attack = if let Some(board) = session.position::<Gomoku>() {
        Attack::by_threats(board, limits, stop)
    } else if let Some(board) = session.position::<Standard>() {
        Attack::by_threats(board, limits, stop)
    } else if let Some(board) = session.position::<Renju>() {
        Attack::by_threats(board, limits, stop)
    } else if let Some(board) = session.position::<Caro>() {
        Attack::by_threats(board, limits, stop)
    } else {
        return Err(Failed::Wrong(format!(
            "--certificate: expected gomoku, standard, renju or caro, found '{}'",
            session.name()
        )));
    };
    let text = attack.and_then(|attack| attack.text());
    let text = text.map_err(|error| Failed::Wrong(format!("--certificate: {error}")))?;
    std::fs::write(path, text)
        .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))
}
