//! The stones of a board as one bit mask per line and side: what makes win tests and line
//! heuristics cheap. It knows squares and stones, no rules.
//!
//! ```text
//! line 0..22      rows           (index = row,          bit = column)
//! line 22..44     columns        (index = column,       bit = row)
//! line 44..87     rising  "/"    (index = col - row + 21, bit = column)
//! line 87..130    falling "\"    (index = col + row,    bit = column)
//! ```

pub(crate) mod notation;

use alinea_core::{Cell, Grid, MAX_SIDE, Player};

const COLUMNS: usize = MAX_SIDE;
const RISING: usize = COLUMNS + MAX_SIDE;
const FALLING: usize = RISING + 2 * MAX_SIDE - 1;
const LINES: usize = FALLING + 2 * MAX_SIDE - 1;

/// One of the four ways a line runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Left to right.
    Row,
    /// Bottom to top.
    Column,
    /// `/`: up and to the right.
    Rising,
    /// `\`: down and to the right.
    Falling,
}

impl Direction {
    /// All four, in the order lines are listed.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Column, Direction::Rising, Direction::Falling];

    /// Column and row steps towards the next bit of a line.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Row => (1, 0),
            Direction::Column => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    const fn first_line(self) -> usize {
        match self {
            Direction::Row => 0,
            Direction::Column => COLUMNS,
            Direction::Rising => RISING,
            Direction::Falling => FALLING,
        }
    }
}

/// One line of a board: which of its squares exist and who stands on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// How it runs.
    pub direction: Direction,
    /// Its number within its direction.
    pub index: usize,
    /// Stones of the first and of the second player, one bit a square.
    pub stones: [u32; 2],
    /// The squares of this line that lie on the board.
    pub inside: u32,
}

impl Line {
    /// The empty squares.
    #[inline]
    #[must_use]
    pub const fn empty(&self) -> u32 {
        self.inside & !(self.stones[0] | self.stones[1])
    }

    /// The square of a bit of this line.
    #[inline]
    #[must_use]
    pub const fn cell(&self, bit: u32) -> Cell {
        let (index, bit) = (self.index as u8, bit as u8);
        match self.direction {
            Direction::Row => Cell::new(bit, index),
            Direction::Column => Cell::new(index, bit),
            Direction::Rising => Cell::new(bit, bit + (MAX_SIDE as u8 - 1) - index),
            Direction::Falling => Cell::new(bit, index - bit),
        }
    }
}

/// The four lines through a square: number of the line and bit of the square on it.
#[inline]
const fn lines_through(cell: Cell) -> [(usize, u32); 4] {
    let (col, row) = (cell.col as usize, cell.row as usize);
    [
        (row, col as u32),
        (COLUMNS + col, row as u32),
        (RISING + col + MAX_SIDE - 1 - row, col as u32),
        (FALLING + col + row, col as u32),
    ]
}

/// All lines of a board of up to 22 x 22 squares.
///
/// ```
/// use alinea_core::{Cell, Game, Player, parse_position};
/// use alinea_games::{Gomoku, lines::LineBoard};
/// let setup = Gomoku::parse_setup("15").unwrap();
/// let pos = parse_position::<Gomoku>(&setup, "d4 d8 e4 e8 f4 f8 g4").unwrap().pos;
/// let lines = pos.lines();
/// // A line of 15 squares, each a bit: the stones d4 to g4 are bits 3 to 6.
/// let (row, bit) = lines.through("d4".parse().unwrap())[0];
/// assert_eq!((row.stones, bit, row.cell(6)), ([0b111_1000, 0], 3, "g4".parse().unwrap()));
/// let gaps: Vec<String> = lines.gaps(Player::First, 5).map(|cell| cell.to_string()).collect();
/// assert_eq!(gaps, ["c4", "h4"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    cols: u8,
    rows: u8,
    masks: [[u32; 2]; LINES],
}

impl Lines {
    /// An empty board. Callers have checked that both sides are from 1 to 22.
    pub(crate) fn new(cols: u8, rows: u8) -> Lines {
        debug_assert!((1..=MAX_SIDE).contains(&cols.into()));
        debug_assert!((1..=MAX_SIDE).contains(&rows.into()));
        Lines { cols, rows, masks: [[0; 2]; LINES] }
    }

    /// Whether the square lies on the board.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.col < self.cols && cell.row < self.rows
    }

    /// Puts a stone on an empty square of the board, or takes it away again.
    #[inline]
    pub(crate) fn toggle(&mut self, cell: Cell, player: Player) {
        for (line, bit) in lines_through(cell) {
            self.masks[line][player.index()] ^= 1 << bit;
        }
    }

    /// The stones on the four lines through a square of the board, and its bit on each.
    #[inline]
    pub(crate) fn masks_through(&self, cell: Cell) -> [([u32; 2], u32); 4] {
        lines_through(cell).map(|(line, bit)| (self.masks[line], bit))
    }

    /// The four lines through a square of the board, and its bit on each.
    #[inline]
    #[must_use]
    pub fn through(&self, cell: Cell) -> [(Line, u32); 4] {
        let numbers = lines_through(cell);
        std::array::from_fn(|i| {
            let direction = Direction::ALL[i];
            let (number, bit) = numbers[i];
            (self.line(direction, number - direction.first_line()), bit)
        })
    }

    /// Number of lines in a direction.
    #[inline]
    #[must_use]
    pub const fn count(&self, direction: Direction) -> usize {
        match direction {
            Direction::Row => self.rows as usize,
            Direction::Column => self.cols as usize,
            Direction::Rising | Direction::Falling => self.cols as usize + self.rows as usize - 1,
        }
    }

    /// Every line of the board, each once, direction by direction.
    pub fn all(&self) -> impl Iterator<Item = Line> + '_ {
        Direction::ALL.into_iter().flat_map(move |direction| {
            let skipped = match direction {
                Direction::Rising => MAX_SIDE - usize::from(self.rows),
                _ => 0,
            };
            (skipped..skipped + self.count(direction)).map(move |i| self.line(direction, i))
        })
    }

    /// Every line that holds a stone, direction by direction.
    #[inline]
    pub fn occupied(&self) -> impl Iterator<Item = Line> + '_ {
        self.masks.iter().enumerate().filter(|(_, stones)| stones[0] | stones[1] != 0).map(
            |(number, _)| {
                let direction = match number {
                    0..COLUMNS => Direction::Row,
                    COLUMNS..RISING => Direction::Column,
                    RISING..FALLING => Direction::Rising,
                    _ => Direction::Falling,
                };
                self.line(direction, number - direction.first_line())
            },
        )
    }

    #[inline]
    fn line(&self, direction: Direction, index: usize) -> Line {
        let stones = self.masks[direction.first_line() + index];
        Line { direction, index, stones, inside: self.inside(direction, index) }
    }

    #[inline]
    const fn inside(&self, direction: Direction, index: usize) -> u32 {
        let (cols, rows) = (self.cols as i32, self.rows as i32);
        // The first and one past the last column of a diagonal.
        let (from, to) = match direction {
            Direction::Row => return (1 << cols) - 1,
            Direction::Column => return (1 << rows) - 1,
            Direction::Rising => {
                let shift = index as i32 - (MAX_SIDE as i32 - 1);
                (shift, rows + shift)
            }
            Direction::Falling => (index as i32 - rows + 1, index as i32 + 1),
        };
        let from = if from < 0 { 0 } else { from };
        let to = if to > cols { cols } else { to };
        if from >= to { 0 } else { (1 << to) - (1 << from) }
    }

    /// Whether this player could still make a row of this length somewhere.
    #[must_use]
    pub fn has_room(&self, player: Player, length: u8) -> bool {
        let enemy = player.other().index();
        self.all().any(|line| rows_of(length, line.inside & !line.stones[enemy]) != 0)
    }

    /// The empty squares where a stone of this player would make `length` or more in a row.
    pub fn gaps(&self, player: Player, length: u8) -> impl Iterator<Item = Cell> + '_ {
        let length = u32::from(length);
        self.occupied()
            .filter(move |line| line.stones[player.index()].count_ones() + 1 >= length)
            .flat_map(move |line| {
                let own = line.stones[player.index()];
                let beside = line.empty() & (own << 1 | own >> 1);
                bits(beside)
                    .filter(move |&bit| {
                        let above = (own >> bit >> 1).trailing_ones();
                        let below = own.checked_shl(32 - bit).unwrap_or(0).leading_ones();
                        above + below + 1 >= length
                    })
                    .map(move |bit| line.cell(bit))
            })
    }

    /// The empty squares of a row as bits.
    #[inline]
    pub(crate) fn empty_in_row(&self, row: u8) -> u32 {
        let [first, second] = self.masks[usize::from(row)];
        ((1 << self.cols) - 1) & !(first | second)
    }

    /// The empty squares within `distance` of a stone, one mask per row from the bottom.
    #[must_use]
    pub fn near_empty(&self, distance: u8) -> [u32; MAX_SIDE] {
        let rows = usize::from(self.rows);
        let mut near = [0; MAX_SIDE];
        for (row, mask) in near.iter_mut().enumerate().take(rows) {
            *mask = self.masks[row][0] | self.masks[row][1];
        }
        for _ in 0..distance {
            let mut below = 0;
            for row in 0..rows {
                let here = near[row] | near[row] << 1 | near[row] >> 1;
                let above = match near.get(row + 1) {
                    Some(next) if row + 1 < rows => next | next << 1 | next >> 1,
                    _ => 0,
                };
                near[row] = below | here | above;
                below = here;
            }
        }
        for (row, mask) in near.iter_mut().enumerate().take(rows) {
            *mask &= self.empty_in_row(row as u8);
        }
        near
    }

    /// Stones in a column that fills from the bottom.
    #[inline]
    pub(crate) fn height(&self, col: u8) -> u8 {
        let [first, second] = self.masks[COLUMNS + usize::from(col)];
        (first | second).trailing_ones() as u8
    }
}

impl Grid for Lines {
    #[inline]
    fn cols(&self) -> u8 {
        self.cols
    }

    #[inline]
    fn rows(&self) -> u8 {
        self.rows
    }

    #[inline]
    fn at(&self, cell: Cell) -> Option<Player> {
        if !self.contains(cell) {
            return None;
        }
        let [first, second] = self.masks[usize::from(cell.row)];
        if first >> cell.col & 1 != 0 {
            Some(Player::First)
        } else if second >> cell.col & 1 != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }
}

/// A board that keeps its stones as one mask per line.
pub trait LineBoard: Grid {
    /// The stones, line by line.
    fn lines(&self) -> &Lines;
    /// How many stones in a row decide the game.
    fn in_a_row(&self) -> u8;
    /// Whether a stone of this player on an empty square would make a row that decides the game.
    fn completes(&self, cell: Cell, player: Player) -> bool;
    /// Whether only a stone on one of its squares stops a row.
    ///
    /// In caro enemy stones at both ends do too.
    fn rows_ignore_their_ends(&self) -> bool {
        true
    }
}

/// Squares from which `length` stones in a row go up the line.
///
/// ```
/// use alinea_games::lines::{bits, rows_of};
/// // Four stones, a gap and two more: threes begin at the first and at the second square.
/// assert_eq!(bits(rows_of(3, 0b110_1111)).collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(rows_of(5, 0b110_1111), 0);
/// ```
#[inline]
#[must_use]
pub const fn rows_of(length: u8, stones: u32) -> u32 {
    let mut starts = stones;
    let mut known = 1;
    while known < length {
        let shift = if known < length - known { known } else { length - known };
        starts &= starts >> shift;
        known += shift;
    }
    starts
}

/// The bits of a mask, lowest first.
#[inline]
pub fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

/// Random numbers for the keys of positions, one per square and side.
static STONE_KEYS: [[u64; 2]; MAX_SIDE * MAX_SIDE] = {
    let mut rng = alinea_core::SplitMix64::new(0x616c_696e_6561);
    let mut keys = [[0; 2]; MAX_SIDE * MAX_SIDE];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = [rng.next_u64(), rng.next_u64()];
        i += 1;
    }
    keys
};

/// Part of the key while the second player is to move.
pub(crate) const SECOND_TO_MOVE: u64 = 0x9d39_247e_3377_6d41;

/// Number of a square that is the same for all board sizes.
#[inline]
pub(crate) const fn square(cell: Cell) -> usize {
    cell.row as usize * MAX_SIDE + cell.col as usize
}

/// Part of the key for a stone of this player on this square.
#[inline]
pub(crate) fn stone_key(cell: Cell, player: Player) -> u64 {
    STONE_KEYS[square(cell)][player.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_lies_on_four_lines_and_reads_back() {
        for (cols, rows) in [(1, 1), (3, 3), (7, 6), (6, 9), (22, 22), (15, 15), (22, 1)] {
            let mut lines = Lines::new(cols, rows);
            for row in 0..rows {
                for col in 0..cols {
                    let cell = Cell::new(col, row);
                    lines.toggle(cell, Player::First);
                    assert_eq!(lines.at(cell), Some(Player::First));
                    let holding: Vec<_> = lines.all().filter(|l| l.stones[0] != 0).collect();
                    assert_eq!(holding.len(), 4, "{cell} on {cols}x{rows}");
                    for (line, bit) in lines.through(cell) {
                        assert_eq!(line.stones, [1 << bit, 0]);
                        assert_eq!(line.inside & line.stones[0], line.stones[0]);
                        assert_eq!(line.cell(bit), cell);
                        assert!(holding.contains(&line));
                    }
                    lines.toggle(cell, Player::First);
                    assert_eq!(lines.at(cell), None);
                }
            }
            assert_eq!(lines.occupied().count(), 0);
            lines.toggle(Cell::new(0, 0), Player::Second);
            let holding: Vec<_> = lines.all().filter(|l| l.stones[1] != 0).collect();
            assert_eq!(lines.occupied().collect::<Vec<_>>(), holding);
            for direction in Direction::ALL {
                let cells: u32 = lines
                    .all()
                    .filter(|l| l.direction == direction)
                    .map(|l| l.inside.count_ones())
                    .sum();
                assert_eq!(cells, u32::from(cols) * u32::from(rows), "{direction:?}");
            }
        }
    }

    #[test]
    fn near_squares_are_those_within_the_distance() {
        let mut lines = Lines::new(9, 7);
        for cell in [Cell::new(0, 0), Cell::new(5, 3), Cell::new(8, 6)] {
            lines.toggle(cell, Player::Second);
        }
        for distance in 0..4_u8 {
            let near = lines.near_empty(distance);
            for (row, mask) in near.into_iter().enumerate().take(7) {
                for col in 0..9_u8 {
                    let cell = Cell::new(col, row as u8);
                    let within = [(0, 0), (5, 3), (8, 6)].iter().any(|&(c, r)| {
                        col.abs_diff(c) <= distance && cell.row.abs_diff(r) <= distance
                    });
                    let expected = within && lines.at(cell).is_none();
                    assert_eq!(mask >> col & 1 != 0, expected, "{cell} at {distance}");
                }
            }
        }
    }

    /// Random boards of all shapes, by counting stones square by square.
    #[test]
    fn gaps_complete_a_row_and_room_is_free_of_the_enemy() {
        let mut rng = alinea_core::SplitMix64::new(7);
        for (cols, rows, stones) in [(7u8, 6u8, 20), (22, 22, 200), (3, 9, 12), (15, 1, 7)] {
            for _ in 0..20 {
                let mut lines = Lines::new(cols, rows);
                for _ in 0..stones {
                    let cell =
                        Cell::new(rng.below(cols.into()) as u8, rng.below(rows.into()) as u8);
                    if lines.at(cell).is_none() {
                        lines.toggle(cell, Player::BOTH[rng.below(2)]);
                    }
                }
                let squares: Vec<Cell> = (0..rows)
                    .flat_map(|row| (0..cols).map(move |col| Cell::new(col, row)))
                    .collect();
                // How many squares in a row from here on, the first excluded, are as wanted.
                let run = |from: Cell, step: (i32, i32), wanted: &dyn Fn(Cell) -> bool| {
                    (1..)
                        .take_while(|&i| {
                            let (col, row) = (
                                i32::from(from.col) + i * step.0,
                                i32::from(from.row) + i * step.1,
                            );
                            (0..i32::from(cols)).contains(&col)
                                && (0..i32::from(rows)).contains(&row)
                                && wanted(Cell::new(col as u8, row as u8))
                        })
                        .count()
                };
                for player in Player::BOTH {
                    for length in 2..=5u8 {
                        let own = |cell: Cell| lines.at(cell) == Some(player);
                        let free = |cell: Cell| lines.at(cell) != Some(player.other());
                        let both = |cell: Cell, wanted: &dyn Fn(Cell) -> bool| {
                            [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(x, y)| {
                                run(cell, (x, y), wanted) + run(cell, (-x, -y), wanted) + 1
                                    >= length.into()
                            })
                        };
                        let found: std::collections::BTreeSet<(u8, u8)> =
                            lines.gaps(player, length).map(|cell| (cell.col, cell.row)).collect();
                        for &cell in &squares {
                            let completes = lines.at(cell).is_none() && both(cell, &own);
                            assert_eq!(
                                found.contains(&(cell.col, cell.row)),
                                completes,
                                "{cell} {length}"
                            );
                        }
                        let room = squares.iter().any(|&cell| free(cell) && both(cell, &free));
                        assert_eq!(lines.has_room(player, length), room, "{player:?} {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn rows_are_found_wherever_they_start() {
        assert_eq!(rows_of(5, 0b0111_1110), 0b110);
        assert_eq!(rows_of(3, 0b101_1011), 0);
        assert_eq!(rows_of(22, (1 << 22) - 1), 1);
        assert_eq!(rows_of(7, (1 << 8) - 1), 0b11);
    }
}
