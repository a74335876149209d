//! The four rules as zero-size types: what counts as five for each colour, and how far a line must be read. Not the rules' board.

use std::sync::OnceLock;

use super::tables::Tables;

/// What makes a winning five for one colour on a single line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Five {
    /// Five or more in a row.
    OrMore,
    /// Exactly five in a row; six are nothing.
    Exactly,
    /// Exactly five; six and two fours on one line are faults (black in renju).
    Renju,
    /// Exactly five, and not held between two enemy stones; the edge does not hold.
    Caro,
}

/// Names a rule at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five for black, who also has forbidden points; five or more for white.
    Renju,
    /// Exactly five, not closed by enemy stones at both ends.
    Caro,
}

/// A rule as a compile-time parameter of board and search.
pub trait Rule: Copy + Send + Sync + 'static {
    /// The run-time name.
    const VARIANT: Variant;
    /// How many cells to each side of a cell decide its line pattern.
    const HALF: u32;
    /// What is five for black.
    const BLACK: Five;
    /// What is five for white.
    const WHITE: Five;
    /// Whether black has forbidden points.
    const FORBIDS: bool = false;
    /// The pattern tables, built at first use.
    fn tables() -> &'static Tables;
}

macro_rules! rule {
    ($name:ident, $half:literal, $black:ident, $white:ident, $forbids:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Rule for $name {
            const VARIANT: Variant = Variant::$name;
            const HALF: u32 = $half;
            const BLACK: Five = Five::$black;
            const WHITE: Five = Five::$white;
            const FORBIDS: bool = $forbids;

            fn tables() -> &'static Tables {
                static TABLES: OnceLock<Tables> = OnceLock::new();
                TABLES.get_or_init(Tables::build::<$name>)
            }
        }
    };
}

rule!(Freestyle, 4, OrMore, OrMore, false, "Five or more win.");
rule!(Standard, 5, Exactly, Exactly, false, "Exactly five win.");
rule!(Renju, 5, Renju, OrMore, true, "Black has forbidden points.");
rule!(Caro, 5, Caro, Caro, false, "Exactly five, not closed at both ends.");
