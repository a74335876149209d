//! Many searches on all cores, with one limit for all of them. What is tried does not depend on
//! the machine: only the order in which it is done does.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Items that are worked on between two looks at the limit.
const PORTION: usize = 4;
const MAX_THREADS: usize = 8;

/// The results of all items, in their order. Every thread has a state of its own.
fn mapped<T: Sync, S: Send, R: Send>(
    items: &[T],
    states: &mut [S],
    work: &(impl Fn(&mut S, &T) -> R + Sync),
) -> Vec<R> {
    if let [state] = states {
        return items.iter().map(|item| work(state, item)).collect();
    }
    let next = AtomicUsize::new(0);
    let worker = |state: &mut S| {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { return done };
            done.push((i, work(state, item)));
        }
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let spawn = |state| scope.spawn(|| worker(state));
        let spawned: Vec<_> = states.iter_mut().map(spawn).collect();
        let joined = spawned.into_iter().flat_map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect()
    });
    all.sort_by_key(|(i, _)| *i);
    all.into_iter().map(|(_, result)| result).collect()
}

/// The results of the first items, until their costs together pass a limit, and these costs.
pub(super) fn within<T: Sync, S: Send, R: Send>(
    items: &[T],
    most: u64,
    state: impl Fn() -> S,
    work: impl Fn(&mut S, &T) -> (R, u64) + Sync,
) -> (Vec<R>, u64) {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS));
    let mut states: Vec<S> = (0..cores.min(items.len())).map(|_| state()).collect();
    let (mut results, mut spent) = (Vec::with_capacity(items.len()), 0);
    for portion in items.chunks(PORTION) {
        if spent > most {
            break;
        }
        for (result, cost) in mapped(portion, &mut states, &work) {
            results.push(result);
            spent += cost;
        }
    }
    (results, spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_end_at_the_limit() {
        let items: Vec<u64> = (0..1000).collect();
        let more = |(): &mut (), n: &u64| n + 1;
        assert_eq!(mapped(&items, &mut [(), ()], &more), (1..=1000).collect::<Vec<u64>>());
        let (few, spent) = within(&items, 3 * PORTION as u64, || (), |(), n| (*n, 1));
        // The limit is passed by the fourth portion.
        assert_eq!(few, (0..4 * PORTION as u64).collect::<Vec<u64>>());
        assert_eq!(spent, 4 * PORTION as u64);
        assert_eq!(within(&items, u64::MAX, || (), |(), n| (*n, 1)).0.len(), 1000);
        assert_eq!(within(&items[..0], 1, || (), |(), n| (*n, 1)), (Vec::new(), 0));
    }
}
