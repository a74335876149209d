//! `alinea puzzles`: positions with exactly one move that wins or holds, mined, shown and proven
//! again.

use super::fleet::{FleetArgs, Here};
use super::{Context, games_of_file, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_coach::puzzles::{Miner, Puzzle, PuzzleJson, collection};
use alinea_data::puzzles::{
    Collected, MineWork, Settings, Verified, VerifyWork, lines, plan, plan_of_games, read,
    verify_file, verify_plan,
};
use alinea_jobs::{Folder, PLAN_FILE, Plan, cores};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Most puzzles of one run.
const MAX_COUNT: usize = 100_000;
/// Largest file of puzzles that is read.
const MAX_BYTES: u64 = 64 << 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: connect4, gomoku, standard, renju, caro or boom
    #[arg(required_unless_present_any = ["verify", "show"])]
    game: Option<String>,
    /// How many to find
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Mine the games of this file, in any format that 'alinea review' reads, instead of games of
    /// levels against each other
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "show"])]
    from: Option<PathBuf>,
    /// Where they go, a JSON object a line [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Seed of the games that are mined
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Prove every puzzle of a file again by another way; without a file, the shipped ones
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["out", "show"])]
    verify: Option<Option<PathBuf>>,
    /// Print the shipped puzzles, of one game or of all
    #[arg(long, conflicts_with = "out")]
    show: bool,
    /// Games or puzzles at the same time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    fleet: FleetArgs,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    if args.show {
        return print(&lines(&shipped(args))).map(|()| Answer::Yes);
    }
    match &args.verify {
        Some(Some(path)) => verify(args, &read_file(path)?, &beside(path, ".verify"), context),
        Some(None) => verify(args, &shipped(args), &temporary("verify"), context),
        None => mine(args, context),
    }
}

fn shipped(args: &Args) -> Vec<Puzzle> {
    let is_wanted = |puzzle: &&Puzzle| args.game.as_ref().is_none_or(|game| puzzle.game == *game);
    collection().iter().filter(is_wanted).cloned().collect()
}

fn mine(args: &Args, context: Context) -> Result<Answer, Failed> {
    if !(1..=MAX_COUNT).contains(&args.count) {
        let found = args.count;
        return Err(Failed::Wrong(format!("expected 1 to {MAX_COUNT} puzzles, found {found}")));
    }
    let game = args.game.clone().unwrap_or_default();
    let settings = Settings { game, seed: args.seed };
    let (plan, files) = match &args.from {
        None => (plan(&settings).map_err(wrong)?, Vec::new()),
        Some(path) => {
            let games = games_from(path, &settings.game)?;
            let (plan, file) = plan_of_games(&settings, &games).map_err(wrong)?;
            (plan, vec![file])
        }
    };
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let dir = match &args.out {
        Some(path) => {
            let dir = beside(path, ".job");
            if path.exists() && !dir.join(PLAN_FILE).exists() {
                let path = path.display();
                return Err(Failed::Wrong(format!("{path} is there already; choose another file")));
            }
            dir
        }
        None => temporary("puzzles"),
    };
    let folder = open_folder(&dir, plan, &files)?;
    let work = MineWork::open(folder.job()).map_err(wrong)?;
    let mut found = Collected::new(args.count);
    let mut here = Here::new(&args.fleet, threads(args))?;
    let finish = here.run(folder, &work, &mut found, "games").map_err(wrong)?;
    match &args.out {
        Some(path) => std::fs::write(path, lines(&found.puzzles))?,
        None => print(&lines(&found.puzzles))?,
    }
    if finish.interrupted {
        return Ok(stopped(&dir, args.out.as_deref()));
    }
    close(&dir);
    if context.json && args.out.is_some() {
        print_json(&Mined { puzzles: found.puzzles.len(), games: finish.units })?;
    }
    // A file holds as many as it holds.
    let is_enough = args.from.is_some() || found.puzzles.len() == args.count;
    Ok(if is_enough { Answer::Yes } else { Answer::No })
}

/// The games of a file as moves from the start. A puzzle is kept as such moves, so a game of
/// another board, or one that begins with stones on it, is refused with its number.
fn games_from(path: &Path, game: &str) -> Result<Vec<String>, Failed> {
    let refused = |problem: &str| Failed::Refused(format!("{}: {problem}", path.display()));
    let games = games_of_file(game, path)?;
    if let Some(miner) = Miner::new(game)
        && let Some(place) = games.iter().position(|game| !miner.fits(game.session.as_ref()))
    {
        let number = place + 1;
        let expected = format!("game {number}: expected {game} from its usual empty board");
        return Err(refused(&expected));
    }
    Ok(games.iter().map(|game| game.session.moves().concat()).collect())
}

/// What mining ended with.
#[derive(Serialize)]
struct Mined {
    puzzles: usize,
    games: u64,
}

fn verify(args: &Args, puzzles: &[Puzzle], dir: &Path, context: Context) -> Result<Answer, Failed> {
    let (name, text) = verify_file(puzzles);
    let folder = open_folder(dir, verify_plan(puzzles), &[(name, text.as_bytes())])?;
    let work = VerifyWork::open(folder.job()).map_err(wrong)?;
    let mut verified = Verified::default();
    let mut here = Here::new(&args.fleet, threads(args))?;
    let finish = here.run(folder, &work, &mut verified, "puzzles").map_err(wrong)?;
    if finish.interrupted {
        let file = args.verify.as_ref().and_then(Option::as_deref);
        return Ok(stopped(dir, file));
    }
    close(dir);
    let parked = finish.parked.iter().map(|unit| (*unit, "it could not be looked at".to_owned()));
    let mut refuted = verified.refuted;
    refuted.extend(parked);
    if context.json {
        for (place, reason) in &refuted {
            let puzzle = PuzzleJson::from(&puzzles[*place as usize]);
            print_json(&RefutedJson { line: place + 1, puzzle, reason: reason.clone() })?;
        }
        print_json(&VerifiedJson { puzzles: puzzles.len(), refuted: refuted.len() })?;
    } else {
        for (place, reason) in &refuted {
            let puzzle = &puzzles[*place as usize];
            print(&format!("{}: {} {}: {reason}\n", place + 1, puzzle.game, puzzle.position))?;
        }
        print(&format!("{} puzzles, {} refuted\n", puzzles.len(), refuted.len()))?;
    }
    Ok(if refuted.is_empty() { Answer::Yes } else { Answer::No })
}

/// Work without a file of its own has a folder that nobody finds again.
fn stopped(dir: &Path, file: Option<&Path>) -> Answer {
    if file.is_some() {
        super::solve::say("stopped; what is finished is kept: run the same command to go on");
    } else {
        super::solve::say("stopped");
        close(dir);
    }
    Answer::No
}

/// A puzzle that does not hold.
#[derive(Serialize)]
struct RefutedJson {
    line: u64,
    #[serde(flatten)]
    puzzle: PuzzleJson,
    reason: String,
}

/// How verification ended.
#[derive(Serialize)]
struct VerifiedJson {
    puzzles: usize,
    refuted: usize,
}

fn read_file(path: &Path) -> Result<Vec<Puzzle>, Failed> {
    let at =
        |problem: &dyn std::fmt::Display| Failed::Wrong(format!("{}: {problem}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| at(&error))?.len();
    if size > MAX_BYTES {
        return Err(at(&format!("expected at most {} MB, found {}", MAX_BYTES >> 20, size >> 20)));
    }
    let bytes = std::fs::read(path).map_err(|error| at(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| at(&"expected text in UTF-8"))?;
    read(&text).map_err(|error| at(&error))
}

/// The folder of a job: the one that was begun, or a new one.
fn open_folder(dir: &Path, plan: Plan, files: &[(&str, &[u8])]) -> Result<Folder, Failed> {
    if !dir.join(PLAN_FILE).exists() {
        return Folder::create(dir, plan, files).map_err(wrong);
    }
    let folder = Folder::open(dir).map_err(wrong)?;
    let mut plan = plan;
    for (name, bytes) in files {
        plan.files.insert((*name).to_owned(), alinea_jobs::sha256(bytes));
    }
    if folder.job().plan != plan {
        let dir = dir.display();
        return Err(Failed::Wrong(format!(
            "{dir} belongs to other work; go on with that, or remove it"
        )));
    }
    Ok(folder)
}

fn close(dir: &Path) {
    if let Ok(folder) = Folder::open(dir) {
        folder.remove();
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

fn temporary(what: &str) -> PathBuf {
    std::env::temp_dir().join(format!("alinea-{what}-{}", std::process::id()))
}

fn threads(args: &Args) -> usize {
    args.threads.map_or_else(cores, usize::from)
}

fn wrong(error: impl std::fmt::Display) -> Failed {
    Failed::Wrong(error.to_string())
}
