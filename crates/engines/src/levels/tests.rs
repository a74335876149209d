//! Every kind of level: the same game for the same seed, a win that is seen is played, and who is
//! two levels stronger wins more games.

use super::*;
use crate::boom::ninja::{Ninja, Weights};
use crate::connect4::{HumanEngine, analyst::Analyst};
use crate::gomoku::engine::GomokuEngine;
use crate::gomoku::heuristics::Dezenas;
use crate::lines::test_support::after;
use crate::lines::{Candidates, Falls, Reach, Rows};
use alinea_core::{Game, Outcome, Player};
use alinea_games::{Boom, Connect4, Gomoku, Mnk, Renju, connect4::Size};
use alinea_search::{Heuristic, Ignore, MoveOrder, Score};
use std::sync::Arc;

type Boxed<P> = Box<dyn Engine<P>>;

fn general<P: Position + 'static>(level: u8, rng_seed: u64) -> Boxed<P>
where
    Dezenas: Heuristic<P>,
    Candidates: MoveOrder<P>,
{
    let search = AlphaBeta::new(Arc::new(Dezenas::new(Rows::Win))).with_table(1);
    let search = search.with_order(Arc::new(Candidates::new(Reach::Near(2), Rows::Win, Falls::No)));
    Box::new(LevelEngine::general(search, level, rng_seed))
}

fn gomoku(level: u8, rng_seed: u64) -> Boxed<Gomoku> {
    Box::new(LevelEngine::gomoku(GomokuEngine::new(1 << 16, 1), level, rng_seed))
}

fn boom(level: u8, rng_seed: u64) -> Boxed<Boom> {
    Box::new(Ninja::new(1, &Weights::default()).at_level(level, rng_seed))
}

fn connect4(level: u8, rng_seed: u64) -> Boxed<Connect4> {
    Box::new(HumanEngine::new(Analyst::new(Size::USUAL, 1, 1).unwrap(), level, rng_seed))
}

/// A game from a random opening, with the same node limit for both sides.
fn record<P: Position>(mut pos: P, players: &mut [Boxed<P>; 2], nodes: u64, dice: u64) -> P {
    let mut dice = SplitMix64::new(dice);
    for ply in 0..120 {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        let mv = if ply < 2 {
            *dice.pick(&legal).unwrap()
        } else {
            let player = &mut players[pos.turn().index()];
            player.think(&pos, &Limits::nodes(nodes), &Stop::new(), &mut Ignore).best.unwrap()
        };
        pos.play(mv).unwrap();
    }
    pos
}

/// Points of the stronger of two levels, of as many games, colours changing.
fn points<P: Position>(
    start: &P,
    engine: fn(u8, u64) -> Boxed<P>,
    levels: [u8; 2],
    games: u64,
    nodes: u64,
) -> f64 {
    let mut points = 0.0;
    for game in 0..games {
        let strong = if game % 2 == 0 { Player::First } else { Player::Second };
        let mut players = Player::BOTH.map(|side| {
            let level = levels[usize::from(side == strong)];
            engine(level, 2 * game + side.index() as u64)
        });
        let end = record(start.clone(), &mut players, nodes, game / 2);
        points += match end.outcome() {
            Some(Outcome::Win(winner)) => f64::from(u8::from(winner == strong)),
            _ => 0.5,
        };
    }
    points
}

/// Two levels up wins at least this share of the games. The closest pair stands at 14 of 24; who
/// picks the worst move or takes a sign the wrong way is far below a half.
const SHARE: f64 = 0.55;

fn climbs<P: Position>(
    start: &P,
    engine: fn(u8, u64) -> Boxed<P>,
    top: u8,
    games: u64,
    nodes: u64,
) {
    let scored = |level| points(start, engine, [level, level + 2], games, nodes);
    let table: Vec<f64> = (1..=top - 2).map(scored).collect();
    let least = SHARE * games as f64;
    let climbs = table.iter().all(|&points| points >= least);
    assert!(climbs, "points of {games} for two levels up, from level 1 on: {table:?}");
}

#[test]
fn two_levels_up_wins_in_connect_four() {
    climbs(&Connect4::new(Size::USUAL), connect4, 8, 40, 20_000);
}

#[test]
fn two_levels_up_wins_in_boom() {
    climbs(&Boom::new(), boom, 8, 24, 2_000);
}

#[test]
fn two_levels_up_wins_in_gomoku() {
    climbs(&after::<Gomoku>("11", "-"), gomoku, 6, 24, 4_000);
}

#[test]
fn two_levels_up_wins_with_the_general_search() {
    climbs(&after::<Gomoku>("9", "-"), general::<Gomoku>, 7, 24, 5_000);
}

#[test]
fn every_level_plays_legal_moves_and_the_same_game_for_a_seed() {
    fn check<P: Position>(start: &P, engine: fn(u8, u64) -> Boxed<P>) {
        for level in 1..=10 {
            let key = |seed| {
                record(start.clone(), &mut [engine(level, seed), engine(level, 9)], 300, 3).key()
            };
            assert_eq!(key(3), key(3), "level {level}");
        }
    }
    check(&after::<Mnk>("4x4x4", "-"), general::<Mnk>);
    check(&after::<Gomoku>("7", "-"), gomoku);
    check(&Boom::new(), boom);
    check(&Connect4::new(Size::USUAL), connect4);
    let renju = |level, seed| -> Boxed<Renju> {
        Box::new(LevelEngine::gomoku(GomokuEngine::new(1 << 16, 1), level, seed))
    };
    check(&Renju::start(&Renju::parse_setup("7").unwrap()), renju);
}

#[test]
fn a_new_game_rolls_the_dice_of_the_first() {
    let pos = after::<Gomoku>("9", "e5");
    for engine in [gomoku, general::<Gomoku>] {
        let mut player = engine(1, 5);
        let mut moves = || {
            player.clear();
            let think = || player.think(&pos, &Limits::nodes(300), &Stop::new(), &mut Ignore).best;
            std::iter::repeat_with(think).take(8).collect::<Vec<_>>()
        };
        let first = moves();
        assert_eq!(moves(), first);
        assert!(first.iter().any(|mv| *mv != first[0]), "level 1 always plays the same");
    }
}

#[test]
fn a_win_that_is_seen_is_played() {
    let pos = after::<Gomoku>("9", "a1a9b1b9c1c9d1d8");
    for level in 3..=10 {
        for seed in 0..5 {
            let mut player = general::<Gomoku>(level, seed);
            let thought = player.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
            assert_eq!(thought.best, Some("e1".parse().unwrap()), "level {level}");
        }
    }
}

/// Nobody errs by more than the row says: the dice may lift a move and lower the best by the
/// largest error each. Those who err do so now and then.
#[test]
fn errors_are_as_large_as_the_row_says_and_no_larger() {
    let points = [9.0, 7.0, 4.0, 1.0, -3.0];
    let root = |value: &f64| RootMove::new(*value as i32, Score::estimate(*value));
    let thought = Thought { moves: points.iter().map(root).collect(), ..Thought::of(Some(9)) };
    let loss_of = |noise: Noise, seed: u64| {
        let mut erring = thought.clone();
        noise.choose(&mut erring, &mut SplitMix64::new(seed));
        9.0 - f64::from(erring.best.unwrap())
    };
    // The largest error in points, and the moves it reaches.
    let rows = [
        (Noise::Silent, vec![0.0]),
        (Noise::Points(1.5), vec![0.0, 2.0]),
        (Noise::Points(3.0), vec![0.0, 2.0, 5.0]),
        (Noise::Share(0.25), vec![0.0, 2.0, 5.0]),
        (Noise::Share(0.4), vec![0.0, 2.0, 5.0, 8.0]),
        // More than four points are all the same to the loud.
        (Noise::Loud(100), vec![0.0, 2.0, 5.0]),
        (Noise::Loud(300), vec![0.0, 2.0, 5.0, 8.0]),
    ];
    for (noise, reached) in rows {
        let mut losses: Vec<f64> = (0..2000).map(|seed| loss_of(noise, seed)).collect();
        losses.sort_by(f64::total_cmp);
        losses.dedup();
        assert_eq!(losses, reached, "{noise:?}");
    }
}

/// A row that never errs unless a test says so.
const STEADY: Weakness =
    Weakness { depth: 3, nodes: 500, random: None, blind: 0.0, noise: Noise::Silent, among: 4 };

#[test]
fn a_level_looks_no_further_than_its_row_and_no_further_than_asked() {
    let level = Level::new(STEADY, 1);
    let time = Some(std::time::Duration::from_secs(9));
    let asked = Limits { time, lines: 2, ..Limits::default() }.for_analysis();
    let own = Limits { depth: Some(3), nodes: Some(500), time, lines: 4, purpose: Purpose::Play };
    assert_eq!(level.limits(&asked, 3), own);
    let less = Limits { depth: Some(2), nodes: Some(99), lines: 6, ..asked };
    let expected = Limits { depth: Some(2), nodes: Some(99), lines: 6, ..own };
    assert_eq!(level.limits(&less, 3), expected);
    let more = Limits { depth: Some(20), nodes: Some(9_999), ..asked };
    assert_eq!(level.limits(&more, 3), own);
}

#[test]
fn dice_that_always_or_never_say_yes_decide_alone() {
    let level =
        |random: f64, blind: f64| Level::new(Weakness { random: Some(random), blind, ..STEADY }, 1);
    let mut always = level(1.0, 1.0);
    let mut never = level(0.0, 0.0);
    for _ in 0..50 {
        assert!(always.any_move(&[7]) == Some(7) && always.is_blind());
        assert!(never.any_move(&[7]).is_none() && !never.is_blind());
    }
    // Where nobody plays any move, the dice are not rolled for it.
    let mut silent = Level::new(STEADY, 1);
    assert_eq!(silent.any_move(&[7]), None);
    assert_eq!(silent.dice.unit(), Level::new(STEADY, 1).dice.unit());
}

/// Answers the depth it was asked for as its move, and says so.
struct Echo;

impl Engine<Mnk> for Echo {
    fn think(
        &mut self,
        pos: &Mnk,
        limits: &Limits,
        _: &Stop,
        _: &mut dyn Observer<alinea_core::Cell>,
    ) -> Thought<alinea_core::Cell> {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let best = legal[limits.depth.unwrap() as usize];
        Thought { nodes: 77, depth: limits.depth.unwrap(), ..Thought::of(Some(best)) }
    }

    fn clear(&mut self) {}
}

#[test]
fn who_is_blind_looks_one_ply_far_or_follows_the_own_plan_where_it_is_legal() {
    let pos = after::<Mnk>("4x4x4", "a1");
    let think = |pos: &Mnk, blind, plan| {
        let weakness = Weakness { blind, ..STEADY };
        LevelEngine::new(Echo, weakness, 1, plan).think(
            pos,
            &Limits::default(),
            &Stop::new(),
            &mut Ignore,
        )
    };
    assert_eq!(think(&pos, 0.0, None).depth, 3);
    assert_eq!(think(&pos, 1.0, None).depth, 1);
    let [open, taken]: [fn(&Mnk) -> Option<alinea_core::Cell>; 2] =
        [|_| "d4".parse().ok(), |_| "a1".parse().ok()];
    let planned = think(&pos, 1.0, Some(open));
    assert_eq!((planned.best, planned.nodes), ("d4".parse().ok(), 1));
    assert_eq!(planned.line, ["d4".parse().unwrap()]);
    assert_eq!(think(&pos, 0.0, Some(open)).nodes, 77, "who sees does not follow it");
    assert_eq!(think(&pos, 1.0, Some(taken)).depth, 3, "a plan that is not legal is none");
    let over = after::<Mnk>("3x3x3", "a1a3b1b3c1");
    let finished = think(&over, 0.0, None);
    assert!(finished.best.is_none() && finished.score.loss().is_some(), "{finished:?}");
}

#[test]
fn a_move_chosen_in_error_brings_its_own_line_and_no_reason_of_another() {
    let root = |mv: i32, score: Score| RootMove {
        line: vec![mv, 10 + mv],
        proven: mv == 2,
        ..RootMove::new(mv, score)
    };
    let thought = Thought {
        moves: vec![root(1, Score::estimate(1.0)), root(2, Score::estimate(0.9))],
        reason: Some(alinea_core::Message::new("reason.lines.stops")),
        line: vec![1, 11],
        score: Score::estimate(1.0),
        ..Thought::of(Some(1))
    };
    let (mut kept, mut changed) = (0, 0);
    for seed in 0..40 {
        let mut erring = thought.clone();
        Noise::Points(5.0).choose(&mut erring, &mut SplitMix64::new(seed));
        if erring.best == Some(1) {
            assert_eq!(erring, thought);
            kept += 1;
        } else {
            assert_eq!((erring.best, &erring.line[..]), (Some(2), &[2, 12][..]));
            assert_eq!((erring.score, erring.proven), (Score::estimate(0.9), true));
            assert_eq!(erring.reason, None);
            changed += 1;
        }
    }
    assert!(kept > 5 && changed > 5, "{kept} {changed}");
}

#[test]
fn an_end_that_is_seen_is_played_by_all_but_the_loud_and_a_loss_is_not_taken_for_more() {
    let won = [Score::win_in(3), Score::estimate(0.5)];
    let lost = [Score::estimate(0.5), Score::estimate(0.4), Score::loss_in(2)];
    let chosen = |scores: &[Score], noise: Noise| {
        let moves = (0..).zip(scores).map(|(mv, score)| RootMove::new(mv, *score)).collect();
        let thought = Thought { moves, ..Thought::of(Some(0)) };
        let mut seen: Vec<i32> = (0..300)
            .filter_map(|seed| {
                let mut erring = thought.clone();
                noise.choose(&mut erring, &mut SplitMix64::new(seed));
                erring.best
            })
            .collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    };
    assert_eq!(chosen(&won, Noise::Points(100.0)), [0]);
    assert_eq!(chosen(&won, Noise::Share(100.0)), [0]);
    assert_eq!(chosen(&won, Noise::Loud(800)), [0, 1]);
    assert_eq!(chosen(&lost, Noise::Points(100.0)), [0, 1]);
    // The share is of what lies between the moves that go on: a tenth of a point.
    assert_eq!(chosen(&lost, Noise::Share(0.4)), [0]);
    assert_eq!(chosen(&lost, Noise::Share(0.6)), [0, 1]);
    assert_eq!(chosen(&lost, Noise::Loud(300)), [0, 1, 2]);
    assert_eq!(chosen(&[], Noise::Loud(300)), [0]);
}
