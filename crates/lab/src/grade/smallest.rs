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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::tests::{plan, position};
    use alinea_core::Game;
    use alinea_games::{Boom, Connect4, Mnk};

    #[test]
    fn positions_near_the_start_come_with_fewest_moves_first() {
        let setup = Connect4::parse_setup("").unwrap();
        let plies: Vec<u32> = nearest::<Connect4>(&setup).iter().map(Position::ply).collect();
        assert!(plies.is_sorted());
        let count = |ply: u32| plies.iter().filter(|found| **found == ply).count();
        assert_eq!([0, 1, 2, 3].map(count), [1, 7, 49, 343]);
        // The last one that is looked at fills the list.
        assert_eq!(plies.len(), 1506);
        // A small game has no more positions: two squares in a row win.
        let tiny = Mnk::parse_setup("3x1x3").unwrap();
        assert_eq!(nearest::<Mnk>(&tiny).len(), 1 + 3 + 6 + 6);
    }

    #[test]
    fn a_mistake_shows_by_value_by_move_or_by_nodes() {
        use Mistake as M;
        let plan = plan::<Boom>("", "textbook:heuristic=valoracion-test,depth=2");
        let start = position::<Boom>("", "-");
        let of = |mistake, depth, by| {
            let mut left = MAX_ALL;
            let wrong = Choices::with(Style::Hard, &[mistake]).unwrap();
            (shows(&plan, &start, depth, wrong, by, &mut left), MAX_ALL - left)
        };
        let (found, spent) = of(M::ValueNegated, 1, By::Answer);
        let found = found.unwrap();
        assert_eq!((found.depth, found.nodes, spent), (1, None, 16));
        assert_eq!(found.position, format!("diagram:{}", start.to_diagram()));
        assert!(found.exact.0 > found.wrong.0, "{found:?}");
        assert_eq!(of(M::CutNone, 3, By::Answer).0, None);
        let found = of(M::CutNone, 3, By::Nodes).0.unwrap();
        let [exact, wrong] = found.nodes.unwrap();
        assert!(exact < wrong && wrong == 400 && found.exact == found.wrong, "{found:?}");
        assert_eq!(of(M::CutNone, 1, By::Nodes).0, None);
    }

    #[test]
    fn the_nodes_tell_what_no_answer_does() {
        use Mistake as M;
        let plan = plan::<Boom>("", "textbook:heuristic=valoracion-test,depth=2");
        let found = find(&plan, &(), &[M::CutNone], Style::Hard).unwrap();
        let [exact, wrong] = found.nodes.unwrap();
        assert!(exact < wrong && found.exact == found.wrong, "{found:?}");
        assert_eq!(found.position, format!("diagram:{}", position::<Boom>("", "-").to_diagram()));
        let found = find(&plan, &(), &[M::ValueNegated], Style::Hard).unwrap();
        assert_eq!((found.depth, found.nodes), (1, None));
        // Ties leave the value alone; the move is another one.
        let found = find(&plan, &(), &[M::TiesLast], Style::Hard).unwrap();
        assert!(found.exact.0 == found.wrong.0 && found.exact.1 != found.wrong.1, "{found:?}");
        assert_eq!(found.nodes, None);
        // What cannot be done in this style does not show.
        assert_eq!(find(&plan, &(), &[M::NegationMissing], Style::Hard), None);
    }
}
