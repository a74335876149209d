//! From a contestant to a seat: an engine of the catalogue, a program outside, a student's file.

use crate::league::{Broken, Limited};
use alinea_catalogue::files::{BoardHeuristic, HeuristicFiles};
use alinea_catalogue::{
    Contestant, EngineSpec, Outside, Seat, Session, Setting, SpecError, Student,
};
use alinea_child::{OpponentsTurn, ProcessSeat, Program, SeatOptions, Stage};
use alinea_gomocup::GomocupSeat;
use alinea_lab::{Folder, ScriptLimits};
use alinea_search::Limits;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a student's program may take for a move where nobody set a limit.
const STUDENT_PATIENCE: Duration = Duration::from_secs(10);
/// What an engine that never ends by itself gets for a move where nobody set a limit.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// Seats any contestant, with the heuristic files of this machine.
pub fn seat(
    session: &dyn Session,
    contestant: &Contestant,
    options: &SeatOptions,
) -> Result<Box<dyn Seat>, SpecError> {
    seat_from(session, contestant, options, Arc::new(LEAGUE_FILES), &BTreeMap::new())
}

const LEAGUE_FILES: Folder = Folder { limits: ScriptLimits::LEAGUE };

/// The heuristic files of this machine and those that were handed in, and which were asked for.
#[derive(Default)]
pub(crate) struct Recorder {
    handed_in: BTreeMap<String, Vec<u8>>,
    read: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Recorder {
    /// Files that were handed in are taken from here and not from the disk.
    pub(crate) fn new(handed_in: &[(String, Vec<u8>)]) -> Recorder {
        Recorder { handed_in: handed_in.iter().cloned().collect(), read: Mutex::default() }
    }

    /// Name and bytes of every file that was read.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl HeuristicFiles for Recorder {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text = match self.handed_in.get(name) {
            Some(bytes) => alinea_lab::decode(name, bytes)
                .map_err(|error| SpecError::new(error.to_string()))?,
            None => Folder::read(name)?,
        };
        let mut files = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name.to_owned(), text.clone().into_bytes());
        drop(files);
        alinea_lab::parse(name, &text, ScriptLimits::LEAGUE)
            .map_err(|error| SpecError::new(error.to_string()))
    }
}

/// The files that a job brought along; no other heuristic file is read.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    pub(crate) heuristics: BTreeMap<String, String>,
    pub(crate) programs: BTreeMap<String, Vec<u8>>,
}

impl HeuristicFiles for Kept {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text = self.heuristics.get(name);
        let text = text.ok_or_else(|| SpecError::new(format!("{name}: cannot be read")))?;
        alinea_lab::parse(name, text, ScriptLimits::LEAGUE)
            .map_err(|error| SpecError::new(error.to_string()))
    }
}

/// Seats any contestant, with heuristic files and students' programs from these sources.
pub(crate) fn seat_from(
    session: &dyn Session,
    contestant: &Contestant,
    options: &SeatOptions,
    files: Arc<dyn HeuristicFiles>,
    programs: &BTreeMap<String, Vec<u8>>,
) -> Result<Box<dyn Seat>, SpecError> {
    match contestant {
        Contestant::Engine(engine) => engine_seat(session, engine, files),
        Contestant::Process(outside) => process_seat(session, outside, options),
        Contestant::Gomocup(outside) => {
            let program = program(outside)?.confined(options.confinement);
            let options = told(outside, options);
            Ok(Box::new(GomocupSeat::start(session, program, outside.limits(), &options)?))
        }
        Contestant::Student(student) => {
            let mut options = options.clone();
            options.patience.unlimited = options.patience.unlimited.min(STUDENT_PATIENCE);
            let seat = match student {
                Student::File(engine) => {
                    engine_seat(session, engine, files).map(|seat| (seat, None))
                }
                Student::Program(outside) => {
                    student_seat(session, outside, &options, programs.get(outside.command()))
                }
            };
            // A student's file that cannot be read loses its games; the others go on.
            Ok(match seat {
                Ok((seat, stage)) => Box::new(Limited::new(seat, stage)),
                Err(error) => Box::new(Broken(error.to_string())),
            })
        }
    }
}

/// Seats a student's program: a copy of it that only it can see, confined.
fn student_seat(
    session: &dyn Session,
    outside: &Outside,
    options: &SeatOptions,
    bytes: Option<&Vec<u8>>,
) -> Result<(Box<dyn Seat>, Option<Stage>), SpecError> {
    let (program, stage) = match bytes {
        None => (program(outside)?, None),
        Some(bytes) => {
            let stage = Stage::new(bytes, outside.command())
                .map_err(|error| SpecError::new(error.to_string()))?;
            (Program::file(stage.file()), Some(stage))
        }
    };
    let program = program.confined(options.student_confinement);
    let opponents_turn = OpponentsTurn::HeldInTimedGames;
    let options = SeatOptions { opponents_turn, ..told(outside, options) };
    let shown = format!("{program}: ");
    let seat = ProcessSeat::start(session, program, outside.limits(), &options);
    // Where the copy lies, and by what it is run, is nobody's business.
    let seat = seat.map_err(|error| {
        let said = error.to_string();
        let said = said.strip_prefix(&shown).unwrap_or(&said);
        SpecError::new(said.strip_prefix("crashed: ").unwrap_or(said))
    })?;
    Ok((Box::new(seat), stage))
}

fn engine_seat(
    session: &dyn Session,
    engine: &EngineSpec,
    files: Arc<dyn HeuristicFiles>,
) -> Result<Box<dyn Seat>, SpecError> {
    let mut reader = session.boxed_clone();
    reader.allow_files(files);
    reader.seat(engine)
}

fn process_seat(
    session: &dyn Session,
    outside: &Outside,
    options: &SeatOptions,
) -> Result<Box<dyn Seat>, SpecError> {
    let program = program(outside)?.confined(options.confinement);
    let options = told(outside, options);
    Ok(Box::new(ProcessSeat::start(session, program, outside.limits(), &options)?))
}

/// The same options, with what this program is told in its own words.
fn told(outside: &Outside, options: &SeatOptions) -> SeatOptions {
    SeatOptions { settings: outside.options().to_vec(), ..options.clone() }
}

fn program(outside: &Outside) -> Result<Program, SpecError> {
    Program::parse(outside.command()).map_err(|error| SpecError::new(error.to_string()))
}

/// Engines that never end by themselves get a tenth of a second where nobody set a limit. The
/// name in the table says so.
pub(crate) fn with_bound(session: &dyn Session, contestant: &Contestant) -> Contestant {
    match contestant {
        Contestant::Engine(engine)
            if engine.limits() == Limits::default()
                && session.facts(engine.name()).is_some_and(|facts| facts.is_open_ended) =>
        {
            engine.clone().with(Setting::Time(DEFAULT_TIME)).into()
        }
        other => other.clone(),
    }
}

/// Whether a second game may differ: programs outside, engines that look at the clock or think
/// with several threads. `limits` fill in what a contestant leaves open.
pub(crate) fn looks_at_the_clock(contestant: &Contestant, limits: &Limits) -> bool {
    contestant
        .engine()
        .is_none_or(|engine| engine.limits().or(*limits).time.is_some() || engine.threads() > 1)
}

/// Engines that roll dice play another game every time: the same with a seed of this game.
/// `None` for contestants that need none, or were given one.
pub(crate) fn with_seed(
    session: &dyn Session,
    contestant: &Contestant,
    rng_seed: u64,
) -> Option<Contestant> {
    let Contestant::Engine(engine) = contestant else { return None };
    // 32 bits stay readable in the text.
    let seeded = engine.clone().or(Setting::Seed(rng_seed & 0xffff_ffff));
    let rolls_dice = session.facts(engine.name()).is_some_and(|facts| facts.rolls_dice);
    (rolls_dice && seeded != *engine).then(|| seeded.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::{GAMES, open};

    #[test]
    fn dice_get_a_seed_and_nobody_else() {
        let session = open("connect4").unwrap();
        let seeded = |text: &str| {
            with_seed(&*session, &text.parse().unwrap(), 7).map(|seeded| seeded.to_string())
        };
        assert_eq!(seeded("random").as_deref(), Some("random:seed=7"));
        assert_eq!(seeded("level:3").as_deref(), Some("level:3,seed=7"));
        for text in ["level:3,seed=1", "textbook:depth=3", "best", "process:level", "ligue4"] {
            assert_eq!(seeded(text), None, "{text}");
        }
    }

    #[test]
    fn who_never_ends_is_bounded_and_nobody_else() {
        for game in GAMES {
            let session = open(game).unwrap();
            for name in session.engines() {
                let text = if name == "level" { "level:3" } else { name };
                let bounded = with_bound(&*session, &text.parse().unwrap()).to_string();
                let endless = session.seat(&text.parse().unwrap()).unwrap().is_open_ended();
                let expected = if endless { format!("{text}:time=0.1") } else { text.to_owned() };
                assert_eq!(bounded, expected, "{game}");
            }
        }
        let session = open("connect4").unwrap();
        let bounded = |text: &str| with_bound(&*session, &text.parse().unwrap()).to_string();
        assert_eq!(
            (bounded("best"), bounded("solver")),
            ("best:time=0.1".into(), "solver:time=0.1".into())
        );
        assert_eq!(bounded("solver:nodes=5"), "solver:nodes=5");
        assert_eq!(bounded("process:best"), "process:best");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let session = open("connect4").unwrap();
        let missing = "process:no-such-program".parse().unwrap();
        let error = seat(&*session, &missing, &SeatOptions::default()).err().unwrap();
        assert!(error.to_string().contains("no program"), "{error}");
    }
}
