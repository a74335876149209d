//! Forced wins by threats in positions of the family, with their moves.
//!
//! Also the last moment at which the loser could have escaped.

use alinea_core::{Cell, Position};
use alinea_games::gomoku::Board;
use alinea_search::{Clock, Ignore, Limits, Stop};

use super::adapter::board_of;
use super::gomoku_engine::GomokuEngine;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use super::vct::{LONG_FOURS, Vct};
use crate::threats::{Escape, Proof};

/// Nodes of the threat search unless told otherwise.
const THREAT_NODES: u64 = 1_000_000;
/// Nodes for each earlier position that is searched for an escape.
const ESCAPE_NODES: u64 = 50_000;
/// Nodes of the threat search that may refute an escape.
const REFUTING_NODES: u64 = 200_000;
/// Moves of the loser that are looked back at.
const LOOK_BACK: usize = 12;
/// Bytes of the table of the search for an escape.
const ESCAPE_TABLE: usize = 16 << 20;

/// A forced win for the player to move, if threats prove one within the limits of nodes and time.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::gomoku::engine::threats::threats;
/// use alinea_engines::threats::Means;
/// use alinea_games::Gomoku;
/// use alinea_search::{Limits, Stop};
/// let setup = Gomoku::parse_setup("15").unwrap();
/// let proof = |moves| {
///     let pos = parse_position::<Gomoku>(&setup, moves).unwrap().pos;
///     threats(&pos, &Limits::nodes(1000), &Stop::new())
/// };
/// // An open three wins by fours; a single stone proves nothing.
/// assert_eq!(proof("h8 a1 i8 a15 j8 o1").unwrap().means, Means::Fours);
/// assert_eq!(proof("h8 a1"), None);
/// ```
pub fn threats<R: PatternRule>(
    pos: &Board<R>,
    limits: &Limits,
    stop: &Stop,
) -> Option<Proof<Cell>> {
    if pos.outcome().is_some() {
        return None;
    }
    let clock = Clock::start();
    let halt = || stop.is_set() || limits.time.is_some_and(|time| clock.elapsed() > time);
    let mut board = board_of(pos);
    let nodes = limits.nodes.unwrap_or(THREAT_NODES);
    let mut solver = Vct::new(&halt).keeping_moves();
    let means = solver.proves(&mut board, nodes)?;
    let size = board.size();
    // The proof stands even if there is no time to show it.
    let proof = solver.follow(&mut board, means, nodes);
    let proof = proof.or_else(|| solver.unfollowed(&mut board, means));
    proof.map(|proof| proof.map(|point| point.cell(size)))
}

/// A threat search that remembers what it proved, for the many positions of one attack.
pub struct Attacks<'a> {
    solver: Vct<'a>,
    halt: &'a dyn Fn() -> bool,
    nodes: u64,
}

impl<'a> Attacks<'a> {
    /// A search that gives up when `halt` says so.
    ///
    /// `limits` says how many nodes each question may cost.
    pub fn new(limits: &Limits, halt: &'a dyn Fn() -> bool) -> Attacks<'a> {
        let nodes = limits.nodes.unwrap_or(THREAT_NODES);
        Attacks { solver: Vct::new(halt), halt, nodes }
    }

    /// The first moves of a win by threats of the player to move.
    ///
    /// That is the winner's move and, where only one reply matters, the reply and what follows.
    pub fn line<R: PatternRule>(&mut self, pos: &Board<R>) -> Option<Vec<Cell>> {
        let mut board = board_of(pos);
        let size = board.size();
        let line = self.ask(&mut board).or_else(|| {
            // The memory may have been full.
            self.solver = Vct::new(self.halt);
            self.ask(&mut board)
        })?;
        Some(line.into_iter().map(|point| point.cell(size)).collect())
    }

    /// Whether the player to move wins by threats, as far as the nodes show.
    pub fn wins<R: PatternRule>(&mut self, pos: &Board<R>) -> bool {
        if pos.outcome().is_some() {
            return false;
        }
        let mut board = board_of(pos);
        self.solver.renew(self.nodes);
        self.solver.by_fours(&mut board, LONG_FOURS).is_some() || self.solver.is_proven(&mut board)
    }

    /// Whether the move before wins by threats, whatever is answered, as far as the nodes show.
    pub fn loses<R: PatternRule>(&mut self, pos: &Board<R>) -> bool {
        match pos.outcome() {
            Some(outcome) => outcome.winner() == Some(pos.turn().other()),
            None => {
                self.solver.renew(self.nodes);
                self.solver.is_lost(&mut board_of(pos))
            }
        }
    }

    fn ask<R: PatternRule>(&mut self, board: &mut PatternBoard<R>) -> Option<Vec<Point>> {
        self.solver.renew(self.nodes);
        if let Some(line) = self.solver.by_fours(board, LONG_FOURS) {
            return Some(line);
        }
        if !self.solver.is_proven(board) {
            return None;
        }
        self.solver.proven_attack(board).map(|point| vec![point])
    }
}

/// The last move of a game at which the side that now loses by force had something better.
///
/// After `moves` the winner is to move.
pub fn last_escape<R: PatternRule>(
    start: &Board<R>,
    moves: &[Cell],
    stop: &Stop,
) -> Option<Escape<Cell>> {
    if moves.is_empty() {
        return None;
    }
    let mut engine = GomokuEngine::new(ESCAPE_TABLE, 1);
    let mut board = board_of(start);
    let size = board.size();
    moves.iter().for_each(|mv| board.play(Point::of(*mv, size)));
    let loser = board.turn().other();
    let mut looked = 0;
    for (ply, played) in moves.iter().enumerate().rev() {
        board.undo();
        if board.turn() != loser {
            continue;
        }
        if looked == LOOK_BACK || stop.is_set() {
            return None;
        }
        looked += 1;
        let limits = Limits::nodes(ESCAPE_NODES);
        let thought = engine.think_board(&board, &limits, stop, &mut Ignore);
        let holds = !thought.moves.is_empty() && thought.score.loss().is_none();
        let Some(instead) = thought.best.filter(|best| holds && best != played) else { continue };
        // What the search did not see threats may prove.
        board.play(Point::of(instead, size));
        let halt = || stop.is_set();
        let refuted = Vct::new(&halt).proves(&mut board, REFUTING_NODES).is_some();
        board.undo();
        if !refuted {
            return Some(Escape { ply, played: *played, instead });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threats::Means;
    use alinea_games::Gomoku;

    /// The search finds h12's replacement f5 good, threats refute it: it is no escape.
    #[test]
    fn an_escape_withstands_the_threats_that_follow_it() {
        let text = "h8h9g9f10f8g8e7h10d6c5i10h7e6d10e10j5i6h12f6h11h13c6";
        let (start, _, moves) = game(text);
        let escape = last_escape(&start, &moves, &Stop::new()).unwrap();
        assert!(escape.ply < 17, "{escape:?}");
        let mut board = board_of(&start);
        let size = board.size();
        moves[..escape.ply].iter().for_each(|mv| board.play(Point::of(*mv, size)));
        board.play(Point::of(escape.instead, size));
        let halt = || false;
        assert!(Vct::new(&halt).proves(&mut board, REFUTING_NODES).is_none(), "{escape:?}");
    }

    fn game(text: &str) -> (Gomoku, Gomoku, Vec<Cell>) {
        let read = alinea_core::parse_position::<Gomoku>(&Default::default(), text).unwrap();
        (read.start, read.pos, read.played.iter().map(|(mv, _)| *mv).collect())
    }

    #[test]
    fn an_ignored_open_three_is_a_win_and_the_last_answer_the_escape() {
        let (start, pos, moves) = game("h8a15i8o15j8a1");
        let proof = threats(&pos, &Limits::nodes(20_000), &Stop::new()).unwrap();
        assert_eq!(proof.means, Means::Fours);
        assert!(["g8", "k8"].contains(&proof.line[0].to_string().as_str()));
        let escape = last_escape(&start, &moves, &Stop::new()).unwrap();
        assert_eq!((escape.ply, escape.played), (5, moves[5]));
        assert_eq!(escape.instead.row, 7);
    }

    #[test]
    fn a_move_wins_by_threats_if_every_answer_loses() {
        let (_, pos, _) = game("h8a15i8o15j8a1");
        let never = || false;
        let mut attacks = Attacks::new(&Limits::nodes(20_000), &never);
        assert!(attacks.wins(&pos));
        let after = |text: &str| game(text).1;
        for (mv, wins) in [("k8", true), ("g8", true), ("f8", false), ("h9", false)] {
            let text = format!("h8a15i8o15j8a1{mv}");
            assert_eq!(attacks.loses(&after(&text)), wins, "{mv}");
            assert!(!attacks.wins(&after(&text)), "{mv}: the defender has nothing");
        }
        // Five ends the game; the next to move has lost.
        assert!(attacks.loses(&after("h8a15i8o15j8a1k8a2l8")));
    }

    #[test]
    fn an_empty_board_has_no_forced_win_by_threats() {
        let (_, pos, _) = game("-");
        assert_eq!(threats(&pos, &Limits::nodes(5_000), &Stop::new()), None);
    }

    #[test]
    fn nothing_is_asked_of_a_game_that_is_over_or_has_not_begun() {
        let (_, over, _) = game("h8a15i8o15j8a1k8a2l8");
        assert_eq!(threats(&over, &Limits::nodes(5_000), &Stop::new()), None);
        let never = || false;
        let mut attacks = Attacks::new(&Limits::nodes(5_000), &never);
        assert!(!attacks.wins(&over));
        let (start, _, _) = game("-");
        assert_eq!(last_escape(&start, &[], &Stop::new()), None);
        let stopped = Stop::new();
        stopped.stop();
        let (_, pos, moves) = game("h8a15i8o15j8a1");
        assert_eq!(last_escape(&start, &moves, &stopped), None);
        assert!(threats(&pos, &Limits::nodes(0), &Stop::new()).is_none(), "no nodes, no proof");
    }

    #[test]
    fn a_line_of_an_attack_begins_with_its_fours_or_with_one_proven_move() {
        let never = || false;
        let mut attacks = Attacks::new(&Limits::nodes(20_000), &never);
        let texts = |line: Vec<Cell>| line.iter().map(Cell::to_string).collect::<Vec<_>>();
        let line = |attacks: &mut Attacks<'_>, text| attacks.line(&game(text).1).map(texts);
        let open = line(&mut attacks, "h8a15i8o15j8a1").unwrap();
        assert!(open == ["g8"] || open == ["k8"], "{open:?}");
        assert_eq!(line(&mut attacks, "h8a15"), None);
        // No four yet: the first move of a win by threats alone.
        let text = "i8j9k7g8k6g7l5j7k5k8";
        let first = line(&mut attacks, text).unwrap();
        assert_eq!(first.len(), 1, "{first:?}");
        let (_, pos, _) = game(text);
        assert!(attacks.wins(&pos));
        let mut after = pos.clone();
        after.play(first[0].parse().unwrap()).unwrap();
        assert!(attacks.loses(&after), "{first:?} does not win");
        let full: Attacks<'_> = Attacks::new(&Limits::nodes(1), &never);
        assert_eq!(full.nodes, 1);
        assert_eq!(Attacks::new(&Limits::default(), &never).nodes, THREAT_NODES);
    }
}
