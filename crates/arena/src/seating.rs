//! From a contestant to a seat: an engine of the catalogue, a program outside, a student's file.

use crate::league::{Broken, Limited, engine_of};
use alinea_catalogue::files::{BoardHeuristic, HeuristicFiles};
use alinea_catalogue::{EngineSpec, Seat, Session, SpecError};
use alinea_child::{ProcessSeat, Program, SeatOptions};
use alinea_gomocup::GomocupSeat;
use alinea_lab::{Folder, ScriptLimits};
use alinea_search::Limits;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a student's program may take for a move where nobody set a limit.
const STUDENT_PATIENCE: Duration = Duration::from_secs(10);

/// Seats any contestant, with the heuristic files of this machine.
pub fn seat(
    session: &dyn Session,
    contestant: &str,
    options: &SeatOptions,
) -> Result<Box<dyn Seat>, SpecError> {
    seat_from(session, contestant, options, Arc::new(LEAGUE_FILES))
}

const LEAGUE_FILES: Folder = Folder { limits: ScriptLimits::LEAGUE };

/// The heuristic files of this machine, and which of them were asked for.
#[derive(Default)]
pub(crate) struct Recorder(Mutex<BTreeMap<String, Vec<u8>>>);

impl Recorder {
    /// Name and bytes of every file that was read.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl HeuristicFiles for Recorder {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text = Folder::read(name)?;
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name.to_owned(), text.clone().into_bytes());
        drop(files);
        LEAGUE_FILES.load(name)
    }
}

/// The heuristic files that a job brought along; no other file is read.
pub(crate) struct Kept(BTreeMap<String, String>);

impl Kept {
    pub(crate) fn new(files: BTreeMap<String, String>) -> Kept {
        Kept(files)
    }
}

impl HeuristicFiles for Kept {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text = self.0.get(name).ok_or_else(|| SpecError(format!("{name}: cannot be read")))?;
        alinea_lab::parse(name, text, ScriptLimits::LEAGUE)
            .map_err(|error| SpecError(error.to_string()))
    }
}

/// Seats any contestant, with heuristic files from this source.
pub(crate) fn seat_from(
    session: &dyn Session,
    contestant: &str,
    options: &SeatOptions,
    files: Arc<dyn HeuristicFiles>,
) -> Result<Box<dyn Seat>, SpecError> {
    if let Some(engine) = engine_of(contestant) {
        // A student's file that cannot be read loses its games; the others go on.
        let mut options = options.clone();
        options.patience.unlimited = STUDENT_PATIENCE;
        return Ok(match seat_from(session, &engine, &options, files) {
            Ok(seat) => Box::new(Limited::new(seat)),
            Err(error) => Box::new(Broken(error.to_string())),
        });
    }
    if let Some(command) = contestant.strip_prefix("process:") {
        let (program, limits) = outside(command)?;
        return Ok(Box::new(ProcessSeat::start(session, program, limits, options)?));
    }
    if let Some(command) = contestant.strip_prefix("gomocup:") {
        let (program, limits) = outside(command)?;
        return Ok(Box::new(GomocupSeat::start(session, program, limits, options)?));
    }
    let mut reader = session.boxed_clone();
    reader.allow_files(files);
    reader.seat(contestant)
}

/// Engines that would think for ever get a tenth of a second where nobody said anything. The
/// name in the table says so.
pub(crate) fn with_bound(session: &dyn Session, contestant: &str) -> String {
    let engines = session.engines();
    let searching = 1 + engines.iter().position(|name| *name == "alphabeta").unwrap_or(0);
    let Ok(spec) = EngineSpec::parse(contestant) else { return contestant.to_owned() };
    let endless = engines.iter().take(searching).any(|name| *name == spec.name)
        && spec.name != "solver"
        && spec.limits == Limits::default();
    if !endless {
        return contestant.to_owned();
    }
    let joint = if contestant.contains(':') { ',' } else { ':' };
    format!("{contestant}{joint}time=0.1")
}

/// Splits `PATH[,depth=D][,nodes=N][,time=S]` of a program outside.
pub(crate) fn outside(text: &str) -> Result<(Program, Limits), SpecError> {
    let mut path = text;
    let mut limits = String::new();
    while let Some((rest, item)) = path.rsplit_once(',') {
        let is_limit = ["depth=", "nodes=", "time="].iter().any(|key| item.starts_with(key));
        if !is_limit {
            break;
        }
        limits = format!("{item},{limits}");
        path = rest;
    }
    let program = Program::parse(path).map_err(|error| SpecError(error.to_string()))?;
    Ok((program, EngineSpec::parse(&format!("outside:{limits}"))?.limits))
}

/// Whether this contestant is a program outside, whose word proves nothing.
pub(crate) fn is_outside(contestant: &str) -> bool {
    let engine = engine_of(contestant);
    let engine = engine.as_deref().unwrap_or(contestant);
    engine.starts_with("process:") || engine.starts_with("gomocup:")
}

/// Whether a second game may differ: programs outside, engines that look at the clock or think
/// with several threads. `timed`: whether contestants without a limit of their own get a time.
pub(crate) fn looks_at_the_clock(contestant: &str, timed: bool) -> bool {
    let engine = engine_of(contestant);
    let Ok(spec) = EngineSpec::parse(engine.as_deref().unwrap_or(contestant)) else { return true };
    let own = spec.limits != Limits::default();
    is_outside(contestant) || spec.limits.time.is_some() || (timed && !own) || spec.threads > 1
}

/// Engines that roll dice play another game every time: their text with a seed of this game.
/// `None` for engines that need none, or were given one.
pub(crate) fn with_seed(contestant: &str, seed: u64) -> Option<String> {
    let (name, options) = contestant.split_once(':').unwrap_or((contestant, ""));
    let dice = ["random", "level"].contains(&name);
    if !dice || options.split(',').any(|option| option.trim_start().starts_with("seed=")) {
        return None;
    }
    // The specification reads whole numbers; 32 bits stay readable in it.
    let seed = seed & 0xffff_ffff;
    Some(match options {
        "" => format!("{name}:seed={seed}"),
        options => format!("{name}:{options},seed={seed}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_get_a_seed_and_nobody_else() {
        assert_eq!(with_seed("random", 7).as_deref(), Some("random:seed=7"));
        assert_eq!(with_seed("level:3", 7).as_deref(), Some("level:3,seed=7"));
        assert_eq!(with_seed("level:3,seed=1", 7), None);
        assert_eq!(with_seed("textbook:depth=3", 7), None);
    }

    #[test]
    fn limits_of_programs_are_read_from_the_end() {
        let (program, limits) = outside("sh -c true,time=0.5,nodes=9").unwrap();
        assert_eq!(program.to_string(), "sh -c true");
        assert_eq!((limits.nodes, limits.time.unwrap().as_millis()), (Some(9), 500));
        assert!(outside("sh,depth=x").is_err());
        assert!(outside("no-such-program").unwrap_err().to_string().contains("no program"));
    }
}
