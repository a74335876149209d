//! NINJA against plain minimax, and what it must always do.

use super::search::{Ask, INFINITY};
use super::state::Blast;
use super::*;
use crate::lanes::Scalar;
use alinea_core::{Effect, Game, Outcome, parse_position};
use alinea_games::boom::Action;
use alinea_search::{Ignore, Score};

fn after(text: &str) -> Boom {
    parse_position::<Boom>(&(), text).unwrap().pos
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
    // Green's bomb on a1 takes b1 with it: blue's b2 falls beside c1, d1 and e1.
    let pos = after("diagram:......./......./......./......./......./.o...../Xxooox. x 11");
    let thought = think(&pos, &Limits::depth(4));
    assert_eq!(thought.best, Some(Action::Boom));
    assert_eq!(thought.score, Score::win_in(1));
    let reason = thought.reason.unwrap();
    assert_eq!(reason.to_string(), "reason.boom.explosion-wins.one");
    assert!(thought.proven);
    // With a second blue stone above, two fall.
    let pos = after("diagram:......./......./......./......./o....../o....../Xooo... x 11");
    let reason = think(&pos, &Limits::depth(4)).reason.unwrap();
    assert_eq!(reason.to_string(), "reason.boom.explosion-wins stones=2");
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
        let mut ninja = small().at_level(number, 5);
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

/// A search outside any engine, after these keys, without taste.
fn search<'a>(table: &'a mut Table, evaluation: &'a Evaluation, path: Vec<u64>) -> Search<'a> {
    Search {
        table,
        evaluation,
        budget: Budget::new(&Limits::default(), &Stop::new()),
        path,
        repetition_draws: true,
        horizon: 0,
        root_side: 0,
        appetite: 0,
        caution: 0,
        lines: Lines::new(),
        hints: Hints::new(),
    }
}

fn ask(depth: i32) -> Ask {
    Ask { depth, alpha: -INFINITY, beta: INFINITY, ply: 1 }
}

/// Squares that history speaks for after a search one ply deep.
fn rewarded(state: &State, alpha: i32, beta: i32) -> (i32, usize) {
    let evaluation = Evaluation::new(&Weights::default());
    let mut table = Table::new(1);
    let mut search = search(&mut table, &evaluation, vec![0; 10]);
    let value = search.value(state, Ask { depth: 1, alpha, beta, ply: 1 });
    (value, search.hints.history.iter().flatten().filter(|points| **points != 0).count())
}

#[test]
fn history_rewards_the_move_that_cut_and_not_those_that_failed() {
    for text in ["4433556", "1234567", "44", "4152637", "7766554"] {
        let state = State::of(&after(text));
        let (best, none) = rewarded(&state, -INFINITY, INFINITY);
        assert_eq!(none, 0, "nothing cuts a whole window: {text}");
        // The best move alone reaches its own value; what was tried before it did not.
        assert_eq!(rewarded(&state, best - 1, best), (best, 1), "{text}");
    }
}

#[test]
fn a_state_that_comes_back_is_a_draw_unless_switched_off() {
    let state = State::of(&after("4433556"));
    let evaluation = Evaluation::new(&Weights::default());
    let value = |path: Vec<u64>, repetition_draws: bool| {
        let mut table = Table::new(1);
        let mut search = search(&mut table, &evaluation, path);
        search.repetition_draws = repetition_draws;
        search.value(&state, ask(3))
    };
    let mut cycle = vec![0; 10];
    cycle[0] = state.key();
    let fresh = value(vec![0; 10], true);
    assert_ne!(fresh, 0, "a position whose value tells it from a draw");
    assert_eq!(value(cycle.clone(), true), 0);
    assert_eq!(value(cycle.clone(), false), fresh);
    // Nine plies ago it was another jugada, or the other player's turn.
    cycle.pop();
    assert_eq!(value(cycle, true), fresh);
}

#[test]
fn positions_where_every_move_loses_are_told() {
    let mut found = 0;
    for pos in late_positions(79, 1500) {
        if pos.outcome().is_some() || forced_end(&pos, 1) != 1 - 1000 {
            continue;
        }
        let thought = think(&pos, &Limits::depth(2));
        assert_eq!(thought.score, Score::loss_in(1), "{pos:?}");
        let reason = thought.reason.unwrap().to_string();
        assert_eq!(reason, "reason.boom.every-move-loses");
        // Each column that is open is lit where the stone would fall, unless only BOOM is left.
        let lit: Vec<_> = thought.marks.iter().map(|mark| mark.cell).collect();
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let puts = legal.into_iter().filter(|mv| *mv != Action::Boom);
        let falls = puts.flat_map(|mv| pos.effects(mv)).filter_map(|effect| match effect {
            Effect::Placed { cell, .. } => Some(cell),
            _ => None,
        });
        assert_eq!(lit, falls.collect::<Vec<_>>());
        found += 1;
    }
    assert!(found > 3, "{found} hopeless positions");
}

#[test]
fn wins_and_losses_are_told_with_their_cause() {
    let (mut wins, mut losses) = (0, 0);
    for pos in late_positions(80, 200) {
        let thought = think(&pos, &Limits::depth(8));
        let Some(reason) = thought.reason.map(|reason| reason.to_string()) else { continue };
        if thought.score.win().is_some_and(|plies| plies > 1) {
            assert_eq!(reason, "reason.boom.wins-in");
            wins += 1;
        }
        if thought.score.loss().is_some_and(|plies| plies > 1) {
            assert_eq!(reason, "reason.boom.loses-in");
            losses += 1;
        }
    }
    assert!(wins > 4 && losses > 4, "{wins} wins, {losses} losses");
}

#[test]
fn a_leaf_is_worth_what_its_best_explosions_make_of_it() {
    let evaluation = Evaluation::new(&Weights::default());
    let mut table = Table::new(1);
    let mut search = search(&mut table, &evaluation, Vec::new());
    let (mut pending, mut better) = (0, 0);
    for pos in late_positions(81, 600) {
        if pos.outcome().is_some() {
            continue;
        }
        let state = State::of(&pos);
        let seen = Seen::of(&state);
        let Some(Blast::Quiet(next)) = seen.blast else { continue };
        let standing = evaluation.evaluate(&state, &seen);
        let exploded = -search.value(&next, Ask { ply: 2, ..ask(0) });
        assert_eq!(search.value(&state, ask(0)), standing.max(exploded), "{pos:?}");
        pending += 1;
        better += u32::from(exploded > standing);
    }
    assert!(pending > 50 && better > 10, "{pending} explosions, {better} of them better");
}

#[test]
fn every_cpu_finds_the_same() {
    let evaluation = Evaluation::new(&Weights::default());
    for pos in late_positions(82, 20) {
        let state = State::of(&pos);
        let (mut here, mut plain) = (Table::new(1), Table::new(1));
        let mut fast = search(&mut here, &evaluation, Vec::new());
        let mut slow = search(&mut plain, &evaluation, Vec::new());
        assert_eq!(fast.value(&state, ask(7)), slow.node(Scalar, &state, ask(7)), "{pos:?}");
        assert_eq!(fast.budget.nodes(), slow.budget.nodes(), "{pos:?}");
    }
}
