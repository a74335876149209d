//! The order in which gravity games try their columns.

use alinea_core::Position;
use alinea_search::MoveOrder;

/// An order of moves that tries columns in a fixed sequence.
///
/// ```
/// use alinea_core::Game;
/// use alinea_engines::Columns;
/// use alinea_games::Connect4;
/// use alinea_search::MoveOrder;
/// let pos = Connect4::start(&Connect4::parse_setup("7x6").unwrap());
/// let mut moves = Vec::new();
/// Columns::<Connect4>::center(7, |column| column).moves(&pos, &mut moves);
/// assert_eq!(moves, [3, 4, 2, 5, 1, 6, 0]);
/// ```
pub struct Columns<P: Position> {
    moves: Vec<P::Move>,
}

impl<P: Position> Columns<P> {
    /// From the centre outwards, the right column of each pair first: 3 4 2 5 1 6 0 of seven.
    pub fn center(cols: u8, column: fn(u8) -> P::Move) -> Columns<P> {
        let middle = i16::from(cols - 1) / 2;
        Columns::outwards(cols, middle, 1, column)
    }

    /// From the centre outwards, the left column of each pair first: 3 2 4 1 5 0 6 of seven.
    pub fn center_left(cols: u8, column: fn(u8) -> P::Move) -> Columns<P> {
        let middle = i16::from(cols) / 2;
        Columns::outwards(cols, middle, -1, column)
    }

    fn outwards(cols: u8, middle: i16, side: i16, column: fn(u8) -> P::Move) -> Columns<P> {
        let pairs = (1..=i16::from(cols)).flat_map(|d| [middle + side * d, middle - side * d]);
        let inside = [middle].into_iter().chain(pairs).filter(|c| (0..i16::from(cols)).contains(c));
        Columns { moves: inside.map(|c| column(c as u8)).collect() }
    }
}

impl<P: Position> MoveOrder<P> for Columns<P> {
    #[inline]
    fn moves(&self, pos: &P, moves: &mut Vec<P::Move>) {
        moves.extend(self.moves.iter().copied().filter(|&mv| pos.is_legal(mv)));
    }

    fn is_complete(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_games::Connect4;

    #[test]
    fn the_orders_of_the_reports() {
        let center = Columns::<Connect4>::center(7, |c| c);
        assert_eq!(center.moves, [3, 4, 2, 5, 1, 6, 0]);
        let left = Columns::<Connect4>::center_left(7, |c| c);
        assert_eq!(left.moves, [3, 2, 4, 1, 5, 0, 6]);
        let even = Columns::<Connect4>::center(8, |c| c);
        assert_eq!(even.moves, [3, 4, 2, 5, 1, 6, 0, 7]);
        let even = Columns::<Connect4>::center_left(8, |c| c);
        assert_eq!(even.moves, [4, 3, 5, 2, 6, 1, 7, 0]);
        assert!(even.is_complete());
    }
}
