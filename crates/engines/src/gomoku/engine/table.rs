//! The table of positions seen: lock-free, shared by all threads, fixed in size.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::point::Point;
use crate::lanes::{prefetch, zeroed_words};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// Nothing but the evaluation is known.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score.
    Exact,
}

/// What the table remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Score as seen from the position itself: decided scores count plies from here.
    pub score: i16,
    /// The static evaluation.
    pub eval: i16,
    /// Depth of the search in the search's own unit, 0 to 1023.
    pub depth: u16,
    /// What the score means.
    pub bound: Bound,
    /// The best move, or none.
    pub best: Point,
    /// Whether the position was once on a principal variation.
    pub pv: bool,
}

/// Slots of a bucket.
const WAYS: usize = 4;
/// A slot is two words: the key xor the data, so that a torn pair reads as a miss, and the data.
const SLOT_WORDS: usize = 2;
const BUCKET_WORDS: usize = WAYS * SLOT_WORDS;
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();

/// The table. A bucket is a cache line, the memory lies on huge pages where the system has them,
/// and a search asks for a bucket before it needs it.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// A table of at most so many bytes (at least 64), but for what it takes to begin with a cache line.
    pub(super) fn new(bytes: usize) -> Table {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let words = zeroed_words((buckets + 1) * BUCKET_WORDS);
        let offset = words.as_ptr() as usize % BUCKET_BYTES;
        let first = (BUCKET_BYTES - offset) % BUCKET_BYTES / size_of::<AtomicU64>();
        Table { words, first, buckets, generation: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
        self.generation.store(0, Relaxed);
    }

    /// Makes older entries the first to go.
    pub(super) fn new_search(&self) {
        let next = (self.generation.load(Relaxed) + 1) & 31;
        self.generation.store(next, Relaxed);
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// The words of the bucket of a key.
    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.first + index * BUCKET_WORDS;
        &self.words[start..start + BUCKET_WORDS]
    }

    /// Brings the bucket of a key near: it will be asked for soon.
    #[inline]
    pub(super) fn prepare(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.bucket(key).as_chunks::<SLOT_WORDS>().0 {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers a position, over an older or shallower one of its bucket.
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut victim = None;
        let mut lowest = i32::MAX;
        for slot in self.bucket(key).as_chunks::<SLOT_WORDS>().0 {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                victim = Some(slot);
                break;
            }
            let old = unpack(data);
            if slot[0].load(Relaxed) ^ data == key {
                if entry.best == Point::NONE {
                    entry.best = old.best;
                }
                // A much deeper result of this search is worth more than a shallow new bound.
                let keep = entry.bound != Bound::Exact
                    && age(data) == generation
                    && old.depth > entry.depth + 64;
                if keep {
                    return;
                }
                victim = Some(slot);
                break;
            }
            let years = i32::from((32 + generation - age(data)) & 31);
            let worth = i32::from(old.depth) - 128 * years;
            if worth < lowest {
                lowest = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            let data = pack(&entry, generation);
            slot[1].store(data, Relaxed);
            slot[0].store(key ^ data, Relaxed);
        }
    }
}

/// Bits: score 16, eval 16, depth 10, bound 2, best 10, pv 1, generation 5, and one that is always set.
fn pack(entry: &Entry, generation: u8) -> u64 {
    u64::from(entry.score as u16)
        | u64::from(entry.eval as u16) << 16
        | u64::from(entry.depth.min(1023)) << 32
        | u64::from(entry.bound as u8) << 42
        | u64::from(entry.best.0 & 1023) << 44
        | u64::from(entry.pv) << 54
        | u64::from(generation & 31) << 55
        | 1 << 60
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: data as u16 as i16,
        eval: (data >> 16) as u16 as i16,
        depth: (data >> 32 & 1023) as u16,
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 42 & 3) as usize],
        best: Point((data >> 44 & 1023) as u16),
        pv: data >> 54 & 1 != 0,
    }
}

fn age(data: u64) -> u8 {
    (data >> 55 & 31) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 12);
        let entry = Entry {
            score: -123,
            eval: 77,
            depth: 300,
            bound: Bound::Lower,
            best: Point(417),
            pv: true,
        };
        table.store(42 << 40, entry);
        assert_eq!(table.probe(42 << 40), Some(entry));
        assert_eq!(table.probe(43 << 40), None);
        table.clear();
        assert_eq!(table.probe(42 << 40), None);
    }

    #[test]
    fn a_small_table_keeps_the_deeper() {
        let table = Table::new(64);
        let entry = |depth| Entry {
            score: 0,
            eval: 0,
            depth,
            bound: Bound::Exact,
            best: Point(1),
            pv: false,
        };
        for key in 1..=4u64 {
            table.store(key, entry(key as u16 * 10));
        }
        table.store(9, entry(5));
        assert!(table.probe(1).is_none());
        assert!(table.probe(4).is_some() && table.probe(9).is_some());
    }

    fn entry(depth: u16, bound: Bound, best: Point) -> Entry {
        Entry { score: 5, eval: -6, depth, bound, best, pv: false }
    }

    #[test]
    fn every_part_of_an_entry_is_read_back_at_its_limits() {
        let bounds = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
        for (bound, pv) in bounds.into_iter().zip([true, false, false, true]) {
            for (score, eval, depth, best) in
                [(i16::MIN, i16::MAX, 1023, Point(1022)), (i16::MAX, i16::MIN, 0, Point(0))]
            {
                let entry = Entry { score, eval, depth, bound, best, pv };
                for generation in [0, 1, 31] {
                    let data = pack(&entry, generation);
                    assert_eq!((unpack(data), age(data)), (entry, generation));
                }
            }
        }
        let deep = unpack(pack(&entry(5000, Bound::Exact, Point(3)), 0));
        assert_eq!(deep.depth, 1023, "what is deeper than can be told counts as the deepest");
    }

    #[test]
    fn a_much_deeper_result_of_the_same_search_stays_unless_the_new_one_is_exact() {
        let stored = |old: u16, new: Entry, searches: usize| {
            let table = Table::new(64);
            table.store(7, entry(old, Bound::Lower, Point(9)));
            (0..searches).for_each(|_| table.new_search());
            table.store(7, new);
            table.probe(7).unwrap()
        };
        let new = entry(100, Bound::Upper, Point::NONE);
        assert_eq!(stored(165, new, 0).depth, 165);
        let taken = Entry { best: Point(9), ..new };
        assert_eq!(stored(164, new, 0), taken, "a little deeper is not enough");
        assert_eq!(stored(165, new, 1), taken, "nor is an earlier search");
        let exact = entry(100, Bound::Exact, Point(4));
        assert_eq!(stored(900, exact, 0), exact);
    }

    #[test]
    fn the_years_of_an_entry_count_against_its_depth() {
        let table = Table::new(64);
        table.store(1, entry(400, Bound::Exact, Point(1)));
        table.new_search();
        table.new_search();
        table.store(2, entry(150, Bound::Exact, Point(1)));
        table.store(3, entry(160, Bound::Exact, Point(1)));
        table.store(4, entry(170, Bound::Exact, Point(1)));
        // Two years old at 400 is worth 144.
        table.store(5, entry(1, Bound::Exact, Point(1)));
        assert!(table.probe(1).is_none() && table.probe(2).is_some());
        table.store(6, entry(900, Bound::Exact, Point(1)));
        assert!(table.probe(5).is_none(), "the shallowest of this year");
        (0..40).for_each(|_| table.new_search());
        table.store(7, entry(1, Bound::Exact, Point(1)));
        table.store(8, entry(1, Bound::Exact, Point(1)));
        assert!(table.probe(7).is_some() && table.probe(8).is_some(), "years go round");
    }

    #[test]
    fn a_bucket_is_a_cache_line_and_as_many_fit_as_are_allowed() {
        for (bytes, used) in [(0, 64), (64, 64), (127, 64), (128, 128), (1 << 16, 1 << 16)] {
            let table = Table::new(bytes);
            assert_eq!(table.bytes(), used);
            for key in [0, 1 << 63, u64::MAX] {
                let bucket = table.bucket(key);
                assert_eq!(std::ptr::from_ref(&bucket[0]) as usize % 64, 0);
                assert_eq!(bucket.len(), BUCKET_WORDS);
            }
        }
    }
}
