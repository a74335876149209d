//! All tables of one rule together: line patterns, codes of pattern multisets, and what each code is worth.

use super::classes::{CODES, Class, classify, classify_with_faults, multisets};
use super::net::Shape;
use super::pattern::LineTable;
use super::rule::PatternRule;
use super::weights::Weights;
use alinea_core::Player;

/// What a code says about a cell for one player.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// What the cell adds to the evaluation when its player is to move, and when it waits.
    pub value: [i16; 2],
    /// How much a stone here attracts its own player.
    pub attack: i16,
    /// How much it attracts the enemy.
    pub defence: i16,
    /// The class of the cell.
    pub class: Class,
    /// What the order of a network asks of its lines.
    pub(super) shape: Shape,
}

/// The tables of one rule. Index 0 is the first player, 1 the second.
pub struct Tables {
    /// Line patterns by window.
    pub lines: LineTable,
    /// Codes by four packed patterns of four bits, each with its class for both players.
    codes: Box<[(u16, [Class; 2])]>,
    infos: [Box<[CodeInfo]>; 2],
    /// The fitted numbers.
    pub weights: Weights,
}

impl Tables {
    /// Builds the tables of a rule; some milliseconds.
    pub fn build<R: PatternRule>() -> Tables {
        let weights = Weights::of(R::VARIANT);
        let sets = multisets();
        let infos: [Box<[CodeInfo]>; 2] = Player::BOTH.map(|player| {
            let [mover, waiter, attack, defence] = &weights.codes[player.index()];
            let has_faults = R::FORBIDS && player == Player::First;
            let classify = if has_faults { classify_with_faults } else { classify };
            let info = |code: usize| CodeInfo {
                value: [mover[code], waiter[code]],
                attack: attack[code],
                defence: defence[code],
                class: classify(sets[code]),
                shape: Shape::of(sets[code]),
            };
            (0..CODES).map(info).collect()
        });
        let mut codes = vec![(0u16, [Class::Quiet; 2]); 1 << 16].into_boxed_slice();
        for (code, set) in sets.iter().enumerate() {
            for order in orders() {
                let packed =
                    (0..4).fold(0, |packed, i| packed | (set[order[i]] as usize) << (4 * i));
                codes[packed] = (code as u16, [0, 1].map(|player| infos[player][code].class));
            }
        }
        Tables { lines: LineTable::build(R::FIVE, R::HALF), codes, infos, weights }
    }

    /// The code of four packed patterns.
    #[inline]
    pub fn code(&self, packed: u16) -> u16 {
        self.named(packed).0
    }

    /// The code of four packed patterns, and its class for both players.
    #[inline]
    pub fn named(&self, packed: u16) -> (u16, [Class; 2]) {
        self.codes[usize::from(packed) & (self.codes.len() - 1)]
    }

    /// What a code says for a player.
    #[inline]
    pub fn info(&self, player: Player, code: u16) -> &CodeInfo {
        &self.infos[player.index()][usize::from(code)]
    }
}

/// All orders of four things.
fn orders() -> Vec<[usize; 4]> {
    let mut list = Vec::with_capacity(24);
    for code in 0..256usize {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        if (0..4).all(|i| order.contains(&i)) {
            list.push(order);
        }
    }
    list
}
