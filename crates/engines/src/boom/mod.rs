//! Desconecta-4 Boom: its heuristics, the order that tries the explosion first, and NINJA.

pub mod heuristics;
pub mod ninja;
#[cfg(test)]
mod vectors;

use alinea_core::Position;
use alinea_games::{Boom, boom::Action};
use alinea_search::MoveOrder;

/// An order of moves: the explosion first, then the columns from the left.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::boom::BoomFirst;
/// use alinea_games::{Boom, boom::Action};
/// use alinea_search::MoveOrder;
/// let setup = Boom::parse_setup("").unwrap();
/// let pos = parse_position::<Boom>(&setup, "12345671 22").unwrap().pos;
/// let mut moves = Vec::new();
/// BoomFirst.moves(&pos, &mut moves);
/// assert_eq!(moves[..2], [Action::Boom, Action::Put(0)]);
/// ```
pub struct BoomFirst;

impl MoveOrder<Boom> for BoomFirst {
    fn moves(&self, pos: &Boom, moves: &mut Vec<Action>) {
        let first = moves.len();
        pos.legal_moves(moves);
        if moves[first..].last() == Some(&Action::Boom) {
            moves[first..].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::{Game, parse_position};

    #[test]
    fn moves_that_were_listed_before_are_left_alone() {
        let over = parse_position::<Boom>(&Boom::parse_setup("").unwrap(), "1213141").unwrap().pos;
        assert!(over.outcome().is_some());
        let mut moves = vec![Action::Boom];
        BoomFirst.moves(&over, &mut moves);
        assert_eq!(moves, [Action::Boom]);
    }

    #[test]
    fn the_explosion_comes_before_the_columns() {
        let bomb = "diagram:......./......./......./......./......./......./X..o... x 11";
        let pos = parse_position::<Boom>(&Boom::parse_setup("").unwrap(), bomb).unwrap().pos;
        let mut moves = vec![Action::Put(5)];
        BoomFirst.moves(&pos, &mut moves);
        let columns = (0..7).map(Action::Put);
        let expected: Vec<Action> =
            [Action::Put(5), Action::Boom].into_iter().chain(columns).collect();
        assert_eq!(moves, expected);
        let mut quiet = Vec::new();
        BoomFirst.moves(&Boom::new(), &mut quiet);
        assert_eq!(quiet, (0..7).map(Action::Put).collect::<Vec<_>>());
    }
}
