//! `cargo xtask gomoku-gate OLD NEW --out DIR [--rule R] [--size N] [--nodes N | --time S]
//! [--games N] [--elo E0,E1] [--openings FILE] [--seed S] [--against PROGRAM] [--threads N]
//! [--grace S]`: whether a changed engine is stronger. OLD, NEW and PROGRAM are Gomocup programs, with
//! limits of their own behind a comma if they are to differ (`FILE,nodes=200000`). Run again to go on.
//! By time it is given a processor of its own: `taskset -c 1 cargo xtask gomoku-gate ...`.

use super::Options;
use super::other_work::OtherWork;
use crate::Outcome;
use alinea_arena::{
    Conduct, Contest, DEFAULT_MAX_PLIES, MatchResult, Patience, Place, Record, Request, Schedule,
    match_result, match_status, match_text, read_games, read_times,
};
use alinea_catalogue::{Contestant, Outside, parse_seconds};
use alinea_search::{Limits, Stop};
use alinea_stats::Sprt;
use alinea_words::Language;
use std::path::Path;
use std::time::Duration;

/// Fewer nodes than this decide wrongly: see docs/decisions/0066-gomoku-gate.md.
const NODES: u64 = 150_000;
/// Games that a gate may take, and that each side plays with the engine outside.
const GAMES: u64 = 400;
const ELO: &str = "0,15";
/// What other work may take of the processors of a match by time.
const QUIET: f64 = 0.1;
/// Seconds for the pipes in a match by time, beyond which an answer is late and loses.
const GRACE: &str = "0.01";

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let [Some(old), Some(new)] = [0, 1].map(|at| args.get(at).filter(|arg| !arg.starts_with("--")))
    else {
        return Err("expected two programs: OLD NEW".into());
    };
    let out = Path::new(options.text("--out").ok_or("expected --out DIR")?);
    let gate = Gate::read(&options)?;
    let result = gate.play("new", new, "old", old, Some(gate.sprt), &out.join("new-old"))?;
    if let Some(other) = options.text("--against") {
        let before = gate.play("old", old, "outside", other, None, &out.join("old-outside"))?;
        let after = gate.play("new", new, "outside", other, None, &out.join("new-outside"))?;
        println!(
            "against {other}: {:.1} % before, {:.1} % after",
            percent(&before),
            percent(&after)
        );
    }
    println!("gate: {}", result.verdict);
    Ok(())
}

fn percent(result: &MatchResult) -> f64 {
    100.0 * (result.wins as f64 + 0.5 * result.draws as f64) / result.games.max(1) as f64
}

/// The slowest answers of both sides, a game's each: whether one was late, and by how much.
fn slowest_answers(dir: &Path, names: [&str; 2]) -> Result<String, String> {
    let games = read_games(dir).map_err(|error| error.to_string())?;
    let times = read_times(dir).map_err(|error| error.to_string())?;
    let mut text = String::new();
    for name in names {
        let of_game = |game: &Record| {
            let slowest = times.get(&game.game)?.slowest_ms;
            Some(if game.first == name { slowest[0] } else { slowest[1] })
        };
        let mut slowest: Vec<f64> = games.iter().filter_map(of_game).collect();
        slowest.sort_by(|a, b| b.total_cmp(a));
        let shown: Vec<String> = slowest.iter().take(5).map(|ms| format!("{ms:.0}")).collect();
        text.push_str(&format!("slowest answers of {name}: {} ms\n", shown.join(", ")));
    }
    Ok(text)
}

/// How every match of a gate is played.
struct Gate {
    game: String,
    games: u64,
    limits: Limits,
    sprt: Sprt,
    seed: u64,
    threads: usize,
    grace: Duration,
    openings: Option<std::path::PathBuf>,
}

impl Gate {
    fn read(options: &Options<'_>) -> Result<Gate, String> {
        let game = match options.text("--rule").unwrap_or("freestyle") {
            "freestyle" => "gomoku",
            other => {
                options.variant()?;
                other
            }
        };
        let seconds = |key: &str, text: &str| {
            parse_seconds(text).ok_or_else(|| format!("{key}: expected seconds, found '{text}'"))
        };
        let time = options.text("--time").map(|text| seconds("--time", text)).transpose()?;
        let grace = seconds("--grace", options.text("--grace").unwrap_or(GRACE))?;
        let nodes = match time {
            Some(_) => None,
            None => Some(options.number("--nodes", NODES)?),
        };
        if time.is_some() && options.text("--nodes").is_some() {
            return Err("expected --nodes or --time, found both".into());
        }
        Ok(Gate {
            game: format!("{game}:{}", options.size()?.get()),
            games: options.number("--games", GAMES)?,
            limits: Limits { nodes, time, ..Limits::default() },
            sprt: Sprt::parse(options.text("--elo").unwrap_or(ELO))
                .map_err(|error| format!("--elo: {error}"))?,
            seed: options.number("--seed", 1)?,
            // By time every engine has a core to itself.
            threads: if time.is_some() { 1 } else { options.number("--threads", 1)? as usize },
            grace: match time {
                Some(_) => grace,
                // By nodes the clock only ends a program that hangs.
                None => Duration::from_secs(60),
            },
            openings: options.text("--openings").map(Into::into),
        })
    }

    fn play(
        &self,
        name: &str,
        program: &str,
        other_name: &str,
        other: &str,
        sprt: Option<Sprt>,
        dir: &Path,
    ) -> Result<MatchResult, String> {
        let place = match dir.join("plan.json").exists() {
            true => Place::Resume(dir.to_owned()),
            false => Place::New(dir.to_owned()),
        };
        let contestants = [program, other].map(|text| text.parse::<Outside>());
        let [program, other] =
            contestants.map(|outside| outside.map_err(|error| error.to_string()));
        let request = Request {
            game: Some(self.game.clone()),
            contestants: vec![Contestant::Gomocup(program?), Contestant::Gomocup(other?)],
            submissions: Vec::new(),
            language: Language::English,
            games: Some(self.games),
            default_games: self.games,
            schedule: Schedule::RoundRobin,
            sprt,
            openings: self.openings.clone(),
            rotate: true,
            labels: vec![Some(name.to_owned()), Some(other_name.to_owned())],
            clock: None,
            limits: self.limits,
            max_plies: DEFAULT_MAX_PLIES,
            resign: None,
            adjudicate: false,
            seed: self.seed,
            place,
        };
        let mut contest = Contest::prepare(&request).map_err(|error| error.to_string())?;
        let plan = contest.plan.clone();
        let patience = Patience { grace: self.grace, ..Patience::default() };
        let conduct = Conduct { concurrency: Some(self.threads), patience, ..Conduct::default() };
        let mut other_work = OtherWork::resume(&dir.join("other-work.txt"));
        let finish = contest.play(&conduct, &Stop::new(), &mut |progress| {
            other_work.look();
            eprint!("\r\u{1b}[K{}", match_status(&plan, progress));
        });
        eprintln!();
        let finish = finish.map_err(|error| error.to_string())?;
        let result = match_result(&plan, &finish).map_err(|error| error.to_string())?;
        print!("{}", match_text(&plan, &result));
        print!("{}", slowest_answers(dir, [name, other_name])?);
        let share = other_work.share();
        println!("other work took {:.1} % of the processors of the match", 100.0 * share);
        if self.limits.time.is_some() && share > QUIET {
            return Err(format!(
                "void: a match by time needs its processors for itself, other work took {:.0} % of them; \
                 remove {} and play it again",
                100.0 * share,
                dir.display()
            ));
        }
        Ok(result)
    }
}
