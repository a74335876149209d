//! The board of a proof: the hero's stones and all stones, one byte a column. Bits only.
//!
//! ```text
//!   5 | 5 13 21 29 37 45 53      bit = 8 * column + row, row 0 at the bottom.
//!   4 | 4 12 20 28 36 44 52      Bit 7 of every byte stays empty, so no line wraps around.
//!   3 | 3 11 19 27 35 43 51      Rows are counted from 1 in the words "odd" and "even":
//!   2 | 2 10 18 26 34 42 50      row 0 of the drawing is odd.
//!   1 | 1  9 17 25 33 41 49
//!   0 | 0  8 16 24 32 40 48
//! ```

/// The size of a board, from 4 by 4 to 7 by 7, and the words that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    cols: u32,
    rows: u32,
    bottom: u64,
    board: u64,
}

/// The squares of rows 1, 3, 5 and 7 counted from 1.
pub(crate) const ODD: u64 = 0x0055_5555_5555_5555;

impl Shape {
    /// The usual board.
    pub const STANDARD: Self = Self::make(7, 6);

    const fn make(cols: u32, rows: u32) -> Self {
        let bottom = 0x0001_0101_0101_0101 & ((1 << (8 * cols)) - 1);
        Self { cols, rows, bottom, board: bottom * ((1 << rows) - 1) }
    }

    /// A board of this size, if it is from 4 by 4 to 7 by 7.
    #[must_use]
    pub fn new(cols: u32, rows: u32) -> Option<Self> {
        let fits = |side| (4..=7).contains(&side);
        (fits(cols) && fits(rows)).then(|| Self::make(cols, rows))
    }

    /// Columns.
    #[inline]
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// How many squares.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cols * self.rows
    }

    /// All squares.
    #[inline]
    pub(crate) fn board(&self) -> u64 {
        self.board
    }

    /// The first empty square of each column that is not full.
    #[inline]
    pub(crate) fn playable(&self, mask: u64) -> u64 {
        (mask + self.bottom) & self.board
    }

    /// A word mirrored left to right.
    #[inline]
    pub(crate) fn mirror(&self, word: u64) -> u64 {
        word.swap_bytes() >> (64 - 8 * self.cols)
    }
}

/// Stones of the side that has the strategy (the hero) and of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Stones {
    /// The hero's stones.
    pub(crate) hero: u64,
    /// All stones.
    pub(crate) mask: u64,
}

impl Stones {
    /// The opponent's stones.
    #[inline]
    #[must_use]
    pub(crate) fn villain(self) -> u64 {
        self.mask ^ self.hero
    }

    /// The position after a stone of the hero on `square`, a single bit.
    #[inline]
    pub(crate) fn hero_plays(self, square: u64) -> Self {
        Self { hero: self.hero | square, mask: self.mask | square }
    }

    /// The position after a stone of the opponent on `square`, a single bit.
    #[inline]
    pub(crate) fn villain_plays(self, square: u64) -> Self {
        Self { hero: self.hero, mask: self.mask | square }
    }

    /// How many stones.
    #[inline]
    #[must_use]
    pub(crate) fn count(self) -> u32 {
        self.mask.count_ones()
    }

    /// A number that no other position of this size has.
    #[inline]
    pub(crate) fn key(self, shape: &Shape) -> u64 {
        self.hero | (self.mask + shape.bottom)
    }

    /// The position mirrored left to right.
    #[inline]
    pub(crate) fn mirrored(self, shape: &Shape) -> Self {
        Self { hero: shape.mirror(self.hero), mask: shape.mirror(self.mask) }
    }

    /// Of this position and its mirror image the one with the smaller key; whether it was mirrored.
    #[inline]
    pub(crate) fn canonical(self, shape: &Shape) -> (Self, bool) {
        let other = self.mirrored(shape);
        if other.key(shape) < self.key(shape) { (other, true) } else { (self, false) }
    }
}

/// The squares of a column.
#[inline]
pub(crate) fn column(col: u32) -> u64 {
    0xff << (8 * col)
}

/// The column of a square, a single bit.
#[inline]
pub(crate) fn column_of(square: u64) -> u32 {
    square.trailing_zeros() / 8
}

/// The squares, empty or not, that complete four in a row for the stones `b`.
#[inline(always)]
pub(crate) fn wins(b: u64) -> u64 {
    let mut found = (b << 1) & (b << 2) & (b << 3);
    for step in [8, 7, 9] {
        let (up, down) = (b << step, b >> step);
        let up_two = up & (b << (2 * step));
        let down_two = down & (b >> (2 * step));
        found |= up_two & ((b << (3 * step)) | down);
        found |= down_two & ((b >> (3 * step)) | up);
    }
    found
}

/// Whether four of these squares are in a row.
#[inline(always)]
pub(crate) fn has_four(b: u64) -> bool {
    [1, 7, 8, 9].into_iter().any(|step| {
        let two = b & (b >> step);
        two & (two >> (2 * step)) != 0
    })
}
