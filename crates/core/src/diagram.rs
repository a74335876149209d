//! Set-up boards as text: `diagram:` rows from the top joined by `/`, then the side to move.

use crate::{Cell, Message, Player};
use std::fmt;

/// The longest side of any board; texts beyond it are refused before anything is allocated.
pub const MAX_SIDE: usize = 22;

/// A board as drawn: rows of letters from the top, and what stood after them.
///
/// It knows the alphabet, not the rules: each game checks what it means.
///
/// ```
/// use alinea_core::{Diagram, Player};
/// let drawn = Diagram::parse(".../.x./..o x").unwrap();
/// assert_eq!(drawn.counts(), [1, 1]);
/// assert_eq!(drawn.turn, Some(Player::First));
/// assert_eq!(drawn.to_string(), ".../.x./..o x");
/// assert!(Diagram::parse("x../..").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Rows from the top; every row has the same length; letters are `.xoXO`.
    pub rows: Vec<Vec<u8>>,
    /// The side to move, where it was given.
    pub turn: Option<Player>,
    /// The number of the round (Boom's jugada), where it was given.
    pub number: Option<u32>,
}

/// What is wrong with a diagram, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramError(pub Message);

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for DiagramError {}

impl Diagram {
    /// Reads a drawn board: what follows `diagram:` in the text of a position.
    pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
        let mut words = text.split_ascii_whitespace();
        let board = words.next().ok_or(DiagramError(Message::new("error.diagram.empty")))?;
        let rows = parse_rows(board)?;
        let mut turn = None;
        let mut number = None;
        for word in words {
            match word {
                "x" | "o" if turn.is_none() && number.is_none() => {
                    turn = Some(if word == "x" { Player::First } else { Player::Second });
                }
                _ if number.is_none() && word.bytes().all(|b| b.is_ascii_digit()) => {
                    number = Some(word.parse().map_err(|_| {
                        let message = Message::new("error.diagram.number");
                        DiagramError(message.with("found", shorten(word)))
                    })?);
                }
                _ => {
                    let message = Message::new("error.diagram.turn");
                    return Err(DiagramError(message.with("found", shorten(word))));
                }
            }
        }
        Ok(Diagram { rows, turn, number })
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The letter on a cell; `.` off the board.
    #[must_use]
    pub fn letter(&self, cell: Cell) -> u8 {
        let from_top = self.rows.len().checked_sub(1 + usize::from(cell.row));
        from_top.and_then(|r| self.rows.get(r)?.get(usize::from(cell.col)).copied()).unwrap_or(b'.')
    }

    /// Stones of each side, bombs included.
    #[must_use]
    pub fn counts(&self) -> [u32; 2] {
        let count =
            |a: u8, b: u8| self.rows.iter().flatten().filter(|&&l| l == a || l == b).count() as u32;
        [count(b'x', b'X'), count(b'o', b'O')]
    }

    /// Refuses a diagram whose size is not the board's.
    pub fn expect_size(&self, cols: u8, rows: u8) -> Result<(), DiagramError> {
        if (self.cols(), self.rows.len()) == (usize::from(cols), usize::from(rows)) {
            return Ok(());
        }
        let message = Message::new("error.diagram.size").with("cols", cols).with("rows", rows);
        let message = message.with("found_cols", self.cols());
        Err(DiagramError(message.with("found_rows", self.rows.len())))
    }

    /// Refuses bombs, for games that have none.
    pub fn expect_no_bombs(&self) -> Result<(), DiagramError> {
        self.each_cell(|cell, letter| match letter {
            b'X' | b'O' => {
                let message = Message::new("error.diagram.bombs");
                Err(DiagramError(message.with("found", char::from(letter)).with("cell", cell)))
            }
            _ => Ok(()),
        })
    }

    /// Refuses stones with an empty square below them.
    pub fn expect_gravity(&self) -> Result<(), DiagramError> {
        self.each_cell(|cell, letter| {
            let below = Cell::new(cell.col, cell.row.wrapping_sub(1));
            if letter != b'.' && cell.row > 0 && self.letter(below) == b'.' {
                let message = Message::new("error.diagram.floats");
                return Err(DiagramError(message.with("cell", cell).with("below", below)));
            }
            Ok(())
        })
    }

    /// Visits every cell from the bottom row up, left to right.
    pub fn each_cell(
        &self,
        mut visit: impl FnMut(Cell, u8) -> Result<(), DiagramError>,
    ) -> Result<(), DiagramError> {
        for (row, letters) in self.rows.iter().rev().enumerate() {
            for (col, &letter) in letters.iter().enumerate() {
                visit(Cell::new(col as u8, row as u8), letter)?;
            }
        }
        Ok(())
    }
}

fn parse_rows(board: &str) -> Result<Vec<Vec<u8>>, DiagramError> {
    if board.len() > (MAX_SIDE + 1) * MAX_SIDE {
        let message = Message::new("error.diagram.long").with("most", MAX_SIDE);
        return Err(DiagramError(message.with("found", board.len())));
    }
    let rows: Vec<Vec<u8>> = board.split('/').map(|row| row.bytes().collect()).collect();
    let width = rows[0].len();
    for (i, row) in rows.iter().enumerate() {
        let number = i + 1;
        if row.len() != width || width == 0 {
            let message = Message::new("error.diagram.row").with("row", number);
            let message = message.with("found", row.len());
            return Err(DiagramError(message.with("expected", width.max(1))));
        }
        if let Some(col) = row.iter().position(|b| !b".xoXO".contains(b)) {
            let found = board.split('/').nth(i).and_then(|r| r.get(col..)?.chars().next());
            let message = Message::new("error.diagram.letter").with("row", number);
            let message = message.with("column", col + 1);
            return Err(DiagramError(message.with("found", found.unwrap_or('?'))));
        }
    }
    Ok(rows)
}

fn shorten(word: &str) -> String {
    word.chars().take(20).collect()
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            f.write_str(&String::from_utf8_lossy(row))?;
        }
        if let Some(turn) = self.turn {
            write!(f, " {}", turn.letter())?;
        }
        if let Some(number) = self.number {
            write!(f, " {number}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rows_side_and_number() {
        let diagram = Diagram::parse(".../xo. o 5").unwrap();
        assert_eq!(diagram.letter(Cell::new(0, 0)), b'x');
        assert_eq!(diagram.letter(Cell::new(0, 1)), b'.');
        assert_eq!(diagram.turn, Some(Player::Second));
        assert_eq!(diagram.number, Some(5));
        assert_eq!(diagram.to_string(), ".../xo. o 5");
        assert_eq!(diagram.counts(), [1, 1]);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let error = |text| Diagram::parse(text).unwrap_err().to_string();
        assert!(error("").contains("error.diagram.empty"));
        assert!(error("../...").contains("error.diagram.row row=2 found=3 expected=2"));
        assert!(error("..#").contains("error.diagram.letter row=1 column=3 found=#"));
        assert!(error("... z").contains("error.diagram.turn found=z"));
        assert!(error("... x 99999999999999").contains("error.diagram.number"));
        assert!(error(&".".repeat(100_000)).contains("error.diagram.long most=22"));
    }

    #[test]
    fn floating_discs_are_named() {
        let error = Diagram::parse("x../...").unwrap().expect_gravity().unwrap_err();
        assert!(error.to_string().contains("error.diagram.floats cell=a2 below=a1"), "{error}");
    }
}
