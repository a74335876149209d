//! Truth about positions: what is shipped is proven again, and what is not true is not.

use alinea_catalogue::open;
use alinea_lab::xray::{Effort, Maker, Truth, embedded, read, verify, written};

const EFFORT: Effort = Effort { nodes: 3_000, plies: 2 };

/// A few won and a few lost positions whose proofs are short.
fn sample(game: &str) -> Vec<Truth> {
    let truths = embedded(game).unwrap();
    let of = |result: i32| {
        let quick = truths.iter().filter(move |t| t.result() == result && t.plies() <= 6);
        quick.step_by(17).take(3).cloned()
    };
    of(1).chain(of(-1)).collect()
}

#[test]
fn a_sample_of_what_is_shipped_is_proven_again() {
    for game in ["gomoku", "boom"] {
        // Boom is tried out by the rules alone, which takes more nodes.
        let effort = Effort { nodes: if game == "boom" { 3_000_000 } else { 3_000 }, ..EFFORT };
        let sample = sample(game);
        assert_eq!(sample.len(), 6, "{game}");
        for truth in sample {
            assert!(verify(game, &truth, effort).unwrap(), "{game}: {}", written(&truth));
        }
    }
}

#[test]
fn slower_wins_are_followed_to_their_own_end() {
    // Four moves win at once, or nearly; another one wins too, in more plies than those and two.
    let slower = |truth: &&Truth| {
        let slowest = truth.moves.iter().map(|(_, score)| *score).filter(|score| *score > 0).min();
        slowest.is_some_and(|slowest| truth.score - slowest > EFFORT.plies as i32)
            && truth.plies() <= 6
    };
    let truths = embedded("boom").unwrap();
    let slowly_won = truths.iter().filter(slower);
    let mut found: Vec<&Truth> = slowly_won.collect();
    found.sort_by_key(|truth| std::cmp::Reverse(truth.moves.iter().map(|(_, score)| *score).min()));
    let truth = found[0];
    let effort = Effort { nodes: 3_000_000, ..EFFORT };
    assert!(verify("boom", truth, effort).unwrap(), "{}", written(truth));
}

#[test]
fn wins_and_losses_are_balanced_and_enough() {
    for game in ["gomoku", "boom"] {
        let truths = embedded(game).unwrap();
        let of = |result: i32| truths.iter().filter(|truth| truth.result() == result).count();
        assert!(truths.len() >= 500, "{game}: {}", truths.len());
        assert_eq!(of(1), of(-1), "{game}");
        let mut games: Vec<&str> = truths.iter().map(|truth| truth.position.as_str()).collect();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), truths.len(), "{game}: a position twice");
    }
}

#[test]
fn what_is_not_true_is_not_proven() {
    for game in ["gomoku", "boom"] {
        let effort = Effort { nodes: if game == "boom" { 300_000 } else { 1_000 }, ..EFFORT };
        for mut truth in sample(game).into_iter().step_by(2) {
            // The other side does not win, whatever the line says.
            truth.score = -truth.score;
            truth.moves.iter_mut().for_each(|(_, score)| *score = -*score);
            assert!(!verify(game, &truth, effort).unwrap(), "{game}: {}", written(&truth));
        }
    }
    let empty = Truth { position: "h8".into(), score: 995, moves: vec![("h9".into(), 995)] };
    assert!(!verify("gomoku", &empty, EFFORT).unwrap());
}

#[test]
fn a_number_gives_one_position_and_its_line_is_read_back() {
    let tried = |numbers: std::ops::Range<u64>| -> Vec<Option<Truth>> {
        let mut maker = Maker::new("gomoku", 1_000, 2016).unwrap();
        numbers.map(|number| maker.attempt(number)).collect()
    };
    let all = tried(0..8);
    assert_eq!(all[5..], tried(5..8)[..], "the numbers before do not matter");
    assert!(all.iter().any(Option::is_some), "nothing was proven");
    for (number, truth) in (0..).zip(all) {
        let Some(truth) = truth else { continue };
        assert_eq!(truth.result(), if number % 2 == 0 { 1 } else { -1 }, "odd ones are lost");
        let session = open("gomoku").unwrap().read(&truth.position).unwrap();
        assert!(session.moves().len() >= 7, "{truth:?}");
        assert!(truth.moves.iter().all(|(mv, _)| session.legal().contains(mv)), "{truth:?}");
        assert_eq!(read(&written(&truth)), Some(truth));
    }
}

#[test]
fn exact_scores_are_asked_of_the_solver_once_more() {
    let late = |truth: &Truth| truth.position.len() >= 28 && truth.moves.len() > 2;
    let truth = embedded("connect4").unwrap().into_iter().find(late).unwrap();
    let holds = |truth: &Truth| verify("connect4", truth, Effort { nodes: 3_000_000, plies: 0 });
    assert_eq!(holds(&truth), Ok(true), "{}", written(&truth));
    let mut order = truth.clone();
    order.moves.reverse();
    assert_eq!(holds(&order), Ok(true), "the order of moves says nothing");
    let other = Truth { score: truth.score - 1, ..truth.clone() };
    assert_eq!(holds(&other), Ok(false), "another score than its best move's");
    let mut fewer = truth.clone();
    let worst = fewer.moves.iter().map(|(_, score)| *score).min();
    fewer.moves.retain(|(_, score)| Some(*score) != worst);
    assert_eq!(holds(&fewer), Ok(false), "a move is missing");
    let mut wrong = truth.clone();
    wrong.moves.iter_mut().filter(|(_, score)| Some(*score) == worst).for_each(|own| own.1 -= 1);
    assert_eq!(holds(&wrong), Ok(false), "a score is wrong");
    for position in ["no board", "1212121"] {
        let none = Truth { position: position.into(), ..truth.clone() };
        assert_eq!(holds(&none), Ok(false), "{position} cannot be judged");
    }
}

#[test]
fn a_proof_by_the_rules_has_as_many_plies_as_are_told_and_allowed() {
    let told = |position: &str, mv: &str, score: i32, plies: u32| {
        let truth = Truth { position: position.into(), score, moves: vec![(mv.to_owned(), score)] };
        verify("mnk:3x3x3", &truth, Effort { nodes: 10_000, plies }).unwrap()
    };
    // After a2 the second player has to block, and b2 makes two threats: over with the fifth ply.
    assert!(told("a1b1", "a2", 995, 0));
    assert!(told("a1b1", "a2", 996, 0) && !told("a1b1", "a2", 997, 0), "four after the move");
    assert!(told("a1b1", "a2", 997, 1));
    assert!(told("a1b1a2", "a3", -996, 0), "lost whatever is played");
    assert!(!told("a1b1a2", "a3", -997, 0) && told("a1b1a2", "a3", -997, 1));
    assert!(!told("a1b1", "z9", 995, 0), "no such move");
    assert!(!told("a1b1", "c2", 995, 0), "c2 does not win");
    assert!(!told("b2a1", "a2", 991, 0) && !told("b2a1c3", "a3", -991, 0), "drawn by best play");
    // Of a win only the moves that are called winning are looked at.
    let both = |score: i32| Truth {
        position: "a1b1".into(),
        score: 995,
        moves: vec![("a2".into(), 995), ("c2".into(), score)],
    };
    let holds = |truth| verify("mnk:3x3x3", &truth, Effort { nodes: 10_000, plies: 0 });
    assert_eq!((holds(both(-991)), holds(both(993))), (Ok(true), Ok(false)));
    let poor = Effort { nodes: 3, plies: 0 };
    assert_eq!(verify("mnk:3x3x3", &both(-991), poor), Ok(false), "the nodes run out");
}
