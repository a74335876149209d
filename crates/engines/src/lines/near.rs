//! The squares near stones, row by row: the moves the Gomoku report in Lua tries.

use alinea_core::{Cell, Position};
use alinea_games::lines::{LineBoard, bits};
use alinea_search::MoveOrder;

/// An order of moves: empty squares within a distance of a stone, from the top row down.
///
/// On an empty board the centre; where none of these may be played, every legal move.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    distance: u8,
}

impl Near {
    /// Squares within this distance, diagonals included.
    #[must_use]
    pub const fn new(distance: u8) -> Near {
        Near { distance }
    }
}

impl<P: LineBoard + Position<Move = Cell>> MoveOrder<P> for Near {
    fn moves(&self, pos: &P, moves: &mut Vec<Cell>) {
        let before = moves.len();
        let centre = Cell::new(pos.cols() / 2, pos.rows() / 2);
        if pos.stones() == 0 && pos.is_legal(centre) {
            moves.push(centre);
            return;
        }
        let near = pos.lines().near_empty(self.distance);
        for row in (0..pos.rows()).rev() {
            let cells = bits(near[usize::from(row)]).map(|col| Cell::new(col as u8, row));
            moves.extend(cells.filter(|&cell| pos.is_legal(cell)));
        }
        if moves.len() == before {
            pos.legal_moves(moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::after;
    use alinea_games::{Gomoku, Mnk};

    fn texts<P: LineBoard + Position<Move = Cell>>(pos: &P, distance: u8) -> Vec<String> {
        let mut moves = Vec::new();
        Near::new(distance).moves(pos, &mut moves);
        moves.iter().map(Cell::to_string).collect()
    }

    #[test]
    fn rows_from_the_top_each_square_once() {
        assert_eq!(texts(&after::<Gomoku>("15", "-"), 1), ["h8"]);
        let around = ["g9", "h9", "i9", "g8", "i8", "g7", "h7", "i7"];
        assert_eq!(texts(&after::<Gomoku>("15", "h8"), 1), around);
        assert_eq!(texts(&after::<Gomoku>("15", "a1"), 2).len(), 8);
        assert_eq!(texts(&after::<Gomoku>("15", "h8i9"), 1).len(), 12);
    }

    #[test]
    fn gravity_leaves_only_squares_a_disc_can_reach() {
        assert_eq!(texts(&after::<Mnk>("7x6x4+gravity", "4"), 1), ["d2", "c1", "e1"]);
        assert!(!texts(&after::<Mnk>("7x6x4+gravity", "-"), 1).is_empty());
    }
}
