//! What a family of games must know of its puzzles.

use super::boom::BoomProver;
use super::connect4::Connect4Prover;
use super::gomoku::GomokuProver;
use super::{Goal, Puzzle, PuzzleProof, Theme};
use alinea_catalogue::Session;
use alinea_search::Stop;
use std::fmt;
use std::ops::Range;

/// A position with exactly one move that wins or holds, before it is graded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) solution: Vec<String>,
    pub(crate) theme: Theme,
    /// Plies until the solver wins, or until a wrong move would have lost.
    pub(crate) plies: u32,
    pub(crate) proof: PuzzleProof,
}

/// What a look at a position brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// A puzzle.
    Puzzle(Found),
    /// Somebody wins by force, or the result is known, but it is no puzzle.
    Decided,
    /// Nothing is forced here, as far as was looked.
    Quiet,
}

/// Why a puzzle does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// The solution was not proven again.
    Solution,
    /// Another move does as well.
    Another(String),
    /// A limit was met before everything was proven.
    Unproven(String),
    /// The game has no puzzles, or the puzzle names a proof of another game.
    Unknown,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Solution => f.write_str("the solution does not do what the puzzle asks"),
            Doubt::Another(mv) => write!(f, "{mv} does it as well"),
            Doubt::Unproven(mv) => write!(f, "nothing could be proven of {mv} within the limits"),
            Doubt::Unknown => f.write_str("this game has no puzzles with such a proof"),
        }
    }
}

/// What came of a move that somebody tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answered {
    /// It keeps the result; the answer that holds out longest, while the game goes on.
    Kept(Option<String>),
    /// It does not: what the other side makes of it, and what is left.
    Lost { line: Vec<String>, left: Left },
}

/// What a wrong try leaves to the one who tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// The game is lost.
    Loss,
    /// The game is drawn.
    Draw,
    /// The win is gone, or at least not proven any more.
    Nothing,
}

/// Finds, proves and answers for one family of games. The answers depend on the arguments alone.
pub(crate) trait Prover: Send {
    /// The positions of a game, by the number of moves played, that are worth a look.
    fn window(&self, moves: usize) -> Range<usize>;

    /// A puzzle, if there is exactly one move here that wins or holds, and finding it is not
    /// trivial.
    fn find(&mut self, at: &dyn Session, stop: &Stop) -> Look;

    /// Proves a puzzle again by another way than [`Prover::find`].
    fn verify(&mut self, at: &dyn Session, puzzle: &Puzzle, stop: &Stop) -> Result<(), Doubt>;

    /// What a move is worth that somebody tried; `at` is the position after it.
    fn answer(&mut self, at: &dyn Session, goal: Goal, stop: &Stop) -> Answered;
}

/// The prover of this game; nothing where the game has no puzzles.
pub(crate) fn prover(session: &dyn Session) -> Option<Box<dyn Prover>> {
    match session.name() {
        "connect4" => Some(Box::new(Connect4Prover::new(session)?)),
        "boom" => Some(Box::new(BoomProver::default())),
        "gomoku" | "standard" | "renju" | "caro" => Some(Box::new(GomokuProver)),
        _ => None,
    }
}

/// Whether every other move loses to the very next one: nothing has to be seen.
pub(crate) fn is_forced(at: &dyn Session, solution: &str) -> bool {
    let mut after = at.boxed_clone();
    at.legal().iter().filter(|mv| *mv != solution).all(|mv| {
        if after.play(mv).is_err() {
            return true;
        }
        let lost = loses_at_once(after.as_mut());
        after.undo();
        lost
    })
}

/// Whether the side that just moved has lost, or loses to one of the answers.
fn loses_at_once(after: &mut dyn Session) -> bool {
    let mover = after.turn().other();
    if let Some(outcome) = after.outcome() {
        return outcome.winner() == Some(mover.other());
    }
    after.legal().iter().any(|reply| {
        let wins = after.play(reply).is_ok()
            && after.outcome().is_some_and(|outcome| outcome.winner() == Some(mover.other()));
        after.undo();
        wins
    })
}

/// Whether somebody can end the game with the next move.
pub(crate) fn wins_at_once(at: &dyn Session) -> bool {
    let mut after = at.boxed_clone();
    let mover = at.turn();
    at.legal().iter().any(|mv| {
        let wins = after.play(mv).is_ok()
            && after.outcome().is_some_and(|outcome| outcome.winner() == Some(mover));
        after.undo();
        wins
    })
}
