//! `alinea-check FILE`: checks a certificate by playing every reply, as docs/certificates.md says.
//! It knows the rules of the games and nothing else: no solver, no theory, no other crate.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};

const MAX_BYTES: u64 = 4 << 20;
/// A short file can ask for a game tree without end: no more is remembered, no more is played.
const MAX_POSITIONS: usize = 14_000_000;
const MAX_REPLIES: usize = 300_000_000;

fn main() {
    let file = std::env::args_os().nth(1).filter(|_| std::env::args_os().len() == 2);
    let (mut bytes, file) = (Vec::new(), file.unwrap_or_default());
    let opened = std::fs::File::open(&file);
    if let Err(error) = opened.and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)) {
        _ = writeln!(std::io::stderr(), "usage: alinea-check FILE\n{}: {error}", file.display());
        std::process::exit(2);
    }
    let mut text = Text { rest: &bytes, line: 0, board: String::new() };
    let found = check(&mut text);
    let code = i32::from(found.is_err());
    let refused = |reason| format!("REFUSED line {}: {reason}{}", text.line.max(1), text.board);
    _ = writeln!(std::io::stdout(), "{}", found.unwrap_or_else(refused));
    std::process::exit(code);
}

pub(crate) fn check(text: &mut Text<'_>) -> Result<String, String> {
    need(text.rest.len() as u64 <= MAX_BYTES, "the file is larger than 4 MiB")?;
    need(text.words()?.join(" ") == "alinea certificate 1", "expected `alinea certificate 1`")?;
    let game = text.words()?;
    need(game.len() == 3 && game[0] == "game", "expected `game NAME SIZE`")?;
    let sides: Vec<_> = game[2].split('x').map(|side| number(side).unwrap_or(0)).collect();
    let check = if game[1] == "connect4" { check_strategies } else { check_attack };
    let counts = check(text, game[1], &sides)?;
    need(text.words()? == ["end"] && text.rest.is_empty(), "expected `end`, and nothing after it")?;
    Ok(format!("VERIFIED {} {} {counts}", game[1], game[2]))
}

/// The rest of a file, the number of the line in question, and a position drawn, if one failed.
pub(crate) struct Text<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) line: usize,
    pub(crate) board: String,
}

impl<'a> Text<'a> {
    fn words(&mut self) -> Result<Vec<&'a str>, String> {
        self.line += 1;
        let end = self.rest.iter().position(|&byte| byte == b'\n').ok_or("the file ends here")?;
        let line = str::from_utf8(&self.rest[..end]).unwrap_or_default();
        self.rest = &self.rest[end + 1..];
        need(end <= 120, "the line is longer than 120 characters")?;
        let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_graphic());
        need(line.split(' ').all(word), "not words of ASCII with one space between them")?;
        Ok(line.split(' ').collect())
    }
}

fn need(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_string()) }
}
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

/// Ranks by the word of the column: the answer on an even and on an odd row, then other squares.
const RANKS: [[u8; 4]; 6] =
    [[0, 0, 0, 0], [1, 1, 2, 5], [1, 1, 3, 6], [7, 1, 7, 4], [1, 7, 3, 7], [8, 8, 8, 8]];
/// Row 1. A column is eight bits from the bottom up; the bit above its last row stays empty.
const BOTTOM: u64 = 0x01_0101_0101_0101;

/// The stones of first and second, and the squares of the board, as bits.
#[derive(Clone, Copy, Default)]
struct Board {
    stones: [u64; 2],
    all: u64,
    cols: usize,
}

impl Board {
    fn playable(&self) -> u64 {
        ((self.stones[0] | self.stones[1]) + BOTTOM) & self.all
    }
    /// A number of its own for every position: the lowest empty bits, and first's stones.
    fn key(&self) -> u64 {
        ((self.stones[0] | self.stones[1]) + BOTTOM) | self.stones[0]
    }
    fn mirror(&self) -> Self {
        Self { stones: self.stones.map(|bits| bits.swap_bytes() >> (64 - 8 * self.cols)), ..*self }
    }
    /// One number for a position and its mirror image.
    fn merged(&self) -> u64 {
        self.key().min(self.mirror().key())
    }

    /// The squares, taken or not, on which one more stone of the side would complete four.
    fn fours(&self, side: usize) -> u64 {
        let stones = self.stones[side];
        let four = |step: u32| {
            let (before, after) = (stones << step, stones >> step);
            let more_before = before & before << step & (stones << (3 * step) | after);
            more_before | after & after >> step & (stones >> (3 * step) | before)
        };
        (four(1) | four(7) | four(8) | four(9)) & self.all
    }

    /// The square that a plan plays when nobody can complete four at once.
    fn planned(&self, hero: usize, plan: u32, last: usize) -> Option<u64> {
        let safe = self.playable() & !(self.fours(1 - hero) >> 1);
        let order = |&stone: &u64| {
            let (mut next, col) = (*self, stone.trailing_zeros() as usize / 8);
            next.stones[hero] |= stone;
            let now = next.fours(hero) & next.playable();
            let two_threats = now.count_ones() > 1 || now & next.fours(hero) >> 1 != 0;
            let below_own = u8::from(stone & self.fours(hero) >> 1 != 0);
            let (word, odd_row) = ((plan >> (3 * col) & 7) as usize, stone & (0x55 * BOTTOM) != 0);
            let rank = RANKS[word][2 * usize::from(col != last) + usize::from(odd_row)];
            let order = (1 + below_own, rank, (2 * col + 1).abs_diff(self.cols), col);
            if two_threats { (0, 0, 0, col) } else { order }
        };
        (0..7).map(|col| column(safe, col)).filter(|&stone| stone != 0).min_by_key(order)
    }

    fn drawn(&self) -> String {
        let cell = |bit: usize| (self.stones[0] >> bit & 1) + 2 * (self.stones[1] >> bit & 1);
        let row = |row| (0..self.cols).map(move |col| b".xo"[cell(8 * col + row) as usize] as char);
        let rows = (0..7).rev().filter(|row| self.all >> row & 1 == 1);
        rows.map(|number| "\n".chars().chain(row(number)).collect::<String>()).collect()
    }
}

fn column(bits: u64, col: usize) -> u64 {
    if col < 7 { bits & 0xff << (8 * col) } else { 0 }
}

/// The line that is followed: its number and, for a leaf, its plan as three bits a word.
type Way = (usize, Option<u32>);
/// A strategy of side 0 or 1, what it met, and where it is: the number of a line and the board.
#[derive(Default)]
struct Strategy {
    hero: usize,
    win: bool,
    /// From `Board::merged` to the line, the key of its position and the hero's column.
    lines: HashMap<u64, (Way, u64, usize)>,
    used: HashSet<usize>,
    forced: HashSet<u64>,
    replies: HashSet<u64>,
    under_plans: HashSet<(u64, u32)>,
    at: (usize, Board),
}

/// Connect Four: reads a strategy, plays it, compares its counts; then the second, if there is one.
fn check_strategies(text: &mut Text<'_>, _: &str, sides: &[usize]) -> Result<String, String> {
    need(matches!(sides, [4..=7, 4..=7]), "expected `connect4 COLSxROWS`, each from 4 to 7")?;
    let all = (0..sides[0]).map(|col| ((1 << sides[1]) - 1) << (8 * col)).sum();
    let empty = Board { stones: [0, 0], all, cols: sides[0] };
    let name = text.words()?;
    need(matches!(name[..], ["strategy", "first" | "second", "win" | "draw"]), "no strategy")?;
    let (hero, win, start) = (usize::from(name[1] == "second"), name[2] == "win", text.line);
    let mut game = Strategy { hero, win, ..Strategy::default() };
    let counts = [text.words()?, text.words()?, text.words()?, text.words()?];
    let mut last = (0, "");
    while text.rest.first().is_some_and(|byte| (b'-'..=b'9').contains(byte)) {
        let words = text.words()?;
        need([2, 3].contains(&words.len()), "expected `MOVES COLUMN` or `MOVES COLUMN PLAN`")?;
        let (moves, mut board) = (if words[0] == "-" { "" } else { words[0] }, empty);
        for (i, digit) in moves.bytes().enumerate() {
            let stone = column(board.playable(), usize::from(digit.wrapping_sub(b'1')));
            need(stone & !board.fours(i % 2) != 0, "MOVES are not legal, or the game is over")?;
            board.stones[i % 2] |= stone;
        }
        need(last <= (moves.len(), moves), "the lines are not sorted")?;
        last = (moves.len(), moves);
        let col = number(words[1]).unwrap_or(0).wrapping_sub(1);
        need(column(board.playable(), col) != 0, "COLUMN is full or none of the board")?;
        let word = |plan, word| Some(plan << 3 | "!+=oe-".find(word)? as u32);
        let plan = words.get(2).filter(|plan| plan.len() == board.cols);
        let plan = plan.and_then(|plan| plan.chars().rev().try_fold(0, word));
        need(plan.is_some() == (words.len() == 3), "PLAN is not one word a column")?;
        let twice = game.lines.insert(board.merged(), ((text.line, plan), board.key(), col));
        need(twice.is_none(), "a second line for the position or its mirror image")?;
    }
    let (end, way) = (text.line, (start, None));
    let played = if hero == 0 { game.turn(empty, 0, way) } else { game.opponent(empty, way) };
    played.inspect_err(|_| (text.line, text.board) = (game.at.0, game.at.1.drawn()))?;
    text.line = (start + 5..=end).find(|line| !game.used.contains(line)).unwrap_or(start + 1);
    need(text.line == start + 1, "no sequence of replies leads to this line")?;
    let leaves = game.lines.values().filter(|line| line.0.1.is_some()).count();
    let found = [game.lines.len() - leaves, leaves, game.forced.len(), game.replies.len()];
    for (i, word) in ["stored", "leaves", "forced", "replies"].iter().enumerate() {
        let right = format!("{word} {}", found[i]);
        need(counts[i].join(" ") == right, &format!("expected `{right}`"))?;
        text.line += 1;
    }
    text.line = end;
    let (nodes, plans) = (found.iter().sum::<usize>(), game.under_plans.len());
    let (name, counts) = (name[1..].join(" "), counts.concat().join(" "));
    let counted = format!("{name}: {counts} nodes {nodes}, {plans} positions under plans");
    let two = name == "first draw" && text.rest.starts_with(b"strategy second draw\n");
    if two { Ok(counted + "; " + &check_strategies(text, "", sides)?) } else { Ok(counted) }
}

impl Strategy {
    /// Plays the hero's move, then every reply; `last` is the column of the opponent's move.
    fn turn(&mut self, mut board: Board, last: usize, mut way: Way) -> Result<(), String> {
        let (hero, other) = (self.hero, 1 - self.hero);
        self.at = (way.0, board);
        if board.playable() & board.fours(hero) != 0 || board.playable() == 0 && !self.win {
            return Ok(());
        }
        let threats = board.playable() & board.fours(other);
        let line = self.lines.get(&board.merged()).filter(|_| way.1.is_none());
        board.stones[hero] |= if let Some(&(next, key, col)) = line {
            self.used.insert(next.0);
            (way, board) = (next, if key == board.key() { board } else { board.mirror() });
            column(board.playable(), col)
        } else if let (Some(plan), 0) = (way.1, threats) {
            board.planned(hero, plan, last).ok_or("the plan has no safe square")?
        } else {
            need(threats.count_ones() == 1, "no line, and not one threat to block")?;
            _ = way.1.is_none() && self.forced.insert(board.merged());
            threats
        };
        self.at = (way.0, board);
        need(board.playable() & board.fours(other) == 0, "the opponent can complete four")?;
        need(board.playable() != 0 || !self.win, "the board is full, and the hero has not won")?;
        need(self.replies.len() + self.under_plans.len() < MAX_POSITIONS, "too many positions")?;
        let new = way.1.map(|plan| self.under_plans.insert((board.key(), plan)));
        let new = new.unwrap_or_else(|| self.replies.insert(board.merged()));
        if new { self.opponent(board, way) } else { Ok(()) }
    }

    fn opponent(&mut self, board: Board, way: Way) -> Result<(), String> {
        for col in (0..7).filter(|&col| column(board.playable(), col) != 0) {
            let mut next = board;
            next.stones[1 - self.hero] |= column(board.playable(), col);
            self.turn(next, col, way)?;
        }
        Ok(())
    }
}

/// Along a rank, the diagonals and a file. A row is five squares outside the board and 22 more.
const STEPS: [isize; 4] = [1, 26, 27, 28];

/// A position from the top (`x` first, `o` second, `.` empty, `#` outside), and the attack.
#[derive(Default)]
struct Attack<'a> {
    game: &'a str,
    length: isize,
    cells: Vec<u8>,
    hero: u8,
    other: u8,
    /// From the number of a line and the reply to it, 0 for `*`, to the next line and its square.
    next: HashMap<(usize, usize), (usize, usize)>,
    used: HashSet<usize>,
    at: usize,
    positions: usize,
}

/// Games on squares: reads an attack from a drawn position, and plays it against every reply.
fn check_attack(text: &mut Text<'_>, game: &str, sides: &[usize]) -> Result<String, String> {
    let (cols, rows, length) = match (game, sides) {
        ("gomoku" | "standard" | "renju" | "caro", &[side @ 1..=22]) => (side, side, 5),
        ("mnk", &[cols @ 1..=22, rows @ 1..=22, length @ 3..=22]) => (cols, rows, length as isize),
        _ => return Err("no game that is known, or not with this size".to_string()),
    };
    let mut names = HashMap::from([("-".to_string(), 0), ("*".to_string(), 0)]);
    let mut cells = vec![b'#'; 5 * 27];
    for row in (1..=rows).rev() {
        let words = text.words()?;
        let right = words.len() == 2 && words[0] == "row" && words[1].len() == cols;
        need(right && words[1].bytes().all(|cell| b".xo".contains(&cell)), "expected a `row`")?;
        let name = |(col, letter)| (format!("{letter}{row}"), cells.len() + 5 + col);
        names.extend(('a'..='v').take(cols).enumerate().map(name));
        cells.extend(format!("#####{:#<22}", words[1]).bytes());
    }
    cells.resize(cells.len() + 6 * 27, b'#');
    let name = text.words()?;
    need(matches!(name[..], ["strategy", "first" | "second", "win"]), "no strategy to win")?;
    let (hero, other) = if name[1] == "first" { (b'x', b'o') } else { (b'o', b'x') };
    let (count, at) = (text.words()?.join(" "), text.line);
    // `above`: the lines to which the next one can belong, by their depth.
    let (mut next, mut above) = (HashMap::new(), Vec::new());
    while text.rest.first().is_some_and(u8::is_ascii_digit) {
        let words = text.words()?;
        need(words.len() == 3, "expected `DEPTH REPLY SQUARE`")?;
        let depth = number(words[0]).filter(|&depth| depth <= above.len());
        above.truncate(depth.ok_or("DEPTH is no number, or more than one deeper than before")?);
        let root = [above.is_empty(), words[1] == "-"] == [next.is_empty(); 2];
        need(root, "the first line, and no other, begins with `0 -`")?;
        let reply = *names.get(words[1]).ok_or("REPLY is neither a square nor `*`")?;
        let line = (text.line, *names.get(words[2]).ok_or("SQUARE is not on the board")?);
        let twice = next.insert((above.last().copied().unwrap_or(0), reply), line);
        need(twice.is_none(), "a second line for the same reply")?;
        above.push(text.line);
    }
    let (end, found) = (text.line, format!("lines {}", next.len()));
    text.line = at;
    need(count == found, &format!("expected `{found}`"))?;
    let mut attack = Attack { game, length, cells, hero, other, next, at, ..Attack::default() };
    let stone = |i: usize| b"xo".contains(&attack.cells[i]) && attack.wins(attack.cells[i], i);
    need(!(0..attack.cells.len()).any(stone), "somebody has a winning row already")?;
    let played = if attack.winning(hero).is_some() { Ok(()) } else { attack.play(0, 0) };
    played.inspect_err(|_| (text.line, text.board) = (attack.at, attack.drawn()))?;
    text.line = (at + 1..=end).find(|line| !attack.used.contains(line)).unwrap_or(end);
    need(attack.used.len() == attack.next.len(), "no sequence of replies leads to this line")?;
    Ok(format!("{} win: {found}, {} positions", name[1], attack.positions))
}

/// The one empty square among these, if first has all others.
fn gap(cells: &[u8]) -> Option<usize> {
    let stones = cells.iter().filter(|&&cell| cell == b'x').count();
    cells.iter().position(|&cell| cell == b'.').filter(|_| stones + 1 == cells.len())
}

impl Attack<'_> {
    /// Whether a stone of the side on this square completes a row that wins.
    fn wins(&self, side: u8, square: usize) -> bool {
        STEPS.iter().any(|&step| {
            let at = |offset| self.cells[square.wrapping_add_signed(offset)];
            let end = |step: isize| (1..).map(|i| i * step).find(|&i| at(i) != side).unwrap_or(0);
            let (after, before) = (end(step), end(-step));
            let (row, ends) = ((after - before) / step - 1, [at(after), at(before)]);
            match (self.game, side) {
                ("standard", _) | ("renju", b'x') => row == 5,
                ("caro", _) => row == 5 && !ends.iter().all(|end| b"xo".contains(end)),
                _ => row >= self.length,
            }
        })
    }

    fn winning(&self, side: u8) -> Option<usize> {
        (0..self.cells.len()).find(|&square| self.cells[square] == b'.' && self.wins(side, square))
    }

    /// Whether the rules keep the side from playing on this empty square: first, in renju.
    fn forbidden(&mut self, side: u8, square: usize) -> bool {
        self.positions += 1;
        let free = self.game != "renju" || side == b'o' || self.positions > MAX_REPLIES;
        if free || self.wins(side, square) {
            return false;
        }
        self.cells[square] = b'x';
        let (mut long, mut fours, mut threes) = (false, 0, 0);
        for step in STEPS {
            let place = |i: usize| square.wrapping_add_signed((i as isize - 5) * step);
            let line: [u8; 11] = std::array::from_fn(|i| self.cells[place(i)]);
            let outside = |i: usize, j: usize| line[i] != b'x' && line[j] != b'x';
            let four = |i: usize| outside(i, i + 6) && gap(&line[i + 1..i + 6]).is_some();
            let open = |i: usize| outside(i, i + 7) && line[i + 1] == b'.' && line[i + 6] == b'.';
            let three =
                |i: usize| Some(place(i + 2 + gap(&line[i + 2..i + 6])?)).filter(|_| open(i));
            let may_play = |gap| !self.wins(b'x', gap) && !self.forbidden(b'x', gap);
            long |= line.windows(6).any(|row| row == b"xxxxxx");
            // Two neighbours are the two ends of an unbroken four.
            fours += (0..5).filter(|&i| four(i) && !(i > 0 && four(i - 1))).count();
            threes += usize::from((0..4).filter_map(three).any(may_play));
        }
        self.cells[square] = b'.';
        long || fours > 1 || threes > 1
    }

    /// Plays the line for this reply to a line, and then every reply to it.
    fn play(&mut self, line: usize, reply: usize) -> Result<(), String> {
        let next = self.next.get(&(line, reply)).or(self.next.get(&(line, 0)));
        let (line, square) = *next.ok_or("no line for the last move here")?;
        (self.at, _) = (line, self.used.insert(line));
        let free = self.cells[square] == b'.' && !self.forbidden(self.hero, square);
        need(free, "the square is taken or forbidden")?;
        self.cells[square] = self.hero;
        need(self.winning(self.other).is_none(), "the opponent can complete a row")?;
        let (mut legal, mut threat) = (false, square);
        for reply in 0..self.cells.len() {
            if self.cells[reply] != b'.' || self.forbidden(self.other, reply) {
                continue;
            }
            need(self.positions <= MAX_REPLIES, "too many positions")?;
            (self.at, self.cells[reply], legal) = (line, self.other, true);
            if self.cells[threat] != b'.' || !self.wins(self.hero, threat) {
                match self.winning(self.hero) {
                    Some(square) => threat = square,
                    None => self.play(line, reply)?,
                }
            }
            self.cells[reply] = b'.';
        }
        self.cells[square] = if legal { b'.' } else { self.hero };
        need(legal, "the opponent has no legal reply: a draw")
    }

    fn drawn(&self) -> String {
        let rows = self.cells.chunks(27).map(|row| String::from_utf8_lossy(row).replace('#', ""));
        rows.filter(|row| !row.is_empty()).map(|row| "\n".to_string() + &row).collect()
    }
}
