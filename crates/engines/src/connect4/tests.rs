//! The analyst, the engine, the levels, the reasons and the book, through the game's own types.

use super::analyst::{Allowance, Analyst, as_score, read};
use super::book::{Book, BookError};
use super::engine::SolverEngine;
use super::heuristics::Ligue4Bits;
use super::human::HumanEngine;
use super::solver::{Cause, Goal, Question, Solver};
use alinea_core::{Outcome, Position, SplitMix64};
use alinea_games::{Connect4, connect4::Size};
use alinea_search::{AlphaBeta, Engine, Ignore, Limits, Stop};
use alinea_words::Language;
use std::sync::Arc;

/// Positions of the book that are solved again, and how long each may take.
const SAMPLE: u32 = 40;
const SAMPLE_NODES: u64 = 400_000;

fn allowance() -> Allowance {
    Allowance::new(Goal::Exact, &Limits::default(), &Stop::new())
}

/// Unfinished random positions of the usual board with this many stones.
fn random_positions(seed: u64, plies: u32, count: usize) -> Vec<Connect4> {
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut pos = Connect4::new(Size::USUAL);
        while pos.ply() < plies && pos.outcome().is_none() {
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            pos.play_unchecked(legal[rng.below(legal.len())]);
        }
        if pos.outcome().is_none() {
            found.push(pos);
        }
    }
    found
}

#[test]
fn best_play_ends_when_the_score_says() {
    let mut analyst = Analyst::new(Size::USUAL, 4, 1).unwrap();
    for pos in random_positions(1, 22, 40) {
        let (exact, best) = analyst.best_moves(&pos, &mut allowance()).unwrap();
        let line = analyst.line(&pos, exact, &mut allowance());
        let mut end = pos;
        for &col in &line {
            end.play_unchecked(col);
        }
        let plies = line.len() as u32;
        let score = as_score(&pos, exact);
        match end.outcome() {
            Some(Outcome::Draw) => assert_eq!(exact, 0),
            Some(Outcome::Win(winner)) if winner == pos.turn() => {
                assert_eq!(score.win(), Some(plies))
            }
            Some(_) => assert_eq!(score.loss(), Some(plies)),
            None => panic!("the line does not end the game"),
        }
        let all = analyst.move_scores(&pos, &mut allowance(), |_, _| {});
        let equal = all.iter().filter(|(_, bounds)| bounds.lower == exact).map(|&(col, _)| col);
        assert_eq!(best, equal.collect::<Vec<_>>());
    }
}

#[test]
fn a_finished_game_answers_its_result() {
    let mut analyst = Analyst::new(Size::USUAL, 1, 1).unwrap();
    let won = read("1212121").unwrap();
    assert_eq!(analyst.score(&won, &mut allowance()).lower, -18);
    let before = read("121212").unwrap();
    assert_eq!(analyst.score(&before, &mut allowance()).lower, 18);
}

#[test]
fn an_engine_that_cannot_finish_still_sees_what_four_plies_show() {
    let mut engine = SolverEngine::new(Size::USUAL, 4, 1).unwrap();
    let mut look = AlphaBeta::new(Arc::new(Ligue4Bits)).with_table(1);
    let (mut unfinished, mut decided) = (0, 0);
    for pos in random_positions(5, 9, 60) {
        let every = Limits { lines: 7, ..Limits::depth(4) };
        let seen = look.think(&pos, &every, &Stop::new(), &mut Ignore);
        engine.clear();
        let thought = engine.think(&pos, &Limits::nodes(4_000), &Stop::new(), &mut Ignore);
        let best = thought.best.unwrap();
        assert_eq!((thought.moves[0].mv, thought.moves[0].score), (best, thought.score));
        unfinished += u32::from(!thought.proven);
        // Solver and judge each look at their limit every thousand nodes.
        assert!(thought.nodes <= 4_000 + 2 * 1_024, "{} nodes", thought.nodes);
        let chosen = seen.moves.iter().find(|root| root.mv == best).unwrap();
        if seen.score.is_decided() {
            decided += 1;
            assert!(chosen.score.is_decided(), "{seen:?} {thought:?}");
        }
        assert!(chosen.score.loss().is_none() || seen.score.loss().is_some(), "{best} loses");
    }
    assert!(unfinished > 20 && decided > 5, "{unfinished} {decided}");
}

#[test]
fn the_engine_streams_scores_and_plays_the_best_move() {
    let mut engine = SolverEngine::new(Size::USUAL, 4, 1).unwrap();
    for pos in random_positions(2, 20, 10) {
        let mut heard = 0;
        let mut observer = |thought: &alinea_search::Thought<u8>| {
            heard += 1;
            assert_eq!(thought.moves.len(), heard);
        };
        let thought = engine.think(&pos, &Limits::default(), &Stop::new(), &mut observer);
        assert_eq!(heard, pos.count_legal());
        assert!(thought.proven && thought.exact.is_some());
        assert_eq!(thought.moves[0].exact, thought.exact);
        assert_eq!(thought.line.first().copied(), thought.best);
    }
    let stopped = Stop::new();
    stopped.stop();
    let start = Connect4::new(Size::new(7, 7).unwrap());
    let mut engine = SolverEngine::new(Size::new(7, 7).unwrap(), 4, 1).unwrap();
    let thought = engine.think(&start, &Limits::default(), &stopped, &mut Ignore);
    assert!(thought.best.is_some() && !thought.proven);
}

/// Every line that is asked for ends the game with the score it stands beside; nothing is spent on the others.
#[test]
fn each_line_leads_to_the_end_that_its_score_says() {
    let mut engine = SolverEngine::new(Size::USUAL, 4, 1).unwrap();
    for pos in random_positions(5, 22, 12) {
        let limits = Limits { lines: 3, ..Limits::default() };
        let thought = engine.think(&pos, &limits, &Stop::new(), &mut Ignore);
        for (number, root) in thought.moves.iter().enumerate() {
            if number >= limits.lines {
                assert_eq!(root.line, [root.mv]);
                continue;
            }
            let mut end = pos;
            for &col in &root.line {
                end.play(col).unwrap();
            }
            let winner = end.outcome().expect("the line ends the game").winner();
            let plies = root.line.len() as u32;
            match (root.score.win(), root.score.loss()) {
                (Some(win), _) => assert_eq!((winner, plies), (Some(pos.turn()), win)),
                (_, Some(loss)) => assert_eq!((winner, plies), (Some(pos.turn().other()), loss)),
                _ => assert_eq!(winner, None),
            }
        }
        assert_eq!(thought.line, thought.moves[0].line);
    }
}

/// A sentence calls the reader, who is to move, "you": its side fits the result it explains.
#[test]
fn from_the_empty_board_all_seven_lines_go_to_the_end() {
    let mut engine = SolverEngine::new(Size::USUAL, 64, 1).unwrap();
    let start = Connect4::new(Size::USUAL);
    let limits = Limits { lines: 7, ..Limits::default() };
    let thought = engine.think(&start, &limits, &Stop::new(), &mut Ignore);
    for root in &thought.moves {
        let mut end = start;
        for &col in &root.line {
            end.play_unchecked(col);
        }
        assert!(end.outcome().is_some(), "{} stops after {} moves", root.mv + 1, root.line.len());
    }
}

#[test]
fn reasons_speak_to_the_player_to_move() {
    let mut engine = SolverEngine::new(Size::USUAL, 4, 1).unwrap();
    let mut heard = std::collections::BTreeSet::new();
    for pos in (18..34).flat_map(|plies| random_positions(u64::from(plies) + 50, plies, 20)) {
        let thought = engine.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
        let Some(reason) = thought.reason else { continue };
        let cause = reason.inner.first().map_or(&reason, |(_, cause)| cause);
        let exact = thought.exact.unwrap();
        let is_right = match cause.key.strip_prefix("reason.connect4.").unwrap() {
            "wins-now.you" | "two-threats.you" | "no-safe-move.opponent" => exact > 0,
            "odd-threat.you" | "even-squares.you" => exact > 0,
            "wins-now.opponent" | "two-threats.opponent" | "no-safe-move.you" => exact < 0,
            "odd-threat.opponent" | "even-squares.opponent" => exact < 0,
            "cannot-win.you" | "cannot-win.opponent" => exact == 0,
            other => panic!("{other}"),
        };
        assert!(is_right, "{reason} with {exact}");
        heard.insert(cause.key);
    }
    assert!(heard.len() > 7, "{heard:?}");
}

#[test]
fn reasons_agree_with_the_score_and_have_words() {
    let mut analyst = Analyst::new(Size::USUAL, 4, 1).unwrap();
    let mut causes = Vec::new();
    for plies in 20..36 {
        for pos in random_positions(u64::from(plies), plies, 25) {
            let exact = analyst.score(&pos, &mut allowance()).lower;
            let Some(reason) = analyst.reason(&pos, exact) else { continue };
            let flipped = reason.forced.len() % 2 == 1;
            let there = if flipped { -exact } else { exact };
            let right = match reason.cause {
                Cause::WinsNow => there > 0,
                Cause::CannotWin => there == 0,
                _ => there < 0,
            };
            assert!(right, "{reason:?} with score {exact}");
            assert!(reason.cause == Cause::CannotWin || !reason.squares.is_empty());
            let message = reason.message(&[]);
            for language in [Language::English, Language::Portuguese, Language::Spanish] {
                assert!(language.knows(message.key), "{}", message.key);
                assert!(!language.say(&message).contains('{'));
            }
            causes.push(reason.cause);
        }
    }
    for cause in [Cause::WinsNow, Cause::OddThreat, Cause::CannotWin, Cause::NoSafeMove] {
        assert!(causes.contains(&cause), "{cause:?} never came up");
    }
}

#[test]
fn every_level_plays_and_the_last_is_perfect() {
    let mut analyst = Analyst::new(Size::USUAL, 4, 1).unwrap();
    for level in 1..=10 {
        let mut player = HumanEngine::new(Analyst::new(Size::USUAL, 4, 1).unwrap(), level, 0);
        for pos in random_positions(7, 18, 5) {
            let thought = player.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
            let best = thought.best.unwrap();
            assert!(pos.is_legal(best));
            if level == 10 {
                let (_, perfect) = analyst.best_moves(&pos, &mut allowance()).unwrap();
                assert!(perfect.contains(&best));
            }
        }
    }
}

#[test]
fn a_book_is_read_back_and_damage_is_refused() {
    let scores: Vec<i32> = (0..25).map(|i| i % 7 - 3).collect();
    let bytes = Book::pack(2, &scores);
    let book = Book::read(&bytes).unwrap();
    assert_eq!(book.plies(), 2);
    for (board, &score) in super::book::positions(2).iter().zip(&scores) {
        assert_eq!(book.score(*board), Some(score));
    }
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(matches!(Book::read(&damaged), Err(BookError::Checksum { .. })));
    assert_eq!(Book::read(b"something else").unwrap_err(), BookError::Title);
    assert!(Book::read(&bytes[..bytes.len() - 1]).is_err());
}

#[test]
fn the_embedded_book_is_whole_and_agrees_with_itself() {
    let book = Book::embedded().unwrap();
    let score = |board| book.score(board).unwrap();
    let start = super::book::positions(0)[0];
    assert_eq!(score(start), 1);
    let first: Vec<i32> = start.quiet_children().map(|child| -score(child)).collect();
    assert_eq!(first, [-2, -1, 0, 1, 0, -1, -2]);
    for ply in 0..book.plies() {
        for board in super::book::positions(ply) {
            let best = board.quiet_children().map(|child| -score(child)).max();
            let expected = board.winning_score().or(best);
            assert_eq!(Some(score(board)), expected, "{board:?}");
        }
    }
}

/// Positions of the book's last ply against a fresh search. The first plies are too long to
/// be solved in a test, so a book that ends there is only looked at briefly.
#[test]
fn a_random_sample_of_the_book_is_solved_again() {
    let book = Book::embedded().unwrap();
    let (tries, wanted) = if book.plies() < 8 { (4, 0) } else { (120, SAMPLE) };
    let mut rng = SplitMix64::new(2026);
    let mut solver = Solver::standard(64);
    let positions = super::book::positions(book.plies());
    let question = Question { nodes: Some(SAMPLE_NODES), ..Question::exact() };
    let mut solved = 0;
    for _ in 0..tries {
        let board = positions[rng.below(positions.len())];
        solver.forget();
        let found = solver.solve(board, &question);
        let said = book.score(board).unwrap();
        // A position that is too long for a test still bounds what the book may say.
        assert!(found.lower <= said && said <= found.upper, "{board:?}: {said}, {found:?}");
        solved += u32::from(found.is_exact());
        if solved == SAMPLE {
            break;
        }
    }
    assert!(solved >= wanted, "{solved} of {wanted} solved");
}

/// What the solver cannot finish is judged by the general search among the moves that are not known to be worse, not by the order of columns.
#[test]
fn what_cannot_be_solved_is_judged() {
    let nodes = 2000;
    let (mut judged, mut off_centre) = (0, 0);
    for pos in random_positions(16, 14, 60) {
        let mut engine = SolverEngine::new(Size::USUAL, 1, 1).unwrap();
        let thought = engine.think(&pos, &Limits::nodes(nodes), &Stop::new(), &mut Ignore);
        let known = thought.moves.iter().filter(|root| root.proven || root.score.is_decided());
        let known: Vec<u8> = known.map(|root| root.mv).collect();
        let best = thought.best.unwrap();
        if thought.proven || known.contains(&best) || thought.score.is_decided() {
            continue;
        }
        let order = Arc::new(crate::columns::Columns::center(7, |col| col));
        let mut judge = AlphaBeta::new(Arc::new(Ligue4Bits)).with_order(order).with_table(4);
        let lines = if known.is_empty() { 1 } else { pos.count_legal() };
        let limits = Limits { lines, ..Limits::nodes(nodes / 4) };
        let alone = judge.think(&pos, &limits, &Stop::new(), &mut Ignore);
        let expected = alone.moves.iter().find(|root| !known.contains(&root.mv)).unwrap();
        assert_eq!(best, expected.mv, "{pos:?}");
        assert_eq!(thought.score, expected.score);
        judged += 1;
        off_centre += usize::from(best != 3);
    }
    assert!(judged >= 8 && off_centre >= 4, "{judged} judged, {off_centre} off the centre");
}
