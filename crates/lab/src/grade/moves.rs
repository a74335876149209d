//! Printed moves as moves of the game: by their texts, or as numbers that count columns, squares,
//! rows and columns, from 0 or from 1.

use super::read::RawMove;
use alinea_catalogue::Entry;
use std::collections::HashMap;

/// How numbers are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// As the game writes moves; columns count from 1.
    AsWritten,
    /// Columns or squares count from 0; rows from the top.
    FromZero,
    /// Squares count from 1; rows from the top.
    FromOne,
    /// Squares count from 0; rows from the bottom.
    FromBottom,
}

impl Reading {
    pub(super) const ALL: [Reading; 4] =
        [Reading::AsWritten, Reading::FromZero, Reading::FromOne, Reading::FromBottom];
}

/// Canonical texts of moves as small numbers.
#[derive(Clone)]
pub(super) struct Texts {
    numbers: HashMap<String, u16>,
    /// Number of each move by its index in the game; 0 is not known yet.
    by_index: Vec<u16>,
}

impl Texts {
    pub(super) fn new(indices: usize) -> Texts {
        Texts { numbers: HashMap::new(), by_index: vec![0; indices] }
    }

    /// The number of a text, from 1.
    pub(super) fn number(&mut self, text: &str) -> u16 {
        let next = self.numbers.len() as u16 + 1;
        *self.numbers.entry(text.to_owned()).or_insert(next)
    }

    /// The text of a number.
    pub(super) fn text(&self, number: u16) -> String {
        let found = self.numbers.iter().find(|(_, known)| **known == number);
        found.map_or("?".to_owned(), |(text, _)| text.clone())
    }

    /// The number of a move that was asked for before; 0 otherwise.
    pub(super) fn known<G: Entry>(&self, mv: G::Move) -> u16 {
        self.by_index[G::index(mv)]
    }

    /// The number of a move of the game.
    pub(super) fn of<G: Entry>(&mut self, pos: &G, mv: G::Move) -> u16 {
        let index = G::index(mv);
        if self.by_index[index] == 0 {
            self.by_index[index] = self.number(&pos.move_text(mv));
        }
        self.by_index[index]
    }
}

/// The text of a printed move as the game writes it; `None` if it is no move of this game.
pub(super) fn text_of<G: Entry>(pos: &G, raw: &RawMove, reading: Reading) -> Option<String> {
    match raw {
        RawMove::Absent => None,
        RawMove::Text(text) => written(pos, text),
        RawMove::Number(number) => numbered(pos, *number, reading),
        RawMove::Pair(row, col) => match reading {
            Reading::AsWritten | Reading::FromZero => square(pos, *row, *col),
            Reading::FromOne => square(pos, row.saturating_sub(1), col.saturating_sub(1)),
            Reading::FromBottom => {
                square(pos, (i64::from(pos.rows()) - 1).saturating_sub(*row), *col)
            }
        },
    }
}

fn written<G: Entry>(pos: &G, text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let has_bomb = pos.jugada().is_some();
    if has_bomb && matches!(lower.as_str(), "boom" | "b" | "bomba" | "bomb") {
        return Some("B".to_owned());
    }
    let digits = lower.trim_start_matches(|c: char| !c.is_ascii_digit());
    let prefix = lower[..lower.len() - digits.len()].trim_end_matches([' ', '(', '_', '-', '#']);
    let is_column =
        matches!(prefix, "put" | "col" | "column" | "columna" | "coluna" | "c" | "drop");
    if pos.gravity() && is_column {
        let number = digits.trim_end_matches([')', ' ', '.']).parse().ok()?;
        return numbered(pos, number, Reading::AsWritten);
    }
    let (mv, rest) = pos.parse_move(lower.as_str()).ok()?;
    rest.trim().is_empty().then(|| pos.move_text(mv))
}

fn numbered<G: Entry>(pos: &G, number: i64, reading: Reading) -> Option<String> {
    let cols = i64::from(pos.cols());
    if !pos.gravity() {
        return match reading {
            Reading::AsWritten => None,
            Reading::FromZero => square(pos, number.div_euclid(cols), number.rem_euclid(cols)),
            Reading::FromOne => {
                let number = number.saturating_sub(1);
                square(pos, number.div_euclid(cols), number.rem_euclid(cols))
            }
            Reading::FromBottom => {
                let row = i64::from(pos.rows()) - 1 - number.div_euclid(cols);
                square(pos, row, number.rem_euclid(cols))
            }
        };
    }
    let column = match reading {
        Reading::AsWritten | Reading::FromOne => number.saturating_sub(1),
        Reading::FromZero | Reading::FromBottom => number,
    };
    match column {
        column if (0..cols).contains(&column) => {
            let text = if cols <= 9 {
                (column + 1).to_string()
            } else {
                char::from(b'a' + column as u8).to_string()
            };
            Some(text)
        }
        column if column == cols && pos.jugada().is_some() => Some("B".to_owned()),
        _ => None,
    }
}

/// A square by its row from the top and its column from the left.
fn square<G: Entry>(pos: &G, row: i64, col: i64) -> Option<String> {
    let (cols, rows) = (i64::from(pos.cols()), i64::from(pos.rows()));
    if !(0..cols).contains(&col) || !(0..rows).contains(&row) {
        return None;
    }
    if pos.gravity() {
        return numbered(pos, col, Reading::FromZero);
    }
    Some(format!("{}{}", char::from(b'a' + col as u8), rows - row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tests::position;
    use alinea_core::Position;
    use alinea_games::{Boom, Connect4, Mnk};

    fn read<G: Entry>(pos: &G, raw: &RawMove) -> [Option<String>; 4] {
        Reading::ALL.map(|reading| text_of(pos, raw, reading))
    }

    fn told(texts: [&str; 4]) -> [Option<String>; 4] {
        texts.map(|text| (text != "-").then(|| text.to_owned()))
    }

    #[test]
    fn texts_are_numbered_from_1_and_read_back() {
        let pos = position::<Connect4>("", "-");
        let mut texts = Texts::new(Connect4::MAX_INDEX);
        assert_eq!(texts.known::<Connect4>(3), 0);
        assert_eq!((texts.number("a"), texts.number("b"), texts.number("a")), (1, 2, 1));
        assert_eq!((texts.of(&pos, 3), texts.of(&pos, 3), texts.of(&pos, 0)), (3, 3, 4));
        assert_eq!((texts.known::<Connect4>(3), texts.known::<Connect4>(1)), (3, 0));
        assert_eq!(texts.number("4"), 3);
        assert_eq!([2, 3, 9].map(|number| texts.text(number)), ["b", "4", "?"]);
    }

    #[test]
    fn columns_are_counted_from_1_or_from_0() {
        let pos = position::<Connect4>("", "-");
        for (number, texts) in [
            (-1, ["-", "-", "-", "-"]),
            (0, ["-", "1", "-", "1"]),
            (1, ["1", "2", "1", "2"]),
            (6, ["6", "7", "6", "7"]),
            (7, ["7", "-", "7", "-"]),
            (8, ["-", "-", "-", "-"]),
        ] {
            assert_eq!(read(&pos, &RawMove::Number(number)), told(texts), "{number}");
        }
        // Stones fall: of a square only the column counts.
        for (row, col, texts) in [
            (0, 0, ["1", "1", "-", "1"]),
            (5, 6, ["7", "7", "6", "7"]),
            (6, 1, ["-", "-", "1", "-"]),
            (1, 7, ["-", "-", "7", "-"]),
            (-1, 3, ["-", "-", "-", "-"]),
        ] {
            assert_eq!(read(&pos, &RawMove::Pair(row, col)), told(texts), "{row} {col}");
        }
    }

    #[test]
    fn wide_boards_have_letters_for_columns() {
        let nine = position::<Connect4>("9x6", "-");
        assert_eq!(read(&nine, &RawMove::Number(9)), told(["9", "-", "9", "-"]));
        let ten = position::<Mnk>("10x4x4+gravity", "-");
        assert_eq!(read(&ten, &RawMove::Number(9)), told(["i", "j", "i", "j"]));
        assert_eq!(read(&ten, &RawMove::Number(10)), told(["j", "-", "j", "-"]));
    }

    #[test]
    fn boom_stands_behind_the_last_column() {
        let pos = position::<Boom>("", "-");
        assert_eq!(read(&pos, &RawMove::Number(7)), told(["7", "B", "7", "B"]));
        assert_eq!(read(&pos, &RawMove::Number(8)), told(["B", "-", "B", "-"]));
        for text in ["BOOM", "b", " bomba ", "Bomb"] {
            assert_eq!(written(&pos, text).as_deref(), Some("B"), "{text}");
        }
        let columns = position::<Connect4>("", "-");
        for text in ["boom", "b", "bomba"] {
            assert_eq!(written(&columns, text), None, "{text}");
        }
    }

    #[test]
    fn squares_are_counted_from_the_top_or_the_bottom() {
        // Four columns, three rows.
        let pos = position::<Mnk>("4x3x3", "-");
        for (number, texts) in [
            (-1, ["-", "-", "-", "-"]),
            (0, ["-", "a3", "-", "a1"]),
            (1, ["-", "b3", "a3", "b1"]),
            (5, ["-", "b2", "a2", "b2"]),
            (11, ["-", "d1", "c1", "d3"]),
            (12, ["-", "-", "d1", "-"]),
            (13, ["-", "-", "-", "-"]),
        ] {
            assert_eq!(read(&pos, &RawMove::Number(number)), told(texts), "{number}");
        }
        for (row, col, texts) in [
            (0, 0, ["a3", "a3", "-", "a1"]),
            (0, 3, ["d3", "d3", "-", "d1"]),
            (1, 2, ["c2", "c2", "b3", "c2"]),
            (2, 3, ["d1", "d1", "c2", "d3"]),
            (3, 4, ["-", "-", "d1", "-"]),
            (3, 0, ["-", "-", "-", "-"]),
        ] {
            assert_eq!(read(&pos, &RawMove::Pair(row, col)), told(texts), "{row} {col}");
        }
        assert_eq!(read(&pos, &RawMove::Absent), told(["-"; 4]));
    }

    #[test]
    fn numbers_of_any_size_are_read_or_are_no_move() {
        let none = told(["-"; 4]);
        let (falls, stays) = (position::<Connect4>("", "-"), position::<Mnk>("4x3x3", "-"));
        for far in [i64::MIN, i64::MIN + 1, i64::MAX] {
            for raw in [RawMove::Number(far), RawMove::Pair(far, far)] {
                assert_eq!(read(&falls, &raw), none, "{raw:?}");
                assert_eq!(read(&stays, &raw), none, "{raw:?}");
            }
        }
    }

    #[test]
    fn words_before_a_column_are_read() {
        let columns = position::<Connect4>("", "-");
        for text in [
            "4",
            "PUT 4",
            "put(4)",
            "col_4",
            "Column 4.",
            "columna-4",
            "coluna #4",
            "c4",
            "drop 4 ",
        ] {
            assert_eq!(written(&columns, text).as_deref(), Some("4"), "{text}");
        }
        for text in ["put 0", "put 8", "put", "put x", "throw 4", "4 5", ""] {
            assert_eq!(written(&columns, text), None, "{text}");
        }
        // Where stones do not fall, c3 is a square.
        let squares = position::<Mnk>("4x3x3", "-");
        for (text, square) in [("c3", "c3"), (" D1 ", "d1")] {
            assert_eq!(written(&squares, text).as_deref(), Some(square), "{text}");
        }
        for text in ["c3 c2", "put 3", "b"] {
            assert_eq!(written(&squares, text), None, "{text}");
        }
        for reading in Reading::ALL {
            let text = RawMove::Text("c3".to_owned());
            assert_eq!(text_of(&squares, &text, reading).as_deref(), Some("c3"));
        }
    }
}
