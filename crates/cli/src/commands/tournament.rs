//! `alinea tournament`: many engines, a crosstable and a list of strengths.

use super::fight::{FightArgs, Trust, conclude, contestants, wrong};
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_arena::submissions::collect;
use alinea_arena::{
    Contest, Request, Schedule, league, tournament_json, tournament_status, tournament_text,
};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// Contestants: engines, process:PATH or gomocup:PATH; NAME=... gives one a name
    #[arg(required_unless_present_any = ["resume", "students"])]
    contestants: Vec<String>,
    /// Students' work as it was collected: a folder of files, a folder a student, or a zip. Copies go
    /// into the league; whatever a file does, the others go on. Also with --resume: new files join,
    /// changed ones play as a new version
    #[arg(long, value_name = "DIR|ZIP")]
    students: Option<PathBuf>,
    /// With --resume: a student's file that came late, or a new version of one
    #[arg(long, value_name = "FILE", requires = "resume")]
    add: Vec<PathBuf>,
    /// Run students' programs unconfined, with your own rights, where bubblewrap cannot run
    #[arg(long)]
    trust: bool,
    /// Games between any two that meet, made even [default: 20]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// The first contestant meets all others; they do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    fight: FightArgs,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let (labels, typed) = contestants(args.contestants.iter())?;
    let mut submissions = Vec::new();
    let game = args.fight.game_of_league(args.game.as_ref())?;
    for source in args.students.iter().chain(&args.add) {
        submissions.extend(collect(source, &game).map_err(wrong)?);
    }
    let request = Request {
        // Both colours from every opening: an odd number would favour whoever is named first.
        games: args.games.map(|games| games.saturating_add(games % 2)),
        default_games: 20,
        schedule: if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        submissions,
        labels,
        language: context.language,
        ..args.fight.request(args.game.as_ref(), &typed)
    };
    let mut contest = Contest::prepare(&request).map_err(wrong)?;
    for notice in &contest.notices {
        writeln!(std::io::stderr(), "{}", context.language.say(notice))?;
    }
    let trust = if args.trust { Trust::Students } else { Trust::Nobody };
    let plan = contest.plan.clone();
    let finish =
        args.fight.play(&mut contest, trust, &|progress| tournament_status(&plan, progress))?;
    if context.json {
        print_json(&tournament_json(&plan, &finish))?;
    } else {
        print(&tournament_text(&plan, &finish))?;
    }
    if !plan.students.is_empty() && !contest.is_passing() {
        league::write_tables(&contest.dir, &plan, &finish, context.language).map_err(wrong)?;
    }
    conclude(&contest, "tournament", &finish, &args.fight)?;
    Ok(if finish.interrupted { Answer::No } else { Answer::Yes })
}
