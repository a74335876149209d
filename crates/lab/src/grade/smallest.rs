//! The smallest position that shows a mistake: fewest moves from the start, then least depth.

use super::choices::{Choices, Style};
use super::desk::Desk;
use super::plan::Plan;
use super::search::{Deaf, Effort};
use super::{Mistake, Smallest, same, text_of};
use crate::samples::random_positions;
use alinea_catalogue::Entry;
use alinea_core::Position;

/// Positions near the start that are tried before random games.
const MAX_TRIED: usize = 1500;
/// Nodes one search may visit.
const MAX_NODES: u64 = 10_000;
/// Nodes that all searches together may visit.
const MAX_ALL: u64 = 3_000_000;
/// Depths tried; a wrong cut may need three plies to show, or four.
const MAX_DEPTH: u32 = 4;

pub(super) fn find<G: Entry>(
    plan: &Plan<G>,
    setup: &G::Setup,
    mistakes: &[Mistake],
    style: Style,
) -> Option<Smallest> {
    let wrong = Choices::with(style, mistakes)?;
    let mut positions = nearest::<G>(setup);
    let mut random = random_positions::<G>(setup, 30, 8);
    random.sort_by_key(Position::ply);
    positions.extend(random);
    positions.retain(|pos| pos.outcome().is_none());
    // Where no value and no move ever differs, the number of nodes does.
    let by_answer = first(plan, &positions, wrong, By::Answer);
    by_answer.or_else(|| first(plan, &positions, wrong, By::Nodes))
}

/// What must differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Answer,
    Nodes,
}

fn first<G: Entry>(plan: &Plan<G>, positions: &[G], wrong: Choices, by: By) -> Option<Smallest> {
    let mut left = MAX_ALL;
    for pos in positions {
        for depth in 1..=MAX_DEPTH {
            if left == 0 {
                return None;
            }
            if let Some(found) = shows(plan, pos, depth, wrong, by, &mut left) {
                return Some(found);
            }
        }
    }
    None
}

fn shows<G: Entry>(
    plan: &Plan<G>,
    pos: &G,
    depth: u32,
    wrong: Choices,
    by: By,
    left: &mut u64,
) -> Option<Smallest> {
    let mut found = |choices: Choices| {
        let mut effort = Effort::of(MAX_NODES);
        let answer = plan.search(&Desk::new(pos), depth, choices, &mut effort, &mut Deaf);
        *left = left.saturating_sub(effort.nodes());
        answer.map(|(value, mv)| (value, mv, effort.nodes()))
    };
    let (exact, wrong) = (found(Choices::right(wrong.style))?, found(wrong)?);
    let differs = match by {
        By::Answer => !same(exact.0, wrong.0) || exact.1 != wrong.1,
        By::Nodes => exact.2 != wrong.2,
    };
    differs.then(|| Smallest {
        position: format!("diagram:{}", pos.to_diagram()),
        depth,
        exact: (exact.0, text_of(pos, exact.1)),
        wrong: (wrong.0, text_of(pos, wrong.1)),
        nodes: (by == By::Nodes).then_some([exact.2, wrong.2]),
    })
}

/// Positions near the start, fewest moves first.
pub(super) fn nearest<G: Entry>(setup: &G::Setup) -> Vec<G> {
    let mut positions = vec![G::start(setup)];
    let mut next = 0;
    while positions.len() < MAX_TRIED && next < positions.len() {
        let mut moves = Vec::new();
        positions[next].legal_moves(&mut moves);
        for mv in moves {
            let mut child = positions[next].clone();
            let _ = child.play_unchecked(mv);
            positions.push(child);
        }
        next += 1;
    }
    positions
}
