//! The next run to ask a student for: the small search whose trace tells most candidates apart.

use super::choices::{Choices, Style};
use super::desk::Desk;
use super::plan::Plan;
use super::search::{Effort, Left, Listener};
use super::{Candidate, Mistake, NextRun, Unit};
use crate::samples::random_positions;
use alinea_catalogue::Entry;
use alinea_core::Position;
use alinea_search::Window;
use std::collections::HashSet;

/// Nodes that one search may visit: its trace should fit on a page or two.
const MAX_NODES: u64 = 3000;
/// Nodes that all searches together may visit.
const MAX_ALL: u64 = 200_000;
/// Positions that are looked at.
const MAX_POSITIONS: usize = 60;
/// Candidates that are told apart.
const MAX_SUSPECTS: usize = 24;
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=4;

impl Candidate {
    /// The mistakes alone.
    #[must_use]
    pub fn ids(&self) -> Vec<Mistake> {
        self.mistakes.iter().map(|named| named.mistake).collect()
    }
}

/// The best next run; `None` if there is nothing to tell apart, or nothing does.
pub(super) fn find<G: Entry>(
    plan: &Plan<G>,
    start: &G,
    candidates: &[Candidate],
    unseen: &[Candidate],
    (style, unit): (Style, Unit),
) -> Option<NextRun> {
    let mut suspects: Vec<Choices> = vec![Choices::right(style)];
    for candidate in candidates.iter().chain(unseen).take(MAX_SUSPECTS) {
        let styles = [style, Style::Hard, Style::Soft, Style::NegaHard];
        let ids = candidate.ids();
        suspects.extend(styles.into_iter().find_map(|style| Choices::with(style, &ids)));
    }
    if suspects.len() < 2 {
        return None;
    }
    let mut positions = vec![start.clone(), G::start(&start.setup())];
    let mut random = random_positions::<G>(&start.setup(), 12, 19);
    random.sort_by_key(Position::ply);
    let step = random.len() / MAX_POSITIONS + 1;
    positions.extend(random.into_iter().step_by(step).filter(|pos| pos.outcome().is_none()));
    let mut best: Option<(usize, u64, NextRun)> = None;
    let mut left = MAX_ALL;
    for depth in DEPTHS {
        for pos in &positions {
            if left == 0 {
                break;
            }
            let told_apart = groups(plan, pos, depth, &suspects, unit, &mut left);
            let Some((groups, nodes)) = told_apart else { continue };
            let is_better = best.as_ref().is_none_or(|(known, cost, _)| {
                groups > *known || (groups == *known && nodes < *cost)
            });
            if groups > 1 && is_better {
                let position = format!("diagram:{}", pos.to_diagram());
                let run = NextRun { position, depth, groups, of: suspects.len() };
                best = Some((groups, nodes, run));
            }
        }
        if best.as_ref().is_some_and(|(groups, _, _)| *groups == suspects.len()) {
            break;
        }
    }
    best.map(|(_, _, run)| run)
}

/// How many different traces there are, and the nodes of the exact one.
fn groups<G: Entry>(
    plan: &Plan<G>,
    pos: &G,
    depth: u32,
    suspects: &[Choices],
    unit: Unit,
    left: &mut u64,
) -> Option<(usize, u64)> {
    let mut traces = HashSet::new();
    let mut exact = 0;
    for (i, &choices) in suspects.iter().enumerate() {
        let mut effort = Effort::of(MAX_NODES);
        let mut hash = Hash { sum: 0xcbf2_9ce4_8422_2325 };
        let desk = Desk::new(pos);
        let found = plan.search(&desk, depth, choices, &mut effort, &mut hash);
        *left = left.saturating_sub(effort.nodes());
        if i == 0 {
            // The right search must be small; a wrong one may run away.
            found?;
            exact = effort.nodes();
        }
        if unit == Unit::Moves {
            hash.sum = 0;
        }
        let answer = found.map(|(value, mv)| (value.to_bits(), mv.map(G::index)));
        traces.insert((hash.sum, answer));
    }
    Some((traces.len(), exact))
}

/// A trace as one number.
struct Hash {
    sum: u64,
}

impl Hash {
    fn add(&mut self, number: u64) {
        self.sum = (self.sum ^ number).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    }
}

impl<G: Entry> Listener<G> for Hash {
    fn enter(&mut self, mv: Option<G::Move>, ply: u32, _: Window, _: &Desk<G>) -> bool {
        self.add(mv.map_or(0, |mv| G::index(mv) as u64 + 1));
        self.add(ply.into());
        true
    }

    fn leave(&mut self, left: &Left<G::Move>) -> bool {
        self.add(left.value.to_bits());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::suspects::named;
    use crate::grade::tests::{plan, position};
    use alinea_core::Game;
    use alinea_games::{Boom, Connect4};

    fn candidate<G: Entry>(plan: &Plan<G>, mistake: Mistake) -> Candidate {
        Candidate { mistakes: vec![named(plan, mistake)], shows: None }
    }

    fn searches(mistakes: &[Mistake]) -> Vec<Choices> {
        let with = |mistake: &Mistake| Choices::with(Style::Hard, &[*mistake]).unwrap();
        [Choices::right(Style::Hard)].into_iter().chain(mistakes.iter().map(with)).collect()
    }

    #[test]
    fn traces_are_told_apart_by_their_nodes_and_logs_by_their_answers() {
        use Mistake as M;
        let plan = plan::<Boom>("", "textbook:heuristic=valoracion-test,depth=3");
        let start = position::<Boom>("", "-");
        let of = |mistakes: &[M], depth, unit| {
            let mut left = MAX_ALL;
            let found = groups(&plan, &start, depth, &searches(mistakes), unit, &mut left);
            (found, MAX_ALL - left)
        };
        // One ply: the root and seven columns, for each of the searches.
        assert_eq!(of(&[], 1, Unit::Nodes), (Some((1, 8)), 8));
        assert_eq!(of(&[M::ValueNegated], 1, Unit::Nodes), (Some((2, 8)), 16));
        assert_eq!(of(&[M::OrderReversed], 1, Unit::Nodes).0, Some((2, 8)));
        // What cuts less visits more, and answers the same.
        let (nodes, spent) = of(&[M::CutNone], 3, Unit::Nodes);
        let exact = nodes.unwrap().1;
        assert!(nodes.unwrap().0 == 2 && exact < 400 && spent == exact + 400, "{nodes:?} {spent}");
        assert_eq!(of(&[M::CutNone], 3, Unit::Moves).0, Some((1, exact)));
        // A value that differs is another answer.
        assert_eq!(of(&[M::ValueNegated], 1, Unit::Moves).0, Some((2, 8)));
        // The exact search must be small; a wrong one that runs away is told from it.
        assert_eq!(of(&[], 6, Unit::Nodes).0, None);
        assert_eq!(of(&[M::CutNone], 5, Unit::Moves).0.map(|found| found.0), Some(2));
    }

    #[test]
    fn the_next_run_is_the_cheapest_that_tells_most_apart() {
        use Mistake as M;
        let plan = plan::<Connect4>("4x4", "textbook:heuristic=quadras,depth=2");
        // Two columns are open: no position of other games has fewer moves and is not over.
        let start = position::<Connect4>("4x4", "1111222244");
        let negated = [candidate(&plan, M::ValueNegated)];
        let hard = (Style::Hard, Unit::Nodes);
        let run = find(&plan, &start, &negated, &[], hard).unwrap();
        let mut left = MAX_ALL;
        let pos = alinea_core::parse_position::<Connect4>(&start.setup(), &run.position);
        let pos = pos.unwrap().pos;
        let told =
            groups(&plan, &pos, run.depth, &searches(&[M::ValueNegated]), Unit::Nodes, &mut left);
        let (groups_there, nodes) = told.unwrap();
        assert_eq!((groups_there, run.groups, run.of, run.depth), (2, 2, 2, 1));
        assert!(nodes <= 3, "{run:?}");
        // Nothing to tell apart, or nothing that does.
        assert_eq!(find(&plan, &start, &[], &[], hard), None);
        let same = [candidate(&plan, M::CutNone)];
        assert_eq!(find(&plan, &start, &same, &[], (Style::Hard, Unit::Moves)), None);
        // What is not seen counts beside the candidates.
        let unseen = [candidate(&plan, M::OrderReversed)];
        let both = find(&plan, &start, &negated, &unseen, hard).unwrap();
        assert_eq!((both.groups, both.of), (3, 3));
        assert_eq!(find(&plan, &start, &[], &unseen, hard).unwrap().of, 2);
        assert_eq!(unseen[0].ids(), [M::OrderReversed]);
    }

    #[test]
    fn of_runs_that_cost_the_same_the_first_is_asked_for() {
        let plan = plan::<Boom>("", "textbook:heuristic=valoracion-test,depth=2");
        let start = position::<Boom>("", "4");
        let negated = [candidate(&plan, Mistake::OrderReversed)];
        let run = find(&plan, &start, &negated, &[], (Style::Hard, Unit::Nodes)).unwrap();
        let own = format!("diagram:{}", start.to_diagram());
        let few = run.position.matches('/').count();
        assert_eq!((run.depth, few), (1, own.matches('/').count()));
        let mut left = MAX_ALL;
        let of = |pos: &Boom, left: &mut u64| {
            groups(&plan, pos, 1, &searches(&[Mistake::OrderReversed]), Unit::Nodes, left)
        };
        let there = alinea_core::parse_position::<Boom>(&(), &run.position).unwrap().pos;
        let (own_cost, cost) = (of(&start, &mut left), of(&there, &mut left));
        assert!(run.position == own || cost.unwrap().1 < own_cost.unwrap().1, "{run:?}");
    }
}
