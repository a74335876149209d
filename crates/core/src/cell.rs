//! Squares of a board, and the least that heuristics, scripts and views need of one.

use crate::Player;
use std::{fmt, str::FromStr};

/// A square: column from the left and row from the bottom, both from 0.
///
/// Its text is `d3`: column letter (no letter is skipped), row number from 1.
///
/// ```
/// use alinea_core::Cell;
/// let cell: Cell = "d3".parse().unwrap();
/// assert_eq!(cell, Cell::new(3, 2));
/// // One step up and to the right on a board of seven by six.
/// assert_eq!(cell.step(1, 1, 1, 7, 6).unwrap().to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Column from the left, from 0.
    pub col: u8,
    /// Row from the bottom, from 0.
    pub row: u8,
}

impl Cell {
    /// The square in this column and row, both from 0.
    #[inline]
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Cell {
        Cell { col, row }
    }

    /// The square `steps` away in direction (`dc`, `dr`), if it lies on a board of this size.
    #[inline]
    #[must_use]
    pub fn step(self, dc: i8, dr: i8, steps: i8, cols: u8, rows: u8) -> Option<Cell> {
        let col = i16::from(self.col) + i16::from(dc) * i16::from(steps);
        let row = i16::from(self.row) + i16::from(dr) * i16::from(steps);
        let inside = (0..i16::from(cols)).contains(&col) && (0..i16::from(rows)).contains(&row);
        inside.then_some(Cell { col: col as u8, row: row as u8 })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col.min(25)), u16::from(self.row) + 1)
    }
}

/// The text is not a cell like `d3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell like d3: a column letter and a row number from the bottom")
    }
}

impl std::error::Error for ParseCellError {}

impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        let mut chars = text.chars();
        let letter = chars.next().ok_or(ParseCellError)?.to_ascii_lowercase();
        let digits = chars.as_str();
        if !letter.is_ascii_lowercase() || digits.is_empty() || digits.len() > 2 {
            return Err(ParseCellError);
        }
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseCellError);
        }
        let number: u8 = digits.parse().map_err(|_| ParseCellError)?;
        let row = number.checked_sub(1).ok_or(ParseCellError)?;
        Ok(Cell::new(letter as u8 - b'a', row))
    }
}

/// The stones on a rectangle of squares: what heuristics, scripts and board views read.
///
/// ```
/// use alinea_core::{Cell, Grid, Player};
/// struct Rows([&'static str; 2]);
/// impl Grid for Rows {
///     fn cols(&self) -> u8 { 3 }
///     fn rows(&self) -> u8 { 2 }
///     fn at(&self, cell: Cell) -> Option<Player> {
///         let letter = self.0.iter().rev().nth(cell.row.into())?.chars().nth(cell.col.into())?;
///         Player::BOTH.into_iter().find(|player| player.letter() == letter)
///     }
/// }
/// let drawn = Rows(["..x", ".ox"]);
/// assert_eq!(drawn.at(Cell::new(1, 0)), Some(Player::Second));
/// assert_eq!(drawn.at(Cell::new(3, 0)), None);
/// assert_eq!(drawn.stones(), 3);
/// ```
pub trait Grid {
    /// Number of columns.
    fn cols(&self) -> u8;
    /// Number of rows.
    fn rows(&self) -> u8;
    /// Whose stone lies there; `None` if the square is empty or off the board.
    fn at(&self, cell: Cell) -> Option<Player>;

    /// Number of stones on the board.
    fn stones(&self) -> u32 {
        let mut count = 0;
        for row in 0..self.rows() {
            for col in 0..self.cols() {
                count += u32::from(self.at(Cell::new(col, row)).is_some());
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_rejects_noise() {
        for text in ["a1", "d3", "v22", "i9"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "a", "a0", "3d", "a+1", "a100", "é1", "a1 "] {
            assert!(text.parse::<Cell>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn steps_stay_on_the_board() {
        let corner = Cell::new(0, 0);
        assert_eq!(corner.step(1, 1, 3, 7, 6), Some(Cell::new(3, 3)));
        assert_eq!(corner.step(1, -1, 1, 7, 6), None);
        assert_eq!(Cell::new(6, 5).step(1, 0, 1, 7, 6), None);
    }
}
