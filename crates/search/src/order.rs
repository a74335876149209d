//! Which moves a search tries, and in which order.

use alinea_core::{Player, Position};

/// Lists the moves to search, in the order they are tried.
///
/// Never empty while the game goes on, and every move is legal; it may leave moves out (only
/// squares near stones).
///
/// ```
/// use alinea_core::{Game, Player, Position};
/// use alinea_games::Connect4;
/// use alinea_search::{Engine, Heuristic, Ignore, Limits, MoveOrder, Part, Stop, Textbook};
/// use std::sync::Arc;
/// # struct Even;
/// # impl<P: Position> Heuristic<P> for Even {
/// #     fn evaluate(&self, _: &P, _: Player, _: u32) -> f64 { 0.0 }
/// #     fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> { Vec::new() }
/// # }
/// struct Backwards;
/// impl<P: Position> MoveOrder<P> for Backwards {
///     fn moves(&self, pos: &P, moves: &mut Vec<P::Move>) {
///         let first = moves.len();
///         pos.legal_moves(moves);
///         moves[first..].reverse();
///     }
/// }
/// // Where all moves are equal, the textbook search takes the first in the order.
/// let pos = Connect4::start(&Connect4::parse_setup("").unwrap());
/// let natural = Textbook::new(Arc::new(Even), 2);
/// let backwards = natural.clone().with_order(Arc::new(Backwards));
/// let [natural, backwards] = [natural, backwards].map(|mut book| {
///     book.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore).best
/// });
/// assert_eq!((natural, backwards), (Some(0), Some(6)));
/// ```
pub trait MoveOrder<P: Position>: Send + Sync {
    /// Appends the moves of `pos` in search order.
    fn moves(&self, pos: &P, moves: &mut Vec<P::Move>);

    /// Appends the legal moves that `moves` left out and that may be better than those it listed.
    ///
    /// A search asks for them before it calls a position lost.
    fn rest(&self, _pos: &P, _moves: &mut Vec<P::Move>) {}

    /// Whether no move that matters is ever left out.
    ///
    /// What a search to the end finds with this order is then the truth of the game.
    fn is_complete(&self) -> bool {
        false
    }

    /// False only if this player cannot win any more, whatever both play.
    fn can_win(&self, _pos: &P, _player: Player) -> bool {
        true
    }
}

/// Every legal move in the order of the rules.
pub struct Natural;

impl<P: Position> MoveOrder<P> for Natural {
    #[inline]
    fn moves(&self, pos: &P, moves: &mut Vec<P::Move>) {
        pos.legal_moves(moves);
    }

    fn is_complete(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::Tree;

    /// An order that says nothing of itself.
    struct Silent;

    impl MoveOrder<Tree> for Silent {
        fn moves(&self, _: &Tree, moves: &mut Vec<u8>) {
            moves.push(1);
        }
    }

    #[test]
    fn an_order_promises_nothing_that_it_does_not_say() {
        let pos = Tree::new("(1 2 W)");
        let mut moves = vec![7];
        Silent.rest(&pos, &mut moves);
        assert_eq!(moves, [7], "nothing is known of what was left out");
        assert!(!Silent.is_complete(), "moves that matter may be missing");
        assert!(Player::BOTH.iter().all(|&player| Silent.can_win(&pos, player)));
    }

    #[test]
    fn the_natural_order_appends_all_moves_and_says_so() {
        let mut moves = vec![7];
        Natural.moves(&Tree::new("(1 2 W)"), &mut moves);
        assert_eq!(moves, [7, 0, 1, 2]);
        assert!(MoveOrder::<Tree>::is_complete(&Natural));
    }
}
