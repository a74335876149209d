//! Puzzles as long work. Mining: a unit is a game, of levels against each other or of a file, a
//! result the puzzles found in it. Verifying: a unit is a puzzle, a result what is wrong with it,
//! or nothing.

use alinea_coach::puzzles::{Doubt, Miner, Puzzle, PuzzleJson, mined_games};
use alinea_jobs::{
    Fold, Job, JobError, Kind, Next, Output, Plan, Refusal, Unfinished, Work, Worker,
};
use alinea_search::Stop;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Mining, for the table of kinds that a worker can run.
pub const KIND: Kind = Kind { name: NAME, open: open_mine };
/// Verifying, for the same table.
pub const VERIFY_KIND: Kind = Kind { name: VERIFY_NAME, open: open_verify };
const NAME: &str = "puzzles";
const VERIFY_NAME: &str = "puzzles-verify";
const PUZZLES_FILE: &str = "puzzles.jsonl";
const GAMES_FILE: &str = "games.txt";
/// Games after which mining gives up.
const MAX_GAMES: u64 = 1_000_000;
/// The result of a puzzle that holds.
const HOLDS: &str = "holds";

/// What is mined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub game: String,
    /// Seed of the games.
    pub seed: u64,
}

/// The plan for mining a game: as many games as it takes.
pub fn plan(settings: &Settings) -> Result<Plan, Refusal> {
    check(&settings.game)?;
    let mut plan = Plan::new(NAME, MAX_GAMES);
    plan.settings = serde_json::to_value(settings).unwrap_or_default();
    plan.journal = "found.jsonl".to_owned();
    Ok(plan)
}

/// The plan for mining these games, each the moves from the start, and its file: name and text.
pub fn plan_of_games(
    settings: &Settings,
    games: &[String],
) -> Result<(Plan, (&'static str, String)), Refusal> {
    let plan = Plan { units: games.len() as u64, ..plan(settings)? };
    Ok((plan, (GAMES_FILE, games.join("\n"))))
}

fn no_miner() -> Refusal {
    Refusal::new("the game cannot be mined")
}

fn check(game: &str) -> Result<(), Refusal> {
    if mined_games().contains(&game) {
        return Ok(());
    }
    let known = mined_games().join(", ");
    Err(Refusal(format!("expected a game with puzzles ({known}), found '{game}'")))
}

/// Mining that is open.
pub struct MineWork {
    settings: Settings,
    /// The games of a file; without one levels play.
    games: Option<Vec<String>>,
}

impl MineWork {
    /// Opens a job.
    pub fn open(job: &Job) -> Result<MineWork, Refusal> {
        let settings: Settings = job.plan.settings()?;
        check(&settings.game)?;
        let games = match job.plan.files.contains_key(GAMES_FILE) {
            true => Some(read_games(job)?),
            false => None,
        };
        Ok(MineWork { settings, games })
    }
}

fn read_games(job: &Job) -> Result<Vec<String>, Refusal> {
    let text = String::from_utf8_lossy(&job.file(GAMES_FILE).map_err(Refusal::new)?).into_owned();
    let games: Vec<String> = text.lines().map(str::to_owned).collect();
    if games.len() as u64 != job.plan.units {
        let (expected, found) = (job.plan.units, games.len());
        return Err(Refusal(format!("expected {expected} games, found {found}")));
    }
    Ok(games)
}

fn open_mine(job: &Job) -> Result<Box<dyn Work>, Refusal> {
    Ok(Box::new(MineWork::open(job)?))
}

impl Work for MineWork {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        let miner = Miner::new(&self.settings.game);
        Ok(Box::new(MineWorker { work: self, miner: miner.ok_or_else(no_miner)? }))
    }
}

struct MineWorker<'w> {
    work: &'w MineWork,
    miner: Miner,
}

impl Worker for MineWorker<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        let seed = self.work.settings.seed;
        let puzzles = match &self.work.games {
            Some(games) => {
                let found = self.miner.mine_game(&games[unit as usize], seed, unit, stop);
                found.map_err(|error| Unfinished::Failed(Refusal::new(error)))?
            }
            None => self.miner.mine(seed, unit, stop),
        };
        if stop.is_set() {
            return Err(Unfinished::Stopped);
        }
        let puzzles: Vec<PuzzleJson> = puzzles.iter().map(PuzzleJson::from).collect();
        let line = serde_json::to_string(&puzzles).map_err(Refusal::new);
        Ok(Output::new(line.map_err(Unfinished::Failed)?))
    }
}

/// Collects puzzles in the order of their games until there are enough; a position counts once.
pub struct Collected {
    wanted: usize,
    seen: HashSet<u64>,
    /// What was found so far.
    pub puzzles: Vec<Puzzle>,
}

impl Collected {
    /// Wants so many.
    #[must_use]
    pub fn new(wanted: usize) -> Collected {
        Collected { wanted, seen: HashSet::new(), puzzles: Vec::new() }
    }
}

impl Fold for Collected {
    fn reset(&mut self) -> Result<(), Refusal> {
        self.seen.clear();
        self.puzzles.clear();
        Ok(())
    }

    fn add(&mut self, _: u64, result: &[u8]) -> Result<Next, Refusal> {
        let found: Vec<PuzzleJson> = serde_json::from_slice(result).map_err(Refusal::new)?;
        for json in found {
            let puzzle = Puzzle::try_from(json).map_err(Refusal::new)?;
            let key = puzzle.session().map_err(Refusal::new)?.key();
            if self.puzzles.len() < self.wanted && self.seen.insert(key) {
                self.puzzles.push(puzzle);
            }
        }
        Ok(if self.puzzles.len() < self.wanted { Next::More } else { Next::Enough })
    }
}

/// Puzzles as JSON lines.
#[must_use]
pub fn lines(puzzles: &[Puzzle]) -> String {
    let line = |puzzle: &Puzzle| serde_json::to_string(&PuzzleJson::from(puzzle));
    puzzles.iter().flat_map(line).map(|line| line + "\n").collect()
}

/// Reads JSON lines; a line that is no puzzle is refused with its number.
pub fn read(text: &str) -> Result<Vec<Puzzle>, Refusal> {
    let whole = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    whole
        .map(|(number, line)| {
            let refuse = |problem: &dyn std::fmt::Display| {
                Refusal(format!("line {}: expected a puzzle: {problem}", number + 1))
            };
            let json: PuzzleJson = serde_json::from_str(line).map_err(|error| refuse(&error))?;
            Puzzle::try_from(json).map_err(|error| refuse(&error))
        })
        .collect()
}

/// The plan for proving these again; its file is [`verify_file`].
#[must_use]
pub fn verify_plan(puzzles: &[Puzzle]) -> Plan {
    let mut plan = Plan::new(VERIFY_NAME, puzzles.len() as u64);
    plan.journal = "verified.txt".to_owned();
    plan
}

/// The puzzles as the file of the plan: its name and text.
#[must_use]
pub fn verify_file(puzzles: &[Puzzle]) -> (&'static str, String) {
    (PUZZLES_FILE, lines(puzzles))
}

/// Verification that is open.
pub struct VerifyWork {
    puzzles: Vec<Puzzle>,
}

impl VerifyWork {
    /// Opens a job.
    pub fn open(job: &Job) -> Result<VerifyWork, JobError> {
        let text = String::from_utf8_lossy(&job.file(PUZZLES_FILE)?).into_owned();
        let puzzles = read(&text)?;
        if puzzles.len() as u64 != job.plan.units {
            let (expected, found) = (job.plan.units, puzzles.len());
            return Err(Refusal(format!("expected {expected} puzzles, found {found}")).into());
        }
        Ok(VerifyWork { puzzles })
    }
}

fn open_verify(job: &Job) -> Result<Box<dyn Work>, Refusal> {
    Ok(Box::new(VerifyWork::open(job).map_err(Refusal::new)?))
}

impl Work for VerifyWork {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        Ok(Box::new(VerifyWorker { work: self, miners: HashMap::new() }))
    }
}

struct VerifyWorker<'w> {
    work: &'w VerifyWork,
    /// One for each game: they keep tables.
    miners: HashMap<String, Miner>,
}

impl Worker for VerifyWorker<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        let puzzle = &self.work.puzzles[unit as usize];
        if !self.miners.contains_key(&puzzle.game) {
            let miner = Miner::new(&puzzle.game);
            let missing = || Unfinished::Failed(Refusal::new(Doubt::Unknown));
            self.miners.insert(puzzle.game.clone(), miner.ok_or_else(missing)?);
        }
        let verdict = match self.miners.get_mut(&puzzle.game) {
            Some(miner) => miner.verify(puzzle, stop),
            None => Err(Doubt::Unknown),
        };
        if stop.is_set() {
            return Err(Unfinished::Stopped);
        }
        Ok(Output::new(verdict.map_or_else(|doubt| doubt.to_string(), |()| HOLDS.to_owned())))
    }
}

/// What verification said: the puzzles that do not hold, by their place, and why.
#[derive(Default)]
pub struct Verified {
    /// Puzzles looked at.
    pub count: u64,
    /// Those that do not hold.
    pub refuted: Vec<(u64, String)>,
}

impl Fold for Verified {
    fn reset(&mut self) -> Result<(), Refusal> {
        *self = Verified::default();
        Ok(())
    }

    fn add(&mut self, unit: u64, result: &[u8]) -> Result<Next, Refusal> {
        self.count += 1;
        if result != HOLDS.as_bytes() {
            self.refuted.push((unit, String::from_utf8_lossy(result).into_owned()));
        }
        Ok(Next::More)
    }
}
