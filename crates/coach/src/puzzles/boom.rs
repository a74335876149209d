//! Puzzles of Boom: every line searched to the end of the game, by NINJA when they are mined and
//! by a plain search that shares nothing with it when they are verified.

use super::prover::{Answered, Doubt, Found, Left, Look, Prover, is_forced, wins_at_once};
use super::{Goal, Puzzle, PuzzleProof, Theme};
use alinea_catalogue::Session;
use alinea_core::{Game, Outcome, Position};
use alinea_engines::boom::ninja::{Ninja, Weights};
use alinea_games::{Boom, boom::Action};
use alinea_search::{Engine, Ignore, Limits, Stop, Thought};
use std::collections::HashMap;
use std::ops::Range;

const TABLE_MB: usize = 4;
/// Nodes for each move while mining.
const MINING_NODES: u64 = 60_000;
/// Nodes for a move that somebody tried.
const TRY_NODES: u64 = 1_000_000;
/// Plies before the end of a game that are looked at.
const LOOK_BACK: usize = 14;
/// Longest line that is followed.
const LONGEST: usize = 40;
/// Positions of the plain search for one move.
const PLAIN_NODES: u64 = 60_000_000;
/// Plies of the plain search.
const PLAIN_PLIES: u32 = 34;

/// Proves by searching to the end.
pub(crate) struct BoomProver {
    ninja: Ninja,
}

impl Default for BoomProver {
    fn default() -> BoomProver {
        BoomProver { ninja: Ninja::new(TABLE_MB, &Weights::default()) }
    }
}

/// The result of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Result {
    Win(u32),
    Loss(u32),
    Draw,
}

impl BoomProver {
    fn think(&mut self, pos: &Boom, nodes: u64, stop: &Stop) -> Thought<Action> {
        // Each answer depends on the position alone.
        Engine::clear(&mut self.ninja);
        self.ninja.think(pos, &Limits::nodes(nodes), stop, &mut Ignore)
    }

    fn result(&mut self, pos: &Boom, nodes: u64, stop: &Stop) -> Option<Result> {
        if let Some(outcome) = pos.outcome() {
            return Some(match outcome.winner() {
                None => Result::Draw,
                Some(winner) if winner == pos.turn() => Result::Win(0),
                Some(_) => Result::Loss(0),
            });
        }
        let thought = self.think(pos, nodes, stop);
        match (thought.score.win(), thought.score.loss()) {
            (Some(plies), _) => Some(Result::Win(plies)),
            (_, Some(plies)) => Some(Result::Loss(plies)),
            _ => None,
        }
    }

    /// Best play of both sides, as NINJA sees it, after a move.
    fn line(&mut self, pos: &Boom, first: Action, stop: &Stop) -> Vec<Action> {
        let (mut pos, mut line, mut next) = (*pos, Vec::new(), Some(first));
        while let Some(mv) = next.filter(|_| line.len() < LONGEST && !stop.is_set()) {
            let _ = pos.play_unchecked(mv);
            line.push(mv);
            next = self.think(&pos, TRY_NODES, stop).best;
        }
        line
    }
}

impl Prover for BoomProver {
    fn window(&self, moves: usize) -> Range<usize> {
        moves.saturating_sub(LOOK_BACK)..moves
    }

    fn find(&mut self, at: &dyn Session, stop: &Stop) -> Look {
        self.only_move(at, stop).map_or(Look::Decided, Look::Puzzle)
    }

    fn verify(
        &mut self,
        at: &dyn Session,
        puzzle: &Puzzle,
        stop: &Stop,
    ) -> std::result::Result<(), Doubt> {
        if puzzle.proof != PuzzleProof::Search || puzzle.theme.goal() != Goal::Win {
            return Err(Doubt::Unknown);
        }
        let pos = at.position::<Boom>().ok_or(Doubt::Unknown)?;
        let solution = puzzle.solution.first().ok_or(Doubt::Solution)?;
        let mut seen = false;
        for mv in legal(pos) {
            let text = pos.move_text(mv);
            let is_solution = text == *solution;
            // The one who answers loses after the solution, and wins after anything else.
            match Plain::default().result(&after(pos, mv), stop) {
                None => return Err(Doubt::Unproven(text)),
                Some(Plainly::Loses) if !is_solution => return Err(Doubt::Another(text)),
                Some(Plainly::Wins | Plainly::Draws) if is_solution => return Err(Doubt::Solution),
                Some(_) => seen |= is_solution,
            }
        }
        if seen { Ok(()) } else { Err(Doubt::Solution) }
    }

    fn answer(&mut self, at: &dyn Session, _: Goal, stop: &Stop) -> Answered {
        let Some(pos) = at.position::<Boom>() else {
            return Answered::Lost { line: Vec::new(), left: Left::Nothing };
        };
        match self.result(pos, TRY_NODES, stop) {
            Some(Result::Loss(0)) => Answered::Kept(None),
            Some(Result::Loss(_)) => {
                let best = self.think(pos, TRY_NODES, stop).best;
                Answered::Kept(best.map(|mv| pos.move_text(mv)))
            }
            found => {
                let best = self.think(pos, TRY_NODES, stop).best;
                let line = best.map(|mv| self.line(pos, mv, stop)).unwrap_or_default();
                let line = line.iter().map(|mv| pos.move_text(*mv)).collect();
                let left = match found {
                    Some(Result::Win(_)) => Left::Loss,
                    Some(Result::Draw) => Left::Draw,
                    _ => Left::Nothing,
                };
                Answered::Lost { line, left }
            }
        }
    }
}

impl BoomProver {
    /// The only move that wins or holds.
    fn only_move(&mut self, at: &dyn Session, stop: &Stop) -> Option<Found> {
        let pos = at.position::<Boom>()?;
        if pos.outcome().is_some() || wins_at_once(at) {
            return None;
        }
        // Cheaper than asking about every move: most positions are no win, or not seen as one.
        if !matches!(self.result(pos, MINING_NODES, stop)?, Result::Win(_)) {
            return None;
        }
        let mut only = None;
        for mv in legal(pos) {
            match self.result(&after(pos, mv), MINING_NODES, stop)? {
                Result::Loss(plies) if only.is_none() => only = Some((mv, plies + 1)),
                Result::Loss(_) => return None,
                Result::Win(_) | Result::Draw => {}
            }
        }
        let (mv, plies) = only?;
        if is_forced(at, &pos.move_text(mv)) {
            return None;
        }
        let line = self.line(pos, mv, stop);
        let solution = line.iter().map(|mv| pos.move_text(*mv)).collect();
        let theme = theme(pos, &line)?;
        (!stop.is_set()).then_some(Found { solution, theme, plies, proof: PuzzleProof::Search })
    }
}

fn legal(pos: &Boom) -> Vec<Action> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

fn after(pos: &Boom, mv: Action) -> Boom {
    let mut next = *pos;
    let _ = next.play_unchecked(mv);
    next
}

/// A bomb of the winner decides, or the other side runs out of safe moves.
fn theme(pos: &Boom, line: &[Action]) -> Option<Theme> {
    let mut end = *pos;
    for mv in line {
        let _ = end.play_unchecked(*mv);
    }
    if end.outcome().and_then(Outcome::winner) != Some(pos.turn()) {
        return None;
    }
    // The move to be found is the explosion, or the winner ends the game with one.
    let first = line.first() == Some(&Action::Boom);
    let ends = line.len() % 2 == 1 && line.last() == Some(&Action::Boom);
    Some(if first || ends { Theme::Explosion } else { Theme::Zugzwang })
}

/// Who wins, as the plain search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plainly {
    Wins,
    Loses,
    Draws,
}

/// Depth-first search to the end of the game with nothing but the rules and a memory.
#[derive(Default)]
struct Plain {
    /// Whether the side to move wins within so many plies.
    known: HashMap<(u64, u32), bool>,
    nodes: u64,
}

impl Plain {
    /// The result for the side to move; nothing if it takes too long to see.
    fn result(&mut self, pos: &Boom, stop: &Stop) -> Option<Plainly> {
        if let Some(outcome) = pos.outcome() {
            return Some(match outcome.winner() {
                None => Plainly::Draws,
                Some(winner) if winner == pos.turn() => Plainly::Wins,
                Some(_) => Plainly::Loses,
            });
        }
        for plies in 1..=PLAIN_PLIES {
            if self.wins(pos, plies, stop)? {
                return Some(Plainly::Wins);
            }
            if self.loses(pos, plies, stop)? {
                return Some(Plainly::Loses);
            }
        }
        None
    }

    /// Whether the side to move can end the game in its favour within so many plies.
    fn wins(&mut self, pos: &Boom, plies: u32, stop: &Stop) -> Option<bool> {
        if plies == 0 {
            return Some(false);
        }
        let key = (pos.key(), plies);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        self.nodes += 1;
        if self.nodes > PLAIN_NODES || stop.is_set() {
            return None;
        }
        let mut wins = false;
        for mv in legal(pos) {
            let next = after(pos, mv);
            wins = match next.outcome() {
                Some(outcome) => outcome.winner() == Some(pos.turn()),
                None => self.loses(&next, plies - 1, stop)?,
            };
            if wins {
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    /// Whether every move of the side to move lets the other win within so many plies.
    fn loses(&mut self, pos: &Boom, plies: u32, stop: &Stop) -> Option<bool> {
        for mv in legal(pos) {
            let next = after(pos, mv);
            let lost = match next.outcome() {
                Some(outcome) => outcome.winner() == Some(pos.turn().other()),
                None => plies > 1 && self.wins(&next, plies - 1, stop)?,
            };
            if !lost {
                return Some(false);
            }
        }
        Some(plies > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::collection;

    /// Later in the lines of puzzles there are positions in which several moves win.
    #[test]
    fn a_position_with_two_winning_moves_is_refuted() {
        let stop = Stop::new();
        let mut seen = 0;
        let own = collection().iter().filter(|puzzle| puzzle.game == "boom");
        for puzzle in own.filter(|puzzle| puzzle.solution.len() > 4) {
            let mut session = puzzle.session().unwrap();
            let before = (puzzle.solution.len() - 3) & !1;
            puzzle.solution[..before].iter().for_each(|mv| drop(session.play(mv).unwrap()));
            let pos = session.position::<Boom>().unwrap();
            let wins = |mv: &Action| {
                Plain::default().result(&after(pos, *mv), &stop) == Some(Plainly::Loses)
            };
            let winning: Vec<Action> = legal(pos).into_iter().filter(wins).collect();
            let Some(first) = winning.first() else { continue };
            let later = Puzzle {
                position: session.moves().concat(),
                solution: vec![pos.move_text(*first)],
                ..puzzle.clone()
            };
            let verified = BoomProver::default().verify(session.as_ref(), &later, &stop);
            match winning.get(1) {
                None => assert_eq!(verified, Ok(()), "{later}"),
                Some(second) => {
                    assert_eq!(verified, Err(Doubt::Another(pos.move_text(*second))), "{later}");
                    seen += 1;
                }
            }
            if seen == 1 {
                return;
            }
        }
        panic!("only {seen} positions with two winning moves");
    }
}
