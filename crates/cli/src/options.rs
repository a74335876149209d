//! What can be typed: the whole command line as types. `--help` is made of these comments.

use crate::commands;
use alinea_words::Language;
use clap::{Parser, Subcommand};

/// Alignment games: play, analyse, compare heuristics, let engines fight.
#[derive(Parser)]
#[command(name = "alinea", version, about, infer_subcommands = false, max_term_width = 100)]
pub(crate) struct Cli {
    /// Print JSON: one document, or one object a line for streams
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Language of the game: en, pt-BR or es [default: from LANG]
    #[arg(long, global = true, value_name = "TAG", value_parser = parse_language)]
    pub(crate) lang: Option<Language>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List games, set-ups, engines and heuristics
    Games,
    /// Draw a position
    Show(commands::show::Args),
    /// A heuristic's value of a position, part by part
    Eval(commands::eval::Args),
    /// Scores of the moves and best lines, deepening
    Analyze(commands::analyze::Args),
    /// The tree of a textbook search, node by node
    Trace(commands::trace::Args),
    /// Every move of a game judged: what it gave away, and what was better
    Review(commands::review::Args),
    /// Positions with exactly one move that wins or holds: mine them, show them, prove them again
    Puzzles(commands::puzzles::Args),
    /// Play a game in the terminal
    Play(commands::play::Args),
    /// Two engines, colours swapped, until the verdict is in
    Match(commands::match_::Args),
    /// Many engines, a crosstable and a list of strengths
    Tournament(commands::tournament::Args),
    /// Balanced positions to begin games from
    Openings(commands::openings::Args),
    /// Heuristic files: write, check, and grade traces
    Lab(commands::lab::Args),
    /// Exact scores of Connect Four positions; without one, a filter on lines
    Solve(commands::solve::Args),
    /// Compute units of the jobs of a fleet, see docs/fleet.md
    Worker(commands::fleet::WorkerArgs),
    /// List the jobs and workers of a fleet, or cancel a job
    Jobs(commands::fleet::JobsArgs),
    /// Write exact labels of Connect Four positions, for research and learning
    Label(commands::label::Args),
    /// A strategy as a certificate anyone can check: Connect Four, small m,n,k boards
    Prove(commands::prove::Args),
    /// Count positions: the check of the rules
    Perft(commands::perft::Args),
    /// Speak the Gomocup protocol on stdin and stdout
    Brain(commands::brain::Args),
    /// Measure speed, and the node signature of the searches
    Bench(commands::bench::Args),
    /// Serve the web app
    Serve(commands::serve::Args),
    /// Write the web app as plain files for any file host
    ExportSite(commands::export_site::Args),
    /// Print completions for a shell
    Completions(commands::completions::Args),
    /// Write the manual pages of every command
    Man(commands::man::Args),
}

fn parse_language(tag: &str) -> Result<Language, String> {
    Language::from_tag(tag).ok_or_else(|| "expected en, pt-BR or es".to_owned())
}

/// The language asked for: the flag, else the environment, else English.
pub(crate) fn language(flag: Option<Language>) -> Language {
    let from = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let environment = || {
        let tag = from("LC_ALL").or_else(|| from("LC_MESSAGES")).or_else(|| from("LANG"))?;
        Language::from_tag(&tag)
    };
    flag.or_else(environment).unwrap_or_default()
}
