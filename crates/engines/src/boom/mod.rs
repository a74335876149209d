//! Desconecta-4 Boom: its heuristics, the order that tries the explosion first, and NINJA.

pub mod heuristics;
pub mod ninja;
#[cfg(test)]
mod vectors;

use alinea_core::Position;
use alinea_games::{Boom, boom::Action};
use alinea_search::MoveOrder;

/// The explosion first, then the columns from the left.
pub struct BoomFirst;

impl MoveOrder<Boom> for BoomFirst {
    fn moves(&self, pos: &Boom, moves: &mut Vec<Action>) {
        let first = moves.len();
        pos.legal_moves(moves);
        if moves.last() == Some(&Action::Boom) {
            moves[first..].rotate_right(1);
        }
    }
}
