//! The fast search against plain minimax on a game made of numbers, and what it learns on the way.

mod by_hand;
mod laws;
mod proofs;
mod tree_size;

use super::memory::Memory;
use super::node::{Purpose, Run};
use super::table::Table;
use super::*;
use crate::{Budget, Ignore, Natural, Part, Score};
use alinea_core::{Cell, Grid, Message, Outcome, Player};

/// Count up three numbers in turns; some sums end the game, for whom a scrambled number says.
#[derive(Clone)]
struct Sums {
    game: u64,
    counts: [u8; 3],
}

const LONGEST: u8 = 9;

impl Grid for Sums {
    fn cols(&self) -> u8 {
        1
    }
    fn rows(&self) -> u8 {
        1
    }
    fn at(&self, _: Cell) -> Option<Player> {
        None
    }
}

impl Sums {
    fn scrambled(&self) -> u64 {
        let counts =
            u64::from_le_bytes([self.counts[0], self.counts[1], self.counts[2], 0, 0, 0, 0, 0]);
        SplitMix64::mix(self.game << 32 ^ counts)
    }
}

impl Position for Sums {
    type Move = u8;
    type Undo = u8;
    /// Wide enough for the table to be asked one ply from the end too.
    const MAX_INDEX: usize = 40;

    fn turn(&self) -> Player {
        if self.ply().is_multiple_of(2) { Player::First } else { Player::Second }
    }
    fn outcome(&self) -> Option<Outcome> {
        let number = self.scrambled();
        if self.ply() >= 2 && number.is_multiple_of(6) {
            let winner = if number >> 40 & 1 == 0 { Player::First } else { Player::Second };
            return Some(Outcome::Win(winner));
        }
        (self.ply() >= u32::from(LONGEST)).then_some(Outcome::Draw)
    }
    fn ply(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }
    fn legal_moves(&self, moves: &mut Vec<u8>) {
        if self.outcome().is_none() {
            moves.extend(0..3);
        }
    }
    fn is_legal(&self, mv: u8) -> bool {
        mv < 3 && self.outcome().is_none()
    }
    fn refusal(&self, mv: u8) -> Option<Message> {
        (!self.is_legal(mv)).then(|| Message::new("refusal.off-board"))
    }
    fn play_unchecked(&mut self, mv: u8) -> u8 {
        self.counts[usize::from(mv)] += 1;
        mv
    }
    fn undo(&mut self, mv: u8) {
        self.counts[usize::from(mv)] -= 1;
    }
    fn key(&self) -> u64 {
        self.scrambled()
    }
    fn index(mv: u8) -> usize {
        usize::from(mv)
    }
}

/// A judgement that leads astray.
struct Astray;

impl Heuristic<Sums> for Astray {
    fn evaluate(&self, pos: &Sums, player: Player, _: u32) -> f64 {
        let value = (pos.scrambled() >> 20) % 1000;
        if player == Player::First { value as f64 } else { -(value as f64) }
    }
    fn explain(&self, _: &Sums, _: Player, _: u32) -> Vec<Part> {
        Vec::new()
    }
}

/// The end of the game with the shortest wins and the longest losses.
fn truth(pos: &mut Sums) -> Score {
    match pos.outcome() {
        Some(Outcome::Draw) => return Score::DRAW,
        Some(Outcome::Win(winner)) if winner == pos.turn() => return Score::win_in(0),
        Some(Outcome::Win(_)) => return Score::loss_in(0),
        None => {}
    }
    let mut best = Score::MIN;
    for mv in 0..3 {
        let undo = pos.play_unchecked(mv);
        best = best.max(-truth(pos).one_ply_later());
        pos.undo(undo);
    }
    best
}

/// A search as it stands before its first node, without limits.
fn fresh_run<'a, P: Position<Move = u8>>(
    heuristic: &'a dyn Heuristic<P>,
    table: &'a mut Table,
    memory: &'a mut Memory,
) -> Run<'a, P> {
    Run {
        heuristic,
        order: &Natural,
        table,
        memory,
        budget: Budget::new(&Limits::default(), &Stop::new()),
        cap: u64::MAX,
        style: Style::Fast,
        purpose: Purpose::Judge,
        root: Player::First,
        salt: 0,
        moves: Vec::new(),
        ranks: Vec::new(),
        lines: vec![Vec::new(); MAX_PLY + 2],
    }
}

/// Wins are the shortest there are and losses the longest, with a fresh table and with one that holds what was seen from other distances.
#[test]
fn the_shortest_win_and_the_longest_loss_are_found() {
    let mut lengths = std::collections::BTreeSet::new();
    for game in 0..300 {
        let mut warm = AlphaBeta::new(Arc::new(Astray) as Arc<dyn Heuristic<Sums>>).with_table(1);
        let mut pos = Sums { game, counts: [0; 3] };
        while pos.outcome().is_none() {
            let expected = truth(&mut pos);
            lengths.extend(expected.win());
            let mut cold =
                AlphaBeta::new(Arc::new(Astray) as Arc<dyn Heuristic<Sums>>).with_table(1);
            for engine in [&mut cold, &mut warm] {
                let thought = engine.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore);
                assert_eq!(thought.score, expected, "game {game}, {:?}", pos.counts);
                let ends = expected.win().or(expected.loss());
                assert!(ends.is_none_or(|plies| thought.line.len() == plies as usize));
            }
            let next = (game % 3) as u8;
            pos.play_unchecked(next);
        }
    }
    assert!(lengths.len() >= 3, "wins of several lengths are needed: {lengths:?}");
}

#[test]
fn history_rewards_the_move_that_cut_and_not_those_that_failed() {
    let mut table = Table::new(0);
    let mut memory = Memory::new(Sums::MAX_INDEX);
    let mut run = fresh_run(&Astray, &mut table, &mut memory);
    run.moves = vec![0, 1, 2];
    run.learn(Player::Second, 3, 4, 0, 2);
    let history = [0, 1, 2].map(|index| run.memory.history(Player::Second, index));
    assert!(history[2] > 0 && history[0] < 0 && history[1] < 0, "{history:?}");
    assert_eq!([0, 1, 2].map(|index| run.memory.history(Player::First, index)), [0; 3]);
    assert_eq!(run.memory.killers(3)[0], 2);
    // The next node tries that move first.
    run.rank(0, Player::Second, 7, super::table::NO_MOVE);
    assert!(run.ranks[2] < run.ranks[0] + 3 * 256 && run.ranks[0] > run.ranks[1]);
    for _ in 0..200 {
        run.learn(Player::Second, 3, 4, 0, 2);
    }
    run.rank(0, Player::Second, 7, super::table::NO_MOVE);
    assert!(run.ranks[2] > run.ranks[0], "{:?}", run.ranks);
}
