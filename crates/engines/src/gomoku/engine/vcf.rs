//! Wins by fours alone: every attacking move makes a four, so the defender never has a choice.

use super::classes::Class;
use super::movegen::candidates;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::rule::PatternRule;
use alinea_core::Player;

/// Positions without a win are remembered in this many slots.
const SLOTS: usize = 1 << 16;

/// A search for wins by fours. Remembers failures between calls on the same solver.
pub(super) struct Vcf {
    failed: Vec<u64>,
    nodes: u64,
    limit: u64,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf { failed: vec![0; SLOTS], nodes: 0, limit: 0 }
    }
}

impl Vcf {
    /// Stones put since the solver was made.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The moves of a win by fours for the player to move, both sides' in turn, up to the first move that leaves two
    /// winning points or a forbidden answer, or five itself. None if there is none, or if it takes more than `limit` nodes to see.
    pub(super) fn solve<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        limit: u64,
    ) -> Option<Vec<Point>> {
        self.limit = self.nodes.saturating_add(limit);
        let mut line = Vec::new();
        self.attack(board, &mut line).then_some(line)
    }

    /// Whether the player to move wins by fours; the winning moves are appended.
    fn attack<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        line: &mut Vec<Point>,
    ) -> bool {
        let me = board.turn();
        let foe = me.other();
        if board.count(me, Class::Five) > 0 {
            let five = board.fours(me).iter().find(|cell| board.class(me, *cell) == Class::Five);
            line.extend(five);
            return true;
        }
        let foes = board.count(foe, Class::Five);
        if foes > 1 || self.nodes >= self.limit {
            return false;
        }
        // The low bits index the slot, so a stored zero cannot be mistaken for a position.
        let key = board.key() | 1;
        let slot = (key >> 8) as usize & (SLOTS - 1);
        if self.failed[slot] == key {
            return false;
        }
        let must = (foes == 1).then(|| board.five_cell(foe));
        for cell in fours(board, must) {
            if self.try_four(board, cell, line) {
                return true;
            }
            if self.nodes >= self.limit {
                return false;
            }
        }
        self.failed[slot] = key;
        false
    }

    /// Plays a four and the answer it forces.
    fn try_four<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        cell: Point,
        line: &mut Vec<Point>,
    ) -> bool {
        let me = board.turn();
        let foe = me.other();
        if !board.may_play(cell) {
            return false;
        }
        self.nodes += 1;
        board.play(cell);
        line.push(cell);
        let length = line.len();
        let won = board.count(foe, Class::Five) == 0
            && match board.count(me, Class::Five) {
                0 => false,
                1 => {
                    let answer = board.five_cell(me);
                    if board.may_play(answer) {
                        self.nodes += 1;
                        board.play(answer);
                        line.push(answer);
                        let won = self.attack(board, line);
                        board.undo();
                        won
                    } else {
                        true
                    }
                }
                _ => true,
            };
        board.undo();
        if !won {
            line.truncate(length - 1);
        }
        won
    }
}

/// The fours of the player to move, the most promising first; with `must`, only that cell.
fn fours<R: PatternRule>(board: &PatternBoard<R>, must: Option<Point>) -> Vec<Point> {
    let me = board.turn();
    let mut list: Vec<(Class, i16, Point)> = Vec::new();
    let mut push = |cell: Point| {
        if must.is_none_or(|only| only == cell) {
            let attack = board.tables().info(me, board.code(me, cell)).attack;
            list.push((board.class(me, cell), attack, cell));
        }
    };
    board.fours(me).iter().for_each(&mut push);
    // A point that only looks forbidden may still be a legal four.
    if R::FORBIDS && me == Player::First && board.count(me, Class::Fault) > 0 {
        let looks = |cell: &Point| {
            board.class(me, *cell) == Class::Fault
                && (0..4).any(|dir| board.pattern(me, *cell, dir).is_four())
        };
        candidates(board).iter().filter(looks).for_each(&mut push);
    }
    list.sort_by_key(|(class, attack, _)| std::cmp::Reverse((*class, *attack)));
    list.into_iter().map(|(_, _, cell)| cell).collect()
}

/// Whether a win by fours still works move by move, with the same answers.
pub(super) fn still_wins<R: PatternRule>(board: &mut PatternBoard<R>, line: &[Point]) -> bool {
    let me = board.turn();
    let foe = me.other();
    let mut played = 0;
    let mut won = false;
    for pair in line.chunks(2) {
        let attack = pair[0];
        if !board.is_empty_at(attack) || board.count(foe, Class::Five) > 1 {
            break;
        }
        if board.count(me, Class::Five) > 0 {
            won = true;
            break;
        }
        let blocked = board.count(foe, Class::Five) == 0 || board.five_cell(foe) == attack;
        if !blocked || !board.may_play(attack) {
            break;
        }
        board.play(attack);
        played += 1;
        if board.count(foe, Class::Five) > 0 {
            break;
        }
        match board.count(me, Class::Five) {
            0 => break,
            1 => {
                let answer = board.five_cell(me);
                if !board.may_play(answer) {
                    won = true;
                    break;
                }
                if pair.get(1) != Some(&answer) {
                    break;
                }
                board.play(answer);
                played += 1;
            }
            _ => {
                won = true;
                break;
            }
        }
    }
    for _ in 0..played {
        board.undo();
    }
    won
}
