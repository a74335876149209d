//! What the table keeps, gives back, replaces and forgets.

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
        assert!(!ask(win, bound, [Score::DRAW, Score::win_in(3)]), "a shorter win may be there");
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
    let kept =
        (1..=100_000).filter(|&key| table.get(SplitMix64::mix(key)) == Some(entry(key as i32, 3)));
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

/// Keys of one bucket, whatever the size of the table.
fn neighbours(table: &Table) -> impl Fn(u64) -> u64 + use<> {
    let step = table.max_buckets as u64;
    move |number| number * step
}

fn fresh() -> Table {
    let mut table = Table::new(1);
    table.next_generation();
    table
}

#[test]
fn an_answer_needs_the_depth_or_a_solid_score() {
    let exact = |depth, solid| Entry { bound: Bound::Exact, solid, ..entry(200, depth) };
    for (stored, solid, holds) in
        [(4, false, false), (5, false, true), (6, false, true), (4, true, true), (6, true, true)]
    {
        assert_eq!(
            exact(stored, solid).answer(5, 0, [0, 400]).is_some(),
            holds,
            "{stored} {solid}"
        );
    }
    // A bound answers from its own value on, and only on its own side.
    for (bound, window, holds) in [
        (Bound::Lower, [0, 200], true),
        (Bound::Lower, [0, 201], false),
        (Bound::Lower, [300, 400], false),
        (Bound::Upper, [200, 400], true),
        (Bound::Upper, [199, 400], false),
        (Bound::Upper, [0, 100], false),
    ] {
        for (stored, solid) in [(5, false), (2, true)] {
            let entry = Entry { bound, solid, ..entry(200, stored) };
            assert_eq!(entry.answer(5, 0, window), holds.then_some(200), "{bound:?} {window:?}");
        }
    }
}

#[test]
fn what_is_known_better_is_not_overwritten() {
    let lower = |score, depth| Entry { bound: Bound::Lower, ..entry(score, depth) };
    let solid = |score, depth| Entry { solid: true, ..entry(score, depth) };
    let exact = |score, depth| Entry { bound: Bound::Exact, ..entry(score, depth) };
    for (first, second, replaces) in [
        (lower(1, 5), lower(2, 4), false),
        (lower(1, 5), lower(2, 5), true),
        (lower(1, 5), lower(2, 6), true),
        (lower(1, 5), exact(2, 4), true),
        (exact(1, 5), lower(2, 4), false),
        (lower(1, 5), solid(2, 1), true),
        (solid(1, 1), lower(2, 9), false),
        (solid(1, 1), exact(2, 9), false),
        (solid(1, 5), solid(2, 1), true),
    ] {
        let mut table = fresh();
        table.put(77, first);
        table.put(77, second);
        let expected = if replaces { second } else { first };
        assert_eq!(table.get(77), Some(expected), "{first:?} {second:?}");
    }
}

#[test]
fn a_bucket_holds_four_and_then_gives_up_the_least_worth() {
    let mut table = fresh();
    let key = neighbours(&table);
    for (number, depth) in [(1, 6), (2, 3), (3, 8), (4, 5)] {
        table.put(key(number), entry(number as i32, depth));
    }
    assert!((1..=4).all(|number| table.get(key(number)).is_some()));
    // The shallowest goes, wherever it stands, even for one that is shallower still.
    table.put(key(5), entry(5, 2));
    let kept = |table: &Table| (1..=8).filter(|&n| table.get(key(n)).is_some()).collect::<Vec<_>>();
    assert_eq!(kept(&table), [1, 3, 4, 5]);
    table.put(key(6), entry(6, 9));
    assert_eq!(kept(&table), [1, 3, 4, 6]);
    // The next search's entries outlive deeper ones of the last.
    table.next_generation();
    table.put(key(7), entry(7, 1));
    assert_eq!(kept(&table), [1, 3, 6, 7]);
    table.put(key(8), entry(8, 1));
    assert_eq!(kept(&table), [3, 6, 7, 8]);
    // Writing an old entry again makes it one of this search.
    table.put(key(3), entry(3, 8));
    table.put(key(2), entry(2, 4));
    assert_eq!(kept(&table), [2, 3, 7, 8]);
}

#[test]
fn the_deepest_entry_of_an_old_search_is_worth_less_than_any_of_this_one() {
    for searches in 1..100 {
        let mut table = Table::new(1);
        let key = neighbours(&table);
        for _ in 0..searches {
            table.next_generation();
        }
        table.put(key(1), entry(1, 255));
        table.next_generation();
        for number in 2..=5 {
            table.put(key(number), entry(1, 0));
        }
        assert_eq!(table.get(key(1)), None, "after {searches} searches");
        assert!((2..=5).all(|number| table.get(key(number)).is_some()));
    }
}

#[test]
fn empty_slots_are_filled_before_anything_is_lost() {
    let mut table = fresh();
    let key = neighbours(&table);
    table.put(key(1), entry(1, 0));
    table.next_generation();
    for number in 2..=4 {
        table.put(key(number), entry(1, 9));
    }
    assert!((1..=4).all(|number| table.get(key(number)).is_some()));
}

/// Key 0 looks like the key of an empty slot.
#[test]
fn nothing_is_found_that_was_not_stored() {
    let mut table = fresh();
    assert_eq!(table.get(0), None);
    table.put(5, entry(1, 1));
    assert_eq!((table.get(0), table.get(5)), (None, Some(entry(1, 1))));
    table.put(0, entry(2, 1));
    assert_eq!((table.get(0), table.get(5)), (Some(entry(2, 1)), Some(entry(1, 1))));
}

#[test]
fn a_table_grows_when_it_is_half_full_and_not_before() {
    let mut table = Table::new(1);
    assert_eq!(table.bytes(), 0, "nothing is taken before a search");
    table.next_generation();
    let first = table.buckets.len();
    assert_eq!(first, FIRST_BUCKETS);
    let half = (first * WAYS / 2) as u64;
    // Consecutive keys fill the buckets evenly.
    for key in 1..=half {
        table.put(key, entry(key as i32, 3));
        // The same again takes no more room.
        table.put(key, entry(key as i32, 3));
    }
    assert_eq!(table.buckets.len(), first);
    table.put(half + 1, entry(1, 3));
    assert_eq!(table.buckets.len(), 2 * first);
    assert!(
        (1..=half).all(|key| table.get(key) == Some(entry(key as i32, 3))),
        "all are found again"
    );
    for key in half + 2..=16 * half {
        table.put(key, entry(1, 3));
    }
    assert_eq!(table.buckets.len(), table.max_buckets, "and no larger than it may be");
}
