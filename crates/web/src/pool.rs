//! A fixed number of workers that search, each with its own engines. Whoever asks waits in a
//! queue of bounded length; analyses and long trees never take the last worker, so that games
//! go on.

use alinea_api::{ApiError, Effort, EnginePool};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Searches that may wait for a worker; one more is told to come back later.
pub const QUEUE_LENGTH: usize = 512;

/// Trees searched at once; they have workers of their own, which share the processor.
const TREES_AT_ONCE: usize = 3;

type Job = Box<dyn FnOnce(&mut EnginePool) + Send>;

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
pub(crate) struct WorkerPool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

impl WorkerPool {
    /// Starts this many workers, at least two, and those for trees.
    pub(crate) fn new(workers: usize) -> WorkerPool {
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
        WorkerPool { shared, workers }
    }

    /// Puts a search in the queue, unless it is full.
    pub(crate) fn submit(
        &self,
        effort: Effort,
        job: impl FnOnce(&mut EnginePool) + Send + 'static,
    ) -> Result<(), ApiError> {
        let mut queue = self.shared.lock();
        if queue.closed {
            return Err(ApiError::closing());
        }
        if queue.len() >= QUEUE_LENGTH {
            return Err(ApiError::busy());
        }
        match effort {
            Effort::Instant | Effort::Move => queue.moves.push_back(Box::new(job)),
            Effort::Analysis => queue.analyses.push_back(Box::new(job)),
            Effort::Tree => queue.trees.push_back(Box::new(job)),
        }
        drop(queue);
        self.shared.ready.notify_one();
        Ok(())
    }
}

impl Drop for WorkerPool {
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
        let mut engines = EnginePool::default();
        while let Some((job, effort)) = self.next() {
            if catch_unwind(AssertUnwindSafe(|| job(&mut engines))).is_err() {
                // Whoever asked sees the broken channel; the engines may be in any state.
                engines = EnginePool::default();
            }
            match effort {
                Effort::Instant | Effort::Move => continue,
                Effort::Analysis => self.lock().analysing -= 1,
                Effort::Tree => self.lock().growing -= 1,
            }
            self.ready.notify_one();
        }
    }

    /// The next job, or nothing once the pool is closed and its queue is empty.
    fn next(&self) -> Option<(Job, Effort)> {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.moves.pop_front() {
                return Some((job, Effort::Move));
            }
            if queue.analysing < self.most_analysing
                && let Some(job) = queue.analyses.pop_front()
            {
                queue.analysing += 1;
                return Some((job, Effort::Analysis));
            }
            if queue.growing < TREES_AT_ONCE
                && let Some(job) = queue.trees.pop_front()
            {
                queue.growing += 1;
                return Some((job, Effort::Tree));
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
        let pool = WorkerPool::new(2);
        let (tell, told) = mpsc::channel();
        for round in 0..20 {
            let tell = tell.clone();
            pool.submit(Effort::Move, move |_| {
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
        let pool = WorkerPool::new(2);
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for effort in [Effort::Analysis, Effort::Tree].repeat(6) {
            let held = Arc::clone(&held);
            let job = move |_: &mut EnginePool| _ = held.lock().unwrap().recv();
            pool.submit(effort, job).unwrap();
        }
        let (tell, told) = mpsc::channel();
        pool.submit(Effort::Move, move |_| tell.send(()).unwrap()).unwrap();
        // Without the reserved worker this would wait for ever.
        told.recv().unwrap();
        drop(release);
    }

    #[test]
    fn a_full_queue_says_so() {
        let pool = WorkerPool::new(2);
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut refused = 0;
        for _ in 0..QUEUE_LENGTH + 10 {
            let held = Arc::clone(&held);
            let job = move |_: &mut EnginePool| _ = held.lock().unwrap().recv();
            refused += usize::from(pool.submit(Effort::Move, job).is_err());
        }
        let taken = 2 + TREES_AT_ONCE;
        assert!((10 - taken..=10).contains(&refused), "{refused}");
        drop(release);
    }
}
