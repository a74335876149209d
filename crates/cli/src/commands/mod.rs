//! One file a command.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod brain;
pub(crate) mod completions;
pub(crate) mod eval;
pub(crate) mod export_site;
mod fight;
pub(crate) mod fleet;
mod games;
pub(crate) mod lab;
pub(crate) mod label;
pub(crate) mod man;
pub(crate) mod match_;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod puzzles;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
mod threats;
pub(crate) mod tournament;
pub(crate) mod trace;

use crate::answer::{Answer, Failed};
use crate::options::{Cli, Command, language};
use alinea_catalogue::Session;
use alinea_catalogue::record::{GameRecord, read_games};
use alinea_lab::Folder;
use alinea_words::Language;
use clap::Parser;
use std::env;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What every command knows: how to print and in which language.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub(crate) json: bool,
    pub(crate) language: Language,
}

/// Runs what was typed.
pub(crate) fn run(cli: Cli) -> Result<Answer, Failed> {
    let context = Context { json: cli.json, language: language(cli.lang) };
    match cli.command.unwrap_or_else(default_command) {
        Command::Games => games::run(context),
        Command::Show(args) => show::run(&args, context),
        Command::Eval(args) => eval::run(&args, context),
        Command::Analyze(args) => analyze::run(&args, context),
        Command::Trace(args) => trace::run(&args, context),
        Command::Review(args) => review::run(&args, context),
        Command::Puzzles(args) => puzzles::run(&args, context),
        Command::Play(args) => play::run(&args, context),
        Command::Match(args) => match_::run(&args, context),
        Command::Tournament(args) => tournament::run(&args, context),
        Command::Openings(args) => openings::run(&args, context),
        Command::Lab(args) => lab::run(&args, context),
        Command::Solve(args) => solve::run(&args, context),
        Command::Label(args) => label::run(&args),
        Command::Prove(args) => prove::run(&args, context),
        Command::Worker(args) => fleet::worker(&args),
        Command::Jobs(args) => fleet::jobs(&args, context),
        Command::Perft(args) => perft::run(&args, context),
        Command::Brain(args) => brain::run(&args),
        Command::Bench(args) => bench::run(&args, context),
        Command::Serve(args) => serve::run(&args),
        Command::ExportSite(args) => export_site::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// Without a word: the web app, opened in the browser.
fn default_command() -> Command {
    let typed = Cli::try_parse_from(["alinea", "serve", "--open"]);
    typed.ok().and_then(|cli| cli.command).unwrap_or(Command::Games)
}

/// Opens a game at a position, or at the end of the first game of a file.
pub(crate) fn open_at(game: &str, position: &str) -> Result<Box<dyn Session>, Failed> {
    let first = games_at(game, position)?.into_iter().next();
    first.map(|first| first.session).ok_or_else(|| Failed::Refused("the file holds no game".into()))
}

/// The game of a position text, or every game of a file.
pub(crate) fn games_at(game: &str, position: &str) -> Result<Vec<GameRecord>, Failed> {
    // A position has no file ending.
    let path = Path::new(position);
    let mut games = if path.extension().is_some() && path.is_file() {
        games_of_file(game, path)?
    } else {
        let session = alinea_catalogue::open(game)?.read(position)?;
        vec![GameRecord { session, names: [None, None] }]
    };
    games.iter_mut().for_each(|game| game.session.allow_files(Arc::new(Folder::default())));
    Ok(games)
}

/// The games of a file.
pub(crate) fn games_of_file(game: &str, path: &Path) -> Result<Vec<GameRecord>, Failed> {
    let mut bytes = Vec::new();
    let limit = alinea_catalogue::record::MAX_RECORD_BYTES as u64 + 1;
    let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
    read_games(&bytes, Some(game)).map_err(|error| {
        let (path, why) = (path.display(), Language::English.say(&error.message));
        Failed::Refused(format!("{path}, line {}: {why}", error.line))
    })
}

/// `$ALINEA_STATE_DIR`, or where the system keeps the state of programs.
pub(crate) fn state_dir() -> Option<PathBuf> {
    let from = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    from("ALINEA_STATE_DIR")
        .or_else(|| Some(from("XDG_STATE_HOME")?.join("alinea")))
        .or_else(|| Some(from("LOCALAPPDATA")?.join("alinea")))
        .or_else(|| Some(from("HOME")?.join(".local").join("state").join("alinea")))
}

/// Prints one JSON document on a line of its own.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), Failed> {
    let text = serde_json::to_string(value).map_err(|e| Failed::Wrong(e.to_string()))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Prints text as it is.
pub(crate) fn print(text: &str) -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
