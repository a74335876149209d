//! The folder of a match as the folder of a job: the plan and everything it needs by hash, the
//! games in order, what the clock said. Folders of older versions are taken over.

use crate::league::KeptFile;
use crate::report::WorkerPace;
use crate::seating::{Kept, Recorder, looks_at_the_clock, seat_from};
use crate::{ArenaError, Plan, Record, Times};
use alinea_catalogue::Session;
use alinea_catalogue::files::is_file;
use alinea_child::SeatOptions;
use alinea_jobs::{Folder, Job, JobError, PLAN_FILE, Refusal, read_notes, read_results};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// The games in order: the journal of the job.
pub const GAMES_FILE: &str = "games.jsonl";
/// The kind of job that matches and tournaments are.
pub(crate) const KIND_NAME: &str = "match";
const OPENINGS_FILE: &str = "openings.txt";
/// Before the name of a heuristic file in the list of a plan.
const HEURISTIC: &str = "heuristic:";
/// Before the name of a student's program.
const PROGRAM: &str = "program:";
/// What older versions wrote besides.
const OLD_TIMES_FILE: &str = "times.jsonl";
const OLD_AHEAD_FILE: &str = "ahead.jsonl";

/// A match found on disk.
pub struct SavedMatch {
    /// Its folder.
    pub folder: Folder,
    /// What is played.
    pub plan: Plan,
    /// The openings, one a round.
    pub openings: Vec<String>,
}

/// Starts a match in a new or empty directory.
pub fn create(
    dir: &Path,
    session: &dyn Session,
    plan: &Plan,
    openings: &[String],
) -> Result<Folder, ArenaError> {
    create_with(dir, session, plan, openings, &[])
}

/// The same with what students handed in.
pub(crate) fn create_with(
    dir: &Path,
    session: &dyn Session,
    plan: &Plan,
    openings: &[String],
    handed_in: &[KeptFile],
) -> Result<Folder, ArenaError> {
    let files = Inputs::of(session, plan, openings, handed_in)?;
    Folder::create(dir, job_plan(plan)?, &files.list()).map_err(in_words_of_a_match)
}

/// Opens a match to go on with it.
pub fn resume(dir: &Path) -> Result<SavedMatch, ArenaError> {
    if let Some(plan) = old_plan(dir)? {
        return take_over(dir, plan);
    }
    let folder = Folder::open(dir).map_err(in_words_of_a_match)?;
    let (plan, openings) = parts(folder.job())?;
    Ok(SavedMatch { folder, plan, openings })
}

/// The game of the match in a directory, `NAME:SETUP`.
pub fn game_of(dir: &Path) -> Result<String, ArenaError> {
    Ok(resume(dir)?.plan.game)
}

/// Replaces the plan: a longer match continues a shorter one. Students that joined bring files.
pub(crate) fn replan(found: &mut SavedMatch, handed_in: &[KeptFile]) -> Result<(), ArenaError> {
    // Heuristic files stay as they were when the match began.
    let mut plan = job_plan(&found.plan)?;
    plan.files = found.folder.job().plan.files.clone();
    let openings = openings_text(&found.openings);
    let mut files = vec![(OPENINGS_FILE.to_owned(), openings.into_bytes())];
    for (name, bytes) in handed_in {
        let kind = if is_file(name) { HEURISTIC } else { PROGRAM };
        files.push((format!("{kind}{name}"), bytes.clone()));
    }
    Ok(found.folder.replan(plan, &Inputs(files).list())?)
}

/// The plan and the openings of a job.
pub(crate) fn parts(job: &Job) -> Result<(Plan, Vec<String>), ArenaError> {
    if job.plan.kind != KIND_NAME {
        let kind = &job.plan.kind;
        return Err(Refusal::new(format!("expected a match, found a job of kind '{kind}'")).into());
    }
    let plan: Plan = job.plan.settings()?;
    plan.check()?;
    let (games, units) = (plan.order().total(), job.plan.units);
    if units != games {
        return Err(Refusal::new(format!("expected a job of {games} games, found {units}")).into());
    }
    let openings = String::from_utf8_lossy(&job.file(OPENINGS_FILE)?).into_owned();
    Ok((plan, openings_in(&openings)))
}

/// The heuristic files and students' programs of a job.
pub(crate) fn kept(job: &Job) -> Result<Kept, ArenaError> {
    let mut kept = Kept::default();
    for name in job.plan.files.keys() {
        if let Some(heuristic) = name.strip_prefix(HEURISTIC) {
            let text = String::from_utf8_lossy(&job.file(name)?).into_owned();
            kept.heuristics.insert(heuristic.to_owned(), text);
        } else if let Some(program) = name.strip_prefix(PROGRAM) {
            kept.programs.insert(program.to_owned(), job.file(name)?);
        }
    }
    Ok(kept)
}

/// The same of the match in a directory that nobody plays in at the moment.
pub(crate) fn kept_in(dir: &Path) -> Result<Kept, ArenaError> {
    kept(Folder::open(dir).map_err(in_words_of_a_match)?.job())
}

/// The files that a plan needs.
struct Inputs(Vec<(String, Vec<u8>)>);

impl Inputs {
    /// Seats everybody once to see which files they ask for; whoever cannot sit down is told.
    fn of(
        session: &dyn Session,
        plan: &Plan,
        openings: &[String],
        handed_in: &[KeptFile],
    ) -> Result<Inputs, ArenaError> {
        let recorder = Arc::new(Recorder::new(handed_in));
        for contestant in &plan.contestants {
            if !contestant.is_outside() {
                let files = Arc::clone(&recorder);
                let none = BTreeMap::new();
                seat_from(session, contestant, &SeatOptions::default(), files, &none)?;
            }
        }
        let mut files = vec![(OPENINGS_FILE.to_owned(), openings_text(openings).into_bytes())];
        let heuristics = recorder.files().into_iter();
        files.extend(heuristics.map(|(name, text)| (format!("{HEURISTIC}{name}"), text)));
        let programs = handed_in.iter().filter(|(name, _)| !is_file(name));
        files.extend(programs.map(|(name, bytes)| (format!("{PROGRAM}{name}"), bytes.clone())));
        Ok(Inputs(files))
    }

    fn list(&self) -> Vec<(&str, &[u8])> {
        self.0.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect()
    }
}

/// The openings of a file, whatever ends its lines.
fn openings_in(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim().to_owned()).collect()
}

fn openings_text(openings: &[String]) -> String {
    format!("{}\n", openings.join("\n"))
}

fn job_plan(plan: &Plan) -> Result<alinea_jobs::Plan, ArenaError> {
    let mut job = alinea_jobs::Plan::new(KIND_NAME, plan.order().total());
    job.journal = GAMES_FILE.to_owned();
    let limits = plan.limits();
    job.reproducible = !plan.contestants.iter().any(|who| looks_at_the_clock(who, &limits));
    job.settings = serde_json::to_value(plan).map_err(Refusal::new)?;
    Ok(job)
}

/// The plan of a folder of an older version; `None` where there is none.
fn old_plan(dir: &Path) -> Result<Option<Plan>, ArenaError> {
    let path = dir.join(PLAN_FILE);
    let Ok(text) = fs::read_to_string(&path) else { return Ok(None) };
    let is_old = serde_json::from_str::<serde_json::Value>(&text)
        .is_ok_and(|plan| plan.get("format").is_none() && plan.get("version").is_some());
    if !is_old {
        return Ok(None);
    }
    let plan: Plan = serde_json::from_str(&text)
        .map_err(|error| JobError::Plan(path.clone(), error.to_string()))?;
    plan.check().map_err(|error| JobError::Plan(path, error.to_string()))?;
    Ok(Some(plan))
}

/// Makes a job of a folder that an older version left behind. Its games are kept.
fn take_over(dir: &Path, plan: Plan) -> Result<SavedMatch, ArenaError> {
    let path = dir.join(OPENINGS_FILE);
    let text = fs::read_to_string(&path).map_err(JobError::io(&path))?;
    let openings = openings_in(&text);
    read_games(dir)?;
    let session = alinea_catalogue::open(&plan.game)?;
    let files = Inputs::of(&*session, &plan, &openings, &[])?;
    let folder = Folder::upgrade(dir, job_plan(&plan)?, &files.list())?;
    let _ = fs::remove_file(dir.join(OLD_AHEAD_FILE));
    Ok(SavedMatch { folder, plan, openings })
}

/// The errors of a folder, in the words of a match.
fn in_words_of_a_match(error: JobError) -> ArenaError {
    match error {
        JobError::Empty(dir) => ArenaError::NoMatch(dir),
        JobError::Taken(dir) => ArenaError::Taken(dir),
        error => error.into(),
    }
}

/// The games of a directory, in order. Games that were given up are left out.
pub fn read_games(dir: &Path) -> Result<Vec<Record>, ArenaError> {
    let path = dir.join(GAMES_FILE);
    let mut records: Vec<Record> = Vec::new();
    read_results(&path, &mut |unit, line| {
        let Some(line) = line else { return Ok(()) };
        let record: Option<Record> = serde_json::from_slice(line).ok();
        let record = record.filter(|record| record.game as u64 == unit + 1);
        records.push(record.ok_or_else(|| {
            let (path, line) = (path.display(), unit + 1);
            Refusal(format!("{path}, line {line}: expected game {line}, found something else"))
        })?);
        Ok(())
    })?;
    Ok(records)
}

/// The clock's side of the games of a directory, by game number; the last word on a game counts.
pub fn read_times(dir: &Path) -> Result<BTreeMap<usize, Times>, ArenaError> {
    let mut times = BTreeMap::new();
    let mut take = |line: &str| {
        if let Ok(found) = serde_json::from_str::<Times>(line) {
            times.insert(found.game, found);
        }
    };
    let path = dir.join(OLD_TIMES_FILE);
    match fs::File::open(&path) {
        Ok(file) => BufReader::new(file).lines().map_while(Result::ok).for_each(|line| take(&line)),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(ArenaError::File(path, error)),
    }
    read_notes(dir, &mut |note| take(&note.text))?;
    Ok(times)
}

/// What every worker of a fleet did, by name; nothing for games of this machine.
pub(crate) fn read_workers(
    dir: &Path,
    records: &[Record],
) -> Result<BTreeMap<String, WorkerPace>, ArenaError> {
    let mut players = BTreeMap::new();
    read_notes(dir, &mut |note| {
        if let Ok(times) = serde_json::from_str::<Times>(&note.text) {
            players.insert(times.game, (note.worker, times.think_ms));
        }
    })?;
    let mut workers: BTreeMap<String, WorkerPace> = BTreeMap::new();
    for record in records {
        let Some((worker, think_ms)) = players.remove(&record.game) else { continue };
        if worker != "-" {
            let pace = workers.entry(worker).or_default();
            pace.games += 1;
            pace.nodes = record.nodes.iter().fold(pace.nodes, |sum, one| sum.saturating_add(*one));
            pace.think_ms += think_ms.iter().sum::<f64>();
        }
    }
    Ok(workers)
}
