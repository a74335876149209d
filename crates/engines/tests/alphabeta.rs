//! The fast search against plain minimax: exactly equal where it promises to be, and true
//! wherever it calls a position decided or drawn.

use alinea_core::{Game, Outcome, Player, Position, SplitMix64};
use alinea_engines::lines::{Candidates, Falls, Reach, Rows};
use alinea_games::{Boom, Connect4, Gomoku, Mnk, Renju};
use alinea_search::{
    AlphaBeta, Engine, Heuristic, Ignore, Limits, MoveOrder, Natural, Part, Score, Stop, Style,
};
use std::sync::Arc;

/// Scatters positions over a few values, the same for both players up to the sign.
struct Hash;

impl<P: Position> Heuristic<P> for Hash {
    fn evaluate(&self, pos: &P, player: Player, _: u32) -> f64 {
        let value = (SplitMix64::mix(pos.key()) % 41) as f64 - 20.0;
        if player == Player::First { value } else { -value }
    }

    fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

/// What one player sees says nothing about what the other sees.
struct Lopsided;

impl<P: Position> Heuristic<P> for Lopsided {
    fn evaluate(&self, pos: &P, player: Player, _: u32) -> f64 {
        let salt = if player == Player::First { 7 } else { 1_000 };
        (SplitMix64::mix(pos.key() ^ salt) % 1_000) as f64 - 100.0
    }

    fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

/// Plain minimax as a negamax: decided scores first, the heuristic of the root player at the depth.
fn minimax<P: Position>(
    pos: &mut P,
    heuristic: Option<&dyn Heuristic<P>>,
    root: Player,
    depth: u32,
) -> Score {
    match pos.outcome() {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(winner)) if winner == pos.turn() => return Score::win_in(0),
        Some(Outcome::Win(_)) => return Score::loss_in(0),
        None => {}
    }
    if depth == 0 {
        let value = heuristic.map_or(0.0, |h| h.evaluate(pos, root, 0));
        let score = Score::estimate(value);
        return if pos.turn() == root { score } else { -score };
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let scores = moves.into_iter().map(|mv| {
        let undo = pos.play_unchecked(mv);
        let score = -minimax(pos, heuristic, root, depth - 1).one_ply_later();
        pos.undo(undo);
        score
    });
    scores.max().expect("a game that goes on has a move")
}

/// Positions of random games that go on, `plies` from the start.
fn positions<G: Game>(setup: &str, plies: &[usize], count: usize, seed: u64) -> Vec<G> {
    let setup = G::parse_setup(setup).unwrap();
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut pos = G::start(&setup);
        for _ in 0..plies[found.len() % plies.len()] {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            pos.play(mv).unwrap();
        }
        if pos.outcome().is_none() {
            found.push(pos);
        }
    }
    found
}

/// Exact style equals minimax at every depth, with a fresh table and with one full of other
/// positions, for both heuristics.
fn equals_minimax<G: Game>(setup: &str, plies: &[usize], count: usize, max_depth: u32) {
    let heuristics: [Arc<dyn Heuristic<G>>; 2] = [Arc::new(Hash), Arc::new(Lopsided)];
    for heuristic in heuristics {
        let make = |table| {
            AlphaBeta::new(Arc::clone(&heuristic)).with_style(Style::Exact).with_table(table)
        };
        let mut warm = make(2);
        for pos in positions::<G>(setup, plies, count, 77) {
            for depth in 1..=max_depth {
                let expected = minimax(&mut pos.clone(), Some(&*heuristic), pos.turn(), depth);
                for engine in [&mut make(2), &mut make(0), &mut warm] {
                    let limits = Limits::depth(depth);
                    let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
                    let context = || format!("{setup} {} depth {depth}", pos.to_diagram());
                    assert_eq!(thought.score, expected, "{}", context());
                    assert!(pos.is_legal(thought.best.unwrap()), "{}", context());
                    assert_eq!(thought.line.first(), thought.best.as_ref(), "{}", context());
                }
            }
        }
    }
}

#[test]
fn exact_style_equals_minimax() {
    equals_minimax::<Mnk>("3x3x3", &[0, 1, 3, 5], 8, 9);
    equals_minimax::<Mnk>("4x3x3+misere", &[2, 4], 6, 6);
    equals_minimax::<Mnk>("4x4x3", &[3, 6], 6, 4);
    equals_minimax::<Connect4>("5x4", &[0, 4, 8], 9, 6);
    equals_minimax::<Connect4>("7x6", &[12, 20], 6, 5);
    equals_minimax::<Boom>("", &[0, 9, 17, 23], 12, 5);
    equals_minimax::<Gomoku>("5", &[12, 17], 6, 3);
    equals_minimax::<Renju>("6", &[20, 26], 6, 3);
}

/// The whole line is legal, and of a decided score it ends the game when it says.
fn line_is_played<G: Game>(pos: &G, line: &[G::Move], score: Score, context: &str) {
    let mut after = pos.clone();
    for &mv in line {
        after.play(mv).unwrap_or_else(|error| panic!("{error} in {context}"));
    }
    if let Some(plies) = score.win().or(score.loss()) {
        assert_eq!(line.len(), plies as usize, "{context}");
        assert!(after.outcome().is_some(), "{context}");
    }
}

/// Everything on, searched until it is proven: win, draw and loss are those of the whole game.
fn finds_the_truth<G: Game>(
    setup: &str,
    plies: &[usize],
    count: usize,
    order: &Arc<dyn MoveOrder<G>>,
) {
    let search = |heuristic: Arc<dyn Heuristic<G>>| {
        AlphaBeta::new(heuristic).with_table(4).with_order(Arc::clone(order))
    };
    let mut warm = search(Arc::new(Hash));
    for pos in positions::<G>(setup, plies, count, 5) {
        let truth = minimax(&mut pos.clone(), None, pos.turn(), 100);
        let mut cold = search(Arc::new(Hash));
        let mut proving = search(Arc::new(Lopsided)).proving_draws();
        for engine in [&mut cold, &mut warm, &mut proving] {
            let thought = engine.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
            let context = format!("{setup} {}", pos.to_diagram());
            assert!(thought.proven, "{context}");
            assert_eq!(thought.score, truth, "{context}");
            line_is_played(&pos, &thought.line, thought.score, &context);
            // The chosen move keeps that value.
            let mut after = pos.clone();
            after.play(thought.best.unwrap()).unwrap();
            let kept = -minimax(&mut after, None, pos.turn(), 100).one_ply_later();
            assert_eq!(kept, truth, "{context}");
        }
    }
}

#[test]
fn boards_searched_to_the_end_have_their_true_value() {
    let natural: Arc<dyn MoveOrder<Mnk>> = Arc::new(Natural);
    finds_the_truth("3x3x3", &[0, 1, 2, 3], 12, &natural);
    finds_the_truth("3x3x3+misere", &[0, 1, 2, 3], 8, &natural);
    finds_the_truth("4x3x3", &[3, 5], 10, &natural);
    finds_the_truth("4x4x4", &[7, 8, 9], 12, &natural);
    finds_the_truth("5x4x4+gravity+misere", &[9, 11], 12, &natural);
    let natural: Arc<dyn MoveOrder<Connect4>> = Arc::new(Natural);
    finds_the_truth("4x4", &[4, 6, 8], 20, &natural);
    finds_the_truth("5x4", &[8, 10], 20, &natural);
}

#[test]
fn threats_first_and_dead_boards_keep_the_true_value() {
    let all = |rows, falls| -> Arc<dyn MoveOrder<Mnk>> {
        Arc::new(Candidates::new(Reach::All, rows, falls))
    };
    let wins = all(Rows::Win, Falls::No);
    finds_the_truth("3x3x3", &[0, 1, 2, 3], 12, &wins);
    finds_the_truth("4x3x3", &[3, 5], 20, &wins);
    finds_the_truth("4x4x4", &[7, 8, 9], 30, &wins);
    finds_the_truth("4x4x3", &[5, 7], 20, &wins);
    finds_the_truth("5x4x4+gravity", &[9, 11], 20, &all(Rows::Win, Falls::Yes));
    let loses = all(Rows::Lose, Falls::No);
    finds_the_truth("3x3x3+misere", &[0, 1, 2, 3], 12, &loses);
    finds_the_truth("4x3x3+misere", &[3, 5], 20, &loses);
    finds_the_truth("5x4x4+gravity+misere", &[9, 11], 20, &all(Rows::Lose, Falls::Yes));
}

#[test]
fn small_boards_are_proven_drawn() {
    for setup in ["4x4x4", "5x4x4", "5x5x4"] {
        let pos = Mnk::start(&Mnk::parse_setup(setup).unwrap());
        let order = Arc::new(Candidates::new(Reach::All, Rows::Win, Falls::No));
        let mut engine = AlphaBeta::<Mnk>::new(Arc::new(Hash)).with_order(order).proving_draws();
        let thought = engine.think(&pos, &Limits::nodes(2_000_000), &Stop::new(), &mut Ignore);
        assert!(thought.proven && thought.score == Score::DRAW, "{setup}: {thought:?}");
    }
}

/// Decided scores of a search with everything on are true, also where it did not reach the end
/// and where the order of moves leaves some out.
fn decided_means_decided<G: Game>(
    setup: &str,
    plies: &[usize],
    count: usize,
    depth: u32,
    order: Arc<dyn MoveOrder<G>>,
) {
    let mut engine = AlphaBeta::<G>::new(Arc::new(Lopsided)).with_table(4).with_order(order);
    let mut decided = 0;
    for pos in positions::<G>(setup, plies, count, 6) {
        let limits = Limits { depth: Some(depth), lines: 3, ..Limits::default() };
        let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
        for root in &thought.moves {
            let Some(plies) = root.score.win().or(root.score.loss()) else {
                continue;
            };
            decided += 1;
            let mut after = pos.clone();
            after.play(root.mv).unwrap();
            let truth = -minimax(&mut after, None, pos.turn(), plies).one_ply_later();
            let context = format!("{setup} {} {:?}", pos.to_diagram(), root.mv);
            assert_eq!(root.score.win().is_some(), truth.win().is_some(), "{context}");
            assert_eq!(root.score.loss().is_some(), truth.loss().is_some(), "{context}");
        }
    }
    assert!(decided > count / 3, "{decided} decided of {count}");
}

#[test]
fn decided_scores_are_true() {
    decided_means_decided::<Connect4>("7x6", &[16, 20, 24], 30, 7, Arc::new(Natural));
    decided_means_decided::<Boom>("", &[20, 24, 28], 20, 6, Arc::new(Natural));
    decided_means_decided::<Mnk>("4x4x3", &[4, 5, 6], 20, 5, Arc::new(Natural));
    let near = Arc::new(Candidates::new(Reach::Near(1), Rows::Win, Falls::No));
    decided_means_decided::<Mnk>("7x5x3", &[3, 4, 5], 20, 4, near);
}

/// A table filled two plies earlier holds positions at other distances from the root: scores read
/// from it must mean the same there.
fn keeps_distances<G: Game>(setup: &str, plies: &[usize], count: usize, depth: u32) {
    let mut decided = 0;
    for mut pos in positions::<G>(setup, plies, count, 31) {
        let mut warm = AlphaBeta::<G>::new(Arc::new(Hash)).with_style(Style::Exact).with_table(4);
        for depth in (1..=depth).rev().step_by(2) {
            let limits = Limits { depth: Some(depth), lines: 3, ..Limits::default() };
            let thought = warm.think(&pos, &limits, &Stop::new(), &mut Ignore);
            for root in &thought.moves {
                let mut after = pos.clone();
                after.play(root.mv).unwrap();
                let shortest = -minimax(&mut after, None, pos.turn(), depth - 1).one_ply_later();
                if shortest.is_decided() {
                    decided += 1;
                    let context = format!("{setup} {}", pos.to_diagram());
                    assert_eq!(root.score, shortest, "{context}");
                }
            }
            // Both sides choose the slowest way to go on, so that the game lasts.
            for _ in 0..2 {
                let last = thought.moves.last().map(|root| root.mv);
                let mut legal = Vec::new();
                pos.legal_moves(&mut legal);
                let mv = last.filter(|mv| legal.contains(mv)).or(legal.first().copied());
                let Some(mv) = mv else { break };
                pos.play(mv).unwrap();
            }
            if pos.outcome().is_some() {
                break;
            }
        }
    }
    assert!(decided > count, "{decided} decided");
}

#[test]
fn a_warm_table_keeps_distances() {
    keeps_distances::<Connect4>("5x4", &[6, 8, 10], 30, 7);
    keeps_distances::<Mnk>("4x4x3", &[4, 6], 12, 5);
}

#[test]
fn lines_are_ordered_and_differ() {
    let pos = Connect4::start(&Connect4::parse_setup("7x6").unwrap());
    let mut engine = AlphaBeta::<Connect4>::new(Arc::new(Hash)).with_style(Style::Exact);
    let limits = Limits { depth: Some(4), lines: 20, ..Limits::default() };
    let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
    assert_eq!(thought.moves.len(), 7);
    assert!(thought.moves.is_sorted_by_key(|root| std::cmp::Reverse(root.score)));
    for root in &thought.moves {
        let mut after = pos;
        let _ = after.play_unchecked(root.mv);
        let expected = -minimax(&mut after, Some(&Hash), Player::First, 3).one_ply_later();
        assert_eq!(root.score, expected);
        assert_eq!(root.line.len(), 4);
    }
}

#[test]
fn limits_are_kept_and_a_move_is_always_ready() {
    let pos = Gomoku::start(&Gomoku::parse_setup("15").unwrap());
    for nodes in [0, 1, 2, 100, 5_000] {
        let mut engine = AlphaBeta::<Gomoku>::new(Arc::new(Hash)).with_table(1);
        let thought = engine.think(&pos, &Limits::nodes(nodes), &Stop::new(), &mut Ignore);
        assert!(pos.is_legal(thought.best.unwrap()));
        assert!(thought.nodes <= nodes);
        assert!(thought.nodes == nodes, "{} of {nodes}", thought.nodes);
    }
    let stop = Stop::new();
    stop.stop();
    let mut engine = AlphaBeta::<Gomoku>::new(Arc::new(Hash));
    let thought = engine.think(&pos, &Limits::default(), &stop, &mut Ignore);
    assert!(pos.is_legal(thought.best.unwrap()));
}

#[test]
fn the_same_call_gives_the_same_answer_after_clear() {
    let pos = positions::<Connect4>("7x6", &[6], 1, 3)[0];
    let mut engine = AlphaBeta::<Connect4>::new(Arc::new(Lopsided)).with_table(1);
    let ask = |engine: &mut AlphaBeta<Connect4>| {
        engine.clear();
        let thought = engine.think(&pos, &Limits::nodes(20_000), &Stop::new(), &mut Ignore);
        (thought.best, thought.score, thought.nodes, thought.line)
    };
    let first = ask(&mut engine);
    assert_eq!(ask(&mut engine), first);
}

#[test]
fn a_search_that_is_stopped_agrees_with_itself() {
    let mut went_deeper = false;
    for pos in positions::<Connect4>("", &[4, 9, 14], 4, 11) {
        for nodes in (40..4_000).step_by(97) {
            for lines in [1, 3] {
                let mut search = AlphaBeta::new(Arc::new(Hash)).with_table(1);
                let limits = Limits { nodes: Some(nodes), lines, ..Limits::default() };
                let thought = search.think(&pos, &limits, &Stop::new(), &mut Ignore);
                let first = &thought.moves[0];
                assert_eq!((Some(first.mv), first.score), (thought.best, thought.score));
                assert_eq!(first.line, thought.line);
                assert!(thought.moves.len() <= lines);
                let mut played: Vec<_> = thought.moves.iter().map(|root| root.mv).collect();
                played.sort_by_key(|mv| format!("{mv:?}"));
                played.dedup();
                assert_eq!(played.len(), thought.moves.len(), "a move is listed twice");
                went_deeper |= thought.depth > 1;
            }
        }
    }
    assert!(went_deeper, "some searches reach a second depth");
}
