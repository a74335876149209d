//! Strategies in games: the guide never loses its way, files are read as they were written,
//! and what is expanded needs only the rules.

use alinea_core::{Outcome, Player, Position};
use alinea_games::Connect4;
use alinea_games::connect4::Size;
use alinea_proof::{
    Advice, Certificate, Embedded, Goal, Guide, Language, Prices, ProveError, Prover, Shape, Task,
    Why,
};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

const SMALL: &str = include_str!("../certificates/connect4-5x4.txt");

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as usize) % n
    }
}

#[test]
fn files_are_read_as_they_were_written() {
    for text in [Embedded::SMALLEST, Embedded::PLANS_ONLY, SMALL] {
        let certificate = Certificate::read(text).expect("a certificate");
        assert_eq!(certificate.text(), text);
    }
}

#[test]
fn plain_plans_have_two_words_of_their_own_at_most() {
    let certificate = Certificate::read(Embedded::PLANS_ONLY).expect("a certificate");
    for plan in certificate.strategies[0].lines.iter().filter_map(|line| line.plan) {
        assert!(plan.text(7).chars().filter(|&word| word != '=').count() <= 2, "{plan:?}");
    }
}

#[test]
fn the_guide_wins_every_game() {
    let mut dice = Dice(7);
    for text in [Embedded::SMALLEST, Embedded::PLANS_ONLY] {
        let certificate = Certificate::read(text).expect("a certificate");
        let guide = Guide::new(&certificate, &certificate.strategies[0]);
        for _ in 0..300 {
            let mut pos = Connect4::new(Size::USUAL);
            let mut columns = Vec::new();
            while pos.outcome().is_none() {
                let mut legal = Vec::new();
                pos.legal_moves(&mut legal);
                let col = match guide.advise(&columns).expect("a game") {
                    Advice::Play { col, .. } => col,
                    Advice::Wait => legal[dice.below(legal.len())],
                    other => panic!("{other:?} after {columns:?}"),
                };
                assert!(pos.is_legal(col), "{col} after {columns:?}");
                pos.play_unchecked(col);
                columns.push(col);
            }
            assert_eq!(pos.outcome(), Some(Outcome::Win(Player::First)), "{columns:?}");
            assert_eq!(guide.advise(&columns), Some(Advice::Over));
        }
    }
}

#[test]
fn who_leaves_the_strategy_is_told_so() {
    let certificate = Certificate::read(Embedded::SMALLEST).expect("a certificate");
    let guide = Guide::new(&certificate, &certificate.strategies[0]);
    assert!(matches!(
        guide.advise(&[]),
        Some(Advice::Play { col: 3, why: Why::Stored { line: 0 } })
    ));
    assert_eq!(guide.advise(&[3]), Some(Advice::Wait));
    assert_eq!(guide.advise(&[0, 0]), Some(Advice::Left));
    assert_eq!(guide.advise(&[9]), None);
}

#[test]
fn what_is_expanded_needs_only_the_rules() {
    let certificate = Certificate::read(SMALL).expect("a certificate");
    for strategy in &certificate.strategies {
        let mut moves: HashMap<Vec<String>, u8> = HashMap::new();
        let drawn = |columns: &[u8]| -> Vec<String> {
            let mut board = vec![String::new(); 5];
            for (ply, &col) in columns.iter().enumerate() {
                board[usize::from(col)].push(if ply % 2 == 0 { 'x' } else { 'o' });
            }
            board
        };
        let complete = Guide::new(&certificate, strategy).expand(|columns, col| {
            assert!(moves.insert(drawn(columns), col).is_none(), "{columns:?} twice");
        });
        assert!(complete.is_some());
        let size = Size::new(5, 4).expect("a size");
        let mut open: Vec<Vec<u8>> = vec![Vec::new()];
        let mut seen = HashSet::new();
        while let Some(columns) = open.pop() {
            let mut pos = Connect4::new(size);
            for &col in &columns {
                pos.play_unchecked(col);
            }
            if let Some(outcome) = pos.outcome() {
                assert_ne!(outcome, Outcome::Win(strategy.hero.other()), "{columns:?}");
                continue;
            }
            if !seen.insert(drawn(&columns)) {
                continue;
            }
            let mut next = Vec::new();
            if pos.turn() == strategy.hero {
                let board = drawn(&columns);
                let mirrored: Vec<String> = board.iter().rev().cloned().collect();
                let straight = moves.get(&board).copied();
                let col = straight.or_else(|| moves.get(&mirrored).map(|col| 4 - col));
                next.push(col.unwrap_or_else(|| panic!("no move after {columns:?}")));
            } else {
                pos.legal_moves(&mut next);
            }
            for col in next {
                open.push([columns.as_slice(), &[col]].concat());
            }
        }
    }
}

fn task(cols: u32, rows: u32, hero: Player, goal: Goal) -> Task {
    let shape = Shape::new(cols, rows).expect("a size");
    Task { shape, hero, goal, prices: Prices::STORED, language: Language::Plain, rng_seed: 1 }
}

#[test]
fn a_search_proves_what_is_so_and_nothing_else() {
    let mut prover = Prover::new(task(4, 4, Player::Second, Goal::Draw)).expect("4x4 is a draw");
    let time = Duration::from_secs(600);
    let strategy = prover.run(time, |_, better| better.is_none()).expect("a strategy").clone();
    let shape = Shape::new(4, 4).expect("a size");
    let alone = Certificate { shape, strategies: vec![strategy] };
    assert!(Guide::new(&alone, &alone.strategies[0]).expand(|_, _| {}).is_some());
    let wins = Prover::new(task(4, 4, Player::First, Goal::Win));
    assert_eq!(wins.err(), Some(ProveError::NotSo { hero: Player::First, goal: Goal::Win }));
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let bad = |text: String, line: usize| {
        let error = Certificate::read(&text).expect_err("refused");
        assert_eq!(error.line, line, "{error}");
    };
    bad(SMALL.replace("certificate 1", "certificate 2"), 1);
    bad(SMALL.replace("5x4", "8x8"), 2);
    bad(SMALL.replacen("first draw", "first win", 1), 3);
    bad(SMALL.replacen("stored", "kept", 1), 4);
    bad(SMALL.trim_end().to_owned(), SMALL.lines().count());
    bad(format!("{SMALL}more\n"), SMALL.lines().count() + 1);
    bad(String::new(), 0);
}
