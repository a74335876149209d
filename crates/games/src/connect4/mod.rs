//! Connect Four on bitboards: the rules as a search needs them. Texts and diagrams are in
//! `notation`, the literal slow rules that tests compare with in `referee`.
//!
//! One bit per square, column after column from the left, each column from the bottom, with one
//! guard bit above every column. Guards are never set, so no shifted line runs into the next
//! column. On the usual 7x6 board (height 7 bits per column):
//!
//! ```text
//!    6 13 20 27 34 41 48   guard
//!    5 12 19 26 33 40 47   row 6
//!    4 11 18 25 32 39 46
//!    3 10 17 24 31 38 45
//!    2  9 16 23 30 37 44
//!    1  8 15 22 29 36 43
//!    0  7 14 21 28 35 42   row 1
//! ```

mod notation;
#[cfg(test)]
mod referee;
mod size;

pub use size::Size;

use alinea_core::{Cell, Grid, Message, Outcome, Player, Position, SplitMix64};

/// A position of Connect Four; a move is a column, counted from 0 on the left.
///
/// ```
/// use alinea_core::{Player, Position};
/// use alinea_games::{Connect4, connect4::Size};
/// let mut pos = Connect4::new(Size::USUAL);
/// for column in [3, 3, 4] {
///     pos.play(column).unwrap();
/// }
/// // The bitboards: column 3 begins at bit 21, column 4 at bit 28.
/// assert_eq!(pos.discs(Player::First), 1 << 21 | 1 << 28);
/// assert_eq!(pos.discs(Player::Second), 1 << 22);
/// assert!(pos.play(7).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4 {
    discs: [u64; 2],
    bottom: u64,
    size: Size,
    ply: u8,
    outcome: Option<Outcome>,
}

impl Connect4 {
    /// The empty board of this size.
    #[must_use]
    pub fn new(size: Size) -> Connect4 {
        Connect4 { discs: [0; 2], bottom: size.bottom(), size, ply: 0, outcome: None }
    }

    /// The board's size.
    #[inline]
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Bits per column: one more than the rows.
    ///
    /// Neighbours of bit `b` are `b + 1` (up), `b + height` (right), `b + height + 1` (up right),
    /// `b + height - 1` (down right).
    #[inline]
    #[must_use]
    pub fn height(&self) -> u32 {
        u32::from(self.size.rows()) + 1
    }

    /// The discs of one player as a bitboard.
    #[inline]
    #[must_use]
    pub fn discs(&self, player: Player) -> u64 {
        self.discs[player.index()]
    }

    /// The discs of both players.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// The bottom square of every column.
    #[inline]
    #[must_use]
    pub fn bottom(&self) -> u64 {
        self.bottom
    }

    /// Every square of the board; guard bits are not in it.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> u64 {
        // Column by column: 2^rows - 1 on top of the bottom bit.
        (self.bottom << self.size.rows()).wrapping_sub(self.bottom)
    }

    /// The squares where a disc could land now: one in every column that is not full.
    #[inline]
    #[must_use]
    pub fn landing(&self) -> u64 {
        (self.occupied() + self.bottom) & self.squares()
    }

    /// The position as a number: no two positions of one board size share it.
    ///
    /// A column of `h` discs adds `2^h - 1` for all discs and at most as much for the mover's, so
    /// the sums of different heights never meet, and neither reach the next column.
    #[inline]
    #[must_use]
    pub fn code(&self) -> u64 {
        self.discs[usize::from(self.ply & 1)] + self.occupied()
    }

    /// Whether this bitboard of a board with `height` bits per column holds four in a line.
    ///
    /// ```
    /// use alinea_games::Connect4;
    /// assert!(Connect4::has_four(0b1111, 7));
    /// // Three in the first column and the bottom square of the second: no line.
    /// assert!(!Connect4::has_four(0b111 | 1 << 7, 7));
    /// ```
    #[inline]
    #[must_use]
    pub fn has_four(discs: u64, height: u32) -> bool {
        let run = |step: u32| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step))
        };
        run(1) | run(height) | run(height - 1) | run(height + 1) != 0
    }

    fn bit(&self, cell: Cell) -> u64 {
        1 << (u32::from(cell.col) * self.height() + u32::from(cell.row))
    }

    /// Mirrors a number whose columns are `height` bits wide.
    fn mirrored(&self, code: u64) -> u64 {
        let height = self.height();
        let column = (1u64 << height) - 1;
        let last = u32::from(self.size.cols()) - 1;
        (0..=last).fold(0, |turned, col| {
            turned | (((code >> (col * height)) & column) << ((last - col) * height))
        })
    }
}

impl Grid for Connect4 {
    fn cols(&self) -> u8 {
        self.size.cols()
    }

    fn rows(&self) -> u8 {
        self.size.rows()
    }

    #[inline]
    fn at(&self, cell: Cell) -> Option<Player> {
        if cell.col >= self.size.cols() || cell.row >= self.size.rows() {
            return None;
        }
        let bit = self.bit(cell);
        Player::BOTH.into_iter().find(|&player| self.discs(player) & bit != 0)
    }

    fn stones(&self) -> u32 {
        u32::from(self.ply)
    }
}

impl Position for Connect4 {
    type Move = u8;
    type Undo = Connect4;

    const MAX_INDEX: usize = 9;

    #[inline]
    fn turn(&self) -> Player {
        if self.ply & 1 == 0 { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        if self.outcome.is_some() {
            return;
        }
        let height = self.height();
        let mut tops = self.occupied() >> (height - 2);
        for col in 0..self.size.cols() {
            if tops & 1 == 0 {
                moves.push(col);
            }
            // A column of the largest boards is 16 bits high: the shift never reaches 64.
            tops >>= height;
        }
    }

    #[inline]
    fn is_legal(&self, mv: u8) -> bool {
        self.refusal_kind(mv).is_none()
    }

    fn refusal(&self, mv: u8) -> Option<Message> {
        Some(match self.refusal_kind(mv)? {
            Refusal::GameOver => Message::new("refusal.game-over"),
            Refusal::OffBoard => {
                Message::new("refusal.off-board").with("move", self.column_text(mv))
            }
            Refusal::ColumnFull => {
                Message::new("refusal.column-full").with("column", self.column_text(mv))
            }
        })
    }

    #[inline]
    fn play_unchecked(&mut self, mv: u8) -> Connect4 {
        let before = *self;
        let height = self.height();
        let occupied = self.occupied();
        let disc = (occupied + (1 << (u32::from(mv) * height))) & !occupied;
        let mover = self.turn();
        let discs = self.discs(mover) | disc;
        self.discs[mover.index()] = discs;
        self.ply += 1;
        if Connect4::has_four(discs, height) {
            self.outcome = Some(Outcome::Win(mover));
        } else if self.ply == self.size.squares() {
            self.outcome = Some(Outcome::Draw);
        }
        before
    }

    #[inline]
    fn undo(&mut self, undo: Connect4) {
        *self = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        SplitMix64::mix(self.code())
    }

    fn symmetric_key(&self) -> u64 {
        let code = self.code();
        SplitMix64::mix(code.min(self.mirrored(code)))
    }

    #[inline]
    fn index(mv: u8) -> usize {
        usize::from(mv)
    }

    #[inline]
    fn count_legal(&self) -> usize {
        if self.outcome.is_some() {
            return 0;
        }
        // One bit at the bottom of every column that has room. The product adds them up in the
        // last column, whose five bits or more hold at most nine: no POPCNT is needed.
        let height = self.height();
        let open = (!self.occupied() >> (height - 2)) & self.bottom;
        let last = (u32::from(self.size.cols()) - 1) * height;
        ((open.wrapping_mul(self.bottom) >> last) & 0b1111) as usize
    }
}

enum Refusal {
    GameOver,
    OffBoard,
    ColumnFull,
}

impl Connect4 {
    #[inline]
    fn refusal_kind(&self, mv: u8) -> Option<Refusal> {
        if self.outcome.is_some() {
            return Some(Refusal::GameOver);
        }
        if mv >= self.size.cols() {
            return Some(Refusal::OffBoard);
        }
        let top = 1u64 << (u32::from(mv) * self.height() + u32::from(self.size.rows()) - 1);
        (self.occupied() & top != 0).then_some(Refusal::ColumnFull)
    }
}
