//! A game of the engine against itself as one line of text: `SIZE RESULT OPENING x,y,score ...`.
//! The result is 1, 0 or -1 for black; scores are for the player who moved, and 0 in the opening.

use alinea_core::Cell;
use alinea_games::gomoku::Size;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) size: Size,
    pub(super) result: i32,
    /// Plies that were not chosen by the engine.
    pub(super) opening: usize,
    pub(super) moves: Vec<(Cell, i32)>,
}

impl Record {
    pub(super) fn write(&self) -> String {
        let side = self.size.get();
        let mut line = format!("{side} {} {}", self.result, self.opening);
        for (cell, score) in &self.moves {
            line.push_str(&format!(" {},{},{score}", cell.col, side - 1 - cell.row));
        }
        line
    }

    pub(super) fn read(line: &str) -> Option<Record> {
        let mut words = line.split_whitespace();
        let size = Size::new(words.next()?.parse().ok()?)?;
        let side = size.get();
        let result = words.next()?.parse().ok()?;
        let opening = words.next()?.parse().ok()?;
        let mut moves = Vec::new();
        for word in words {
            let mut parts = word.split(',');
            let x: u8 = parts.next()?.parse().ok()?;
            let y: u8 = parts.next()?.parse().ok()?;
            let score = parts.next()?.parse().ok()?;
            if x >= side || y >= side || parts.next().is_some() {
                return None;
            }
            moves.push((Cell::new(x, side - 1 - y), score));
        }
        Some(Record { size, result, opening, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back() {
        let moves = vec![(Cell::new(7, 7), 0), (Cell::new(8, 6), -120)];
        let record = Record { size: Size::default(), result: -1, opening: 1, moves };
        assert_eq!(Record::read(&record.write()), Some(record));
        assert_eq!(Record::read("15 1 0 15,3,0"), None);
        assert_eq!(Record::read("15 one"), None);
    }
}
