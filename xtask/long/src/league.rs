//! `cargo xtask league`: the league of docs/league.md, played again. Its node limits make the
//! same tree give the same games; a league that was stopped goes on where it was.

use crate::Outcome;
use alinea_catalogue::{EngineSpec, Setting};
use serde_json::Value;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;

/// A game, its heuristics, the textbook's settings, games between any two, positions for `best`.
const GAMES: [(&str, &[&str], &[Setting], &str, u64); 3] = [
    ("connect4", &["ligue4", "quadras", "quadras-plano"], &[Setting::Depth(4)], "40", 500_000),
    (
        "boom",
        &["fichas-juntas-corregida", "fichas-juntas", "valoracion-test"],
        &[Setting::Depth(4)],
        "10",
        20_000,
    ),
    ("gomoku", &["dezenas", "vizinhos"], &[Setting::Depth(2), Setting::Near(1)], "20", 3_000),
];

pub(crate) fn run(args: &[String]) -> Outcome {
    if let Some(arg) = args.first() {
        return Err(format!("expected no arguments, found {arg}"));
    }
    let tree = tree()?;
    let build = ["build", "--quiet", "--locked", "--release", "--bin", "alinea"];
    command(Command::new("cargo").args(build))?;
    for (game, heuristics, settings, games, nodes) in GAMES {
        let dir = format!("target/league/{tree}/{game}");
        let mut alinea = Command::new("target/release/alinea");
        alinea.args(["tournament", "--json"]);
        if Path::new(&dir).join("plan.json").exists() {
            alinea.args(["--resume", &dir]);
        } else {
            let contestants = contestants(heuristics, settings, nodes);
            alinea.arg(game).args(contestants);
            alinea.args(["--games", games, "--seed", "2026", "--out", &dir]);
        }
        let result: Value = serde_json::from_slice(&command(&mut alinea)?)
            .map_err(|error| format!("the result of {game}: {error}"))?;
        let rows = rows(&result);
        let plot = format!("docs/league/{game}.svg");
        std::fs::create_dir_all("docs/league").map_err(|error| error.to_string())?;
        std::fs::write(&plot, svg(&rows)).map_err(|error| format!("{plot}: {error}"))?;
        println!("{}", table(game, &rows));
    }
    Ok(())
}

/// A name for the engines of this tree: a league that was interrupted goes on, and one of other
/// engines is played anew.
fn tree() -> Result<String, String> {
    let path = "testdata/bench-signature.txt";
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}

/// Every heuristic at equal depth and at equal nodes, between dice and the best.
fn contestants(heuristics: &[&str], settings: &[Setting], nodes: u64) -> Vec<String> {
    let with = |engine: EngineSpec, name: &&str, settings: &[Setting]| {
        let engine = engine.with(Setting::Heuristic((*name).to_owned()));
        settings.iter().cloned().fold(engine, EngineSpec::with)
    };
    let equal = [Setting::Nodes(3_000), Setting::Table(4)];
    let textbook = heuristics.iter().map(|name| with(EngineSpec::textbook(), name, settings));
    let nodes_each = heuristics.iter().map(|name| with(EngineSpec::alphabeta(), name, &equal));
    let best = EngineSpec::best().with(Setting::Nodes(nodes)).with(Setting::Table(4));
    textbook.chain(nodes_each).chain([EngineSpec::random(), best]).map(String::from).collect()
}

fn command(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{command:?} failed")) }
}

struct Row {
    rank: u64,
    name: String,
    elo: f64,
    error: f64,
    score: [u64; 3],
}

fn rows(result: &Value) -> Vec<Row> {
    let table = result["table"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |row: &Value| Row {
        rank: row["rank"].as_u64().unwrap_or_default(),
        name: row["name"].as_str().unwrap_or_default().to_owned(),
        elo: row["elo"].as_f64().unwrap_or_default(),
        error: row["error"].as_f64().unwrap_or_default(),
        score: ["wins", "draws", "losses"].map(|key| row[key].as_u64().unwrap_or_default()),
    };
    table.iter().map(row).collect()
}

fn table(game: &str, rows: &[Row]) -> String {
    let mut text =
        format!("## {game}\n\n| | engine | Elo | + | = | − |\n|---|---|---|---|---|---|\n");
    for Row { rank, name, elo, error, score: [won, drawn, lost] } in rows {
        let _ = writeln!(
            text,
            "| {rank} | `{name}` | {elo:+.0} ± {error:.0} | {won} | {drawn} | {lost} |"
        );
    }
    text
}

/// Elo with whiskers, readable on light and dark pages.
fn svg(rows: &[Row]) -> String {
    let low = rows.iter().map(|row| row.elo - row.error).fold(0.0, f64::min);
    let high = rows.iter().map(|row| row.elo + row.error).fold(0.0, f64::max);
    let x = |elo: f64| 350.0 + 360.0 * (elo - low) / (high - low).max(1.0);
    let height = 30 * rows.len() + 30;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 730 {height}\" \
         font-family=\"system-ui,sans-serif\" font-size=\"14\">\n\
         <rect width=\"730\" height=\"{height}\" rx=\"14\" fill=\"#fffdf9\"/>\n\
         <path d=\"M{zero:.1} 12V{bottom}\" stroke=\"#5b6472\" stroke-dasharray=\"3 3\"/>\n",
        zero = x(0.0),
        bottom = height - 12,
    );
    for (i, row) in rows.iter().enumerate() {
        let y = 30 * i + 30;
        let (from, at, to) = (x(row.elo - row.error), x(row.elo), x(row.elo + row.error));
        let name = row.name.replace(",table=4", "");
        let _ = writeln!(
            text,
            "<text x=\"16\" y=\"{}\" fill=\"#1d2430\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{name}</text>\
             <path d=\"M{from:.1} {y}H{to:.1}M{from:.1} {a}v8M{to:.1} {a}v8\" stroke=\"#1f5fbf\" stroke-width=\"2\"/>\
             <circle cx=\"{at:.1}\" cy=\"{y}\" r=\"5\" fill=\"#1f5fbf\"/>",
            y + 5,
            (name.len() * 7).min(325),
            a = y - 4,
        );
    }
    text + "</svg>\n"
}
