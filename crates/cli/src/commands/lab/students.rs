//! `alinea tournament --students`: a folder of files and programs, and the table as files.

use crate::answer::Failed;
use crate::commands::fight::wrong;
use alinea_arena::{Finish, Plan, Score, ranking};
use alinea_core::Message;
use alinea_lab::league::{self, Standing};
use alinea_words::Language;
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Plies that students' heuristics look ahead unless the teacher says otherwise.
const DEFAULT_DEPTH: u32 = 4;

/// The contestants of a folder, behind those that were typed. What is left out is named.
pub(crate) fn contestants(
    dir: &Path,
    depth: Option<u32>,
    typed: &[String],
    language: Language,
) -> Result<Vec<String>, Failed> {
    let refused = |error: std::io::Error| Failed::Wrong(format!("{}: {error}", dir.display()));
    let (found, left_out) =
        league::contestants(dir, depth.unwrap_or(DEFAULT_DEPTH)).map_err(refused)?;
    for file in left_out {
        let message = Message::new("lab.league.left-out").with("file", file);
        writeln!(std::io::stderr(), "{}", language.say(&message))?;
    }
    Ok(typed.iter().cloned().chain(found).collect())
}

/// Writes `table.csv` and `table.html` beside the records.
pub(crate) fn write_tables(
    dir: &Path,
    plan: &Plan,
    finish: &Finish,
    language: Language,
) -> Result<(), Failed> {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let reasons = first_failures(dir)?;
    let standing = |player: usize| {
        let total = tally.total(player);
        Standing {
            name: league::short(&names[player]).to_owned(),
            results: [total.wins, total.draws, total.losses],
            failures: tally.failures(player),
            reason: reasons.get(&names[player]).cloned(),
            elo: (ratings[player].elo, ratings[player].error),
        }
    };
    let table: Vec<Standing> = ranking(tally).into_iter().map(standing).collect();
    let write = |name: &str, text: String| {
        let path = dir.join(name);
        fs::write(&path, text)
            .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))
    };
    write("table.csv", league::csv(&table))?;
    write("table.html", league::html(&plan.game, &table, language))
}

/// What each contestant that failed said at its first failure.
fn first_failures(dir: &Path) -> Result<HashMap<String, String>, Failed> {
    let mut reasons = HashMap::new();
    let records = alinea_arena::read_games(dir).map_err(wrong)?;
    for record in records {
        let loser = match record.result {
            Score::First => record.second,
            Score::Second => record.first,
            Score::Draw => continue,
        };
        let Some(reason) = record.reason else { continue };
        // What could not begin is a crash to the arena; its reason says more.
        let reason = reason.strip_prefix("crashed: ").unwrap_or(&reason).to_owned();
        reasons.entry(loser).or_insert(reason);
    }
    Ok(reasons)
}
