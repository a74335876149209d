//! From the centre outwards: the order of the Connect Four reports on boards of squares.

use super::Falls;
use alinea_core::{Cell, Position};
use alinea_games::lines::LineBoard;
use alinea_search::MoveOrder;

/// Which of two squares or columns at the same distance comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// An order of moves: those near the centre first; where discs fall only the column counts.
#[derive(Clone, Copy, Debug)]
pub struct Central {
    first: Side,
    falls: Falls,
}

impl Central {
    /// Squares of equal distance from this side on, then from the top row down.
    #[must_use]
    pub const fn new(first: Side, falls: Falls) -> Central {
        Central { first, falls }
    }
}

impl<P: LineBoard + Position<Move = Cell>> MoveOrder<P> for Central {
    fn moves(&self, pos: &P, moves: &mut Vec<Cell>) {
        let before = moves.len();
        pos.legal_moves(moves);
        // On an even board the report starts left of the middle, its mirror image right of it.
        let centre = |side: u8| match self.first {
            Side::Left => side / 2,
            Side::Right => (side - 1) / 2,
        };
        let (col, row) = (centre(pos.cols()), centre(pos.rows()));
        moves[before..].sort_by_key(|cell| {
            let across = cell.col.abs_diff(col);
            let up = if self.falls == Falls::Yes { 0 } else { cell.row.abs_diff(row) };
            let far_side = (cell.col > col) == (self.first == Side::Left);
            (across.max(up), across, far_side, std::cmp::Reverse(cell.row))
        });
    }

    fn is_complete(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;
    use crate::lines::test_support::after;
    use alinea_games::{Connect4, Gomoku, Mnk};

    fn listed<P: LineBoard + Position<Move = Cell>>(
        pos: &P,
        first: Side,
        falls: Falls,
    ) -> Vec<Cell> {
        let mut moves = Vec::new();
        Central::new(first, falls).moves(pos, &mut moves);
        moves
    }

    #[test]
    fn falling_discs_take_the_columns_of_the_reports() {
        for cols in 4..=9u8 {
            let pos = after::<Mnk>(&format!("{cols}x6x4+gravity"), "-");
            let empty = after::<Connect4>(&format!("{cols}x6"), "-");
            for first in [Side::Left, Side::Right] {
                let columns = match first {
                    Side::Left => Columns::<Connect4>::center_left(cols, |c| c),
                    Side::Right => Columns::<Connect4>::center(cols, |c| c),
                };
                let mut expected = Vec::new();
                columns.moves(&empty, &mut expected);
                let found: Vec<u8> =
                    listed(&pos, first, Falls::Yes).iter().map(|cell| cell.col).collect();
                assert_eq!(found, expected, "{cols} columns, {first:?} first");
            }
        }
    }

    #[test]
    fn squares_come_ring_by_ring_and_none_is_lost() {
        let pos = after::<Gomoku>("15", "h8a1");
        let moves = listed(&pos, Side::Right, Falls::No);
        assert_eq!(moves.len(), 15 * 15 - 2);
        let rings: Vec<u8> =
            moves.iter().map(|cell| cell.col.abs_diff(7).max(cell.row.abs_diff(7))).collect();
        assert!(rings.is_sorted());
    }

    #[test]
    fn of_a_ring_the_middle_column_comes_first_then_the_chosen_side_from_the_top() {
        let texts = |size: &str, first| {
            let moves = listed(&after::<Mnk>(size, "-"), first, Falls::No);
            moves.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts("3x3x3", Side::Left), "b2 b3 b1 a3 a2 a1 c3 c2 c1");
        assert_eq!(texts("3x3x3", Side::Right), "b2 b3 b1 c3 c2 c1 a3 a2 a1");
        // An even board has no middle: each side begins on its own half.
        assert!(texts("4x4x4", Side::Left).starts_with("c3 c4 c2 b4"));
        assert!(texts("4x4x4", Side::Right).starts_with("b2 b3 b1 c3"));
    }

    #[test]
    fn nothing_is_left_for_later_and_what_was_listed_stays() {
        let central = Central::new(Side::Left, Falls::No);
        assert!(MoveOrder::<Mnk>::is_complete(&central));
        let mut moves = vec![Cell::new(0, 0)];
        central.moves(&after::<Mnk>("3x3x3", "b2"), &mut moves);
        assert_eq!((moves[0], moves.len()), (Cell::new(0, 0), 9));
    }
}
