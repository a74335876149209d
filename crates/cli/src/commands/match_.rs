//! `alinea match`: two engines, colours swapped, until the verdict is in.

use super::fight::{FightArgs, Trust, conclude, contestants, wrong};
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_arena::{Contest, Finish, Request, match_result, match_status, match_text};
use alinea_stats::{Decision, Sprt};

/// Games without a word about it; a sequential test ends long before its own limit.
const DEFAULT_GAMES: u64 = 100;
const DEFAULT_TEST_GAMES: u64 = 20_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The contestant whose score is counted: an engine, process:PATH or gomocup:PATH; NAME=... gives
    /// it a name, and programs take ,time=S and ,option.KEY=VALUE at their end
    #[arg(required_unless_present = "resume")]
    a: Option<String>,
    /// Its opponent
    #[arg(required_unless_present = "resume")]
    b: Option<String>,
    /// Games to play [default: 100; with --sprt at most 20000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Stop as soon as A is known to be ELO1 stronger, or not to be more than ELO0. Risks and the
    /// meaning of Elo may follow: 0,5,alpha=0.01,beta=0.1,model=normalized (or logistic).
    /// Exit 0 accepted, 1 rejected, 3 undecided
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Sprt::parse, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    fight: FightArgs,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let (labels, typed) = contestants([&args.a, &args.b].into_iter().flatten())?;
    let request = Request {
        labels,
        games: args.games,
        default_games: if args.sprt.is_some() { DEFAULT_TEST_GAMES } else { DEFAULT_GAMES },
        sprt: args.sprt,
        ..args.fight.request(args.game.as_ref(), &typed)
    };
    let mut contest = Contest::prepare(&request).map_err(wrong)?;
    let plan = contest.plan.clone();
    if plan.contestants.len() != 2 {
        let dir = contest.dir.display();
        return Err(Failed::Wrong(format!(
            "{dir} holds a tournament: alinea tournament --resume {dir}"
        )));
    }
    let finish =
        args.fight.play(&mut contest, Trust::Nobody, &|progress| match_status(&plan, progress))?;
    let result = match_result(&plan, &finish).map_err(wrong)?;
    if context.json {
        print_json(&result)?;
    } else {
        print(&match_text(&plan, &result))?;
    }
    conclude(&contest, "match", &finish, &args.fight)?;
    Ok(answer(&finish))
}

/// A test says yes, no, or that it has not seen enough; a match that was not finished is a no.
fn answer(finish: &Finish) -> Answer {
    match finish.decision {
        Some(Decision::Accept) => Answer::Yes,
        Some(Decision::Reject) => Answer::No,
        Some(Decision::Continue) => Answer::Undecided,
        None if finish.interrupted => Answer::No,
        None => Answer::Yes,
    }
}
