//! `alinea prove connect4`: the any-time search for a small strategy, or two that prove a draw.

use super::{Args, print_counts, read, save, wrong};
use crate::answer::{Answer, Failed};
use crate::commands::{Context, print};
use alinea_core::Player;
use alinea_proof::{
    Certificate, Embedded, Goal, Language, Prices, Progress, ProveError, Prover, Shape, Strategy,
    Task,
};
use alinea_search::Stop;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Which strategies prove the value of the empty board.
fn provers(args: &Args, shape: Shape) -> Result<Vec<Prover>, Failed> {
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

/// What the search starts from: the file of the best so far, or what comes with the program.
fn known(args: &Args, shape: Shape) -> Result<Option<Certificate>, Failed> {
    if let Some(path) = args.out.as_ref().filter(|path| path.exists()) {
        let known = read(path)?;
        if known.shape != shape {
            let (cols, rows) = (known.shape.cols(), known.shape.rows());
            return Err(Failed::Refused(format!(
                "{}: the certificate is of connect4:{cols}x{rows}",
                path.display()
            )));
        }
        return Ok(Some(known));
    }
    let game = args.game.as_deref().unwrap_or_default();
    let plans = Embedded::of_plans(game).filter(|_| args.plans_only);
    match plans.or_else(|| Embedded::of(game)) {
        Some(text) if !args.fresh => Certificate::read(text).map(Some).map_err(wrong),
        _ => Ok(None),
    }
}

pub(super) fn search(args: &Args, context: Context, shape: Shape) -> Result<Answer, Failed> {
    let known = known(args, shape)?;
    let stop = Stop::new();
    let handler_stop = stop.clone();
    ctrlc::set_handler(move || handler_stop.stop()).map_err(wrong)?;
    let mut provers = provers(args, shape)?;
    let total = Duration::from_secs_f64(60.0 * args.minutes);
    let start = Instant::now();
    let mut best = Certificate { shape, strategies: Vec::new() };
    for prover in &mut provers {
        for strategy in known.iter().flat_map(|known| &known.strategies) {
            prover.start_from(strategy);
        }
        let left = total.saturating_sub(start.elapsed());
        let found = prover.complete(left, |progress| {
            report(progress, None);
            !stop.is_set()
        });
        end_report();
        best.strategies.push(found.map_err(wrong)?.clone());
    }
    let keep = |best: &Certificate| match &args.out {
        Some(path) => save(path, &best.text()),
        None => Ok(()),
    };
    keep(&best)?;
    let count = provers.len();
    for (i, prover) in provers.iter_mut().enumerate() {
        let mut saved = Ok(());
        let time = total.saturating_sub(start.elapsed()) / (count - i) as u32;
        let improved = prover.run(time, |progress, better| {
            report(progress, better);
            if let Some(better) = better {
                best.strategies[i] = better.clone();
                saved = keep(&best);
            }
            saved.is_ok() && !stop.is_set()
        });
        end_report();
        improved.map_err(wrong)?;
        saved?;
    }
    if context.json {
        print_counts(&best)?;
    } else if args.out.is_none() {
        print(&best.text())?;
    }
    Ok(Answer::Yes)
}

fn report(progress: Progress, better: Option<&Strategy>) {
    let mut err = std::io::stderr().lock();
    if !err.is_terminal() {
        return;
    }
    let Progress { tried, positions, cost, best } = progress;
    let best = best.map_or("none yet".to_owned(), |best| best.to_string());
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
