//! `alinea analyze --threats`: what threats decide in a position of the gomoku family.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::Session;
use alinea_core::Player;
use alinea_engines::gomoku::engine::adapter::{cell_of, square_of};
use alinea_engines::gomoku::engine::geometry::Cell;
use alinea_engines::gomoku::engine::rule::Variant;
use alinea_engines::gomoku::engine::setup::Setup;
use alinea_engines::gomoku::engine::threats::{Effort, forced_win, last_escape};
use alinea_search::Stop;
use serde_json::json;

/// The rule and size of a session of the gomoku family.
fn variant_of(session: &dyn Session) -> Option<(Variant, usize)> {
    let variant = match session.name() {
        "gomoku" => Variant::Freestyle,
        "standard" => Variant::Standard,
        "renju" => Variant::Renju,
        "caro" => Variant::Caro,
        _ => return None,
    };
    session.setup().parse().ok().map(|size| (variant, size))
}

/// A cell as the command line writes it.
fn square_text(cell: Cell, size: usize) -> String {
    square_of(cell, size as u8).to_string()
}

/// The position with its stones in the order of play: those of the start first, then the moves. Also how many were given.
fn setup_of(session: &dyn Session) -> Option<(Setup, usize)> {
    let (variant, size) = variant_of(session)?;
    let mut start = session.boxed_clone();
    while start.undo().is_some() {}
    let mut stones = Vec::new();
    let diagram = start.diagram();
    let board = diagram.strip_prefix("diagram:").unwrap_or(&diagram);
    let rows = board.split_whitespace().next().unwrap_or("");
    for (y, row) in rows.split('/').enumerate() {
        for (x, letter) in row.chars().enumerate() {
            match letter {
                'x' | 'X' => stones.push((Cell::new(x, y), 0)),
                'o' | 'O' => stones.push((Cell::new(x, y), 1)),
                _ => {}
            }
        }
    }
    let given = stones.len();
    let mut colour = usize::from(start.turn() == Player::Second);
    for text in session.moves() {
        stones.push((cell_of(text.parse().ok()?, size as u8), colour));
        colour ^= 1;
    }
    let turn = usize::from(session.turn() == Player::Second);
    Some((Setup { variant, size, stones, turn }, given))
}

pub(crate) fn run(
    session: &dyn Session,
    nodes: Option<u64>,
    context: Context,
) -> Result<Answer, Failed> {
    let Some((setup, given)) = setup_of(session) else {
        return Err(Failed::Wrong(format!(
            "--threats: expected gomoku, standard, renju or caro, found '{}'",
            session.name()
        )));
    };
    if session.outcome().is_some() {
        return Err(Failed::Refused("--threats: the game is over".to_owned()));
    }
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || on_interrupt.stop());
    let mut effort = Effort::default();
    effort.threat_nodes = nodes.unwrap_or(effort.threat_nodes);
    let win = forced_win(&setup, &effort, &stop);
    let text = |cell: &Cell| square_text(*cell, setup.size);
    let line: Vec<String> = win.iter().flat_map(|win| win.line.iter().map(text)).collect();
    let by = win.as_ref().map(|win| if win.by_fours { "fours" } else { "threats" });
    let escape = win.as_ref().and_then(|_| last_escape(&setup, given, &effort, &stop));
    if context.json {
        let escape = escape.map(|escape| {
            json!({ "ply": escape.ply, "played": text(&escape.played), "instead": text(&escape.instead) })
        });
        let turn = if setup.turn == 0 { "first" } else { "second" };
        print_json(
            &json!({ "turn": turn, "win": win.is_some(), "by": by, "line": line, "escape": escape }),
        )?;
    } else if let Some(by) = by {
        print(&format!("win by {by}: {}\n", line.join(" ")))?;
        match escape {
            Some(escape) => print(&format!(
                "last escape: at move {} {} instead of {}\n",
                escape.ply + 1,
                text(&escape.instead),
                text(&escape.played)
            ))?,
            None => print("last escape: none among the moves of this game\n")?,
        }
    } else {
        print("no win by threats found\n")?;
    }
    Ok(if win.is_some() { Answer::Yes } else { Answer::No })
}
