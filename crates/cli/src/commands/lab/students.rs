//! `alinea tournament --students`: a folder of files and programs, and the table as files.

use crate::answer::Failed;
use alinea_arena::{Finish, Plan, ranking};
use alinea_lab::league::{self, Standing};
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
) -> Result<Vec<String>, Failed> {
    let refused = |error: std::io::Error| Failed::Wrong(format!("{}: {error}", dir.display()));
    let (found, left_out) =
        league::contestants(dir, depth.unwrap_or(DEFAULT_DEPTH)).map_err(refused)?;
    for file in left_out {
        writeln!(std::io::stderr(), "left out: {file} is neither *.toml, *.rhai nor a program")?;
    }
    Ok(typed.iter().cloned().chain(found).collect())
}

/// Writes `table.csv` and `table.html` beside the records.
pub(crate) fn write_tables(dir: &Path, plan: &Plan, finish: &Finish) -> Result<(), Failed> {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let standing = |player: usize| {
        let total = tally.total(player);
        Standing {
            name: names[player].clone(),
            results: [total.wins, total.draws, total.losses],
            failures: tally.failures(player),
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
    write("table.html", league::html(&format!("League: {}", plan.game), &table))
}
