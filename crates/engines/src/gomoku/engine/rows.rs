//! A set of cells as one 32-bit word per row.

use super::point::{MAX_SIZE, Point};

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rows(pub [u32; MAX_SIZE]);

impl Rows {
    /// Adds or removes a cell.
    #[inline]
    pub fn toggle(&mut self, cell: Point) {
        self.0[cell.y().min(MAX_SIZE - 1)] ^= 1 << cell.x();
    }

    /// Whether the cell is in the set.
    #[inline]
    pub fn has(&self, cell: Point) -> bool {
        self.0[cell.y().min(MAX_SIZE - 1)] >> cell.x() & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn add(&mut self, cell: Point) {
        self.0[cell.y().min(MAX_SIZE - 1)] |= 1 << cell.x();
    }

    /// How many cells.
    pub fn count(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    /// Only the cells in both sets.
    #[inline]
    pub fn and(&self, other: &Rows) -> Rows {
        Rows(std::array::from_fn(|y| self.0[y] & other.0[y]))
    }

    /// The cells of either set.
    #[inline]
    pub fn or(&self, other: &Rows) -> Rows {
        Rows(std::array::from_fn(|y| self.0[y] | other.0[y]))
    }

    /// The cells row by row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(y, row)| {
            let mut bits = *row;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let x = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    Point::new(x, y)
                })
            })
        })
    }
}
