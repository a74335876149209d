//! The language of plans: what a leaf says of each column, and how a plan chooses its moves.

use crate::board::{ODD, Shape, Stones, column, column_of, wins};

/// What a plan says of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Word {
    /// Answer above the opponent's move; free moves on even rows first.
    Follow,
    /// As `Follow`, and first among equals.
    Prefer,
    /// Claim odd rows: answer and play there on odd rows only.
    Odd,
    /// Claim even rows: answer and play there on even rows only.
    Even,
    /// Keep away: play there last.
    Away,
    /// Play there as soon as it is safe.
    Now,
}

/// How many ranks a square can have in the eyes of a plan; 0 is played first.
pub(crate) const RANKS: usize = 9;

impl Word {
    /// All words, the plainest first.
    pub const ALL: [Self; 6] =
        [Self::Follow, Self::Prefer, Self::Odd, Self::Even, Self::Away, Self::Now];

    /// The character that stands for the word in a certificate.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Follow => '=',
            Self::Prefer => '+',
            Self::Odd => 'o',
            Self::Even => 'e',
            Self::Away => '-',
            Self::Now => '!',
        }
    }

    /// The word that this character stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.letter() == letter)
    }

    /// How early a plan plays a safe square of a column with this word.
    #[inline]
    pub(crate) fn rank(self, is_answer: bool, is_odd_row: bool) -> usize {
        let claims = match self {
            Self::Follow | Self::Prefer => true,
            Self::Odd => is_odd_row,
            Self::Even => !is_odd_row,
            Self::Away | Self::Now => false,
        };
        match self {
            Self::Now => 0,
            _ if is_answer && claims => 1,
            Self::Prefer if !is_odd_row => 2,
            Self::Follow | Self::Even if !is_odd_row => 3,
            Self::Odd if is_odd_row => 4,
            Self::Prefer => 5,
            Self::Follow => 6,
            Self::Odd | Self::Even => 7,
            Self::Away => 8,
        }
    }
}

/// A plan: a word for each column; those beyond the board say `Follow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plan {
    /// The words, from the left.
    pub words: [Word; 7],
}

/// The columns from the centre outwards, the left one of each pair first.
pub(crate) fn outwards(cols: u32) -> Vec<u32> {
    let mut list: Vec<u32> = (0..cols).collect();
    list.sort_by_key(|&col| ((2 * col + 1).abs_diff(cols), col));
    list
}

/// What every plan does alike, before its words are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Common {
    /// The hero completes four.
    Win,
    /// Two threats at once, or a threat above the only block, or no safe square.
    Lost,
    /// No square is left.
    Full,
    /// The opponent threatens four here.
    Block(u64),
    /// A move after which the hero has two ways to complete four.
    Double(u64),
    /// None of these: the words of the plan choose.
    Free {
        /// Squares that are not below a winning square of the opponent.
        safe: u64,
        /// Of these, the squares among which the words choose: not below a winning square of
        /// the hero, if there are such.
        kept: u64,
    },
}

/// The rules that come before the words of a plan, with the hero to move.
#[inline]
pub(crate) fn common(shape: &Shape, pos: Stones) -> Common {
    let playable = shape.playable(pos.mask);
    if playable == 0 {
        return Common::Full;
    }
    let empty = shape.board() & !pos.mask;
    let hero_wins = wins(pos.hero) & empty;
    if hero_wins & playable != 0 {
        return Common::Win;
    }
    let villain_wins = wins(pos.villain()) & empty;
    let block = villain_wins & playable;
    if block != 0 {
        let lost = block & (block - 1) != 0 || villain_wins & (block << 1) != 0;
        return if lost { Common::Lost } else { Common::Block(block) };
    }
    let safe = playable & !(villain_wins >> 1);
    if safe == 0 {
        return Common::Lost;
    }
    let double = doubles(pos.hero, safe, playable, empty);
    if double != 0 {
        return Common::Double(double & double.wrapping_neg());
    }
    let kept = safe & !(hero_wins >> 1);
    Common::Free { safe, kept: if kept == 0 { safe } else { kept } }
}

/// The squares of `safe` after which the hero has two ways to complete four at the next turn:
/// two playable squares, or one with another directly above. All columns at once, for speed.
#[inline(always)]
fn doubles(hero: u64, safe: u64, playable: u64, empty: u64) -> u64 {
    let mut squares = [0u64; 8];
    for (col, square) in squares.iter_mut().enumerate() {
        *square = safe & (0xff << (8 * col));
    }
    let mut found = [0u64; 8];
    for (square, found) in squares.iter().zip(&mut found) {
        let threats = wins(hero | square) & empty & !square;
        let now = threats & ((playable & !square) | (square << 1));
        let two = (now & now.wrapping_sub(1)) | (threats & (now << 1));
        *found = if two != 0 { *square } else { 0 };
    }
    found.iter().fold(0, |all, found| all | found)
}

impl Plan {
    /// The square of `free` that this plan plays after the opponent's move in column `last`.
    pub(crate) fn choose(&self, shape: &Shape, free: u64, last: u32) -> u64 {
        let squares = outwards(shape.cols()).into_iter().map(|col| free & column(col));
        let best = squares.filter(|&square| square != 0).min_by_key(|&square| {
            let col = column_of(square);
            self.words[col as usize].rank(col == last, square & ODD != 0)
        });
        best.unwrap_or(0)
    }

    /// The words as characters, for this many columns.
    #[must_use]
    pub fn text(&self, cols: u32) -> String {
        self.words[..cols as usize].iter().map(|word| word.letter()).collect()
    }

    /// The plan for the mirrored board.
    #[must_use]
    pub fn mirrored(mut self, cols: u32) -> Self {
        self.words[..cols as usize].reverse();
        self
    }
}
