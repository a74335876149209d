//! `alinea analyze --threats`: what threats decide in a position of the gomoku family.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::Session;
use alinea_catalogue::json::{MeansJson, ThreatsAnswer};
use alinea_search::{Limits, Stop};

pub(crate) fn run(
    session: &dyn Session,
    limits: Limits,
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
