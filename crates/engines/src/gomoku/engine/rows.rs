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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_added_and_lists_it_row_by_row() {
        let points = [Point::new(0, 0), Point::new(21, 0), Point::new(3, 7), Point::new(21, 21)];
        let mut set = Rows::default();
        assert!(set.is_empty() && set.count() == 0);
        points.iter().rev().for_each(|point| set.add(*point));
        set.add(points[2]);
        assert_eq!(set.iter().collect::<Vec<_>>(), points);
        assert_eq!((set.count(), set.is_empty()), (4, false));
        assert!(set.has(points[1]) && !set.has(Point::new(20, 0)) && !set.has(Point::new(21, 1)));
        set.toggle(points[0]);
        set.toggle(Point::new(5, 5));
        assert!(!set.has(points[0]) && set.has(Point::new(5, 5)));
        let mut other = Rows::default();
        other.add(points[2]);
        other.add(Point::new(9, 9));
        assert_eq!(set.and(&other).iter().collect::<Vec<_>>(), [points[2]]);
        let either = set.or(&other);
        assert_eq!(either.count(), 5);
        assert!([points[1], points[2], Point::new(9, 9)].iter().all(|point| either.has(*point)));
    }
}
