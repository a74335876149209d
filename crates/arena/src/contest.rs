//! A match or tournament from what was asked for to its files: the plan, the openings, the
//! directory, play and report. Prints nothing; whoever asks fills a [`Request`].

use crate::files::{create_with, read_workers, replan, resume};
use crate::league::{ANCHORS, KeptFile, enrol};
use crate::scoreboard::Scoreboard;
use crate::seating::with_bound;
use crate::submissions::Submission;
use crate::{
    ArenaError, Finish, GAMES_FILE, GameFormat, MatchWork, Plan, Progress, Report, Resign,
    SavedMatch, Schedule, Size, TimeControl, openings, read_games, read_times,
};
use alinea_catalogue::{Contestant, EngineSpec, Session, Setting, Student, open};
use alinea_child::{Confinement, Patience, SeatOptions};
use alinea_core::Message;
use alinea_jobs::{Folder, Options, Runner, cores};
use alinea_search::{Limits, Stop};
use alinea_stats::Sprt;
use alinea_words::Language;
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

/// Openings made on the spot, at most; longer matches go through them again.
const MAX_MADE: usize = 500;
/// Positions the judge of made openings looks at.
const JUDGE_NODES: u64 = 3000;
/// Its transposition table.
const JUDGE_TABLE_MB: usize = 16;

/// Where the files of a match are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In this directory, which is new or empty.
    New(PathBuf),
    /// In a fresh directory below the first of these that can be written; removed at the end.
    Passing(Vec<PathBuf>),
    /// In this directory, where a match was begun.
    Resume(PathBuf),
}

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// `NAME[:SETUP]`; may be left out to resume.
    pub game: Option<String>,
    /// Who plays; may be left out to resume.
    pub contestants: Vec<Contestant>,
    /// What students handed in; joins what is there already when a match is resumed.
    pub submissions: Vec<Submission>,
    /// The language of what is said about them.
    pub language: Language,
    /// Games between any two that meet.
    pub games: Option<u64>,
    /// Games where nobody said how many.
    pub default_games: u64,
    /// Who meets whom.
    pub schedule: Schedule,
    /// The sequential test.
    pub sprt: Option<Sprt>,
    /// A file of openings.
    pub openings: Option<PathBuf>,
    /// Whether openings are turned and mirrored.
    pub rotate: bool,
    /// Names for the first of the contestants.
    pub labels: Vec<Option<String>>,
    /// Clocks for whole games.
    pub clock: Option<TimeControl>,
    /// Of every move, for contestants that name no limit of their own.
    pub limits: Limits,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
    /// When engines give up.
    pub resign: Option<Resign>,
    /// Whether a game ends as soon as a built-in engine proves its result.
    pub adjudicate: bool,
    /// Seed of openings and of random engines.
    pub seed: u64,
    /// Where its files are.
    pub place: Place,
}

/// How a match is played on this machine; changes nothing in its records but times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// Games at the same time; `None` for as many as there are cores.
    pub concurrency: Option<usize>,
    /// How long programs outside are waited for.
    pub patience: Patience,
    /// How programs that the user named are kept apart; `None` for not at all.
    pub confinement: Option<Confinement>,
    /// How programs that students handed in are kept apart; `None` where they are trusted.
    pub student_confinement: Option<Confinement>,
    /// Memory that Gomocup programs are told of.
    pub memory_bytes: Option<u64>,
    /// Whether everything that programs outside are told and say is written down.
    pub transcript: bool,
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct {
            concurrency: None,
            patience: Patience::default(),
            confinement: None,
            student_confinement: Some(Confinement::default()),
            memory_bytes: None,
            transcript: false,
        }
    }
}

/// A match that is about to be played, or was.
pub struct Contest {
    /// What is played.
    pub plan: Plan,
    /// Where its files are.
    pub dir: PathBuf,
    /// What there is to say about students: who was refused, who joined with a new version.
    pub notices: Vec<Message>,
    handed_in: Vec<KeptFile>,
    openings: Vec<String>,
    found: Option<SavedMatch>,
    /// Whether the directory is ours to remove when the match is over.
    passing: bool,
}

impl Contest {
    /// Makes the plan, or finds the match to go on with.
    pub fn prepare(request: &Request) -> Result<Contest, ArenaError> {
        match &request.place {
            Place::Resume(dir) => Contest::resumed(request, dir),
            Place::New(dir) => Contest::new(request, Some(dir)),
            Place::Passing(_) => Contest::new(request, None),
        }
    }

    fn new(request: &Request, dir: Option<&Path>) -> Result<Contest, ArenaError> {
        let Some(game) = &request.game else {
            return Err(ArenaError::Request("expected a game, or --resume DIR".into()));
        };
        let session = open(game)?;
        let unlimited = request.limits == Limits::default() && request.clock.is_none();
        let anchors = (request.contestants.is_empty() && !request.submissions.is_empty())
            .then(|| ANCHORS.map(|anchor| anchor.parse()).into_iter().collect::<Result<_, _>>());
        let named = anchors.unwrap_or_else(|| Ok(request.contestants.clone()))?;
        let named: Vec<Contestant> = named;
        let contestants: Vec<Contestant> = named
            .iter()
            .map(|who| if unlimited { with_bound(&*session, who) } else { who.clone() })
            .collect();
        let games = request.games.unwrap_or(request.default_games);
        let mut plan = Plan {
            schedule: request.schedule,
            depth: request.limits.depth,
            nodes: request.limits.nodes,
            time_ms: request.limits.time.map(|time| time.as_millis() as u64),
            max_plies: request.max_plies,
            resign: request.resign,
            adjudicate: request.adjudicate,
            seed: request.seed,
            rotate: request.rotate,
            clock: request.clock,
            labels: if request.labels.iter().all(Option::is_none) {
                Vec::new()
            } else {
                request.labels.clone()
            },
            ..Plan::new(&full_name(&*session), &contestants, games)
        };
        plan.set_test(request.sprt);
        let (handed_in, notices) = enrol(&mut plan, &request.submissions, request.language)?;
        plan.check()?;
        let openings = openings_for(&*session, &plan, request.openings.as_deref())?;
        let (dir, passing) = match (dir, &request.place) {
            (None, Place::Passing(bases)) => (passing_dir(bases, session.name()), true),
            (dir, _) => (dir.unwrap_or(Path::new(".")).to_owned(), false),
        };
        Ok(Contest { plan, dir, notices, handed_in, openings, found: None, passing })
    }

    fn resumed(request: &Request, dir: &Path) -> Result<Contest, ArenaError> {
        let mut found = resume(dir)?;
        let kept = open(&found.plan.game)?;
        let asked = request.game.as_deref().map(open).transpose()?;
        let same_game = asked.is_none_or(|asked| full_name(&*asked) == full_name(&*kept));
        let typed = found.plan.contestants.iter().filter(|who| !who.is_student());
        let same_players = request.contestants.is_empty() || request.contestants.iter().eq(typed);
        if !same_game || !same_players {
            let (game, players) = (&found.plan.game, found.plan.names().join(" "));
            let dir = dir.display();
            return Err(ArenaError::Request(format!(
                "{dir} holds {game} {players}, which is not what was typed"
            )));
        }
        let old = Size { contestants: found.plan.contestants.len(), games: found.plan.games };
        let (handed_in, notices) = enrol(&mut found.plan, &request.submissions, request.language)?;
        let joined = found.plan.contestants.len() > old.contestants;
        let longer = request.games.filter(|&games| games > old.games);
        // Games that were planned keep their numbers; whoever joined plays after them.
        if joined || (longer.is_some() && !found.plan.before.is_empty()) {
            found.plan.before.push(old);
        }
        if let Some(games) = longer {
            found.plan.games = games;
            let session = open(&found.plan.game)?;
            let more = openings_for(&*session, &found.plan, request.openings.as_deref())?;
            // Rounds already played keep their openings.
            let new = more.into_iter().filter(|o| !found.openings.contains(o)).collect::<Vec<_>>();
            found.openings.extend(new);
        }
        if longer.is_some() || !request.submissions.is_empty() {
            found.plan.check()?;
            replan(&mut found, &handed_in)?;
        }
        let (plan, openings) = (found.plan.clone(), found.openings.clone());
        let (dir, found) = (dir.to_owned(), Some(found));
        Ok(Contest { plan, dir, notices, handed_in, openings, found, passing: false })
    }

    /// Plays on this machine until the end, or until `stop` is set; the observer hears of every game
    /// in order.
    pub fn play(
        &mut self,
        conduct: &Conduct,
        stop: &Stop,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finish, ArenaError> {
        let threads = conduct.concurrency.unwrap_or_else(cores);
        let here = Options { threads, stop: stop.clone() };
        self.play_on(&here, conduct, observer)
    }

    /// Plays wherever the runner plays.
    pub fn play_on(
        &mut self,
        runner: &dyn Runner,
        conduct: &Conduct,
        observer: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finish, ArenaError> {
        self.check_confinement(conduct)?;
        let folder = match self.found.take() {
            Some(found) => found.folder,
            None => {
                let session = open(&self.plan.game)?;
                create_with(&self.dir, &*session, &self.plan, &self.openings, &self.handed_in)?
            }
        };
        let seats = SeatOptions {
            patience: conduct.patience,
            log: Some(self.dir.clone()),
            confinement: conduct.confinement,
            student_confinement: conduct.student_confinement,
            memory_bytes: conduct.memory_bytes,
            transcript: conduct.transcript.then(|| self.dir.clone()),
            ..SeatOptions::default()
        };
        let left = Cell::new(None);
        let mut score = Scoreboard::new(&self.plan, &left, observer)?;
        let finish = MatchWork::open(folder.job(), seats).and_then(|work| {
            let pace = &mut |pace: &alinea_jobs::Progress| left.set(pace.left());
            Ok(runner.run(folder, &work, &mut score, pace)?)
        });
        let finish = finish.inspect_err(|_| self.forget_if_empty())?;
        Ok(Finish {
            tally: score.tally,
            decision: score.decision,
            interrupted: finish.interrupted,
            parked: finish.parked.iter().map(|unit| unit + 1).collect(),
        })
    }

    /// Refuses a match that other machines cannot play: programs do not travel.
    pub fn check_portable(&self) -> Result<(), ArenaError> {
        match self.plan.contestants.iter().find(|contestant| contestant.is_outside()) {
            None => Ok(()),
            Some(program) => Err(ArenaError::Request(format!(
                "{program} is a program of this machine: a fleet cannot play it"
            ))),
        }
    }

    /// Programs run confined, or not at all unless the user says that they are to be trusted.
    fn check_confinement(&self, conduct: &Conduct) -> Result<(), ArenaError> {
        let students = self.plan.contestants.iter().any(|who| {
            matches!(who, Contestant::Student(Student::Program(_)))
                && conduct.student_confinement.is_some()
        });
        let others = self.plan.contestants.iter().any(|who| {
            matches!(who, Contestant::Process(_) | Contestant::Gomocup(_))
                && conduct.confinement.is_some()
        });
        if !students && !others {
            return Ok(());
        }
        let Some(problem) = Confinement::problem() else { return Ok(()) };
        let way_out = if students {
            "to run students' programs unconfined, with your own rights, say --trust"
        } else {
            "leave --confine out to run them with your own rights"
        };
        Err(ArenaError::Request(format!("programs cannot be confined here: {problem}; {way_out}")))
    }

    /// A match that never began leaves nothing behind.
    fn forget_if_empty(&self) {
        let began = fs::metadata(self.dir.join(GAMES_FILE)).is_ok_and(|file| file.len() > 0);
        if let (false, Ok(folder)) = (began, Folder::open(&self.dir)) {
            folder.remove();
        }
    }

    /// Whether the files are removed at the end.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        self.passing
    }

    /// Removes the files of a match that nobody wanted to keep.
    pub fn forget(&self) {
        if self.passing {
            let _ = fs::remove_dir_all(&self.dir);
        }
    }

    /// Refuses a format that these games cannot have, before they are played.
    pub fn check_format(&self, format: GameFormat) -> Result<(), ArenaError> {
        if self.passing {
            return Err(ArenaError::Request(
                "games are written beside the records: say where with --out DIR".to_owned(),
            ));
        }
        format.check(&self.plan.game)
    }

    /// Writes the games in another format beside the records: `games.sgf` holds all of them, `psq/` a
    /// file each.
    pub fn export(&self, format: GameFormat) -> Result<(), ArenaError> {
        format.write(&self.dir, &self.plan, &read_games(&self.dir)?)
    }

    /// Writes `report.html` beside the records.
    pub fn write_report(&self, finish: &Finish) -> Result<(), ArenaError> {
        let (records, times) = (read_games(&self.dir)?, read_times(&self.dir)?);
        let report =
            Report { plan: &self.plan, tally: &finish.tally, records: &records, times: &times };
        let workers = read_workers(&self.dir, &records)?;
        let (path, beside) = (self.dir.join("report.html"), self.dir.join("report.html.new"));
        // Whole or not at all: a kill must not leave half a page.
        let page = report.html_of_fleet(&workers)?;
        let written = fs::write(&beside, page).and_then(|()| fs::rename(&beside, &path));
        written.map_err(|error| ArenaError::File(path, error))
    }
}

fn full_name(session: &dyn Session) -> String {
    match session.setup().as_str() {
        "" => session.name().to_owned(),
        setup => format!("{}:{setup}", session.name()),
    }
}

/// One opening a round: from the file, the built-in set, or made here.
fn openings_for(
    session: &dyn Session,
    plan: &Plan,
    file: Option<&Path>,
) -> Result<Vec<String>, ArenaError> {
    let rounds = plan.games.div_ceil(2) as usize;
    let set = if let Some(path) = file {
        let text =
            fs::read_to_string(path).map_err(|error| ArenaError::File(path.into(), error))?;
        let set = openings::parse(session, &text)
            .map_err(|error| ArenaError::Request(format!("{}, {error}", path.display())))?;
        openings::choose(set, plan.seed, rounds)
    } else if let Some(set) = openings::built_in(session.name(), &session.setup()) {
        openings::choose(set, plan.seed, rounds)
    } else {
        make_openings(session, rounds.min(MAX_MADE), plan.seed, JUDGE_NODES)?
    };
    match plan.rotate {
        false => Ok(set),
        true => openings::rotate(session, &set, plan.seed, rounds).map_err(ArenaError::Request),
    }
}

/// Balanced openings judged by the strongest engine of the game.
pub fn make_openings(
    session: &dyn Session,
    count: usize,
    seed: u64,
    nodes: u64,
) -> Result<Vec<String>, ArenaError> {
    let mut judge = session.seat(&EngineSpec::best().with(Setting::Table(JUDGE_TABLE_MB)))?;
    let limits = Limits::nodes(nodes);
    openings::generate(session, &mut *judge, &limits, count, seed, &Stop::new())
        .map_err(|failure| ArenaError::Request(format!("the judge of openings {failure}")))
}

/// A fresh directory below the first base that can be written.
fn passing_dir(bases: &[PathBuf], game: &str) -> PathBuf {
    for base in bases {
        if fs::create_dir_all(base).is_err() {
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
