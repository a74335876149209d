//! Puzzles of the gomoku family: wins proven by threats, and the only move that holds against
//! them.

use super::prover::{Answered, Doubt, Found, Left, Look, Prover};
use super::{Goal, Puzzle, PuzzleProof, Theme};
use alinea_catalogue::Session;
use alinea_core::{Cell, Diagram, Game, Position};
use alinea_engines::gomoku::engine::reasons::explain_proof;
use alinea_engines::gomoku::engine::threats::{Attacks, threats};
use alinea_engines::gomoku::engine::{GomokuEngine, PatternRule};
use alinea_engines::threats::{Means, Proof};
use alinea_games::gomoku::Board;
use alinea_games::lines::LineBoard;
use alinea_games::{Caro, Gomoku, Renju, Standard};
use alinea_proof::Attack;
use alinea_search::{Engine, Ignore, Limits, Stop, Thought};
use std::cmp::Reverse;
use std::ops::Range;

/// Nodes of a proof while mining.
const MINING_NODES: u64 = 2_000;
/// How many times more nodes each other move gets.
const OTHERS: u64 = 10;
/// Plies before the end of a game that are looked at.
const LOOK_BACK: usize = 20;
/// Nodes of the engine that looks for a second winning move by other means than threats.
const ENGINE_NODES: u64 = 30_000;
const TABLE_BYTES: usize = 4 << 20;
/// Wrong moves whose refutation is measured.
const MEASURED: usize = 6;
/// Nodes for a move that somebody tried.
const TRY_NODES: u64 = 20_000;

/// Proves by threats.
pub(crate) struct GomokuProver;

/// Something done with a board of the family whose rule is known.
trait OnBoard {
    type Output;
    fn run<R: PatternRule>(self, pos: &Board<R>) -> Self::Output;
}

fn on_board<V: OnBoard>(at: &dyn Session, visitor: V) -> Option<V::Output> {
    if let Some(board) = at.position::<Gomoku>() {
        return Some(visitor.run(board));
    }
    if let Some(board) = at.position::<Standard>() {
        return Some(visitor.run(board));
    }
    if let Some(board) = at.position::<Renju>() {
        return Some(visitor.run(board));
    }
    at.position::<Caro>().map(|board| visitor.run(board))
}

impl Prover for GomokuProver {
    fn window(&self, moves: usize) -> Range<usize> {
        moves.saturating_sub(LOOK_BACK)..moves
    }

    fn find(&mut self, at: &dyn Session, stop: &Stop) -> Look {
        on_board(at, Find(stop)).unwrap_or(Look::Quiet)
    }

    fn verify(&mut self, at: &dyn Session, puzzle: &Puzzle, stop: &Stop) -> Result<(), Doubt> {
        on_board(at, Verify { puzzle, stop }).unwrap_or(Err(Doubt::Unknown))
    }

    fn answer(&mut self, at: &dyn Session, goal: Goal, stop: &Stop) -> Answered {
        let nothing = Answered::Lost { line: Vec::new(), left: Left::Nothing };
        on_board(at, Answer { goal, stop }).unwrap_or(nothing)
    }
}

struct Find<'a>(&'a Stop);

impl OnBoard for Find<'_> {
    type Output = Look;

    fn run<R: PatternRule>(self, pos: &Board<R>) -> Look {
        let stop = self.0;
        let (me, foe) = (pos.turn(), pos.turn().other());
        // Five at once, or one point that must be filled: nothing has to be seen.
        let is_plain = |cell: &Cell| pos.completes(*cell, me) || pos.completes(*cell, foe);
        if pos.outcome().is_some() || legal(pos).iter().any(is_plain) {
            return Look::Decided;
        }
        let look = match threats(pos, &Limits::nodes(MINING_NODES), stop) {
            Some(proof) => only_win(pos, &proof, stop).map_or(Look::Decided, Look::Puzzle),
            None => only_defence(pos, stop),
        };
        if stop.is_set() { Look::Quiet } else { look }
    }
}

fn proof_of() -> PuzzleProof {
    PuzzleProof::Threats { nodes: MINING_NODES, others: MINING_NODES * OTHERS }
}

fn only_win<R: PatternRule>(pos: &Board<R>, proof: &Proof<Cell>, stop: &Stop) -> Option<Found> {
    let solution = *proof.line.first()?;
    let halt = || stop.is_set();
    // What comes later in the line often wins in another order: it is tried first.
    let mut others: Vec<Cell> = legal(pos).into_iter().filter(|cell| *cell != solution).collect();
    others.sort_by_key(|cell| (!proof.line.contains(cell), distance(*cell, solution)));
    for nodes in [MINING_NODES / 4, MINING_NODES * OTHERS] {
        let mut attacks = Attacks::new(&Limits::nodes(nodes), &halt);
        if others.iter().any(|cell| attacks.loses(&after(pos, *cell)) || stop.is_set()) {
            return None;
        }
    }
    if engine_finds_another(pos, stop) || !is_certain(pos, MINING_NODES, stop) {
        return None;
    }
    let solution = proof.line.iter().map(|cell| pos.move_text(*cell)).collect();
    let theme = theme(pos, proof);
    Some(Found { solution, theme, plies: proof.plies, proof: proof_of() })
}

/// Whether the win by threats was followed to the end against every legal answer, by nothing but
/// the rules. In caro a stone at the far end of a row can void it, which threats do not see.
fn is_certain<R: PatternRule>(pos: &Board<R>, nodes: u64, stop: &Stop) -> bool {
    Attack::by_threats(pos, &Limits::nodes(nodes * OTHERS), stop).is_ok()
}

/// Whether the engine's search sees two winning moves.
fn engine_finds_another<R: PatternRule>(pos: &Board<R>, stop: &Stop) -> bool {
    let moves = engine_thinks(pos, 2, stop).moves;
    moves.iter().filter(|root| root.score.win().is_some()).count() > 1
}

/// What the engine, which knows more than threats, says of the best moves.
fn engine_thinks<R: PatternRule>(pos: &Board<R>, lines: usize, stop: &Stop) -> Thought<Cell> {
    let limits = Limits { lines, ..Limits::nodes(ENGINE_NODES) };
    GomokuEngine::new(TABLE_BYTES, 1).think(pos, &limits, stop, &mut Ignore)
}

fn theme<R: PatternRule>(pos: &Board<R>, proof: &Proof<Cell>) -> Theme {
    let forbidden = explain_proof(pos, proof).reason.key.contains("forbidden");
    match proof.means {
        _ if forbidden => Theme::ForbiddenPoint,
        Means::Fours if proof.line.len() > 1 => Theme::Fours,
        _ => Theme::DoubleThreat,
    }
}

fn only_defence<R: PatternRule>(pos: &Board<R>, stop: &Stop) -> Look {
    // That every other move loses would have to be followed to the end for each of them.
    if R::NAME == Caro::NAME {
        return Look::Quiet;
    }
    let halt = || stop.is_set();
    let mut attacks = Attacks::new(&Limits::nodes(MINING_NODES), &halt);
    let moves = from_afar(pos);
    let mut holds = None;
    for (place, cell) in moves.iter().enumerate() {
        if is_answered(pos, *cell, &mut attacks) {
            continue;
        }
        // A move far away that holds: nothing was threatened.
        if place == 0 {
            return Look::Quiet;
        }
        if holds.is_some() || stop.is_set() {
            return Look::Decided;
        }
        holds = Some(*cell);
    }
    holds.and_then(|holds| defence(pos, holds, &moves, stop)).map_or(Look::Decided, Look::Puzzle)
}

/// The puzzle of the only move that holds, unless it is refuted by other means.
fn defence<R: PatternRule>(
    pos: &Board<R>,
    holds: Cell,
    moves: &[Cell],
    stop: &Stop,
) -> Option<Found> {
    let halt = || stop.is_set();
    let mut deeper = Attacks::new(&Limits::nodes(MINING_NODES * OTHERS), &halt);
    if deeper.wins(&after(pos, holds)) || deeper.wins(pos) {
        return None;
    }
    // Another engine: what it sees as lost is no defence.
    if engine_thinks(&after(pos, holds), 1, stop).score.win().is_some() {
        return None;
    }
    let near = moves.iter().rev().filter(|cell| **cell != holds).take(MEASURED);
    let lost = near.filter_map(|cell| {
        threats(&after(pos, *cell), &Limits::nodes(MINING_NODES), stop).map(|proof| proof.plies)
    });
    let plies = lost.max().unwrap_or(1);
    let solution = vec![pos.move_text(holds)];
    Some(Found { solution, theme: Theme::Defence, plies, proof: proof_of() })
}

/// The legal moves, those far from every stone first: where nothing is threatened they hold, and
/// that is known at once.
fn from_afar<R: PatternRule>(pos: &Board<R>) -> Vec<Cell> {
    use alinea_core::Grid;
    let all =
        || (0..pos.rows()).flat_map(|row| (0..pos.cols()).map(move |col| Cell::new(col, row)));
    let stones: Vec<Cell> = all().filter(|cell| pos.at(*cell).is_some()).collect();
    let mut moves = legal(pos);
    let nearest = |cell: &Cell| stones.iter().map(|stone| distance(*cell, *stone)).min();
    moves.sort_by_cached_key(|cell| Reverse(nearest(cell)));
    moves
}

fn distance(a: Cell, b: Cell) -> u8 {
    a.col.abs_diff(b.col).max(a.row.abs_diff(b.row))
}

fn legal<R: PatternRule>(pos: &Board<R>) -> Vec<Cell> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

fn after<R: PatternRule>(pos: &Board<R>, cell: Cell) -> Board<R> {
    let mut next = pos.clone();
    let _ = next.play_unchecked(cell);
    next
}

struct Verify<'a> {
    puzzle: &'a Puzzle,
    stop: &'a Stop,
}

impl OnBoard for Verify<'_> {
    type Output = Result<(), Doubt>;

    /// On the board mirrored at its diagonal, so that moves come in another order and positions
    /// have other keys. A win is followed to its end against every legal answer, not only those
    /// that the threat search takes for defences.
    fn run<R: PatternRule>(self, pos: &Board<R>) -> Result<(), Doubt> {
        let PuzzleProof::Threats { nodes, others } = self.puzzle.proof else {
            return Err(Doubt::Unknown);
        };
        let read = |text: &String| pos.parse_move(text).ok().map(|(cell, _)| cell);
        let solution = self.puzzle.solution.first().and_then(read).ok_or(Doubt::Solution)?;
        let mirrored = mirrored(pos).ok_or(Doubt::Unknown)?;
        let solution = flipped(solution, pos);
        let doubt = match self.puzzle.theme.goal() {
            Goal::Win => self.win(&mirrored, solution, nodes, others),
            Goal::Hold => self.hold(&mirrored, solution, nodes, others),
        };
        // The move is named as it is on the board of the puzzle.
        doubt.map_err(|doubt| match doubt {
            Named::Solution => Doubt::Solution,
            Named::Another(cell) => Doubt::Another(pos.move_text(flipped(cell, pos))),
            Named::Unproven(cell) => Doubt::Unproven(pos.move_text(flipped(cell, pos))),
        })
    }
}

/// A doubt with its move on the mirrored board.
enum Named {
    Solution,
    Another(Cell),
    Unproven(Cell),
}

impl Verify<'_> {
    fn win<R: PatternRule>(
        &self,
        pos: &Board<R>,
        solution: Cell,
        nodes: u64,
        others: u64,
    ) -> Result<(), Named> {
        let halt = || self.stop.is_set();
        if !pos.is_legal(solution) || !is_certain(pos, nodes, self.stop) {
            return Err(Named::Solution);
        }
        let won = after(pos, solution);
        let mut attacks = Attacks::new(&Limits::nodes(nodes * OTHERS), &halt);
        if won.outcome().is_none() && !has_no_escape(&won, &mut attacks) {
            return Err(Named::Solution);
        }
        let mut attacks = Attacks::new(&Limits::nodes(others), &halt);
        for cell in legal(pos).into_iter().filter(|cell| *cell != solution) {
            if attacks.loses(&after(pos, cell)) {
                return Err(Named::Another(cell));
            }
        }
        if self.stop.is_set() { Err(Named::Unproven(solution)) } else { Ok(()) }
    }

    fn hold<R: PatternRule>(
        &self,
        pos: &Board<R>,
        solution: Cell,
        nodes: u64,
        others: u64,
    ) -> Result<(), Named> {
        let halt = || self.stop.is_set();
        if !pos.is_legal(solution) || R::NAME == Caro::NAME {
            return Err(Named::Solution);
        }
        let mut attacks = Attacks::new(&Limits::nodes(nodes * OTHERS), &halt);
        for cell in legal(pos).into_iter().filter(|cell| *cell != solution) {
            if !is_answered(pos, cell, &mut attacks) {
                let stopped = self.stop.is_set();
                return Err(if stopped { Named::Unproven(cell) } else { Named::Another(cell) });
            }
        }
        let mut attacks = Attacks::new(&Limits::nodes(others), &halt);
        if attacks.wins(&after(pos, solution)) {
            return Err(Named::Solution);
        }
        if self.stop.is_set() { Err(Named::Unproven(solution)) } else { Ok(()) }
    }
}

/// The cell mirrored at the falling diagonal.
fn flipped<R: PatternRule>(cell: Cell, pos: &Board<R>) -> Cell {
    let last = pos.size() - 1;
    Cell::new(last - cell.row, last - cell.col)
}

/// The board mirrored at the falling diagonal, on which rows become columns.
fn mirrored<R: PatternRule>(pos: &Board<R>) -> Option<Board<R>> {
    let drawn = pos.to_diagram();
    let side = drawn.rows.len();
    let column = |col: usize| (0..side).map(|row| drawn.rows[row][col]).collect();
    let turned = Diagram { rows: (0..side).map(column).collect(), ..drawn };
    Board::from_diagram(&pos.setup(), &turned).ok()
}

struct Answer<'a> {
    goal: Goal,
    stop: &'a Stop,
}

impl OnBoard for Answer<'_> {
    type Output = Answered;

    fn run<R: PatternRule>(self, pos: &Board<R>) -> Answered {
        let halt = || self.stop.is_set();
        let limits = Limits::nodes(TRY_NODES);
        let mut attacks = Attacks::new(&limits, &halt);
        let write = |line: &[Cell]| line.iter().map(|cell| pos.move_text(*cell)).collect();
        match self.goal {
            Goal::Win if surely_loses(pos, &mut attacks) => {
                Answered::Kept(longest_answer(pos, self.stop))
            }
            Goal::Win => {
                let refuted = threats(pos, &limits, self.stop);
                let left = if refuted.is_some() { Left::Loss } else { Left::Nothing };
                let line = match refuted {
                    Some(proof) => write(&proof.line),
                    None => write(&engine_line(pos, self.stop)),
                };
                Answered::Lost { line, left }
            }
            Goal::Hold => match threats(pos, &limits, self.stop) {
                None => Answered::Kept(None),
                Some(proof) => Answered::Lost { line: write(&proof.line), left: Left::Loss },
            },
        }
    }
}

/// Whether the player to move loses to threats whatever it answers, every legal answer tried.
fn surely_loses<R: PatternRule>(pos: &Board<R>, attacks: &mut Attacks<'_>) -> bool {
    attacks.loses(pos) && (pos.outcome().is_some() || has_no_escape(pos, attacks))
}

/// Whether threats of the other side win after every legal move, not only after those that the
/// threat search takes for defences.
fn has_no_escape<R: PatternRule>(pos: &Board<R>, attacks: &mut Attacks<'_>) -> bool {
    legal(pos).into_iter().all(|cell| is_answered(pos, cell, attacks))
}

/// Whether the game goes on after this move and the other side wins it by threats.
fn is_answered<R: PatternRule>(pos: &Board<R>, cell: Cell, attacks: &mut Attacks<'_>) -> bool {
    let next = after(pos, cell);
    next.outcome().is_none() && attacks.wins(&next)
}

/// Of the answers to a winning move the one that holds out longest; none where the game is over.
fn longest_answer<R: PatternRule>(pos: &Board<R>, stop: &Stop) -> Option<String> {
    if pos.outcome().is_some() {
        return None;
    }
    let best = engine_line(pos, stop).first().copied()?;
    Some(pos.move_text(best))
}

fn engine_line<R: PatternRule>(pos: &Board<R>, stop: &Stop) -> Vec<Cell> {
    if pos.outcome().is_some() {
        return Vec::new();
    }
    let thought = engine_thinks(pos, 1, stop);
    if thought.line.is_empty() { thought.best.into_iter().collect() } else { thought.line }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_catalogue::open;

    fn at(game: &str, moves: &str) -> Box<dyn Session> {
        open(game).unwrap().read(moves).unwrap()
    }

    fn found(game: &str, moves: &str) -> Look {
        GomokuProver.find(at(game, moves).as_ref(), &Stop::new())
    }

    #[test]
    fn the_only_move_is_found_and_its_theme_is_how_it_wins() {
        for (game, moves, solution, theme) in [
            ("gomoku", "e9j11h9k7f9i9f10j8h10l6m5j10j12j7j9h8", "g9", Theme::Fours),
            ("gomoku", "h9i10h7j9j7h11l7", "g12", Theme::DoubleThreat),
            ("gomoku", "h7i10j9f7j8h9g8f8f9", "i6", Theme::Defence),
            ("renju", "e6k10g9j10f7i10h10l10m10j11e7f8g7d7g6g8h7i7h9", "h8", Theme::ForbiddenPoint),
        ] {
            let Look::Puzzle(found) = found(game, moves) else { panic!("{moves} is a puzzle") };
            assert_eq!((found.solution[0].as_str(), found.theme), (solution, theme), "{moves}");
        }
    }

    #[test]
    fn several_winning_moves_a_five_and_a_quiet_board_are_no_puzzles() {
        assert_eq!(found("gomoku", "h8a1i8a2j8o15"), Look::Decided, "four moves win");
        assert_eq!(found("gomoku", "h8a1i8a2j8o15k8"), Look::Decided, "a four to be stopped");
        assert_eq!(found("gomoku", "h8i9"), Look::Quiet);
    }

    #[test]
    fn what_does_not_hold_and_what_another_move_does_too_is_refuted() {
        let verify = |moves: &str, solution: &str, theme: Theme| {
            let puzzle = Puzzle {
                game: "gomoku".to_owned(),
                position: moves.to_owned(),
                solution: vec![solution.to_owned()],
                theme,
                difficulty: 1,
                proof: proof_of(),
            };
            GomokuProver.verify(at("gomoku", moves).as_ref(), &puzzle, &Stop::new())
        };
        // An open four: whatever is played, it loses.
        assert_eq!(verify("h8a1i8a2j8o15k8", "l8", Theme::Defence), Err(Doubt::Solution));
        let several = verify("h8a1i8a2j8o15", "k8", Theme::Fours);
        assert!(matches!(several, Err(Doubt::Another(_))), "{several:?}");
        let holds = verify("h7i10j9f7j8h9g8f8f9", "i6", Theme::Defence);
        assert_eq!(holds, Ok(()));
    }

    #[test]
    fn a_wrong_try_says_whether_the_game_is_lost_or_only_the_win() {
        let answer = |moves: &str, goal: Goal| {
            GomokuProver.answer(at("gomoku", moves).as_ref(), goal, &Stop::new())
        };
        let left = |answered: Answered| match answered {
            Answered::Kept(_) => None,
            Answered::Lost { left, .. } => Some(left),
        };
        // Black had the win with k8 and looks away; White cannot win by force.
        assert_eq!(left(answer("h8a1i8a2j8o15a15", Goal::Win)), Some(Left::Nothing));
        // Both have an open three: who looks away has lost.
        assert_eq!(left(answer("h8h3i8i3j8j3o15", Goal::Win)), Some(Left::Loss));
        assert_eq!(left(answer("h8a1i8a2j8o15k8", Goal::Win)), None);
        assert_eq!(left(answer("h8a1i8a2j8o15", Goal::Hold)), Some(Left::Loss));
    }
}
