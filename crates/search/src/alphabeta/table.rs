//! What a search remembers of positions: a table that grows up to the size it was given.
//!
//! ```text
//! word 0   the whole key
//! word 1   score 32 | move index 16 | depth 8 | generation 5 | solid 1 | bound 2
//! ```
//! Scores are stored as seen from their own position, so an entry means the same at every ply.

use crate::Score;

/// What a stored score says about the value of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at most this.
    Upper,
    /// The value is at least this.
    Lower,
    /// The value is this.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// As seen from the position itself.
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// Plies searched below the position.
    pub(super) depth: u8,
    /// Whether the score rests on finished games alone, so that no depth changes it.
    pub(super) solid: bool,
    /// Index of the move that gave the score; [`NO_MOVE`] if none did.
    pub(super) mv: u16,
}

impl Entry {
    /// A score seen from the root as its position, `ply` moves away, sees it.
    #[inline]
    pub(super) fn relative(raw: i32, ply: usize) -> Score {
        Score::from_raw(raw).later(-(ply as i32))
    }

    /// The score as a root `ply` moves away sees it.
    #[inline]
    pub(super) fn score_at(&self, ply: usize) -> Score {
        self.score.later(ply as i32)
    }
}

impl Entry {
    /// The score from the root's view if it settles a search of this depth and window.
    #[inline]
    pub(super) fn answer(&self, depth: i32, ply: usize, window: [i32; 2]) -> Option<i32> {
        let score = self.score_at(ply);
        let raw = score.raw();
        let holds = if !self.solid && i32::from(self.depth) < depth {
            // Too shallow, but a win found is a win, and a loss a loss, at any depth.
            match self.bound {
                Bound::Lower | Bound::Exact if score.win().is_some() => raw >= window[1],
                Bound::Upper | Bound::Exact if score.loss().is_some() => raw <= window[0],
                _ => false,
            }
        } else {
            match self.bound {
                Bound::Exact => true,
                Bound::Lower => raw >= window[1],
                Bound::Upper => raw <= window[0],
            }
        };
        holds.then_some(raw)
    }
}

/// The index of no move.
pub(super) const NO_MOVE: u16 = u16::MAX;

const WAYS: usize = 4;
const GENERATIONS: u64 = 32;

type Bucket = [[u64; 2]; WAYS];

/// Buckets of a table that has just begun to grow.
const FIRST_BUCKETS: usize = 1 << 12;

/// A table of at most the memory asked for. It starts small and doubles while it fills, so that
/// short searches stay within the processor's caches.
pub(super) struct Table {
    max_buckets: usize,
    buckets: Vec<Bucket>,
    /// Slots filled since the table had its present size.
    filled: usize,
    generation: u64,
}

impl Table {
    pub(super) fn new(megabytes: usize) -> Table {
        let fitting = (megabytes << 20) / size_of::<Bucket>();
        let max_buckets = if fitting == 0 { 0 } else { 1 << fitting.ilog2() };
        Table { max_buckets, buckets: Vec::new(), filled: 0, generation: 0 }
    }

    /// Forgets everything and gives the memory back.
    pub(super) fn clear(&mut self) {
        self.buckets = Vec::new();
        self.filled = 0;
        self.generation = 0;
    }

    /// A new search begins: what older ones left is replaced first.
    pub(super) fn next_generation(&mut self) {
        if self.buckets.is_empty() {
            self.buckets = vec![[[0; 2]; WAYS]; self.max_buckets.min(FIRST_BUCKETS)];
        }
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// Doubles the table. A bucket's entries stay or go to its twin, as their next key bit says.
    fn grow(&mut self) {
        let old = self.buckets.len();
        self.buckets.reserve_exact(old);
        self.buckets.resize(2 * old, [[0; 2]; WAYS]);
        let (stay, go) = self.buckets.split_at_mut(old);
        for (stay, go) in stay.iter_mut().zip(go) {
            for (slot, twin) in stay.iter_mut().zip(go) {
                if slot[0] as usize & old != 0 {
                    std::mem::swap(slot, twin);
                }
            }
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<usize> {
        // A table without memory has no mask and holds nothing.
        self.buckets.len().checked_sub(1).map(|mask| key as usize & mask)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)?];
        bucket.iter().find(|slot| slot[0] == key && slot[1] != 0).map(|slot| unpack(slot[1]))
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        debug_assert!(entry.score.raw().abs() <= Score::MAX.raw(), "{entry:?}");
        debug_assert_eq!(unpack(pack(entry, 0)), entry, "an entry fits its word");
        let Some(index) = self.bucket(key) else { return };
        let generation = self.generation;
        let slots = &mut self.buckets[index];
        let mut worst = 0;
        let mut least = u64::MAX;
        for (i, slot) in slots.iter().enumerate() {
            if slot[0] == key && slot[1] != 0 {
                let known = unpack(slot[1]);
                let shallower = entry.depth < known.depth && entry.bound != Bound::Exact;
                if !entry.solid && (known.solid || shallower) {
                    return;
                }
                worst = i;
                break;
            }
            let worth = worth(slot[1], generation);
            if worth < least {
                (worst, least) = (i, worth);
            }
        }
        let was_empty = slots[worst][1] == 0;
        slots[worst] = [key, pack(entry, generation)];
        if was_empty {
            self.filled += 1;
            if self.filled > self.buckets.len() * WAYS / 2 && self.buckets.len() < self.max_buckets
            {
                self.grow();
            }
        }
    }
}

/// How much a slot is worth keeping: this search's before older ones, deep before shallow.
#[inline]
fn worth(word: u64, generation: u64) -> u64 {
    if word == 0 {
        return 0;
    }
    let depth = word >> 8 & 0xff;
    let is_current = word >> 3 & (GENERATIONS - 1) == generation;
    1 + depth + if is_current { 256 } else { 0 }
}

#[inline]
fn pack(entry: Entry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    (entry.score.raw() as u32 as u64) << 32
        | u64::from(entry.mv) << 16
        | u64::from(entry.depth) << 8
        | generation << 3
        | u64::from(entry.solid) << 2
        | bound
}

#[inline]
fn unpack(word: u64) -> Entry {
    Entry {
        score: Score::from_raw((word >> 32) as u32 as i32),
        bound: match word & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: (word >> 8) as u8,
        solid: word >> 2 & 1 != 0,
        mv: (word >> 16) as u16,
    }
}

#[cfg(test)]
mod tests;
