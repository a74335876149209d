//! Plays the jobs of a plan on several threads and writes them down in order.

use crate::journal::Journal;
use crate::play::{Chair, play};
use crate::seating::{is_outside, seat, with_seed};
use crate::{ArenaError, Job, Plan, PlanError, Record, Tally, Times};
use alinea_catalogue::{Failure, Seat, Session, SpecError};
use alinea_child::SeatOptions;
use alinea_core::SplitMix64;
use alinea_search::{Limits, Observer, Stop, Thought};
use alinea_stats::{Decision, Sprt};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Most games played at the same time.
pub const MAX_CONCURRENCY: usize = 256;

/// A match ready to be played.
pub struct Arena<'a> {
    /// What is played.
    pub plan: &'a Plan,
    /// The openings, one a round, from the front again when they run out.
    pub openings: &'a [String],
    /// Games played before, in order.
    pub played: Vec<Record>,
    /// For programs outside.
    pub seat_options: SeatOptions,
    /// Games at the same time.
    pub concurrency: usize,
    /// Set to end early; the journal then holds everything that was finished.
    pub stop: &'a Stop,
}

/// How far a match is, after each game in order.
pub struct Progress<'p> {
    /// The game just counted.
    pub record: &'p Record,
    /// The score with it.
    pub tally: &'p Tally,
    /// Games in all, unless a test ends it before.
    pub total: usize,
}

/// How a match ended.
#[derive(Debug)]
pub struct Finish {
    /// The score.
    pub tally: Tally,
    /// Where the sequential test stands, if there is one.
    pub decision: Option<Decision>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Arena<'_> {
    /// Plays what is left to play, in a session that its engines were opened for. Engines,
    /// openings and programs are tried before the first game.
    pub fn run(
        self,
        session: Box<dyn Session>,
        mut journal: Journal,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finish, ArenaError> {
        self.plan.check()?;
        self.check_openings(&*session)?;
        let mut score = Scoreboard::new(self.plan)?;
        for record in &self.played {
            if score.is_over() {
                break;
            }
            score.count(record, observer);
        }
        if !score.is_over() {
            self.advance(&mut journal, &mut score, observer)?;
        }
        let todo: Vec<Job> =
            score.jobs.iter().filter(|job| !journal.has(job.number + 1)).copied().collect();
        if !score.is_over() && !todo.is_empty() {
            let first_table = Table::new(&self, session)?;
            self.play_all(&todo, first_table, &mut journal, &mut score, observer)?;
        }
        let interrupted = !score.is_over();
        if interrupted {
            journal.sync()?;
        } else {
            journal.close()?;
        }
        Ok(Finish { tally: score.tally, decision: score.decision, interrupted })
    }

    fn check_openings(&self, session: &dyn Session) -> Result<(), ArenaError> {
        let mut session = session.boxed_clone();
        if self.openings.is_empty() {
            return Err(ArenaError::Opening(0, "the set of openings is empty".into()));
        }
        for (i, opening) in self.openings.iter().enumerate() {
            session
                .reset(opening)
                .map_err(|error| ArenaError::Opening(i + 1, error.to_string()))?;
        }
        Ok(())
    }

    fn play_all<'a>(
        &'a self,
        todo: &[Job],
        first_table: Table<'a>,
        journal: &mut Journal,
        score: &mut Scoreboard,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ArenaError> {
        let next = AtomicUsize::new(0);
        let halt = Stop::new();
        let (sender, receiver) = channel::<(Record, Times)>();
        thread::scope(|scope| {
            let mut tables = vec![first_table];
            let workers = self.concurrency.clamp(1, MAX_CONCURRENCY).min(todo.len());
            let origin = tables[0].session.boxed_clone();
            tables.extend((1..workers).map(|_| Table::empty(self, origin.boxed_clone())));
            for table in tables {
                let (sender, next, halt) = (sender.clone(), &next, &halt);
                scope.spawn(move || table.work(todo, next, halt, &sender));
            }
            drop(sender);
            let result = self.collect(&receiver, &halt, journal, score, observer);
            halt.stop();
            result
        })
    }

    fn collect(
        &self,
        receiver: &std::sync::mpsc::Receiver<(Record, Times)>,
        halt: &Stop,
        journal: &mut Journal,
        score: &mut Scoreboard,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ArenaError> {
        let mut last_sync = Instant::now();
        loop {
            match receiver.recv_timeout(Duration::from_millis(50)) {
                Ok((record, times)) => {
                    journal.finish(record, times)?;
                    self.advance(journal, score, observer)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if score.is_over() {
                return Ok(());
            }
            if self.stop.is_set() {
                halt.stop();
            }
            if last_sync.elapsed() >= Duration::from_secs(1) {
                journal.sync()?;
                last_sync = Instant::now();
            }
        }
    }

    /// Counts every game whose turn has come. A test is decided by the games in order, so the
    /// number of threads changes nothing.
    fn advance(
        &self,
        journal: &mut Journal,
        score: &mut Scoreboard,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ArenaError> {
        while !score.is_over() {
            match journal.next_in_order()? {
                Some(record) => score.count(&record, observer),
                None => break,
            }
        }
        Ok(())
    }
}

/// The score so far and whether it is enough.
struct Scoreboard {
    jobs: Vec<Job>,
    test: Option<Sprt>,
    tally: Tally,
    decision: Option<Decision>,
}

impl Scoreboard {
    fn new(plan: &Plan) -> Result<Scoreboard, PlanError> {
        let test = plan.test()?;
        Ok(Scoreboard {
            jobs: plan.jobs(),
            test,
            tally: Tally::new(plan.contestants.len()),
            decision: test.map(|_| Decision::Continue),
        })
    }

    fn is_over(&self) -> bool {
        self.tally.games() >= self.jobs.len()
            || self.decision.is_some_and(|decision| decision != Decision::Continue)
    }

    fn count(&mut self, record: &Record, observer: &mut dyn FnMut(&Progress<'_>)) {
        let Some(job) = self.jobs.get(self.tally.games()) else { return };
        self.tally.add(job, record);
        self.decision = self.test.map(|test| test.decide(self.tally.pairs(0, 1)));
        observer(&Progress { record, tally: &self.tally, total: self.jobs.len() });
    }
}

/// One worker's board and chairs. Every contestant sits down once a worker, not once a game.
struct Table<'a> {
    arena: &'a Arena<'a>,
    names: Vec<String>,
    session: Box<dyn Session>,
    seats: Vec<Option<Box<dyn Seat>>>,
}

impl<'a> Table<'a> {
    fn empty(arena: &'a Arena<'a>, session: Box<dyn Session>) -> Table<'a> {
        let seats = arena.plan.contestants.iter().map(|_| None).collect();
        Table { arena, names: arena.plan.names(), session, seats }
    }

    /// A table with everybody seated, or the first who cannot be.
    fn new(arena: &'a Arena<'a>, session: Box<dyn Session>) -> Result<Table<'a>, SpecError> {
        let mut table = Table::empty(arena, session);
        for contestant in 0..table.seats.len() {
            let seat = table.make(contestant, &arena.plan.contestants[contestant])?;
            table.seats[contestant] = Some(seat);
        }
        Ok(table)
    }

    fn make(&self, contestant: usize, spec: &str) -> Result<Box<dyn Seat>, SpecError> {
        let mut options = self.arena.seat_options.clone();
        if let Some(log) = options.log.as_mut() {
            *log = log_file(log, contestant);
        }
        seat(&*self.session, spec, &options)
    }

    fn work(
        mut self,
        todo: &[Job],
        next: &AtomicUsize,
        halt: &Stop,
        sender: &Sender<(Record, Times)>,
    ) {
        while !halt.is_set() {
            let Some(job) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let Some(finished) = self.play(job, halt) else { return };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, job: &Job, halt: &Stop) -> Option<(Record, Times)> {
        let plan = self.arena.plan;
        let opening = &self.arena.openings[job.round % self.arena.openings.len()];
        self.session.reset(opening).ok()?;
        let mut first = self.take_seat(job, job.first);
        let mut second = self.take_seat(job, job.second);
        let chair = |seat, contestant: usize| Chair {
            seat,
            name: &self.names[contestant],
            trusted: !is_outside(&plan.contestants[contestant]),
        };
        let chairs = [chair(&mut *first, job.first), chair(&mut *second, job.second)];
        let finished = play(plan, job, &mut *self.session, chairs, halt);
        self.seats[job.first] = Some(first);
        self.seats[job.second] = Some(second);
        finished
    }

    /// The contestant's seat; engines that roll dice get a new one with the seed of this game.
    fn take_seat(&mut self, job: &Job, contestant: usize) -> Box<dyn Seat> {
        let spec = &self.arena.plan.contestants[contestant];
        let seed = game_seed(self.arena.plan.seed, job.number, contestant);
        let kept = self.seats[contestant].take();
        let made = match (with_seed(spec, seed), kept) {
            (Some(seeded), _) => self.make(contestant, &seeded),
            (None, Some(seat)) => return seat,
            (None, None) => self.make(contestant, spec),
        };
        made.unwrap_or_else(|error| Box::new(Absent(error.to_string())))
    }
}

/// A contestant that could not sit down: it loses, the match goes on.
struct Absent(String);

impl Seat for Absent {
    fn think(
        &mut self,
        _: &dyn Session,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        Err(Failure::Crash(self.0.clone()))
    }
}

fn game_seed(seed: u64, game: usize, contestant: usize) -> u64 {
    SplitMix64::mix(seed ^ SplitMix64::mix((game as u64) << 9 | contestant as u64))
}

/// Where a contestant's stderr goes, below the directory of the logs.
#[must_use]
pub fn log_file(logs: &Path, contestant: usize) -> std::path::PathBuf {
    logs.join(format!("stderr-{}.txt", contestant + 1))
}
