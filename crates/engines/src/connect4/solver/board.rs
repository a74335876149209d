//! The board as two 56-bit words: one byte a column. Bits only; no search and no scores' meaning.
//!
//! ```text
//!   7 | .  .  .  .  .  .  .      bit = 8 * column + row
//!   6 | .  .  .  .  .  .  .
//!   5 | 5 13 21 29 37 45 53      A board of r rows leaves bits r..8 of each byte empty in
//!   4 | 4 12 20 28 36 44 52      `mask`. Bit r is the separator of the key: `mask + bottom`
//!   3 | 3 11 19 27 35 43 51      puts one bit on the first empty square of each column, and
//!   2 | 2 10 18 26 34 42 50      with the mover's stones this is unique for a position.
//!   1 | 1  9 17 25 33 41 49
//!   0 | 0  8 16 24 32 40 48      Steps: 1 up, 8 right, 9 rising, 7 falling.
//! row +---------------------
//! col   0  1  2  3  4  5  6
//! ```
//!
//! Rows are counted from 1 in the words "odd" and "even", as players do: row 0 of the drawing
//! is odd. Bit 7 of every byte stays empty, so no line wraps around.

use crate::lanes::Lanes;

/// The least and greatest number of columns and rows.
pub(super) const MIN_SIDE: u8 = 4;
/// See [`MIN_SIDE`].
pub(super) const MAX_SIDE: u8 = 7;

/// The steps of the lines that are not vertical.
const STEPS: [u32; 3] = [8, 7, 9];

/// The size of a board and the words that follow from it. Either constants or fields.
pub(super) trait Shape: Copy + Send + Sync {
    /// Columns.
    fn cols(self) -> u32;
    /// Rows.
    fn rows(self) -> u32;
    /// The lowest square of each column.
    fn bottom(self) -> u64;

    /// All squares.
    #[inline(always)]
    fn board(self) -> u64 {
        self.bottom() * ((1 << self.rows()) - 1)
    }
    /// The squares of rows 1, 3, 5 ... counted from 1.
    #[inline(always)]
    fn odd(self) -> u64 {
        (self.bottom() * 0x55) & self.board()
    }
    /// The squares of rows 2, 4, 6 counted from 1.
    #[inline(always)]
    fn even(self) -> u64 {
        (self.bottom() * 0x2a) & self.board()
    }
    /// How many squares.
    #[inline(always)]
    fn cells(self) -> i32 {
        (self.cols() * self.rows()).cast_signed()
    }
    /// The rules of zugzwang hold when columns have an even number of squares.
    #[inline(always)]
    fn even_columns(self) -> bool {
        self.rows().is_multiple_of(2)
    }
    /// The word mirrored left to right.
    #[inline(always)]
    fn mirror(self, word: u64) -> u64 {
        word.swap_bytes() >> (64 - 8 * self.cols())
    }
}

/// Seven columns of six rows, known when compiling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard;

impl Shape for Standard {
    #[inline(always)]
    fn cols(self) -> u32 {
        7
    }
    #[inline(always)]
    fn rows(self) -> u32 {
        6
    }
    #[inline(always)]
    fn bottom(self) -> u64 {
        0x0001_0101_0101_0101
    }
}

/// Any board from 4 by 4 to 7 by 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnySize {
    cols: u8,
    rows: u8,
}

impl AnySize {
    /// The size, if the layout holds it.
    pub(super) fn new(cols: u8, rows: u8) -> Option<Self> {
        let fits = |side| (MIN_SIDE..=MAX_SIDE).contains(&side);
        (fits(cols) && fits(rows)).then_some(Self { cols, rows })
    }

    /// Whether this is the board of [`Standard`].
    pub(super) fn is_standard(self) -> bool {
        (self.cols, self.rows) == (7, 6)
    }
}

impl Shape for AnySize {
    #[inline(always)]
    fn cols(self) -> u32 {
        u32::from(self.cols)
    }
    #[inline(always)]
    fn rows(self) -> u32 {
        u32::from(self.rows)
    }
    #[inline(always)]
    fn bottom(self) -> u64 {
        0x0001_0101_0101_0101 & ((1 << (8 * self.cols)) - 1)
    }
}

/// A position as the solver sees it: the stones of the side to move and all stones.
///
/// Whether a game can come to it is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub(super) me: u64,
    pub(super) mask: u64,
}

impl Board {
    /// How many stones are on the board.
    #[inline(always)]
    pub(super) fn stones(self) -> i32 {
        self.mask.count_ones().cast_signed()
    }
    /// The stones of the side that just moved.
    #[inline(always)]
    pub(super) fn opponent(self) -> u64 {
        self.mask ^ self.me
    }
    /// The first empty square of each column.
    #[inline(always)]
    pub(super) fn playable(self, shape: impl Shape) -> u64 {
        (self.mask + shape.bottom()) & shape.board()
    }
    /// The position after a stone of the side to move on `square`, a single bit.
    #[inline(always)]
    pub(super) fn play(self, square: u64) -> Self {
        Self { me: self.opponent(), mask: self.mask | square }
    }
    /// A number below `2^56` that no other position has.
    #[inline(always)]
    pub(super) fn key(self, shape: impl Shape) -> u64 {
        self.me | (self.mask + shape.bottom())
    }
    /// The position with this key: in each column the highest bit is the separator.
    pub(super) fn from_key(shape: impl Shape, key: u64) -> Self {
        let mut mask = 0;
        for col in 0..shape.cols() {
            let byte = key >> (8 * col) & 0xff;
            let height = (byte | 1).ilog2();
            mask |= ((1 << height) - 1) << (8 * col);
        }
        Self { me: key & mask, mask }
    }
}

/// The squares of a column.
#[inline(always)]
pub(super) fn column(col: u32) -> u64 {
    0xff << (8 * col)
}

/// The squares, empty or not, that complete four in a row for the stones `b`.
#[inline(always)]
pub(super) fn wins<L: Lanes>(l: L, b: L::V) -> L::V {
    let mut found = l.and(l.and(l.shl(b, 1), l.shl(b, 2)), l.shl(b, 3));
    for step in STEPS {
        let (up, down) = (l.shl(b, step), l.shr(b, step));
        let up_two = l.and(up, l.shl(b, 2 * step));
        let down_two = l.and(down, l.shr(b, 2 * step));
        let after = l.and(up_two, l.or(l.shl(b, 3 * step), down));
        let before = l.and(down_two, l.or(l.shr(b, 3 * step), up));
        found = l.or(found, l.or(after, before));
    }
    found
}

/// Some square of each four in a row of the stones `b`; zero without one.
#[inline(always)]
pub(super) fn fours<L: Lanes>(l: L, b: L::V) -> L::V {
    let pairs = l.and(b, l.shr(b, 1));
    let mut found = l.and(pairs, l.shr(pairs, 2));
    for step in STEPS {
        let pairs = l.and(b, l.shr(b, step));
        found = l.or(found, l.and(pairs, l.shr(pairs, 2 * step)));
    }
    found
}
