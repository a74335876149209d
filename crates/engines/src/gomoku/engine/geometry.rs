//! Cells, directions and lines of a square board as plain numbers. Not a board.

/// The widest board.
pub const MAX_SIZE: usize = 22;
/// The narrowest board.
pub const MIN_SIZE: usize = 5;
/// Cells from one row to the next.
pub const STRIDE: usize = 32;
/// Room for all cells, a power of two so that an index can be masked.
pub const ROOM: usize = 1024;
/// Cells outside on each side of a line.
pub const MARGIN: usize = 5;

/// A cell: `row * 32 + column`, row 0 on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell(pub u16);

impl Cell {
    /// Stands for no cell.
    pub const NONE: Cell = Cell(1023);

    /// The cell of a column and a row.
    #[inline]
    pub fn new(x: usize, y: usize) -> Cell {
        Cell((y * STRIDE + x) as u16)
    }

    /// Column from the left.
    #[inline]
    pub fn x(self) -> usize {
        usize::from(self.0) % STRIDE
    }

    /// Row from the top.
    #[inline]
    pub fn y(self) -> usize {
        usize::from(self.0) / STRIDE
    }

    /// As an index into arrays of [`ROOM`] cells.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (ROOM - 1)
    }

    /// The cell `steps` further in a direction; the caller knows that it is on the board.
    #[inline]
    pub fn along(self, dir: usize, steps: i32) -> Cell {
        Cell((i32::from(self.0) + STEP[dir & 3] * steps) as u16)
    }

    /// Which line of a direction the cell lies on, and where on it.
    #[inline]
    pub fn line(self, dir: usize) -> (usize, u32) {
        let (x, y) = (self.x(), self.y());
        match dir {
            0 => (y, x as u32),
            1 => (x, y as u32),
            2 => (x + MAX_SIZE - 1 - y, x as u32),
            _ => (x + y, x as u32),
        }
    }

    /// The greater of column and row distance.
    #[inline]
    pub fn distance(self, other: Cell) -> usize {
        self.x().abs_diff(other.x()).max(self.y().abs_diff(other.y()))
    }
}

/// Index distance of neighbours: along rows, columns, falling and rising diagonals.
const STEP: [i32; 4] = [1, STRIDE as i32, STRIDE as i32 + 1, 1 - STRIDE as i32];

/// Lines kept for each direction, a power of two.
pub const LINES: usize = 64;

/// All cells of a board, row by row.
pub fn cells(size: usize) -> impl Iterator<Item = Cell> {
    (0..size).flat_map(move |y| (0..size).map(move |x| Cell::new(x, y)))
}
