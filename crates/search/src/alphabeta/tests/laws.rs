//! Laws of the fast search: what it says is what plain minimax says, at every limit and number of lines.

use super::*;
use crate::toys::{Tree, Written};
use crate::{MoveOrder, Observer};

/// A judgement that takes sides: what one player gains the other does not lose.
struct Lopsided;

impl Heuristic<Sums> for Lopsided {
    fn evaluate(&self, pos: &Sums, player: Player, _: u32) -> f64 {
        let value = SplitMix64::mix(pos.scrambled() ^ player.index() as u64) % 40;
        value as f64 / 4.0 - 5.0
    }
    fn explain(&self, _: &Sums, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

/// Minimax of a fixed depth as one would write it on a blackboard, for the player to move.
fn plain<P: Position>(
    heuristic: &dyn Heuristic<P>,
    pos: &P,
    root: Player,
    depth: u32,
    ply: u32,
) -> Score {
    match pos.outcome() {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(winner)) if winner == pos.turn() => return Score::win_in(ply),
        Some(Outcome::Win(_)) => return Score::loss_in(ply),
        None => {}
    }
    if depth == 0 {
        let score = Score::estimate(heuristic.evaluate(pos, root, 0));
        return if pos.turn() == root { score } else { -score };
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = pos.clone();
        let _ = child.play_unchecked(mv);
        -plain(heuristic, &child, root, depth - 1, ply + 1)
    });
    values.max().expect("a position that goes on has a move")
}

/// What plain minimax of this depth says of one move of a position.
fn plain_move(pos: &Sums, mv: u8, depth: u32) -> Score {
    let mut child = pos.clone();
    let _ = child.play_unchecked(mv);
    -plain(&Lopsided, &child, pos.turn(), depth - 1, 1)
}

fn exact(megabytes: usize) -> AlphaBeta<Sums> {
    AlphaBeta::new(Arc::new(Lopsided) as Arc<dyn Heuristic<Sums>>)
        .with_style(Style::Exact)
        .with_table(megabytes)
}

fn ask<P: Position>(engine: &mut AlphaBeta<P>, pos: &P, limits: Limits) -> Thought<P::Move> {
    engine.think(pos, &limits, &Stop::new(), &mut Ignore)
}

/// Positions that go on, of many games and both players' turns.
fn positions() -> impl Iterator<Item = Sums> {
    positions_of(0..25)
}

fn positions_of(games: std::ops::Range<u64>) -> impl Iterator<Item = Sums> {
    let counts = [[0, 0, 0], [1, 0, 0], [0, 1, 1], [2, 1, 0], [1, 1, 2]];
    let all = games.flat_map(move |game| counts.map(|counts| Sums { game, counts }));
    all.filter(|pos| pos.outcome().is_none())
}

#[test]
fn exact_style_says_what_plain_minimax_of_the_depth_says() {
    for pos in positions() {
        let (mut warm, mut bare) = (exact(1), exact(0));
        // Down from the deepest: what a deeper search left in the table must not be used.
        for depth in [6, 5, 4, 3, 2, 1] {
            let expected = plain(&Lopsided, &pos, pos.turn(), depth, 0);
            for engine in [&mut warm, &mut bare, &mut exact(1)] {
                let thought = ask(engine, &pos, Limits::depth(depth));
                assert_eq!(thought.score, expected, "{} {:?} {depth}", pos.game, pos.counts);
                let best = thought.best.expect("the game goes on");
                assert_eq!(plain_move(&pos, best, depth), expected);
                assert_eq!(thought.line.first(), Some(&best));
            }
        }
    }
}

/// The table's entries belong to the player at the root: the other one judges otherwise.
#[test]
fn what_one_side_found_is_not_taken_for_the_others_view() {
    for pos in positions() {
        let mut engine = exact(1);
        for depth in [5, 4, 3] {
            let _ = ask(&mut engine, &pos, Limits::depth(depth + 1));
            for mv in 0..3 {
                let mut child = pos.clone();
                child.play_unchecked(mv);
                let expected = plain(&Lopsided, &child, child.turn(), depth, 0);
                assert_eq!(ask(&mut engine, &child, Limits::depth(depth)).score, expected);
            }
        }
    }
}

#[test]
fn the_line_leads_to_the_position_that_the_score_is_of() {
    for pos in positions() {
        for depth in 1..=6 {
            let thought = ask(&mut exact(1), &pos, Limits::depth(depth));
            let mut end = pos.clone();
            for &mv in &thought.line {
                assert!(end.is_legal(mv));
                let _ = end.play_unchecked(mv);
            }
            let plies = thought.line.len() as u32;
            assert!(plies == thought.depth || end.outcome().is_some());
            let value = plain(&Lopsided, &end, pos.turn(), 0, plies);
            let seen = if end.turn() == pos.turn() { value } else { -value };
            assert_eq!(seen, thought.score, "{:?}", thought.line);
        }
    }
}

#[test]
fn several_lines_are_the_values_of_single_moves() {
    for pos in positions() {
        for depth in 1..=5 {
            let mut scores: Vec<Score> = (0..3).map(|mv| plain_move(&pos, mv, depth)).collect();
            scores.sort_by_key(|&score| std::cmp::Reverse(score));
            for lines in [0, 1, 2, 3, 7] {
                let limits = Limits { lines, ..Limits::depth(depth) };
                let thought = ask(&mut exact(1), &pos, limits);
                let told: Vec<Score> = thought.moves.iter().map(|line| line.score).collect();
                assert_eq!(told, scores[..lines.clamp(1, 3)], "{} {:?}", pos.game, pos.counts);
                for line in &thought.moves {
                    assert_eq!(line.score, plain_move(&pos, line.mv, depth));
                    assert_eq!(line.line.first(), Some(&line.mv));
                    assert!(line.proven || !line.score.is_decided());
                }
                let mut moves: Vec<u8> = thought.moves.iter().map(|line| line.mv).collect();
                assert_eq!((thought.best, thought.score), (moves.first().copied(), told[0]));
                moves.sort_unstable();
                moves.dedup();
                assert_eq!(moves.len(), told.len(), "a move is told once");
            }
        }
    }
}

/// What the observer of a search heard.
#[derive(Default)]
struct Heard(Vec<Thought<u8>>);

impl Observer<u8> for Heard {
    fn iteration(&mut self, thought: &Thought<u8>) {
        self.0.push(thought.clone());
    }
}

#[test]
fn a_search_cut_short_answers_with_what_it_knows() {
    let pos = Sums { game: 4, counts: [0; 3] };
    let whole = ask(&mut exact(1), &pos, Limits::depth(6));
    let (mut better, mut kept) = (0, 0);
    for nodes in 1..whole.nodes {
        let mut heard = Heard::default();
        let limits = Limits { nodes: Some(nodes), ..Limits::depth(6) };
        let thought = exact(1).think(&pos, &limits, &Stop::new(), &mut heard);
        assert_eq!(thought.nodes, nodes, "the limit is met before the depth");
        let best = thought.best.expect("a move is ready at once");
        let Some(last) = heard.0.last() else {
            assert_eq!(thought.depth, 0);
            continue;
        };
        assert_eq!(thought.depth, last.depth, "an unfinished depth is not counted");
        // The score is the truth of a depth: of the last whole one, or of the next for a move
        // that was already seen to be better than its bound.
        if (thought.score, thought.best) == (last.score, last.best) {
            kept += 1;
        } else {
            assert_eq!(thought.score, plain_move(&pos, best, last.depth + 1));
            assert_eq!(thought.moves.len(), 1);
            better += 1;
        }
    }
    assert!(better > 0 && kept > 0, "both happen: {better}, {kept}");
}

#[test]
fn several_lines_cut_short_are_those_of_the_last_whole_depth() {
    let pos = Sums { game: 4, counts: [0; 3] };
    let limits = Limits { lines: 2, ..Limits::depth(5) };
    let whole = ask(&mut exact(1), &pos, limits);
    for nodes in 1..whole.nodes {
        let mut heard = Heard::default();
        let limits = Limits { nodes: Some(nodes), ..limits };
        let thought = exact(1).think(&pos, &limits, &Stop::new(), &mut heard);
        if let Some(last) = heard.0.last() {
            assert!(thought.says_the_same(last), "{nodes}: {thought:?} {last:?}");
        }
    }
}

#[test]
fn the_observer_hears_every_depth_once() {
    for pos in positions().take(40) {
        let mut heard = Heard::default();
        let thought = exact(1).think(&pos, &Limits::depth(5), &Stop::new(), &mut heard);
        let depths: Vec<u32> = heard.0.iter().map(|thought| thought.depth).collect();
        assert!(depths.iter().copied().eq(1..=thought.depth), "{depths:?}");
        assert!(heard.0.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
        assert!(heard.0.iter().all(|thought| thought.nodes > 0 && !thought.elapsed.is_zero()));
        let last = heard.0.last().expect("one depth at least");
        assert!(thought.says_the_same(last) && thought.nodes == last.nodes);
        assert!(thought.elapsed >= last.elapsed);
        // It ends early only when no deeper search would say anything else.
        assert!(thought.depth == 5 || thought.proven);
    }
}

/// Lists one move of a position, and the others only when they are asked for.
struct OneOfThree;

impl MoveOrder<Sums> for OneOfThree {
    fn moves(&self, pos: &Sums, moves: &mut Vec<u8>) {
        moves.push((pos.scrambled() >> 13) as u8 % 3);
    }
    fn rest(&self, pos: &Sums, moves: &mut Vec<u8>) {
        let mut listed = Vec::new();
        self.moves(pos, &mut listed);
        moves.extend((0..3).filter(|mv| !listed.contains(mv)));
    }
}

#[test]
fn nothing_is_called_decided_before_the_moves_left_out_were_tried() {
    let (mut lost, mut saved) = (0, 0);
    for pos in positions_of(0..80) {
        let mut engine = exact(1).with_style(Style::Fast).with_order(Arc::new(OneOfThree));
        let thought = ask(&mut engine, &pos, Limits::default());
        let expected = truth(&mut pos.clone());
        assert!(thought.score.win().is_none() || expected.win().is_some());
        assert!(thought.score.loss().is_none() || expected.loss().is_some());
        assert_eq!(thought.proven, thought.score.is_decided(), "the order is not complete");
        let mut listed = Vec::new();
        OneOfThree.moves(&pos, &mut listed);
        let best = thought.best.expect("the game goes on");
        assert!(pos.is_legal(best));
        // The one move that is listed loses, another does not: then that one is played.
        let mut child = pos.clone();
        let _ = child.play_unchecked(listed[0]);
        if truth(&mut child).win().is_some() && thought.score.loss().is_none() {
            saved += u32::from(best != listed[0]);
        }
        lost += u32::from(thought.score.loss().is_some());
    }
    assert!(lost > 0 && saved > 0, "{lost} {saved}");
}

#[test]
fn more_lines_than_the_order_lists_take_the_other_moves_too() {
    for pos in positions().take(20) {
        let mut engine = exact(1).with_order(Arc::new(OneOfThree));
        let mut listed = Vec::new();
        OneOfThree.moves(&pos, &mut listed);
        for lines in 1..=3 {
            let thought = ask(&mut engine, &pos, Limits { lines, ..Limits::depth(1) });
            let mut moves: Vec<u8> = thought.moves.iter().map(|line| line.mv).collect();
            moves.sort_unstable();
            moves.dedup();
            assert_eq!(moves.len(), lines);
            let is_lost = plain_move(&pos, listed[0], 1).loss().is_some();
            assert!(lines > 1 || is_lost || moves == listed);
        }
    }
}

/// Trees of up to three moves a position, written from a seed; all lines are as long.
fn random_tree(rng: &mut SplitMix64, height: u32) -> String {
    let value = rng.below(9) as i32 - 4;
    if height == 0 {
        return value.to_string();
    }
    let children: Vec<String> =
        (0..1 + rng.below(3)).map(|_| random_tree(rng, height - 1)).collect();
    format!("({}):{value}", children.join(" "))
}

/// Keys that differ in one low bit are different positions to the table.
#[test]
fn trees_with_small_keys_are_not_mixed_up() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..300 {
        let text = random_tree(&mut rng, 5);
        let mut pos = Tree::new(&text);
        for turn in Player::BOTH {
            pos.turn = turn;
            for style in [Style::Exact, Style::Fast] {
                let mut engine = AlphaBeta::new(Arc::new(Written)).with_style(style).with_table(1);
                for depth in 1..=5 {
                    let expected = plain(&Written, &pos, turn, depth, 0);
                    let thought = ask(&mut engine, &pos, Limits::depth(depth));
                    assert_eq!(thought.score, expected, "{text} {depth}");
                }
            }
        }
    }
}

#[test]
fn clearing_makes_the_next_answer_like_the_first() {
    let fast = || AlphaBeta::new(Arc::new(Astray) as Arc<dyn Heuristic<Sums>>).with_table(1);
    let mut warmer = 0;
    for pos in positions().take(30) {
        let mut engine = fast();
        let first = ask(&mut engine, &pos, Limits::depth(6));
        let again = ask(&mut engine, &pos, Limits::depth(6));
        warmer += u32::from(again.nodes < first.nodes);
        engine.clear();
        let cleared = ask(&mut engine, &pos, Limits::depth(6));
        assert!(cleared.says_the_same(&first) && cleared.nodes == first.nodes);
    }
    assert!(warmer > 15, "what was found is remembered between calls: {warmer}");
}

/// Positions of these games are reached in many orders of the same moves.
#[test]
fn what_is_in_the_table_is_not_searched_again() {
    let count = |megabytes| -> u64 {
        positions().map(|pos| ask(&mut exact(megabytes), &pos, Limits::depth(6)).nodes).sum()
    };
    let (remembering, bare) = (count(1), count(0));
    assert!(3 * remembering < 2 * bare, "{remembering} {bare}");
}

/// A deeper result is as good as the one asked for, except where exactly that depth is wanted.
#[test]
fn the_fast_style_takes_what_a_deeper_search_left() {
    let again = |style| -> u64 {
        let nodes = positions().map(|pos| {
            let mut engine = exact(1).with_style(style);
            let _ = ask(&mut engine, &pos, Limits::depth(6));
            ask(&mut engine, &pos, Limits::depth(5)).nodes
        });
        nodes.sum()
    };
    let (fast, literal) = (again(Style::Fast), again(Style::Exact));
    assert!(5 * fast < 4 * literal, "{fast} {literal}");
}
