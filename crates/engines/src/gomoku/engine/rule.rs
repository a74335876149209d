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
    /// Points of a search's score that are worth one logit of winning, measured on games that no
    /// training saw (`gomoku-calibration`).
    const POINTS_PER_LOGIT: f64;
    /// Whether enemy stones at both ends undo a five.
    ///
    /// A threat may then have two answers, and two threats one.
    const CLOSES: bool = matches!(Self::FIVE[0], Five::Caro);
    /// The pattern tables, built at first use.
    fn tables() -> &'static Tables;
}

macro_rules! pattern_rule {
    ($name:ident, $half:literal, $first:ident, $second:ident, $forbids:literal, $points:literal) => {
        impl PatternRule for $name {
            const HALF: u32 = $half;
            const FIVE: [Five; 2] = [Five::$first, Five::$second];
            const FORBIDS: bool = $forbids;
            const POINTS_PER_LOGIT: f64 = $points;

            fn tables() -> &'static Tables {
                static TABLES: OnceLock<Tables> = OnceLock::new();
                TABLES.get_or_init(Tables::build::<$name>)
            }
        }
    };
}

pattern_rule!(FreestyleRule, 4, OrMore, OrMore, false, 185.0);
pattern_rule!(StandardRule, 5, Exactly, Exactly, false, 165.0);
pattern_rule!(RenjuRule, 5, Renju, OrMore, true, 160.0);
pattern_rule!(CaroRule, 5, Caro, Caro, false, 155.0);
