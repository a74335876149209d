//! Which rows win in each variant of Gomoku. A variant is a type, so its tests cost nothing
//! at run time; renju's forbidden points are in `renju.rs`.

use crate::lines::rows_of;
use alinea_core::Player;

/// The variants of the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// The first player wins with exactly five and has forbidden points; the second wins with
    /// five or more.
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

/// A variant as a type.
pub trait Rule: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The name of the game on the command line.
    const NAME: &'static str;
    /// What wins.
    const VARIANT: Variant;
}

/// Five or more win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreestyleRule;

impl Rule for FreestyleRule {
    const NAME: &'static str = "gomoku";
    const VARIANT: Variant = Variant::Freestyle;
}

/// Exactly five win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandardRule;

impl Rule for StandardRule {
    const NAME: &'static str = "standard";
    const VARIANT: Variant = Variant::Standard;
}

/// Forbidden points for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RenjuRule;

impl Rule for RenjuRule {
    const NAME: &'static str = "renju";
    const VARIANT: Variant = Variant::Renju;
}

/// Exactly five, not blocked at both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaroRule;

impl Rule for CaroRule {
    const NAME: &'static str = "caro";
    const VARIANT: Variant = Variant::Caro;
}
