//! `alinea analyze --threats`: what threats decide in a position of the gomoku family.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::Session;
use alinea_engines::threats::Means;
use alinea_search::{Limits, Stop};
use serde_json::json;

pub(crate) fn run(
    session: &dyn Session,
    nodes: Option<u64>,
    context: Context,
) -> Result<Answer, Failed> {
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || on_interrupt.stop());
    let limits = Limits { nodes, ..Limits::default() };
    let Some(threats) = session.threats(&limits, &stop) else {
        return Err(Failed::Wrong(format!(
            "--threats: expected gomoku, standard, renju or caro, found '{}'",
            session.name()
        )));
    };
    if session.outcome().is_some() {
        return Err(Failed::Refused("--threats: the game is over".to_owned()));
    }
    let line = threats.proof.as_ref().map_or(&[][..], |proof| &proof.line);
    let by = threats.proof.as_ref().map(|proof| match proof.means {
        Means::Fours => "fours",
        Means::Threats => "threats",
    });
    if context.json {
        let escape = threats.escape.as_ref().map(|escape| {
            json!({ "ply": escape.ply, "played": escape.played, "instead": escape.instead })
        });
        let turn = session.turn().to_string();
        print_json(
            &json!({ "turn": turn, "win": by.is_some(), "by": by, "line": line, "escape": escape }),
        )?;
    } else if let Some(by) = by {
        print(&format!("win by {by}: {}\n", line.join(" ")))?;
        match &threats.escape {
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
    Ok(if by.is_some() { Answer::Yes } else { Answer::No })
}
