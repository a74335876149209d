//! Games as files and pages write them: SGF, PSQ, Gomocup boards, numbered lists, column digits,
//! addresses of the page, JSON records. A record that is read is a game played by the rules;
//! nothing here opens a file.

mod board;
mod list;
mod psq;
mod sgf;

use crate::{Refused, Session, open};
use alinea_core::{Message, PositionError, split_setup};
pub use psq::to_psq;
pub use sgf::to_sgf;

/// The longest text of games that is read.
pub const MAX_RECORD_BYTES: usize = 1024 * 1024;
/// Games read from one text at most.
pub const MAX_RECORDS: usize = 1000;

/// A game that was read, with the names of its players where the text has them.
pub struct GameRecord {
    /// The game, all moves played.
    pub session: Box<dyn Session>,
    /// Who played first and second.
    pub names: [Option<String>; 2],
}

/// Why a text was refused, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub message: Message,
}

impl RecordError {
    fn new(line: usize, message: Message) -> RecordError {
        RecordError { line, message }
    }
}

/// A game as its text tells it, before the rules were asked.
struct Written {
    /// The line on which it begins.
    line: usize,
    game: String,
    start: String,
    /// Moves, each with the line it stands on.
    moves: Vec<(usize, String)>,
    names: [Option<String>; 2],
}

/// Reads every game of a text. `game` is what the reader expects (`NAME[:SETUP]`), for formats
/// that do not say it; a text that says another game is refused.
pub fn read_games(text: &[u8], game: Option<&str>) -> Result<Vec<GameRecord>, RecordError> {
    if text.len() > MAX_RECORD_BYTES {
        let message = Message::new("record.too-long").with("limit", MAX_RECORD_BYTES / 1024);
        return Err(RecordError::new(1, message));
    }
    let text = String::from_utf8_lossy(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text));
    let body = text.trim_start();
    let first_line = 1 + text[..text.len() - body.len()].matches('\n').count();
    let written = if body.is_empty() {
        return Err(RecordError::new(1, Message::new("record.empty")));
    } else if body.starts_with('(') {
        sgf::read(body, first_line, game)?
    } else if body.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("piskvorky")) {
        vec![psq::read(body, first_line, game)?]
    } else if board::is_board(body) {
        vec![board::read(body, first_line, game)?]
    } else {
        list::read(body, first_line, game)?
    };
    if written.len() > MAX_RECORDS {
        let message = Message::new("record.too-many").with("limit", MAX_RECORDS);
        return Err(RecordError::new(first_line, message));
    }
    written.into_iter().map(Written::play).collect()
}

impl Written {
    /// Plays the moves by the rules.
    fn play(self) -> Result<GameRecord, RecordError> {
        let session = open(&self.game).map_err(|error| not_read(self.line, error.0))?;
        let session = session.read(&self.start);
        let mut session = session.map_err(|error| not_read(self.line, error.message()))?;
        for (number, (line, text)) in self.moves.iter().enumerate() {
            let number = number + 1;
            if session.outcome().is_some() {
                let message = Message::new("record.after-end").with("number", number);
                return Err(RecordError::new(*line, message.with("move", text)));
            }
            let wrong = match session.play(text) {
                Ok(_) => continue,
                Err(Refused::NotAMove(_)) => not_a_move(number, text),
                Err(Refused::Illegal(why)) => {
                    PositionError::Illegal(number, text.clone(), why).message()
                }
            };
            return Err(RecordError::new(*line, wrong));
        }
        Ok(GameRecord { session, names: self.names })
    }
}

fn not_read(line: usize, why: Message) -> RecordError {
    RecordError::new(line, Message::new("record.not-read").with_message("why", why))
}

fn not_a_move(number: usize, found: impl std::fmt::Display) -> Message {
    Message::new("record.not-a-move").with("number", number).with("move", found)
}

/// Games of one colour of stones a square, on square boards, which SGF and PSQ have words for.
const FAMILY: [&str; 4] = ["gomoku", "standard", "renju", "caro"];

/// The game of the family to read a board of `size` squares a side as: what the text says, else
/// what the reader expects, else Gomoku.
fn family_game(
    said: Option<&str>,
    size: Option<usize>,
    expected: Option<&str>,
    line: usize,
) -> Result<String, RecordError> {
    let (name, setup) = split_setup(expected.unwrap_or("gomoku"));
    let other = |found: &str| {
        let message = Message::new("record.other-game").with("expected", expected.unwrap_or(""));
        Err(RecordError::new(line, message.with("found", found)))
    };
    if !FAMILY.contains(&name) {
        return other(said.unwrap_or("gomoku"));
    }
    // A text that names no rule says "gomoku" for the whole family.
    let name = match said {
        Some(said) if expected.is_some() && said != name => return other(said),
        Some(said) => said,
        None => name,
    };
    match size {
        Some(size) if !setup.is_empty() && setup != size.to_string() => {
            other(&format!("{name}:{size}"))
        }
        Some(size) => Ok(format!("{name}:{size}")),
        None if setup.is_empty() => Ok(name.to_owned()),
        None => Ok(format!("{name}:{setup}")),
    }
}

/// The square in this column and row from the top left, both from 0, as moves are written.
fn cell_text(col: usize, from_top: usize, size: usize) -> Option<String> {
    let row = size.checked_sub(from_top + 1)?;
    (col < size && size <= 26).then(|| format!("{}{}", (b'a' + col as u8) as char, row + 1))
}

/// The column and row from the top left of a square like `h8`.
fn from_top_left(cell: &str, size: usize) -> Option<(usize, usize)> {
    let cell: alinea_core::Cell = cell.parse().ok()?;
    Some((usize::from(cell.col), size.checked_sub(1 + usize::from(cell.row))?))
}

/// A drawn board of the family with these stones, as a position text.
fn drawn(size: usize, stones: &[(String, char)], turn: char) -> String {
    let mut rows = vec![vec!['.'; size]; size];
    for (cell, letter) in stones {
        if let Some((col, from_top)) = from_top_left(cell, size)
            && let Some(square) = rows.get_mut(from_top).and_then(|row| row.get_mut(col))
        {
            *square = *letter;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!("diagram:{} {turn}", rows.join("/"))
}

#[cfg(test)]
mod tests;
