//! Makes positions whose truth is known: random games mixed with sensible moves, judged by the
//! strongest engine of the game; only what it decides is kept.

use super::Truth;
use alinea_core::{Cell, SplitMix64};
use alinea_engines::{Seat, Session, SpecError, open};
use alinea_search::{Ignore, Limits, RootMove, Stop};
use std::collections::HashSet;

/// Positions tried for each that is wanted: an engine that decides nothing ends the search too.
const TRIES: usize = 50;

/// So many positions of a game, fewer if the engine decides too few; the same for the same seed.
pub fn solve(game: &str, count: usize, nodes: u64, seed: u64) -> Result<Vec<Truth>, SpecError> {
    let mut session = open(game)?;
    let mut judge = session.seat("best")?;
    let mut player = session.seat("textbook:depth=2")?;
    let mut rng = SplitMix64::new(seed);
    let mut seen = HashSet::new();
    let mut truths = Vec::new();
    for _ in 0..count.saturating_mul(TRIES) {
        if truths.len() >= count {
            break;
        }
        let started = session.reset("-").is_ok();
        let length = 6 + rng.below(32);
        if started
            && walk(&mut *session, &mut *player, length, &mut rng)
            && seen.insert(session.key())
        {
            truths.extend(judged(&*session, &mut *judge, nodes));
        }
    }
    Ok(truths)
}

/// The truth about a position, if the engine finds it within the nodes.
fn judged(session: &dyn Session, judge: &mut dyn Seat, nodes: u64) -> Option<Truth> {
    let limits = Limits { lines: 7, ..Limits::nodes(nodes) };
    let thought = judge.think(session, &limits, &Stop::new(), &mut Ignore).ok()?;
    let is_exact = thought.moves.iter().any(|root| root.exact.is_some());
    let moves: Vec<(String, i32)> = if is_exact {
        let exact = |root: &RootMove<String>| Some((root.mv.clone(), root.exact?));
        thought.moves.iter().map(exact).collect::<Option<_>>()?
    } else {
        thought.moves.iter().filter_map(decided).collect()
    };
    let score = moves.iter().map(|(_, score)| *score).max()?;
    thought.proven.then(|| Truth { position: session.moves().concat(), score, moves })
}

/// Plays so many moves, some of them at random; false if the game ended on the way.
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
            let cell: Option<Cell> = mv.parse().ok();
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
