//! Small trees of which every visit can be followed, and wide ones whose truth is known.

use super::*;
use crate::toys::{Tree, Written};

fn engine(style: Style) -> AlphaBeta<Tree> {
    AlphaBeta::new(Arc::new(Written)).with_style(style).with_table(0)
}

fn think(style: Style, text: &str, depth: u32) -> Thought<u8> {
    engine(style).think(&Tree::new(text), &Limits::depth(depth), &Stop::new(), &mut Ignore)
}

/// One move after another, with these values on the way.
fn line(values: &[i32]) -> String {
    let mut values = values.iter().rev();
    let end = values.next().expect("a line ends somewhere").to_string();
    values.fold(end, |below, value| format!("({below}):{value}"))
}

/// Principal variation search: a move is asked only whether it is better, and looked at again
/// with the whole window if it is.
#[test]
fn a_better_move_costs_one_more_look() {
    for (text, best, nodes) in
        [("(10)", 0, 1), ("(10 0)", 0, 2), ("(10 10)", 0, 2), ("(0 10)", 1, 3), ("(0 10 20)", 2, 5)]
    {
        let thought = think(Style::Exact, text, 1);
        assert_eq!((thought.best, thought.nodes), (Some(best), nodes), "{text}");
    }
    // The second answer to the second move is worth exactly what cuts: it is not looked at again.
    let thought = think(Style::Exact, "((0):0 (0.03 0):-1)", 2);
    assert_eq!((thought.best, thought.nodes), (Some(0), 2 + 5));
}

/// The second line has one move left, and looks at it once with the whole window.
#[test]
fn another_line_starts_afresh_with_the_moves_that_are_left() {
    let limits = Limits { lines: 2, ..Limits::depth(1) };
    let pos = Tree::new("(20 10)");
    let thought = engine(Style::Fast).think(&pos, &limits, &Stop::new(), &mut Ignore);
    assert_eq!(thought.moves.iter().map(|root| root.mv).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(thought.nodes, 2 + 1);
}

/// Trees whose lines end in finished games or, marked `?`, in positions that go on.
fn open_tree(rng: &mut SplitMix64, height: u32) -> String {
    if height == 0 {
        return ["D", "D", "D", "W", "L", "?"][rng.below(6)].to_string();
    }
    let children: Vec<String> = (0..1 + rng.below(3)).map(|_| open_tree(rng, height - 1)).collect();
    format!("({})", children.join(" "))
}

/// Whatever becomes of the games that go on, a proven score stays. They look like draws here.
#[test]
fn a_proven_score_does_not_rest_on_estimates() {
    let mut rng = SplitMix64::new(23);
    let (mut proven_open, mut unproven) = (0, 0);
    for _ in 0..600 {
        let height = 2 + rng.below(3) as u32;
        let text = open_tree(&mut rng, height);
        let is_open = text.contains('?');
        let expected = ["W", "L"].map(|end| ends(&Tree::new(&text.replace('?', end))));
        for megabytes in [0, 1] {
            let mut fast = engine(Style::Fast).with_table(megabytes);
            let pos = Tree::new(&text.replace('?', "0"));
            let thought = fast.think(&pos, &Limits::depth(height), &Stop::new(), &mut Ignore);
            assert!(thought.proven || is_open, "everything is finished in {text}");
            if thought.proven {
                let who = |score: Score| (score.win().is_some(), score.loss().is_some());
                assert_eq!(expected.map(who), [who(thought.score); 2], "{text}");
                proven_open += u32::from(is_open && thought.score == Score::DRAW);
            }
            unproven += u32::from(!thought.proven);
        }
    }
    assert!(proven_open > 20 && unproven > 20, "both kinds are needed: {proven_open} {unproven}");
}

/// The first move is worth 3 until the fourth ply; then the second is better, which ends in a draw
/// after two. What was expected after the first move is no part of its line.
#[test]
fn a_line_ends_where_the_game_ends() {
    let text = format!("({} (D {}):-1)", line(&[3, 3, 3, -5]), line(&[5, 5, 5]));
    assert_eq!(think(Style::Exact, &text, 3).line, [0, 0, 0]);
    let thought = think(Style::Exact, &text, 4);
    assert_eq!((thought.line, thought.score), (vec![1, 0], Score::DRAW));
}

/// The fourth answer to the second move refutes it at a glance, but not when it is looked at to
/// the depth asked for. Other moves put other killers before it, so that it is a late one.
#[test]
fn a_late_move_refutes_only_at_the_whole_depth() {
    let good = line(&[10, 10, 10]);
    let seeming = line(&[10, -10, 10]);
    let (bad, worse) = (line(&[5, 5, 5]), line(&[-5, -5, -5]));
    let text = format!(
        "({} ({good} {good} {good} {seeming}):-1 ({bad} {worse}):-1 ({bad} {bad} {worse}):-1)",
        line(&[0, 0, 0, 0])
    );
    let shallow = think(Style::Fast, &text, 3);
    assert_eq!((shallow.best, shallow.score), (Some(0), Score::DRAW), "three plies see the glance");
    for style in [Style::Exact, Style::Fast] {
        let thought = think(style, &text, 4);
        assert_eq!((thought.best, thought.score), (Some(1), Score::estimate(10.0)), "{style:?}");
    }
}

/// Finished games at the end of every line, many moves a position.
fn wide_tree(rng: &mut SplitMix64, height: u32) -> String {
    let value = rng.below(9) as i32 - 4;
    if height == 0 || (height < 3 && rng.below(8) == 0) {
        return ["W", "L", "D"][rng.below(3)].to_string();
    }
    let children: Vec<String> =
        (0..2 + rng.below(11)).map(|_| wide_tree(rng, height - 1)).collect();
    format!("({}):{value}", children.join(" "))
}

/// The end of the game with the shortest wins and the longest losses.
fn ends(pos: &Tree) -> Score {
    if pos.outcome().is_some() {
        return Thought::finished(pos).score;
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = pos.clone();
        child.play_unchecked(mv);
        -ends(&child).one_ply_later()
    });
    values.max().expect("a position that goes on has a move")
}

#[test]
fn among_many_moves_the_winner_is_never_mistaken() {
    let mut rng = SplitMix64::new(11);
    let mut kinds = [0; 3];
    for number in 0..160 {
        // An even number of plies leaves the last word to the other side.
        let height = 3 + number % 2;
        let text = wide_tree(&mut rng, height);
        let pos = Tree::new(&text);
        let expected = ends(&pos);
        for megabytes in [0, 1] {
            let mut fast = engine(Style::Fast).with_table(megabytes);
            let thought = fast.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
            assert!(thought.proven, "{text}");
            // The winner needs as many plies at most: a shorter way may have been passed over.
            assert_eq!(thought.score.win().is_some(), expected.win().is_some(), "{text}");
            assert_eq!(thought.score.loss().is_some(), expected.loss().is_some(), "{text}");
            assert!(
                thought.score.win() >= expected.win() && thought.score.loss() >= expected.loss()
            );
            let told = thought.score.win().or(thought.score.loss());
            assert!(told.is_none_or(|plies| thought.line.len() == plies as usize), "{text}");
            let mut exact = engine(Style::Exact).with_table(megabytes);
            let thought = exact.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
            assert_eq!((thought.score, thought.proven), (expected, true), "{text}");
            let mut end = pos.clone();
            for mv in thought.line {
                assert!(end.is_legal(mv), "a line of {text}");
                end.play_unchecked(mv);
            }
            assert!(end.outcome().is_some(), "the line goes to the end of the game");
        }
        kinds
            [usize::from(expected.win().is_some()) + 2 * usize::from(expected.loss().is_some())] +=
            1;
    }
    assert!(kinds.iter().all(|&count| count > 5), "draws, wins and losses are needed: {kinds:?}");
}

/// Estimates may be as large as they like: the window around the last one widens until it holds.
#[test]
fn a_value_that_jumps_is_followed_both_ways() {
    for jump in [1, 40, 300, 5_000, 90_000, 2_000_000, 9_000_000] {
        for sign in [-1, 1] {
            let leap = sign * jump;
            for before in [0, 7, -7, 100_000] {
                let there = line(&[before, before, before, before + leap, before - leap, before]);
                let other = line(&[-9_900_000; 6]);
                let text = format!("({there} {other})");
                for (depth, value) in
                    [(3, before), (4, before + leap), (5, before - leap), (6, before)]
                {
                    let thought = think(Style::Exact, &text, depth);
                    // The other move is better where the jump goes below it.
                    let expected = Score::estimate(f64::from(value.max(-9_900_000)));
                    assert_eq!(thought.score, expected, "{text} {depth}");
                    assert_eq!(thought.moves.len(), 1);
                }
            }
        }
    }
}

/// A line of four moves costs four nodes a look. The value stays `before` for three plies, each of
/// which is looked at once, and is `after` at the fourth.
fn looks(before: f64, after: &str) -> u64 {
    let text = format!("(((({after}):{before}):{before}):{before})");
    let nodes = think(Style::Exact, &text, 4).nodes - (1 + 2 + 3);
    assert!(nodes.is_multiple_of(4), "whole looks only: {nodes}");
    nodes / 4
}

/// The window reaches half a point and a sixteenth of the value to either side, and four times as
/// far at every look that fails.
#[test]
fn a_value_near_the_last_one_is_found_at_the_first_look() {
    for (before, after, expected) in [
        (0.0, "0", 1),
        (0.0, "0.49", 1),
        (0.0, "-0.49", 1),
        (0.0, "0.51", 2),
        (0.0, "-0.51", 2),
        (0.0, "2.49", 2),
        (0.0, "-2.49", 2),
        (0.0, "2.51", 3),
        (0.0, "-2.51", 3),
        (16.0, "17.49", 1),
        (16.0, "17.51", 2),
        (-16.0, "-17.49", 1),
        (-16.0, "-17.51", 2),
    ] {
        assert_eq!(looks(before, after), expected, "from {before} to {after}");
    }
    // Even the end of the game is found soon: before long the window is open to that side.
    for end in ["W", "L"] {
        assert!((3..=11).contains(&looks(0.0, end)), "{} looks", looks(0.0, end));
    }
    // The first three depths know too little to guess.
    assert_eq!(think(Style::Exact, "(((90):-90):90)", 3).nodes, 1 + 2 + 3);
}

/// The table's move, the ply's two killers, then history against the given order.
#[test]
fn moves_are_ranked_by_what_is_known_of_them() {
    let mut table = Table::new(0);
    let mut memory = Memory::new(Sums::MAX_INDEX);
    memory.reward(Player::First, 6, 5, 1);
    memory.reward(Player::First, 4, 5, 1);
    for _ in 0..3 {
        memory.reward(Player::First, 3, 9, 20);
    }
    memory.blame(Player::First, 0, 20);
    let mut run = fresh_run(&Astray, &mut table, &mut memory);
    run.moves = (0..8).collect();
    let mut order = |purpose, side, ply, known| {
        run.purpose = purpose;
        run.rank(0, side, ply, known);
        let mut moves = run.moves.clone();
        moves.sort_by_key(|&mv| std::cmp::Reverse(run.ranks[usize::from(mv)]));
        moves
    };
    let none = super::super::table::NO_MOVE;
    assert_eq!(order(Purpose::Judge, Player::First, 5, 7), [7, 4, 6, 3, 1, 0, 2, 5]);
    assert_eq!(order(Purpose::Judge, Player::First, 5, none), [4, 6, 3, 1, 0, 2, 5, 7]);
    assert_eq!(order(Purpose::Judge, Player::First, 5, 6), [6, 4, 3, 1, 0, 2, 5, 7]);
    assert_eq!(order(Purpose::Judge, Player::First, 4, none), [3, 1, 0, 2, 4, 5, 6, 7]);
    assert_eq!(order(Purpose::Judge, Player::Second, 4, none), [0, 1, 2, 3, 4, 5, 6, 7]);
    // A proof keeps to the given order, after the table's move.
    assert_eq!(order(Purpose::Prove, Player::First, 5, none), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(order(Purpose::Prove, Player::First, 5, 7), [7, 0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_finished_game_is_not_searched() {
    for (text, score) in [("W", Score::win_in(0)), ("L", Score::loss_in(0)), ("D", Score::DRAW)] {
        let thought = think(Style::Fast, text, 5);
        assert_eq!((thought.best, thought.score, thought.nodes), (None, score, 0));
        assert!(thought.proven);
    }
}
