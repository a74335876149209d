//! NINJA against plain minimax, and what it must always do.

use super::*;
use alinea_core::{Outcome, parse_position};
use alinea_games::boom::Action;
use alinea_search::{Ignore, Score};

fn after(text: &str) -> Boom {
    let (mut pos, moves) = parse_position::<Boom>(&(), text).unwrap();
    for mv in moves {
        let _ = pos.play_unchecked(mv);
    }
    pos
}

fn small() -> Ninja {
    Ninja::new(1, &Weights::default())
}

fn think(pos: &Boom, limits: &Limits) -> Thought<Action> {
    small().think(pos, limits, &Stop::new(), &mut Ignore)
}

/// The end of the game with best play within `depth` plies, for the mover: how soon it wins (+)
/// or loses (-), or 0 if neither can be forced.
fn forced_end(pos: &Boom, depth: u32) -> i32 {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut best = i32::MIN;
    for mv in moves {
        let mut next = *pos;
        let _ = next.play_unchecked(mv);
        let value = match next.outcome() {
            Some(Outcome::Win(winner)) if winner == pos.turn() => 1000 - 1,
            Some(Outcome::Win(_)) => 1 - 1000,
            Some(Outcome::Draw) => 0,
            None if depth == 1 => 0,
            None => {
                let below = -forced_end(&next, depth - 1);
                below - below.signum()
            }
        };
        best = best.max(value);
    }
    best
}

/// Random positions deep in games in which nobody lines up by carelessness.
fn late_positions(seed: u64, count: usize) -> Vec<Boom> {
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut pos = Boom::new();
        let plies = 24 + rng.below(40);
        for _ in 0..plies {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let survives = |mv: &Action| {
                let mut next = pos;
                let _ = next.play_unchecked(*mv);
                next.outcome().is_none()
            };
            moves.retain(survives);
            let Some(&mv) = rng.pick(&moves) else { break };
            let _ = pos.play_unchecked(mv);
        }
        found.push(pos);
    }
    found
}

#[test]
fn decided_scores_are_those_of_plain_minimax() {
    let (mut decided, mut longest) = (0, 0);
    for pos in late_positions(77, 80) {
        let truth = forced_end(&pos, 5);
        let thought = think(&pos, &Limits::depth(9));
        match truth {
            1.. => {
                let plies = thought.score.win().unwrap_or_else(|| panic!("a win in {pos:?}"));
                assert!(plies as i32 >= 1000 - truth, "sooner than possible: {pos:?}");
                longest = longest.max(plies);
            }
            ..0 => assert!(thought.score.loss().is_some(), "a loss in {pos:?}"),
            0 => {
                let plies = thought.score.win().or(thought.score.loss());
                assert!(plies.is_none_or(|plies| plies > 5), "{plies:?} in {pos:?}");
            }
        }
        decided += u32::from(truth != 0);
    }
    assert!(decided > 15 && longest >= 3, "{decided} decided, the longest {longest}");
}

#[test]
fn a_warm_table_tells_the_same_ends() {
    let mut warm = small();
    for pos in late_positions(78, 100) {
        let cold = think(&pos, &Limits::depth(8)).score;
        let again = warm.think(&pos, &Limits::depth(8), &Stop::new(), &mut Ignore).score;
        // A warm table may see further, never something else.
        if cold.is_decided() {
            assert_eq!(cold.win().is_some(), again.win().is_some(), "{pos:?}");
        }
    }
}

#[test]
fn an_explosion_that_wins_is_played_and_told() {
    // Green's bomb on a1 lets blue's a2 fall beside b1, c1 and d1.
    let pos = after(
        "diagram:......./......./......./......./......./.o...../XxooooX x 11"
            .replace("ooooX", "ooox.")
            .as_str(),
    );
    let thought = think(&pos, &Limits::depth(4));
    assert_eq!(thought.best, Some(Action::Boom));
    assert_eq!(thought.score, Score::win_in(1));
    let reason = thought.reason.unwrap();
    assert_eq!(reason.to_string(), "reason.boom.explosion-wins stones=1 colour=word.blue");
    assert!(thought.proven);
}

#[test]
fn losing_puts_are_avoided_and_hopeless_positions_told() {
    let pos = after("diagram:......./......./......./......./......./......./xxx.ooo x 4");
    let thought = think(&pos, &Limits::depth(1));
    assert_ne!(thought.best, Some(Action::Put(3)));
    let known = thought.moves.iter().find(|mv| mv.mv == Action::Put(3)).unwrap();
    assert_eq!(known.score, Score::loss_in(1));
}

#[test]
fn limits_are_kept_and_a_move_is_always_there() {
    for nodes in [0, 1, 2, 10, 100] {
        let thought = think(&Boom::new(), &Limits::nodes(nodes));
        assert!(thought.best.is_some());
        assert!(thought.nodes <= nodes);
    }
    let stopped = Stop::new();
    stopped.stop();
    let thought = small().think(&Boom::new(), &Limits::default(), &stopped, &mut Ignore);
    assert!(thought.best.is_some());
}

#[test]
fn the_same_question_has_the_same_answer() {
    let mut ninja = small();
    let pos = after("4433");
    let first = ninja.think(&pos, &Limits::nodes(20_000), &Stop::new(), &mut Ignore);
    ninja.clear();
    let second = ninja.think(&pos, &Limits::nodes(20_000), &Stop::new(), &mut Ignore);
    assert_eq!((first.best, first.score, first.nodes), (second.best, second.score, second.nodes));
}

#[test]
fn several_lines_are_all_known() {
    let pos = after("4433");
    let thought = think(&pos, &Limits { lines: 7, ..Limits::depth(4) });
    assert_eq!(thought.moves.len(), 7);
    assert!(thought.moves.is_sorted_by_key(|mv| -mv.score.raw()));
    assert_eq!(thought.moves[0].line, thought.line);
}

#[test]
fn every_level_plays_whole_games() {
    for number in 1..=10 {
        let mut ninja = small().at_level(Level::numbered(number), 5);
        let mut pos = Boom::new();
        for _ in 0..60 {
            let limits = Limits::nodes(2000);
            let thought = ninja.think(&pos, &limits, &Stop::new(), &mut Ignore);
            let Some(best) = thought.best else { break };
            pos.play(best).unwrap();
        }
        assert!(pos.outcome().is_some() || pos.ply() == 60);
    }
}
