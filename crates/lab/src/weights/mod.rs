//! A heuristic as a table of weights over the features of the reports.

mod document;
mod explain;

pub use document::Weights;

use crate::count::{self, ByStones};
use alinea_catalogue::files::{BoardHeuristic, Facts, Fault, Judged};
use alinea_core::{Cell, Outcome, Player};
use alinea_search::Part;
use document::{Pair, Runs};

impl BoardHeuristic for Weights {
    fn evaluate(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Judged, Fault> {
        Ok(Judged { value: self.value(board, player, level), work: 0 })
    }

    fn explain(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Vec<Part>, Fault> {
        Ok(explain::parts(self, board, player, level))
    }

    fn idle_sections(&self, board: &dyn Facts) -> Vec<&'static str> {
        let longest = board.cols().max(board.rows());
        let lines = self.lines.as_ref().and_then(|lines| lines.length);
        let idle = [
            ("bombs", self.bombs.is_some() && board.jugada().is_none()),
            ("lines", lines.is_some_and(|length| length > longest)),
        ];
        idle.into_iter().filter_map(|(name, is_idle)| is_idle.then_some(name)).collect()
    }
}

impl Weights {
    fn value(&self, board: &dyn Facts, player: Player, level: u32) -> f64 {
        let finished = &self.finished;
        let sum = match board.outcome() {
            Some(Outcome::Draw) => return finished.draw.0,
            None => self.position(board, player),
            Some(Outcome::Win(winner)) => {
                let mut rest = finished.runs.as_ref().map_or(0.0, |r| run_sum(r, board, player));
                if finished.position {
                    rest += self.position(board, player);
                }
                self.result(winner, player, level) + rest
            }
        };
        let stones = if self.percent_per_stone.0 == 0.0 { 0 } else { count::stones(board) };
        finite(self.reduced(sum, stones) + self.level_points(board, player, level))
    }

    /// What the result itself is worth.
    fn result(&self, winner: Player, player: Player, level: u32) -> f64 {
        let sign = if winner == player { 1.0 } else { -1.0 };
        let fade = match self.finished.fade.0 {
            1.0 => 1.0,
            fade => fade.powi(level.min(10_000) as i32),
        };
        sign * self.finished.win.0 * fade
    }

    /// A share less for every stone.
    fn reduced(&self, sum: f64, stones: u32) -> f64 {
        match self.percent_per_stone.0 {
            0.0 => sum,
            percent => sum * (100.0 - percent * f64::from(stones)).max(0.0) / 100.0,
        }
    }

    /// So many points a level against whoever moved last.
    fn level_points(&self, board: &dyn Facts, player: Player, level: u32) -> f64 {
        if self.level.0 == 0.0 {
            return 0.0;
        }
        let points = self.level.0 * f64::from(level);
        if board.turn() == player { points } else { -points }
    }

    /// The stones on the board, whatever the result.
    fn position(&self, board: &dyn Facts, player: Player) -> f64 {
        let mut sum = 0.0;
        if let Some(lines) = &self.lines {
            let length = lines.length.unwrap_or_else(|| board.in_a_row());
            let counts = count::windows(board, length);
            let weighted = |counts: &ByStones, points: &[f64]| -> f64 {
                counts.iter().skip(1).zip(points).map(|(&n, points)| f64::from(n) * points).sum()
            };
            sum += weighted(&counts[player.index()], lines.own_points());
            sum += weighted(&counts[player.other().index()], lines.enemy_points());
        }
        if let Some(runs) = &self.runs {
            sum += run_sum(runs, board, player);
        }
        if let Some(pair) = &self.neighbours {
            for cell in count::cells(board).filter(|&cell| board.at(cell).is_none()) {
                if let Some(worth) = count::neighbours(board, cell) {
                    sum += pair.of(worth, player);
                }
            }
        }
        if self.centre.is_some() || self.stones.is_some() || self.bombs.is_some() {
            sum += self.single_stones(board, player);
        }
        sum
    }

    /// Features that every stone adds to on its own.
    fn single_stones(&self, board: &dyn Facts, player: Player) -> f64 {
        let [stones, armed, centre] = match board.packed() {
            Some(packed) => packed_stones(board, packed),
            None => listed_stones(board),
        };
        let worth =
            |pair: &Option<Pair>, counts| pair.as_ref().map_or(0.0, |p| p.of(counts, player));
        worth(&self.centre, centre) + worth(&self.stones, stones) + worth(&self.bombs, armed)
    }
}

/// Stones, bombs, and columns between stones that are no bombs and the side, by player.
type Singles = [[f64; 2]; 3];

fn listed_stones(board: &dyn Facts) -> Singles {
    let bombs = board.bombs();
    let [mut stones, mut armed, mut centre] = [[0.0; 2]; 3];
    for cell in count::cells(board) {
        let Some(owner) = board.at(cell) else { continue };
        stones[owner.index()] += 1.0;
        if bombs.contains(&cell) {
            armed[owner.index()] += 1.0;
        } else {
            centre[owner.index()] += from_the_wall(board, cell);
        }
    }
    [stones, armed, centre]
}

/// The same from the packed board, column by column.
fn packed_stones(board: &dyn Facts, packed: [u64; 2]) -> Singles {
    let height = u32::from(board.rows()) + 1;
    let mut bombs = 0_u64;
    if board.jugada().is_some() {
        for cell in board.bombs() {
            bombs |= 1 << (u32::from(cell.col) * height + u32::from(cell.row));
        }
    }
    let (last, column) = (u32::from(board.cols()) - 1, (1_u64 << height) - 1);
    let [mut stones, mut armed, mut centre] = [[0.0; 2]; 3];
    for (side, own) in packed.into_iter().enumerate() {
        let plain = own & !bombs;
        stones[side] = f64::from(own.count_ones());
        armed[side] = f64::from((own & bombs).count_ones());
        // Squares at least so many columns from the side, counted once for each of them.
        let mut inner = plain;
        let mut sum = 0;
        for distance in 0..=last / 2 {
            inner &= !(column << (distance * height));
            inner &= !(column << ((last - distance) * height));
            sum += inner.count_ones();
        }
        centre[side] = f64::from(sum);
    }
    [stones, armed, centre]
}

/// Columns between a square and the nearer side of the board.
fn from_the_wall(board: &dyn Facts, cell: Cell) -> f64 {
    f64::from(cell.col.min(board.cols() - 1 - cell.col))
}

/// Points of all runs, own and enemy's. Summed in whole points per number of open ends first, so
/// that the result does not depend on where the runs lie.
fn run_sum(runs: &Runs, board: &dyn Facts, player: Player) -> f64 {
    let counts = count::runs(board);
    let mut lone = [0.0; 3];
    let mut longer = [0.0; 3];
    for (side, sign) in [(player, 1.0), (player.other(), runs.enemy.0)] {
        for (length, by_open) in counts[side.index()].iter().enumerate().skip(1) {
            for (open, &number) in by_open.iter().enumerate().filter(|(_, number)| **number > 0) {
                let sums = if length == 1 { &mut lone } else { &mut longer };
                sums[open] += sign * f64::from(number) * runs.points(length);
            }
        }
    }
    (0..3)
        .map(|open| match &runs.lone {
            None => runs.open[open].0 * (lone[open] + longer[open]),
            Some(factors) => factors[open].0 * lone[open] + longer[open] * runs.open[open].0,
        })
        .sum()
}

/// Weights are limited, but their products may still grow out of the numbers.
fn finite(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-1e300, 1e300) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{RandomBoards, visit_random};

    struct Compare;

    impl RandomBoards for Compare {
        fn board(&mut self, board: &dyn Facts) {
            if let Some(packed) = board.packed() {
                assert_eq!(packed_stones(board, packed), listed_stones(board));
            }
        }
    }

    #[test]
    fn packed_stones_are_the_listed_ones() {
        for game in ["connect4", "connect4:8x7", "connect4:4x15", "boom"] {
            visit_random(game, 12, 9, &mut Compare).unwrap();
        }
    }
}
