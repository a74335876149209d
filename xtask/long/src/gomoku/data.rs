//! `cargo xtask gomoku-data --out FILE [--rule R] [--games N] [--nodes N] [--seed S] [--size N]
//! [--stones N] [--detours N] [--threads N]`: games of the engine against itself from random openings, a
//! line each; run again to go on. Openings of more than eight stones are even games that went on for
//! long, or, with detours, games in which one move in N was any move.

use super::Options;
use crate::Outcome;
use alinea_data::selfplay::{Record, SelfPlayWork, Settings, plan, random_stones};
use alinea_data::{Kept, Silent};
use alinea_jobs::{Options as Here, cores, run as compute};
use std::path::Path;

pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options(args);
    let out = options.text("--out").ok_or("expected --out FILE")?;
    let games = options.number("--games", 1000)?;
    let threads = options.number("--threads", cores() as u64)? as usize;
    options.variant()?;
    let settings = Settings {
        rule: options.text("--rule").unwrap_or("freestyle").to_owned(),
        size: options.size()?.get(),
        nodes: options.number("--nodes", 3000)?,
        seed: options.number("--seed", 1)?,
        stones: options.number("--stones", random_stones().into())?.min(200) as u32,
        detours: options.number("--detours", 0)?.min(1000) as u32,
    };
    let kept = Kept::new(Path::new(out));
    let is_game =
        |_, line: &[u8]| std::str::from_utf8(line).is_ok_and(|line| Record::read(line).is_some());
    let folder = kept.open(plan(&settings, games), &[], &is_game).map_err(text)?;
    let work = SelfPlayWork::open(folder.job()).map_err(text)?;
    let here = Here { threads, ..Here::default() };
    let finish = compute(folder, &work, &mut Silent, &here, &mut |progress| {
        eprint!("\r\u{1b}[K{} games", progress.text());
    });
    eprintln!();
    let finish = finish.map_err(text)?;
    if let Some(game) = finish.parked.first() {
        return Err(format!(
            "game {game} was given up; {}/notes.txt says why",
            kept.dir().display()
        ));
    }
    kept.close();
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
