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
