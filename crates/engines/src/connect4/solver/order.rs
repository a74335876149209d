//! Which child first: a fast guess, never a proof. The weights were tuned by node counts.

use super::board::Shape;
use crate::lanes::Lanes;

/// The lines of a board: how many run through each square and where they start.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Twice the number of lines through each square, by bit number.
    through: [i32; 64],
    /// For each step, the squares where a line of four begins.
    starts: [u64; 4],
}

const STEPS: [u32; 4] = [1, 8, 7, 9];

impl Lines {
    /// The lines of a board of this shape.
    pub(super) fn new(shape: impl Shape) -> Self {
        let mut lines = Self { through: [0; 64], starts: [0; 4] };
        for (step, starts) in STEPS.into_iter().zip(&mut lines.starts) {
            for start in 0..56u32 {
                let squares = (0..4).map(|i| start + i * step);
                let line = squares.clone().filter(|&s| s < 56).map(|s| 1u64 << s);
                if line.clone().count() == 4 && line.clone().all(|s| s & shape.board() != 0) {
                    *starts |= 1 << start;
                    for square in squares {
                        lines.through[square as usize] += WEIGHT_LINE;
                    }
                }
            }
        }
        lines
    }

    /// Lines of four with exactly two stones of `mine` and none of `theirs`, per lane.
    #[inline(always)]
    pub(super) fn open_twos<L: Lanes>(&self, l: L, mine: L::V, theirs: L::V) -> L::V {
        let mut total = l.splat(0);
        for (i, step) in STEPS.into_iter().enumerate() {
            let pairs = l.or(theirs, l.shr(theirs, step));
            let blocked = l.or(pairs, l.shr(pairs, 2 * step));
            let both = l.and(mine, l.shr(mine, step));
            let either = l.xor(mine, l.shr(mine, step));
            let both_on = l.shr(both, 2 * step);
            let either_on = l.shr(either, 2 * step);
            let split = l.and(either, either_on);
            let joined = l.and_not(l.xor(both, both_on), l.or(either, either_on));
            let twos = l.and_not(l.and(l.or(split, joined), l.splat(self.starts[i])), blocked);
            total = l.add(total, l.count_ones(twos));
        }
        total
    }
}

const WEIGHT_WIN: i32 = 16;
const WEIGHT_WIN_PARITY: i32 = 4;
const WEIGHT_LINE: i32 = 2;
const WEIGHT_WASTED: i32 = -90;
const WEIGHT_STACKED: i32 = -4;
const WEIGHT_REPLY: i32 = -12;
const WEIGHT_TABLE: i32 = 1000;
/// Own and the opponent's open lines with two stones, counted while few stones are played.
pub(super) const WEIGHT_TWOS: (i32, i32) = (3, -2);
/// Up to this many stones open lines are counted.
pub(super) const TWOS_BELOW: i32 = 24;

/// What the guess looks at, for one child.
pub(super) struct Features {
    /// The square played, a single bit.
    pub square: u64,
    /// The mover's winning squares after the move.
    pub wins: u64,
    /// The mover's winning squares before the move.
    pub wins_before: u64,
    /// The opponent's winning squares.
    pub opponent_wins: u64,
    /// The replies that do not lose at once.
    pub replies: u64,
    /// The rows that favour the mover: odd for the first player.
    pub parity: u64,
    /// Whether the table names this move.
    pub from_table: bool,
}

/// The guess: larger is searched earlier.
#[inline(always)]
pub(super) fn promise(lines: &Lines, f: &Features) -> i32 {
    let count = |squares: u64| squares.count_ones().cast_signed();
    let mut promise = WEIGHT_WIN * count(f.wins)
        + WEIGHT_WIN_PARITY * count(f.wins & f.parity)
        + lines.through[(f.square.trailing_zeros() & 63) as usize]
        + WEIGHT_STACKED * count(f.wins & f.opponent_wins << 1)
        + WEIGHT_REPLY * count(f.replies);
    if f.wins_before & f.square << 1 != 0 {
        promise += WEIGHT_WASTED;
    }
    if f.from_table {
        promise += WEIGHT_TABLE;
    }
    promise
}
