//! A fixed number of workers that search, each with its own chairs. Whoever asks waits in a
//! queue of bounded length; analyses and long trees never take the last worker, so that games
//! go on.

use crate::api::ApiError;
use crate::chairs::Chairs;
use crate::limits::QUEUE_LENGTH;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What a search is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Somebody waits for an answer to go on playing.
    Moves,
    /// Somebody looks on.
    Analyses,
    /// A tree that takes minutes, of which somebody walks through the part that is known.
    Trees,
}

/// Trees searched at once; they have workers of their own, which share the processor.
const TREES_AT_ONCE: usize = 3;

type Job = Box<dyn FnOnce(&mut Chairs) + Send>;

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    analyses: VecDeque<Job>,
    analysing: usize,
    trees: VecDeque<Job>,
    growing: usize,
    closed: bool,
}

impl Queue {
    fn len(&self) -> usize {
        self.moves.len() + self.analyses.len() + self.trees.len()
    }
}

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    most_analysing: usize,
}

/// The workers.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts this many workers, at least two, and those for trees.
    pub(crate) fn new(workers: usize) -> Pool {
        let workers = workers.max(2);
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            most_analysing: workers - 1,
        });
        let workers = (0..workers + TREES_AT_ONCE)
            .map(|_| {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || shared.work())
            })
            .collect();
        Pool { shared, workers }
    }

    /// Puts a search in the queue, unless it is full.
    pub(crate) fn submit(
        &self,
        lane: Lane,
        job: impl FnOnce(&mut Chairs) + Send + 'static,
    ) -> Result<(), ApiError> {
        let mut queue = self.shared.lock();
        if queue.closed {
            return Err(ApiError::closing());
        }
        if queue.len() >= QUEUE_LENGTH {
            return Err(ApiError::busy());
        }
        match lane {
            Lane::Moves => queue.moves.push_back(Box::new(job)),
            Lane::Analyses => queue.analyses.push_back(Box::new(job)),
            Lane::Trees => queue.trees.push_back(Box::new(job)),
        }
        drop(queue);
        self.shared.ready.notify_one();
        Ok(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.ready.notify_all();
        for worker in self.workers.drain(..) {
            // A worker catches the panics of its searches; it has no others.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Jobs run outside the lock, so a poisoned queue is still whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut chairs = Chairs::default();
        while let Some((job, lane)) = self.next() {
            if catch_unwind(AssertUnwindSafe(|| job(&mut chairs))).is_err() {
                // Whoever asked sees the broken channel; the engines may be in any state.
                chairs = Chairs::default();
            }
            match lane {
                Lane::Moves => continue,
                Lane::Analyses => self.lock().analysing -= 1,
                Lane::Trees => self.lock().growing -= 1,
            }
            self.ready.notify_one();
        }
    }

    /// The next job, or nothing once the pool is closed and its queue is empty.
    fn next(&self) -> Option<(Job, Lane)> {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.moves.pop_front() {
                return Some((job, Lane::Moves));
            }
            if queue.analysing < self.most_analysing
                && let Some(job) = queue.analyses.pop_front()
            {
                queue.analysing += 1;
                return Some((job, Lane::Analyses));
            }
            if queue.growing < TREES_AT_ONCE
                && let Some(job) = queue.trees.pop_front()
            {
                queue.growing += 1;
                return Some((job, Lane::Trees));
            }
            if queue.closed && queue.analyses.is_empty() && queue.trees.is_empty() {
                return None;
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_panic_costs_nobody_else_an_answer() {
        let pool = Pool::new(2);
        let (tell, told) = mpsc::channel();
        for round in 0..20 {
            let tell = tell.clone();
            pool.submit(Lane::Moves, move |_| {
                assert!(round % 2 == 0, "a search that breaks");
                tell.send(round).unwrap();
            })
            .unwrap();
        }
        drop((pool, tell));
        assert_eq!(told.iter().count(), 10);
    }

    #[test]
    fn analyses_and_trees_leave_a_worker_for_moves() {
        let pool = Pool::new(2);
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for lane in [Lane::Analyses, Lane::Trees].repeat(6) {
            let held = Arc::clone(&held);
            let job = move |_: &mut Chairs| _ = held.lock().unwrap().recv();
            pool.submit(lane, job).unwrap();
        }
        let (tell, told) = mpsc::channel();
        pool.submit(Lane::Moves, move |_| tell.send(()).unwrap()).unwrap();
        // Without the reserved worker this would wait for ever.
        told.recv().unwrap();
        drop(release);
    }

    #[test]
    fn a_full_queue_says_so() {
        let pool = Pool::new(2);
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut refused = 0;
        for _ in 0..QUEUE_LENGTH + 10 {
            let held = Arc::clone(&held);
            let job = move |_: &mut Chairs| _ = held.lock().unwrap().recv();
            refused += usize::from(pool.submit(Lane::Moves, job).is_err());
        }
        let taken = 2 + TREES_AT_ONCE;
        assert!((10 - taken..=10).contains(&refused), "{refused}");
        drop(release);
    }
}
