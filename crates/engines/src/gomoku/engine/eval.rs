//! The static evaluation: what the cells' patterns add up to, and what standing threats change. The numbers are in [`super::weights`].

use super::board::Board;
use super::classes::Class;
use super::rule::Rule;

/// How many combinations of standing threats there are.
pub const THREATS: usize = 1 << THREAT_BITS;
/// Kinds of threats that are told apart.
pub const THREAT_BITS: usize = 10;
/// Cell values are kept in this fraction of a point.
pub const FINE: i32 = 16;
/// Points at which a player is expected to win e times as often as to lose.
pub const POINTS_PER_LOGIT: f32 = 200.0;

/// Largest absolute evaluation.
const LIMIT: i32 = 4000;

/// The static evaluation of a position for the player to move.
#[inline]
pub fn evaluate<R: Rule>(board: &Board<R>) -> i32 {
    let threats = i32::from(board.tables().weights.threats[threat_mask(board)]);
    ((board.balance() + threats) / FINE).clamp(-LIMIT, LIMIT)
}

/// Which threats stand, as an index of the threat weights.
///
/// Bits from the lowest. The mover can make: four and three, a four, two threes, an open three.
/// The waiter can make: an open four, four and three, a four, two threes, an open three with company, an open three.
#[inline]
pub fn threat_mask<R: Rule>(board: &Board<R>) -> usize {
    let me = board.turn();
    let foe = me ^ 1;
    let has = |colour, class| usize::from(board.count(colour, class) > 0);
    let four = |colour| has(colour, Class::Four) | has(colour, Class::FourPlus);
    has(me, Class::FourThree)
        | four(me) << 1
        | has(me, Class::DoubleThree) << 2
        | (has(me, Class::OpenThree) | has(me, Class::OpenThreePlus)) << 3
        | has(foe, Class::OpenFour) << 4
        | has(foe, Class::FourThree) << 5
        | four(foe) << 6
        | has(foe, Class::DoubleThree) << 7
        | has(foe, Class::OpenThreePlus) << 8
        | has(foe, Class::OpenThree) << 9
}
