//! Makes positions whose truth is known: random games mixed with sensible moves, judged by the
//! strongest engine of the game; only what it decides is kept.

use super::Truth;
use alinea_catalogue::{EngineSpec, Seat, Session, Setting, SpecError, open};
use alinea_core::{Cell, SplitMix64};
use alinea_search::{Ignore, Limits, RootMove, Score, Stop, Thought};
use std::collections::HashSet;

/// A win or a loss at once teaches nothing.
const LEAST_PLIES: i32 = 3;
/// Moves beyond the best one are judged with this part of the nodes.
const OTHER_MOVES: u64 = 10;
/// Boards with more legal moves than this are large: only moves near the stones are looked at.
const LARGE: usize = 60;

/// Which positions to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Positions, half of them won and half of them lost where scores are not exact.
    pub count: usize,
    /// How far the strongest engine looks at each.
    pub nodes: u64,
    /// Of the random games.
    pub rng_seed: u64,
    /// Positions tried for each that is wanted: an engine that decides nothing ends the search too.
    pub tries: usize,
}

/// Positions of a game, fewer if the engine decides too few; the same for the same seed.
pub fn solve(game: &str, wanted: Wanted) -> Result<Vec<Truth>, SpecError> {
    let Wanted { count, nodes, rng_seed, tries } = wanted;
    let start = open(game)?;
    let mut judge = start.seat(&EngineSpec::best())?;
    let mut player = start.seat(&EngineSpec::textbook().with(Setting::Depth(2)))?;
    let mut rng = SplitMix64::new(rng_seed);
    let mut seen = HashSet::new();
    let mut truths: Vec<Truth> = Vec::new();
    for _ in 0..count.saturating_mul(tries) {
        if truths.len() >= count {
            break;
        }
        let of = |result: i32| truths.iter().filter(|truth| truth.result() == result).count();
        // Half won, half lost; exact scores are kept as they come.
        let (won, lost) = (of(1), of(-1));
        let is_wanted = |truth: &Truth| {
            truth.is_exact()
                || if truth.score > 0 { won < count.div_ceil(2) } else { lost < count / 2 }
        };
        let mut session = start.boxed_clone();
        let length = 6 + rng.below(32);
        if walk(&mut *session, &mut *player, length, &mut rng) && seen.insert(session.key()) {
            let found = judged(&mut *session, &mut *judge, nodes, lost < won);
            truths.extend(found.filter(is_wanted));
        }
    }
    Ok(truths)
}

/// The truth about a position, if the engine finds it within the nodes. Proofs of losses are rare,
/// so a proven win is turned into one where the `loser`'s side is wanted.
pub(super) fn judged(
    session: &mut dyn Session,
    judge: &mut dyn Seat,
    nodes: u64,
    loser: bool,
) -> Option<Truth> {
    let limits = Limits { lines: 7, ..Limits::nodes(nodes) };
    let thought = judge.think(session, &limits, &Stop::new(), &mut Ignore).ok()?;
    if !thought.proven {
        return None;
    }
    if let Some(moves) = exact_scores(&thought) {
        return truth(session, moves);
    }
    let score = decided(thought.score)?;
    if score.abs() >= 1000 - LEAST_PLIES {
        return None;
    }
    if score > 0 && loser {
        session.play(thought.best.as_ref()?).ok()?;
        let answer = judge.think(session, &limits, &Stop::new(), &mut Ignore).ok()?;
        let is_slow = decided(answer.score).is_some_and(|score| score.abs() < 1000 - LEAST_PLIES);
        return (answer.proven && is_slow).then(|| best_alone(session, &answer)).flatten();
    }
    match score {
        1.. => truth(session, winning(session.boxed_clone(), judge, nodes, &thought)),
        _ => best_alone(session, &thought),
    }
}

/// The exact scores of all moves, where the engine knows such scores.
pub(super) fn exact_scores(thought: &Thought<String>) -> Option<Vec<(String, i32)>> {
    let exact = |root: &RootMove<String>| Some((root.mv.clone(), root.exact?));
    let scores: Vec<_> = thought.moves.iter().map(exact).collect::<Option<_>>()?;
    (!scores.is_empty()).then_some(scores)
}

/// A position whose best move alone is known.
fn best_alone(session: &dyn Session, thought: &Thought<String>) -> Option<Truth> {
    truth(session, vec![(thought.best.clone()?, decided(thought.score)?)])
}

fn truth(session: &dyn Session, moves: Vec<(String, i32)>) -> Option<Truth> {
    let score = moves.iter().map(|(_, score)| *score).max()?;
    Some(Truth { position: session.moves().concat(), score, moves })
}

/// The best move and every other that is proven to win.
fn winning(
    mut session: Box<dyn Session>,
    judge: &mut dyn Seat,
    nodes: u64,
    thought: &Thought<String>,
) -> Vec<(String, i32)> {
    let best = thought.best.clone().unwrap_or_default();
    let mut moves = vec![(best.clone(), decided(thought.score).unwrap_or_default())];
    for mv in candidates(&*session).into_iter().filter(|mv| *mv != best) {
        if session.play(&mv).is_err() {
            continue;
        }
        let limits = Limits::nodes(nodes / OTHER_MOVES);
        let answer = judge.think(&*session, &limits, &Stop::new(), &mut Ignore).ok();
        // The opponent's loss in n plies is ours in n + 1.
        let lost = answer.filter(|a| a.proven).and_then(|a| decided(a.score)).filter(|s| *s < 0);
        moves.extend(lost.map(|score| (mv, -score - 1)));
        let _ = session.undo();
    }
    moves
}

/// Every legal move; on large boards those within two squares of a stone.
fn candidates(session: &dyn Session) -> Vec<String> {
    let mut legal = session.legal();
    if legal.len() > LARGE {
        let stones: Vec<Cell> = session.moves().iter().filter_map(|mv| mv.parse().ok()).collect();
        let is_near = |c: Cell| {
            stones.iter().any(|s| c.col.abs_diff(s.col) <= 2 && c.row.abs_diff(s.row) <= 2)
        };
        legal.retain(|mv| mv.parse().is_ok_and(is_near));
    }
    legal
}

/// Plays so many moves, some of them at random; false if the game ended on the way.
pub(super) fn walk(
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
pub(super) fn near(session: &dyn Session, rng: &mut SplitMix64) -> Option<String> {
    let mut legal = session.legal();
    if legal.len() > LARGE {
        legal.retain(|mv| {
            let cell: Option<Cell> = mv.parse().ok();
            cell.is_some_and(|c| (5..10).contains(&c.col) && (5..10).contains(&c.row))
        });
    }
    rng.pick(&legal).cloned()
}

/// A win in n plies is 1000 - n, a loss n - 1000, a draw 0; `None` if it is an estimate.
fn decided(score: Score) -> Option<i32> {
    let win = score.win().map(|plies| 1000 - plies as i32);
    let loss = score.loss().map(|plies| plies as i32 - 1000);
    win.or(loss).or((score == Score::DRAW).then_some(0))
}
