//! `alinea match`: two engines, colours swapped, until the verdict is in.

use super::fight::{Fight, FightArgs, Typed, wrong};
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_arena::stats::{Decision, Sprt};
use alinea_arena::{Finish, MatchResult, Plan, Progress, Schedule, match_result};
use std::fmt::Write;

/// Games without a word about it; a sequential test ends long before its own limit.
const DEFAULT_GAMES: u64 = 100;
const DEFAULT_TEST_GAMES: u64 = 20_000;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The contestant whose score is counted: an engine, process:PATH or gomocup:PATH
    #[arg(required_unless_present = "resume")]
    a: Option<String>,
    /// Its opponent
    #[arg(required_unless_present = "resume")]
    b: Option<String>,
    /// Games to play [default: 100; with --sprt at most 20000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Stop as soon as A is known to be ELO1 stronger, or not to be more than ELO0
    #[arg(long, value_name = "ELO0,ELO1", value_parser = Sprt::parse, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    fight: FightArgs,
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let contestants: Vec<String> = [&args.a, &args.b].into_iter().flatten().cloned().collect();
    let typed = Typed {
        game: args.game.as_deref(),
        contestants: &contestants,
        games: args.games,
        default_games: if args.sprt.is_some() { DEFAULT_TEST_GAMES } else { DEFAULT_GAMES },
        schedule: Schedule::RoundRobin,
        sprt: args.sprt,
    };
    let mut fight = Fight::prepare(&typed, &args.fight)?;
    if fight.plan.contestants.len() != 2 {
        let dir = fight.dir.display();
        return Err(Failed::Wrong(format!(
            "{dir} holds a tournament: alinea tournament --resume {dir}"
        )));
    }
    let plan = fight.plan.clone();
    let finish = fight.run(&args.fight, &|progress| status(&plan, progress))?;
    let result = match_result(&plan, &finish).map_err(wrong)?;
    if context.json {
        print_json(&result)?;
    } else {
        print(&summary(&plan, &result))?;
    }
    fight.conclude("match", &finish)?;
    Ok(answer(&finish))
}

/// A test that was not passed, or a match that was not finished, is a no.
fn answer(finish: &Finish) -> Answer {
    let passed = finish.decision.is_none_or(|decision| decision == Decision::Accept);
    if passed && !finish.interrupted { Answer::Yes } else { Answer::No }
}

fn status(plan: &Plan, progress: &Progress<'_>) -> String {
    let tally = progress.tally;
    let wdl = tally.against(0, 1);
    let mut line = format!(
        "game {}/{}  +{} ={} -{}",
        tally.games(),
        progress.total,
        wdl.wins,
        wdl.draws,
        wdl.losses
    );
    if let Some(summary) = tally.summary(0, 1) {
        let (elo, error, los) = (summary.elo, summary.error, 100.0 * summary.los);
        let _ = write!(line, "  Elo {elo:+.1} ± {error:.1}  LOS {los:.1} %");
    }
    if let Ok(Some(test)) = plan.test() {
        let (lower, upper) = test.bounds();
        let llr = test.llr(tally.pairs(0, 1));
        let _ = write!(line, "  LLR {llr:+.2} [{lower:.2}, {upper:.2}]");
    }
    line
}

fn summary(plan: &Plan, result: &MatchResult) -> String {
    let names = plan.names();
    let mut text = format!("{}: {} against {}\n", plan.game, names[0], names[1]);
    let points = result.wins as f64 + 0.5 * result.draws as f64;
    let percent = 100.0 * points / result.games.max(1) as f64;
    let _ = writeln!(
        text,
        "games     {}   won {}, drawn {}, lost {}   {percent:.1} %",
        result.games, result.wins, result.draws, result.losses
    );
    let _ = writeln!(
        text,
        "Elo       {:+.1} ± {:.1}   likelihood of superiority {:.1} %",
        result.elo,
        result.error,
        100.0 * result.los
    );
    let [none, half, one, more, both] = result.pairs;
    let _ = writeln!(text, "pairs     {none} {half} {one} {more} {both}   (0, ½, 1, 1½, 2 points)");
    if let (Some(llr), Some((lower, upper))) = (result.llr, result.bounds) {
        let _ = writeln!(text, "LLR       {llr:+.2}   bounds {lower:.2} and {upper:.2}");
    }
    for (name, failures) in names.iter().zip(result.failures).filter(|(_, failures)| *failures > 0)
    {
        let _ = writeln!(text, "failures  {name} lost {failures} games by failing");
    }
    let _ = writeln!(text, "{}", result.verdict);
    text
}
