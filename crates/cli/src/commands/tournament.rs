//! `alinea tournament`: many engines, a crosstable and a list of strengths.

use super::fight::{Fight, FightArgs, Typed};
use super::lab::students;
use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_arena::{Finish, Plan, Progress, Schedule, ranking};
use serde_json::{Value, json};
use std::fmt::Write;
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
    let contestants = match &args.students {
        None => args.contestants.clone(),
        Some(dir) => {
            students::contestants(dir, args.fight.depth, &args.contestants, context.language)?
        }
    };
    let typed = Typed {
        game: args.game.as_deref(),
        contestants: &contestants,
        // Both colours from every opening: an odd number would favour whoever is named first.
        games: args.games.map(|games| games.saturating_add(games % 2)),
        default_games: 20,
        schedule: if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        sprt: None,
    };
    let mut fight = Fight::prepare(&typed, &args.fight)?;
    let plan = fight.plan.clone();
    let finish = fight.run(&args.fight, &|progress| status(&plan, progress))?;
    if context.json {
        print_json(&result(&plan, &finish))?;
    } else {
        print(&tables(&plan, &finish))?;
    }
    if args.students.is_some() && args.fight.out.is_some() {
        students::write_tables(&fight.dir, &plan, &finish, context.language)?;
    }
    fight.conclude("tournament", &finish)?;
    Ok(if finish.interrupted { Answer::No } else { Answer::Yes })
}

fn status(plan: &Plan, progress: &Progress<'_>) -> String {
    let names = plan.names();
    let leader = ranking(progress.tally).first().map_or("", |&player| names[player].as_str());
    format!("game {}/{}  leading: {leader}", progress.tally.games(), progress.total)
}

fn result(plan: &Plan, finish: &Finish) -> Value {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let round = |x: f64| (x * 100.0).round() / 100.0;
    let rows: Vec<Value> = ranking(tally)
        .into_iter()
        .map(|player| {
            let total = tally.total(player);
            let against: Vec<Value> = (0..names.len())
                .filter(|&other| tally.against(player, other).games() > 0)
                .map(|other| {
                    let wdl = tally.against(player, other);
                    json!({"name": names[other], "wins": wdl.wins, "draws": wdl.draws, "losses": wdl.losses})
                })
                .collect();
            json!({
                "name": names[player],
                "games": total.games(),
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "elo": round(ratings[player].elo),
                "error": round(ratings[player].error),
                "failures": tally.failures(player),
                "against": against,
            })
        })
        .collect();
    json!({
        "game": plan.game,
        "games": tally.games(),
        "table": rows,
        "interrupted": finish.interrupted,
    })
}

fn tables(plan: &Plan, finish: &Finish) -> String {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let order = ranking(tally);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}, {} games\n", plan.game, tally.games());
    let _ = writeln!(text, "  # {:width$}     Elo  error   games  score    +    =    -", "");
    for (rank, &player) in order.iter().enumerate() {
        let total = tally.total(player);
        let _ = write!(
            text,
            "{:>3} {:width$} {:>+7.0} {:>6.0} {:>7} {:>5.1}% {:>4} {:>4} {:>4}",
            rank + 1,
            names[player],
            ratings[player].elo,
            ratings[player].error,
            total.games(),
            100.0 * total.points() / total.games().max(1) as f64,
            total.wins,
            total.draws,
            total.losses,
        );
        match tally.failures(player) {
            0 => text.push('\n'),
            failures => {
                let _ = writeln!(text, "   {failures} lost by failing");
            }
        }
    }
    if order.len() > 2 {
        text += &crosstable(&names, finish, &order, width);
    }
    text
}

/// Points of the row against the column, in percent.
fn crosstable(names: &[String], finish: &Finish, order: &[usize], width: usize) -> String {
    let mut text = format!("\n    {:width$}", "");
    (1..=order.len()).for_each(|rank| {
        let _ = write!(text, " {rank:>4}");
    });
    text.push('\n');
    for (rank, &player) in order.iter().enumerate() {
        let _ = write!(text, "{:>3} {:width$}", rank + 1, names[player]);
        for &opponent in order {
            let wdl = finish.tally.against(player, opponent);
            let _ = match wdl.games() {
                0 => write!(text, "    ·"),
                games => write!(text, " {:>4.0}", 100.0 * wdl.points() / games as f64),
            };
        }
        text.push('\n');
    }
    text
}
