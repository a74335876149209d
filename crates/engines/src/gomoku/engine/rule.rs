//! What the engine adds to the rules of the games' crate: what counts as five on one line, how far a line must be read, and the tables.

use std::sync::OnceLock;

use alinea_games::gomoku::{CaroRule, FreestyleRule, RenjuRule, Rule, StandardRule};

use super::tables::Tables;

/// What makes a winning five for one player on a single line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Five {
    /// Five or more in a row.
    OrMore,
    /// Exactly five in a row; six are nothing.
    Exactly,
    /// Exactly five; six and two fours on one line are faults (the first player in renju).
    Renju,
    /// Exactly five, and not held between two enemy stones; the edge does not hold.
    Caro,
}

/// A rule that the Gomoku engine can play: its pattern tables, known at compile time.
pub trait PatternRule: Rule {
    /// How many cells to each side of a cell decide its line pattern.
    const HALF: u32;
    /// What is five for the first and for the second player.
    const FIVE: [Five; 2];
    /// Whether the first player has forbidden points.
    const FORBIDS: bool = false;
    /// Whether enemy stones at both ends undo a five.
    ///
    /// A threat may then have two answers, and two threats one.
    const CLOSES: bool = matches!(Self::FIVE[0], Five::Caro);
    /// The pattern tables, built at first use.
    fn tables() -> &'static Tables;
}

macro_rules! pattern_rule {
    ($name:ident, $half:literal, $first:ident, $second:ident, $forbids:literal) => {
        impl PatternRule for $name {
            const HALF: u32 = $half;
            const FIVE: [Five; 2] = [Five::$first, Five::$second];
            const FORBIDS: bool = $forbids;

            fn tables() -> &'static Tables {
                static TABLES: OnceLock<Tables> = OnceLock::new();
                TABLES.get_or_init(Tables::build::<$name>)
            }
        }
    };
}

pattern_rule!(FreestyleRule, 4, OrMore, OrMore, false);
pattern_rule!(StandardRule, 5, Exactly, Exactly, false);
pattern_rule!(RenjuRule, 5, Renju, OrMore, true);
pattern_rule!(CaroRule, 5, Caro, Caro, false);
