//! The way a search takes, in nodes: what orders, margins, reductions and tables save. Judged by
//! tables that no training replaces and by a network of random numbers, so that only a change of
//! the search itself shows, which somebody has to have measured.

use alinea_core::{Cell, parse_position};
use alinea_games::gomoku::{
    self as rules, Board, CaroRule, FreestyleRule, RenjuRule, StandardRule,
};
use alinea_search::{Engine, Ignore, Limits, Stop, Thought};
use std::sync::Arc;

use super::adapter::board_of;
use super::gomoku_engine::{GomokuEngine, Judge};
use super::rule::PatternRule;
use super::vct::Vct;

const QUIET: [&str; 3] = ["h8i9g9i7", "h8h9i9g7g9f10i8", "h8i8g10j6f9k7"];
/// The player to move wins by threats.
const WON: [&str; 3] =
    ["i8j9k7g8k6g7l5j7k5k8", "j8j9j7k8i6i10l7k7k6k9", "d10e9h9k9n9f11k12i10f10e10j13e11e12"];

fn read<R: PatternRule>(moves: &str) -> Board<R> {
    parse_position::<Board<R>>(&rules::Size::default(), moves).unwrap().pos
}

fn think<R: PatternRule>(judge: &Judge, moves: &str, limits: Limits) -> Thought<Cell> {
    let mut engine = GomokuEngine::new(1 << 20, 1).judged_by(judge.clone());
    engine.think(&read::<R>(moves), &limits, &Stop::new(), &mut Ignore)
}

fn random_net() -> Judge {
    Judge::Net(Arc::new(super::net::tests::net()))
}

fn nodes<R: PatternRule>(judge: &Judge, depth: u32) -> [u64; 3] {
    QUIET.map(|moves| think::<R>(judge, moves, Limits::depth(depth)).nodes)
}

#[test]
fn the_search_takes_the_way_that_was_measured_under_every_rule() {
    let found = [
        nodes::<FreestyleRule>(&Judge::Linear, 8),
        nodes::<StandardRule>(&Judge::Linear, 8),
        nodes::<RenjuRule>(&Judge::Linear, 7),
        nodes::<CaroRule>(&Judge::Linear, 7),
    ];
    let expected =
        [[10035, 12696, 4749], [14293, 13463, 5023], [8159, 8385, 3983], [5847, 8640, 6920]];
    assert_eq!(found, expected);
}

#[test]
fn with_a_network_the_search_takes_the_way_of_its_order() {
    let found = [nodes::<FreestyleRule>(&random_net(), 4), nodes::<RenjuRule>(&random_net(), 3)];
    assert_eq!(found, [[34148, 13582, 4805], [2242, 2057, 958]]);
}

fn told(thought: &Thought<Cell>) -> String {
    let best = thought.best.map(|cell| cell.to_string()).unwrap_or_default();
    let (score, depth, nodes) = (thought.score, thought.depth, thought.nodes);
    format!("{best} {} {depth} {nodes} {}", score.raw(), thought.moves.len())
}

#[test]
fn limits_are_shared_between_threats_and_search_as_they_were() {
    let play = |moves| told(&think::<FreestyleRule>(&Judge::Linear, moves, Limits::nodes(4000)));
    let several = Limits { lines: 4, ..Limits::nodes(4000) };
    let lines = |moves| told(&think::<FreestyleRule>(&Judge::Linear, moves, several));
    let analysis = Limits { lines: 3, ..Limits::nodes(20_000).for_analysis() };
    let look = |moves| told(&think::<FreestyleRule>(&Judge::Linear, moves, analysis));
    let alone = Limits { lines: 1, ..Limits::depth(3).for_analysis() };
    let shallow = |moves| told(&think::<FreestyleRule>(&Judge::Linear, moves, alone));
    let found = [
        QUIET.map(play),
        WON.map(play),
        QUIET.map(lines),
        QUIET.map(look),
        WON.map(look),
        WON.map(shallow),
    ];
    let expected = [
        ["h10 83 6 4000 1", "j8 -44 5 4000 1", "h11 384 7 4000 1"],
        ["j5 999999985 5 4000 1", "j5 999999989 9 3942 1", "h11 999999989 4 4000 1"],
        ["h10 127 3 4000 4", "i10 -107 4 4000 4", "h11 381 3 4000 4"],
        ["i8 141 7 20000 3", "i10 -13 6 20000 3", "h11 384 7 20000 3"],
        ["i5 999999989 5 20000 3", "j5 999999989 9 17040 3", "g12 999999989 5 20000 3"],
        ["j5 437 3 10645 1", "j5 999999989 11 793 1", "d9 432 3 10534 1"],
    ];
    assert_eq!(found, expected);
}

#[test]
fn proofs_by_threats_take_the_way_that_was_measured() {
    const LIMIT: u64 = 16_000;
    fn proof<R: PatternRule>(moves: &str) -> String {
        let never = || false;
        let mut solver = Vct::new(&never).keeping_moves();
        let mut board = board_of(&read::<R>(moves));
        let means = solver.proves(&mut board, LIMIT);
        let proving = solver.nodes();
        let Some(proof) = means.and_then(|means| solver.follow(&mut board, means, LIMIT)) else {
            return format!("{means:?} {proving}");
        };
        let line: String = proof.line.iter().map(|point| point.cell(15).to_string()).collect();
        let (plies, defences) = (proof.plies, proof.defences.len());
        let quick = Vct::new(&never).solve_quickly(&mut board, LIMIT);
        let quick = quick.map(|(win, whole)| (win.line.len(), win.by_fours, whole));
        let followed = solver.nodes();
        format!("{means:?} {proving} {line} {plies} {defences} {followed} {quick:?}")
    }
    let long = "j5i5l7m8i4h3k3k4l6l8m5n5j8 15 3";
    let short = "j5g12h11k11k10m8j6j4l6 11 7";
    let quick = ["Some((11, false, true))", "Some((9, false, true))"];
    let expected = |nodes: [[u64; 2]; 2]| {
        let [[first, whole], [second, all]] = nodes;
        [
            format!("Some(Threats) {first} {long} {whole} {}", quick[0]),
            format!("Some(Threats) {second} {short} {all} {}", quick[1]),
        ]
    };
    let won = [WON[0], WON[1]];
    let freestyle = expected([[14656, 14694], [703, 793]]);
    assert_eq!(won.map(proof::<FreestyleRule>), freestyle);
    let standard = expected([[10392, 10434], [701, 791]]);
    assert_eq!(won.map(proof::<StandardRule>), standard);
    let renju = expected([[9600, 9642], [701, 791]]);
    assert_eq!(won.map(proof::<RenjuRule>), renju);
    assert_eq!([QUIET[0], QUIET[1]].map(proof::<FreestyleRule>), ["None 40", "None 34"]);
}

#[test]
fn a_warm_table_and_several_threads_leave_the_answer_sound() {
    let pos = read::<FreestyleRule>(WON[0]);
    let mut engine = GomokuEngine::new(1 << 20, 3).judged_by(Judge::Linear);
    for _ in 0..2 {
        let limits = Limits { lines: 2, ..Limits::nodes(3000) };
        let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
        assert_eq!(thought.moves.first().map(|root| root.mv), thought.best);
        assert!(thought.nodes > 0 && thought.depth > 0);
    }
    assert_eq!(engine.table_bytes(), 1 << 20);
    assert_eq!(GomokuEngine::new(1 << 16, 0).table_bytes(), 1 << 16);
}

#[test]
fn another_judge_forgets_what_the_one_before_found() {
    let pos = read::<FreestyleRule>(QUIET[0]);
    let limits = Limits::depth(5);
    let mut engine = GomokuEngine::new(1 << 20, 1).judged_by(random_net());
    let judged = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
    assert!(judged.win.is_some());
    engine.set_judge(Judge::Linear);
    let linear = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
    let fresh = think::<FreestyleRule>(&Judge::Linear, QUIET[0], limits);
    assert_eq!((linear.nodes, linear.score), (fresh.nodes, fresh.score));
    let again = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
    assert!(again.nodes < fresh.nodes, "a table that is kept saves nodes");
    engine.clear();
    assert_eq!(engine.think(&pos, &limits, &Stop::new(), &mut Ignore).nodes, fresh.nodes);
}
