//! The engine's board: line keys, cell classes, counts and sums, all kept move by move. It trusts its caller to play legal moves.

use std::marker::PhantomData;

use super::classes::{CLASSES, Class};
use super::geometry::{Cell, LINES, MARGIN, MAX_SIZE, MIN_SIZE, ROOM, cells};
use super::pattern::Pattern;
use super::rows::Rows;
use super::rule::Rule;
use super::tables::Tables;

/// Black moves first; white second.
pub const BLACK: usize = 0;
/// The second player.
pub const WHITE: usize = 1;

/// What is known of one empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellState {
    /// Four patterns of four bits for black in the low half, for white in the high half.
    packed: u32,
    code: [u16; 2],
    class: [Class; 2],
}

const BLANK: CellState = CellState { packed: 0, code: [0; 2], class: [Class::Quiet; 2] };

/// What is known of the whole position; copied for every move, so that taking back is a pop.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Summary {
    key: u64,
    counts: [[u16; CLASSES]; 2],
    /// Cells where a stone of the colour makes a four or better.
    fours: [Rows; 2],
    /// Sum of the cells where the colour makes five: the cell itself when there is one.
    fives: [u32; 2],
    /// By colour: the evaluation if it is to move, and if it waits.
    sums: [[i32; 2]; 2],
    last: Cell,
    saved: usize,
}

/// A position of one rule with everything the search asks for at hand.
#[derive(Clone)]
pub struct Board<R: Rule> {
    size: usize,
    turn: usize,
    stones: usize,
    tables: &'static Tables,
    /// Two bits per cell from bit `2 * MARGIN`: `00` empty, `01` black, `10` white, `11` outside.
    lines: [[u64; LINES]; 4],
    states: Box<[CellState; ROOM]>,
    occupied: Rows,
    colours: [Rows; 2],
    now: Summary,
    past: Vec<Summary>,
    saved: Vec<(Cell, CellState)>,
    rule: PhantomData<R>,
}

impl<R: Rule> Board<R> {
    /// An empty board, or none if the size is not 5 to 22.
    pub fn new(size: usize) -> Option<Board<R>> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return None;
        }
        let mut board = Board {
            size,
            turn: BLACK,
            stones: 0,
            tables: R::tables(),
            lines: [[u64::MAX; LINES]; 4],
            states: Box::new([BLANK; ROOM]),
            occupied: Rows::default(),
            colours: [Rows::default(); 2],
            now: Summary {
                key: 0,
                counts: [[0; CLASSES]; 2],
                fours: [Rows::default(); 2],
                fives: [0; 2],
                sums: [[0; 2]; 2],
                last: Cell::NONE,
                saved: 0,
            },
            past: Vec::with_capacity(MAX_SIZE * MAX_SIZE),
            saved: Vec::with_capacity(MAX_SIZE * MAX_SIZE * 44),
            rule: PhantomData,
        };
        for cell in cells(size) {
            for dir in 0..4 {
                let (line, at) = cell.line(dir);
                board.lines[dir][line] &= !(3 << shift(at));
            }
        }
        for cell in cells(size) {
            let fresh = board.fresh(cell);
            board.enter(cell, fresh);
        }
        Some(board)
    }

    /// Cells per row.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The colour to move.
    #[inline]
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// Hands the move to a colour: for set-up positions.
    pub fn set_turn(&mut self, colour: usize) {
        self.turn = colour & 1;
    }

    /// How many stones are on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// Whether no cell is empty.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.stones == self.size * self.size
    }

    /// The rule's tables.
    #[inline]
    pub fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// A number that is equal for equal positions with the same player to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.now.key ^ (self.turn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The cell of the last stone.
    #[inline]
    pub fn last(&self) -> Cell {
        self.now.last
    }

    /// The cell of the stone before the last `back` ones.
    #[inline]
    pub fn earlier(&self, back: usize) -> Cell {
        if back == 0 {
            return self.now.last;
        }
        self.past.len().checked_sub(back).map_or(Cell::NONE, |at| self.past[at].last)
    }

    /// Whether the cell is on the board and empty.
    #[inline]
    pub fn is_empty_at(&self, cell: Cell) -> bool {
        cell.x() < self.size && cell.y() < self.size && !self.occupied.has(cell)
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<usize> {
        [BLACK, WHITE].into_iter().find(|colour| self.colours[*colour].has(cell))
    }

    /// All occupied cells.
    #[inline]
    pub fn occupied(&self) -> &Rows {
        &self.occupied
    }

    /// The class of an empty cell for a colour.
    #[inline]
    pub fn class(&self, colour: usize, cell: Cell) -> Class {
        self.states[cell.index()].class[colour & 1]
    }

    /// The code of an empty cell for a colour.
    #[inline]
    pub fn code(&self, colour: usize, cell: Cell) -> u16 {
        self.states[cell.index()].code[colour & 1]
    }

    /// The line pattern of an empty cell for a colour.
    #[inline]
    pub fn pattern(&self, colour: usize, cell: Cell, dir: usize) -> Pattern {
        let packed = self.states[cell.index()].packed >> (16 * colour + 4 * dir);
        Pattern::from_code((packed & 15) as u8)
    }

    /// How many cells have a class for a colour.
    #[inline]
    pub fn count(&self, colour: usize, class: Class) -> u32 {
        u32::from(self.now.counts[colour & 1][class as usize])
    }

    /// Cells where the colour makes a four or better.
    #[inline]
    pub fn fours(&self, colour: usize) -> &Rows {
        &self.now.fours[colour & 1]
    }

    /// Whether the colour can make any four (five included).
    #[inline]
    pub fn has_fours(&self, colour: usize) -> bool {
        let counts = &self.now.counts[colour & 1];
        (Class::Four as usize..=Class::Five as usize).any(|class| counts[class] != 0)
    }

    /// The only cell where the colour makes five; without meaning unless there is exactly one.
    #[inline]
    pub fn five_cell(&self, colour: usize) -> Cell {
        Cell(self.now.fives[colour & 1] as u16)
    }

    /// Sum of cell values from the view of the player to move.
    #[inline]
    pub fn balance(&self) -> i32 {
        let me = self.turn & 1;
        self.now.sums[me][0] - self.now.sums[me ^ 1][1]
    }

    /// The window of line cells around a cell, the cell in the middle.
    #[inline]
    fn window(line: u64, at: u32) -> u64 {
        line >> (2 * (at + MARGIN as u32 - R::HALF))
    }

    /// The packed patterns of a cell along one line, in the form of `CellState::packed`.
    #[inline]
    fn spread(code: u8, dir: usize) -> u32 {
        (u32::from(code & 15) | u32::from(code >> 4) << 16) << (4 * dir)
    }

    #[inline]
    fn lookup(&self, line: u64, at: u32) -> u8 {
        let window = Self::window(line, at);
        if R::HALF == 4 {
            self.tables.lines.get::<4>(window)
        } else {
            self.tables.lines.get::<5>(window)
        }
    }

    /// The pattern of one line through an empty cell, read from the line keys.
    pub(super) fn line_pattern(&self, colour: usize, cell: Cell, dir: usize) -> Pattern {
        let (line, at) = cell.line(dir);
        Pattern::from_code(self.lookup(self.lines[dir][line], at) >> (4 * colour) & 15)
    }

    /// The pattern of one line through an empty cell if another cell of the line held a stone.
    #[inline]
    pub(super) fn line_pattern_with(
        &self,
        colour: usize,
        cell: Cell,
        dir: usize,
        offset: i32,
        stone: usize,
    ) -> Pattern {
        let (line, at) = cell.line(dir);
        let line = self.lines[dir][line] | (1u64 << stone) << shift((at as i32 + offset) as u32);
        Pattern::from_code(self.lookup(line, at) >> (4 * colour) & 15)
    }

    /// What lies `offset` cells along a line: empty 0, black 1, white 2, outside 3.
    #[inline]
    pub(super) fn along(&self, cell: Cell, dir: usize, offset: i32) -> u64 {
        let (line, at) = cell.line(dir);
        self.lines[dir][line] >> (2 * (at as i32 + offset + MARGIN as i32)) & 3
    }

    /// Puts or takes a stone in the line keys alone; the caller undoes it before anything else.
    pub(super) fn flip_lines(&mut self, cell: Cell, colour: usize) {
        for dir in 0..4 {
            let (line, at) = cell.line(dir);
            self.lines[dir][line] ^= (1u64 << colour) << shift(at);
        }
    }

    /// A cell's state from the line keys.
    fn fresh(&self, cell: Cell) -> CellState {
        let packed = (0..4).fold(0, |packed, dir| {
            let (line, at) = cell.line(dir);
            packed | Self::spread(self.lookup(self.lines[dir][line], at), dir)
        });
        self.named(packed)
    }

    #[inline]
    fn named(&self, packed: u32) -> CellState {
        let code = [self.tables.code(packed as u16), self.tables.code((packed >> 16) as u16)];
        CellState {
            packed,
            code,
            class: [self.tables.info(0, code[0]).class, self.tables.info(1, code[1]).class],
        }
    }

    /// Counts a cell in, or with `sign` -1 out, for one colour.
    #[inline]
    fn tally(&mut self, cell: Cell, colour: usize, code: u16, class: Class, sign: i32) {
        let values = self.tables.info(colour, code).value;
        let now = &mut self.now;
        now.sums[colour][0] += sign * i32::from(values[0]);
        now.sums[colour][1] += sign * i32::from(values[1]);
        let count = &mut now.counts[colour][class as usize];
        *count = count.wrapping_add_signed(sign as i16);
        if class >= Class::Four {
            now.fours[colour].toggle(cell);
            if class == Class::Five {
                now.fives[colour] = now.fives[colour].wrapping_add_signed(sign * i32::from(cell.0));
            }
        }
    }

    fn enter(&mut self, cell: Cell, state: CellState) {
        for colour in 0..2 {
            self.tally(cell, colour, state.code[colour], state.class[colour], 1);
        }
        self.states[cell.index()] = state;
    }

    /// Replaces the patterns of one line at an empty cell.
    #[inline]
    fn refresh(&mut self, cell: Cell, dir: usize, codes: u8) {
        let old = self.states[cell.index()];
        let packed = old.packed & !(0x000f_000f << (4 * dir)) | Self::spread(codes, dir);
        if packed == old.packed {
            return;
        }
        self.saved.push((cell, old));
        let mut new = old;
        new.packed = packed;
        for colour in 0..2 {
            let half = (packed >> (16 * colour)) as u16;
            if half == (old.packed >> (16 * colour)) as u16 {
                continue;
            }
            let code = self.tables.code(half);
            if code == old.code[colour] {
                continue;
            }
            let class = self.tables.info(colour, code).class;
            self.tally(cell, colour, old.code[colour], old.class[colour], -1);
            self.tally(cell, colour, code, class, 1);
            new.code[colour] = code;
            new.class[colour] = class;
        }
        self.states[cell.index()] = new;
    }

    /// Puts a stone of the player to move.
    pub fn play(&mut self, cell: Cell) {
        let colour = self.turn & 1;
        let mut before = self.now.clone();
        before.saved = self.saved.len();
        self.past.push(before);
        let old = self.states[cell.index()];
        self.saved.push((cell, old));
        for side in 0..2 {
            self.tally(cell, side, old.code[side], old.class[side], -1);
        }
        self.states[cell.index()] = BLANK;
        for dir in 0..4 {
            let (index, at) = cell.line(dir);
            let line = self.lines[dir][index] | (1u64 << colour) << shift(at);
            self.lines[dir][index] = line;
            // Both bits of an empty cell are 0; those outside are not empty either.
            let around = Self::window(line, at);
            let mut empty = !(around | around >> 1) & self::around(R::HALF);
            while empty != 0 {
                let steps = (empty.trailing_zeros() / 2) as i32 - R::HALF as i32;
                empty &= empty - 1;
                let codes = self.lookup(line, (at as i32 + steps) as u32);
                self.refresh(cell.along(dir, steps), dir, codes);
            }
        }
        self.occupied.add(cell);
        self.colours[colour].add(cell);
        self.now.key ^= zobrist(cell, colour);
        self.now.last = cell;
        self.stones += 1;
        self.turn ^= 1;
    }

    /// Takes the last stone back.
    pub fn undo(&mut self) {
        let Some(before) = self.past.pop() else { return };
        let cell = self.now.last;
        self.turn ^= 1;
        self.stones -= 1;
        self.flip_lines(cell, self.turn);
        while self.saved.len() > before.saved {
            if let Some((cell, state)) = self.saved.pop() {
                self.states[cell.index()] = state;
            }
        }
        self.occupied.toggle(cell);
        self.colours[self.turn].toggle(cell);
        self.now = before;
    }

    /// Passes: only the player to move changes. Undone by passing again.
    #[inline]
    pub fn pass(&mut self) {
        self.turn ^= 1;
    }

    /// Compares everything kept with a board set up from scratch.
    #[cfg(test)]
    pub(super) fn check(&self) {
        let mut fresh = Board::<R>::new(self.size).unwrap();
        for colour in 0..2 {
            for cell in self.colours[colour].iter() {
                fresh.set_turn(colour);
                fresh.play(cell);
            }
        }
        assert_eq!(fresh.lines, self.lines);
        assert_eq!(fresh.now.key, self.now.key);
        for cell in cells(self.size).filter(|cell| self.is_empty_at(*cell)) {
            assert_eq!(self.states[cell.index()], self.fresh(cell), "{cell:?}");
        }
        let mut counted = Board::<R>::new(self.size).unwrap();
        counted.now.counts = [[0; CLASSES]; 2];
        counted.now.fours = Default::default();
        counted.now.fives = [0; 2];
        counted.now.sums = [[0; 2]; 2];
        for cell in cells(self.size).filter(|cell| self.is_empty_at(*cell)) {
            counted.enter(cell, self.fresh(cell));
        }
        assert_eq!(counted.now.counts, self.now.counts);
        assert_eq!(counted.now.fours, self.now.fours);
        assert_eq!(counted.now.fives, self.now.fives);
        assert_eq!(counted.now.sums, self.now.sums);
    }
}

/// The lower bit of each cell of a window.
const fn around(half: u32) -> u64 {
    0x5555_5555_5555_5555 & ((1 << (4 * half + 2)) - 1)
}

/// Where a cell's two bits lie in its line's key.
#[inline]
fn shift(at: u32) -> u32 {
    2 * at.wrapping_add(MARGIN as u32)
}

/// A fixed random number for a stone on a cell.
#[inline]
fn zobrist(cell: Cell, colour: usize) -> u64 {
    let mut z = (u64::from(cell.0) * 2 + colour as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
