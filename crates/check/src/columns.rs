//! Connect Four: a strategy is followed against every reply.

use crate::{Failure, MAX_POSITIONS, Reader, fail};
use std::collections::{HashMap, HashSet};

const COUNTS: [&str; 4] = ["stored", "leaves", "forced", "replies"];

/// Bits: column after column from the bottom, one bit above each top row always empty.
#[derive(Clone, Copy, Default)]
struct Size {
    cols: usize,
    rows: usize,
    full: u64,
}

/// The hero's stones and the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
struct Pos {
    hero: u64,
    other: u64,
}

impl Size {
    fn read(text: &str) -> Option<Self> {
        let side = |text: &str| text.parse().ok().filter(|side| (4..=7).contains(side));
        let (cols, rows) = text.split_once('x').filter(|_| text.len() == 3)?;
        let (cols, rows) = (side(cols)?, side(rows)?);
        let full = (0..cols).map(|col| ((1 << rows) - 1) << (col * (rows + 1))).sum();
        Some(Self { cols, rows, full })
    }

    /// How many stones a column has.
    fn height(self, pos: Pos, col: usize) -> usize {
        let column = (pos.hero | pos.other) >> (col * (self.rows + 1));
        (column & ((1 << self.rows) - 1)).count_ones() as usize
    }

    /// The playable square of a column, 0 when it is full.
    fn square(self, pos: Pos, col: usize) -> u64 {
        (1 << (col * (self.rows + 1) + self.height(pos, col))) & self.full
    }

    fn squares(self, pos: Pos) -> u64 {
        (0..self.cols).map(|col| self.square(pos, col)).sum()
    }

    /// The squares that complete four with `stones`, empty or not.
    fn winning(self, stones: u64) -> u64 {
        let mut found = (stones << 1) & (stones << 2) & (stones << 3);
        for step in [self.rows, self.rows + 1, self.rows + 2] {
            let (a, b, c) = (stones << step, stones << (2 * step), stones << (3 * step));
            let (x, y, z) = (stones >> step, stones >> (2 * step), stones >> (3 * step));
            found |= (a & b & c) | (a & b & x) | (a & x & y) | (x & y & z);
        }
        found & self.full
    }

    /// Of a position and its mirror image the one that stands for both.
    fn least(self, pos: Pos) -> Pos {
        let height = self.rows + 1;
        let turn = |stones: u64| {
            let column = |col| (stones >> (col * height)) & ((1 << height) - 1);
            (0..self.cols).map(|col| column(col) << ((self.cols - 1 - col) * height)).sum()
        };
        pos.min(Pos { hero: turn(pos.hero), other: turn(pos.other) })
    }
}

struct Line {
    number: usize,
    /// The position after the hero's move.
    after: Pos,
    /// Empty for a stored move.
    plan: Vec<u8>,
    used: bool,
}

#[derive(Default)]
struct Strategy {
    size: Size,
    first: bool,
    win: bool,
    lines: Vec<Line>,
    places: HashMap<Pos, usize>,
    seen: HashSet<Pos>,
    forced: usize,
    replies: HashSet<Pos>,
    /// Positions with the opponent to move that the plan in hand is known to hold.
    played: HashSet<Pos>,
    positions: usize,
}

pub(crate) fn check(reader: &mut Reader<'_>, size: &str) -> Result<String, Failure> {
    let Some(size) = Size::read(size) else {
        return fail(2, format!("'{size}' is not a board from 4x4 to 7x7"));
    };
    let mut told = format!("connect4 {}x{}", size.cols, size.rows);
    let mut known = &["first win", "second win", "first draw"][..];
    while !known.is_empty() {
        let kind = reader.expect("strategy")?;
        if !known.contains(&kind) {
            return fail(reader.at, format!("expected {}, found '{kind}'", known.join(" or ")));
        }
        // A draw needs the strategies of both.
        known = if kind == "first draw" { &["second draw"] } else { &[] };
        told += &format!(" {kind}:{}", strategy(reader, size, kind)?);
    }
    Ok(told)
}

fn strategy(reader: &mut Reader<'_>, size: Size, kind: &str) -> Result<String, Failure> {
    let (first, win) = (kind.starts_with("first"), kind.ends_with("win"));
    let (start, mut written, mut last) = (reader.at, [0; 4], (0, ""));
    for (count, name) in written.iter_mut().zip(COUNTS) {
        *count = reader.number(name)?;
    }
    let mut s = Strategy { size, first, win, ..Strategy::default() };
    while reader.peek() != "end" && !reader.peek().starts_with("strategy ") {
        let line = reader.peek();
        reader.at += 1;
        let moves = line.split(' ').next().unwrap_or_default();
        let order = (moves.len() - usize::from(moves == "-"), moves);
        if order <= last {
            return fail(reader.at, "lines are not sorted");
        }
        last = order;
        s.read_line(line, reader.at)?;
    }
    if first {
        s.hero_to_move(Pos::default())?
    } else {
        s.all_replies(Pos::default())?
    };
    if let Some(line) = s.lines.iter().find(|line| !line.used) {
        return fail(line.number, "this position cannot arise");
    }
    let leaves = s.lines.iter().filter(|line| !line.plan.is_empty()).count();
    let found = [s.lines.len() - leaves, leaves, s.forced, s.replies.len()];
    if let Some(i) = (0..4).find(|&i| found[i] != written[i]) {
        let reason = format!("{} {} written, {} found", COUNTS[i], written[i], found[i]);
        return fail(start + 1 + i, reason);
    }
    s.play_out_all()?;
    let told: String = COUNTS.iter().zip(found).map(|(n, f)| format!(" {n} {f}")).collect();
    let nodes: usize = found.iter().sum();
    Ok(format!("{told} nodes {nodes}, {} positions under plans", s.positions))
}

impl Strategy {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), Failure> {
        let words: Vec<&str> = line.split(' ').collect();
        let (moves, column, plan) = match words.as_slice() {
            [moves, column] => (*moves, *column, ""),
            [moves, column, plan] => (*moves, *column, *plan),
            _ => return fail(number, "expected MOVES COLUMN or MOVES COLUMN PLAN"),
        };
        let size = self.size;
        // The playable square of a column written as a digit, 0 if there is none.
        let square = |pos: Pos, digit: u8| {
            let col = usize::from(digit.wrapping_sub(b'1'));
            if col < size.cols { size.square(pos, col) } else { 0 }
        };
        let (mut pos, mut hero) = (Pos::default(), self.first);
        for digit in moves.bytes().filter(|_| moves != "-") {
            let stones = if hero { pos.hero } else { pos.other };
            let square = square(pos, digit);
            if square == 0 || size.winning(stones) & square != 0 {
                return fail(number, format!("'{moves}' is not a game that goes on"));
            }
            if hero {
                pos.hero |= square
            } else {
                pos.other |= square
            };
            hero = !hero;
        }
        let own = column.bytes().next().map_or(0, |digit| square(pos, digit));
        if !hero || own == 0 || column.len() != 1 {
            return fail(number, format!("'{column}' is not a move of this side after '{moves}'"));
        }
        let is_plan = plan.len() == size.cols && plan.bytes().all(|word| b"!+=oe-".contains(&word));
        if words.len() == 3 && !is_plan {
            return fail(number, "a plan has one of ! + = o e - for each column");
        }
        if self.places.insert(size.least(pos), self.lines.len()).is_some() {
            return fail(number, "a second line for this position");
        }
        let after = Pos { hero: pos.hero | own, ..pos };
        self.lines.push(Line { number, after, plan: plan.into(), used: false });
        Ok(())
    }

    fn failed<T>(&self, pos: Pos, line: usize, reason: &str) -> Result<T, Failure> {
        let mut board = String::new();
        let (hero, other) = if self.first { ('x', 'o') } else { ('o', 'x') };
        for row in (0..self.size.rows).rev() {
            for col in 0..self.size.cols {
                let bit = 1 << (col * (self.size.rows + 1) + row);
                let empty = if pos.other & bit != 0 { other } else { '.' };
                board.push(if pos.hero & bit != 0 { hero } else { empty });
            }
            board.push('\n');
        }
        Err(Failure(line, reason.to_string(), board))
    }

    /// The hero's turn, outside plans.
    fn hero_to_move(&mut self, pos: Pos) -> Result<(), Failure> {
        let pos = self.size.least(pos);
        let squares = self.size.squares(pos);
        if self.size.winning(pos.hero) & squares != 0 || !self.seen.insert(pos) {
            return Ok(());
        }
        let threat = self.size.winning(pos.other) & squares;
        let after = if let Some(&place) = self.places.get(&pos) {
            let line = &mut self.lines[place];
            line.used = true;
            if !line.plan.is_empty() {
                return Ok(());
            }
            line.after
        } else if threat.count_ones() == 1 {
            self.forced += 1;
            Pos { hero: pos.hero | threat, ..pos }
        } else if squares == 0 && !self.win {
            return Ok(());
        } else {
            return self.failed(pos, 0, "no line says what to play here");
        };
        self.replies.insert(self.size.least(after));
        self.all_replies(after)
    }

    fn all_replies(&mut self, pos: Pos) -> Result<(), Failure> {
        self.still_holds(pos, 0)?;
        for col in 0..self.size.cols {
            let square = self.size.square(pos, col);
            if square != 0 {
                self.hero_to_move(Pos { other: pos.other | square, ..pos })?;
            }
        }
        Ok(())
    }

    /// With the opponent to move: it cannot win at once, and the board is not full if the hero
    /// has to win.
    fn still_holds(&self, pos: Pos, line: usize) -> Result<(), Failure> {
        let squares = self.size.squares(pos);
        if self.size.winning(pos.other) & squares != 0 {
            return self.failed(pos, line, "the opponent completes four");
        }
        if squares == 0 && self.win {
            return self.failed(pos, line, "the board is full");
        }
        Ok(())
    }

    /// Plays out the leaves, those with the same plan together.
    fn play_out_all(&mut self) -> Result<(), Failure> {
        let leaves = self.lines.iter().filter(|line| !line.plan.is_empty());
        let mut leaves: Vec<(Vec<u8>, usize, Pos)> =
            leaves.map(|line| (line.plan.clone(), line.number, line.after)).collect();
        leaves.sort();
        let mut last = Vec::new();
        for (plan, number, after) in leaves {
            if plan != last {
                self.played.clear();
            }
            self.play_out(after, &plan, number)?;
            last = plan;
        }
        Ok(())
    }

    /// The opponent's turn under a plan: every reply must fail.
    fn play_out(&mut self, pos: Pos, plan: &[u8], line: usize) -> Result<(), Failure> {
        if !self.played.insert(pos) {
            return Ok(());
        }
        self.still_holds(pos, line)?;
        self.positions += 1;
        if self.positions > MAX_POSITIONS {
            return fail(line, format!("more than {MAX_POSITIONS} positions"));
        }
        for col in 0..self.size.cols {
            let square = self.size.square(pos, col);
            let next = Pos { other: pos.other | square, ..pos };
            if square == 0 {
                continue;
            }
            match self.answer(next, plan, col) {
                None => return self.failed(next, line, "the plan has no move here"),
                Some(0) => {}
                Some(own) => self.play_out(Pos { hero: next.hero | own, ..next }, plan, line)?,
            }
        }
        Ok(())
    }

    /// What a plan plays after the opponent's move in column `last`: 0 when the goal is reached,
    /// nothing when the plan has failed.
    fn answer(&self, pos: Pos, plan: &[u8], last: usize) -> Option<u64> {
        let size = self.size;
        let squares = size.squares(pos);
        let empty = size.full & !(pos.hero | pos.other);
        let mine = size.winning(pos.hero) & empty;
        let theirs = size.winning(pos.other) & empty;
        if mine & squares != 0 || (squares == 0 && !self.win) {
            return Some(0);
        }
        let threat = theirs & squares;
        if threat != 0 {
            return Some(threat).filter(|threat| threat.count_ones() == 1);
        }
        let safe = |col: &usize| {
            let square = size.square(pos, *col);
            square != 0 && theirs & (square << 1) == 0
        };
        for col in (0..size.cols).filter(safe) {
            let square = size.square(pos, col);
            let wins = size.winning(pos.hero | square) & empty & !square;
            let now = wins & ((squares & !square) | (square << 1));
            if now.count_ones() >= 2 || wins & (now << 1) != 0 {
                return Some(square);
            }
        }
        // A square below a winning square of the hero comes last, then ranks decide.
        let best = (0..size.cols).filter(safe).min_by_key(|&col| {
            let gives_away = mine & (size.square(pos, col) << 1) != 0;
            let odd_row = size.height(pos, col).is_multiple_of(2);
            let from_centre = (2 * col + 1).abs_diff(size.cols);
            (gives_away, rank(plan[col], col == last, odd_row), from_centre, col)
        });
        best.map(|col| size.square(pos, col))
    }
}

fn rank(word: u8, answer: bool, odd_row: bool) -> u32 {
    // On an even row, on an odd row; then the same as an answer.
    let ranks = match word {
        b'!' => [0, 0, 0, 0],
        b'+' => [2, 5, 1, 1],
        b'=' => [3, 6, 1, 1],
        b'o' => [7, 4, 7, 1],
        b'e' => [3, 7, 1, 7],
        _ => [8, 8, 8, 8],
    };
    ranks[usize::from(odd_row) + 2 * usize::from(answer)]
}
