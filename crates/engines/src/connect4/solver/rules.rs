//! Static rules: bounds on a score that hold without search. Sound, not complete.
//!
//! Both are zugzwang arguments: on a board whose columns have an even number of squares, the
//! second player can answer in the column just played, and so gets the even squares. F and S
//! are the stones of the first and second player, "odd" rows are 1, 3, 5 counted from 1, and
//! a playable square is the first empty one of its column. Each rule is written once for
//! lanes; a single position is one lane.

use super::board::{Shape, fours, wins};
use crate::lanes::Lanes;

/// Which static rules the solver uses: both, except in tests of the rules themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Use `claimeven`.
    pub claimeven: bool,
    /// Use `odd_threat`.
    pub odd_threat: bool,
}

impl Rules {
    /// Every rule that is sound on a board of this shape.
    pub(super) fn sound(shape: impl Shape) -> Self {
        Self { claimeven: shape.even_columns(), odd_threat: shape.even_columns() }
    }
}

/// What [`claimeven`] proves, a bit per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claimeven {
    /// The first player does not win: score at most 0 for it.
    pub not_won: u32,
    /// The first player loses: score at most -1 for it.
    pub lost: u32,
}

/// *Claimeven*, the first player to move. The second player answers each move directly above
/// it; a move on an even square (whose column then has an even rest) is answered on another
/// playable even square, of which there is an even number, since the empty squares are even
/// in number. So of the empty squares the first player can only ever get odd ones and those
/// playable now. If even all of these together with F hold no four, the first player does not
/// win. The second player gets every even square that is not playable now: if these with S
/// hold a four, the first player loses.
#[inline(always)]
pub(super) fn claimeven<L: Lanes>(
    l: L,
    shape: impl Shape,
    first: L::V,
    second: L::V,
    playable: L::V,
) -> Claimeven {
    let empty = l.and_not(l.splat(shape.board()), l.or(first, second));
    let reach = l.and(empty, l.or(l.splat(shape.odd()), playable));
    let not_won = l.zero_lanes(fours(l, l.or(first, reach)));
    let sure = l.and_not(l.and(empty, l.splat(shape.even())), playable);
    let lost = not_won & !l.zero_lanes(fours(l, l.or(second, sure)));
    Claimeven { not_won, lost }
}

/// What [`odd_threat`] proves, a bit per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct OddThreat {
    /// A threat on row 3: score at least 2 for the first player.
    pub third_row: u32,
    /// A threat on row 5 or above: score at least 1 for the first player.
    pub any_row: u32,
}

/// *Odd threat*, the second player to move. Let s be an odd square, empty and not playable,
/// that wins for the first player. The first player leaves the column of s alone and answers
/// every other move directly above it; a move on an even square, after which its column has
/// an even rest, is answered on another playable even square. Outside the column of s these
/// answers never run out before the second player has to open the column of s, because the
/// empty squares of the board are odd in number and those below s even: there the second
/// player gets the even squares and the first player the odd ones, s among them. So the
/// second player gets at most its stones S, the squares playable now, the odd squares of the
/// other columns, and the even squares below s. If even all of these hold no four, the first
/// player wins, and the squares above s are still empty then.
#[inline(always)]
pub(super) fn odd_threat<L: Lanes>(
    l: L,
    shape: impl Shape,
    first: L::V,
    second: L::V,
    playable: L::V,
) -> OddThreat {
    let empty = l.and_not(l.splat(shape.board()), l.or(first, second));
    let odd_empty = l.and(empty, l.splat(shape.odd()));
    let threats = l.and_not(l.and(wins(l, first), odd_empty), playable);
    odd_threat_among(l, shape, second, playable, empty, threats)
}

/// [`odd_threat`] with the first player's odd, empty, unplayable winning squares given.
#[inline(always)]
pub(super) fn odd_threat_among<L: Lanes>(
    l: L,
    shape: impl Shape,
    second: L::V,
    playable: L::V,
    empty: L::V,
    threats: L::V,
) -> OddThreat {
    let third = l.splat(shape.bottom() << 2);
    let odd_empty = l.and(empty, l.splat(shape.odd()));
    let even_empty = l.and(empty, l.splat(shape.even()));
    let fixed = l.or(second, playable);
    // Only the lowest threat of a column can be the last square of the argument.
    let mut left = l.and_not(threats, l.shl(l.and(threats, third), 2));
    let mut proof = OddThreat { third_row: 0, any_row: 0 };
    loop {
        let none = l.zero_lanes(left);
        if none == L::ALL {
            return proof;
        }
        let rest = l.and(left, l.sub(left, l.splat(1)));
        let s = l.xor(left, rest);
        let on_third = l.and(s, third);
        let foot = l.or(l.shr(on_third, 2), l.shr(l.and_not(s, third), 4));
        let file = l.sub(l.shl(foot, 8), foot);
        let below = l.sub(s, foot);
        let reach = l.or(l.and_not(odd_empty, file), l.and(even_empty, below));
        let safe = l.zero_lanes(fours(l, l.or(fixed, reach))) & !none;
        proof.any_row |= safe;
        proof.third_row |= safe & !l.zero_lanes(on_third);
        left = rest;
    }
}
