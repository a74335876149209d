//! NINJA against plain minimax, and what it must always do.

use super::search::{Ask, INFINITY};
use super::state::Blast;
use super::*;
use crate::lanes::Scalar;
use alinea_core::{Effect, Game, Outcome, parse_position};
use alinea_games::boom::Action;
use alinea_search::{Ignore, Score};

pub(super) fn after(text: &str) -> Boom {
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
pub(super) fn late_positions(seed: u64, count: usize) -> Vec<Boom> {
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

#[test]
fn estimates_have_the_taste_of_the_player_at_the_root() {
    let evaluation = Evaluation::new(&Weights::default());
    let mut table = Table::new(1);
    let (mut better, mut worse) = (0, 0);
    for pos in late_positions(83, 60) {
        let state = State::of(&pos);
        let seen = Seen::of(&state);
        let is_quiet = seen.blast.is_none() && state.landing() & !seen.forbidden != 0;
        if pos.outcome().is_some() || !is_quiet {
            continue;
        }
        let plain = evaluation.evaluate(&state, &seen);
        for root_side in [0, 1] {
            let mut search = search(&mut table, &evaluation, Vec::new());
            (search.root_side, search.appetite, search.caution) = (root_side, 5, 2);
            let sign = if state.clock % 2 == root_side { 1 } else { -1 };
            let stones = state.occupied().count_ones() as i32;
            let for_root = sign * plain;
            let fear = if for_root < 0 { 2 * for_root } else { 0 };
            assert_eq!(search.value(&state, ask(0)), sign * (for_root + 5 * stones + fear));
            *(if for_root < 0 { &mut worse } else { &mut better }) += 1;
        }
    }
    assert!(better > 5 && worse > 5, "{better} {worse}");
}

/// However early a search ends, what it says holds together.
#[test]
fn a_search_cut_short_tells_only_what_it_searched() {
    for text in ["443325", "diagram:......./......./......./......./......./......./xxx.ooo x 4"] {
        let pos = after(text);
        for lines in [1, 7] {
            for nodes in (0..60).chain((60..3000).step_by(173)) {
                let thought = think(&pos, &Limits { lines, ..Limits::nodes(nodes) });
                assert_eq!(thought.moves.first().map(|first| first.mv), thought.best, "{nodes}");
                assert_eq!(thought.line.first(), thought.best.as_ref(), "{nodes}");
                assert_eq!(thought.moves[0].score, thought.score, "{nodes}");
                assert!(thought.moves.is_sorted_by(|a, b| a.score >= b.score), "{nodes}");
                assert!(thought.nodes <= nodes);
            }
        }
    }
}

/// What the order of moves, reductions, windows and the table save: another number means that the
/// search goes another way, which only a measured change of it may do.
#[test]
fn the_search_takes_the_way_that_was_measured() {
    let texts = ["-", "443325", "1234567", "4142537"];
    let mut positions: Vec<Boom> = texts.map(after).to_vec();
    positions.extend(late_positions(95, 12).into_iter().filter(|pos| pos.outcome().is_none()));
    let mut ninja = small();
    let mut nodes = Vec::new();
    for pos in &positions {
        ninja.clear();
        nodes.push(ninja.think(pos, &Limits::depth(9), &Stop::new(), &mut Ignore).nodes);
    }
    assert_eq!(nodes, [16558, 4514, 10854, 10924, 0, 0, 3274, 6897, 5, 0, 5, 1, 0, 1, 3522, 3]);
    // A table that is warm and full, all moves wanted, and limits that cut the search short.
    let mut said = Vec::new();
    for pos in &positions {
        for (lines, limit) in [(1, 3000), (7, 3000)] {
            let limits = Limits { lines, ..Limits::nodes(limit) };
            let thought = ninja.think(pos, &limits, &Stop::new(), &mut Ignore);
            said.push(format!("{:?} {} {}", thought.best, thought.score.raw(), thought.depth));
        }
    }
    let hash = said.join(" ").bytes().fold(0, |hash, byte| SplitMix64::mix(hash ^ u64::from(byte)));
    assert_eq!(hash, 12_293_554_831_139_194_873, "{said:?}");
}

#[test]
fn a_game_that_goes_on_is_remembered_and_another_is_not() {
    let mut ninja = small();
    let mut pos = Boom::new();
    let limits = Limits::depth(1);
    let mut think = |pos: &Boom| {
        let best = ninja.think(pos, &limits, &Stop::new(), &mut Ignore).best.unwrap();
        (best, ninja.game.clone())
    };
    let mut keys = Vec::new();
    for reply in [3, 2, 4] {
        keys.push(State::of(&pos).key());
        let (best, game) = think(&pos);
        pos.play(best).unwrap();
        keys.push(State::of(&pos).key());
        assert_eq!(game, keys);
        pos.play(Action::Put(reply)).unwrap();
    }
    let other = after("4433");
    assert_eq!(think(&other).1.len(), 2, "a position that does not follow begins anew");
    // The same position again is not a reply to the answer that was given.
    assert_eq!(think(&other).1.len(), 2);
}

#[test]
fn each_setting_changes_what_it_says() {
    let set = |ninja: Ninja| {
        (ninja.repetition_draws, ninja.appetite, ninja.caution, ninja.level, ninja.seed)
    };
    let (draws, appetite, caution, level, seed) = set(small());
    assert!(draws && level.is_none());
    assert_eq!(set(small().without_repetition()), (false, appetite, caution, None, seed));
    assert_eq!(set(small().with_appetite(77)), (true, 77, caution, None, seed));
    assert_eq!(set(small().with_caution(5)), (true, appetite, 5, None, seed));
    let third = Some(tables::BOOM[2]);
    assert_eq!(set(small().at_level(3, 9)), (true, appetite, caution, third, 9));
}

#[test]
fn a_level_searches_as_deep_as_its_row_and_weighs_every_move_where_it_errs() {
    let pos = after("443325");
    let mut heard = Vec::new();
    let mut think = |level: u8, limits: Limits| {
        let mut deepest = 0;
        let mut hear = |thought: &Thought<Action>| deepest = thought.depth;
        let mut ninja = small().at_level(level, 1);
        let thought = ninja.think(&pos, &limits, &Stop::new(), &mut hear);
        heard.push((deepest, thought.moves.len()));
    };
    think(3, Limits::default());
    think(5, Limits::default());
    think(5, Limits::depth(3));
    think(8, Limits::depth(4));
    assert_eq!(heard[..3], [(2, 7), (4, 7), (3, 7)]);
    assert_eq!(heard[3].0, 4);
    assert!(heard[3].1 < 7, "who does not err needs the best move alone");
}
