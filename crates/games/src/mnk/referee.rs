//! The rules of m,n,k games written literally and slowly: the truth that tests compare the fast
//! board with. Nothing here is shared with it.

use super::Setup;
use alinea_core::{Cell, Grid, Outcome, Player};
use std::collections::BTreeSet;

const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board read square by square.
#[derive(Clone, Debug)]
pub(super) struct Referee {
    setup: Setup,
    squares: Vec<(Cell, Option<Player>)>,
}

impl Referee {
    /// The stones of a board.
    #[must_use]
    pub(super) fn new(setup: Setup, board: &impl Grid) -> Referee {
        let squares = (0..setup.rows())
            .flat_map(|row| (0..setup.cols()).map(move |col| Cell::new(col, row)))
            .map(|cell| (cell, board.at(cell)))
            .collect();
        Referee { setup, squares }
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        self.squares.iter().find(|square| square.0 == cell).and_then(|square| square.1)
    }

    /// The squares of all rows that are long enough.
    #[must_use]
    pub(super) fn alignment(&self) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::new();
        for &(start, stone) in &self.squares {
            for (dc, dr) in DIRECTIONS {
                let row: Vec<Cell> = (0..self.setup.in_a_row() as i8)
                    .map_while(|n| start.step(dc, dr, n, self.setup.cols(), self.setup.rows()))
                    .take_while(|&cell| stone.is_some() && self.at(cell) == stone)
                    .collect();
                if row.len() == usize::from(self.setup.in_a_row()) {
                    cells.extend(row);
                }
            }
        }
        cells
    }

    /// How the game stands.
    #[must_use]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        match self.alignment().first().and_then(|&cell| self.at(cell)) {
            Some(owner) if self.setup.misere() => Some(Outcome::Win(owner.other())),
            Some(owner) => Some(Outcome::Win(owner)),
            None if self.squares.iter().all(|square| square.1.is_some()) => Some(Outcome::Draw),
            None => None,
        }
    }

    /// The squares a stone may come to lie on.
    #[must_use]
    pub(super) fn legal(&self) -> BTreeSet<Cell> {
        if self.outcome().is_some() {
            return BTreeSet::new();
        }
        let rests = |cell: Cell| {
            cell.row == 0
                || !self.setup.gravity()
                || self.at(Cell::new(cell.col, cell.row - 1)).is_some()
        };
        self.squares
            .iter()
            .filter(|square| square.1.is_none() && rests(square.0))
            .map(|square| square.0)
            .collect()
    }
}
