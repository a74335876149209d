//! Lines of four squares, counted for the heuristics of the reports. Knows no weights.

use alinea_core::{Cell, Grid, Player};
use alinea_games::Connect4;

/// A line of four squares with stones of one side only.
pub(crate) struct Four {
    pub(crate) cells: [Cell; 4],
    pub(crate) owner: Player,
    /// From 1 to 4.
    pub(crate) stones: usize,
}

/// Every such line of a board: horizontal, vertical, "/" and "\", each once.
pub(crate) fn one_sided<G: Grid + ?Sized>(grid: &G) -> Vec<Four> {
    let (cols, rows) = (grid.cols(), grid.rows());
    let mut fours = Vec::new();
    for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for row in 0..rows {
            for col in 0..cols {
                let start = Cell::new(col, row);
                let Some(end) = start.step(dc, dr, 3, cols, rows) else { continue };
                let inner = |i| start.step(dc, dr, i, cols, rows).unwrap_or(start);
                fours.extend(four(grid, [start, inner(1), inner(2), end]));
            }
        }
    }
    fours
}

fn four<G: Grid + ?Sized>(grid: &G, cells: [Cell; 4]) -> Option<Four> {
    let mut stones = [0; 2];
    for cell in cells {
        if let Some(player) = grid.at(cell) {
            stones[player.index()] += 1;
        }
    }
    match stones {
        [0, 0] => None,
        [first, 0] => Some(Four { cells, owner: Player::First, stones: first }),
        [0, second] => Some(Four { cells, owner: Player::Second, stones: second }),
        _ => None,
    }
}

/// How many more one-sided lines with 1, 2, 3 and 4 stones the player has than the opponent.
///
/// All lines of a direction are counted at once: each bit of four shifted boards is one square of
/// the line that starts there, and a bit-sliced adder sums the four.
#[inline]
pub(crate) fn balance(pos: &Connect4, player: Player) -> [i32; 4] {
    let (own, enemy) = (pos.discs(player), pos.discs(player.other()));
    // With the height known to the compiler the shifts and the masks of starts are constants.
    match (pos.height(), pos.size().cols()) {
        (7, 7) => {
            balance_of(own, enemy, Connect4::new(alinea_games::connect4::Size::USUAL).squares(), 7)
        }
        (height, _) => balance_of(own, enemy, pos.squares(), height),
    }
}

#[inline(always)]
fn balance_of(own: u64, enemy: u64, squares: u64, height: u32) -> [i32; 4] {
    let mut total = [0; 4];
    for step in [1, height, height + 1, height - 1] {
        let starts =
            squares & (squares >> step) & (squares >> (2 * step)) & (squares >> (3 * step));
        let (owned, own_counts) = by_stones(own, step);
        let (taken, enemy_counts) = by_stones(enemy, step);
        for i in 0..4 {
            total[i] += (own_counts[i] & !taken & starts).count_ones() as i32;
            total[i] -= (enemy_counts[i] & !owned & starts).count_ones() as i32;
        }
    }
    total
}

/// The starts of lines that hold any stone of these, and those with exactly 1, 2, 3 and 4.
#[inline(always)]
fn by_stones(discs: u64, step: u32) -> (u64, [u64; 4]) {
    let [a, b, c, d] = [discs, discs >> step, discs >> (2 * step), discs >> (3 * step)];
    let (low, both_low) = (a ^ b, a & b);
    let (high, both_high) = (c ^ d, c & d);
    let any = a | b | c | d;
    let one = (low ^ high) & !both_low & !both_high;
    let three = (both_low & high) | (low & both_high);
    let four = both_low & both_high;
    let two = any & !(one | three | four);
    (any, [one, two, three, four])
}
