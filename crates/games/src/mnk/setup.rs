//! Set-ups of m,n,k games and the texts that depend on them: set-ups like `9x9x5+gravity`, squares like `h8` or `7, 7`, and with
//! gravity columns from 1, or letters from `a` on boards wider than nine columns.

use crate::lines::notation::{parse_cell, start_of};
use alinea_core::{Cell, MAX_SIDE, Message, MoveError, SetupError};

/// Size, row length and options of an m,n,k game.
///
/// Sides from 1 to 22; the row is at least three and fits the board.
///
/// ```
/// use alinea_core::{Cell, Game, Grid, Player, parse_position};
/// use alinea_games::{Mnk, mnk::Setup};
/// let setup = Setup::new(4, 4, 3).unwrap().with_gravity();
/// assert_eq!(Mnk::setup_text(&setup), "4x4x3+gravity");
/// // Two stones into the second column: the later one lies above.
/// let pos = parse_position::<Mnk>(&setup, "2 2").unwrap().pos;
/// assert_eq!(pos.at(Cell::new(1, 1)), Some(Player::Second));
/// assert!(Setup::new(4, 4, 5).is_err(), "no row of five fits");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    cols: u8,
    rows: u8,
    in_a_row: u8,
    gravity: bool,
    misere: bool,
}

impl Setup {
    /// A board of `cols` columns and `rows` rows where `in_a_row` stones in a row win.
    pub fn new(cols: u8, rows: u8, in_a_row: u8) -> Result<Setup, SetupError> {
        let sides = 1..=MAX_SIDE as u8;
        if !sides.contains(&cols) || !sides.contains(&rows) {
            let message = Message::new("error.setup.board").with("most", MAX_SIDE);
            return Err(SetupError(message.with("cols", cols).with("rows", rows)));
        }
        if in_a_row < 3 {
            let message = Message::new("error.setup.short-row").with("found", in_a_row);
            return Err(SetupError(message));
        }
        if in_a_row > cols.max(rows) {
            let message = Message::new("error.setup.long-row").with("row", in_a_row);
            return Err(SetupError(message.with("cols", cols).with("rows", rows)));
        }
        Ok(Setup { cols, rows, in_a_row, gravity: false, misere: false })
    }

    /// The same board where stones fall to the lowest empty square of their column.
    #[must_use]
    pub const fn with_gravity(self) -> Setup {
        Setup { gravity: true, ..self }
    }

    /// The same board where the row loses.
    #[must_use]
    pub const fn with_misere(self) -> Setup {
        Setup { misere: true, ..self }
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

    /// How many stones in a row decide the game.
    #[inline]
    #[must_use]
    pub const fn in_a_row(self) -> u8 {
        self.in_a_row
    }

    /// Whether stones fall.
    #[inline]
    #[must_use]
    pub const fn gravity(self) -> bool {
        self.gravity
    }

    /// Whether the row loses.
    #[inline]
    #[must_use]
    pub const fn misere(self) -> bool {
        self.misere
    }
}

/// Reads `COLSxROWSxK` with `+gravity` and `+misere`; nothing means `3x3x3`.
pub(crate) fn parse_setup(text: &str) -> Result<Setup, SetupError> {
    if text.is_empty() {
        return Setup::new(3, 3, 3);
    }
    let wrong = || SetupError(Message::new("error.setup.mnk").with("found", start_of(text)));
    let mut words = text.split('+');
    let mut numbers = words.next().unwrap_or_default().split('x').map(|word| {
        // Three digits are enough for every size that is refused by name.
        let digits = (1..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit());
        let number: u16 = digits.then(|| word.parse().ok()).flatten().ok_or_else(wrong)?;
        Ok(u8::try_from(number).unwrap_or(u8::MAX))
    });
    let mut next = || numbers.next().unwrap_or_else(|| Err(wrong()));
    let (cols, rows, in_a_row) = (next()?, next()?, next()?);
    if numbers.next().is_some() {
        return Err(wrong());
    }
    let mut setup = Setup::new(cols, rows, in_a_row)?;
    for word in words {
        setup = match word {
            "gravity" if !setup.gravity => setup.with_gravity(),
            "misere" if !setup.misere => setup.with_misere(),
            _ => return Err(wrong()),
        };
    }
    Ok(setup)
}

/// The text that [`parse_setup`] reads back.
pub(crate) fn setup_text(setup: &Setup) -> String {
    format!(
        "{}x{}x{}{}{}",
        setup.cols,
        setup.rows,
        setup.in_a_row,
        if setup.gravity { "+gravity" } else { "" },
        if setup.misere { "+misere" } else { "" }
    )
}

/// Whether columns are written as letters: digits name only nine.
const fn has_letter_columns(setup: &Setup) -> bool {
    setup.cols > 9
}

/// Reads one move from the front of a text and returns the rest.
pub(crate) fn parse_move<'t>(
    board: &super::Mnk,
    text: &'t str,
) -> Result<(Cell, &'t str), MoveError> {
    let setup = &board.setup;
    if !setup.gravity {
        return parse_cell(board, text);
    }
    let first = if has_letter_columns(setup) { b'a' } else { b'1' };
    let last = first + setup.cols - 1;
    let letter = text.bytes().next().map(|b| b.to_ascii_lowercase());
    match letter {
        Some(b) if (first..=last).contains(&b) => Ok((board.landing(b - first), &text[1..])),
        _ => {
            let message = Message::new("error.move.column").with("first", char::from(first));
            let message = message.with("last", char::from(last));
            Err(MoveError(message.with("found", start_of(text))))
        }
    }
}

/// The text of a move.
pub(crate) fn move_text(setup: &Setup, mv: Cell) -> String {
    if !setup.gravity {
        mv.to_string()
    } else if has_letter_columns(setup) {
        char::from(b'a' + mv.col.min(25)).to_string()
    } else {
        (u16::from(mv.col) + 1).to_string()
    }
}
