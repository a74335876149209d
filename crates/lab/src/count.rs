//! Counts of lines and runs on any board, fast: what tables of weights and scripts are made of.
//! Knows no points.

use alinea_catalogue::files::Facts;
use alinea_core::{Cell, Grid, MAX_SIDE, Player};
use alinea_games::lines::{Lines, bits};

/// Numbers by stones, from 0 to the longest side of a board.
pub(crate) type ByStones = [u32; MAX_SIDE + 1];

/// Windows of both players, by their stones: squares in a line that hold stones of one side only.
pub(crate) fn windows(board: &dyn Facts, length: u8) -> [ByStones; 2] {
    match (board.packed(), board.lines()) {
        (Some(stones), _) if length == 4 => packed_windows::<3>(&Packed::of(board, stones), 4),
        (Some(stones), _) => packed_windows::<5>(&Packed::of(board, stones), length),
        (None, Some(lines)) => line_windows(lines, length),
        (None, None) => listed_windows(board, length),
    }
}

/// A board in 64 bits a player, as [`Facts::packed`] draws it.
struct Packed {
    stones: [u64; 2],
    squares: u64,
    height: u32,
}

impl Packed {
    fn of(board: &dyn Facts, stones: [u64; 2]) -> Packed {
        let (cols, height) = (u32::from(board.cols()), u32::from(board.rows()) + 1);
        let column = (1_u64 << (height - 1)) - 1;
        let squares = (0..cols).fold(0, |all, col| all | column << (col * height));
        Packed { stones, squares, height }
    }

    fn steps(&self) -> [u32; 4] {
        [self.height, 1, self.height + 1, self.height - 1]
    }
}

/// All windows of a direction at once: each bit is the window that starts on its square, and
/// `PLANES` words hold the number of its stones in binary.
#[inline]
fn packed_windows<const PLANES: usize>(board: &Packed, length: u8) -> [ByStones; 2] {
    let length = u32::from(length);
    let mut counts = [[0; MAX_SIDE + 1]; 2];
    for step in board.steps() {
        let mut starts = board.squares;
        let mut sums = [[0_u64; PLANES]; 2];
        for i in 0..length {
            let shift = i * step;
            if shift > 63 {
                starts = 0;
                break;
            }
            starts &= board.squares >> shift;
            for (planes, stones) in sums.iter_mut().zip(board.stones) {
                let mut carry = stones >> shift;
                for plane in planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
            }
        }
        if starts == 0 {
            continue;
        }
        let any = sums.map(|planes| planes.into_iter().fold(0, |all, plane| all | plane));
        for side in 0..2 {
            let alone = starts & any[side] & !any[1 - side];
            if alone == 0 {
                continue;
            }
            for n in 1..=length {
                let exactly = (0..PLANES).fold(alone, |found, plane| {
                    let bit = sums[side][plane];
                    found & if n >> plane & 1 == 1 { bit } else { !bit }
                });
                counts[side][n as usize] += exactly.count_ones();
            }
        }
    }
    counts
}

fn line_windows(lines: &Lines, length: u8) -> [ByStones; 2] {
    let length = u32::from(length);
    let mut counts = [[0; MAX_SIDE + 1]; 2];
    let window = ((1_u64 << length) - 1) as u32;
    for line in lines.occupied() {
        if line.inside.count_ones() < length {
            continue;
        }
        let first = line.inside.trailing_zeros();
        let last = 32 - line.inside.leading_zeros() - length;
        for start in first..=last {
            let [a, b] = line.stones.map(|stones| (stones >> start & window).count_ones());
            match (a, b) {
                (0, 0) => {}
                (n, 0) => counts[0][n as usize] += 1,
                (0, n) => counts[1][n as usize] += 1,
                _ => {}
            }
        }
    }
    counts
}

fn listed_windows(board: &dyn Facts, length: u8) -> [ByStones; 2] {
    let mut counts = [[0; MAX_SIDE + 1]; 2];
    for window in list_windows(board, length) {
        counts[window.owner.index()][window.stones] += 1;
    }
    counts
}

/// A window with stones of one side only.
pub(crate) struct Window {
    pub(crate) owner: Player,
    pub(crate) stones: usize,
    pub(crate) cells: Vec<Cell>,
}

const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Every such window with its squares: slow, for people.
pub(crate) fn list_windows<B: Grid + ?Sized>(board: &B, length: u8) -> Vec<Window> {
    let mut windows = Vec::new();
    for (dc, dr) in DIRECTIONS {
        for start in cells(board) {
            let at = |n: i8| start.step(dc, dr, n, board.cols(), board.rows());
            if at(length as i8 - 1).is_none() {
                continue;
            }
            let cells: Vec<Cell> = (0..length as i8).filter_map(at).collect();
            let mut stones = [0; 2];
            for player in cells.iter().filter_map(|&cell| board.at(cell)) {
                stones[player.index()] += 1;
            }
            match stones {
                [0, 0] => {}
                [stones, 0] => windows.push(Window { owner: Player::First, stones, cells }),
                [0, stones] => windows.push(Window { owner: Player::Second, stones, cells }),
                _ => {}
            }
        }
    }
    windows
}

/// Number of stones on the board.
pub(crate) fn stones(board: &dyn Facts) -> u32 {
    match board.packed() {
        Some(stones) => (stones[0] | stones[1]).count_ones(),
        None => board.stones(),
    }
}

/// Numbers of maximal runs by player, length and open ends.
pub(crate) type Runs = [[[u32; 3]; MAX_SIDE + 1]; 2];

/// All maximal runs of a board; a lone stone is a run of one in each of the four directions.
pub(crate) fn runs(board: &dyn Facts) -> Runs {
    let mut counts = [[[0; 3]; MAX_SIDE + 1]; 2];
    match (board.packed(), board.lines()) {
        (Some(stones), _) => packed_runs(&Packed::of(board, stones), &mut counts),
        (None, Some(lines)) => line_runs(lines, &mut counts),
        (None, None) => {
            for run in list_runs(board) {
                counts[run.owner.index()][run.cells.len()][run.open_ends] += 1;
            }
        }
    }
    counts
}

fn packed_runs(board: &Packed, counts: &mut Runs) {
    let empty = board.squares & !(board.stones[0] | board.stones[1]);
    for step in board.steps() {
        for (own, counts) in board.stones.into_iter().zip(counts.iter_mut()) {
            let mut starts = own & !(own << step);
            while starts != 0 {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                let before = start >= step && empty >> (start - step) & 1 == 1;
                let mut end = start;
                let mut length = 0;
                while end < 64 && own >> end & 1 == 1 {
                    end += step;
                    length += 1;
                }
                let after = end < 64 && empty >> end & 1 == 1;
                counts[length][usize::from(before) + usize::from(after)] += 1;
            }
        }
    }
}

fn line_runs(lines: &Lines, counts: &mut Runs) {
    for line in lines.occupied() {
        // Shifted up by one: bit `start` is the square before the run.
        let empty = u64::from(line.empty()) << 1;
        for (own, counts) in line.stones.into_iter().zip(counts.iter_mut()) {
            for start in bits(own & !(own << 1)) {
                let length = (own >> start).trailing_ones();
                let open = (empty >> start & 1) + (empty >> (start + length + 1) & 1);
                counts[length as usize][open as usize] += 1;
            }
        }
    }
}

/// A maximal run of one colour.
pub(crate) struct Run {
    pub(crate) owner: Player,
    pub(crate) cells: Vec<Cell>,
    pub(crate) open_ends: usize,
}

/// Every run with its squares: slow, for people.
pub(crate) fn list_runs<B: Grid + ?Sized>(board: &B) -> Vec<Run> {
    let mut runs = Vec::new();
    for (dc, dr) in DIRECTIONS {
        for start in cells(board) {
            let at = |n: i8| start.step(dc, dr, n, board.cols(), board.rows());
            let stone = |n: i8| at(n).and_then(|cell| board.at(cell));
            let Some(owner) = board.at(start).filter(|&owner| stone(-1) != Some(owner)) else {
                continue;
            };
            let cells: Vec<Cell> =
                (0..).take_while(|&n| stone(n) == Some(owner)).filter_map(at).collect();
            let open = |end: Option<Cell>| end.is_some_and(|cell| board.at(cell).is_none());
            let open_ends = usize::from(open(at(-1))) + usize::from(open(at(cells.len() as i8)));
            runs.push(Run { owner, cells, open_ends });
        }
    }
    runs
}

/// The report's judgement of an empty square: `2^(N + E)` of both players, or `None` if no stone
/// lies next to it. N counts the stones of the runs that start next to it, E those of the runs
/// that are open behind.
pub(crate) fn neighbours<B: Grid + ?Sized>(board: &B, cell: Cell) -> Option<[f64; 2]> {
    let mut exponents = [0_u32; 2];
    for (dc, dr) in DIRECTIONS.into_iter().flat_map(|(dc, dr)| [(dc, dr), (-dc, -dr)]) {
        let at = |n: i8| cell.step(dc, dr, n, board.cols(), board.rows());
        let stone = |n: i8| at(n).and_then(|cell| board.at(cell));
        let Some(player) = stone(1) else { continue };
        let length = (1..).take_while(|&n| stone(n) == Some(player)).count();
        let open = at(length as i8 + 1).is_some_and(|behind| board.at(behind).is_none());
        exponents[player.index()] += length as u32 + u32::from(open);
    }
    (exponents != [0, 0]).then(|| exponents.map(|exponent| f64::from(exponent).exp2()))
}

/// All squares, row by row from the bottom.
pub(crate) fn cells<B: Grid + ?Sized>(board: &B) -> impl Iterator<Item = Cell> + use<B> {
    let (cols, rows) = (board.cols(), board.rows());
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(col, row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{RandomBoards, visit_random};

    struct Compare;

    impl RandomBoards for Compare {
        fn board(&mut self, board: &dyn Facts) {
            for length in [3, 4, board.in_a_row(), 7] {
                assert_eq!(windows(board, length), listed_windows(board, length), "{length}");
            }
            let mut slow = [[[0; 3]; MAX_SIDE + 1]; 2];
            for run in list_runs(board) {
                slow[run.owner.index()][run.cells.len()][run.open_ends] += 1;
            }
            assert_eq!(runs(board), slow);
        }
    }

    #[test]
    fn fast_counts_are_the_listed_ones_on_every_kind_of_board() {
        for game in ["connect4", "connect4:9x6", "connect4:4x15", "boom", "gomoku:9", "mnk:22x3x3"]
        {
            visit_random(game, 12, 5, &mut Compare).unwrap();
        }
    }
}
