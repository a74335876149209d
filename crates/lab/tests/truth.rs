//! Truth about positions: what is shipped is proven again, and what is not true is not.

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
    for truth in all.into_iter().flatten() {
        assert_eq!(read(&written(&truth)), Some(truth));
    }
}
