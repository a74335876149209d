//! Which rows win in each variant of Gomoku. A variant is a type, so its tests cost nothing
//! at run time; renju's forbidden points are in `renju.rs`.

use crate::lines::rows_of;
use alinea_core::Player;

/// The variants of Gomoku, by which rows win.
///
/// ```
/// use alinea_core::Player;
/// use alinea_games::gomoku::Variant;
/// let wins = |variant: Variant, own, enemy| variant.winning_rows(Player::First, [own, enemy]) != 0;
/// assert!(wins(Variant::Freestyle, 0b111111, 0) && !wins(Variant::Standard, 0b111111, 0));
/// // In caro a five is no win between enemy stones; one of them does not stop it.
/// assert!(wins(Variant::Caro, 0b0111110, 0b0000001));
/// assert!(!wins(Variant::Caro, 0b0111110, 0b1000001));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// The first player needs exactly five and has forbidden points; the second five or more.
    Renju,
    /// Exactly five win, unless enemy stones stand at both ends; the edge does not block.
    Caro,
}

impl Variant {
    /// The squares from which a winning row of `player` goes up a line of these stones.
    #[inline]
    #[must_use]
    pub const fn winning_rows(self, player: Player, stones: [u32; 2]) -> u32 {
        let own = stones[player.index()];
        let enemy = stones[player.other().index()];
        let five_or_more = rows_of(5, own);
        let exactly_five = five_or_more & !(own << 1) & !(own >> 5);
        match (self, player) {
            (Variant::Freestyle, _) | (Variant::Renju, Player::Second) => five_or_more,
            (Variant::Standard, _) | (Variant::Renju, Player::First) => exactly_five,
            (Variant::Caro, _) => exactly_five & !((enemy << 1) & (enemy >> 5)),
        }
    }
}

/// A variant of Gomoku as a type, known when the program is compiled.
pub trait Rule: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The name of the game on the command line.
    const NAME: &'static str;
    /// What wins.
    const VARIANT: Variant;
}

/// The rule of freestyle Gomoku: five or more win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreestyleRule;

impl Rule for FreestyleRule {
    const NAME: &'static str = "gomoku";
    const VARIANT: Variant = Variant::Freestyle;
}

/// The rule of standard Gomoku: exactly five win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandardRule;

impl Rule for StandardRule {
    const NAME: &'static str = "standard";
    const VARIANT: Variant = Variant::Standard;
}

/// The rule of renju: the first player has forbidden points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RenjuRule;

impl Rule for RenjuRule {
    const NAME: &'static str = "renju";
    const VARIANT: Variant = Variant::Renju;
}

/// The rule of caro: exactly five win, not blocked at both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaroRule;

impl Rule for CaroRule {
    const NAME: &'static str = "caro";
    const VARIANT: Variant = Variant::Caro;
}
