//! A fixed number of workers that search, each with its own engines. Whoever asks waits in a
//! queue of bounded length; analyses and long trees never take the last worker, so that games
//! go on. An endless analysis is stopped after its turn when another analysis waits for its place.

use alinea_api::{ApiError, Effort, EnginePool};
use alinea_search::Stop;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Searches that may wait for a worker; one more is told to come back later.
pub const QUEUE_LENGTH: usize = 512;

/// Trees searched at once; they have workers of their own, which share the processor.
const TREES_AT_ONCE: usize = 3;

/// How long an endless analysis may keep others waiting, counted from its beginning.
const TURN: Duration = Duration::from_secs(1);

type Job = Box<dyn FnOnce(&mut EnginePool) + Send>;

/// An analysis that waits; an endless one comes with what stops it.
struct Analysis {
    job: Job,
    endless: Option<Stop>,
}

/// An endless analysis that is running.
struct Endless {
    number: u64,
    stop: Stop,
    begun: Instant,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    analyses: VecDeque<Analysis>,
    analysing: usize,
    /// The endless ones among those that are running, the oldest first.
    endless: Vec<Endless>,
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
            self.endless.push(Endless { number, stop, begun: Instant::now() });
        }
        Some(Taken { job, effort: Effort::Analysis, number })
    }

    /// The endless analysis that has to make room next, if more analyses wait than places are
    /// about to be free.
    fn next_to_yield(&self, most_analysing: usize) -> Option<&Endless> {
        let ending = self.endless.iter().filter(|endless| endless.stop.is_set()).count();
        if self.analysing < most_analysing || self.analyses.len() <= ending {
            return None;
        }
        self.endless.iter().find(|endless| !endless.stop.is_set())
    }

    fn analysis_over(&mut self, number: u64) {
        self.analysing -= 1;
        self.endless.retain(|endless| endless.number != number);
    }

    /// Takes no more searches and ends those that would not end by themselves.
    fn close(&mut self) {
        self.closed = true;
        let waiting = self.analyses.iter().filter_map(|analysis| analysis.endless.as_ref());
        self.endless.iter().map(|endless| &endless.stop).chain(waiting).for_each(Stop::stop);
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
    /// A worker may find something to do.
    ready: Condvar,
    /// An analysis was put in the queue or taken from it, or the pool was closed.
    turns: Condvar,
    most_analysing: usize,
}

/// The workers, and a thread that ends the turns of endless analyses.
pub(crate) struct WorkerPool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl WorkerPool {
    /// Starts this many workers, at least two, and those for trees.
    pub(crate) fn new(workers: usize) -> WorkerPool {
        let workers = workers.max(2);
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            turns: Condvar::new(),
            most_analysing: workers - 1,
        });
        let start = |run: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || run(&shared))
        };
        let mut threads = vec![start(Shared::keep_turns)];
        threads.extend((0..workers + TREES_AT_ONCE).map(|_| start(Shared::work)));
        WorkerPool { shared, threads }
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
                self.shared.turns.notify_one();
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
        self.shared.lock().close();
        self.shared.ready.notify_all();
        self.shared.turns.notify_all();
        for thread in self.threads.drain(..) {
            // A worker catches the panics of its searches; there are no others.
            let _ = thread.join();
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
                self.turns.notify_one();
                return Some(taken);
            }
            if queue.growing < TREES_AT_ONCE
                && let Some(job) = queue.trees.pop_front()
            {
                queue.growing += 1;
                return Some(Taken { job, effort: Effort::Tree, number: 0 });
            }
            if queue.closed && queue.analyses.is_empty() && queue.trees.is_empty() {
                // Others may have gone back to waiting while there still was a search to do.
                self.ready.notify_all();
                return None;
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Stops endless analyses whose turn is over while others wait, until the pool is closed.
    ///
    /// Who has to yield, and when, changes to somebody else or to an earlier time only where
    /// an analysis is put in the queue or taken from it, and both wake this thread.
    fn keep_turns(&self) {
        let mut queue = self.lock();
        while !queue.closed {
            let next = queue.next_to_yield(self.most_analysing);
            let next =
                next.map(|next| (next.stop.clone(), TURN.saturating_sub(next.begun.elapsed())));
            queue = match next {
                None => self.turns.wait(queue).unwrap_or_else(PoisonError::into_inner),
                Some((stop, Duration::ZERO)) => {
                    stop.stop();
                    queue
                }
                Some((_, left)) => {
                    let waited = self.turns.wait_timeout(queue, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// Far longer than anything here takes, so that a test fails instead of waiting for ever.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A pool whose end is waited for with patience only.
    struct TestPool(Option<WorkerPool>);

    impl TestPool {
        fn new() -> TestPool {
            TestPool(Some(WorkerPool::new(2)))
        }
    }

    impl std::ops::Deref for TestPool {
        type Target = WorkerPool;

        fn deref(&self) -> &WorkerPool {
            self.0.as_ref().unwrap()
        }
    }

    impl Drop for TestPool {
        fn drop(&mut self) {
            let (tell, ended) = mpsc::channel();
            let pool = self.0.take();
            std::thread::spawn(move || {
                drop(pool);
                _ = tell.send(());
            });
            let ended = ended.recv_timeout(PATIENCE).is_ok();
            assert!(ended || std::thread::panicking(), "a thread of the pool stayed");
        }
    }

    #[test]
    fn a_panic_costs_nobody_else_an_answer() {
        let pool = TestPool::new();
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
        let pool = TestPool::new();
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for effort in [Effort::Analysis, Effort::Tree].repeat(6) {
            let held = Arc::clone(&held);
            let job = move |_: &mut EnginePool| _ = held.lock().unwrap().recv();
            pool.submit(effort, job).unwrap();
        }
        let (tell, told) = mpsc::channel();
        pool.submit(Effort::Move, move |_| tell.send(()).unwrap()).unwrap();
        told.recv_timeout(PATIENCE).expect("a worker is kept for moves");
        drop(release);
    }

    type Told = mpsc::Receiver<(&'static str, &'static str)>;

    /// A pool with one place for analyses, and what begins an endless one in it.
    fn one_place() -> (TestPool, impl Fn(&WorkerPool, &'static str) -> Stop, Told) {
        let (tell, told) = mpsc::channel();
        let endless = move |pool: &WorkerPool, name| {
            let (stop, tell) = (Stop::new(), tell.clone());
            let watched = stop.clone();
            let job = move |_: &mut EnginePool| {
                _ = tell.send(("begins", name));
                while !watched.is_set() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ = tell.send(("yields", name));
            };
            pool.submit_or_yield(Effort::Analysis, Some(stop.clone()), job).unwrap();
            stop
        };
        (TestPool::new(), endless, told)
    }

    #[test]
    fn an_endless_analysis_makes_room_for_whoever_waits() {
        let (pool, endless, told) = one_place();
        endless(&pool, "first");
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("begins", "first")));
        let second = endless(&pool, "second");
        // The only place for analyses passes on, and nobody stops the one who now has it.
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("yields", "first")));
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("begins", "second")));
        assert!(!second.is_set());
        let (tell, ended) = mpsc::channel();
        pool.submit(Effort::Analysis, move |_| tell.send(()).unwrap()).unwrap();
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("yields", "second")));
        assert_eq!(ended.recv_timeout(PATIENCE), Ok(()));
    }

    #[test]
    fn endless_analyses_that_wait_together_take_turns() {
        let (pool, endless, told) = one_place();
        let (release, held) = mpsc::channel::<()>();
        pool.submit(Effort::Analysis, move |_| _ = held.recv()).unwrap();
        let stops = ["first", "second", "third"].map(|name| endless(&pool, name));
        // Nobody asks any more: the first two have to give way all the same.
        drop(release);
        for name in ["first", "second"] {
            assert_eq!(told.recv_timeout(PATIENCE), Ok(("begins", name)));
            assert_eq!(told.recv_timeout(PATIENCE), Ok(("yields", name)));
        }
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("begins", "third")));
        assert!(!stops[2].is_set());
    }

    #[test]
    fn turns_end_while_every_worker_is_busy() {
        let (pool, endless, told) = one_place();
        endless(&pool, "first");
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("begins", "first")));
        let (release, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..1 + TREES_AT_ONCE {
            let held = Arc::clone(&held);
            pool.submit(Effort::Move, move |_| _ = held.lock().unwrap().recv()).unwrap();
        }
        endless(&pool, "second");
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("yields", "first")));
        drop(release);
    }

    #[test]
    fn only_as_many_make_room_as_wait_and_the_oldest_first() {
        let mut queue = Queue::default();
        let put = |queue: &mut Queue| {
            let stop = Stop::new();
            queue.analyses.push_back(Analysis { job: Box::new(|_| ()), endless: Some(stop) });
        };
        let name = |queue: &Queue| queue.next_to_yield(2).map(|endless| endless.number);
        put(&mut queue);
        put(&mut queue);
        let (first, second) = (queue.next_analysis().unwrap(), queue.next_analysis().unwrap());
        assert_eq!(name(&queue), None, "nobody waits");
        put(&mut queue);
        assert_eq!(name(&queue), Some(first.number));
        queue.endless[0].stop.stop();
        assert_eq!(name(&queue), None, "a place is about to be free, however long it takes");
        put(&mut queue);
        assert_eq!(name(&queue), Some(second.number), "one place is not enough for two");
        queue.analysis_over(first.number);
        assert_eq!(name(&queue), None, "a place is free");
        queue.next_analysis().unwrap();
        assert_eq!(name(&queue), Some(second.number));
    }

    #[test]
    fn a_pool_that_is_closed_with_searches_to_do_ends() {
        for round in 0..20 {
            let (pool, endless, told) = one_place();
            let (release, held) = mpsc::channel::<()>();
            pool.submit(Effort::Analysis, move |_| _ = held.recv()).unwrap();
            pool.submit(Effort::Analysis, |_| ()).unwrap();
            if round % 2 == 0 {
                endless(&pool, "waiting");
            }
            drop(endless);
            let closing = std::thread::spawn(move || drop(pool));
            // Long enough for the workers to wait again, most of the times.
            std::thread::sleep(Duration::from_millis(10));
            drop(release);
            closing.join().unwrap();
            assert_eq!(told.iter().count(), if round % 2 == 0 { 2 } else { 0 });
        }
    }

    #[test]
    fn a_pool_that_is_closed_stops_what_would_not_end() {
        let (pool, endless, told) = one_place();
        endless(&pool, "running");
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("begins", "running")));
        drop(pool);
        assert_eq!(told.recv_timeout(PATIENCE), Ok(("yields", "running")));
    }

    #[test]
    fn a_full_queue_says_so() {
        let pool = TestPool::new();
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
