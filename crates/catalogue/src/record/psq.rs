//! PSQ, as Piskvork writes games: a head with the board's size, then `x,y,time` from 1 at the top
//! left, then the players and the result.

use super::{RecordError, Written, cell_text, family_game, from_top_left};
use crate::Session;
use alinea_core::Message;
use std::fmt::Write;

/// Reads one game.
pub(super) fn read(
    text: &str,
    first_line: usize,
    expected: Option<&str>,
) -> Result<Written, RecordError> {
    let mut lines = text.lines().zip(first_line..);
    let head = lines.next().map_or("", |(line, _)| line);
    let size = size(head).ok_or_else(|| {
        let found: String = head.chars().skip(9).take(20).collect();
        RecordError::new(first_line, Message::new("record.size").with("found", found.trim()))
    })?;
    let game = family_game(None, Some(size), expected, first_line)?;
    let (mut moves, mut names) = (Vec::new(), Vec::new());
    for (text, line) in lines {
        let text = text.trim();
        match numbers(text) {
            // The result stands alone on its line, after the names.
            Some(numbers) if numbers.len() >= 2 && names.is_empty() => {
                let square = |n: i64| usize::try_from(n.checked_sub(1)?).ok();
                let point = square(numbers[0]).zip(square(numbers[1]));
                let point = point.and_then(|(col, row)| cell_text(col, row, size));
                let Some(point) = point else {
                    let message = Message::new("record.psq.point").with("found", text);
                    return Err(RecordError::new(line, message.with("number", moves.len() + 1)));
                };
                moves.push((line, point));
            }
            Some(_) => {}
            None if text.is_empty() => {}
            None => names.push(text.to_owned()),
        }
    }
    let mut names = names.into_iter();
    let names = [names.next(), names.next()];
    Ok(Written { line: first_line, game, start: "-".to_owned(), moves, names })
}

fn size(head: &str) -> Option<usize> {
    let sizes = head.get(9..)?.split(',').next()?.trim();
    let (cols, rows) = sizes.split_once('x')?;
    let cols: usize = cols.trim().parse().ok()?;
    (rows.trim().parse() == Ok(cols) && (5..=22).contains(&cols)).then_some(cols)
}

fn numbers(text: &str) -> Option<Vec<i64>> {
    if text.is_empty() {
        return None;
    }
    text.split(',').map(|word| word.trim().parse().ok()).collect()
}

/// A game of the gomoku family as PSQ; nothing for games that PSQ has no words for.
#[must_use]
pub fn to_psq(session: &dyn Session, names: [&str; 2]) -> Option<String> {
    let view = session.view();
    if !super::FAMILY.contains(&view.game) || view.start != "-" {
        return None;
    }
    let size = view.rows.len();
    let mut text = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for mv in &view.moves {
        let (col, row) = from_top_left(mv, size)?;
        let _ = writeln!(text, "{},{},0", col + 1, row + 1);
    }
    for name in names {
        let _ = writeln!(text, "{}", on_a_line(name));
    }
    text.push_str("-1\n");
    Some(text)
}

/// A name as it can stand on a line of its own: a blank one would move the next one up, and one
/// that looks like a move would be read as one.
fn on_a_line(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.as_str() {
        "" => "-".to_owned(),
        numeric if numbers(numeric).is_some() => format!("\"{numeric}\""),
        _ => name,
    }
}
