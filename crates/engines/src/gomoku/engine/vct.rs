//! Wins by threats: every attacking move threatens a win by fours. A proof-number search, so that a claim is a proof.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::classes::Class;
use super::movegen::candidates;
use super::pattern_board::PatternBoard;
use super::point::Point;
use super::proof::plies_of;
use super::rows::Rows;
use super::rule::PatternRule;
use super::vcf::{Vcf, breaks, near_line};

/// Proof and disproof numbers at or above this are settled.
const SETTLED: u32 = 1 << 30;
/// Nodes for each question "is there a win by fours here".
pub(super) const FOURS_LIMIT: u64 = 2000;
/// Nodes for that question where the answer itself is wanted.
pub(super) const LONG_FOURS: u64 = 200_000;
/// Proof number of an attack that makes neither four nor open three.
const QUIET_PROOF: u32 = 12;
/// Entries of the table; the search gives up when it is full.
const MAX_ENTRIES: usize = 1 << 21;
/// Positions whose moves are kept, so that their memory stays small.
const MAX_KEPT: usize = 1 << 17;

/// A win that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// Both sides' moves in turn, the defender's being the longest resistance seen; the last is the attacker's deciding move.
    pub line: Vec<Point>,
    /// Whether every attacking move is a four.
    pub by_fours: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    /// Whether the attacker is known to win.
    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }
}

const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
const PROVEN: Numbers = Numbers { proof: 0, disproof: SETTLED };
const DISPROVEN: Numbers = Numbers { proof: SETTLED, disproof: 0 };

/// Something by position.
type Table<T> = HashMap<u64, T, BuildHasherDefault<Mixed>>;

/// The keys of positions are random already: a table needs no other hash.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The solver.
pub(super) struct Vct<'a> {
    fours: Vcf,
    table: Table<Numbers>,
    /// Moves of positions that were looked at, where the search may spend memory on them.
    kept: Option<Table<Rc<[Point]>>>,
    nodes: u64,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    halted: bool,
}

impl<'a> Vct<'a> {
    /// A solver that gives up when `stop` says so.
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Vct<'a> {
        Vct {
            fours: Vcf::default(),
            table: Table::default(),
            kept: None,
            nodes: 0,
            limit: 0,
            stop,
            halted: false,
        }
    }

    /// The same solver, for analysis: a position that is visited again has its moves at once, and its nodes are not counted again.
    pub(super) fn keeping_moves(mut self) -> Vct<'a> {
        self.kept = Some(Table::default());
        self
    }

    /// Allows so many more nodes.
    pub(super) fn renew(&mut self, limit: u64) {
        self.halted = false;
        self.limit = self.nodes().saturating_add(limit);
    }

    /// Whether the attacker, to move, wins: asked of the table and searched.
    pub(super) fn is_proven<R: PatternRule>(&mut self, board: &mut PatternBoard<R>) -> bool {
        self.attack(board, SETTLED, SETTLED).proof == 0
    }

    /// Whether the attacker wins whatever the defender, to move, does: asked of the table and
    /// searched.
    pub(super) fn is_lost<R: PatternRule>(&mut self, board: &mut PatternBoard<R>) -> bool {
        self.defend(board, SETTLED, SETTLED).proof == 0
    }

    /// A move of the attacker that the table knows to win.
    pub(super) fn proven_attack<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
    ) -> Option<Point> {
        let attacks = self.attacks(board).ok()?;
        attacks.into_iter().find(|cell| self.known(board.key_after(*cell)).proof == 0)
    }

    /// One line of a proven win; none if nodes or time ran out on the way.
    pub(super) fn one_line<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
    ) -> Option<Vec<Point>> {
        let mut line = Vec::new();
        (self.winning_line(board, &mut line) && !line.is_empty()).then_some(line)
    }

    /// A forced win for play against the clock: the stop is heard within a few milliseconds. Proof and line may each cost so many nodes; false if the line was not followed to its end.
    pub(super) fn solve_quickly<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        limit: u64,
    ) -> Option<(Win, bool)> {
        self.limit = limit;
        if let Some(line) = self.by_fours(board, FOURS_LIMIT) {
            return Some((Win { line, by_fours: true }, true));
        }
        if self.attack(board, SETTLED, SETTLED).proof != 0 {
            return None;
        }
        Some(self.followed(board, limit))
    }

    fn followed<R: PatternRule>(&mut self, board: &mut PatternBoard<R>, limit: u64) -> (Win, bool) {
        self.halted = false;
        self.limit = self.nodes().saturating_add(limit);
        let mut line = Vec::new();
        let whole = self.winning_line(board, &mut line);
        (Win { line, by_fours: false }, whole)
    }

    /// Nodes visited.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.fours.nodes()
    }

    pub(super) fn out(&mut self) -> bool {
        self.halted = self.halted
            || self.nodes() >= self.limit
            || self.table.len() >= MAX_ENTRIES
            || (self.stop)();
        self.halted
    }

    /// A win by fours within so many nodes, and within what is left of the limit.
    pub(super) fn by_fours<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        nodes: u64,
    ) -> Option<Vec<Point>> {
        self.fours.solve(board, nodes.min(self.limit.saturating_sub(self.nodes())))
    }

    fn known(&self, key: u64) -> Numbers {
        self.table.get(&key).copied().unwrap_or(UNKNOWN)
    }

    /// What is known of an attack before it is looked at: the less forcing, the harder to prove.
    fn expected(&self, key: u64, class: Class) -> Numbers {
        let proof = match class {
            class if class >= Class::Four => 1,
            class if class >= Class::OpenThree => 2,
            _ => QUIET_PROOF,
        };
        self.table.get(&key).copied().unwrap_or(Numbers { proof, disproof: 1 })
    }

    /// The attacker to move: one good move is enough.
    fn attack<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        proof: u32,
        disproof: u32,
    ) -> Numbers {
        let key = board.key();
        self.nodes += 1;
        if self.out() {
            return self.known(key);
        }
        let moves = match self.moves(board, Self::attacks) {
            Ok(moves) => moves,
            Err(settled) => {
                self.table.insert(key, settled);
                return settled;
            }
        };
        loop {
            let mut best = (SETTLED, Point::NONE);
            let mut second = SETTLED;
            let mut sum = 0u32;
            for cell in moves.iter() {
                let class = board.class(board.turn(), *cell);
                let numbers = self.expected(board.key_after(*cell), class);
                sum = sum.saturating_add(numbers.disproof).min(SETTLED);
                if numbers.proof < best.0 {
                    second = best.0;
                    best = (numbers.proof, *cell);
                } else {
                    second = second.min(numbers.proof);
                }
            }
            let now = if best.0 == 0 { PROVEN } else { Numbers { proof: best.0, disproof: sum } };
            self.table.insert(key, now);
            let over = now.proof >= proof
                || now.disproof >= disproof
                || now.proof == 0
                || now.disproof == 0;
            if over || best.1 == Point::NONE || self.out() {
                return now;
            }
            board.play(best.1);
            let child = self.known(board.key());
            let child_disproof =
                disproof.saturating_sub(sum).saturating_add(child.disproof).min(SETTLED);
            self.defend(board, proof.min(second.saturating_add(1)), child_disproof);
            board.undo();
        }
    }

    /// The defender to move: every move must lose.
    fn defend<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        proof: u32,
        disproof: u32,
    ) -> Numbers {
        let key = board.key();
        self.nodes += 1;
        if self.out() {
            return self.known(key);
        }
        let moves = match self.moves(board, Self::defences) {
            Ok(moves) => moves,
            Err(settled) => {
                self.table.insert(key, settled);
                return settled;
            }
        };
        loop {
            let mut best = (SETTLED, Point::NONE);
            let mut second = SETTLED;
            let mut sum = 0u32;
            for cell in moves.iter() {
                let numbers = self.known(board.key_after(*cell));
                sum = sum.saturating_add(numbers.proof).min(SETTLED);
                if numbers.disproof < best.0 {
                    second = best.0;
                    best = (numbers.disproof, *cell);
                } else {
                    second = second.min(numbers.disproof);
                }
            }
            let now =
                if best.0 == 0 { DISPROVEN } else { Numbers { proof: sum, disproof: best.0 } };
            self.table.insert(key, now);
            let over = now.proof >= proof
                || now.disproof >= disproof
                || now.proof == 0
                || now.disproof == 0;
            if over || best.1 == Point::NONE || self.out() {
                return now;
            }
            board.play(best.1);
            let child = self.known(board.key());
            let child_proof = proof.saturating_sub(sum).saturating_add(child.proof).min(SETTLED);
            self.attack(board, child_proof, disproof.min(second.saturating_add(1)));
            board.undo();
        }
    }

    /// The moves of a position, kept from an earlier visit or found now.
    fn moves<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        find: fn(&mut Self, &mut PatternBoard<R>) -> Result<Vec<Point>, Numbers>,
    ) -> Result<Rc<[Point]>, Numbers> {
        let key = board.key();
        if let Some(moves) = self.kept.as_ref().and_then(|kept| kept.get(&key)) {
            return Ok(Rc::clone(moves));
        }
        let moves: Rc<[Point]> = find(self, board)?.into();
        if let Some(kept) = self.kept.as_mut().filter(|kept| kept.len() < MAX_KEPT) {
            kept.insert(key, Rc::clone(&moves));
        }
        Ok(moves)
    }

    /// The attacker's moves, or what is already settled.
    fn attacks<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
    ) -> Result<Vec<Point>, Numbers> {
        let me = board.turn();
        let foe = me.other();
        if board.is_full() {
            return Err(DISPROVEN);
        }
        if board.count(me, Class::Five) > 0 {
            return Err(PROVEN);
        }
        if board.count(foe, Class::Five) > 0 {
            let blocks = board.five_answers();
            return if blocks.is_empty() { Err(DISPROVEN) } else { Ok(blocks.iter().collect()) };
        }
        if self.by_fours(board, FOURS_LIMIT).is_some() {
            return Err(PROVEN);
        }
        let area = candidates(board);
        let mut list: Vec<(i16, Point)> = Vec::new();
        for cell in area.iter() {
            let class = board.class(me, cell);
            // A closed three or two open twos may threaten fours in combination: the defender's side checks.
            if class >= Class::Two || class == Class::Fault {
                list.push((board.tables().info(me, board.code(me, cell)).attack, cell));
            }
        }
        list.sort_by_key(|(attack, _)| std::cmp::Reverse(*attack));
        let moves: Vec<Point> =
            list.into_iter().map(|(_, cell)| cell).filter(|cell| board.may_play(*cell)).collect();
        if moves.is_empty() { Err(DISPROVEN) } else { Ok(moves) }
    }

    /// The defender's moves that stop the threat, or what is already settled.
    pub(super) fn defences<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
    ) -> Result<Vec<Point>, Numbers> {
        let me = board.turn();
        let foe = me.other();
        if board.count(me, Class::Five) > 0 || board.is_full() {
            return Err(DISPROVEN);
        }
        if board.count(foe, Class::Five) > 0 {
            let blocks = board.five_answers();
            return if blocks.is_empty() { Err(PROVEN) } else { Ok(blocks.iter().collect()) };
        }
        if board.count(me, Class::OpenFour) > 0 {
            return Err(DISPROVEN);
        }
        // What does the attacker threaten if nothing is done?
        board.pass();
        let threat = self.by_fours(board, FOURS_LIMIT);
        let near = threat.as_ref().and_then(|line| near_line(board, line));
        board.pass();
        let Some(threat) = threat else { return Err(DISPROVEN) };
        // A quick win by fours of one's own is the best defence.
        if self.by_fours(board, FOURS_LIMIT / 4).is_some() {
            return Err(DISPROVEN);
        }
        let area = if R::CLOSES { board.empty() } else { near_threat(board, &threat) };
        let mut moves = Vec::new();
        for cell in area.iter() {
            if !board.is_empty_at(cell) || !board.may_play(cell) {
                continue;
            }
            let class = board.class(me, cell);
            // What looks forbidden may make a four all the same.
            let far = near.is_some_and(|near| !near.has(cell)) && class != Class::Fault;
            if class >= Class::Four
                || !far
                    && breaks(board, cell, &threat)
                    && !(R::CLOSES && self.falls_as_soon(board, cell, &threat))
            {
                moves.push(cell);
            }
        }
        if moves.is_empty() { Err(PROVEN) } else { Ok(moves) }
    }

    /// Whether a defence loses to other fours in no more plies than the threat takes: one line of a win that has
    /// several does not say it. The threat's own point is always a defence, so that a line goes on.
    fn falls_as_soon<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        cell: Point,
        threat: &[Point],
    ) -> bool {
        if threat.first() == Some(&cell) {
            return false;
        }
        board.pass();
        let most = plies_of(board, threat);
        board.pass();
        board.play(cell);
        let line = self.by_fours(board, FOURS_LIMIT);
        let falls = line.is_some_and(|line| plies_of(board, &line) <= most);
        board.undo();
        falls
    }

    /// Follows the proof: any proven attack, and of the defences the one that was hardest to refute. False if nodes or time ran out on the way.
    fn winning_line<R: PatternRule>(
        &mut self,
        board: &mut PatternBoard<R>,
        line: &mut Vec<Point>,
    ) -> bool {
        let mut played = 0;
        while line.len() < 200 {
            if let Some(fours) = self.by_fours(board, FOURS_LIMIT) {
                line.extend(fours);
                break;
            }
            let Some(attack) = self.proven_attack(board) else { break };
            board.play(attack);
            line.push(attack);
            played += 1;
            let Ok(replies) = self.defences(board) else { break };
            let mut hardest = None;
            for cell in replies {
                if self.out() {
                    break;
                }
                hardest = hardest.max(Some((self.resistance(board, cell), cell.0)));
            }
            let Some((_, reply)) = hardest.filter(|_| !self.halted) else { break };
            let reply = Point(reply);
            board.play(reply);
            line.push(reply);
            played += 1;
        }
        for _ in 0..played {
            board.undo();
        }
        !self.out()
    }

    /// How long a defence holds, roughly: positions that fall to fours at once come last.
    fn resistance<R: PatternRule>(&mut self, board: &mut PatternBoard<R>, cell: Point) -> usize {
        board.play(cell);
        let length = match self.by_fours(board, FOURS_LIMIT) {
            Some(line) => line.len(),
            None => 1000,
        };
        board.undo();
        length
    }
}

/// The cells near stones, and those of a threat.
fn near_threat<R: PatternRule>(board: &PatternBoard<R>, threat: &[Point]) -> Rows {
    let mut area = candidates(board);
    threat.iter().for_each(|cell| area.add(*cell));
    area
}
