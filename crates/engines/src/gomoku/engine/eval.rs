//! The numbers of the evaluation: what a cell's patterns are worth, what standing threats add, and how moves attract.

use super::board::Board;
use super::classes::{CODES, Class, multisets};
use super::pattern::Pattern;
use super::rule::{Rule, Variant};

/// How many combinations of standing threats there are.
pub const THREATS: usize = 1 << 7;

/// The numbers for one rule.
pub struct Weights {
    /// By colour, to move or waiting, and code.
    values: [[Vec<i16>; 2]; 2],
    /// By the mask of threats that stand, from the view of the player to move.
    pub threats: Vec<i16>,
}

impl Weights {
    /// The numbers of a rule.
    pub fn of(_variant: Variant) -> Weights {
        let sets = multisets();
        let value = |set: &[Pattern; 4], tempo: i32| {
            let sum: i32 = set.iter().map(|p| LINE_VALUE[*p as usize]).sum();
            (sum * tempo / 16) as i16
        };
        let column = |tempo: i32| sets.iter().map(|set| value(set, tempo)).collect::<Vec<i16>>();
        let pair = [column(18), column(14)];
        Weights { values: [pair.clone(), pair], threats: (0..THREATS).map(hand_threat).collect() }
    }

    /// What a code is worth for a colour when to move and when waiting.
    pub fn value(&self, colour: usize, code: usize) -> [i16; 2] {
        debug_assert!(code < CODES);
        [self.values[colour][0][code], self.values[colour][1][code]]
    }

    /// How much a cell with these lines attracts its own colour and the enemy.
    pub fn ordering(&self, lines: [Pattern; 4]) -> (i16, i16) {
        let sum = |table: &[i32; 14]| lines.iter().map(|p| table[*p as usize]).sum::<i32>() as i16;
        (sum(&LINE_ATTACK), sum(&LINE_DEFENCE))
    }
}

/// Worth of a line pattern on an empty cell, before any fit.
const LINE_VALUE: [i32; 14] = [0, 0, 0, 1, 1, 4, 6, 7, 5, 14, 18, 12, 30, 40];
const LINE_ATTACK: [i32; 14] = [0, 0, 2, 6, 8, 22, 28, 32, 24, 70, 80, 60, 400, 1000];
const LINE_DEFENCE: [i32; 14] = [0, 0, 1, 4, 5, 15, 20, 22, 12, 45, 55, 40, 300, 800];

/// Bits of the threat mask: the mover's FourThree, Four, OpenThree (or better); the waiter's OpenFour, FourThree, Four, OpenThree.
fn hand_threat(mask: usize) -> i16 {
    const POINTS: [i16; 7] = [250, 30, 60, -150, -60, -10, -20];
    (0..7).filter(|i| mask >> i & 1 != 0).map(|i| POINTS[i]).sum()
}

/// Largest absolute evaluation.
const LIMIT: i32 = 4000;

/// The static evaluation of a position for the player to move.
#[inline]
pub fn evaluate<R: Rule>(board: &Board<R>) -> i32 {
    let threats = i32::from(board.tables().weights.threats[threat_mask(board)]);
    (board.balance() + threats).clamp(-LIMIT, LIMIT)
}

/// Which threats stand, as an index of [`Weights::threats`].
#[inline]
pub fn threat_mask<R: Rule>(board: &Board<R>) -> usize {
    let me = board.turn();
    let foe = me ^ 1;
    let has = |colour, class| usize::from(board.count(colour, class) > 0);
    let four = |colour| has(colour, Class::Four) | has(colour, Class::FourPlus);
    let three = |colour| {
        has(colour, Class::OpenThree)
            | has(colour, Class::OpenThreePlus)
            | has(colour, Class::DoubleThree)
    };
    has(me, Class::FourThree)
        | four(me) << 1
        | three(me) << 2
        | has(foe, Class::OpenFour) << 3
        | has(foe, Class::FourThree) << 4
        | four(foe) << 5
        | three(foe) << 6
}
