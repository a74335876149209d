//! A cell packed into one number for the hot loops, and the only place where it is packed and unpacked. Not a board.

use alinea_core::{Cell, MAX_SIDE};

/// The widest board.
pub(super) const MAX_SIZE: usize = MAX_SIDE;
/// Cells from one row to the next.
pub(super) const STRIDE: usize = 32;
/// Room for all cells, a power of two so that an index can be masked.
pub(super) const ROOM: usize = 1024;
/// Cells outside on each side of a line.
pub(super) const MARGIN: usize = 5;

/// A cell as a number: `y * 32 + x`, with `y` from the top, so that numbers grow as a reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Point(pub u16);

impl Point {
    /// Stands for no cell.
    pub const NONE: Point = Point(1023);

    /// The point of a cell on a board with sides of this length.
    #[inline]
    pub fn of(cell: Cell, size: usize) -> Point {
        Point::new(usize::from(cell.col), size - 1 - usize::from(cell.row))
    }

    /// The cell of this point on a board with sides of this length.
    #[inline]
    pub fn cell(self, size: usize) -> Cell {
        Cell::new(self.x() as u8, (size - 1 - self.y()) as u8)
    }

    /// The point of a column from the left and a row from the top.
    #[inline]
    pub fn new(x: usize, y: usize) -> Point {
        Point((y * STRIDE + x) as u16)
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
    pub fn along(self, dir: usize, steps: i32) -> Point {
        Point((i32::from(self.0) + STEP[dir & 3] * steps) as u16)
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
    pub fn distance(self, other: Point) -> usize {
        self.x().abs_diff(other.x()).max(self.y().abs_diff(other.y()))
    }
}

/// Index distance of neighbours: along rows, columns, falling and rising diagonals.
const STEP: [i32; 4] = [1, STRIDE as i32, STRIDE as i32 + 1, 1 - STRIDE as i32];

/// Lines kept for each direction, a power of two.
pub(super) const LINES: usize = 64;

/// All cells of a board, row by row.
pub(super) fn cells(size: usize) -> impl Iterator<Item = Point> {
    (0..size).flat_map(move |y| (0..size).map(move |x| Point::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_found_again_and_its_lines_are_those_of_its_neighbours() {
        for size in [5, 15, 22] {
            for point in cells(size) {
                assert_eq!(Point::of(point.cell(size), size), point);
                assert_eq!(Point::new(point.x(), point.y()), point);
                for (dir, (dx, dy)) in [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().enumerate() {
                    let (x, y) = (point.x() as i32 + 2 * dx, point.y() as i32 + 2 * dy);
                    if !(0..size as i32).contains(&x) || !(0..size as i32).contains(&y) {
                        continue;
                    }
                    let there = Point::new(x as usize, y as usize);
                    assert_eq!(point.along(dir, 2), there);
                    assert_eq!(there.along(dir, -2), point);
                    let ((line, at), (same, further)) = (point.line(dir), there.line(dir));
                    assert_eq!((line, at + 2), (same, further));
                    assert!(line < LINES);
                    assert_eq!(point.distance(there), 2);
                }
            }
        }
        assert_eq!(Point::of(Cell::new(0, 0), 15), Point::new(0, 14), "rows count from the top");
        assert_eq!(Point::new(3, 4).distance(Point::new(9, 6)), 6);
        assert_eq!(Point::new(3, 4).distance(Point::new(2, 1)), 3);
    }
}
