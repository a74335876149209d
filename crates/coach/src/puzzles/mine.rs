//! Finds puzzles in games of levels of mixed strength against each other. A game is known by its
//! number: the same number gives the same puzzles.

use super::difficulty::Hardness;
use super::prover::{Doubt, Prover, prover};
use super::Puzzle;
use alinea_catalogue::{EngineSpec, Session, Setting, open};
use alinea_core::SplitMix64;
use alinea_search::{Ignore, Limits, Stop};

/// The games that have puzzles.
const GAMES: [&str; 6] = ["connect4", "gomoku", "standard", "renju", "caro", "boom"];
/// Levels that play: good enough to build something, weak enough to leave something.
const WEAKEST: usize = 3;
const STRONGEST: usize = 6;
/// A game that goes on for longer is left.
const MAX_PLIES: usize = 150;
/// Puzzles of a game that ask for the same.
const PER_GOAL: usize = 2;
/// Positions of a game of columns that are looked at.
const LOOKED_AT: usize = 48;
/// Tries to put random stones that do not end the game.
const TRIES: usize = 20;

/// The games that have puzzles.
#[must_use]
pub fn mined_games() -> &'static [&'static str] {
    &GAMES
}

/// Finds and verifies puzzles of one game.
pub struct Miner {
    start: Box<dyn Session>,
    prover: Box<dyn Prover>,
}

impl Miner {
    /// A miner of this game; nothing where the game has no puzzles.
    #[must_use]
    pub fn new(game: &str) -> Option<Miner> {
        let start = open(game).ok()?;
        let prover = prover(start.as_ref())?;
        Some(Miner { start, prover })
    }

    /// The puzzles of one game of levels: at most two to win and two to hold.
    pub fn mine(&mut self, seed: u64, number: u64, stop: &Stop) -> Vec<Puzzle> {
        let mut dice = SplitMix64::new(SplitMix64::mix(seed) ^ SplitMix64::mix(!number));
        let mut game = self.opening(&mut dice);
        play_out(game.as_mut(), &mut dice, stop);
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for moves in self.candidates(game.as_ref(), &mut dice) {
            if stop.is_set() || puzzles.len() == 2 * PER_GOAL {
                break;
            }
            let Some(puzzle) = self.puzzle_at(&moves, stop) else { continue };
            let same = puzzles.iter().filter(|known| known.theme.goal() == puzzle.theme.goal());
            if same.count() < PER_GOAL {
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// The positions of a game that are looked at, as moves from the start. In games of columns
    /// those beside the game as well, which are cheap to judge, and all in random order: the early
    /// ones would come up too often.
    fn candidates(&self, game: &dyn Session, dice: &mut SplitMix64) -> Vec<Vec<String>> {
        let window = self.prover.window(game.moves().len());
        let mut found: Vec<Vec<String>> =
            window.map(|place| game.moves()[..place].to_vec()).collect();
        if !is_of_columns(game) {
            return found;
        }
        for moves in found.clone() {
            let mut at = self.start.boxed_clone();
            if moves.iter().try_for_each(|mv| at.play(mv).map(drop)).is_ok() {
                let beside = at.legal().into_iter().filter(|mv| game.moves()[moves.len()] != *mv);
                found.extend(beside.map(|mv| [moves.clone(), vec![mv]].concat()));
            }
        }
        dice.shuffle(&mut found);
        found.truncate(LOOKED_AT);
        found
    }

    /// The puzzle of a position, if it is one.
    pub fn puzzle_at(&mut self, moves: &[String], stop: &Stop) -> Option<Puzzle> {
        let mut at = self.start.boxed_clone();
        moves.iter().try_for_each(|mv| at.play(mv).map(drop)).ok()?;
        let found = self.prover.find(at.as_ref(), stop)?;
        let difficulty = Hardness::of(at.as_ref(), &found, stop).grade();
        (!stop.is_set()).then(|| Puzzle {
            game: at.name().to_owned(),
            position: moves.concat(),
            solution: found.solution,
            theme: found.theme,
            difficulty,
            proof: found.proof,
        })
    }

    /// Proves a puzzle again by another way.
    pub fn verify(&mut self, puzzle: &Puzzle, stop: &Stop) -> Result<(), Doubt> {
        let at = puzzle.session().map_err(|_| Doubt::Unknown)?;
        if at.name() != self.start.name() || at.outcome().is_some() {
            return Err(Doubt::Unknown);
        }
        self.prover.verify(at.as_ref(), puzzle, stop)
    }

    /// A few random moves, so that no two games are alike.
    fn opening(&self, dice: &mut SplitMix64) -> Box<dyn Session> {
        let gravity = is_of_columns(self.start.as_ref());
        let plies = if gravity { 2 + dice.below(7) } else { 1 + dice.below(5) };
        for _ in 0..TRIES {
            let mut game = self.start.boxed_clone();
            for _ in 0..plies {
                let legal = game.legal();
                let near: Vec<&String> =
                    legal.iter().filter(|mv| gravity || is_central(mv)).collect();
                let Some(mv) = dice.pick(&near).map(|mv| (*mv).clone()) else { break };
                let _ = game.play(&mv);
            }
            if game.outcome().is_none() {
                return game;
            }
        }
        self.start.boxed_clone()
    }
}

fn is_of_columns(game: &dyn Session) -> bool {
    matches!(game.name(), "connect4" | "boom")
}

/// Whether a point lies in the middle of a board of fifteen: columns e to k, rows 5 to 11.
fn is_central(mv: &str) -> bool {
    let mut letters = mv.chars();
    let column = letters.next().is_some_and(|letter| ('e'..='k').contains(&letter));
    column && letters.as_str().parse::<u32>().is_ok_and(|row| (5..=11).contains(&row))
}

/// Two levels, drawn by lot, play the game to its end.
fn play_out(game: &mut dyn Session, dice: &mut SplitMix64, stop: &Stop) {
    let mut seats = Vec::new();
    for _ in 0..2 {
        let level = WEAKEST + dice.below(STRONGEST - WEAKEST + 1);
        let spec = EngineSpec::level(level as u8).with(Setting::Seed(dice.next_u64() >> 32));
        match game.seat(&spec) {
            Ok(mut seat) => {
                seat.new_game();
                seats.push(seat);
            }
            Err(_) => return,
        }
    }
    while game.outcome().is_none() && game.moves().len() < MAX_PLIES && !stop.is_set() {
        let seat = &mut seats[game.turn().index()];
        let thought = seat.think(game, &Limits::default(), stop, &mut Ignore);
        let Some(best) = thought.ok().and_then(|thought| thought.best) else { return };
        if game.play(&best).is_err() {
            return;
        }
    }
}
