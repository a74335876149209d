//! A match as work in units: a unit is a game. One worker's board and seats.

use crate::files::{KIND_NAME, kept, parts};
use crate::league::Broken;
use crate::plan::Order;
use crate::play::{SeatedPlayer, play};
use crate::seating::{Kept, seat_from, with_seed};
use crate::{ArenaError, Job, Plan};
use alinea_catalogue::{Contestant, Seat, Session, SpecError, open};
use alinea_child::SeatOptions;
use alinea_core::SplitMix64;
use alinea_jobs::{Kind, Output, Refusal, Unfinished, Work, Worker};
use alinea_search::Stop;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Matches and tournaments, for the table of kinds that a worker can run.
pub const KIND: Kind = Kind { name: KIND_NAME, open: open_anywhere };

/// A match that is open: the plan with everything it needs, from the files of its job.
pub struct MatchWork {
    plan: Plan,
    order: Order,
    names: Vec<String>,
    openings: Vec<String>,
    files: Arc<Kept>,
    seat_options: SeatOptions,
    /// Whether somebody tried all seats.
    tried: AtomicBool,
}

impl MatchWork {
    /// Opens the match of a job. Openings are tried here, engines by the first worker.
    pub fn open(
        job: &alinea_jobs::Job,
        seat_options: SeatOptions,
    ) -> Result<MatchWork, ArenaError> {
        let (plan, openings) = parts(job)?;
        let session = open(&plan.game)?;
        check_openings(&*session, &openings)?;
        let files = Arc::new(kept(job)?);
        let (order, names) = (plan.order(), plan.names());
        let tried = AtomicBool::new(false);
        Ok(MatchWork { plan, order, names, openings, files, seat_options, tried })
    }
}

/// Opens a match on a machine that has nothing but the job.
fn open_anywhere(job: &alinea_jobs::Job) -> Result<Box<dyn Work>, Refusal> {
    let work = MatchWork::open(job, SeatOptions::default()).map_err(Refusal::new)?;
    match work.plan.contestants.iter().find(|contestant| contestant.is_outside()) {
        Some(program) => Err(Refusal(format!(
            "{program} is a program of one machine: a match with it cannot be played elsewhere"
        ))),
        None => Ok(Box::new(work)),
    }
}

fn check_openings(session: &dyn Session, openings: &[String]) -> Result<(), ArenaError> {
    if openings.is_empty() {
        return Err(ArenaError::Opening(0, "the set of openings is empty".into()));
    }
    for (i, opening) in openings.iter().enumerate() {
        session.read(opening).map_err(|error| {
            ArenaError::Opening(i + 1, alinea_words::Language::English.say(&error.message()))
        })?;
    }
    Ok(())
}

impl Work for MatchWork {
    /// The first worker seats everybody and tells who cannot be seated; the others seat whom they
    /// need, once a worker and not once a game.
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        let seats = self.plan.contestants.iter().map(|_| None).collect();
        let session = open(&self.plan.game).map_err(Refusal::new)?;
        let mut table = GameWorker { work: self, session, seats };
        if !self.tried.swap(true, Ordering::Relaxed) {
            for contestant in 0..table.seats.len() {
                let seat = table.make(contestant, &self.plan.contestants[contestant]);
                table.seats[contestant] = Some(seat.map_err(Refusal::new)?);
            }
        }
        Ok(Box::new(table))
    }
}

/// One worker's board and seats.
struct GameWorker<'w> {
    work: &'w MatchWork,
    session: Box<dyn Session>,
    seats: Vec<Option<Box<dyn Seat>>>,
}

impl Worker for GameWorker<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        let job = self.work.order.job(unit);
        let openings = &self.work.openings;
        let failed = |problem: String| Unfinished::Failed(Refusal(problem));
        let opening = &openings[job.round % openings.len()];
        let mut board = self
            .session
            .read(opening)
            .map_err(|error| failed(alinea_words::Language::English.say(&error.message())))?;
        let mut first = self.take_seat(&job, job.first);
        let mut second = self.take_seat(&job, job.second);
        let player = |seat, contestant: usize| SeatedPlayer {
            seat,
            name: &self.work.names[contestant],
            trusted: !self.work.plan.contestants[contestant].is_outside(),
        };
        let players = [player(&mut *first, job.first), player(&mut *second, job.second)];
        let finished = play(&self.work.plan, &job, &mut *board, players, stop);
        self.seats[job.first] = Some(first);
        self.seats[job.second] = Some(second);
        let (record, times) = finished.ok_or(Unfinished::Stopped)?;
        let record = serde_json::to_vec(&record).map_err(|error| failed(error.to_string()))?;
        let times = serde_json::to_vec(&times).map_err(|error| failed(error.to_string()))?;
        Ok(Output::new(record).with_note(times))
    }
}

impl GameWorker<'_> {
    fn make(&self, contestant: usize, who: &Contestant) -> Result<Box<dyn Seat>, SpecError> {
        let mut options = self.work.seat_options.clone();
        if let Some(log) = options.log.as_mut() {
            *log = log_file(log, contestant);
        }
        if let Some(transcript) = options.transcript.as_mut() {
            *transcript = transcript.join(format!("said-{}.txt", contestant + 1));
        }
        let files = &self.work.files;
        seat_from(&*self.session, who, &options, files.clone(), &files.programs)
    }

    /// The contestant's seat; engines that roll dice get a new one with the seed of this game.
    fn take_seat(&mut self, job: &Job, contestant: usize) -> Box<dyn Seat> {
        let who = &self.work.plan.contestants[contestant];
        let seed = game_seed(self.work.plan.seed, job.number, contestant);
        let kept = self.seats[contestant].take();
        let made = match (with_seed(&*self.session, who, seed), kept) {
            (Some(seeded), _) => self.make(contestant, &seeded),
            (None, Some(seat)) => return seat,
            (None, None) => self.make(contestant, who),
        };
        made.unwrap_or_else(|error| Box::new(Broken(error.to_string())))
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
