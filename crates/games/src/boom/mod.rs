//! Desconecta-4 Boom on bitboards: the rules as a search needs them. Whoever owns a line of four
//! loses. Texts and diagrams are in `notation`, the literal slow rules of tests in `referee`.
//!
//! One byte per column from the left, one bit per row from the bottom, the top bit of every byte
//! a guard that is never set. So a line steps by 1 (up), 8 (right), 9 (up right), 7 (down right),
//! and an explosion is arithmetic on all columns at once.
//!
//! ```text
//!    7 15 23 31 39 47 55   guard
//!    6 14 22 30 38 46 54   row 7
//!    5 13 21 29 37 45 53
//!    ...
//!    0  8 16 24 32 40 48   row 1
//! ```

mod action;
mod notation;
#[cfg(test)]
mod referee;
#[cfg(test)]
mod vectors;

pub use action::Action;

use alinea_core::{Cell, Grid, Message, Outcome, Player, Position, SplitMix64};

/// Columns and rows of the board.
pub const SIDE: u8 = 7;

/// The bottom square of every column.
pub const BOTTOM: u64 = 0x0001_0101_0101_0101;
/// Every square of the board.
pub const SQUARES: u64 = BOTTOM * 0x7f;
/// The top square of every column.
const TOP: u64 = BOTTOM << 6;

/// A position of Desconecta-4 Boom: whoever owns a line of four loses.
///
/// Green (the first player) begins. A stone put at every fifth jugada is a bomb.
///
/// ```
/// use alinea_core::{Effect, Game, Player, Position, parse_position};
/// use alinea_games::{Boom, boom::Action};
/// let setup = Boom::parse_setup("").unwrap();
/// // The ninth and the tenth stone are bombs, one above the other.
/// let pos = parse_position::<Boom>(&setup, "12345671 22").unwrap().pos;
/// assert_eq!((pos.jugada_number(), pos.turn()), (6, Player::First));
/// let [b2, b3] = ["b2", "b3"].map(|cell| cell.parse().unwrap());
/// assert_eq!(pos.bombs(), [b2, b3]);
/// let explosion = [Effect::Removed { cell: b2 }, Effect::Fell { from: b3, to: b2 }];
/// assert_eq!(pos.effects(Action::Boom), explosion);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boom {
    /// Stones by player, bombs included.
    discs: [u64; 2],
    /// Which of the stones are bombs; at most one of each player.
    bombs: u64,
    jugada: u32,
    turn: Player,
    outcome: Option<Outcome>,
}

impl Boom {
    /// The empty board at jugada 1.
    #[must_use]
    pub const fn new() -> Boom {
        Boom { discs: [0; 2], bombs: 0, jugada: 1, turn: Player::First, outcome: None }
    }

    /// A position put together from its stones and bombs, which are not checked.
    ///
    /// Programs with wrong rules come to positions that no game has. Who owns a line loses, as
    /// after an explosion.
    #[must_use]
    pub fn assembled(discs: [u64; 2], bombs: u64, jugada: u32, turn: Player) -> Boom {
        let open = Boom { discs, bombs, jugada, turn, outcome: None };
        Boom { outcome: open.ending(discs.map(Boom::line_starts)), ..open }
    }

    /// The stones of one player as a bitboard, the bomb included.
    #[inline]
    #[must_use]
    pub const fn discs(&self, player: Player) -> u64 {
        self.discs[player.index()]
    }

    /// The stones of both players.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// The bomb of one player as a bitboard: one bit, or none.
    #[inline]
    #[must_use]
    pub const fn bomb(&self, player: Player) -> u64 {
        self.bombs & self.discs[player.index()]
    }

    /// The jugada number, from 1; it grows after each action of the second player.
    #[inline]
    #[must_use]
    pub const fn jugada_number(&self) -> u32 {
        self.jugada
    }

    /// Whether a stone put now would be a bomb.
    #[inline]
    #[must_use]
    pub const fn put_is_bomb(&self) -> bool {
        self.jugada.is_multiple_of(5) && self.bomb(self.turn) == 0
    }

    /// The squares where a stone could land now: one in every column that is not full.
    #[inline]
    #[must_use]
    pub const fn landing(&self) -> u64 {
        (self.occupied() + BOTTOM) & SQUARES
    }

    /// The squares from which a line of four starts: right, up, up right or down right of them.
    ///
    /// ```
    /// use alinea_games::Boom;
    /// // Four in the first column, then three and a gap in the bottom row.
    /// assert_eq!(Boom::line_starts(0b1111), 1);
    /// assert_eq!(Boom::line_starts(1 | 1 << 8 | 1 << 16 | 1 << 32), 0);
    /// ```
    #[inline]
    #[must_use]
    pub const fn line_starts(discs: u64) -> u64 {
        let up = discs & (discs >> 1);
        let right = discs & (discs >> 8);
        let up_right = discs & (discs >> 9);
        let down_right = discs & (discs >> 7);
        (up & (up >> 2))
            | (right & (right >> 16))
            | (up_right & (up_right >> 18))
            | (down_right & (down_right >> 14))
    }

    /// What the explosion of this bomb makes of any bitboard.
    ///
    /// The stones of its `owner` in its row are removed, what lay above them drops by one.
    #[inline]
    pub fn explosion(bomb: u64, owner: u64) -> impl Fn(u64) -> u64 {
        let row = bomb.trailing_zeros() & 7;
        let removed = owner & (BOTTOM << row);
        let columns = (removed >> row) * 0xff;
        let below = BOTTOM * ((1 << row) - 1);
        let stays = below | !columns;
        let falls = columns & !below & !(BOTTOM << row);
        move |discs| (discs & stays) | ((discs & falls) >> 1)
    }

    /// How the game ended if these players may own a line.
    #[inline]
    fn ending(&self, starts: [u64; 2]) -> Option<Outcome> {
        match starts {
            [0, 0] if self.occupied() == SQUARES => Some(Outcome::Draw),
            [0, 0] => None,
            [_, 0] => Some(Outcome::Win(Player::Second)),
            [0, _] => Some(Outcome::Win(Player::First)),
            both => Some(Outcome::Win(owner_of_first_line(both).other())),
        }
    }

    const fn bit(cell: Cell) -> u64 {
        1 << (8 * cell.col as u32 + cell.row as u32)
    }
}

/// Whose line the referee finds first, of two bitboards of line starts.
///
/// It looks from the bottom row to the top row, in each from left to right.
#[must_use]
pub fn owner_of_first_line(starts: [u64; 2]) -> Player {
    let first = |starts: u64| {
        (0..SIDE).find_map(|row| {
            let in_row = (starts >> row) & BOTTOM;
            (in_row != 0).then(|| (row, in_row.trailing_zeros()))
        })
    };
    if first(starts[0]) < first(starts[1]) { Player::First } else { Player::Second }
}

impl Default for Boom {
    fn default() -> Boom {
        Boom::new()
    }
}

impl Grid for Boom {
    fn cols(&self) -> u8 {
        SIDE
    }

    fn rows(&self) -> u8 {
        SIDE
    }

    #[inline]
    fn at(&self, cell: Cell) -> Option<Player> {
        if cell.col >= SIDE || cell.row >= SIDE {
            return None;
        }
        Player::BOTH.into_iter().find(|&player| self.discs(player) & Boom::bit(cell) != 0)
    }

    fn stones(&self) -> u32 {
        self.occupied().count_ones()
    }
}

impl Position for Boom {
    type Move = Action;
    type Undo = Boom;

    const MAX_INDEX: usize = 10;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn ply(&self) -> u32 {
        2 * (self.jugada - 1) + self.turn.index() as u32
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Action>) {
        if self.outcome.is_some() {
            return;
        }
        let mut tops = self.occupied() >> 6;
        for col in 0..SIDE {
            if tops & 1 == 0 {
                moves.push(Action::Put(col));
            }
            tops >>= 8;
        }
        if self.bomb(self.turn) != 0 {
            moves.push(Action::Boom);
        }
    }

    #[inline]
    fn is_legal(&self, mv: Action) -> bool {
        self.refusal_kind(mv).is_none()
    }

    fn refusal(&self, mv: Action) -> Option<Message> {
        Some(match self.refusal_kind(mv)? {
            Refusal::GameOver => Message::new("refusal.game-over"),
            Refusal::OffBoard => Message::new("refusal.off-board").with("move", mv),
            Refusal::ColumnFull => Message::new("refusal.column-full").with("column", mv),
            Refusal::NoBomb => Message::new("refusal.no-bomb"),
        })
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Action) -> Boom {
        let before = *self;
        let mover = self.turn.index();
        match mv {
            Action::Put(col) => {
                let occupied = self.occupied();
                let disc = (occupied + (1 << (8 * u32::from(col)))) & !occupied;
                if self.put_is_bomb() {
                    self.bombs |= disc;
                }
                let discs = self.discs[mover] | disc;
                self.discs[mover] = discs;
                let mut starts = [0; 2];
                starts[mover] = Boom::line_starts(discs);
                self.outcome = self.ending(starts);
            }
            Action::Boom => {
                let drop = Boom::explosion(self.bomb(self.turn), self.discs[mover]);
                self.discs = self.discs.map(&drop);
                self.bombs = drop(self.bombs);
                self.outcome = self.ending(self.discs.map(Boom::line_starts));
            }
        }
        self.jugada += mover as u32;
        self.turn = self.turn.other();
        before
    }

    #[inline]
    fn undo(&mut self, undo: Boom) {
        *self = undo;
    }

    /// Stones, bombs, side to move and jugada mod 5: what the rest of the game depends on.
    #[inline]
    fn key(&self) -> u64 {
        let clock = u64::from(self.jugada % 5) << 1 | self.turn.index() as u64;
        let green = SplitMix64::mix(self.discs[0] | clock << 56);
        let bombs = self.bombs.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        SplitMix64::mix(green ^ self.discs[1] ^ bombs)
    }

    // Boom has no symmetry: where both colours line up at once, the referee reads from the left.

    #[inline]
    fn index(mv: Action) -> usize {
        match mv {
            Action::Put(col) => usize::from(col),
            Action::Boom => 9,
        }
    }

    #[inline]
    fn count_legal(&self) -> usize {
        if self.outcome.is_some() {
            return 0;
        }
        // The product adds up the open columns in its last byte: no POPCNT is needed.
        let open = (!self.occupied() & TOP) >> 6;
        let columns = (open.wrapping_mul(BOTTOM) >> 48) & 0xff;
        columns as usize + usize::from(self.bomb(self.turn) != 0)
    }
}

enum Refusal {
    GameOver,
    OffBoard,
    ColumnFull,
    NoBomb,
}

impl Boom {
    #[inline]
    fn refusal_kind(&self, mv: Action) -> Option<Refusal> {
        match mv {
            _ if self.outcome.is_some() => Some(Refusal::GameOver),
            Action::Boom => (self.bomb(self.turn) == 0).then_some(Refusal::NoBomb),
            Action::Put(col) if col >= SIDE => Some(Refusal::OffBoard),
            Action::Put(col) => {
                let top = Boom::bit(Cell::new(col, SIDE - 1));
                (self.occupied() & top != 0).then_some(Refusal::ColumnFull)
            }
        }
    }
}
