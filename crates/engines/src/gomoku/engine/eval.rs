//! The static evaluation: what the cells' patterns add up to, and what standing threats change. The numbers are in [`super::weights`].

use super::classes::Class;
use super::pattern_board::PatternBoard;
use super::rule::PatternRule;

/// How many combinations of standing threats there are.
pub const THREATS: usize = 1 << THREAT_BITS;
/// Kinds of threats that are told apart.
pub const THREAT_BITS: usize = 10;
/// Point values are kept in this fraction of a point.
pub const FINE: i32 = 16;
/// Points at which a player is expected to win e times as often as to lose.
pub const POINTS_PER_LOGIT: f32 = 200.0;

/// Largest absolute evaluation.
pub(super) const LIMIT: i32 = 4000;

/// The static evaluation of a position for the player to move.
#[inline]
pub(super) fn evaluate<R: PatternRule>(board: &PatternBoard<R>) -> i32 {
    let threats = i32::from(board.tables().weights.threats[threat_mask(board)]);
    ((board.balance() + threats) / FINE).clamp(-LIMIT, LIMIT)
}

/// Which threats stand, as an index of the threat weights.
///
/// Bits from the lowest. The mover can make: four and three, a four, two threes, an open three.
/// The waiter can make: an open four, four and three, a four, two threes, an open three with company, an open three.
#[inline]
pub(super) fn threat_mask<R: PatternRule>(board: &PatternBoard<R>) -> usize {
    let me = board.turn();
    let foe = me.other();
    let has = |player, class| usize::from(board.count(player, class) > 0);
    let four = |player| has(player, Class::Four) | has(player, Class::FourPlus);
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

#[cfg(test)]
mod tests {
    use super::super::movegen::candidates;
    use super::super::point::cells;
    use super::super::tests::Dice;
    use super::*;
    use alinea_core::Player;
    use alinea_games::gomoku::{RenjuRule, Size};

    #[test]
    fn an_evaluation_is_the_sum_over_the_cells_and_what_threats_stand() {
        let mut dice = Dice(0xe7a1);
        let mut seen = 0usize;
        for _ in 0..200 {
            let mut board = PatternBoard::<RenjuRule>::new(Size::new(11).unwrap());
            for _ in 0..4 + dice.below(24) {
                let near: Vec<_> = candidates(&board).iter().collect();
                board.play(near[dice.below(near.len())]);
            }
            let me = board.turn();
            let empty: Vec<_> = cells(11).filter(|cell| board.is_empty_at(*cell)).collect();
            let has = |player: Player, classes: &[Class]| {
                empty.iter().any(|cell| classes.contains(&board.class(player, *cell)))
            };
            use Class::*;
            let mine: [&[Class]; 4] =
                [&[FourThree], &[Four, FourPlus], &[DoubleThree], &[OpenThree, OpenThreePlus]];
            let theirs: [&[Class]; 6] = [
                &[OpenFour],
                &[FourThree],
                &[Four, FourPlus],
                &[DoubleThree],
                &[OpenThreePlus],
                &[OpenThree],
            ];
            let bits = mine
                .iter()
                .map(|classes| has(me, classes))
                .chain(theirs.iter().map(|classes| has(me.other(), classes)));
            let mask = bits.enumerate().fold(0, |mask, (bit, set)| mask | usize::from(set) << bit);
            assert_eq!(threat_mask(&board), mask);
            seen |= mask;
            let worth = |player: Player, waits: usize| -> i32 {
                let info = |cell| board.tables().info(player, board.code(player, cell));
                empty.iter().map(|cell| i32::from(info(*cell).value[waits])).sum()
            };
            let points = worth(me, 0) - worth(me.other(), 1)
                + i32::from(board.tables().weights.threats[mask]);
            assert_eq!(evaluate(&board), (points / FINE).clamp(-LIMIT, LIMIT));
        }
        assert_eq!(seen, THREATS - 1, "every kind of threat stood somewhere");
    }
}
