//! Wins by fours alone: every attacking move makes a four, so the defender has no choice but what answers it.

use super::answers::Answers;
use super::classes::Class;
use super::movegen::candidates;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::proof::plies_of;
use super::rows::Rows;
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
        if foes > 1 && !R::CLOSES || self.nodes >= self.limit {
            return false;
        }
        // The low bits index the slot, so a stored zero cannot be mistaken for a position.
        let key = board.key() | 1;
        let slot = (key >> 8) as usize & (SLOTS - 1);
        if self.failed[slot] == key {
            return false;
        }
        let must = (foes > 0).then(|| board.five_answers());
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

    /// Plays a four and the answers to it; of several the line is the one that lasts longest.
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
            && board.count(me, Class::Five) > 0
            && self.beats_answers(board, line);
        board.undo();
        if !won {
            line.truncate(length - 1);
        }
        won
    }

    /// Whether every answer to the four just made loses to more fours.
    fn beats_answers<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        line: &mut Vec<Point>,
    ) -> bool {
        let length = line.len();
        let mut longest: Option<(u32, Vec<Point>)> = None;
        let answers = board.five_answers();
        for answer in answers.iter() {
            self.nodes += 1;
            board.play(answer);
            line.push(answer);
            let won = self.attack(board, line);
            if won && answers.are_two() {
                let rest = line.split_off(length);
                let plies = plies_of(board, &rest[1..]);
                if longest.as_ref().is_none_or(|(most, _)| plies > *most) {
                    longest = Some((plies, rest));
                }
            }
            board.undo();
            if !won {
                return false;
            }
        }
        line.extend(longest.into_iter().flat_map(|(_, rest)| rest));
        true
    }
}

/// The fours of the player to move, the most promising first; with `must`, only among those cells.
fn fours<R: PatternRule>(board: &PatternBoard<R>, must: Option<Answers>) -> Vec<Point> {
    let me = board.turn();
    let mut list: Vec<(Class, i16, Point)> = Vec::new();
    let mut push = |cell: Point| {
        if must.is_none_or(|must| must.has(cell)) {
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

/// Whether a stone of the player to move spoils the other's win by fours.
pub(super) fn breaks<R: PatternRule>(
    board: &mut PatternBoard<R>,
    cell: Point,
    line: &[Point],
) -> bool {
    if line.first() == Some(&cell) {
        return true;
    }
    board.play(cell);
    let wins = still_wins(board, line);
    board.undo();
    !wins
}

/// How far along a line a stone can matter to a five: four cells, and one that makes six or closes an end.
const REACH: i32 = 5;

/// The cells in line with a move of a win by fours of the player to move, and so near that a stone there may matter to it.
/// A stone elsewhere that makes no four itself changes none of the fives of the line, on either side. None if a
/// move of the line looks forbidden, which reaches further than one line, or if it is one line of several.
pub(super) fn near_line<R: PatternRule>(
    board: &mut PatternBoard<R>,
    line: &[Point],
) -> Option<Rows> {
    if R::FORBIDS && looks_forbidden(board, line) || R::CLOSES && branches(board, line) {
        return None;
    }
    let mut near = Rows::default();
    let size = board.size() as i32;
    for cell in line {
        let (x, y) = (cell.x() as i32, cell.y() as i32);
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for step in -REACH..=REACH {
                let (x, y) = (x + dx * step, y + dy * step);
                if (0..size).contains(&x) && (0..size).contains(&y) {
                    near.add(Point::new(x as usize, y as usize));
                }
            }
        }
    }
    Some(near)
}

/// Whether the first player's moves of a line, or an answer it lacks at the end, look forbidden.
fn looks_forbidden<R: PatternRule>(board: &mut PatternBoard<R>, line: &[Point]) -> bool {
    let me = board.turn();
    let mut played = 0;
    let mut looks = false;
    for cell in line {
        looks = board.turn() == Player::First && board.class(Player::First, *cell) == Class::Fault;
        if looks {
            break;
        }
        board.play(*cell);
        played += 1;
    }
    // A line that ends with one winning point ends because its answer is forbidden.
    looks = looks || board.turn() != me && board.count(me, Class::Five) == 1;
    for _ in 0..played {
        board.undo();
    }
    looks
}

/// Whether a four of the line has two answers, of which the line shows one.
fn branches<R: PatternRule>(board: &mut PatternBoard<R>, line: &[Point]) -> bool {
    let me = board.turn();
    let mut two = false;
    for cell in line {
        board.play(*cell);
        let four = board.turn() != me && board.count(me, Class::Five) > 0;
        two |= four && board.five_answers().are_two();
    }
    line.iter().for_each(|_| board.undo());
    two
}

/// Whether a win by fours still works move by move, with the same answers, each the only one.
fn still_wins<R: PatternRule>(board: &mut PatternBoard<R>, line: &[Point]) -> bool {
    let me = board.turn();
    let foe = me.other();
    let mut played = 0;
    let mut won = false;
    for pair in line.chunks(2) {
        let attack = pair[0];
        if !board.is_empty_at(attack) {
            break;
        }
        if board.count(me, Class::Five) > 0 {
            won = true;
            break;
        }
        let blocked = board.count(foe, Class::Five) == 0 || board.five_answers().has(attack);
        if !blocked || !board.may_play(attack) {
            break;
        }
        board.play(attack);
        played += 1;
        if board.count(foe, Class::Five) > 0 {
            break;
        }
        if board.count(me, Class::Five) == 0 {
            break;
        }
        let answers = board.five_answers();
        won = answers.is_empty();
        match pair.get(1) {
            Some(answer) if !answers.are_two() && answers.has(*answer) => board.play(*answer),
            _ => break,
        }
        played += 1;
    }
    for _ in 0..played {
        board.undo();
    }
    won
}
