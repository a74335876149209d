//! When a player cannot complete a row any more, shown by a pairing: if every row still open to
//! the attacker can be given two empty squares of its own, the defender answers a stone on one of
//! them with a stone on the other, and stops every row. Small boards without gravity only.

use alinea_core::Grid;
use alinea_core::Player;
use alinea_games::lines::{Lines, bits, rows_of};

/// Boards of up to this many squares fit the masks.
pub(crate) const MAX_SQUARES: usize = 32;
/// More open rows than this cannot have two squares each.
const MAX_ROWS: usize = MAX_SQUARES / 2;
const NOBODY: u8 = u8::MAX;

/// Open rows and who owns which empty square.
struct Pairing {
    rows: [u32; MAX_ROWS],
    owner: [u8; MAX_SQUARES],
}

/// Whether the defender can stop every row of the attacker by a pairing. `false` proves nothing.
pub(crate) fn is_stopped(lines: &Lines, attacker: Player, length: u8) -> bool {
    let mut pairing = Pairing { rows: [0; MAX_ROWS], owner: [NOBODY; MAX_SQUARES] };
    let cols = u32::from(lines.cols());
    let mut count = 0;
    let mut squares = 0_u32;
    for line in lines.all() {
        let open = line.inside & !line.stones[attacker.other().index()];
        for start in bits(rows_of(length, open)) {
            let window = ((1 << length) - 1) << start & line.empty();
            if count == MAX_ROWS || window & window.wrapping_sub(1) == 0 {
                return false;
            }
            let row = bits(window).fold(0, |mask, bit| {
                let cell = line.cell(bit);
                mask | 1 << (u32::from(cell.row) * cols + u32::from(cell.col))
            });
            pairing.rows[count] = row;
            count += 1;
            squares |= row;
        }
    }
    if 2 * count > squares.count_ones() as usize {
        return false;
    }
    (0..count).all(|row| (0..2).all(|_| pairing.claim(row as u8, &mut 0)))
}

impl Pairing {
    /// Finds one more square for a row, moving the claims of others where that helps.
    fn claim(&mut self, row: u8, tried: &mut u32) -> bool {
        for square in bits(self.rows[usize::from(row)]) {
            let owner = self.owner[square as usize];
            if *tried >> square & 1 != 0 || owner == row {
                continue;
            }
            *tried |= 1 << square;
            if owner == NOBODY || self.claim(owner, tried) {
                self.owner[square as usize] = row;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::test_support::random_boards;
    use alinea_core::{Outcome, Position};
    use alinea_games::{Mnk, lines::LineBoard};

    /// Whether the player to move or the other can reach a row of the attacker by force.
    fn can_force(pos: &mut Mnk, attacker: Player) -> bool {
        if let Some(outcome) = pos.outcome() {
            return outcome == Outcome::Win(attacker);
        }
        let attacks = pos.turn() == attacker;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut forced = moves.into_iter().map(|mv| {
            let undo = pos.play_unchecked(mv);
            let forced = can_force(pos, attacker);
            pos.undo(undo);
            forced
        });
        if attacks { forced.any(|f| f) } else { forced.all(|f| f) }
    }

    #[test]
    fn a_pairing_means_that_no_row_can_be_forced() {
        let mut stopped = 0;
        for setup in ["3x3x3", "4x4x4", "4x3x3"] {
            for mut pos in random_boards::<Mnk>(setup, 600, 12) {
                let length = pos.in_a_row();
                if pos.outcome().is_some() || pos.count_legal() > 8 {
                    continue;
                }
                for attacker in Player::BOTH {
                    if is_stopped(pos.lines(), attacker, length) {
                        stopped += 1;
                        assert!(!can_force(&mut pos, attacker));
                    }
                }
            }
        }
        // Fewer would mean that pairings are overlooked.
        assert_eq!(stopped, 81);
    }
}
