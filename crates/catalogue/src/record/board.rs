//! A position as the Gomocup protocol hands it to an engine: `BOARD`, a line `x,y,whose` a stone
//! from 0 at the top left (1 the engine's, 2 the other's), `DONE`.

use super::{RecordError, Written, cell_text, drawn, family_game};
use alinea_core::Message;

/// Whether a text is such a board.
pub(super) fn is_board(text: &str) -> bool {
    text.lines().any(|line| is_word(line, "BOARD") || is_word(line, "YXBOARD"))
}

fn is_word(line: &str, word: &str) -> bool {
    line.trim().eq_ignore_ascii_case(word)
}

/// Reads it; the order of the stones is the order of moves where the colours alternate.
pub(super) fn read(
    text: &str,
    first_line: usize,
    expected: Option<&str>,
) -> Result<Written, RecordError> {
    let mut size = None;
    let mut stones: Vec<(usize, usize, usize, u8)> = Vec::new();
    let mut inside = false;
    for (text, line) in text.lines().zip(first_line..) {
        let text = text.trim();
        if is_word(text, "BOARD") || is_word(text, "YXBOARD") {
            inside = true;
            stones.clear();
        } else if is_word(text, "DONE") {
            inside = false;
        } else if inside && !text.is_empty() {
            stones.push(stone(text).map(|(x, y, of)| (line, x, y, of)).ok_or_else(|| {
                RecordError::new(line, Message::new("record.board.line").with("found", text))
            })?);
        } else if let Some(asked) = text.to_ascii_uppercase().strip_prefix("START ") {
            size = asked.trim().parse().ok().filter(|s| (5..=22).contains(s));
        }
    }
    // The board is as large as was said, else as expected, else as the stones need.
    let needed = stones.iter().map(|&(_, x, y, _)| x.max(y) + 1).max().unwrap_or(0);
    let expected_size = expected.and_then(|game| game.split_once(':')?.1.parse().ok());
    let size = size.or(expected_size).unwrap_or(if needed > 15 { 20 } else { 15 }).max(needed);
    let game = family_game(None, Some(size), expected, first_line)?;
    let mut cells = Vec::new();
    for &(line, x, y, of) in &stones {
        let Some(cell) = cell_text(x, y, size) else {
            let message = Message::new("record.size").with("found", size);
            return Err(RecordError::new(line, message));
        };
        cells.push((line, cell, of));
    }
    let own = cells.iter().filter(|(.., of)| *of == 1).count();
    let first_is_own = own * 2 == cells.len();
    let first = if first_is_own { 1 } else { 2 };
    let alternates = cells.iter().enumerate().all(|(i, (.., of))| (*of == first) == (i % 2 == 0));
    let names = [None, None];
    if alternates {
        let moves = cells.into_iter().map(|(line, cell, _)| (line, cell)).collect();
        return Ok(Written { line: first_line, game, start: "-".to_owned(), moves, names });
    }
    // The engine is to move: it is the first player if the counts are equal.
    let letter = |of: u8| if (of == 1) == first_is_own { 'x' } else { 'o' };
    let stones: Vec<_> = cells.into_iter().map(|(_, cell, of)| (cell, letter(of))).collect();
    let start = drawn(size, &stones, if first_is_own { 'x' } else { 'o' });
    Ok(Written { line: first_line, game, start, moves: Vec::new(), names })
}

fn stone(text: &str) -> Option<(usize, usize, u8)> {
    let mut words = text.split(',').map(str::trim);
    let x = words.next()?.parse().ok().filter(|x| *x < 22)?;
    let y = words.next()?.parse().ok().filter(|y| *y < 22)?;
    let of = words.next()?.parse().ok().filter(|of| matches!(of, 1..=3))?;
    words.next().is_none().then_some((x, y, of))
}
