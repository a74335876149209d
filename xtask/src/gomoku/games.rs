//! A game of the engine against itself as one line of text: `SIZE RESULT OPENING x,y,score ...`.
//! The result is 1, 0 or -1 for black; scores are for the player who moved, and 0 in the opening.

use alinea_engines::gomoku::engine::geometry::Cell;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) size: usize,
    pub(super) result: i32,
    /// Plies that were not chosen by the engine.
    pub(super) opening: usize,
    pub(super) moves: Vec<(Cell, i32)>,
}

impl Record {
    pub(super) fn write(&self) -> String {
        let mut line = format!("{} {} {}", self.size, self.result, self.opening);
        for (cell, score) in &self.moves {
            line.push_str(&format!(" {},{},{score}", cell.x(), cell.y()));
        }
        line
    }

    pub(super) fn read(line: &str) -> Option<Record> {
        let mut words = line.split_whitespace();
        let size: usize = words.next()?.parse().ok()?;
        let result = words.next()?.parse().ok()?;
        let opening = words.next()?.parse().ok()?;
        let mut moves = Vec::new();
        for word in words {
            let mut parts = word.split(',');
            let x: usize = parts.next()?.parse().ok()?;
            let y: usize = parts.next()?.parse().ok()?;
            let score = parts.next()?.parse().ok()?;
            if x >= size || y >= size || parts.next().is_some() {
                return None;
            }
            moves.push((Cell::new(x, y), score));
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
        let record = Record { size: 15, result: -1, opening: 1, moves };
        assert_eq!(Record::read(&record.write()), Some(record));
        assert_eq!(Record::read("15 1 0 15,3,0"), None);
        assert_eq!(Record::read("15 one"), None);
    }
}
