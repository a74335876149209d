//! Printed trees: what their windows and moves mean, and which pairs of mistakes are tried.

use super::*;
use crate::grade::tests::{plan, position};
use crate::grade::{exercise, read};
use alinea_games::Connect4;

fn node(level: u32, alpha: Option<f64>, beta: Option<f64>) -> RawNode {
    let mv = if level == 0 { RawMove::Absent } else { RawMove::Number(1) };
    RawNode { line: 1, mv, level, value: Some(2.0), alpha, beta, best: RawMove::Absent }
}

const ENDLESS: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

#[test]
fn the_infinity_of_a_program_is_the_window_of_its_root() {
    let of = |raw: &[RawNode]| bare(raw, Printed::BeforeChildren, false).infinity;
    let root =
        |alpha, beta| of(&[node(0, Some(alpha), Some(beta)), node(1, Some(-3.0), Some(4.0))]);
    assert_eq!(root(-9999.0, 9999.0), [-9999.0, 9999.0]);
    assert_eq!(root(-1000.0, 2000.0), [-1000.0, 2000.0]);
    // An even window is meant, however small; what is left of another one is not.
    assert_eq!(root(-50.0, 50.0), [-50.0, 50.0]);
    assert_eq!(root(-50.0, 60.0), ENDLESS);
    assert_eq!(root(50.0, -50.0), ENDLESS);
    assert_eq!(root(0.0, 0.0), ENDLESS);
    assert_eq!(root(-999.0, 1000.0), [-1000.0, 1000.0], "the other bound is its opposite");
    assert_eq!(root(-1000.0, 999.0), [-1000.0, 1000.0]);
    assert_eq!(root(2000.0, 3.0), ENDLESS, "an alpha above 0 is no infinity");
    assert_eq!(root(ENDLESS[0], ENDLESS[1]), ENDLESS);
    // Without a root the widest window of all nodes is the one that it began with.
    let below = [node(1, Some(-3.0), Some(5000.0)), node(1, Some(-5000.0), Some(7.0))];
    assert_eq!(of(&below), [-5000.0, 5000.0]);
    assert_eq!(of(&[node(1, Some(-3.0), Some(5.0))]), ENDLESS);
    assert_eq!(of(&[node(0, None, None), node(1, None, None)]), ENDLESS);
    let tree = bare(&below, Printed::AfterChildren, true);
    assert!(!tree.has_root && tree.cut && tree.printed == Printed::AfterChildren);
    assert_eq!(given(&tree), Window { alpha: -5000.0, beta: 5000.0 });
    assert!(bare(&[node(0, None, None)], Printed::BeforeChildren, false).has_root);
}

#[test]
fn pairs_must_act_where_the_exact_search_leaves_the_trace() {
    use Mistake as M;
    let of = |a_at, b_at| eligible(&[(M::DepthLess, a_at), (M::NoRows, b_at)], 5).len() == 1;
    assert!(of(Some(5), Some(5)) && of(Some(5), None) && of(None, Some(5)));
    assert!(of(Some(5), Some(6)) && of(Some(6), Some(5)));
    assert!(!of(None, None) && !of(Some(6), Some(6)) && !of(Some(6), None));
    // What acts too early alone may be undone by the other at the same line.
    assert!(of(Some(3), Some(3)) && !of(Some(3), Some(4)));
    assert!(!of(Some(3), Some(5)) && !of(Some(5), Some(3)) && !of(Some(3), None));
    let alike = [(M::DepthLess, Some(5)), (M::DepthMore, Some(5)), (M::NoRows, None)];
    assert_eq!(eligible(&alike, 5), [[M::DepthLess, M::NoRows], [M::DepthMore, M::NoRows]]);
}

#[test]
fn a_trace_agrees_as_long_as_nothing_differs() {
    let found = Found::<u8> { event: 7, node: 1, kind: Kind::Over, path: Vec::new() };
    assert_eq!(agreed(&Some(found)), 7);
    assert_eq!(agreed::<u8>(&None), usize::MAX);
}

const ENGINE: &str = "textbook:heuristic=quadras-plano,depth=2";

/// The case of a right tree of Connect Four, and its nodes.
fn case(cut: bool) -> (Case<Connect4>, Connect4, Vec<RawNode>) {
    let task = crate::grade::Assignment {
        game: "connect4".into(),
        position: "44".into(),
        engine: ENGINE.parse().unwrap(),
        files: None,
    };
    let text = exercise::mistaken_tree(&task, &[]).unwrap();
    let Ok(read::Submitted::Tree { nodes, printed, .. }) = read::read(text.as_bytes()) else {
        panic!("not a tree");
    };
    let pos = position::<Connect4>("", "44");
    let case = Case::of(plan::<Connect4>("", ENGINE), &pos, (&nodes, printed), cut);
    (case, pos, nodes)
}

#[test]
fn a_difference_is_told_with_what_was_expected_and_found() {
    let (mut case, pos, raw) = case(false);
    case.tree.nodes = case.readings(&pos, &raw).unwrap().remove(0);
    case.tree.nodes[2].best = case.tree.nodes[1].mv;
    let [one, two] = [1, 3].map(|index| case.tree.nodes[index].mv);
    let count = raw.len();
    let told = |node: usize, kind: Kind| {
        let found = Found { event: 0, node, kind, path: vec![0, 1] };
        let Difference { line, expected, found, message, moves, falls, rows } =
            case.difference(&found, &pos);
        assert!(moves == ["1", "2"] && falls && rows[5] == "xo.x...", "{rows:?}");
        (line, expected, found, message.key)
    };
    let text = |(line, expected, found, key): (usize, &str, &str, &'static str)| {
        (line, expected.to_owned(), found.to_owned(), key)
    };
    let value = crate::grade::plain(raw[2].value.unwrap());
    assert_eq!(told(0, Kind::Node(one, 1)), text((1, "1 (1)", "root (0)", "lab.grade.node")));
    assert_eq!(told(2, Kind::Node(two, 2)), text((3, "2 (2)", "1 (2)", "lab.grade.node")));
    assert_eq!(
        told(count, Kind::Missing(two, 2)),
        text((count, "2 (2)", "-", "lab.grade.tree-ends"))
    );
    assert_eq!(told(2, Kind::Over), text((3, "-", "1 (2)", "lab.grade.search-over")));
    assert_eq!(told(2, Kind::TooLarge), told(2, Kind::Over));
    assert_eq!(told(0, Kind::Alpha(2.5)), text((1, "2.5", "-", "lab.grade.bound")));
    assert_eq!(told(0, Kind::Beta(-3.0)), text((1, "-3", "-", "lab.grade.bound")));
    assert_eq!(told(2, Kind::Value(2.5)), text((3, "2.5", &value, "lab.grade.value")));
    assert_eq!(told(2, Kind::Best(two)), text((3, "2", "1", "lab.grade.best")));
    assert_eq!(told(0, Kind::Best(two)), text((1, "2", "root", "lab.grade.best")));
    // The board is drawn up to a move that cannot be played.
    let found = Found { event: 0, node: 1, kind: Kind::Over, path: vec![3, 9, 1] };
    assert_eq!(case.difference(&found, &pos).moves, ["4"]);
}

#[test]
fn windows_are_read_in_both_ways_where_there_are_any() {
    let (mut case, pos, raw) = case(false);
    case.tree.nodes = case.readings(&pos, &raw).unwrap().remove(0);
    let ways = |case: &Case<Connect4>| case.ways().len();
    assert_eq!(ways(&case), 2 * Style::ALL.len());
    for (alpha, beta, count) in [(None, None, 8), (Some(1.0), None, 16), (None, Some(1.0), 16)] {
        for node in &mut case.tree.nodes {
            (node.alpha, node.beta) = (alpha, beta);
        }
        assert_eq!(ways(&case), count);
    }
}

#[test]
fn numbers_that_mean_the_same_are_read_once() {
    let (mut case, pos, mut raw) = case(false);
    // The seventh column is there only if they count from 1.
    assert_eq!(case.readings(&pos, &raw).unwrap().len(), 1);
    let few = &mut raw.clone()[..3];
    assert_eq!(case.readings(&pos, few).unwrap().len(), 2, "from 1 and from 0");
    few[1].mv = RawMove::Number(0);
    assert_eq!(case.readings(&pos, few).unwrap().len(), 1, "from 0");
    for (mv, told) in [
        (RawMove::Text("x".repeat(40)), "x".repeat(30)),
        (RawMove::Number(12), "12".to_owned()),
        (RawMove::Pair(3, 12), "3,12".to_owned()),
    ] {
        raw[3].mv = mv;
        let error = case.readings(&pos, &raw).unwrap_err().to_string();
        let expected = format!(
            "line 4: expected a move of connect4, found '{told}': is it the trace of another game?"
        );
        assert_eq!(error, expected);
    }
    raw[3].mv = RawMove::Absent;
    let last = raw.len() - 1;
    raw[last].best = RawMove::Number(12);
    raw[last].mv = RawMove::Absent;
    let error = case.readings(&pos, &raw).unwrap_err().to_string();
    assert!(
        error.contains(&format!("line {}: ", last + 1)) && error.contains("'no move'"),
        "{error}"
    );
}

#[test]
fn a_tree_of_another_position_is_refused() {
    let (mut case, _, raw) = case(false);
    let full = position::<Connect4>("", "444444");
    case.tree.nodes = case.readings(&full, &raw).unwrap().remove(0);
    let error = case.refuse_another_position(&full).unwrap_err().to_string();
    let four = raw.iter().position(|node| node.level == 1 && node.mv == RawMove::Number(4));
    let line = four.unwrap() + 1;
    assert_eq!(
        error,
        format!(
            "line {line}: expected a move that can be played in this position, found 4: is it the \
             trace of another position or game?"
        )
    );
    // Below the root, or without a move, it is the program's own mistake.
    for node in &mut case.tree.nodes {
        if node.level == 1 && node.line == line {
            node.mv = 0;
        }
    }
    assert!(case.refuse_another_position(&full).is_ok());
}

#[test]
fn how_far_a_tree_agrees_is_counted_in_lines_and_ends() {
    let reach = |change: fn(&mut Vec<RawNode>)| {
        let (_, pos, mut raw) = case(true);
        change(&mut raw);
        let shape = (raw, Printed::BeforeChildren);
        super::reach(plan::<Connect4>("", ENGINE), &pos, &shape)
    };
    assert_eq!(reach(|_| {}), Some(usize::MAX));
    assert_eq!(reach(|raw| raw.truncate(5)), Some(usize::MAX));
    // The third line is entered third, and left fourth.
    assert_eq!(reach(|raw| raw[2].level = 7), Some(3));
    assert_eq!(reach(|raw| raw[2].value = Some(0.125)), Some(4));
    assert_eq!(reach(|raw| raw[2].mv = RawMove::Number(12)), None);
}

#[test]
fn a_right_tree_may_lack_its_end_if_nothing_else_explains_it() {
    let graded = |change: fn(&mut Vec<RawNode>), cut| {
        let (_, pos, mut raw) = case(cut);
        change(&mut raw);
        tree(plan::<Connect4>("", ENGINE), &pos, &(raw, Printed::BeforeChildren), cut).unwrap()
    };
    let whole = graded(|_| {}, false);
    assert!(whole.is_correct() && !whole.cut && whole.untried == 0);
    let half = graded(|raw| raw.truncate(9), false);
    assert!(half.is_correct() && half.cut && half.compared == 9);
    let alone = graded(|raw| raw.truncate(1), true);
    assert!(alone.is_correct() && !alone.cut && alone.compared == 1);
    // A value that nothing explains is no missing end.
    let wrong = graded(|raw| raw[2].value = Some(0.125), false);
    assert!(!wrong.is_correct() && !wrong.cut && wrong.candidates.is_empty());
    assert_eq!(wrong.untried, 0);
}

#[test]
fn two_mistakes_are_named_together_only_if_none_of_them_is_enough() {
    use Mistake as M;
    let (start, engine) = (position::<Connect4>("", "44"), "textbook:heuristic=quadras,depth=2");
    let named = |mistakes: &[M]| -> Vec<Vec<M>> {
        let task = crate::grade::Assignment {
            game: "connect4".into(),
            position: "44".into(),
            engine: engine.parse().unwrap(),
            files: None,
        };
        let text = exercise::mistaken_tree(&task, mistakes).unwrap();
        let Ok(read::Submitted::Tree { nodes, printed, .. }) = read::read(text.as_bytes()) else {
            panic!("not a tree");
        };
        let plan = plan::<Connect4>("", engine);
        let grade = tree(plan, &start, &(nodes, printed), false).unwrap();
        grade.candidates.iter().map(Candidate::ids).collect()
    };
    // Both change the very first move that is tried: neither shows alone.
    let both = [M::OrderReversed, M::SkipFirst];
    assert!(named(&both).contains(&both.to_vec()), "{:?}", named(&both));
    let single = named(&[M::OrderReversed]);
    assert_eq!(single[0], [M::OrderReversed]);
    let with_it = |found: &&Vec<M>| found.contains(&M::OrderReversed);
    assert_eq!(single.iter().filter(with_it).count(), 1, "{single:?}");
}
