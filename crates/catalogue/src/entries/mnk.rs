//! The tables of m,n,k boards: they share the heuristics and report systems of the Gomoku family.

use super::gomoku;
use crate::{EngineRow, Entry, HeuristicRow, OrderRow, Preset, SizeRange};
use alinea_core::{Cell, Game};
use alinea_engines::connect4::heuristics::{Ligue4, QuadrasPlano};
use alinea_engines::gomoku::heuristics::{Dezenas, Vizinhos};
use alinea_engines::lines::{
    Candidates, Central, Falls, Near, Reach, Rows, Side, explain, explain_misere,
};
use alinea_games::lines::{LineBoard, Lines};
use alinea_games::{Mnk, mnk::Setup};
use alinea_search::{Explanation, MoveOrder, Thought};
use std::sync::Arc;

fn rows(setup: &Setup) -> Rows {
    if setup.misere() { Rows::Lose } else { Rows::Win }
}

fn falls(setup: &Setup) -> Falls {
    if setup.gravity() { Falls::Yes } else { Falls::No }
}

/// Whether the board is a kind of Connect Four, which is what those reports judge.
fn falling_fours(setup: &Setup) -> bool {
    setup.gravity() && !setup.misere() && setup.in_a_row() == 4
}

/// Boards of up to this many squares are searched to the end, every square tried.
const SMALL: u16 = 30;

impl Entry for Mnk {
    const SETUPS: &'static [&'static str] =
        &["3x3x3", "3x3x3+misere", "4x4x4", "5x5x4", "7x6x4+gravity", "9x9x5+gravity"];
    const SIZES: &'static [SizeRange] =
        &[SizeRange::new("cols", 3, 22), SizeRange::new("rows", 3, 22), SizeRange::new("k", 3, 22)];
    const FLAGS: &'static [&'static str] = &["gravity", "misere"];
    const HEURISTICS: &'static [HeuristicRow<Self>] = &[
        HeuristicRow { name: "dezenas", make: |s| Some(Arc::new(Dezenas::new(rows(s)))) },
        HeuristicRow { name: "vizinhos", make: |s| Some(Arc::new(Vizinhos::new(rows(s)))) },
        HeuristicRow { name: "ligue4", make: |s| falling_fours(s).then(|| Arc::new(Ligue4) as _) },
        HeuristicRow {
            name: "quadras-plano",
            make: |s| falling_fours(s).then(|| Arc::new(QuadrasPlano) as _),
        },
    ];
    const ORDERS: &'static [OrderRow<Self>] = &[
        OrderRow { name: "center", make: |s| Arc::new(Central::new(Side::Right, falls(s))) },
        OrderRow { name: "center-left", make: |s| Arc::new(Central::new(Side::Left, falls(s))) },
    ];
    const ENGINES: &'static [EngineRow<Self>] = &[];
    const PRESETS: &'static [Preset] = gomoku::PRESETS;

    fn in_a_row(&self) -> u8 {
        LineBoard::in_a_row(self)
    }

    fn gravity(&self) -> bool {
        self.setup().gravity()
    }

    fn lines(&self) -> Option<&Lines> {
        Some(LineBoard::lines(self))
    }

    fn near(_: &Setup, distance: u8) -> Option<Arc<dyn MoveOrder<Self>>> {
        Some(Arc::new(Near::new(distance)))
    }

    fn explain(&self, thought: &Thought<Cell>) -> Option<Explanation> {
        let setup = self.setup();
        let why = if setup.misere() { explain_misere } else { explain };
        why(self, thought.best?, falls(&setup))
    }

    fn candidates(setup: &Setup) -> Option<Arc<dyn MoveOrder<Self>>> {
        // With gravity a board offers few moves, and far columns matter as much as near ones.
        let reach =
            if Self::is_small(setup) || setup.gravity() { Reach::All } else { Reach::Near(2) };
        Some(Arc::new(Candidates::new(reach, rows(setup), falls(setup))))
    }

    fn is_small(setup: &Setup) -> bool {
        u16::from(setup.cols()) * u16::from(setup.rows()) <= SMALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::factory::heuristic_names;

    fn why(setup: &str, moves: &str, best: &str) -> (String, usize) {
        let setup = Mnk::parse_setup(setup).unwrap();
        let pos = alinea_core::parse_position::<Mnk>(&setup, moves).unwrap().pos;
        let (best, _) = pos.parse_move(best).unwrap();
        let found = Entry::explain(&pos, &Thought::of(Some(best))).unwrap();
        (found.reason.to_string(), found.marks.len())
    }

    /// Where a row loses, the reason counts the cells that are left.
    #[test]
    fn misere_has_reasons_of_its_own() {
        let safe = ("reason.lines.safe-cells own=5 enemy=6".to_owned(), 1);
        assert_eq!(why("3x3x3+misere", "a1b2", "b1"), safe);
        // Only c1 is left to crosses, beside a1 and b1.
        let lost = why("3x3x3+misere", "a1a2b1b2c2b3a3c3", "c1");
        assert_eq!(lost, ("reason.lines.every-move-loses count=3".to_owned(), 1));
        let won = why("3x3x3+misere", "a1a2b1b2c2b3a3", "c3");
        assert_eq!(won, ("reason.lines.no-safe-answer cell=c3 count=3".to_owned(), 1));
    }

    #[test]
    fn connect_four_heuristics_fit_falling_fours_only() {
        let names = |text: &str| heuristic_names::<Mnk>(&Mnk::parse_setup(text).unwrap());
        assert_eq!(names("8x8x4+gravity"), ["dezenas", "vizinhos", "ligue4", "quadras-plano"]);
        for other in ["3x3x3", "9x9x5+gravity", "7x6x4", "7x6x4+gravity+misere"] {
            assert_eq!(names(other), ["dezenas", "vizinhos"], "{other}");
        }
    }
}
