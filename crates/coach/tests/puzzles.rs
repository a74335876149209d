//! The shipped puzzles: how many, how they read, and a sample of them proven again.

use alinea_coach::puzzles::{
    Attempt, Doubt, Goal, Miner, Puzzle, Theme, attempt, collection, find, mined_games, pack,
};
use alinea_search::Stop;
use std::collections::HashSet;

const TEXT: &str = include_str!("../src/puzzles/puzzles.txt");

const BOOM: usize = 100;
const GOMOKU_FAMILY: usize = 200;

fn of(games: &[&str]) -> Vec<&'static Puzzle> {
    collection().iter().filter(|puzzle| games.contains(&&*puzzle.game)).collect()
}

#[test]
fn the_collection_is_whole_small_and_mixed() {
    assert_eq!(collection().len(), TEXT.lines().count(), "every line is a puzzle");
    assert_eq!(pack(collection()), TEXT, "in the order and the words of the packer");
    assert!(TEXT.len() < 60_000, "{} bytes", TEXT.len());
    assert_eq!(of(&["connect4"]).len(), 300);
    assert_eq!(of(&["boom"]).len(), BOOM);
    assert_eq!(of(&["gomoku", "standard", "renju", "caro"]).len(), GOMOKU_FAMILY);
    for game in mined_games() {
        let own = of(&[game]);
        assert!(own.len() >= GOMOKU_FAMILY / 16, "{game}: {}", own.len());
        let grades: HashSet<u8> = own.iter().map(|puzzle| puzzle.difficulty).collect();
        assert!(grades.len() >= 3, "{game}: {grades:?}");
    }
    for theme in Theme::ALL {
        assert!(collection().iter().any(|puzzle| puzzle.theme == theme), "{theme:?}");
    }
    let ids: HashSet<String> = collection().iter().map(Puzzle::id).collect();
    assert_eq!(ids.len(), collection().len(), "every puzzle has an address of its own");
    let any = &collection()[7];
    assert_eq!(find(&any.id()), Some(any));
    assert_eq!(find("nothing"), None);
}

fn sample(game: &str, every: usize) -> Vec<&'static Puzzle> {
    of(&[game]).into_iter().step_by(every).collect()
}

#[test]
fn a_sample_is_proven_again_by_another_way() {
    let stop = Stop::new();
    for game in mined_games() {
        let mut miner = Miner::new(game).unwrap();
        let every = if *game == "connect4" { 25 } else { 17 };
        for puzzle in sample(game, every) {
            assert_eq!(miner.verify(puzzle, &stop), Ok(()), "{puzzle}");
        }
    }
}

#[test]
fn a_puzzle_with_another_solution_or_goal_is_refuted() {
    let stop = Stop::new();
    for game in ["connect4", "boom", "gomoku"] {
        let mut miner = Miner::new(game).unwrap();
        let easy = |puzzle: &&&Puzzle| puzzle.theme.goal() == Goal::Win;
        let own = of(&[game]);
        let puzzle = own.iter().find(easy).unwrap();
        let session = puzzle.session().unwrap();
        let other = session.legal().into_iter().find(|mv| *mv != puzzle.solution[0]).unwrap();
        let wrong = Puzzle { solution: vec![other], ..(*puzzle).clone() };
        let doubt = miner.verify(&wrong, &stop).unwrap_err();
        let expected = [Doubt::Solution, Doubt::Another(puzzle.solution[0].clone())];
        assert!(expected.contains(&doubt), "{wrong}: {doubt:?}");
        let hold = Puzzle { theme: Theme::Defence, ..(*puzzle).clone() };
        assert!(miner.verify(&hold, &stop).is_err(), "{hold} asks for less than there is");
    }
    // More than one move wins here, and none is asked for alone.
    let mut miner = Miner::new("connect4").unwrap();
    let double: Puzzle = "connect4 4455 3 double-threat 1 solver".parse().unwrap();
    assert!(matches!(miner.verify(&double, &stop), Err(Doubt::Another(_))));
}

#[test]
fn every_move_that_keeps_the_result_is_accepted_and_no_other() {
    let stop = Stop::new();
    for game in mined_games() {
        for puzzle in sample(game, 40) {
            let session = puzzle.session().unwrap();
            let goal = puzzle.theme.goal();
            let legal = session.legal();
            // On large boards some points, and the solution.
            let every = if legal.len() > 20 { 37 } else { 1 };
            let tried = legal.iter().step_by(every).chain([&puzzle.solution[0]]);
            for mv in tried {
                let mut after = session.boxed_clone();
                after.play(mv).unwrap();
                let judged = attempt(after.as_ref(), goal, &stop).unwrap();
                let kept = matches!(judged, Attempt::Kept { .. });
                assert_eq!(kept, *mv == puzzle.solution[0], "{puzzle}: {mv} {judged:?}");
                let Attempt::Lost { line, reason } = judged else { continue };
                if *game == "boom" {
                    // Boom's puzzles are those where every other move loses.
                    assert_eq!(reason.key, "puzzle.wrong.loss", "{puzzle}: {mv}");
                }
                // The refutation can be played.
                assert!(!line.is_empty() || after.outcome().is_some(), "{puzzle}: {mv}");
                line.iter().for_each(|mv| drop(after.play(mv).unwrap()));
            }
        }
    }
}

#[test]
fn a_win_is_played_out_against_the_longest_resistance() {
    let stop = Stop::new();
    for game in ["connect4"] {
        let wins = of(&[game]).into_iter().filter(|puzzle| puzzle.theme.goal() == Goal::Win);
        for puzzle in wins.step_by(29) {
            let mut session = puzzle.session().unwrap();
            let winner = session.turn();
            let mut next = puzzle.solution[0].clone();
            for _ in 0..40 {
                session.play(&next).unwrap();
                let Some(Attempt::Kept { reply }) = attempt(session.as_ref(), Goal::Win, &stop)
                else {
                    panic!("{puzzle}: {next} does not keep the win")
                };
                let Some(reply) = reply else { break };
                session.play(&reply).unwrap();
                // The side that tries finds a move that keeps it, among all.
                let kept = |mv: &String| {
                    let mut after = session.boxed_clone();
                    after.play(mv).is_ok()
                        && matches!(
                            attempt(after.as_ref(), Goal::Win, &stop),
                            Some(Attempt::Kept { .. })
                        )
                };
                next = session.legal().into_iter().find(kept).expect("a win is kept by a move");
            }
            let end = session.outcome().and_then(|outcome| outcome.winner());
            assert_eq!(end, Some(winner), "{puzzle}");
        }
    }
}

#[test]
fn the_same_game_gives_the_same_puzzles() {
    let stop = Stop::new();
    for game in ["connect4", "boom"] {
        let mined = |from: u64| -> Vec<Puzzle> {
            let mut miner = Miner::new(game).unwrap();
            // Whatever was mined before.
            let _ = miner.mine(9, from, &stop);
            (0..4).flat_map(|number| miner.mine(7, number, &stop)).collect()
        };
        let found = mined(0);
        assert_eq!(found, mined(1), "{game}");
        assert!(!found.is_empty(), "{game}");
        for puzzle in &found {
            assert_eq!(Miner::new(game).unwrap().verify(puzzle, &stop), Ok(()), "{puzzle}");
            assert_eq!(puzzle.to_string().parse::<Puzzle>().as_ref(), Ok(puzzle));
        }
    }
}

#[test]
fn a_game_gives_few_puzzles_each_with_its_own_move() {
    let stop = Stop::new();
    let mut miner = Miner::new("connect4").unwrap();
    let mut most = 0;
    for number in 0..24 {
        let found = miner.mine(11, number, &stop);
        let first: HashSet<&String> = found.iter().map(|puzzle| &puzzle.solution[0]).collect();
        assert_eq!(first.len(), found.len(), "{found:?}");
        for goal in [Goal::Win, Goal::Hold] {
            let same = found.iter().filter(|puzzle| puzzle.theme.goal() == goal).count();
            assert!(same <= 2, "{found:?}");
            most = most.max(same);
        }
    }
    assert_eq!(most, 2, "the limit is met");
}

#[test]
fn games_that_somebody_played_give_puzzles() {
    let stop = Stop::new();
    let game = "621247446653";
    let mut miner = Miner::new("connect4").unwrap();
    let moves = format!("{game}7");
    let found = miner.mine_game(&moves, 1, 0, &stop).unwrap();
    assert!(found.iter().any(|puzzle| puzzle.position == game && puzzle.solution[0] == "5"));
    for puzzle in &found {
        assert_eq!(miner.verify(puzzle, &stop), Ok(()), "{puzzle}");
        // Of the game, or with another last move.
        let before = &puzzle.position[..puzzle.position.len() - 1];
        assert!(moves.starts_with(before), "{puzzle}");
    }
    assert!(miner.mine_game("44x", 1, 0, &stop).is_err());
    let fits = |game: &str, moves: &str| {
        let session = alinea_catalogue::open(game).unwrap().read(moves).unwrap();
        miner.fits(session.as_ref())
    };
    assert!(fits("connect4", "44"));
    assert!(!fits("connect4:6x5", "44") && !fits("boom", "44"));
    assert!(!fits("connect4", "diagram:......./......./......./......./......./...xo.."));
}
