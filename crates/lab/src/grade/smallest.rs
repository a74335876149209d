//! The smallest position that shows a mistake: fewest moves from the start, then least depth.

use super::lecture::Lecture;
use super::{Mistake, Smallest, same, text_of};
use crate::samples::random_positions;
use alinea_catalogue::Entry;
use alinea_core::Position;
use alinea_search::NoTrace;

/// Positions near the start that are tried before random games.
const MAX_TRIED: usize = 3000;
/// Nodes one search may visit.
const MAX_NODES: u64 = 50_000;
/// Depths tried; a wrong cut may need three plies to show, or four.
const MAX_DEPTH: u32 = 4;

pub(super) fn find<G: Entry>(
    lecture: &Lecture<G>,
    setup: &G::Setup,
    mistake: Mistake,
) -> Option<Smallest> {
    let mut positions = nearest::<G>(setup);
    let mut random = random_positions::<G>(setup, 60, 8);
    random.sort_by_key(Position::ply);
    positions.extend(random);
    // Where no value and no move ever differs, the number of nodes does.
    let shown = |by: By| {
        positions
            .iter()
            .filter(|pos| pos.outcome().is_none())
            .find_map(|pos| (1..=MAX_DEPTH).find_map(|d| shows(lecture, pos, d, mistake, by)))
    };
    if mistake == Mistake::OtherCut { shown(By::Nodes) } else { shown(By::Answer) }
}

/// What must differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Answer,
    Nodes,
}

fn shows<G: Entry>(
    lecture: &Lecture<G>,
    pos: &G,
    depth: u32,
    mistake: Mistake,
    by: By,
) -> Option<Smallest> {
    let found = |mistake| {
        let mut nodes = MAX_NODES;
        let (value, mv) = lecture.search(pos, depth, mistake, &mut nodes, &mut NoTrace)?;
        Some((value, mv, MAX_NODES - nodes))
    };
    let (exact, wrong) = (found(None)?, found(Some(mistake))?);
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
fn nearest<G: Entry>(setup: &G::Setup) -> Vec<G> {
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
