//! The transposition table: proven bounds by position, without loss, without locks.
//!
//! The 56 bits of a key are scrambled by a bijection. The upper bits choose a bucket of four
//! entries, the lower 44 are stored, so two positions are never taken for one another:
//!
//! ```text
//!   63    58 57    52 51 49 48  44 43                       0
//!  +--------+--------+-----+------+--------------------------+
//!  | 32 -   | lower  | col | work | lower 44 bits of the     |
//!  | upper  |  + 32  |  +1 |      | scrambled key            |
//!  +--------+--------+-----+------+--------------------------+
//! ```
//!
//! A zero entry says nothing: upper bound 32, lower bound -32, no column. An entry is one
//! word, read and written whole, so threads can share the table without locks.
//!
//! The table starts small, which keeps easy positions in the fast caches, and doubles when
//! the stores show that the search is long. The next bit of the scrambled key then says which
//! of the two new buckets an entry moves to; that bit is among the stored ones.

use super::board::Shape;
use crate::lanes::{Lanes, prefetch, zeroed_words};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

const TAG_BITS: u32 = 44;
const KEY_BITS: u32 = 56;
const TAG: u64 = (1 << TAG_BITS) - 1;
const KEY: u64 = (1 << KEY_BITS) - 1;
const WORK_AT: u32 = 44;
const COL_AT: u32 = 49;
const LOWER_AT: u32 = 52;
const UPPER_AT: u32 = 58;
const BIAS: i32 = 32;
const SLOTS: usize = 4;
/// Twelve bits of bucket number and 44 stored ones are the whole key: the least size.
const MIN_BUCKET_BITS: u32 = KEY_BITS - TAG_BITS;
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
const FOLD: u32 = 29;
/// Up to this many stores the touched buckets are remembered and cleared one by one.
const TOUCHED: u32 = 512;

/// A position's scrambled key: equal for a position and its mirror image, and for no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(u64);

impl Hash {
    /// The hash of a key and whether it is that of the mirrored position.
    #[inline(always)]
    pub(super) fn new(shape: impl Shape, key: u64) -> (Self, bool) {
        let mirror = shape.mirror(key);
        let mut h = key.min(mirror);
        for factor in FACTORS {
            h = h.wrapping_mul(factor) & KEY;
            h ^= h >> FOLD;
        }
        (Self(h), mirror < key)
    }

    /// Its bits.
    #[inline(always)]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// The hashes of a key per lane.
    #[inline(always)]
    pub(super) fn lanes<L: Lanes>(l: L, shape: impl Shape, keys: L::V) -> L::V {
        let mirror = l.shr(l.swap_bytes(keys), 64 - 8 * shape.cols());
        let mut h = l.min(keys, mirror);
        for factor in FACTORS {
            h = l.and(l.mul(h, factor), l.splat(KEY));
            h = l.xor(h, l.shr(h, FOLD));
        }
        h
    }

    /// A placeholder.
    pub(super) const ZERO: Self = Self(0);

    /// A hash that [`Hash::lanes`] computed.
    #[inline(always)]
    pub(super) fn from_lane(h: u64) -> Self {
        Self(h)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u64);

impl Entry {
    /// Nothing known.
    pub(super) const NONE: Self = Self(0);

    /// The score is not above this.
    #[inline(always)]
    pub(super) fn upper(self) -> i32 {
        BIAS - (self.0 >> UPPER_AT) as i32
    }
    /// The score is not below this.
    #[inline(always)]
    pub(super) fn lower(self) -> i32 {
        (self.0 >> LOWER_AT & 0x3f) as i32 - BIAS
    }
    /// The column that last raised the lower bound, seen from the unmirrored position.
    #[inline(always)]
    pub(super) fn col(self) -> Option<u32> {
        ((self.0 >> COL_AT & 7) as u32).checked_sub(1)
    }
}

/// Proven bounds of positions. Grows up to the size it was made with.
#[derive(Debug)]
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// How many words to skip so that buckets do not straddle cache lines.
    skip: usize,
    bucket_bits: AtomicU32,
    max_bits: u32,
    touched: Box<[AtomicU32]>,
    touched_count: AtomicU32,
}

impl Table {
    /// A table that may grow up to `megabytes`, a power of two at least 1; others are rounded
    /// down. The memory is reserved at once but only used as the table grows.
    pub(super) fn with_megabytes(megabytes: usize) -> Self {
        let words = (megabytes.max(1) << 20) / size_of::<u64>();
        let max_bits = (words / SLOTS).ilog2().clamp(MIN_BUCKET_BITS, 40);
        let words = zeroed_words((SLOTS << max_bits) + 8);
        let skip = (words.as_ptr() as usize).wrapping_neg() % 64 / size_of::<u64>();
        Self {
            words,
            skip,
            bucket_bits: AtomicU32::new(MIN_BUCKET_BITS),
            max_bits,
            touched: (0..TOUCHED).map(|_| AtomicU32::new(0)).collect(),
            touched_count: AtomicU32::new(0),
        }
    }

    /// Forgets everything and becomes small again.
    pub(super) fn clear(&mut self) {
        let touched = *self.touched_count.get_mut() as usize;
        if touched < self.touched.len() {
            for i in 0..touched {
                let bucket = *self.touched[i].get_mut() as usize;
                for word in self.bucket(bucket) {
                    word.store(0, Relaxed);
                }
            }
        } else {
            let end = self.skip + (SLOTS << *self.bucket_bits.get_mut());
            for word in &mut self.words[self.skip..end] {
                *word.get_mut() = 0;
            }
        }
        *self.bucket_bits.get_mut() = MIN_BUCKET_BITS;
        *self.touched_count.get_mut() = 0;
    }

    /// Takes the full size at once, before threads share the table.
    pub(super) fn grow_fully(&self) {
        while self.bucket_bits.load(Relaxed) < self.max_bits {
            self.double();
        }
        self.touched_count.store(TOUCHED, Relaxed);
    }

    /// Whether so many stores of new positions since the last doubling ask for another.
    #[inline(always)]
    pub(super) fn is_crowded(&self, fresh: u64) -> bool {
        let bits = self.bucket_bits.load(Relaxed);
        fresh > (2 * SLOTS as u64) << bits && bits < self.max_bits
    }

    /// Doubles the table. No other thread may use it meanwhile (nothing would break but
    /// entries would be lost), so only a search that is alone calls this.
    #[cold]
    pub(super) fn double(&self) {
        let bits = self.bucket_bits.load(Relaxed);
        for bucket in (0..1usize << bits).rev() {
            let entries: [u64; SLOTS] =
                std::array::from_fn(|i| self.bucket(bucket)[i].load(Relaxed));
            let mut halves = [[0u64; SLOTS]; 2];
            let mut filled = [0; 2];
            for entry in entries.into_iter().filter(|&e| e != 0) {
                let half = (entry >> (KEY_BITS - bits - 1) & 1) as usize;
                halves[half][filled[half]] = entry;
                filled[half] += 1;
            }
            for (half, entries) in halves.into_iter().enumerate() {
                for (word, entry) in self.bucket(2 * bucket + half).iter().zip(entries) {
                    word.store(entry, Relaxed);
                }
            }
        }
        self.bucket_bits.store(bits + 1, Relaxed);
        self.touched_count.store(TOUCHED, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, bucket: usize) -> &[AtomicU64] {
        &self.words[self.skip + SLOTS * bucket..][..SLOTS]
    }

    #[inline(always)]
    fn bucket_of(&self, hash: Hash) -> usize {
        (hash.0 >> (KEY_BITS - self.bucket_bits.load(Relaxed))) as usize
    }

    /// Starts bringing a position's bucket near.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: Hash) {
        prefetch(&self.bucket(self.bucket_of(hash))[0]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn probe(&self, hash: Hash) -> Entry {
        let tag = hash.0 & TAG;
        for word in self.bucket(self.bucket_of(hash)) {
            let entry = word.load(Relaxed);
            if entry & TAG == tag {
                return Entry(entry);
            }
        }
        Entry::NONE
    }

    /// Keeps that the score is at least `score`, by the move `col`, found with `nodes` nodes.
    /// Says whether the position is new.
    pub(super) fn store_lower(&self, hash: Hash, score: i32, col: u32, nodes: u64) -> bool {
        self.update(hash, nodes, |old| {
            let lower = ((score + BIAS) as u64) << LOWER_AT;
            let col = u64::from(col + 1) << COL_AT;
            (old & !(0x3f << LOWER_AT | 7 << COL_AT)) | lower | col
        })
    }

    /// Keeps that the score is at most `score`, found with `nodes` nodes. Says whether the
    /// position is new.
    pub(super) fn store_upper(&self, hash: Hash, score: i32, nodes: u64) -> bool {
        self.update(hash, nodes, |old| {
            (old & !(0x3f << UPPER_AT)) | ((BIAS - score) as u64) << UPPER_AT
        })
    }

    /// Changes the position's entry, or makes one in place of an empty or the cheapest entry.
    #[inline(always)]
    fn update(&self, hash: Hash, nodes: u64, change: impl Fn(u64) -> u64) -> bool {
        let tag = hash.0 & TAG;
        let index = self.bucket_of(hash);
        let bucket = self.bucket(index);
        let work = u64::from(64 - nodes.leading_zeros()).min(31) << WORK_AT;
        let mut place = &bucket[0];
        let mut least = u64::MAX;
        for word in bucket {
            let old = word.load(Relaxed);
            if old & TAG == tag {
                let kept = old & !(0x1f << WORK_AT) | work.max(old & 0x1f << WORK_AT);
                word.store(change(kept), Relaxed);
                return false;
            }
            let cost = old & 0x1f << WORK_AT;
            if cost < least {
                least = cost;
                place = word;
            }
        }
        place.store(change(tag | work), Relaxed);
        let touched = self.touched_count.load(Relaxed);
        if touched < TOUCHED {
            self.touched[touched as usize].store(index as u32, Relaxed);
            self.touched_count.store(touched + 1, Relaxed);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_core::SplitMix64;

    /// What a position's entry is made to say: bounds that depend on all of its hash.
    fn store(table: &Table, hash: Hash) {
        let n = SplitMix64::mix(hash.0);
        table.store_lower(hash, (n % 20) as i32 - 20, (n % 7) as u32, 1 + n % 1000);
        table.store_upper(hash, (n / 20 % 20) as i32, 1);
    }

    fn agrees(entry: Entry, hash: Hash) -> bool {
        let n = SplitMix64::mix(hash.0);
        (entry.lower(), entry.upper()) == ((n % 20) as i32 - 20, (n / 20 % 20) as i32)
            && entry.col() == Some((n % 7) as u32)
    }

    #[test]
    fn positions_that_differ_in_any_one_bit_are_told_apart_at_every_size() {
        let mut rng = SplitMix64::new(5);
        let table = Table::with_megabytes(8);
        for bits in MIN_BUCKET_BITS..=table.max_bits {
            for _ in 0..100 {
                let hash = Hash(rng.next_u64() & KEY);
                store(&table, hash);
                assert!(agrees(table.probe(hash), hash));
                for bit in 0..KEY_BITS {
                    let other = Hash(hash.0 ^ 1 << bit);
                    assert_eq!(table.probe(other), Entry::NONE, "bit {bit} with {bits} bits");
                }
            }
            if bits < table.max_bits {
                table.double();
            }
        }
    }

    #[test]
    fn entries_survive_the_doubling_and_go_when_the_table_is_cleared() {
        let mut rng = SplitMix64::new(6);
        let mut table = Table::with_megabytes(8);
        let hashes: Vec<Hash> = (0..3000).map(|_| Hash(rng.next_u64() & KEY)).collect();
        hashes.iter().for_each(|&hash| store(&table, hash));
        let kept: Vec<Hash> =
            hashes.iter().copied().filter(|&hash| table.probe(hash) != Entry::NONE).collect();
        assert!(kept.len() > 2900, "{} of 3000 fit", kept.len());
        table.grow_fully();
        assert!(kept.iter().all(|&hash| agrees(table.probe(hash), hash)));
        table.clear();
        assert!(hashes.iter().all(|&hash| table.probe(hash) == Entry::NONE));
        for &hash in &hashes[..TOUCHED as usize / 2] {
            store(&table, hash);
        }
        table.clear();
        assert!(hashes.iter().all(|&hash| table.probe(hash) == Entry::NONE));
    }

    #[test]
    fn a_bound_leaves_the_other_as_it_was_and_says_whether_it_is_new() {
        let table = Table::with_megabytes(1);
        let hash = Hash(77 << 44 | 5);
        assert_eq!((Entry::NONE.lower(), Entry::NONE.upper(), Entry::NONE.col()), (-32, 32, None));
        assert!(table.store_upper(hash, 3, 9));
        let entry = table.probe(hash);
        assert_eq!((entry.lower(), entry.upper(), entry.col()), (-32, 3, None));
        assert!(!table.store_lower(hash, -4, 0, 9));
        let entry = table.probe(hash);
        assert_eq!((entry.lower(), entry.upper(), entry.col()), (-4, 3, Some(0)));
        assert!(!table.store_lower(hash, 2, 6, 9));
        assert!(!table.store_upper(hash, 2, 9));
        let entry = table.probe(hash);
        assert_eq!((entry.lower(), entry.upper(), entry.col()), (2, 2, Some(6)));
    }

    /// Hashes that share a bucket of the smallest table.
    fn neighbours(n: u64) -> Hash {
        Hash((9 << 44) | (n + 1))
    }

    #[test]
    fn in_a_full_bucket_the_cheapest_entry_makes_room() {
        for cheapest in 0..4 {
            let table = Table::with_megabytes(1);
            for n in 0..4 {
                let nodes = if n == cheapest { 4 } else { 1 << (10 + n) };
                assert!(table.store_upper(neighbours(n), 1, nodes));
            }
            assert!(table.store_upper(neighbours(9), 1, 1));
            let left: Vec<u64> =
                (0..4).filter(|n| table.probe(neighbours(*n)) != Entry::NONE).collect();
            let expected: Vec<u64> = (0..4).filter(|n| *n != cheapest).collect();
            assert_eq!(left, expected);
            assert_ne!(table.probe(neighbours(9)), Entry::NONE);
        }
    }

    #[test]
    fn the_work_that_counts_is_the_most_that_was_spent() {
        let table = Table::with_megabytes(1);
        for n in 0..4 {
            table.store_upper(neighbours(n), 1, 100);
        }
        // Found again with less: what it once cost still speaks for it.
        table.store_lower(neighbours(2), 0, 3, 5000);
        table.store_lower(neighbours(2), 0, 3, 1);
        for n in 10..13 {
            table.store_upper(neighbours(n), 1, 3000);
        }
        assert_ne!(table.probe(neighbours(2)), Entry::NONE);
        assert_eq!(table.probe(neighbours(0)), Entry::NONE);
        // More nodes than can be told apart count as the most.
        table.store_upper(neighbours(20), 1, u64::MAX);
        assert_ne!(table.probe(neighbours(20)), Entry::NONE);
    }

    #[test]
    fn a_table_grows_when_it_is_crowded_and_not_beyond_its_size() {
        let table = Table::with_megabytes(1);
        let full = 8 << MIN_BUCKET_BITS;
        assert!(!table.is_crowded(full) && table.is_crowded(full + 1));
        table.double();
        assert!(!table.is_crowded(2 * full) && table.is_crowded(2 * full + 1));
        table.grow_fully();
        assert_eq!(table.bucket_bits.load(Relaxed), table.max_bits);
        assert!(!table.is_crowded(u64::MAX));
        let bits = |megabytes| Table::with_megabytes(megabytes).max_bits;
        assert_eq!([0, 1, 2, 3, 4].map(bits), [15, 15, 16, 16, 17]);
        assert_eq!(std::ptr::from_ref(&table.bucket(0)[0]) as usize % 32, 0);
    }

    /// Up to the edge of what is remembered one by one, and beyond it, nothing stays.
    #[test]
    fn a_cleared_table_is_empty_however_much_was_in_it() {
        for stores in [1, TOUCHED - 1, TOUCHED, TOUCHED + 1] {
            let mut table = Table::with_megabytes(1);
            let hashes: Vec<Hash> =
                (0..u64::from(stores)).map(|n| Hash((n << 46 & KEY) | (n + 1))).collect();
            hashes.iter().for_each(|hash| assert!(table.store_upper(*hash, 1, 1)));
            table.clear();
            assert!(hashes.iter().all(|hash| table.probe(*hash) == Entry::NONE), "{stores}");
            assert!(table.store_upper(hashes[0], 1, 1), "it is new again");
        }
    }

    #[test]
    fn lanes_hash_as_single_positions_do_and_mirror_images_alike() {
        use super::super::board::Standard;
        let mut rng = SplitMix64::new(8);
        let keys: [u64; 8] = std::array::from_fn(|_| rng.next_u64() & KEY);
        let lanes = crate::lanes::Scalar;
        let hashes = lanes.store(Hash::lanes(lanes, Standard, lanes.load(keys)));
        for (key, hash) in keys.into_iter().zip(hashes) {
            let (alone, mirrored) = Hash::new(Standard, key);
            assert_eq!((alone, alone.bits()), (Hash::from_lane(hash), hash));
            let image = Standard.mirror(key);
            assert_eq!(Hash::new(Standard, image), (alone, !mirrored));
            assert_eq!(mirrored, image < key);
        }
    }
}
