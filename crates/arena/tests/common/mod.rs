//! What the tests of matches share.
#![allow(dead_code)]

use alinea_arena::{
    ArenaError, Conduct, Contest, DEFAULT_MAX_PLIES, Finish, Place, Plan, Record, Request,
    Schedule, create, read_games, resume,
};
use alinea_child::Patience;
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A directory of its own that is removed with the value.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("alinea-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The contestant's text of a mock program.
pub(crate) fn mock(name: &str, args: &str) -> String {
    format!("process:sh {}/tests/mocks/{name}.sh {args}", env!("CARGO_MANIFEST_DIR")).trim().into()
}

pub(crate) fn plan(game: &str, contestants: &[&str], games: u64) -> Plan {
    let contestants: Vec<_> = contestants.iter().map(|text| text.parse().unwrap()).collect();
    Plan::new(game, &contestants, games)
}

/// Two games between any two of these contestants.
pub(crate) fn request(game: &str, contestants: &[&str], place: Place) -> Request {
    Request {
        game: Some(game.to_owned()),
        contestants: contestants.iter().map(|text| text.parse().unwrap()).collect(),
        submissions: Vec::new(),
        language: Language::English,
        games: Some(2),
        default_games: 2,
        schedule: Schedule::RoundRobin,
        sprt: None,
        openings: None,
        rotate: false,
        labels: Vec::new(),
        clock: None,
        limits: Limits::default(),
        max_plies: DEFAULT_MAX_PLIES,
        resign: None,
        adjudicate: false,
        seed: 1,
        place,
    }
}

/// A heuristic file.
#[allow(dead_code)]
pub(crate) const HEURISTIC: &str =
    "game = \"connect4\"\n[lines]\nown = [1, 10, 100]\n[centre]\nown = 1\n";

pub(crate) fn openings() -> Vec<String> {
    ["44", "4453", "12", "7", "31", "6624"].map(str::to_owned).to_vec()
}

/// Plays in a directory, new or resumed, until the end or until `stop_after` games.
pub(crate) fn fight(
    dir: &Path,
    plan: &Plan,
    concurrency: usize,
    stop_after: Option<usize>,
) -> Result<(Finish, Vec<Record>), ArenaError> {
    let folder = if dir.join("plan.json").exists() {
        let found = resume(dir)?;
        assert_eq!(&found.plan, plan);
        found.folder
    } else {
        create(dir, &*alinea_catalogue::open(&plan.game)?, plan, &openings())?
    };
    drop(folder);
    let request = Request {
        game: None,
        games: None,
        schedule: plan.schedule,
        max_plies: plan.max_plies,
        seed: plan.seed,
        ..request("", &[], Place::Resume(dir.to_owned()))
    };
    let stop = Stop::new();
    let patience = Patience {
        start: Duration::from_secs(20),
        grace: Duration::from_millis(100),
        unlimited: Duration::from_millis(400),
    };
    let conduct = Conduct { concurrency: Some(concurrency), patience, ..Conduct::default() };
    let finish = Contest::prepare(&request)?.play(&conduct, &stop, &mut |progress| {
        if stop_after.is_some_and(|limit| progress.tally.games() >= limit) {
            stop.stop();
        }
    })?;
    Ok((finish, read_games(dir)?))
}
