//! `alinea lab xray`: a heuristic against solved positions.

use super::check::game_of;
use crate::answer::{Answer, Failed};
use crate::commands::{Context, print, print_json};
use alinea_catalogue::files::{Files, is_file};
use alinea_catalogue::json::Number;
use alinea_lab::Folder;
use alinea_lab::xray::{Wanted, Xray, embedded, page, solve, text, xray};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// Positions made on the spot for games without embedded ones: what the strongest engine proves.
const MADE: usize = 40;
const MADE_HERE: Wanted = Wanted { count: MADE, nodes: 50_000, rng_seed: 1, tries: 50 };

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The heuristic file, or the name of a built-in heuristic
    file: String,
    /// The game [default: what the file says, else connect4]
    #[arg(long)]
    game: Option<String>,
    /// Write the report as an HTML page too
    #[arg(long, value_name = "PAGE")]
    html: Option<PathBuf>,
    /// Look at N positions only
    #[arg(long, value_name = "N")]
    count: Option<usize>,
}

pub(super) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let written = if is_file(&args.file) { Folder::read(&args.file)? } else { String::new() };
    let game = game_of(&args.file, &written, args.game.as_ref());
    let truths = match embedded(&game) {
        Some(mut known) => {
            known.truncate(args.count.unwrap_or(usize::MAX).max(1));
            known
        }
        None => solve(&game, Wanted { count: args.count.unwrap_or(MADE).max(1), ..MADE_HERE })?,
    };
    if truths.is_empty() {
        return Err(Failed::Wrong(format!("the strongest engine of {game} decides no position")));
    }
    let files = Files::new(Arc::new(Folder::default()));
    let found = xray(&game, &args.file, &files, &truths, context.language)?;
    if let Some(path) = &args.html {
        std::fs::write(path, page(&found, context.language))
            .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
    }
    if context.json {
        print_json(&as_json(&found))?;
    } else {
        print(&text(&found, context.language))?;
    }
    Ok(Answer::Yes)
}

fn as_json(found: &Xray) -> serde_json::Value {
    let bins = found.bins.iter().map(|bin| {
        let [won, drawn, lost] = bin.results;
        json!({"from": Number(bin.from), "to": Number(bin.to),
            "won": won, "drawn": drawn, "lost": lost, "points": bin.points()})
    });
    let worst = found.worst.iter().map(|wrong| {
        let parts = wrong.parts.iter();
        let parts: Vec<_> = parts
            .map(|(label, points)| json!({"label": label, "points": Number(*points)}))
            .collect();
        json!({"position": wrong.position, "value": Number(wrong.value),
            "percentile": wrong.percentile, "exact": wrong.score, "truth": wrong.truth,
            "reason": wrong.reason, "parts": parts, "printed": wrong.printed})
    });
    json!({
        "heuristic": found.heuristic,
        "game": found.game,
        "positions": found.positions,
        "correlation": found.correlation,
        "choices": found.choices,
        "best_moves": found.best_moves,
        "kept_results": found.kept_results,
        "calibration": bins.collect::<Vec<_>>(),
        "worst": worst.collect::<Vec<_>>(),
    })
}
