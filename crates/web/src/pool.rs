//! A fixed number of workers that search, each with its own engines. Whoever asks waits in a
//! queue of bounded length; analyses and long trees never take the last worker, so that games
//! go on. An endless analysis is stopped when another analysis would have to wait for it.

use alinea_api::{ApiError, Effort, EnginePool};
use alinea_search::Stop;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Searches that may wait for a worker; one more is told to come back later.
pub const QUEUE_LENGTH: usize = 512;

/// Trees searched at once; they have workers of their own, which share the processor.
const TREES_AT_ONCE: usize = 3;

type Job = Box<dyn FnOnce(&mut EnginePool) + Send>;

/// An analysis that waits; an endless one comes with what stops it.
struct Analysis {
    job: Job,
    endless: Option<Stop>,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    analyses: VecDeque<Analysis>,
    analysing: usize,
    /// What stops the endless analyses that are running, the oldest first; their numbers.
    endless: VecDeque<(u64, Stop)>,
    begun: u64,
    trees: VecDeque<Job>,
    growing: usize,
    closed: bool,
}

impl Queue {
    fn len(&self) -> usize {
        self.moves.len() + self.analyses.len() + self.trees.len()
    }

    /// The next analysis: those that end by themselves go first.
    fn next_analysis(&mut self) -> Option<Taken> {
        let first = self.analyses.iter().position(|analysis| analysis.endless.is_none());
        let Analysis { job, endless } = self.analyses.remove(first.unwrap_or(0))?;
        self.analysing += 1;
        self.begun += 1;
        let number = self.begun;
        if let Some(stop) = endless {
            self.endless.push_back((number, stop));
        }
        Some(Taken { job, effort: Effort::Analysis, number })
    }

    fn analysis_over(&mut self, number: u64) {
        self.analysing -= 1;
        self.endless.retain(|(running, _)| *running != number);
    }
}

/// A job on its worker.
struct Taken {
    job: Job,
    effort: Effort,
    /// Of analyses only.
    number: u64,
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
        self.submit_or_yield(effort, None, job)
    }

    /// The same for a search that may be endless: `endless` stops it when another one waits.
    pub(crate) fn submit_or_yield(
        &self,
        effort: Effort,
        endless: Option<Stop>,
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
            Effort::Analysis => {
                queue.analyses.push_back(Analysis { job: Box::new(job), endless });
                if queue.analysing >= self.shared.most_analysing
                    && let Some((_, oldest)) = queue.endless.pop_front()
                {
                    oldest.stop();
                }
            }
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
        while let Some(Taken { job, effort, number }) = self.next() {
            if catch_unwind(AssertUnwindSafe(|| job(&mut engines))).is_err() {
                // Whoever asked sees the broken channel; the engines may be in any state.
                engines = EnginePool::default();
            }
            match effort {
                Effort::Instant | Effort::Move => continue,
                Effort::Analysis => self.lock().analysis_over(number),
                Effort::Tree => self.lock().growing -= 1,
            }
            self.ready.notify_one();
        }
    }

    /// The next job, or nothing once the pool is closed and its queue is empty.
    fn next(&self) -> Option<Taken> {
        let mut queue = self.lock();
        loop {
            if let Some(job) = queue.moves.pop_front() {
                return Some(Taken { job, effort: Effort::Move, number: 0 });
            }
            if queue.analysing < self.most_analysing
                && let Some(taken) = queue.next_analysis()
            {
                return Some(taken);
            }
            if queue.growing < TREES_AT_ONCE
                && let Some(job) = queue.trees.pop_front()
            {
                queue.growing += 1;
                return Some(Taken { job, effort: Effort::Tree, number: 0 });
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
    fn an_endless_analysis_makes_room_for_whoever_waits() {
        let pool = WorkerPool::new(2);
        let (tell, told) = mpsc::channel();
        let endless = |name: &'static str| {
            let (stop, tell) = (Stop::new(), tell.clone());
            let watched = stop.clone();
            let job = move |_: &mut EnginePool| {
                tell.send(("begins", name)).unwrap();
                while !watched.is_set() {
                    std::thread::yield_now();
                }
                tell.send(("yields", name)).unwrap();
            };
            pool.submit_or_yield(Effort::Analysis, Some(stop.clone()), job).unwrap();
            stop
        };
        endless("first");
        assert_eq!(told.recv().unwrap(), ("begins", "first"));
        let second = endless("second");
        // The only place for analyses passes on, and nobody stops the one who now has it.
        assert_eq!(told.recv().unwrap(), ("yields", "first"));
        assert_eq!(told.recv().unwrap(), ("begins", "second"));
        assert!(!second.is_set());
        let short = tell.clone();
        pool.submit(Effort::Analysis, move |_| short.send(("ends", "third")).unwrap()).unwrap();
        assert_eq!(told.recv().unwrap(), ("yields", "second"));
        assert_eq!(told.recv().unwrap(), ("ends", "third"));
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
