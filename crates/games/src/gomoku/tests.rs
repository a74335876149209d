//! The family against its laws, its slow referee, worked cases and recorded vectors.

use super::referee::Referee;
use super::renju::{self, Verdict};
use super::{Board, Rule, Size};
use crate::{Caro, Gomoku, Renju, Standard};
use alinea_core::{
    Cell, Diagram, Game, Grid, Outcome, Player, Position, SplitMix64, conformance, parse_position,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn size(side: u8) -> Size {
    Size::new(side).unwrap()
}

fn after<R: Rule>(side: u8, text: &str) -> Board<R> {
    parse_position::<Board<R>>(&size(side), text).unwrap().pos
}

fn drawn<R: Rule>(text: &str) -> Board<R> {
    let diagram = Diagram::parse(text).unwrap();
    Board::from_diagram(&size(diagram.cols() as u8), &diagram).unwrap()
}

#[test]
fn laws_hold_in_every_variant() {
    for side in [5, 6, 9] {
        conformance::check::<Gomoku>(&size(side), 20, 81, 1);
        conformance::check::<Standard>(&size(side), 20, 81, 2);
        conformance::check::<Renju>(&size(side), 20, 81, 3);
        conformance::check::<Caro>(&size(side), 20, 81, 4);
    }
    conformance::check::<Gomoku>(&size(15), 2, 225, 5);
    conformance::check::<Renju>(&size(15), 2, 225, 6);
    conformance::check::<Standard>(&size(22), 1, 60, 7);
    conformance::check::<Caro>(&size(22), 1, 60, 8);
}

fn agrees_with_referee<R: Rule>(pos: &Board<R>) {
    let referee = Referee::new(R::VARIANT, pos, pos.turn());
    let context = || pos.to_diagram().to_string();
    assert_eq!(pos.outcome(), referee.outcome(), "{}", context());
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let legal: BTreeSet<Cell> = moves.into_iter().collect();
    assert_eq!(legal, referee.legal(), "{}", context());
    let alignment: BTreeSet<Cell> = pos.alignment().into_iter().collect();
    assert_eq!(alignment, referee.alignment(), "{}", context());
}

fn random_games_agree<R: Rule>(side: u8, games: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..games {
        let mut pos = Board::<R>::start(&size(side));
        loop {
            agrees_with_referee(&pos);
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            pos.play(mv).unwrap();
        }
    }
}

#[test]
fn random_games_agree_with_the_referee() {
    for side in [5, 6, 8] {
        random_games_agree::<super::FreestyleRule>(side, 15, 11);
        random_games_agree::<super::StandardRule>(side, 15, 12);
        random_games_agree::<super::RenjuRule>(side, 15, 13);
        random_games_agree::<super::CaroRule>(side, 15, 14);
    }
    random_games_agree::<super::RenjuRule>(15, 1, 15);
}

/// A board with stones strewn over a window of it, `percent` of them black; `None` if both sides
/// have a winning row.
fn strewn<R: Rule>(
    rng: &mut SplitMix64,
    side: u8,
    stones: usize,
    percent: usize,
) -> Option<Board<R>> {
    let window = 5 + rng.below(usize::from(side) - 4);
    let (left, bottom) =
        (rng.below(usize::from(side) - window + 1), rng.below(usize::from(side) - window + 1));
    let mut rows = vec![vec![b'.'; side.into()]; side.into()];
    for _ in 0..stones {
        let letter = if rng.below(100) < percent { b'x' } else { b'o' };
        rows[bottom + rng.below(window)][left + rng.below(window)] = letter;
    }
    let diagram = Diagram { rows, turn: Some(Player::First), number: None };
    Board::from_diagram(&size(side), &diagram).ok()
}

#[test]
fn set_up_boards_agree_with_the_referee() {
    let mut rng = SplitMix64::new(21);
    for round in 0..1200 {
        let side = [5, 7, 9, 15][round % 4];
        let stones = 4 + rng.below(40);
        let percent = 40 + rng.below(50);
        if let Some(pos) = strewn::<super::FreestyleRule>(&mut rng, side, stones, percent) {
            agrees_with_referee(&pos);
        }
        if let Some(pos) = strewn::<super::StandardRule>(&mut rng, side, stones, percent) {
            agrees_with_referee(&pos);
        }
        if let Some(pos) = strewn::<super::CaroRule>(&mut rng, side, stones, percent) {
            agrees_with_referee(&pos);
        }
    }
}

#[test]
fn every_verdict_of_renju_agrees_with_the_referee() {
    let mut rng = SplitMix64::new(22);
    let mut seen = [0; 5];
    for round in 0..1500 {
        let side = [6, 9, 12, 15][round % 4];
        let (stones, percent) = (8 + rng.below(50), 50 + rng.below(50));
        let Some(pos) = strewn::<super::RenjuRule>(&mut rng, side, stones, percent) else {
            continue;
        };
        agrees_with_referee(&pos);
        let referee = Referee::new(super::Variant::Renju, &pos, Player::First);
        for cell in pos.empty_cells() {
            let verdict = renju::judge(&pos.lines, cell);
            assert_eq!(Some(verdict), referee.verdict(cell), "{cell} in {}", pos.to_diagram());
            let culprits = renju::culprits(&pos.lines, cell);
            assert_eq!(culprits.contains(&cell), verdict.is_forbidden());
            assert!(culprits.iter().all(|&c| c == cell || pos.at(c) == Some(Player::First)));
            seen[verdict as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "too few of a kind: {seen:?}");
}

/// `testdata/gomoku/renju_forbidden.txt`: a diagram, then `cell:reason` of every forbidden point.
#[test]
fn recorded_forbidden_points_are_found() {
    let text = include_str!("../../../../testdata/gomoku/renju_forbidden.txt");
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (board, points) = line.split_once(';').unwrap();
        let pos = drawn::<super::RenjuRule>(board);
        let found: Vec<String> = pos
            .forbidden()
            .into_iter()
            .map(|cell| {
                let key = pos.refusal(cell).unwrap().key;
                format!("{cell}:{}", key.rsplit('.').next().unwrap())
            })
            .collect();
        assert_eq!(found.join(" "), points.trim(), "{board}");
        cases += 1;
    }
    assert!(cases >= 200, "{cases} cases");
}

#[test]
fn overlines_win_where_the_variant_says() {
    // The last stone closes a gap of xxx.xx: six in a row.
    let six = "a1a3b1b3c1c3e1e3f1f5d1";
    assert_eq!(after::<super::FreestyleRule>(9, six).outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(after::<super::StandardRule>(9, six).outcome(), None);
    assert_eq!(after::<super::CaroRule>(9, six).outcome(), None);
    // The same row for the second player.
    let six = "a3a1c3b1e3c1g3e1i5f1i9d1";
    assert_eq!(after::<super::RenjuRule>(9, six).outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(after::<super::StandardRule>(9, six).outcome(), None);
}

#[test]
fn in_caro_only_two_enemy_ends_void_a_five() {
    let blocked = drawn::<super::CaroRule>(
        "........./oxxxx.o../........./........./........./........./........./........./......... x",
    );
    let mut both = blocked.clone();
    both.play("f8".parse().unwrap()).unwrap();
    assert_eq!(both.outcome(), None);
    let mut edge = drawn::<super::CaroRule>(
        "........./xxxx.o.../........./........./........./........./........./........./......... x",
    );
    edge.play("e8".parse().unwrap()).unwrap();
    assert_eq!(edge.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(edge.alignment().len(), 5);
}

#[test]
fn a_forbidden_point_names_its_reason_and_stones() {
    let reason = |board: &str, cell: &str| {
        let pos = drawn::<super::RenjuRule>(board);
        let message = pos.refusal(cell.parse().unwrap()).unwrap();
        let cells = message.args.iter().find(|arg| arg.0 == "cells").unwrap().1.clone();
        (message.key, cells)
    };
    let cross = "........./........./....x..../....x..../..xx...../........./........./........./......... x";
    assert_eq!(
        reason(cross, "e5"),
        ("refusal.forbidden.double-three", "c5, d5, e5, e6, e7".into())
    );
    let fours = "........./....x..../....x..../....x..../.xxx...../....o..../........./........./......... x";
    assert_eq!(
        reason(fours, "e5"),
        ("refusal.forbidden.double-four", "b5, c5, d5, e5, e6, e7, e8".into())
    );
    let long = "........./........./........./........./xxx.xx.../........./........./........./......... x";
    let told = ("refusal.forbidden.overline", "a5, b5, c5, d5, e5, f5".into());
    assert_eq!(reason(long, "d5"), told);
    // A stone beside it on another line is none of the six.
    let beside = "........./........./........./...x...../xxx.xx.../........./........./........./......... x";
    assert_eq!(reason(beside, "d5"), told);
}

#[test]
fn refusals_say_why() {
    let pos = after::<super::FreestyleRule>(15, "h8");
    let key = |text: &str| pos.refusal(text.parse().unwrap()).map(|message| message.key);
    assert_eq!(key("h8"), Some("refusal.occupied"));
    assert_eq!(key("p1"), Some("refusal.off-board"));
    assert_eq!(key("z99"), Some("refusal.off-board"));
    assert_eq!(key("h9"), None);
    let won = after::<super::FreestyleRule>(15, "a1a2b1b2c1c2d1d2e1");
    assert_eq!(won.refusal("f1".parse().unwrap()).unwrap().key, "refusal.game-over");
}

#[test]
fn diagrams_ask_for_counts_or_a_side() {
    let read = |text: &str| Gomoku::from_diagram(&size(5), &Diagram::parse(text).unwrap());
    assert_eq!(read("...../..x../...../...../.....").unwrap().turn(), Player::Second);
    assert_eq!(read("xx.../...../...../...../..... x").unwrap().turn(), Player::First);
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert!(
        error("xx.../...../...../...../.....")
            .contains("error.diagram.whose-turn first=2 second=0")
    );
    assert!(error("xxxxx/...../ooooo/...../.....").contains("error.diagram.two-rows"));
    assert!(error("X..../...../...../...../.....").contains("error.diagram.bombs found=X"));
    assert!(error("..../..../..../....").contains("error.diagram.size cols=5 rows=5 found_cols=4"));
    assert!(error("...../...../...../...../..... x 3").contains("error.diagram.rounds found=3"));
}

#[test]
fn sizes_beyond_the_limits_are_refused() {
    assert_eq!(Gomoku::parse_setup(""), Ok(size(15)));
    assert_eq!(Gomoku::parse_setup("22"), Ok(size(22)));
    for text in ["4", "23", "0", "999", "+9", "15x15", "a", "99999999999999999999"] {
        let error = Renju::parse_setup(text).unwrap_err().to_string();
        assert!(error.contains("error.setup.side least=5 most=22"), "{error}");
    }
}

#[test]
fn first_player_without_a_legal_point_draws() {
    // The only empty point would make six in a row.
    let stuck = "xxx.xx/ooxoox/oxxoxo/xooxxo/oxxoxx/ooxoox x";
    let pos = drawn::<super::RenjuRule>(stuck);
    assert_eq!(pos.outcome(), Some(Outcome::Draw));
    assert_eq!(pos.count_legal(), 0);
    assert_eq!(drawn::<super::FreestyleRule>(stuck).outcome(), None);
}

#[test]
fn verdicts_do_not_depend_on_white_to_move() {
    let text =
        "........./........./....x..../....x..../..xx...../........./........./........./.........";
    let pos = drawn::<super::RenjuRule>(&format!("{text} o"));
    assert!(pos.is_legal("e5".parse().unwrap()));
    assert_eq!(renju::judge(&pos.lines, "e5".parse().unwrap()), Verdict::DoubleThree);
    assert!(pos.forbidden().is_empty());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        let pos = Gomoku::start(&size(15));
        let _ = pos.parse_move(&text);
        let _ = Gomoku::parse_setup(&text);
        let _ = parse_position::<Renju>(&size(15), &text);
        let _ = parse_position::<Renju>(&size(5), &format!("diagram:{text}"));
    }

    #[test]
    fn texts_that_look_like_moves_are_read_or_refused(text in "[a-z0-9, ]{0,30}") {
        let pos = Caro::start(&size(9));
        if let Ok((mv, rest)) = pos.parse_move(&text) {
            prop_assert!(text.ends_with(rest));
            prop_assert_eq!(pos.is_legal(mv), pos.refusal(mv).is_none());
        }
        let _ = parse_position::<Caro>(&size(9), &text);
        let _ = parse_position::<Standard>(&size(5), &format!("diagram:{}", text.replace(',', "/")));
    }
}
