//! The two sides.

use std::fmt;

/// A side of the game: `First` moves first from the start of every game.
///
/// ```
/// use alinea_core::Player;
/// assert_eq!(Player::First.other(), Player::Second);
/// assert_eq!(Player::BOTH.map(Player::letter), ['x', 'o']);
/// // What both sides have is an array by player.
/// let mut stones = [21, 20];
/// stones[Player::Second.index()] += 1;
/// assert_eq!(stones, [21, 21]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The side that opens the game.
    First,
    /// The side that answers.
    Second,
}

impl Player {
    /// Both sides, in the order they move.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Player::First => 0,
            Player::Second => 1,
        }
    }

    /// The letter of this side in diagrams: `x` or `o`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Player::First => 'x',
            Player::Second => 'o',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}
