//! Finds puzzles in games: of levels of mixed strength against each other, known by their number
//! (the same number gives the same puzzles), or of anybody.

use super::difficulty::Hardness;
use super::prover::{Doubt, Look, Prover, prover};
use super::puzzle::{Puzzle, PuzzleError, said};
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
/// Positions beside each one of the game.
const BESIDE: usize = 4;
/// Positions of a game of columns that are looked at.
const LOOKED_AT: usize = 48;
/// Tries to put random stones that do not end the game.
const TRIES: usize = 20;

/// The games that have puzzles.
#[must_use]
pub fn mined_games() -> &'static [&'static str] {
    &GAMES
}

/// A position to look at, as moves from the start.
struct Candidate {
    moves: Vec<String>,
    /// Whether its last move is not the game's.
    is_beside: bool,
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

    /// The puzzles of one game of levels: at most so many to win and so many to hold.
    pub fn mine(&mut self, seed: u64, number: u64, stop: &Stop) -> Vec<Puzzle> {
        let mut dice = self.dice(seed, number);
        let mut game = self.opening(&mut dice);
        play_out(game.as_mut(), &mut dice, stop);
        self.puzzles_of(game.as_ref(), &mut dice, stop)
    }

    /// The puzzles of a game that somebody played, given as its moves; as many as of a game of
    /// levels.
    pub fn mine_game(
        &mut self,
        moves: &str,
        seed: u64,
        number: u64,
        stop: &Stop,
    ) -> Result<Vec<Puzzle>, PuzzleError> {
        let game = self.start.read(moves).map_err(|error| said(&error))?;
        Ok(self.puzzles_of(game.as_ref(), &mut self.dice(seed, number), stop))
    }

    /// Whether a game is of this miner's board and begins where its games begin: a puzzle is kept
    /// as its moves from there.
    #[must_use]
    pub fn fits(&self, game: &dyn Session) -> bool {
        let of = |game: &dyn Session| (game.name(), game.setup(), game.start().to_owned());
        of(game) == of(self.start.as_ref())
    }

    /// By game too: the same moves are played under several rules.
    fn dice(&self, seed: u64, number: u64) -> SplitMix64 {
        let name = self.start.name().bytes().fold(0, |sum, byte| sum * 31 + u64::from(byte));
        SplitMix64::new(SplitMix64::mix(seed ^ name << 32) ^ SplitMix64::mix(!number))
    }

    fn puzzles_of(
        &mut self,
        game: &dyn Session,
        dice: &mut SplitMix64,
        stop: &Stop,
    ) -> Vec<Puzzle> {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        // Sides for whom nothing was forced: earlier in the game there is nothing either.
        let mut quiet = [false; 2];
        for Candidate { moves, is_beside } in self.candidates(game, dice) {
            let side = moves.len() % 2;
            if stop.is_set() || puzzles.len() == 2 * PER_GOAL {
                break;
            }
            if quiet[side] && !is_beside {
                continue;
            }
            match self.look_at(&moves, stop) {
                Some(Ok(puzzle)) => {
                    let goal = puzzle.theme.goal();
                    let same = puzzles.iter().filter(|known| known.theme.goal() == goal);
                    // The same move in a neighbouring position is the same puzzle.
                    let is_new =
                        puzzles.iter().all(|known| known.solution[0] != puzzle.solution[0]);
                    if is_new && same.count() < PER_GOAL {
                        puzzles.push(puzzle);
                    }
                }
                Some(Err(Look::Quiet)) => quiet[side] |= !is_beside,
                _ => {}
            }
        }
        puzzles
    }

    /// The positions of a game that are looked at, the last ones first, and some beside the game:
    /// where it might have gone, much is forced as well. In games of columns in random order.
    fn candidates(&self, game: &dyn Session, dice: &mut SplitMix64) -> Vec<Candidate> {
        let moves = game.moves();
        let mut found = Vec::new();
        for place in self.prover.window(moves.len()).rev() {
            let before = &moves[..place];
            found.push(Candidate { moves: before.to_vec(), is_beside: false });
            let mut at = self.start.boxed_clone();
            if before.iter().try_for_each(|mv| at.play(mv).map(drop)).is_err() {
                continue;
            }
            let last = &moves[place];
            let mut beside = at.legal();
            beside.retain(|mv| mv != last && (is_of_columns(game) || is_near(mv, last)));
            dice.shuffle(&mut beside);
            found.extend(beside.into_iter().take(BESIDE).map(|mv| {
                let moves = before.iter().cloned().chain([mv]).collect();
                Candidate { moves, is_beside: true }
            }));
        }
        if is_of_columns(game) {
            dice.shuffle(&mut found);
            found.truncate(LOOKED_AT);
        }
        found
    }

    /// The puzzle of a position, if it is one.
    fn look_at(&mut self, moves: &[String], stop: &Stop) -> Option<Result<Puzzle, Look>> {
        let mut at = self.start.boxed_clone();
        moves.iter().try_for_each(|mv| at.play(mv).map(drop)).ok()?;
        let found = match self.prover.find(at.as_ref(), stop) {
            Look::Puzzle(found) => found,
            other => return Some(Err(other)),
        };
        let difficulty = Hardness::of(at.as_ref(), &found, stop).grade();
        (!stop.is_set()).then(|| {
            Ok(Puzzle {
                game: at.name().to_owned(),
                position: moves.concat(),
                solution: found.solution,
                theme: found.theme,
                difficulty,
                proof: found.proof,
            })
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

/// Whether two points are at most two steps apart.
fn is_near(a: &str, b: &str) -> bool {
    let place = |text: &str| {
        let letter = text.bytes().next()?;
        Some((letter, text.get(1..)?.parse::<u8>().ok()?))
    };
    let apart = place(a).zip(place(b)).map(|((a, m), (b, n))| a.abs_diff(b).max(m.abs_diff(n)));
    apart.is_some_and(|apart| apart <= 2)
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
