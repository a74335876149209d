//! `alinea analyze`: what an engine thinks of a position, deepening.

use super::{Context, open_at, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_catalogue::json::{Iteration, reason_text};
use alinea_catalogue::{EngineSpec, Setting, parse_seconds};
use alinea_search::{Limits, Score, Stop, Thought};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// How long an analysis lasts when nothing limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: NAME[:SETUP], see 'alinea games'
    game: String,
    /// The position: '-', moves, or 'diagram:' and rows from the top joined by '/'
    #[arg(default_value = "-")]
    position: String,
    /// The engine, see 'alinea games'
    #[arg(long, default_value = "best", value_name = "ENGINE")]
    engine: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Best lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    /// Search threads
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Only what threats decide: a forced win and the last escape (gomoku family)
    #[arg(long)]
    threats: bool,
    /// With --threats: write the win as a certificate that alinea-check verifies (gomoku,
    /// standard, renju, caro)
    #[arg(long, value_name = "FILE", requires = "threats")]
    certificate: Option<PathBuf>,
}

/// Limits of a search, as flags.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct LimitArgs {
    /// Seconds to think
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Plies to look ahead
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// Positions to visit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    pub(crate) fn limits(self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, ..Limits::default() }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text).ok_or_else(|| "expected seconds from 0.001 to 604800".to_owned())
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    let session = open_at(&args.game, &args.position)?;
    if args.threats {
        let (limits, certificate) = (args.limits.limits(), args.certificate.as_deref());
        return super::threats::run(session.as_ref(), limits, certificate, context);
    }
    let threads = args.threads.map(|threads| Setting::Threads(usize::from(threads)));
    let spec = threads.into_iter().fold(args.engine.parse()?, EngineSpec::with);
    let mut seat = session.seat(&spec)?;
    let mut limits =
        Limits { lines: usize::from(args.lines), ..args.limits.limits() }.for_analysis();
    if args.limits.limits() == Limits::default() && seat.is_open_ended() {
        limits.time = Some(DEFAULT_TIME);
    }
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    // Ctrl-C ends the search, not the report; a second handler cannot be set, which is harmless.
    let _ = ctrlc::set_handler(move || on_interrupt.stop());
    let mut printed = Ok(());
    let mut shown: Option<Thought<String>> = None;
    let mut observe = |thought: &Thought<String>| {
        if printed.is_ok() && !is_shown(shown.as_ref(), thought, context) {
            printed = report(thought, context);
        }
        shown = Some(thought.clone());
    };
    let thought = seat
        .think(session.as_ref(), &limits, &stop, &mut observe)
        .map_err(|failure| Failed::Wrong(format!("{} {failure}", args.engine)))?;
    printed?;
    if !is_shown(shown.as_ref(), &thought, context) {
        report(&thought, context)?;
    }
    if !context.json {
        print(&moves_table(&thought, context))?;
    }
    Ok(Answer::Yes)
}

/// Whether a thought adds nothing to the one told last. JSON tells everything; a line of the
/// terminal is printed again only if something in it changed.
fn is_shown(last: Option<&Thought<String>>, thought: &Thought<String>, context: Context) -> bool {
    last.is_some_and(|last| {
        if context.json {
            thought.says_the_same(last)
        } else {
            (last.depth, last.score, &last.line) == (thought.depth, thought.score, &thought.line)
        }
    })
}

fn report(thought: &Thought<String>, context: Context) -> Result<(), Failed> {
    if context.json {
        return print_json(&Iteration::new(thought, context.language));
    }
    print(&format!(
        "depth {:>2}  {:>10}  {:>12} nodes  {}\n",
        thought.depth,
        estimate_text(score_text(thought.score, thought.proven, thought.value), thought.win),
        thought.nodes,
        thought.line.join(" ")
    ))
}

fn moves_table(thought: &Thought<String>, context: Context) -> String {
    let mut text = String::new();
    for root in &thought.moves {
        let score = estimate_text(score_text(root.score, root.proven, root.value), root.win);
        let exact = root.exact.map(|exact| format!("  ({exact:+})")).unwrap_or_default();
        let _ = writeln!(text, "{:>6}  {score:>10}{exact}  {}", root.mv, root.line.join(" "));
    }
    if let Some(reason) = reason_text(thought, context.language) {
        let _ = writeln!(text, "{reason}");
    }
    text
}

/// A score with the chance to win behind it, where the engine knows.
fn estimate_text(score: String, win: Option<f64>) -> String {
    match win {
        Some(win) => format!("{score} ({:.0} %)", (100.0 * win).clamp(1.0, 99.0)),
        None => score,
    }
}

/// A score as people read it.
pub(crate) fn score_text(score: Score, proven: bool, value: Option<f64>) -> String {
    match (score.win(), score.loss()) {
        (Some(plies), _) => format!("win in {plies}"),
        (_, Some(plies)) => format!("loss in {plies}"),
        _ if proven && score == Score::DRAW => "draw".to_owned(),
        _ => super::eval::plain(value.unwrap_or_else(|| score.points())),
    }
}
