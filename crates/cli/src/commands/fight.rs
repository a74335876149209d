//! What `match` and `tournament` share: options, contestants, the files of a match, Ctrl-C and
//! the line of progress.

use crate::answer::Failed;
use alinea_arena::stats::Sprt;
use alinea_arena::{
    Arena, Finish, Found, Journal, Plan, Progress, Report, Resign, Schedule, SeatOptions, openings,
};
use alinea_catalogue::{EngineSpec, Seat, Session, SpecError, open, parse_seconds};
use alinea_child::Patience;
use alinea_gomocup::GomocupSeat;
use alinea_lab::{Folder, ScriptLimits, league};
use alinea_search::{Limits, Stop};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Openings made on the spot, at most; longer matches go through them again.
const MAX_MADE: usize = 500;
/// Positions the judge of made openings looks at.
const JUDGE_NODES: u64 = 3000;
/// How long a student's program may take for a move where nobody set a limit.
const STUDENT_PATIENCE: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
pub(crate) struct FightArgs {
    /// Openings, one position a line [default: a built-in balanced set]
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Games played at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// Keep the records and an HTML report in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the match in this directory; nothing else needs to be typed again
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub(crate) resume: Option<PathBuf>,
    /// Seed of the openings and of random engines
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Plies a move, for engines that name no limit of their own
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Positions a move, for engines that name no limit of their own
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Seconds a move, for engines that name no limit of their own
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// A game of this many plies is a draw
    #[arg(long, value_name = "N", default_value_t = alinea_arena::DEFAULT_MAX_PLIES)]
    pub(crate) max_plies: u32,
    /// An engine gives up when it finds itself this far behind for so many of its moves
    #[arg(long, value_name = "POINTS,MOVES", value_parser = resign)]
    pub(crate) resign: Option<Resign>,
    /// End a game as soon as a built-in engine proves its result
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Seconds a program outside may take beyond its limit
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "0.5")]
    pub(crate) grace: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text).ok_or_else(|| "expected seconds".to_owned())
}

fn resign(text: &str) -> Result<Resign, String> {
    let read = || {
        let (points, moves) = text.split_once(',')?;
        let (points, moves) = (points.trim().parse().ok()?, moves.trim().parse().ok()?);
        Some(Resign { points, moves }).filter(|r: &Resign| r.points > 0.0 && r.moves > 0)
    };
    read().ok_or_else(|| "expected POINTS,MOVES as in 500,3".to_owned())
}

/// Who plays what, as typed.
pub(crate) struct Typed<'t> {
    pub(crate) game: Option<&'t str>,
    pub(crate) contestants: &'t [String],
    pub(crate) games: Option<u64>,
    pub(crate) default_games: u64,
    pub(crate) schedule: Schedule,
    pub(crate) sprt: Option<Sprt>,
}

/// A match that is about to be played.
pub(crate) struct Fight {
    pub(crate) plan: Plan,
    pub(crate) dir: PathBuf,
    openings: Vec<String>,
    found: Option<Found>,
    /// Whether the directory is ours to remove when the match is over.
    passing: bool,
}

impl Fight {
    /// Reads what was typed, or the match to go on with.
    pub(crate) fn prepare(typed: &Typed<'_>, args: &FightArgs) -> Result<Fight, Failed> {
        match &args.resume {
            Some(dir) => Fight::resumed(typed, args, dir),
            None => Fight::new(typed, args),
        }
    }

    fn new(typed: &Typed<'_>, args: &FightArgs) -> Result<Fight, Failed> {
        let Some(game) = typed.game else {
            return Err(Failed::Wrong("expected a game, or --resume DIR".into()));
        };
        let session = open(game)?;
        let games = typed.games.unwrap_or(typed.default_games);
        let game = format!("{}:{}", session.name(), session.setup());
        let contestants = with_limits(&*session, typed.contestants, args);
        let mut plan = Plan::new(&game, &contestants, games);
        plan.schedule = typed.schedule;
        plan.depth = args.depth;
        plan.nodes = args.nodes;
        plan.time_ms = args.time.map(|time| time.as_millis() as u64);
        plan.max_plies = args.max_plies;
        plan.resign = args.resign;
        plan.adjudicate = args.adjudicate;
        plan.sprt = typed.sprt.map(|test| test.elos());
        plan.seed = args.seed;
        plan.check().map_err(wrong)?;
        let openings = openings_for(&*session, &plan, args.openings.as_deref())?;
        let (dir, passing) = match &args.out {
            Some(dir) => (dir.clone(), false),
            None => (passing_dir(session.name()), true),
        };
        Ok(Fight { plan, dir, openings, found: None, passing })
    }

    fn resumed(typed: &Typed<'_>, args: &FightArgs, dir: &Path) -> Result<Fight, Failed> {
        let mut found = Journal::resume(dir).map_err(wrong)?;
        let typed_game = typed.game.map(open).transpose()?;
        let typed_game = typed_game.map(|s| format!("{}:{}", s.name(), s.setup()));
        let same_game = typed_game.is_none_or(|game| game == found.plan.game);
        let same_players =
            typed.contestants.is_empty() || typed.contestants == found.plan.contestants;
        if !same_game || !same_players {
            let (game, players) = (&found.plan.game, found.plan.contestants.join(" "));
            return Err(Failed::Wrong(format!(
                "{} holds {game} {players}, which is not what was typed",
                dir.display()
            )));
        }
        if let Some(games) = typed.games.filter(|&games| games > found.plan.games) {
            found.plan.games = games;
            found.plan.check().map_err(wrong)?;
            let session = open(&found.plan.game)?;
            let more = openings_for(&*session, &found.plan, args.openings.as_deref())?;
            // Rounds already played keep their openings.
            let new = more.into_iter().filter(|o| !found.openings.contains(o)).collect::<Vec<_>>();
            found.openings.extend(new);
            found.journal.replan(&found.plan, &found.openings).map_err(wrong)?;
        }
        let (plan, openings) = (found.plan.clone(), found.openings.clone());
        Ok(Fight { plan, dir: dir.into(), openings, found: Some(found), passing: false })
    }

    /// Plays. `line` writes the progress of a match for people.
    pub(crate) fn run(
        &mut self,
        args: &FightArgs,
        line: &dyn Fn(&Progress<'_>) -> String,
    ) -> Result<Finish, Failed> {
        let (journal, played) = match self.found.take() {
            Some(found) => (found.journal, found.records),
            None => {
                let made = Journal::create(&self.dir, &self.plan, &self.openings);
                (made.map_err(wrong)?, Vec::new())
            }
        };
        let stop = Stop::new();
        let handler_stop = stop.clone();
        ctrlc::set_handler(move || handler_stop.stop())
            .map_err(|error| Failed::Wrong(error.to_string()))?;
        let patience = Patience { grace: args.grace, ..Patience::default() };
        let arena = Arena {
            plan: &self.plan,
            openings: &self.openings,
            played,
            maker: &seat,
            seat_options: SeatOptions { patience, log: Some(self.dir.clone()) },
            concurrency: args.concurrency.unwrap_or_else(cores),
            stop: &stop,
        };
        let mut status = StatusLine::new();
        let session = open(&self.plan.game)?;
        let finish = arena.run(session, journal, &mut |progress| status.show(progress, line));
        status.clear();
        match finish {
            Ok(finish) => Ok(finish),
            Err(error) => {
                self.forget_if_empty();
                Err(wrong(error))
            }
        }
    }

    /// A match that never began leaves nothing behind.
    fn forget_if_empty(&self) {
        let games = self.dir.join(alinea_arena::GAMES_FILE);
        if fs::metadata(games).is_ok_and(|file| file.len() == 0) {
            for name in
                ["plan.json", "openings.txt", "games.jsonl", "times.jsonl", "ahead.jsonl", "lock"]
            {
                let _ = fs::remove_file(self.dir.join(name));
            }
            let _ = fs::remove_dir(&self.dir);
        }
    }

    /// Says where the records are, or removes them if nobody asked for them.
    pub(crate) fn conclude(&self, command: &str, finish: &Finish) -> Result<(), Failed> {
        let mut err = std::io::stderr().lock();
        if finish.interrupted {
            let dir = quoted(&self.dir);
            writeln!(err, "stopped; everything finished is saved. To go on:")?;
            writeln!(err, "alinea {command} --resume {dir}")?;
        } else if self.passing {
            let _ = fs::remove_dir_all(&self.dir);
        } else {
            let report = self.dir.join("report.html");
            fs::write(&report, self.report(finish)?)
                .map_err(|error| Failed::Wrong(format!("{}: {error}", report.display())))?;
            writeln!(err, "records and report in {}", self.dir.display())?;
        }
        Ok(())
    }
}

impl Fight {
    fn report(&self, finish: &Finish) -> Result<String, Failed> {
        let records = alinea_arena::read_games(&self.dir).map_err(wrong)?;
        let times = alinea_arena::read_times(&self.dir).map_err(wrong)?;
        let report =
            Report { plan: &self.plan, tally: &finish.tally, records: &records, times: &times };
        report.html().map_err(wrong)
    }
}

/// Seats any contestant of the command line.
pub(crate) fn seat(
    session: &dyn Session,
    contestant: &str,
    options: &SeatOptions,
) -> Result<Box<dyn Seat>, SpecError> {
    if let Some(meant) = league::meant(contestant) {
        // A student's file that cannot be read loses its games; the others go on.
        let mut options = options.clone();
        options.patience.unlimited = STUDENT_PATIENCE;
        return Ok(match seat(session, &meant, &options) {
            Ok(seat) => Box::new(league::Limited::new(seat)),
            Err(error) => Box::new(league::Broken(error.to_string())),
        });
    }
    match contestant.strip_prefix("gomocup:") {
        None => {
            let mut reader = session.boxed_clone();
            reader.allow_files(Arc::new(Folder { limits: ScriptLimits::LEAGUE }));
            alinea_arena::seat(&*reader, contestant, options)
        }
        Some(command) => {
            let (program, limits) = alinea_arena::outside(command)?;
            let log = options.log.clone();
            Ok(Box::new(GomocupSeat::start(session, program, limits, options.patience, log)?))
        }
    }
}

/// Engines that would think for ever get a tenth of a second where nobody said anything. The
/// name in the table says so.
fn with_limits(session: &dyn Session, contestants: &[String], args: &FightArgs) -> Vec<String> {
    let limited = args.depth.is_some() || args.nodes.is_some() || args.time.is_some();
    let engines = session.engines();
    let endless: Vec<&str> = engines
        .iter()
        .copied()
        .take(1 + engines.iter().position(|name| *name == "alphabeta").unwrap_or(0))
        .filter(|name| *name != "solver")
        .collect();
    let add = |text: &String| {
        let Ok(spec) = EngineSpec::parse(text) else { return text.clone() };
        if limited || spec.limits != Limits::default() || !endless.contains(&spec.name.as_str()) {
            return text.clone();
        }
        let joint = if text.contains(':') { ',' } else { ':' };
        format!("{text}{joint}time=0.1")
    };
    contestants.iter().map(add).collect()
}

/// One opening a round: from the file, the built-in set, or made here.
fn openings_for(
    session: &dyn Session,
    plan: &Plan,
    file: Option<&Path>,
) -> Result<Vec<String>, Failed> {
    let rounds = plan.games.div_ceil(2) as usize;
    if let Some(path) = file {
        let text = fs::read_to_string(path)
            .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
        let set = openings::parse(session, &text)
            .map_err(|error| Failed::Wrong(format!("{}, {error}", path.display())))?;
        return Ok(openings::choose(set, plan.seed, rounds));
    }
    if let Some(set) = openings::built_in(session.name(), &session.setup()) {
        return Ok(openings::choose(set, plan.seed, rounds));
    }
    make_openings(session, rounds.min(MAX_MADE), plan.seed, JUDGE_NODES)
}

/// Balanced openings judged by the strongest engine of the game.
pub(crate) fn make_openings(
    session: &dyn Session,
    count: usize,
    seed: u64,
    nodes: u64,
) -> Result<Vec<String>, Failed> {
    let mut judge = session.seat("best:table=16")?;
    let limits = Limits::nodes(nodes);
    openings::generate(session, &mut *judge, &limits, count, seed, &Stop::new())
        .map_err(|failure| Failed::Wrong(format!("the judge of openings {failure}")))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A fresh directory in the user's state directory, else among temporary files.
fn passing_dir(game: &str) -> PathBuf {
    let temporary = std::env::temp_dir().join("alinea");
    for base in super::state_dir().into_iter().chain([temporary]) {
        if fs::create_dir_all(&base).is_err() {
            continue;
        }
        for number in 1..100_000 {
            let dir = base.join(format!("{game}-{number}"));
            match fs::create_dir(&dir) {
                Ok(()) => return dir,
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
    }
    PathBuf::from(format!("alinea-{game}"))
}

fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

pub(crate) fn wrong(error: impl std::fmt::Display) -> Failed {
    Failed::Wrong(error.to_string())
}

/// One line on stderr that is written over; nothing where nobody looks.
struct StatusLine {
    shown: bool,
    last: Option<Instant>,
}

impl StatusLine {
    fn new() -> StatusLine {
        StatusLine { shown: std::io::stderr().is_terminal(), last: None }
    }

    fn show(&mut self, progress: &Progress<'_>, line: &dyn Fn(&Progress<'_>) -> String) {
        let due = self.last.is_none_or(|last| last.elapsed() >= Duration::from_millis(100));
        if self.shown && due {
            self.last = Some(Instant::now());
            let _ = write!(std::io::stderr(), "\r\u{1b}[K{}", line(progress));
            let _ = std::io::stderr().flush();
        }
    }

    fn clear(&mut self) {
        if self.shown && self.last.is_some() {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
    }
}
