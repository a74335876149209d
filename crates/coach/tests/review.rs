//! Reviews of real games: Connect Four against the solver move by move, the others where the
//! truth is plain.

use alinea_catalogue::{EngineSpec, Session, open};
use alinea_coach::{JudgedJson, Review, ReviewEnd, ReviewOptions, Verdict, review};
use alinea_core::{Player, SplitMix64};
use alinea_engines::connect4::analyst::{Allowance, Analyst, Connect4, Size};
use alinea_engines::connect4::solver::{Goal, Rules, Width};
use alinea_search::{Limits, Stop};
use alinea_words::Language;

fn played(game: &str, moves: &str) -> Box<dyn Session> {
    open(game).unwrap().read(moves).unwrap()
}

fn reviewed(session: &dyn Session, options: &ReviewOptions) -> Review {
    let mut heard = 0;
    let review = review(session, options, &Stop::new(), &mut |_| heard += 1).unwrap();
    assert!(review.is_complete && heard == session.moves().len());
    review
}

/// A game of random moves in which wins at once are taken, so that results change often.
fn random_game(seed: u64) -> Box<dyn Session> {
    let mut session = open("connect4").unwrap();
    let mut rng = SplitMix64::new(seed);
    while session.outcome().is_none() {
        let legal = session.legal();
        let mv = rng.pick(&legal).unwrap().clone();
        session.play(&mv).unwrap();
    }
    session
}

fn exact(analyst: &mut Analyst, session: &dyn Session) -> i32 {
    let mut allowance = Allowance::new(Goal::Exact, &Limits::default(), &Stop::new());
    let bounds = analyst.score(session.position::<Connect4>().unwrap(), &mut allowance);
    assert!(bounds.is_exact());
    bounds.lower
}

/// Compares every judgement of a game, from a ply on, with an analyst asked move by move; answers
/// how many were compared.
fn compare(analyst: &mut Analyst, session: &dyn Session, from: usize, name: &str) -> usize {
    let review = reviewed(session, &ReviewOptions::default());
    let mut here = session.boxed_clone();
    let mut compared = 0;
    for judged in review.moves.iter().rev().take_while(|judged| judged.ply >= from) {
        let finished = here.outcome();
        let after = match finished {
            Some(_) => None,
            None => Some(-exact(analyst, here.as_ref())),
        };
        here.undo().unwrap();
        let best = exact(analyst, here.as_ref());
        let name = format!("{name}, ply {}", judged.ply);
        if let Some(after) = after {
            assert_eq!(judged.played.exact, Some(after), "{name}");
            let expected = match (best.signum(), after.signum()) {
                _ if best == after => Verdict::Best,
                (1, -1) => Verdict::Blunder,
                (b, a) if b != a => Verdict::Mistake,
                _ => judged.verdict,
            };
            assert_eq!(judged.verdict, expected, "{name}");
            assert_eq!(judged.is_turning_point(), best.signum() != after.signum(), "{name}");
        } else if finished.is_some_and(|end| end.winner() == Some(here.turn())) {
            assert_eq!(judged.verdict, Verdict::Best, "{name}: nothing is better than to win");
        }
        let mut better = here.boxed_clone();
        better.play(&judged.best_move).unwrap();
        if better.outcome().is_none() {
            assert_eq!(-exact(analyst, better.as_ref()), best, "{name}: the best move is best");
        }
        compared += 1;
    }
    compared
}

/// Another way to the review's answers: no book, no vector lanes, no static rules.
fn other_analyst() -> Analyst {
    let rules = Rules { claimeven: false, odd_threat: false };
    Analyst::new(Size::USUAL, 16, 1).unwrap().without_book().with(Width::Scalar, rules)
}

#[test]
fn connect_four_results_are_the_solvers() {
    let mut analyst = other_analyst();
    for seed in 0..3 {
        let session = random_game(seed);
        compare(&mut analyst, session.as_ref(), 18, &format!("seed {seed}"));
    }
}

/// Minutes: `cargo test --release -p alinea-coach --test review -- --ignored --nocapture`.
/// Compares every judgement of a hundred games, and those from ply 14 on by two ways: before that
/// only the book answers in time.
#[allow(clippy::print_stdout, reason = "how far a long run has come")]
fn a_hundred_games_without_a_mistake(first: u64) {
    let (mut other, mut usual) = (other_analyst(), Analyst::new(Size::USUAL, 16, 1).unwrap());
    let (mut compared, mut again) = (0, 0);
    for seed in first..first + 100 {
        let session = random_game(seed);
        let name = format!("seed {seed}");
        compared += compare(&mut usual, session.as_ref(), 1, &name);
        again += compare(&mut other, session.as_ref(), 14, &name);
    }
    println!("games {first} to {}: {compared} moves, {again} of them twice", first + 99);
    assert!(compared > 1_000, "{compared}");
}

macro_rules! five_hundred_games {
    ($($name:ident $first:literal)*) => {$(
        #[test]
        #[ignore = "a hundred games take minutes"]
        fn $name() {
            a_hundred_games_without_a_mistake($first);
        }
    )*};
}

five_hundred_games! {
    games_1000_to_1099 1_000
    games_1100_to_1199 1_100
    games_1200_to_1299 1_200
    games_1300_to_1399 1_300
    games_1400_to_1499 1_400
}

#[test]
fn a_turning_point_shows_what_was_better_and_how_it_is_answered() {
    // Three in a row on the floor, open at one end, and the second player builds on top of them.
    let session = played("connect4", "112233");
    let review = reviewed(session.as_ref(), &ReviewOptions::default());
    let last = &review.moves[5];
    assert_eq!((last.mv.as_str(), last.player), ("3", Player::Second));
    assert_eq!((last.verdict, last.best_move.as_str()), (Verdict::Blunder, "4"));
    assert_eq!((last.refutation[0].as_str(), last.refutation[1].as_str()), ("3", "4"));
    assert_eq!(last.played.score.loss(), Some(2));
    assert_eq!(last.line[0], "4");
    let reason = last.reason.as_ref().expect("a turning point has words");
    assert_eq!(reason.key, "review.win-to-loss");
}

#[test]
fn a_review_reads_the_same_in_words_and_json() {
    let session = played("connect4", "112233");
    let review = reviewed(session.as_ref(), &ReviewOptions::default());
    let last = JudgedJson::new(&review.moves[5], Language::English);
    assert_eq!(last.reason.as_deref(), Some("4 won; 3 loses"));
    assert_eq!((last.mv.as_str(), last.player.as_str()), ("3", "second"));
    assert_eq!((last.refutation[0].as_str(), last.line[0].as_str()), ("3", "4"));
    assert_eq!((last.turning_point, last.verdict), (true, "blunder"));
    // Three results given away against two.
    let end = ReviewEnd::new(&review).accuracy;
    assert_eq!((end.first, end.second), (Some(10.6), Some(34.7)));
}

#[test]
fn a_missed_win_in_gomoku_is_a_turning_point() {
    // An open three that nobody blocks, and then moves far away.
    let session = played("gomoku:15", "h8a1i8a2j8o15a15o14");
    let options = ReviewOptions { engine: None, limits: Limits::nodes(5_000) };
    let review = reviewed(session.as_ref(), &options);
    let missed = &review.moves[6];
    assert_eq!(missed.mv, "a15");
    assert!(missed.best.score.win().is_some_and(|plies| plies <= 5), "{missed:?}");
    assert!(["g8", "k8", "f8", "l8"].contains(&missed.best_move.as_str()), "{missed:?}");
    assert!(missed.is_turning_point(), "{missed:?}");
    // The opponent had one move to stop it and played elsewhere too.
    assert!(review.moves[7].is_turning_point(), "{:?}", review.moves[7]);
}

#[test]
fn a_proven_win_that_is_missed_is_never_less_than_a_mistake() {
    // Black has an open three and a lead that stays large after any move: the estimate after the
    // miss is high, and still a proven win was given away.
    let session = played("gomoku:15", "h8a1i8a3j8a5h10a7i10a9j10a11c3");
    let options = ReviewOptions { engine: None, limits: Limits::nodes(5_000) };
    let review = reviewed(session.as_ref(), &options);
    let missed = review.moves.last().unwrap();
    assert!(missed.best.score.win().is_some(), "{missed:?}");
    assert!(
        missed.verdict >= Verdict::Mistake || missed.played.score.win().is_some(),
        "{missed:?}"
    );
    for judged in &review.moves {
        let (best, played) = (judged.best.score.win(), judged.played.score.win());
        if best.is_some() && played.is_none() {
            assert!(judged.verdict >= Verdict::Mistake, "{judged:?}");
        }
    }
}

/// A judge that sees a win only after its first move: the game itself shows it.
#[test]
fn a_win_that_is_seen_late_counts_where_it_began() {
    // Two plies deep an open four is seen as won only once it stands there.
    let session = played("gomoku:15", "h8a1i8a2j8o15k8o14l8");
    let engine = Some("alphabeta:depth=2".parse::<EngineSpec>().unwrap());
    let review = reviewed(session.as_ref(), &ReviewOptions { engine, limits: Limits::default() });
    // Black's last moves win, so White's answers before them lost nothing that was not lost.
    let five = &review.moves[8];
    assert_eq!((five.verdict, five.played.score.win()), (Verdict::Best, Some(1)));
    let four = &review.moves[6];
    assert_eq!((four.verdict, four.played.score.win()), (Verdict::Best, Some(3)), "{four:?}");
    let before = &review.moves[5];
    assert_eq!(before.played.score.loss(), Some(4), "{before:?}");
    // It is answered by the move of the game, and that line wins.
    assert_eq!(before.refutation[..2], ["o15", "k8"], "{before:?}");
    let end = played("gomoku:15", &format!("h8a1i8a2j8{}", before.refutation.concat()));
    assert_eq!(end.outcome().and_then(|end| end.winner()), Some(Player::First), "{before:?}");
}

#[test]
fn any_engine_may_judge_and_an_unknown_one_is_refused() {
    let session = played("mnk:3x3x3", "b2a1a3");
    let options = ReviewOptions {
        engine: Some("alphabeta:depth=9".parse::<EngineSpec>().unwrap()),
        limits: Limits::default(),
    };
    let review = reviewed(session.as_ref(), &options);
    assert!(review.moves.iter().all(|judged| judged.verdict == Verdict::Best), "{review:?}");
    assert_eq!(review.accuracy(Player::First), Some(100.0));
    let unknown =
        ReviewOptions { engine: Some("bets".parse().unwrap()), limits: Limits::default() };
    assert!(review_fails(session.as_ref(), &unknown));
}

fn review_fails(session: &dyn Session, options: &ReviewOptions) -> bool {
    review(session, options, &Stop::new(), &mut |_| {}).is_err()
}

#[test]
fn a_stopped_review_keeps_what_it_has() {
    let session = random_game(3);
    let stop = Stop::new();
    let mut heard = 0;
    let review = review(session.as_ref(), &ReviewOptions::default(), &stop, &mut |_| {
        heard += 1;
        if heard == 3 {
            stop.stop();
        }
    })
    .unwrap();
    assert_eq!(review.moves.len(), 3);
    assert!(!review.is_complete);
    assert_eq!(review.moves[2].ply, session.moves().len());
}

#[test]
fn four_in_a_row_in_boom_is_a_blunder_that_loses_at_once() {
    let session = played("boom", "1122334");
    let options = ReviewOptions { engine: None, limits: Limits::nodes(2_000) };
    let review = reviewed(session.as_ref(), &options);
    let last = review.moves.last().unwrap();
    assert_eq!(last.verdict, Verdict::Blunder, "{last:?}");
    let said = last.reason.as_ref().map(|reason| Language::English.say(reason));
    assert_eq!(said, Some(format!("4 loses at once; {} did not", last.best_move)));
    assert!(last.refutation.is_empty(), "nobody answers the last move: {last:?}");
}
