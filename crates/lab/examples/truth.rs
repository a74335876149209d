//! Makes the positions whose truth the lab knows: random games mixed with sensible moves, judged
//! by the strongest engine of the game; only what it decides is kept.
//!
//! `cargo run --release -p alinea-lab --example truth -- connect4 3000 > crates/lab/data/connect4.txt`

use alinea_core::SplitMix64;
use alinea_engines::{Seat, Session, open};
use alinea_search::{Ignore, Limits, RootMove, Stop};
use std::collections::HashSet;
use std::error::Error;
use std::io::Write;

/// How far the engine looks at one position.
const NODES: u64 = 3_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, count] = args.as_slice() else {
        return Err("expected GAME COUNT".into());
    };
    let (count, nodes): (usize, u64) =
        (count.parse()?, if game == "connect4" { NODES } else { NODES / 20 });
    let mut session = open(game)?;
    let mut judge = session.seat("best")?;
    let mut player = session.seat("textbook:depth=2")?;
    let mut rng = SplitMix64::new(2016);
    let mut seen = HashSet::new();
    let mut out = std::io::stdout().lock();
    let mut written = 0;
    while written < count {
        session.reset("-")?;
        let length = 6 + rng.below(if game == "connect4" { 32 } else { 40 });
        if !walk(&mut *session, &mut *player, length, &mut rng) || !seen.insert(session.key()) {
            continue;
        }
        let limits = Limits { lines: 7, ..Limits::nodes(nodes) };
        let Ok(thought) = judge.think(&*session, &limits, &Stop::new(), &mut Ignore) else {
            continue;
        };
        let scores: Option<Vec<(String, i32)>> = if game == "connect4" {
            thought.moves.iter().map(|root| Some((root.mv.clone(), root.exact?))).collect()
        } else {
            Some(thought.moves.iter().filter_map(decided).collect())
        };
        let Some(mut scores) = scores.filter(|scores| !scores.is_empty() && thought.proven) else {
            continue;
        };
        scores.sort();
        let best = scores.iter().map(|(_, score)| *score).max().unwrap_or_default();
        let moves: Vec<String> = scores.iter().map(|(mv, score)| format!("{mv}={score}")).collect();
        writeln!(out, "{} {best} {}", session.moves().concat(), moves.join(","))?;
        out.flush()?;
        written += 1;
    }
    Ok(())
}

/// Plays so many moves, half of them at random; false if the game ended on the way.
fn walk(
    session: &mut dyn Session,
    player: &mut dyn Seat,
    length: usize,
    rng: &mut SplitMix64,
) -> bool {
    // Games of random moves alone are decided early; sensible ones are balanced for longer.
    let random = 0.2 + 0.6 * rng.unit();
    for ply in 0..length {
        let mv = if ply < 2 || rng.unit() < random {
            near(session, rng)
        } else {
            let thought = player.think(session, &Limits::depth(2), &Stop::new(), &mut Ignore);
            thought.ok().and_then(|thought| thought.best)
        };
        let Some(mv) = mv else { return false };
        if session.play(&mv).is_err() || session.outcome().is_some() {
            return false;
        }
    }
    true
}

/// A random move; on large boards one of the middle.
fn near(session: &dyn Session, rng: &mut SplitMix64) -> Option<String> {
    let mut legal = session.legal();
    if legal.len() > 60 {
        legal.retain(|mv| {
            let cell: Option<alinea_core::Cell> = mv.parse().ok();
            cell.is_some_and(|c| (5..10).contains(&c.col) && (5..10).contains(&c.row))
        });
    }
    rng.pick(&legal).cloned()
}

/// A win in n plies is 1000 - n, a loss n - 1000.
fn decided(root: &RootMove<String>) -> Option<(String, i32)> {
    let win = root.score.win().map(|plies| 1000 - plies as i32);
    let loss = root.score.loss().map(|plies| plies as i32 - 1000);
    Some((root.mv.clone(), win.or(loss)?))
}
