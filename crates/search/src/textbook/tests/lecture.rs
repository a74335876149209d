//! Trees of lectures whose values, cuts and order of visits are known, and what is told of the root.

use super::*;
use crate::Ignore;
use crate::toys::{Tree, Written};

/// Russell and Norvig's tree: the first player can have 3, and two leaves are never looked at.
const RUSSELL_NORVIG: &str = "((3 12 8) (2 4 6) (14 5 2))";

const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::Minimax, Algorithm::AlphaBeta(Cut::Equal), Algorithm::AlphaBeta(Cut::Strict)];

fn book(algorithm: Algorithm, depth: u32) -> Textbook<Tree> {
    Textbook::new(Arc::new(Written), depth).with_algorithm(algorithm)
}

fn unlimited() -> Budget {
    Budget::new(&Limits::default(), &Stop::new())
}

fn think(book: &mut Textbook<Tree>, text: &str) -> Thought<u8> {
    book.think(&Tree::new(text), &Limits::default(), &Stop::new(), &mut Ignore)
}

fn trace(book: &Textbook<Tree>, text: &str) -> Vec<TraceNode<u8>> {
    let pos = Tree::new(text);
    let mut recorder = Recorder::new(usize::MAX, u32::MAX);
    let found = book.search(&pos, book.root_frame(&pos), &mut unlimited(), &mut recorder);
    assert!(found.is_some(), "there is no limit");
    recorder.into_nodes()
}

/// The values of the leaves in the order they were looked at.
fn leaves(nodes: &[TraceNode<u8>], ply: u32) -> Vec<f64> {
    nodes.iter().filter(|node| node.ply == ply).map(|node| node.value).collect()
}

#[test]
fn the_tree_of_russell_and_norvig_is_cut_where_the_book_cuts_it() {
    let all = [3.0, 12.0, 8.0, 2.0, 4.0, 6.0, 14.0, 5.0, 2.0];
    let minimax = trace(&book(Algorithm::Minimax, 2), RUSSELL_NORVIG);
    assert_eq!(leaves(&minimax, 2), all);
    assert_eq!(leaves(&minimax, 1), [3.0, 2.0, 2.0]);
    assert!(minimax.iter().all(|node| node.window == Window::FULL && node.cut.is_none()));
    for cut in [Cut::Equal, Cut::Strict] {
        let nodes = trace(&book(Algorithm::AlphaBeta(cut), 2), RUSSELL_NORVIG);
        assert_eq!(leaves(&nodes, 2), [3.0, 12.0, 8.0, 2.0, 14.0, 5.0, 2.0]);
        assert_eq!(leaves(&nodes, 1), [3.0, 2.0, 2.0]);
        assert_eq!(nodes[0].value, 3.0);
        // The second move is cut after its first answer. The third fails at its last, which
        // leaves nothing to skip.
        let cuts: Vec<_> = nodes.iter().filter(|node| node.cut.is_some()).collect();
        let [only] = cuts.as_slice() else { panic!("one cut: {cuts:?}") };
        assert_eq!((only.mv, only.cut), (Some(1), Some(Window { alpha: 3.0, beta: 2.0 })));
        assert_eq!(only.window, Window { alpha: 3.0, beta: f64::INFINITY });
    }
}

#[test]
fn equal_values_are_cut_only_by_the_cut_that_says_so() {
    let text = "((3 5) (3 9 9))";
    let equal = trace(&book(Algorithm::AlphaBeta(Cut::Equal), 2), text);
    assert_eq!(leaves(&equal, 2), [3.0, 5.0, 3.0]);
    let strict = trace(&book(Algorithm::AlphaBeta(Cut::Strict), 2), text);
    assert_eq!(leaves(&strict, 2), [3.0, 5.0, 3.0, 9.0, 9.0]);
    for algorithm in ALGORITHMS {
        let thought = think(&mut book(algorithm, 2), text);
        assert_eq!((thought.best, thought.value), (Some(0), Some(3.0)), "ties go to the first");
    }
}

#[test]
fn only_values_that_are_known_are_told() {
    let told = |algorithm| {
        let thought = think(&mut book(algorithm, 2), "((3 12) (2 4) (7 6) (6 8) (9 6))");
        assert_eq!((thought.best, thought.value, thought.depth), (Some(2), Some(6.0), 2));
        assert_eq!((thought.score, thought.proven), (Score::estimate(6.0), false));
        assert_eq!(thought.line, [2]);
        for root in &thought.moves {
            assert_eq!(root.value.map(Score::estimate), Some(root.score));
            assert!(!root.proven);
        }
        thought.moves.iter().map(|root| (root.mv, root.value)).collect::<Vec<_>>()
    };
    // The chosen move leads, then the values in order; equals as they were searched.
    let every = [(2, 6.0), (3, 6.0), (4, 6.0), (0, 3.0), (1, 2.0)];
    assert_eq!(told(Algorithm::Minimax), every.map(|(mv, value)| (mv, Some(value))));
    // Alpha-beta knows of the others only that they are not better.
    for cut in [Cut::Equal, Cut::Strict] {
        assert_eq!(told(Algorithm::AlphaBeta(cut)), [(2, Some(6.0)), (0, Some(3.0))]);
    }
}

#[test]
fn a_move_that_ends_the_game_is_proven() {
    for algorithm in ALGORITHMS {
        let thought = think(&mut book(algorithm, 1), "(1 W50 2)");
        assert_eq!((thought.best, thought.score), (Some(1), Score::win_in(1)));
        assert!(thought.proven && thought.moves[0].proven);
        assert_eq!(thought.value, Some(50.0));
        let thought = think(&mut book(algorithm, 1), "(L-50)");
        assert_eq!((thought.best, thought.score), (Some(0), Score::loss_in(1)));
        assert!(thought.proven && thought.moves[0].proven);
        let thought = think(&mut book(algorithm, 1), "(-1 D -2)");
        assert_eq!((thought.best, thought.score), (Some(1), Score::DRAW));
        assert!(thought.moves[0].proven && !thought.moves[1].proven);
    }
    // The second player wins by what the first one loses.
    let mut pos = Tree::new("(L-50 W50)");
    pos.turn = Player::Second;
    let limits = Limits::default();
    let thought = book(Algorithm::Minimax, 1).think(&pos, &limits, &Stop::new(), &mut Ignore);
    assert_eq!((thought.best, thought.score), (Some(0), Score::win_in(1)));
    assert_eq!(thought.moves[1].score, Score::loss_in(1));
}

/// A heuristic may rank a position above a won game; the lecture then plays on.
#[test]
fn values_decide_even_against_a_win() {
    let thought = think(&mut book(Algorithm::Minimax, 1), "(W50 80 L-9)");
    let told: Vec<_> =
        thought.moves.iter().map(|root| (root.mv, root.score, root.proven)).collect();
    let expected = [(1, 80.0), (0, 50.0), (2, -9.0)];
    assert_eq!(told, expected.map(|(mv, value)| (mv, Score::estimate(value), false)));
    assert_eq!((thought.best, thought.proven), (Some(1), false));
    // Without such a move the won game is told as one, and the others stay estimates.
    let thought = think(&mut book(Algorithm::Minimax, 1), "(20 W50 L-9)");
    let told: Vec<_> = thought.moves.iter().map(|root| (root.mv, root.score)).collect();
    assert_eq!(told, [(1, Score::win_in(1)), (0, Score::estimate(20.0)), (2, Score::loss_in(1))]);
}

#[test]
fn the_order_of_moves_decides_ties_and_cuts() {
    struct Backwards;
    impl MoveOrder<Tree> for Backwards {
        fn moves(&self, pos: &Tree, moves: &mut Vec<u8>) {
            pos.legal_moves(moves);
            moves.reverse();
        }
    }
    let mut book = book(Algorithm::AlphaBeta(Cut::Equal), 1).with_order(Arc::new(Backwards));
    assert_eq!(think(&mut book, "(5 3 5 1)").best, Some(2));
    assert_eq!(leaves(&trace(&book, "(5 3 5 1)"), 1), [1.0, 5.0, 3.0, 5.0]);
}

#[test]
fn the_depth_of_the_limits_goes_before_that_of_the_book() {
    let text = "((1 2):9 (5 7):0)";
    let at = |book_depth, depth| {
        let limits = Limits { depth, ..Limits::default() };
        let mut book = book(Algorithm::Minimax, book_depth);
        assert_eq!(book.depth(), book_depth);
        let thought = book.think(&Tree::new(text), &limits, &Stop::new(), &mut Ignore);
        (thought.depth, thought.value, thought.nodes)
    };
    assert_eq!(at(2, None), (2, Some(5.0), 7));
    assert_eq!(at(1, None), (1, Some(9.0), 3));
    assert_eq!(at(2, Some(1)), (1, Some(9.0), 3));
    assert_eq!(at(1, Some(2)), (2, Some(5.0), 7));
    assert_eq!(at(2, Some(0)), (1, Some(9.0), 3), "no depth at all means one ply");
    assert_eq!(book(Algorithm::Minimax, 5000).depth(), MAX_TEXTBOOK_DEPTH);
}

#[test]
fn depths_follow_each_other_where_nodes_or_time_are_limited() {
    let hear = |limits: Limits| {
        let mut heard: Vec<Thought<u8>> = Vec::new();
        let mut listen = |thought: &Thought<u8>| heard.push(thought.clone());
        let mut book = book(Algorithm::Minimax, 2);
        let last = book.think(&Tree::new(RUSSELL_NORVIG), &limits, &Stop::new(), &mut listen);
        assert!(heard.iter().all(|thought| !thought.elapsed.is_zero() && thought.best.is_some()));
        assert!(heard.last().is_none_or(|heard| heard.says_the_same(&last)));
        heard.iter().map(|thought| (thought.depth, thought.nodes)).collect::<Vec<_>>()
    };
    let hour = std::time::Duration::from_secs(3600);
    // One search of the depth, or both depths after each other: 4 nodes and then 13.
    assert_eq!(hear(Limits::default()), [(2, 13)]);
    assert_eq!(hear(Limits::nodes(1000)), [(1, 4), (2, 17)]);
    assert_eq!(hear(Limits::time(hour)), [(1, 4), (2, 17)]);
    assert_eq!(hear(Limits::nodes(17)), [(1, 4), (2, 17)]);
    assert_eq!(hear(Limits::nodes(16)), [(1, 4)]);
    assert_eq!(hear(Limits::nodes(3)), []);
}

#[test]
fn a_search_counts_its_own_nodes_of_a_budget_that_others_use_too() {
    let book = book(Algorithm::Minimax, 2);
    let pos = Tree::new(RUSSELL_NORVIG);
    let mut budget = Budget::new(&Limits::nodes(30), &Stop::new());
    for _ in 0..2 {
        let found = book.search(&pos, book.root_frame(&pos), &mut budget, &mut NoTrace);
        assert_eq!(found, Some(Searched { value: 3.0, best: Some(0), nodes: 13 }));
    }
    assert_eq!(budget.nodes(), 26);
    assert_eq!(book.search(&pos, book.root_frame(&pos), &mut budget, &mut NoTrace), None);
}

#[test]
fn the_frame_of_the_root_has_its_player_and_the_whole_window() {
    let mut pos = Tree::new(RUSSELL_NORVIG);
    pos.turn = Player::Second;
    let frame = book(Algorithm::Minimax, 2).root_frame(&pos);
    let whole = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
    assert_eq!(frame, Frame { root: Player::Second, ply: 0, depth: 2, window: whole });
}

#[test]
fn a_finished_game_is_not_searched() {
    let thought = think(&mut book(Algorithm::Minimax, 3), "W");
    assert_eq!((thought.best, thought.score, thought.nodes), (None, Score::win_in(0), 0));
}

#[test]
fn a_recorder_keeps_what_it_was_asked_to_and_counts_the_rest() {
    let book = book(Algorithm::Minimax, 2);
    let pos = Tree::new(RUSSELL_NORVIG);
    let record = |max_nodes, max_ply| {
        let mut recorder = Recorder::new(max_nodes, max_ply);
        let found = book.search(&pos, book.root_frame(&pos), &mut unlimited(), &mut recorder);
        assert_eq!((found.map(|found| found.nodes), recorder.visited()), (Some(13), 13));
        recorder.into_nodes()
    };
    let ids = |nodes: &[TraceNode<u8>]| nodes.iter().map(|node| node.id).collect::<Vec<_>>();
    // Numbers are those of the visits, also where nodes between were not kept.
    assert_eq!(ids(&record(usize::MAX, 2)), (0..13).collect::<Vec<_>>());
    assert_eq!(ids(&record(usize::MAX, 1)), [0, 1, 5, 9]);
    assert_eq!(ids(&record(usize::MAX, 0)), [0]);
    assert_eq!(ids(&record(6, 2)), [0, 1, 2, 3, 4, 5]);
    assert_eq!(ids(&record(3, 1)), [0, 1, 5]);
    assert_eq!(ids(&record(0, 2)), []);
    let nodes = record(usize::MAX, 1);
    let told: Vec<_> = nodes.iter().map(|n| (n.parent, n.mv, n.ply, n.value, n.nodes)).collect();
    let child = |mv, value| (Some(0), Some(mv), 1, value, 4);
    assert_eq!(told, [(None, None, 0, 3.0, 13), child(0, 3.0), child(1, 2.0), child(2, 2.0)]);
    assert!(nodes[0].is_max() && !nodes[1].is_max());
    let renamed = nodes[2].clone().map_move(|mv| format!("move {mv}"));
    assert_eq!(renamed.mv.as_deref(), Some("move 1"));
    assert_eq!(renamed.map_move(|_| 1), nodes[2]);
}

#[test]
fn a_search_that_did_not_finish_leaves_its_open_nodes_out() {
    let book = book(Algorithm::Minimax, 2);
    let pos = Tree::new(RUSSELL_NORVIG);
    let mut recorder = Recorder::new(usize::MAX, 2);
    let mut budget = Budget::new(&Limits::nodes(7), &Stop::new());
    assert_eq!(book.search(&pos, book.root_frame(&pos), &mut budget, &mut recorder), None);
    // The root and its second move are still open, and have 7 and 2 nodes by now.
    let so_far = recorder.so_far();
    let told: Vec<_> = so_far.iter().map(|node| (node.id, node.is_done(), node.nodes)).collect();
    let leaf = |id| (id, true, 1);
    assert_eq!(
        told,
        [(0, false, 7), (1, true, 4), leaf(2), leaf(3), leaf(4), (5, false, 2), leaf(6)]
    );
    let done: Vec<_> = recorder.into_nodes().iter().map(|node| node.id).collect();
    assert_eq!(done, [1, 2, 3, 4, 6]);
}
