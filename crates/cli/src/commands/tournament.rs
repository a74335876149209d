//! `alinea tournament`: many engines, a crosstable and a list of strengths.

use super::fight::{FightArgs, conclude, wrong};
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_arena::{
    Contest, Request, Schedule, league, tournament_json, tournament_status, tournament_text,
};
use alinea_catalogue::Contestant;
use alinea_core::Message;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// Contestants: engines, process:PATH or gomocup:PATH
    #[arg(required_unless_present_any = ["resume", "students"])]
    contestants: Vec<String>,
    /// Every heuristic file and program of this folder is a contestant too; whatever it does, the
    /// others go on
    #[arg(long, value_name = "DIR")]
    students: Option<PathBuf>,
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
    let mut contestants =
        args.contestants.iter().map(|text| text.parse()).collect::<Result<Vec<Contestant>, _>>()?;
    if let Some(dir) = &args.students {
        let (found, left_out) = league::contestants(dir, args.fight.depth)
            .map_err(|error| Failed::Wrong(format!("{}: {error}", dir.display())))?;
        for file in left_out {
            let message = Message::new("lab.league.left-out").with("file", file);
            writeln!(std::io::stderr(), "{}", context.language.say(&message))?;
        }
        contestants.extend(found);
    }
    let request = Request {
        // Both colours from every opening: an odd number would favour whoever is named first.
        games: args.games.map(|games| games.saturating_add(games % 2)),
        default_games: 20,
        schedule: if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        ..args.fight.request(args.game.as_ref(), &contestants)
    };
    let mut contest = Contest::prepare(&request).map_err(wrong)?;
    let plan = contest.plan.clone();
    let finish = args.fight.play(&mut contest, &|progress| tournament_status(&plan, progress))?;
    if context.json {
        print_json(&tournament_json(&plan, &finish))?;
    } else {
        print(&tournament_text(&plan, &finish))?;
    }
    if args.students.is_some() && args.fight.out.is_some() {
        league::write_tables(&contest.dir, &plan, &finish, context.language).map_err(wrong)?;
    }
    conclude(&contest, "tournament", &finish, &args.fight.fleet)?;
    Ok(if finish.interrupted { Answer::No } else { Answer::Yes })
}
