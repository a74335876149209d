//! Counting leaves: the classic check of a move generator, and its benchmark.

use crate::Position;

/// Number of move sequences of exactly `depth` moves; a finished game has no continuation.
///
/// The last ply is counted, not played.
///
/// ```
/// use alinea_core::{Game, perft};
/// use alinea_games::Mnk;
/// let mut pos = Mnk::start(&Mnk::parse_setup("3x3x3").unwrap());
/// assert_eq!(perft(&mut pos, 5), 9 * 8 * 7 * 6 * 5);
/// // 1440 of these sequences are won games, where nobody moves again.
/// assert_eq!(perft(&mut pos, 6), (9 * 8 * 7 * 6 * 5 - 1440) * 4);
/// ```
pub fn perft<P: Position>(pos: &mut P, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(64);
    count(pos, depth, &mut moves)
}

fn count<P: Position>(pos: &mut P, depth: u32, moves: &mut Vec<P::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => pos.count_legal() as u64,
        _ => {
            let first = moves.len();
            pos.legal_moves(moves);
            let end = moves.len();
            let mut leaves = 0;
            for i in first..end {
                let undo = pos.play_unchecked(moves[i]);
                leaves += count(pos, depth - 1, moves);
                pos.undo(undo);
            }
            moves.truncate(first);
            leaves
        }
    }
}
