//! What NINJA remembers of positions it has searched.

use super::state::{NONE, Step};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The value itself.
    Exact,
}

/// What was found below a position. Decided values count plies from that position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: i32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    pub(super) step: Step,
}

/// Sixteen bytes: four slots fill a cache line.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    value: i32,
    depth: i8,
    bound: Bound,
    step: Step,
    /// Which search wrote it; 0 is an empty slot.
    age: u8,
}

const EMPTY: Slot = Slot { key: 0, value: 0, depth: 0, bound: Bound::Upper, step: NONE, age: 0 };

/// Slots in buckets of four; within a bucket the oldest and shallowest makes room.
pub(super) struct Table {
    slots: Vec<Slot>,
    mask: usize,
    age: u8,
}

const BUCKET: usize = 4;

impl Table {
    /// A table of at most this many megabytes, a power of two of buckets.
    pub(super) fn new(megabytes: usize) -> Table {
        let bytes = BUCKET * size_of::<Slot>();
        let wanted = (megabytes.max(1) * 1024 * 1024 / bytes).max(1);
        let buckets = 1 << wanted.ilog2();
        Table { slots: vec![EMPTY; buckets * BUCKET], mask: buckets - 1, age: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.age = 1;
    }

    /// A new search begins: what earlier ones left may be replaced first.
    pub(super) fn grow_older(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key as usize & self.mask) * BUCKET
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Found> {
        let first = self.bucket(key);
        let slot = self.slots[first..first + BUCKET].iter().find(|slot| slot.holds(key))?;
        let Slot { value, depth, bound, step, .. } = *slot;
        Some(Found { value, depth, bound, step })
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, found: Found) {
        let first = self.bucket(key);
        let age = self.age;
        let bucket = &mut self.slots[first..first + BUCKET];
        let worth = |slot: &Slot| match slot.age {
            0 => i32::MIN,
            _ => i32::from(slot.depth) + if slot.age == age { 64 } else { 0 },
        };
        let same = bucket.iter().position(|slot| slot.holds(key));
        let place = same.or_else(|| (0..BUCKET).min_by_key(|&i| worth(&bucket[i]))).unwrap_or(0);
        // A search that found no move better than another keeps the move an earlier one found.
        let step = match (same, found.step) {
            (Some(_), NONE) => bucket[place].step,
            _ => found.step,
        };
        let Found { value, depth, bound, .. } = found;
        bucket[place] = Slot { key, value, depth, bound, step, age };
    }
}

impl Slot {
    #[inline]
    fn holds(&self, key: u64) -> bool {
        self.key == key && self.age != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_deepest_of_a_full_bucket() {
        let mut table = Table::new(1);
        let colliding = |i: u64| i << 40;
        for i in 0..5 {
            let found = Found { value: i as i32, depth: i as i8, bound: Bound::Exact, step: 3 };
            table.put(colliding(i), found);
        }
        assert!(table.get(colliding(0)).is_none(), "the shallowest made room");
        assert_eq!(table.get(colliding(4)).map(|found| found.value), Some(4));
        table.clear();
        assert!(table.get(colliding(4)).is_none());
    }
}
