//! A small search beside its own trace, in which one thing at a time is changed.

use super::*;
use crate::grade::choices::Style;
use crate::grade::tests::{plan, position};
use alinea_games::Boom;
use alinea_games::boom::Action;

const ENGINE: &str = "textbook:heuristic=valoracion-test,depth=2";

/// Hears what a search does.
#[derive(Default)]
struct Teller {
    nodes: Vec<Told>,
    open: Vec<usize>,
    /// The nodes in the order in which they are left.
    left: Vec<usize>,
    /// Enters and leaves: whether it is an end, and of which node.
    events: Vec<(bool, usize)>,
}

struct Told {
    path: Vec<Action>,
    entered: Window,
    after: Window,
    value: f64,
    best: Option<Action>,
}

impl Listener<Boom> for Teller {
    fn enter(&mut self, mv: Option<Action>, _: u32, window: Window, _: &Desk<Boom>) -> bool {
        let above = self.open.last().map_or_else(Vec::new, |&id| self.nodes[id].path.clone());
        let path = above.into_iter().chain(mv).collect();
        self.events.push((false, self.nodes.len()));
        self.open.push(self.nodes.len());
        self.nodes.push(Told { path, entered: window, after: window, value: 0.0, best: None });
        true
    }

    fn leave(&mut self, left: &Left<Action>) -> bool {
        let id = self.open.pop().unwrap();
        self.events.push((true, id));
        self.left.push(id);
        let node = &mut self.nodes[id];
        (node.after, node.value, node.best) = (left.window, left.value, left.best);
        true
    }
}

/// A search and its trace as a program prints it.
struct Trace {
    plan: Plan<Boom>,
    desk: Desk<Boom>,
    teller: Teller,
    texts: Texts,
    tree: Tree,
    windows: Windows,
}

impl Trace {
    fn new(printed: Printed, windows: Windows) -> Trace {
        let (plan, pos) = (plan::<Boom>("", ENGINE), position::<Boom>("", "172737"));
        let (desk, mut teller) = (Desk::new(&pos), Teller::default());
        let right = Choices::right(Style::Hard);
        let found = plan.search(&desk, plan.depth, right, &mut Effort::of(9999), &mut teller);
        assert!(found.is_some());
        let mut texts = Texts::new(<Boom as alinea_core::Position>::MAX_INDEX);
        let order: Vec<usize> = match printed {
            Printed::BeforeChildren => (0..teller.nodes.len()).collect(),
            Printed::AfterChildren => teller.left.clone(),
        };
        let mut node = |(i, &id): (usize, &usize)| {
            let told = &teller.nodes[id];
            let window = match windows {
                Windows::Entered => told.entered,
                Windows::Left => told.after,
            };
            Node {
                line: i + 1,
                mv: told.path.last().map_or(0, |&mv| texts.of(&pos, mv)),
                level: told.path.len() as u32,
                value: Some(told.value),
                alpha: Some(window.alpha),
                beta: Some(window.beta),
                best: told.best.map_or(0, |mv| texts.of(&pos, mv)),
            }
        };
        let nodes: Vec<Node> = order.iter().enumerate().map(&mut node).collect();
        let rounding = Rounding::of(nodes.iter().filter_map(|node| node.value));
        let tree = Tree {
            nodes,
            printed,
            cut: false,
            has_root: true,
            infinity: [f64::NEG_INFINITY, f64::INFINITY],
            rounding,
            utility: plan.utility,
        };
        Trace { plan, desk, teller, texts, tree, windows }
    }

    fn follow(&mut self) -> Option<Difference<Action>> {
        self.follow_with(Choices::right(Style::Hard), 9999)
    }

    fn follow_with(&mut self, choices: Choices, nodes: u64) -> Option<Difference<Action>> {
        let way = (choices, self.windows);
        let mut effort = Effort::of(nodes);
        follow(&self.plan, &self.desk, &self.tree, way, &mut self.texts, &mut effort)
    }

    /// The node of the search that is told at this place.
    fn id(&self, index: usize) -> usize {
        match self.tree.printed {
            Printed::BeforeChildren => index,
            Printed::AfterChildren => self.teller.left[index],
        }
    }

    /// How many lines and ends agree before this node is compared, itself included.
    fn event(&self, index: usize, at_end: bool) -> usize {
        let id = self.id(index);
        match self.tree.printed {
            Printed::BeforeChildren => {
                let place = self.teller.events.iter().position(|event| *event == (at_end, id));
                place.unwrap() + 1
            }
            Printed::AfterChildren => index + 1,
        }
    }
}

const ALL: [(Printed, Windows); 4] = [
    (Printed::BeforeChildren, Windows::Entered),
    (Printed::BeforeChildren, Windows::Left),
    (Printed::AfterChildren, Windows::Entered),
    (Printed::AfterChildren, Windows::Left),
];

/// What a change of one node is told as.
type Change = fn(&mut Node);

#[test]
fn a_search_agrees_with_its_own_trace() {
    for (printed, windows) in ALL {
        let mut trace = Trace::new(printed, windows);
        assert!(trace.tree.nodes.len() > 15, "{}", trace.tree.nodes.len());
        assert_eq!(trace.follow(), None, "{printed:?} {windows:?}");
        // What is not printed is not compared; a root may have a move.
        for node in &mut trace.tree.nodes {
            if node.line % 3 == 0 {
                (node.mv, node.value, node.alpha, node.beta, node.best) = (0, None, None, None, 0);
            }
            if node.level == 0 {
                node.mv = 5;
            }
        }
        assert_eq!(trace.follow(), None, "{printed:?} {windows:?}");
        // The other windows are others.
        trace.windows = if windows == Windows::Left { Windows::Entered } else { Windows::Left };
        let kind = trace.follow().map(|found| found.kind);
        assert!(matches!(kind, Some(Kind::Alpha(_) | Kind::Beta(_))), "{kind:?}");
    }
}

#[test]
fn the_first_difference_is_told_with_its_place() {
    for (printed, windows) in ALL {
        let right = Trace::new(printed, windows);
        // A node of the second ply, and one of the first with children.
        let leaf = right.tree.nodes.iter().rposition(|node| node.level == 2).unwrap();
        let inner = right.tree.nodes.iter().rposition(|node| node.level == 1 && node.best != 0);
        for index in [leaf, inner.unwrap()] {
            let old = right.tree.nodes[index].clone();
            let (alpha, beta, value) = (old.alpha.unwrap(), old.beta.unwrap(), old.value.unwrap());
            let late = windows == Windows::Left;
            let changes: [(Change, Kind, bool); 6] = [
                (|node| node.mv += 1, Kind::Node(old.mv, old.level), false),
                (|node| node.level += 1, Kind::Node(old.mv, old.level), false),
                (|node| node.alpha = Some(-77.5), Kind::Alpha(alpha), late),
                (|node| node.beta = Some(77.5), Kind::Beta(beta), late),
                (|node| node.value = node.value.map(|v| v + 1.0), Kind::Value(value), true),
                (|node| node.best += 1, Kind::Best(old.best), true),
            ];
            for (change, kind, at_end) in changes {
                if old.best == 0 && kind == Kind::Best(0) {
                    continue;
                }
                let mut trace = Trace::new(printed, windows);
                change(&mut trace.tree.nodes[index]);
                let found = trace.follow().unwrap();
                assert_eq!((found.node, found.kind), (index, kind), "{printed:?} {windows:?}");
                assert_eq!(found.event, trace.event(index, at_end), "{kind:?} {printed:?}");
                assert_eq!(found.path, trace.teller.nodes[trace.id(index)].path, "{kind:?}");
            }
        }
    }
}

#[test]
fn a_trace_that_ends_too_soon_or_too_late_is_told() {
    for (printed, windows) in ALL {
        let whole = Trace::new(printed, windows);
        let count = whole.tree.nodes.len();
        for end in [1, count / 2, count - 1] {
            let mut trace = Trace::new(printed, windows);
            trace.tree.nodes.truncate(end);
            let next = &whole.tree.nodes[end];
            let found = trace.follow().unwrap();
            assert_eq!(
                (found.node, found.kind),
                (end, Kind::Missing(next.mv, next.level)),
                "{printed:?}"
            );
            // Whose end may be missing agrees as far as it goes.
            trace.tree.cut = true;
            assert_eq!(trace.follow(), None, "{printed:?} {end}");
            trace.tree.nodes[end - 1].value = Some(-12_345.0);
            let kind = trace.follow().map(|found| (found.node, found.kind));
            let expected = whole.tree.nodes[end - 1].value.unwrap();
            assert_eq!(kind, Some((end - 1, Kind::Value(expected))), "{printed:?}");
        }
        let mut trace = Trace::new(printed, windows);
        let last = trace.tree.nodes[count - 1].clone();
        trace.tree.nodes.push(last);
        let found = trace.follow().unwrap();
        assert_eq!((found.node, found.kind), (count, Kind::Over), "{printed:?}");
    }
}

#[test]
fn a_search_that_takes_too_many_nodes_is_told_apart_from_a_difference() {
    let mut trace = Trace::new(Printed::BeforeChildren, Windows::Entered);
    let count = trace.tree.nodes.len() as u64;
    let right = Choices::right(Style::Hard);
    assert_eq!(trace.follow_with(right, count), None);
    let found = trace.follow_with(right, count - 1).unwrap();
    assert_eq!((found.node as u64, found.kind), (count - 1, Kind::TooLarge));
    // With a mistake it leaves the trace before.
    let wrong = Choices::with(Style::Hard, &[crate::grade::Mistake::OrderReversed]).unwrap();
    let found = trace.follow_with(wrong, count).unwrap();
    assert!(found.node == 1 && matches!(found.kind, Kind::Node(_, 1)), "{found:?}");
}

#[test]
fn the_root_need_not_be_printed() {
    for (printed, windows) in ALL {
        let mut trace = Trace::new(printed, windows);
        let root = trace.tree.nodes.iter().position(|node| node.level == 0).unwrap();
        trace.tree.nodes.remove(root);
        assert!(trace.follow().is_some(), "{printed:?}");
        trace.tree.has_root = false;
        assert_eq!(trace.follow(), None, "{printed:?} {windows:?}");
        trace.tree.nodes[0].value = Some(0.25);
        assert_eq!(trace.follow().unwrap().node, 0, "{printed:?}");
    }
}

#[test]
fn a_large_number_may_stand_for_an_infinity() {
    for (printed, windows) in ALL {
        let mut trace = Trace::new(printed, windows);
        let finite = |bound: Option<f64>| bound.map(|bound| bound.clamp(-5000.0, 7000.0));
        for node in &mut trace.tree.nodes {
            (node.alpha, node.beta) = (finite(node.alpha), finite(node.beta));
        }
        assert!(trace.follow().is_some(), "{printed:?}");
        trace.tree.infinity = [-5000.0, 7000.0];
        assert_eq!(trace.follow(), None, "{printed:?} {windows:?}");
    }
}

#[test]
fn where_digits_are_missing_the_best_of_equal_moves_is_not_told() {
    let other_best = |rounding, decided: bool| {
        let mut trace = Trace::new(Printed::BeforeChildren, Windows::Entered);
        trace.tree.rounding = rounding;
        if decided {
            trace.tree.utility = trace.tree.nodes[0].value.map(f64::abs);
        }
        trace.tree.nodes[0].best += 1;
        trace.follow().map(|found| found.node)
    };
    let [exact, tenths] = [3.0, 0.1].map(|value| Rounding::of([value].into_iter()));
    assert_eq!(other_best(exact, false), Some(0));
    assert_eq!(other_best(tenths, false), None);
    // A won game is no sum of fractions.
    assert_eq!(other_best(tenths, true), Some(0));
}

#[test]
fn a_cut_that_depends_on_rounding_is_the_one_of_the_trace() {
    let mut trace = Trace::new(Printed::BeforeChildren, Windows::Entered);
    let second = trace.tree.nodes.iter().position(|node| node.level == 2).unwrap();
    let tenths = Rounding::of([0.1].into_iter());
    let mut of = |printed, rounding, next: usize, alpha: f64| {
        trace.tree.printed = printed;
        trace.tree.rounding = rounding;
        let follower = Follower::<Boom> {
            tree: &trace.tree,
            windows: Windows::Entered,
            texts: &mut trace.texts,
            next,
            open: Vec::new(),
            path: Vec::new(),
            event: 0,
            is_done: false,
            taken: Some(4.0),
            difference: None,
        };
        let taken = follower.taken();
        ([0, 1, 2].map(|ply| follower.cuts(ply, alpha, 5.0)), taken)
    };
    let (before, after) = (Printed::BeforeChildren, Printed::AfterChildren);
    let noise = 5.0 + 1e-12;
    // The next node is a child of ply 1: nothing was cut there.
    assert_eq!(of(before, tenths, second, noise).0, [Some(true), Some(false), Some(true)]);
    assert_eq!(of(after, tenths, second, noise).0, [Some(false), Some(false), Some(true)]);
    assert_eq!(of(before, tenths, second, 4.9).0, [None; 3]);
    assert_eq!(of(before, tenths, 100_000, noise).0, [None; 3]);
    let exact = Rounding::of(std::iter::empty());
    assert_eq!(of(before, exact, second, noise), ([None; 3], Some(4.0)));
    assert_eq!(of(before, tenths, second, noise).1, None);
}
