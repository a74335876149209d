//! Gomoku, standard and m,n,k: an attack from a drawn position is followed against every reply.

use crate::{Failure, MAX_POSITIONS, Reader, fail};
use std::collections::HashMap;

struct Attack {
    cols: usize,
    k: usize,
    /// Longer rows do not count.
    exact: bool,
    hero: u8,
    /// Rows from the bottom, one byte a square.
    board: Vec<u8>,
    /// By the replies so far: the line of the file, the hero's square, whether it was used.
    lines: HashMap<String, (usize, usize, bool)>,
    positions: usize,
}

pub(crate) fn check(reader: &mut Reader<'_>, name: &str, size: &str) -> Result<String, Failure> {
    let sides: Vec<usize> = size.split('x').filter_map(|side| side.parse().ok()).collect();
    let (cols, rows, k) = match (name, sides.as_slice()) {
        ("gomoku" | "standard", &[side]) => (side, side, 5),
        ("mnk", &[cols, rows, k]) => (cols, rows, k),
        _ => return fail(2, format!("'{name} {size}' is not a game this program knows")),
    };
    if !(1..=22).contains(&cols) || !(1..=22).contains(&rows) || k < 3 {
        return fail(2, "expected sides up to 22 and rows of 3 or more");
    }
    let mut board = Vec::new();
    for _ in 0..rows {
        let row = reader.expect("row")?.as_bytes();
        if row.len() != cols || !row.iter().all(|square| b".xo".contains(square)) {
            return fail(reader.at, format!("expected {cols} of . x o"));
        }
        board.splice(0..0, row.iter().copied());
    }
    let hero = match reader.expect("strategy")? {
        "first win" => b'x',
        "second win" => b'o',
        kind => return fail(reader.at, format!("expected first win or second win, found {kind}")),
    };
    let (count, lines) = (reader.number("lines")?, HashMap::new());
    let exact = name == "standard";
    let mut attack = Attack { cols, k, exact, hero, board, lines, positions: 0 };
    for at in 0..attack.board.len() {
        if attack.board[at] != b'.' && attack.completes(at, attack.board[at]) {
            return fail(2, "the game is over in this position");
        }
    }
    for _ in 0..count {
        let line = reader.peek();
        reader.at += 1;
        let Some((path, Some(square))) = line.split_once(' ').map(|(p, s)| (p, attack.square(s)))
        else {
            return fail(reader.at, format!("expected REPLIES SQUARE, found '{line}'"));
        };
        if attack.lines.insert(path.to_string(), (reader.at, square, false)).is_some() {
            return fail(reader.at, "a second line for these replies");
        }
    }
    attack.hero_to_move("-")?;
    if let Some((line, ..)) = attack.lines.values().filter(|line| !line.2).min() {
        return fail(*line, "these replies cannot arise");
    }
    Ok(format!("{name} {size} win: lines {count}, {} positions", attack.positions))
}

impl Attack {
    /// A square written as h8: the column's letter, the row from the bottom.
    fn square(&self, text: &str) -> Option<usize> {
        let col = usize::from(text.bytes().next()?.checked_sub(b'a')?);
        let row = text[1..].parse::<usize>().ok()?.checked_sub(1)?;
        let place = row * self.cols + col;
        (col < self.cols && place < self.board.len() && self.name(place) == text).then_some(place)
    }

    fn name(&self, place: usize) -> String {
        format!("{}{}", char::from(b'a' + (place % self.cols) as u8), place / self.cols + 1)
    }

    /// Whether a stone of `side` on this square makes a row that wins.
    fn completes(&self, place: usize, side: u8) -> bool {
        let at = |step: isize, dc: isize, dr: isize| {
            let col = (place % self.cols).checked_add_signed(step * dc).filter(|c| *c < self.cols);
            let row = (place / self.cols).checked_add_signed(step * dr);
            col.zip(row).and_then(|(col, row)| self.board.get(row * self.cols + col)) == Some(&side)
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dc, dr)| {
            let run = |sign: isize| (1..).take_while(|step| at(sign * step, dc, dr)).count();
            let row = 1 + run(1) + run(-1);
            row == self.k || (row > self.k && !self.exact)
        })
    }

    fn hero_to_move(&mut self, path: &str) -> Result<(), Failure> {
        let villain = b'x' + b'o' - self.hero;
        let open: Vec<usize> = (0..self.board.len()).filter(|&at| self.board[at] == b'.').collect();
        if open.iter().any(|&at| self.completes(at, self.hero)) {
            return Ok(());
        }
        self.positions += 1;
        let Some(line) = self.lines.get_mut(path).filter(|_| self.positions < MAX_POSITIONS) else {
            let rows: Vec<_> = self.board.chunks(self.cols).map(String::from_utf8_lossy).collect();
            let board = rows.iter().rev().map(|row| format!("{row}\n")).collect();
            return Err(Failure(0, format!("no line for the replies {path}"), board));
        };
        line.2 = true;
        let (number, own, _) = *line;
        if self.board[own] != b'.' {
            return fail(number, "this square is taken");
        }
        self.board[own] = self.hero;
        let wins: Vec<usize> =
            open.iter().copied().filter(|&at| at != own && self.completes(at, self.hero)).collect();
        if open.len() == 1 || open.iter().any(|&at| at != own && self.completes(at, villain)) {
            return fail(number, "here the opponent wins or the board is full");
        }
        for &reply in open.iter().filter(|&&at| at != own && !wins.iter().any(|win| *win != at)) {
            let path = path.trim_start_matches('-');
            let dot = if path.is_empty() { "" } else { "." };
            let known = format!("{path}{dot}{}", self.name(reply));
            let any = format!("{path}{dot}*");
            self.board[reply] = villain;
            self.hero_to_move(if self.lines.contains_key(&known) { &known } else { &any })?;
            self.board[reply] = b'.';
        }
        self.board[own] = b'.';
        Ok(())
    }
}
