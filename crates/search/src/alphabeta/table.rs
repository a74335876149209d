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
mod tests {
    use super::*;
    use alinea_core::SplitMix64;

    fn entry(score: i32, depth: u8) -> Entry {
        let score = Score::from_raw(score);
        Entry { score, bound: Bound::Lower, depth, solid: false, mv: 7 }
    }

    #[test]
    fn entries_read_back_whole() {
        let mut table = Table::new(1);
        table.next_generation();
        for (key, score) in [(1, -1), (2, Score::win_in(3).raw()), (3, Score::loss_in(0).raw())] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for solid in [false, true] {
                    let stored = Entry { bound, solid, mv: NO_MOVE, ..entry(score, 255) };
                    table.clear();
                    table.next_generation();
                    table.put(key, stored);
                    assert_eq!(table.get(key), Some(stored));
                    assert_eq!(table.get(key + 64), None);
                }
            }
        }
    }

    #[test]
    fn decided_scores_mean_the_same_at_every_ply() {
        let score = Entry::relative(Score::win_in(7).raw(), 4);
        assert_eq!(score, Score::win_in(3));
        let stored = Entry { score, ..entry(0, 1) };
        assert_eq!(stored.score_at(2), Score::win_in(5));
        assert_eq!(Entry::relative(Score::loss_in(7).raw(), 4), Score::loss_in(3));
        assert_eq!(Entry::relative(-250, 4), Score::from_raw(-250));
    }

    /// A shallow search that found a loss does not know whether a deeper one loses later: only a window that lies above the loss is settled by it.
    #[test]
    fn a_shallow_end_settles_only_windows_beyond_it() {
        let ask = |score: Score, bound, window: [Score; 2]| {
            let stored = Entry { score, bound, ..entry(0, 2) };
            stored.answer(5, 0, window.map(Score::raw)).is_some()
        };
        let (loss, win) = (Score::loss_in(4), Score::win_in(5));
        let later = Score::loss_in(9);
        for bound in [Bound::Upper, Bound::Exact] {
            assert!(ask(loss, bound, [Score::DRAW, Score::estimate(1.0)]));
            assert!(ask(loss, bound, [loss, later]));
            assert!(!ask(loss, bound, [Score::loss_in(2), later]), "a longer loss may be there");
        }
        for bound in [Bound::Lower, Bound::Exact] {
            assert!(ask(win, bound, [Score::DRAW, Score::estimate(1.0)]));
            assert!(ask(win, bound, [Score::win_in(7), win]));
            assert!(
                !ask(win, bound, [Score::DRAW, Score::win_in(3)]),
                "a shorter win may be there"
            );
        }
        assert!(!ask(loss, Bound::Lower, [Score::DRAW, Score::estimate(1.0)]));
        assert!(!ask(win, Bound::Upper, [Score::DRAW, Score::estimate(1.0)]));
        let estimate = Score::estimate(2.0);
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            assert!(!ask(estimate, bound, [Score::MIN, Score::MAX]), "too shallow");
        }
        let deep = Entry { bound: Bound::Exact, ..entry(200, 5) };
        assert_eq!(deep.answer(5, 3, [0, 1]), Some(200));
        assert_eq!(Entry { bound: Bound::Upper, ..deep }.answer(5, 3, [100, 101]), None);
        assert_eq!(Entry { bound: Bound::Lower, ..deep }.answer(5, 3, [300, 301]), None);
    }

    #[test]
    fn memory_stays_within_what_was_asked() {
        for megabytes in [0, 1, 3, 5] {
            let mut table = Table::new(megabytes);
            table.next_generation();
            for key in 0..200_000 {
                table.put(SplitMix64::mix(key), entry(1, 3));
                assert!(table.bytes() <= megabytes << 20);
            }
            assert!(table.bytes() * 2 > megabytes << 20 || megabytes == 0);
            table.clear();
            assert_eq!(table.get(0), None);
        }
    }

    #[test]
    fn nothing_is_lost_while_the_table_grows() {
        let mut table = Table::new(8);
        table.next_generation();
        for key in 1..=100_000 {
            table.put(SplitMix64::mix(key), entry(key as i32, 3));
        }
        let kept = (1..=100_000)
            .filter(|&key| table.get(SplitMix64::mix(key)) == Some(entry(key as i32, 3)));
        assert!(kept.count() > 90_000);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_of_the_same_search() {
        let mut table = Table::new(1);
        table.next_generation();
        let step = table.max_buckets as u64;
        table.put(0, entry(9, 9));
        for i in 1..50 {
            table.put(i * step, entry(1, 1));
        }
        assert_eq!(table.get(0), Some(entry(9, 9)));
        table.next_generation();
        for i in 1..50 {
            table.put(i * step, entry(1, 1));
        }
        assert_eq!(table.get(0), None);
    }
}
