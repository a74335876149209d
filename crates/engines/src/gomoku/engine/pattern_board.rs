//! The engine's board: line keys, cell classes, counts and sums, all kept move by move. It trusts its caller to play legal moves.

use std::marker::PhantomData;

use alinea_core::Player;
use alinea_games::gomoku::Size;

use super::classes::{CLASSES, Class};
use super::pattern::Pattern;
use super::point::{LINES, MARGIN, MAX_SIZE, Point, ROOM, cells};
use super::rows::Rows;
use super::rule::PatternRule;
use super::tables::Tables;

/// What is known of one empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellState {
    /// Four patterns of four bits for black in the low half, for white in the high half.
    packed: u32,
    code: [u16; 2],
    class: [Class; 2],
}

const BLANK: CellState = CellState { packed: 0, code: [0; 2], class: [Class::Quiet; 2] };

/// A cell as it was before a move changed it.
#[derive(Clone, Copy)]
struct Saved {
    cell: Point,
    before: CellState,
    /// The packed patterns that the move gave it; those of no cell if the stone is here.
    after: u32,
}

/// Stands for a stone where packed patterns are expected: no pattern has this number.
const STONE: u32 = u32::MAX;

/// What a move did to the patterns of one cell, packed as in [`PatternBoard::changes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The patterns before.
    pub before: u32,
    /// The patterns after, which differ on one line; none if the stone was put here.
    pub after: Option<u32>,
}

/// What is known of the whole position; copied for every move, so that taking back is a pop.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Summary {
    key: u64,
    counts: [[u16; CLASSES]; 2],
    /// Cells where a stone of the player makes a four or better.
    fours: [Rows; 2],
    /// Sum of the cells where the player makes five: the cell itself when there is one.
    fives: [u32; 2],
    /// By player: the evaluation if it is to move, and if it waits.
    sums: [[i32; 2]; 2],
    last: Point,
    saved: usize,
}

/// A position of one rule with everything the search asks for at hand.
#[derive(Clone)]
pub struct PatternBoard<R: PatternRule> {
    size: usize,
    turn: Player,
    stones: usize,
    tables: &'static Tables,
    /// Two bits per cell from bit `2 * MARGIN`: `00` empty, `01` first player, `10` second, `11` outside.
    lines: [[u64; LINES]; 4],
    states: Box<[CellState; ROOM]>,
    occupied: Rows,
    stones_of: [Rows; 2],
    now: Summary,
    past: Vec<Summary>,
    saved: Vec<Saved>,
    /// Whether the linear evaluation is kept up to date.
    weighs: bool,
    rule: PhantomData<R>,
}

impl<R: PatternRule> PatternBoard<R> {
    /// An empty board.
    pub fn new(size: Size) -> PatternBoard<R> {
        let size = usize::from(size.get());
        let mut board = PatternBoard {
            size,
            turn: Player::First,
            stones: 0,
            tables: R::tables(),
            lines: [[u64::MAX; LINES]; 4],
            states: Box::new([BLANK; ROOM]),
            occupied: Rows::default(),
            stones_of: [Rows::default(); 2],
            now: Summary {
                key: 0,
                counts: [[0; CLASSES]; 2],
                fours: [Rows::default(); 2],
                fives: [0; 2],
                sums: [[0; 2]; 2],
                last: Point::NONE,
                saved: 0,
            },
            past: Vec::with_capacity(MAX_SIZE * MAX_SIZE),
            saved: Vec::with_capacity(MAX_SIZE * MAX_SIZE * 44),
            weighs: true,
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
        board
    }

    /// The same position for searches that never ask for the linear evaluation: it is not kept up to date any more, which makes moves faster.
    #[must_use]
    pub(super) fn unweighed(mut self) -> PatternBoard<R> {
        self.weighs = false;
        self
    }

    /// Cells per row.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The player to move.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Hands the move to a player: for set-up positions.
    pub fn set_turn(&mut self, player: Player) {
        self.turn = player;
    }

    /// How many stones are on the board.
    #[inline]
    pub fn stones(&self) -> usize {
        self.stones
    }

    /// How many stones can still be put.
    pub fn empty_cells(&self) -> u32 {
        (self.size * self.size - self.stones) as u32
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
        self.now.key ^ (self.turn.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The key after a stone of the player to move on an empty cell, without putting it.
    #[inline]
    pub fn key_after(&self, cell: Point) -> u64 {
        let turn = self.turn.other().index() as u64;
        self.now.key ^ zobrist(cell, self.turn) ^ turn.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// How many stones can be taken back.
    #[inline]
    pub(super) fn plies(&self) -> usize {
        self.past.len()
    }

    /// A number for the stones that stood after so many plies, whoever is to move; 0 for none.
    #[inline]
    pub(super) fn key_at(&self, plies: usize) -> u64 {
        self.past.get(plies).map_or(self.now.key, |summary| summary.key)
    }

    /// What the move of a ply did to cells: four patterns of four bits for the first player in the
    /// low half, for the second in the high half.
    #[inline]
    pub(super) fn changes(&self, ply: usize) -> impl Iterator<Item = Change> + '_ {
        let start = self.past[ply].saved;
        let end = self.past.get(ply + 1).map_or(self.saved.len(), |next| next.saved);
        self.saved[start..end].iter().map(|saved| Change {
            before: saved.before.packed,
            after: (saved.after != STONE).then_some(saved.after),
        })
    }

    /// The packed patterns of an empty cell.
    #[inline]
    pub(super) fn packed(&self, cell: Point) -> u32 {
        self.states[cell.index()].packed
    }

    /// The cell of the last stone.
    #[inline]
    pub fn last(&self) -> Point {
        self.now.last
    }

    /// The cell of the stone before the last `back` ones.
    #[inline]
    pub fn earlier(&self, back: usize) -> Point {
        if back == 0 {
            return self.now.last;
        }
        self.past.len().checked_sub(back).map_or(Point::NONE, |at| self.past[at].last)
    }

    /// Whether the cell is on the board and empty.
    #[inline]
    pub fn is_empty_at(&self, cell: Point) -> bool {
        cell.x() < self.size && cell.y() < self.size && !self.occupied.has(cell)
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Point) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones_of[player.index()].has(cell))
    }

    /// All occupied cells.
    #[inline]
    pub fn occupied(&self) -> &Rows {
        &self.occupied
    }

    /// All empty cells.
    pub(super) fn empty(&self) -> Rows {
        let mut empty = Rows::default();
        cells(self.size).filter(|cell| !self.occupied.has(*cell)).for_each(|cell| empty.add(cell));
        empty
    }

    /// The class of an empty cell for a player.
    #[inline]
    pub fn class(&self, player: Player, cell: Point) -> Class {
        self.states[cell.index()].class[player.index()]
    }

    /// The code of an empty cell for a player.
    #[inline]
    pub fn code(&self, player: Player, cell: Point) -> u16 {
        self.states[cell.index()].code[player.index()]
    }

    /// The line pattern of an empty cell for a player.
    #[inline]
    pub fn pattern(&self, player: Player, cell: Point, dir: usize) -> Pattern {
        let packed = self.states[cell.index()].packed >> (16 * player.index() + 4 * dir);
        Pattern::from_code((packed & 15) as u8)
    }

    /// How many cells have a class for a player.
    #[inline]
    pub fn count(&self, player: Player, class: Class) -> u32 {
        u32::from(self.now.counts[player.index()][class as usize])
    }

    /// Cells where the player makes a four or better.
    #[inline]
    pub fn fours(&self, player: Player) -> &Rows {
        &self.now.fours[player.index()]
    }

    /// Whether the player can make any four (five included).
    #[inline]
    pub fn has_fours(&self, player: Player) -> bool {
        let counts = &self.now.counts[player.index()];
        (Class::Four as usize..=Class::Five as usize).any(|class| counts[class] != 0)
    }

    /// The only cell where the player makes five; without meaning unless there is exactly one.
    #[inline]
    pub fn five_cell(&self, player: Player) -> Point {
        Point(self.now.fives[player.index()] as u16)
    }

    /// Sum of cell values from the view of the player to move.
    #[inline]
    pub fn balance(&self) -> i32 {
        debug_assert!(self.weighs, "the linear evaluation of an unweighed board");
        let me = self.turn;
        self.now.sums[me.index()][0] - self.now.sums[me.other().index()][1]
    }

    /// How much a cell attracts the player to move, by the linear tables.
    #[inline]
    pub(super) fn attraction(&self, cell: Point) -> i32 {
        let info = |player: Player| self.tables.info(player, self.code(player, cell));
        i32::from(info(self.turn).attack) + i32::from(info(self.turn.other()).defence)
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
    pub(super) fn line_pattern(&self, player: Player, cell: Point, dir: usize) -> Pattern {
        let (line, at) = cell.line(dir);
        Pattern::from_code(self.lookup(self.lines[dir][line], at) >> (4 * player.index()) & 15)
    }

    /// The pattern of one line through an empty cell if another cell of the line held a stone.
    #[inline]
    pub(super) fn line_pattern_with(
        &self,
        player: Player,
        cell: Point,
        dir: usize,
        offset: i32,
        stone: Player,
    ) -> Pattern {
        let (line, at) = cell.line(dir);
        let line = self.lines[dir][line] | stone_bits(stone) << shift((at as i32 + offset) as u32);
        Pattern::from_code(self.lookup(line, at) >> (4 * player.index()) & 15)
    }

    /// What lies `offset` cells along a line: empty 0, black 1, white 2, outside 3.
    #[inline]
    pub(super) fn along(&self, cell: Point, dir: usize, offset: i32) -> u64 {
        let (line, at) = cell.line(dir);
        self.lines[dir][line] >> (2 * (at as i32 + offset + MARGIN as i32)) & 3
    }

    /// Puts or takes a stone in the line keys alone; the caller undoes it before anything else.
    pub(super) fn flip_lines(&mut self, cell: Point, player: Player) {
        for dir in 0..4 {
            let (line, at) = cell.line(dir);
            self.lines[dir][line] ^= stone_bits(player) << shift(at);
        }
    }

    /// A cell's state from the line keys.
    fn fresh(&self, cell: Point) -> CellState {
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
            class: Player::BOTH.map(|player| self.tables.info(player, code[player.index()]).class),
        }
    }

    /// Counts a cell in, or with `sign` -1 out, for one player.
    #[inline]
    fn tally(&mut self, cell: Point, player: Player, code: u16, class: Class, sign: i32) {
        let now = &mut self.now;
        if self.weighs {
            let values = self.tables.info(player, code).value;
            now.sums[player.index()][0] += sign * i32::from(values[0]);
            now.sums[player.index()][1] += sign * i32::from(values[1]);
        }
        let count = &mut now.counts[player.index()][class as usize];
        *count = count.wrapping_add_signed(sign as i16);
        if class >= Class::Four {
            now.fours[player.index()].toggle(cell);
            if class == Class::Five {
                now.fives[player.index()] =
                    now.fives[player.index()].wrapping_add_signed(sign * i32::from(cell.0));
            }
        }
    }

    fn enter(&mut self, cell: Point, state: CellState) {
        for player in Player::BOTH {
            self.tally(cell, player, state.code[player.index()], state.class[player.index()], 1);
        }
        self.states[cell.index()] = state;
    }

    /// Replaces the patterns of one line at an empty cell.
    #[inline]
    fn refresh(&mut self, cell: Point, dir: usize, codes: u8) {
        let old = self.states[cell.index()];
        let packed = old.packed & !(0x000f_000f << (4 * dir)) | Self::spread(codes, dir);
        if packed == old.packed {
            return;
        }
        self.saved.push(Saved { cell, before: old, after: packed });
        let mut new = old;
        new.packed = packed;
        self.refresh_for(Player::First, cell, &old, &mut new);
        self.refresh_for(Player::Second, cell, &old, &mut new);
        self.states[cell.index()] = new;
    }

    /// The new code and class of an empty cell for one player. Inlined for each of the two: a
    /// loop over the players costs the search a tenth of its speed.
    #[inline(always)]
    fn refresh_for(&mut self, player: Player, cell: Point, old: &CellState, new: &mut CellState) {
        let index = player.index();
        let half = (new.packed >> (16 * index)) as u16;
        if half == (old.packed >> (16 * index)) as u16 {
            return;
        }
        let (code, classes) = self.tables.named(half);
        if code == old.code[index] {
            return;
        }
        let class = classes[index];
        self.tally(cell, player, old.code[index], old.class[index], -1);
        self.tally(cell, player, code, class, 1);
        new.code[index] = code;
        new.class[index] = class;
    }

    /// Puts a stone of the player to move.
    pub fn play(&mut self, cell: Point) {
        let player = self.turn;
        self.now.saved = self.saved.len();
        self.past.push(self.now.clone());
        let old = self.states[cell.index()];
        self.saved.push(Saved { cell, before: old, after: STONE });
        self.tally(cell, Player::First, old.code[0], old.class[0], -1);
        self.tally(cell, Player::Second, old.code[1], old.class[1], -1);
        self.states[cell.index()] = BLANK;
        for dir in 0..4 {
            let (index, at) = cell.line(dir);
            let line = self.lines[dir][index] | stone_bits(player) << shift(at);
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
        self.stones_of[player.index()].add(cell);
        self.now.key ^= zobrist(cell, player);
        self.now.last = cell;
        self.stones += 1;
        self.turn = self.turn.other();
    }

    /// Takes the last stone back.
    pub fn undo(&mut self) {
        let Some(before) = self.past.last() else { return };
        let cell = self.now.last;
        self.now.clone_from(before);
        self.past.pop();
        self.turn = self.turn.other();
        self.stones -= 1;
        self.flip_lines(cell, self.turn);
        while self.saved.len() > self.now.saved {
            if let Some(saved) = self.saved.pop() {
                self.states[saved.cell.index()] = saved.before;
            }
        }
        self.occupied.toggle(cell);
        self.stones_of[self.turn.index()].toggle(cell);
    }

    /// Passes: only the player to move changes. Undone by passing again.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = self.turn.other();
    }

    /// Compares everything kept with a board set up from scratch.
    #[cfg(any(test, debug_assertions))]
    pub(super) fn check(&self) {
        let mut fresh = PatternBoard::<R>::new(Size::new(self.size as u8).unwrap());
        for player in Player::BOTH {
            for cell in self.stones_of[player.index()].iter() {
                fresh.set_turn(player);
                fresh.play(cell);
            }
        }
        assert_eq!(fresh.lines, self.lines);
        assert_eq!(fresh.now.key, self.now.key);
        for cell in cells(self.size).filter(|cell| self.is_empty_at(*cell)) {
            assert_eq!(self.states[cell.index()], self.fresh(cell), "{cell:?}");
        }
        let mut counted = PatternBoard::<R>::new(Size::new(self.size as u8).unwrap());
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
        if self.weighs {
            assert_eq!(counted.now.sums, self.now.sums);
        }
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

/// The two bits of a player's stone in a line key: `01` first, `10` second.
#[inline]
fn stone_bits(player: Player) -> u64 {
    1 << player.index()
}

/// A fixed random number for a stone on a cell.
#[inline]
fn zobrist(cell: Point, player: Player) -> u64 {
    let mut z =
        (u64::from(cell.0) * 2 + player.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
