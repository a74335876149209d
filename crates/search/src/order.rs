//! Which moves a search tries, and in which order.

use alinea_core::Position;

/// Lists the moves to search. Never empty while the game goes on, and every move is legal; it may
/// leave moves out (only squares near stones) and decides the order.
pub trait MoveOrder<P: Position>: Send + Sync {
    /// Appends the moves of `pos` in search order.
    fn moves(&self, pos: &P, moves: &mut Vec<P::Move>);
}

/// Every legal move in the order of the rules.
pub struct Natural;

impl<P: Position> MoveOrder<P> for Natural {
    #[inline]
    fn moves(&self, pos: &P, moves: &mut Vec<P::Move>) {
        pos.legal_moves(moves);
    }
}
