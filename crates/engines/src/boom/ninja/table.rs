//! What NINJA remembers of positions it has searched.

use super::state::{NONE, Step};
use crate::lanes::{prefetch, zeroed_words};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper = 0,
    /// The true value is at least this.
    Lower = 1,
    /// The value itself.
    Exact = 2,
}

/// What was found below a position. Decided values count plies from that position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    pub(super) step: Step,
}

/// A key and what was found, packed from the lowest bits: value (32), depth (8), bound (8),
/// step (8), and which search wrote it (8; 0 is an empty slot). Four slots fill a cache line, and
/// a table of zeros costs nothing to make.
type Slot = [u64; 2];

#[inline(always)]
fn pack(found: Entry, age: u8) -> u64 {
    u64::from(found.value as u32)
        | u64::from(found.depth as u8) << 32
        | (found.bound as u64) << 40
        | u64::from(found.step) << 48
        | u64::from(age) << 56
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    let bound = match data >> 40 & 0xff {
        0 => Bound::Upper,
        1 => Bound::Lower,
        _ => Bound::Exact,
    };
    let (value, depth, step) = (data as u32 as i32, (data >> 32) as i8, (data >> 48) as u8);
    Entry { value, depth, bound, step }
}

#[inline(always)]
fn age_of(slot: &Slot) -> u8 {
    (slot[1] >> 56) as u8
}

#[inline(always)]
fn holds(slot: &Slot, key: u64) -> bool {
    slot[0] == key && age_of(slot) != 0
}

/// Slots in buckets of four; within a bucket the oldest and shallowest makes room. Most of a
/// search's waiting is for this memory, so it lies on huge pages, a bucket is a cache line, and a
/// search asks for a bucket before it needs it.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    mask: usize,
    age: u8,
}

const BUCKET: usize = 4;
const LINE_WORDS: usize = 8;

impl Table {
    /// A table of at most this many megabytes, a power of two of buckets.
    pub(super) fn new(megabytes: usize) -> Table {
        let bytes = BUCKET * size_of::<Slot>();
        let wanted = (megabytes.max(1) * 1024 * 1024 / bytes).max(1);
        let buckets = 1 << wanted.ilog2();
        let words = zeroed_words((buckets + 1) * LINE_WORDS);
        let offset = words.as_ptr() as usize % bytes;
        let first = (bytes - offset) % bytes / size_of::<AtomicU64>();
        Table { words, first, mask: buckets - 1, age: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.age = 1;
    }

    /// A new search begins: what earlier ones left may be replaced first.
    pub(super) fn grow_older(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    /// The words of the bucket of a key.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let start = self.first + (key as usize & self.mask) * LINE_WORDS;
        &self.words[start..start + LINE_WORDS]
    }

    /// Brings the bucket of a key near: it will be asked for soon.
    #[inline(always)]
    pub(super) fn prepare(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let slots = slots(self.bucket(key));
        slots.into_iter().find(|slot| holds(slot, key)).map(|slot| unpack(slot[1]))
    }

    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, mut found: Entry) {
        let age = self.age;
        let words = self.bucket(key);
        let bucket = slots(words);
        let worth = |slot: &Slot| match age_of(slot) {
            0 => i32::MIN,
            written => i32::from(unpack(slot[1]).depth) + if written == age { 64 } else { 0 },
        };
        let same = bucket.iter().position(|slot| holds(slot, key));
        let place = same.or_else(|| (0..BUCKET).min_by_key(|&i| worth(&bucket[i]))).unwrap_or(0);
        // A search that found no move better than another keeps the move an earlier one found.
        if same.is_some() && found.step == NONE {
            found.step = unpack(bucket[place][1]).step;
        }
        words[2 * place].store(key, Relaxed);
        words[2 * place + 1].store(pack(found, age), Relaxed);
    }
}

/// The slots of a bucket.
#[inline(always)]
fn slots(words: &[AtomicU64]) -> [Slot; BUCKET] {
    std::array::from_fn(|i| [words[2 * i].load(Relaxed), words[2 * i + 1].load(Relaxed)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_deepest_of_a_full_bucket() {
        let mut table = Table::new(1);
        let colliding = |i: u64| i << 40;
        for i in 0..5 {
            let found = Entry { value: i as i32, depth: i as i8, bound: Bound::Exact, step: 3 };
            table.put(colliding(i), found);
        }
        assert!(table.get(colliding(0)).is_none(), "the shallowest made room");
        assert_eq!(table.get(colliding(4)).map(|found| found.value), Some(4));
        let found = Entry { value: -999_990, depth: -3, bound: Bound::Lower, step: 7 };
        table.put(99, found);
        let back = table.get(99).unwrap();
        assert_eq!(
            (back.value, back.depth, back.bound, back.step),
            (found.value, found.depth, found.bound, found.step)
        );
        table.clear();
        assert!(table.get(colliding(4)).is_none());
    }

    fn entry(depth: i8, step: Step) -> Entry {
        Entry { value: 7, depth, bound: Bound::Upper, step }
    }

    #[test]
    fn every_part_of_an_entry_is_read_back() {
        let mut table = Table::new(1);
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        for (key, bound) in (10..).zip(bounds) {
            for (value, depth, step) in [(1_000_000, 127, 0), (-1_000_000, -128, 7), (0, 0, NONE)] {
                table.put(key << 20, Entry { value, depth, bound, step: 3 });
                table.put(key << 20, Entry { value, depth, bound, step });
                let found = table.get(key << 20).unwrap();
                let kept = if step == NONE { 3 } else { step };
                let parts = (found.value, found.depth, found.bound, found.step);
                assert_eq!(parts, (value, depth, bound, kept));
            }
        }
        assert!(table.get(0).is_none(), "an empty slot is no entry, whatever its key");
    }

    #[test]
    fn what_earlier_searches_left_makes_room_first_however_often_they_were() {
        let mut table = Table::new(1);
        let key = |i: u64| i << 40;
        for round in 0..300 {
            for i in 0..4 {
                table.put(key(4 * round + i), entry(60, 1));
            }
            table.grow_older();
            assert_ne!(table.age, 0, "nothing is written as an empty slot");
            table.put(key(4 * round + 4), entry(1, 2));
            assert!(table.get(key(4 * round + 4)).is_some());
            let left = (0..4).filter(|i| table.get(key(4 * round + i)).is_some()).count();
            assert_eq!(left, 3, "one of the old ones is gone");
            table.clear();
            table.age = (round % 255 + 1) as u8;
        }
        table.put(key(1), entry(60, 1));
        table.clear();
        assert_eq!(table.age, 1);
    }

    #[test]
    fn a_bucket_is_a_cache_line_and_as_many_fit_as_are_allowed() {
        for (megabytes, buckets) in [(0, 1 << 14), (1, 1 << 14), (2, 1 << 15), (3, 1 << 15)] {
            let table = Table::new(megabytes);
            assert_eq!(table.mask + 1, buckets);
            let first = std::ptr::from_ref(&table.bucket(0)[0]) as usize;
            assert_eq!(first % 64, 0);
            assert_eq!(table.bucket(u64::MAX).len(), LINE_WORDS);
        }
    }
}
