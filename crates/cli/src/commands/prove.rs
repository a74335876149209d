//! `alinea prove`: a small strategy of Connect Four as a certificate: searched, shown, expanded.

use super::{Context, print, print_json};
use crate::answer::{Answer, Failed};
use alinea_core::Player;
use alinea_proof::{
    Certificate, Embedded, Goal, Guide, Language, MAX_BYTES, Prices, Progress, ProveError, Prover,
    Shape, Strategy, Task, moves_text,
};
use alinea_search::Stop;
use serde_json::json;
use std::fs;
use std::io::{BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: connect4, or connect4:COLSxROWS with sides from 4 to 7
    #[arg(value_name = "GAME", required_unless_present = "expand")]
    game: Option<String>,
    /// Only plain plans: at most two columns with a word of their own
    #[arg(long)]
    plans_only: bool,
    /// How long to search
    #[arg(long, default_value_t = 10.0, value_name = "N", value_parser = minutes)]
    minutes: f64,
    /// Where the best so far is kept; if the file is there, the search goes on from it
    /// [default: printed at the end]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What is to be few: stored moves, or all positions
    #[arg(long, default_value = "stored", value_parser = ["stored", "nodes"])]
    objective: String,
    /// Start from nothing instead of from the certificate that comes with the program
    #[arg(long)]
    fresh: bool,
    /// For the dice of the search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the certificate that comes with the program
    #[arg(long, conflicts_with_all = ["out", "expand"])]
    show: bool,
    /// Print every position that can arise in the strategies of a certificate, with the move
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    expand: Option<PathBuf>,
}

fn minutes(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n <= 100_000.0);
    number.ok_or_else(|| format!("expected minutes, more than 0 and up to 100000, found {text}"))
}

pub(crate) fn run(args: &Args, context: Context) -> Result<Answer, Failed> {
    if let Some(path) = &args.expand {
        return expand(path);
    }
    let game = args.game.as_deref().unwrap_or_default();
    let Some(shape) = shape(game) else {
        return Err(Failed::Wrong(format!(
            "expected connect4 or connect4:COLSxROWS with sides from 4 to 7, found {game}"
        )));
    };
    let embedded = if args.plans_only { Embedded::PLANS_ONLY } else { Embedded::SMALLEST };
    if args.show {
        if shape != Shape::STANDARD {
            return Err(Failed::Wrong(format!("expected connect4 with --show, found {game}")));
        }
        return show(embedded, context);
    }
    search(args, context, shape, embedded)
}

fn shape(game: &str) -> Option<Shape> {
    let size = match game.strip_prefix("connect4")? {
        "" => return Some(Shape::STANDARD),
        rest => rest.strip_prefix(':')?,
    };
    let (cols, rows) = size.split_once('x')?;
    Shape::new(cols.parse().ok()?, rows.parse().ok()?)
}

fn show(embedded: &str, context: Context) -> Result<Answer, Failed> {
    if context.json {
        let certificate = Certificate::read(embedded).map_err(wrong)?;
        print_counts(&certificate)?;
    } else {
        print(embedded)?;
    }
    Ok(Answer::Yes)
}

fn print_counts(certificate: &Certificate) -> Result<(), Failed> {
    for strategy in &certificate.strategies {
        let counts = strategy.counts;
        print_json(&json!({
            "stored": counts.stored, "leaves": counts.leaves,
            "forced": counts.forced, "replies": counts.replies,
        }))?;
    }
    Ok(())
}

fn wrong(error: impl std::fmt::Display) -> Failed {
    Failed::Wrong(error.to_string())
}

/// Reads a certificate; a file that is none is refused with the line and the reason.
fn read(path: &Path) -> Result<Certificate, Failed> {
    let mut text = String::new();
    let file = fs::File::open(path);
    file.and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_string(&mut text))
        .map_err(|error| Failed::Wrong(format!("{}: {error}", path.display())))?;
    Certificate::read(&text)
        .map_err(|error| Failed::Refused(format!("{}: {error}", path.display())))
}

fn expand(path: &Path) -> Result<Answer, Failed> {
    let certificate = read(path)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for strategy in &certificate.strategies {
        let mut written = Ok(());
        let complete = Guide::new(&certificate, strategy).expand(|moves, col| {
            if written.is_ok() {
                written = writeln!(out, "{} {}", moves_text(moves), col + 1);
            }
        });
        written?;
        if complete.is_none() {
            out.flush()?;
            let (hero, goal) = (strategy.hero, strategy.goal.name());
            return Err(Failed::Refused(format!(
                "{}: expected a strategy by which the {hero} player reaches a {goal}; it does not",
                path.display()
            )));
        }
    }
    out.flush()?;
    Ok(Answer::Yes)
}

/// Which strategies prove the value of the empty board.
fn tasks(args: &Args, shape: Shape) -> Result<Vec<Prover>, Failed> {
    let prover = |hero, goal| {
        let prices = if args.objective == "nodes" { Prices::NODES } else { Prices::STORED };
        let language = if args.plans_only { Language::Plain } else { Language::Full };
        Prover::new(Task { shape, hero, goal, prices, language, rng_seed: args.seed })
    };
    for hero in Player::BOTH {
        match prover(hero, Goal::Win) {
            Ok(prover) => return Ok(vec![prover]),
            Err(ProveError::NotSo { .. }) => {}
            Err(error) => return Err(wrong(error)),
        }
    }
    let both = Player::BOTH.into_iter().map(|hero| prover(hero, Goal::Draw).map_err(wrong));
    both.collect()
}

fn search(args: &Args, context: Context, shape: Shape, embedded: &str) -> Result<Answer, Failed> {
    let known = match &args.out {
        Some(path) if path.exists() => Some(read(path)?),
        _ if shape == Shape::STANDARD && !args.fresh => {
            Some(Certificate::read(embedded).map_err(wrong)?)
        }
        _ => None,
    };
    if let Some(known) = known.as_ref().filter(|known| known.shape != shape) {
        let (cols, rows) = (known.shape.cols(), known.shape.rows());
        return Err(Failed::Refused(format!("the certificate is of connect4:{cols}x{rows}")));
    }
    let stop = Stop::new();
    let handler_stop = stop.clone();
    ctrlc::set_handler(move || handler_stop.stop()).map_err(wrong)?;
    let mut provers = tasks(args, shape)?;
    let time = Duration::from_secs_f64(60.0 * args.minutes / provers.len() as f64);
    let mut best = Certificate { shape, strategies: Vec::new() };
    let complete = provers.len();
    for prover in &mut provers {
        for strategy in known.iter().flat_map(|known| &known.strategies) {
            prover.start_from(strategy);
        }
        let mut saved = Ok(());
        let found = prover.run(time, |progress, better| {
            report(progress, better);
            if let (Some(better), Some(path)) = (better, &args.out)
                && best.strategies.len() + 1 == complete
            {
                let mut now = best.clone();
                now.strategies.push(better.clone());
                saved = save(path, &now);
            }
            saved.is_ok() && !stop.is_set()
        });
        saved?;
        best.strategies.push(found.map_err(wrong)?.clone());
    }
    end_report();
    match &args.out {
        Some(path) => save(path, &best)?,
        None if !context.json => print(&best.text())?,
        None => {}
    }
    if context.json {
        print_counts(&best)?;
    }
    Ok(Answer::Yes)
}

/// The best so far replaces the file at once or not at all.
fn save(path: &Path, certificate: &Certificate) -> Result<(), Failed> {
    let at = |error: std::io::Error| Failed::Wrong(format!("{}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, certificate.text()).map_err(at)?;
    fs::rename(&beside, path).map_err(at)
}

fn report(progress: Progress, better: Option<&Strategy>) {
    let mut err = std::io::stderr().lock();
    if !err.is_terminal() {
        return;
    }
    let Progress { tried, positions, cost, best } = progress;
    let _ =
        write!(err, "\r\u{1b}[Kcost {cost}, best {best}; {tried} changes, {positions} positions");
    if let Some(strategy) = better {
        let counts = strategy.counts;
        let _ = writeln!(
            err,
            "\r\u{1b}[Kstored {} leaves {} forced {} replies {}, all {}",
            counts.stored,
            counts.leaves,
            counts.forced,
            counts.replies,
            counts.nodes()
        );
    }
    let _ = err.flush();
}

fn end_report() {
    let mut err = std::io::stderr().lock();
    if err.is_terminal() {
        let _ = write!(err, "\r\u{1b}[K");
    }
}
