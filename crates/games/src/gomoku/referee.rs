//! The rules of the family written literally and slowly: the truth that tests compare the
//! fast board with. Nothing here is shared with it.

use super::Variant;
use super::renju::Verdict;
use alinea_core::{Cell, Grid, Outcome, Player};
use std::collections::BTreeSet;

const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board of squares with the rules read off them, one by one.
#[derive(Clone, Debug)]
pub(super) struct Referee {
    variant: Variant,
    size: u8,
    squares: Vec<Option<Player>>,
    turn: Player,
}

impl Referee {
    /// The stones of a board, and whose turn it is.
    #[must_use]
    pub(super) fn new(variant: Variant, board: &impl Grid, turn: Player) -> Referee {
        let size = board.cols();
        let squares = (0..size)
            .flat_map(|row| (0..size).map(move |col| Cell::new(col, row)))
            .map(|cell| board.at(cell))
            .collect();
        Referee { variant, size, squares, turn }
    }

    fn at(&self, cell: Cell) -> Option<Player> {
        self.squares[usize::from(cell.row) * usize::from(self.size) + usize::from(cell.col)]
    }

    fn put(&mut self, cell: Cell, stone: Option<Player>) {
        self.squares[usize::from(cell.row) * usize::from(self.size) + usize::from(cell.col)] =
            stone;
    }

    fn cells(&self) -> Vec<Cell> {
        let size = self.size;
        (0..size).flat_map(|row| (0..size).map(move |col| Cell::new(col, row))).collect()
    }

    fn step(&self, cell: Cell, direction: (i8, i8), steps: i8) -> Option<Cell> {
        cell.step(direction.0, direction.1, steps, self.size, self.size)
    }

    /// The unbroken run of one colour through a stone, in order.
    fn run(&self, cell: Cell, direction: (i8, i8)) -> Vec<Cell> {
        let Some(player) = self.at(cell) else {
            return Vec::new();
        };
        let walk = |sign: i8| {
            (1..)
                .map_while(|n: i8| self.step(cell, direction, sign * n))
                .take_while(|&next| self.at(next) == Some(player))
                .collect::<Vec<Cell>>()
        };
        let mut run = walk(-1);
        run.reverse();
        run.push(cell);
        run.extend(walk(1));
        run
    }

    /// Whether the run through this stone wins.
    fn wins(&self, cell: Cell, direction: (i8, i8)) -> bool {
        let Some(player) = self.at(cell) else {
            return false;
        };
        let run = self.run(cell, direction);
        let overline_wins = match self.variant {
            Variant::Freestyle => true,
            Variant::Standard | Variant::Caro => false,
            Variant::Renju => player == Player::Second,
        };
        let long_enough = run.len() == 5 || (run.len() > 5 && overline_wins);
        if !long_enough || self.variant != Variant::Caro {
            return long_enough;
        }
        let enemy_at = |end: Option<Cell>| end.and_then(|c| self.at(c)) == Some(player.other());
        let before = self.step(run[0], direction, -1);
        let after = self.step(run[4], direction, 1);
        !(enemy_at(before) && enemy_at(after))
    }

    /// The squares of all winning rows.
    #[must_use]
    pub(super) fn alignment(&self) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::new();
        for cell in self.cells() {
            for direction in DIRECTIONS {
                if self.wins(cell, direction) {
                    cells.extend(self.run(cell, direction));
                }
            }
        }
        cells
    }

    /// How the game stands.
    #[must_use]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.alignment().first().and_then(|&cell| self.at(cell)) {
            return Some(Outcome::Win(winner));
        }
        let stuck = self.cells().into_iter().all(|cell| {
            self.at(cell).is_some() || self.verdict(cell).is_some_and(Verdict::is_forbidden)
        });
        stuck.then_some(Outcome::Draw)
    }

    /// The empty points that the player to move may take.
    #[must_use]
    pub(super) fn legal(&self) -> BTreeSet<Cell> {
        if self.outcome().is_some() {
            return BTreeSet::new();
        }
        self.cells()
            .into_iter()
            .filter(|&cell| self.at(cell).is_none())
            .filter(|&cell| !self.verdict(cell).is_some_and(Verdict::is_forbidden))
            .collect()
    }

    /// What renju says of an empty point; `None` where nothing is ever forbidden.
    #[must_use]
    pub(super) fn verdict(&self, cell: Cell) -> Option<Verdict> {
        if self.variant != Variant::Renju || self.turn != Player::First {
            return None;
        }
        Some(self.clone().judge(cell))
    }

    /// Judges the first player's stone on an empty point; the board is left as it was.
    fn judge(&mut self, cell: Cell) -> Verdict {
        self.put(cell, Some(Player::First));
        let verdict = self.judge_placed(cell);
        self.put(cell, None);
        verdict
    }

    fn judge_placed(&mut self, cell: Cell) -> Verdict {
        let lengths = DIRECTIONS.map(|direction| self.run(cell, direction).len());
        if lengths.contains(&5) {
            return Verdict::Five;
        }
        if lengths.iter().any(|&length| length > 5) {
            return Verdict::Overline;
        }
        let fours: usize = DIRECTIONS.iter().map(|&d| self.fours(cell, d).len()).sum();
        if fours >= 2 {
            return Verdict::DoubleFour;
        }
        let threes = DIRECTIONS.iter().filter(|&&d| self.is_three(cell, d)).count();
        if threes >= 2 { Verdict::DoubleThree } else { Verdict::Free }
    }

    /// The empty points of the line through a cell.
    fn empty_on_line(&self, cell: Cell, direction: (i8, i8)) -> Vec<Cell> {
        let size = self.size as i8;
        (-size..=size)
            .filter_map(|n| self.step(cell, direction, n))
            .filter(|&point| self.at(point).is_none())
            .collect()
    }

    /// Sets of four stones, this one among them, that one more stone makes exactly five of.
    fn fours(&mut self, cell: Cell, direction: (i8, i8)) -> BTreeSet<Vec<Cell>> {
        let mut fours = BTreeSet::new();
        for point in self.empty_on_line(cell, direction) {
            self.put(point, Some(Player::First));
            let run = self.run(cell, direction);
            self.put(point, None);
            if run.len() == 5 && run.contains(&point) {
                fours.insert(run.into_iter().filter(|&c| c != point).collect());
            }
        }
        fours
    }

    /// Whether some point that may be played makes a straight four of this line.
    fn is_three(&mut self, cell: Cell, direction: (i8, i8)) -> bool {
        self.empty_on_line(cell, direction).into_iter().any(|point| {
            self.put(point, Some(Player::First));
            let straight = self.is_straight_four(cell, point, direction);
            self.put(point, None);
            straight && self.judge(point) == Verdict::Free
        })
    }

    fn is_straight_four(&mut self, cell: Cell, point: Cell, direction: (i8, i8)) -> bool {
        let run = self.run(cell, direction);
        if run.len() != 4 || !run.contains(&point) {
            return false;
        }
        let ends = [self.step(run[0], direction, -1), self.step(run[3], direction, 1)];
        ends.into_iter().all(|end| {
            let Some(end) = end.filter(|&e| self.at(e).is_none()) else {
                return false;
            };
            self.put(end, Some(Player::First));
            let five = self.run(cell, direction).len() == 5;
            self.put(end, None);
            five
        })
    }
}
