//! The sizes of board that Connect Four is played on.

use alinea_core::{Message, SetupError};
use std::fmt;

/// Columns and rows of a Connect Four board.
///
/// At least 4 of each, so that every direction can hold a line; at most 9 columns, one digit each;
/// and with one guard bit per column within 64 bits.
///
/// ```
/// use alinea_games::connect4::Size;
/// assert_eq!(Size::new(7, 6), Ok(Size::USUAL));
/// assert_eq!(Size::new(9, 6).unwrap().squares(), 54);
/// assert!(Size::new(9, 7).is_err(), "9 columns of 8 bits are 72");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    cols: u8,
    rows: u8,
}

impl Size {
    /// The usual board: seven columns, six rows.
    pub const USUAL: Size = Size { cols: 7, rows: 6 };

    /// A board of this size, if there is one.
    pub fn new(cols: u8, rows: u8) -> Result<Size, SetupError> {
        if !(4..=9).contains(&cols) || rows < 4 {
            let message = Message::new("error.setup.connect4-size");
            return Err(SetupError(message.with("cols", cols).with("rows", rows)));
        }
        if u32::from(cols) * (u32::from(rows) + 1) > 64 {
            let message = Message::new("error.setup.connect4-rows").with("most", 64 / cols - 1);
            return Err(SetupError(message.with("cols", cols).with("found", rows)));
        }
        Ok(Size { cols, rows })
    }

    /// Reads `COLSxROWS`; an empty text is the usual board.
    pub(super) fn parse(text: &str) -> Result<Size, SetupError> {
        if text.is_empty() {
            return Ok(Size::USUAL);
        }
        let side = |digits: &str| -> Option<u8> {
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse().ok().filter(|_| plain)
        };
        let sides = text.split_once('x').and_then(|(c, r)| Some((side(c)?, side(r)?)));
        let (cols, rows) = sides.ok_or_else(|| {
            let found: String = text.chars().take(20).collect();
            SetupError(Message::new("error.setup.connect4").with("found", found))
        })?;
        Size::new(cols, rows)
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Number of squares.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.cols * self.rows
    }

    /// The bottom square of every column as a bitboard.
    pub(super) fn bottom(self) -> u64 {
        (0..u32::from(self.cols))
            .fold(0, |mask, col| mask | 1 << (col * (u32::from(self.rows) + 1)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.cols, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_within_64_bits_is_read_and_no_other() {
        let mut accepted = 0;
        for cols in 0..=12u32 {
            for rows in 0..=20u32 {
                let fits = (4..=9).contains(&cols) && rows >= 4 && cols * (rows + 1) <= 64;
                let size = Size::parse(&format!("{cols}x{rows}"));
                assert_eq!(size.is_ok(), fits, "{cols}x{rows}");
                accepted += u32::from(fits);
            }
        }
        assert_eq!(accepted, 12 + 8 + 6 + 5 + 4 + 3);
        assert_eq!(Size::parse(""), Size::new(7, 6));
    }

    #[test]
    fn refusals_say_what_was_expected() {
        let error = |text| Size::parse(text).unwrap_err().to_string();
        assert!(error("8x8").contains("connect4-rows most=7 cols=8 found=8"));
        assert!(error("10x4").contains("connect4-size cols=10 rows=4"));
        assert!(error("7by6").contains("error.setup.connect4 "));
        assert!(error("+7x6").contains("error.setup.connect4 "));
        assert!(error("7x999999999999").contains("error.setup.connect4 "));
    }
}
