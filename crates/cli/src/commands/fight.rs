//! What `match` and `tournament` share: their options, Ctrl-C, the line of progress and the last
//! words.

use super::fleet::{FleetArgs, Here};
use crate::answer::Failed;
use alinea_arena::{
    Conduct, Confinement, Contest, Finish, GameFormat, Patience, Place, Progress, Request, Resign,
    Schedule, TimeControl,
};
use alinea_catalogue::{Contestant, parse_seconds};
use alinea_jobs::cores;
use alinea_search::Limits;
use alinea_words::Language;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct FightArgs {
    /// Openings, one position a line [default: a built-in balanced set]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Turn and mirror openings; a small set comes again turned otherwise
    #[arg(long)]
    rotate: bool,
    /// Games played at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Keep the records and an HTML report in this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the match in this directory; nothing else needs to be typed again
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Seed of the openings and of random engines
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Plies a move, for engines that name no limit of their own
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Positions a move, for engines that name no limit of their own
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Seconds a move, for engines that name no limit of their own
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// A clock for each side of a game: seconds, and seconds added after every move, as in 60+0.5
    #[arg(long, value_name = "BASE[+INC]", value_parser = clock, conflicts_with = "time")]
    clock: Option<(Duration, Duration)>,
    /// A game of this many plies is a draw
    #[arg(long, value_name = "N", default_value_t = alinea_arena::DEFAULT_MAX_PLIES)]
    max_plies: u32,
    /// An engine gives up when it finds itself this far behind for so many of its moves
    #[arg(long, value_name = "POINTS,MOVES", value_parser = resign)]
    resign: Option<Resign>,
    /// End a game as soon as a built-in engine proves its result
    #[arg(long)]
    adjudicate: bool,
    /// Seconds a program outside may take beyond its limit
    #[arg(long, value_name = "S", value_parser = grace, default_value = "0.1")]
    grace: Duration,
    #[command(flatten)]
    pub(crate) fleet: FleetArgs,
    /// Keep process: and gomocup: programs apart: no network, no files but their own folder, bounded
    /// memory and processes (needs bubblewrap)
    #[arg(long)]
    confine: bool,
    /// Megabytes that one process of a confined program may use [default: 1024]; Gomocup programs are
    /// told [default: 350]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: Option<u64>,
    /// Write down every line that programs outside are told and say, in said-N.txt beside the records
    #[arg(long)]
    transcript: bool,
    /// Also write all games to games.sgf beside the records
    #[arg(long)]
    sgf: bool,
    /// Also write every game to a file in psq/ beside the records (the gomoku family)
    #[arg(long)]
    psq: bool,
}

fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let both = parse_seconds(base).zip(none_or_seconds(increment));
    both.ok_or_else(|| "expected seconds and an increment as in 60+0.5".to_owned())
}

/// Seconds that may also be none at all: an increment, a grace.
fn none_or_seconds(text: &str) -> Option<Duration> {
    let none = text.parse() == Ok(0.0);
    if none { Some(Duration::ZERO) } else { parse_seconds(text) }
}

/// Contestants as they were typed, and the names that some were given: `[NAME=]CONTESTANT`.
pub(crate) fn contestants<'t>(
    typed: impl Iterator<Item = &'t String>,
) -> Result<(Vec<Option<String>>, Vec<Contestant>), Failed> {
    let read = typed.map(|text| Contestant::read_labelled(text));
    Ok(read.collect::<Result<Vec<_>, _>>()?.into_iter().unzip())
}

fn seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text).ok_or_else(|| "expected seconds".to_owned())
}

fn grace(text: &str) -> Result<Duration, String> {
    none_or_seconds(text).ok_or_else(|| "expected seconds, 0 for none".to_owned())
}

fn resign(text: &str) -> Result<Resign, String> {
    let read = || {
        let (points, moves) = text.split_once(',')?;
        let (points, moves) = (points.trim().parse().ok()?, moves.trim().parse().ok()?);
        let allowed = |r: &Resign| r.points > 0.0 && r.points.is_finite() && r.moves > 0;
        Some(Resign { points, moves }).filter(allowed)
    };
    read().ok_or_else(|| "expected POINTS,MOVES as in 500,3".to_owned())
}

/// Whose programs run with the user's own rights, besides those that the user named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    Nobody,
    Students,
}

impl FightArgs {
    /// The request that these options make, without what a match and a tournament differ in.
    pub(crate) fn request(&self, game: Option<&String>, contestants: &[Contestant]) -> Request {
        let place = match (&self.resume, &self.out) {
            (Some(dir), _) => Place::Resume(dir.clone()),
            (None, Some(dir)) => Place::New(dir.clone()),
            (None, None) => {
                let temporary = std::env::temp_dir().join("alinea");
                Place::Passing(super::state_dir().into_iter().chain([temporary]).collect())
            }
        };
        Request {
            game: game.cloned(),
            contestants: contestants.to_vec(),
            submissions: Vec::new(),
            language: Language::English,
            games: None,
            default_games: 2,
            schedule: Schedule::RoundRobin,
            sprt: None,
            openings: self.openings.clone(),
            rotate: self.rotate,
            labels: Vec::new(),
            clock: self.clock.map(|(base, increment)| TimeControl {
                base_ms: base.as_millis() as u64,
                increment_ms: increment.as_millis() as u64,
                grace_ms: self.grace.as_millis() as u64,
            }),
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                time: self.time,
                ..Limits::default()
            },
            max_plies: self.max_plies,
            resign: self.resign,
            adjudicate: self.adjudicate,
            seed: self.seed,
            place,
        }
    }

    /// Formats besides our own.
    fn formats(&self) -> impl Iterator<Item = GameFormat> {
        let asked = [(self.sgf, GameFormat::Sgf), (self.psq, GameFormat::Psq)];
        asked.into_iter().filter_map(|(asked, format)| asked.then_some(format))
    }

    /// The game of a league: what was typed, or what the folder to resume says.
    pub(crate) fn game_of_league(&self, typed: Option<&String>) -> Result<String, Failed> {
        match (typed, &self.resume) {
            (Some(game), _) => Ok(game.clone()),
            (None, Some(dir)) => Ok(alinea_arena::game_of(dir).map_err(wrong)?),
            (None, None) => Err(Failed::Wrong("expected a game, or --resume DIR".into())),
        }
    }

    /// Plays until the end or Ctrl-C. `line` writes the progress of a match for people.
    pub(crate) fn play(
        &self,
        contest: &mut Contest,
        trust: Trust,
        line: &dyn Fn(&Progress<'_>) -> String,
    ) -> Result<Finish, Failed> {
        for format in self.formats() {
            contest.check_format(format).map_err(wrong)?;
        }
        let here = Here::new(&self.fleet, self.concurrency.unwrap_or_else(cores))?;
        if self.fleet.fleet.is_some() {
            contest.check_portable().map_err(wrong)?;
        }
        let patience = Patience { grace: self.grace, ..Patience::default() };
        let memory_bytes = self.memory.map(|megabytes| megabytes * 1024 * 1024);
        let mut confinement = Confinement::default();
        confinement.memory_bytes = memory_bytes.unwrap_or(confinement.memory_bytes);
        let conduct = Conduct {
            concurrency: self.concurrency,
            patience,
            confinement: self.confine.then_some(confinement),
            student_confinement: (trust == Trust::Nobody).then_some(confinement),
            memory_bytes,
            transcript: self.transcript,
        };
        let mut status = StatusLine::new();
        let finish =
            contest.play_on(here.runner(), &conduct, &mut |progress| status.show(progress, line));
        status.clear();
        finish.map_err(wrong)
    }
}

/// Says where the records are, or removes them if nobody asked for them.
pub(crate) fn conclude(
    contest: &Contest,
    command: &str,
    finish: &Finish,
    args: &FightArgs,
) -> Result<(), Failed> {
    let fleet = &args.fleet;
    let mut err = std::io::stderr().lock();
    for game in &finish.parked {
        writeln!(err, "game {game} was given up after three tries; notes.txt says why")?;
    }
    // Also of a match that was stopped: a teacher looks at it while the rest waits.
    if !contest.is_passing() {
        contest.write_report(finish).map_err(wrong)?;
        for format in args.formats() {
            contest.export(format).map_err(wrong)?;
        }
    }
    if finish.interrupted {
        match fleet.fleet {
            None => writeln!(err, "stopped; everything finished is saved. To go on:")?,
            Some(_) => writeln!(
                err,
                "everything finished is saved, and the fleet goes on with what it has. To take it up again:"
            )?,
        }
        writeln!(err, "alinea {command} --resume {}{}", quoted(&contest.dir), fleet.again())?;
    } else if contest.is_passing() {
        contest.forget();
    } else {
        writeln!(err, "records and report in {}", contest.dir.display())?;
    }
    Ok(())
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
