//! The exact Connect Four solver for boards up to seven by seven; no text, files or book.
//!
//! Scores are from the side to move: positive wins, negative loses, 0 draws. A win is worth
//! the number of stones its side has left, the winning one included, so quicker wins score
//! more: `(squares + 1 - stones) / 2` for a move that wins at once, stones being those on the
//! board before it.

mod board;
mod order;
mod parallel;
mod question;
mod reason;
mod rules;
mod search;
mod table;
mod windows;

pub use board::Board;
pub use question::{Goal, Question};
pub use reason::{Cause, Reason};
pub use rules::Rules;
pub use windows::Bounds;

#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::lanes;
use crate::lanes::{Lanes, One, Scalar, Task};
use alinea_core::Player;
use board::{AnySize, Shape, Standard, column, wins};
use order::Lines;
use parallel::Team;
use table::Table;

/// How many lanes of the processor work at once; results and node counts are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Plain Rust.
    Scalar,
    /// Twice four lanes.
    Avx2,
    /// Eight lanes.
    Avx512,
    /// Four times two lanes, in WebAssembly.
    Simd128,
}

impl Width {
    /// The widths this CPU has, the fastest last.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut, reason = "most targets have no other width")]
        let mut widths = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            widths.extend(lanes::Avx2::detect().map(|_| Self::Avx2));
            widths.extend(lanes::Avx512::detect().map(|_| Self::Avx512));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        widths.push(Self::Simd128);
        widths
    }

    /// Runs a task in this width, or in plain Rust where the CPU lacks it.
    fn call<T: Task>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Self::Avx512
                && let Some(lanes) = lanes::Avx512::detect()
            {
                return lanes.call(task);
            }
            if self == Self::Avx2
                && let Some(lanes) = lanes::Avx2::detect()
            {
                return lanes.call(task);
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if self == Self::Simd128 {
            return lanes::Simd128.call(task);
        }
        Scalar.call(task)
    }
}

/// Solves positions of one board size; keeps its table from one question to the next.
///
/// ```
/// use alinea_engines::connect4::solver::{Board, Goal, Question, Solver};
/// // On four columns and four rows nobody wins.
/// let mut solver = Solver::new(4, 4, 1).unwrap();
/// let start = Board::from_stones(0, 0);
/// let score = solver.solve(start, &Question::exact());
/// assert_eq!((score.lower, score.upper), (0, 0));
/// // A cheaper question: is it a win?
/// let win = solver.solve(start, &Question { goal: Goal::AtLeast(1), ..Question::exact() });
/// assert!(win.upper < 1);
/// assert!(Solver::new(8, 6, 1).is_none());
/// ```
#[derive(Debug)]
pub struct Solver {
    size: AnySize,
    table: Table,
    lines: Lines,
    rules: Rules,
    width: Width,
    threads: usize,
    nodes: u64,
    /// New positions stored since the table last doubled.
    fresh: u64,
}

impl Solver {
    /// A solver for a board from 4 by 4 to 7 by 7, whose table may grow to this many megabytes.
    pub fn new(cols: u8, rows: u8, megabytes: usize) -> Option<Self> {
        let size = AnySize::new(cols, rows)?;
        Some(Self {
            size,
            table: Table::with_megabytes(megabytes),
            lines: Lines::new(size),
            rules: Rules::sound(size),
            width: Width::available().last().copied().unwrap_or(Width::Scalar),
            threads: 1,
            nodes: 0,
            fresh: 0,
        })
    }

    /// A solver for the usual board of seven columns and six rows.
    pub fn standard(megabytes: usize) -> Self {
        Self::new(7, 6, megabytes).expect("seven by six fits")
    }

    /// The same solver with other lanes or without some static rules: slower, never different.
    #[must_use]
    pub fn with(mut self, width: Width, rules: Rules) -> Self {
        let sound = Rules::sound(self.size);
        self.width = width;
        self.rules = Rules {
            claimeven: rules.claimeven && sound.claimeven,
            odd_threat: rules.odd_threat && sound.odd_threat,
        };
        self
    }

    /// The same solver with so many threads for hard questions.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Empties the table, so that the next answer takes as long as the first.
    pub fn forget(&mut self) {
        self.table.clear();
        self.fresh = 0;
    }

    /// Nodes visited by the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position in which nobody has four and a square is empty.
    ///
    /// The bounds are equal unless the question asks for less or a limit was met.
    pub fn solve(&mut self, board: Board, question: &Question) -> Bounds {
        if self.size.is_standard() {
            self.solve_on(Standard, board, question)
        } else {
            self.solve_on(self.size, board, question)
        }
    }

    /// Why a position is worth this score, if there is a simple reason.
    #[must_use]
    pub fn reason(&self, board: Board, score: i32) -> Option<Reason> {
        Reason::find(self.size, board, score)
    }

    fn solve_on(&mut self, shape: impl Shape, board: Board, question: &Question) -> Bounds {
        let n = board.stones();
        let cells = shape.cells();
        self.nodes = 0;
        if wins(One, board.me) & board.playable(shape) != 0 {
            return Bounds::exactly((cells + 1 - n) / 2);
        }
        let bounds = Bounds { lower: -((cells - n) / 2), upper: (cells - 1 - n) / 2 };
        let watch = question.watch();
        let mut team = Team {
            shape,
            table: &self.table,
            lines: &self.lines,
            rules: self.rules,
            watch: &watch,
            width: self.width,
            threads: self.threads,
            nodes: 0,
            fresh: self.fresh,
        };
        let ask = |beta| team.ask(board, beta);
        let mover = if n % 2 == 0 { Player::First } else { Player::Second };
        let bounds = match question.goal {
            Goal::Exact => windows::exact(bounds, mover, ask),
            Goal::Sign => windows::sign(bounds, mover, ask),
            Goal::AtLeast(beta) => windows::in_turn(bounds, &[beta], ask),
        };
        (self.nodes, self.fresh) = (team.nodes, team.fresh);
        bounds
    }
}

/// Positions as others speak of them.
impl Board {
    /// The position of the usual board after moves in these columns, counted from 0.
    ///
    /// `None` when a column does not exist or is full, or a move follows the end of the game.
    pub fn after(columns: impl IntoIterator<Item = u8>) -> Option<Self> {
        let shape = Standard;
        let mut board = Self::default();
        for col in columns {
            let over = board::fours(One, board.opponent()) != 0;
            let square = board.playable(shape) & column(u32::from(col.min(7)));
            if over || square == 0 {
                return None;
            }
            board = board.play(square);
        }
        Some(board)
    }

    /// The position with these stones of the side to move and of both, a byte a column.
    #[must_use]
    pub fn from_stones(me: u64, mask: u64) -> Self {
        Self { me, mask }
    }

    /// How many stones are on the board.
    #[must_use]
    pub fn stone_count(self) -> u32 {
        self.mask.count_ones()
    }

    /// The position of the usual board with this key.
    pub(crate) fn from_standard_key(key: u64) -> Self {
        Self::from_key(Standard, key)
    }

    /// The smaller key of this position of the usual board and its mirror image.
    pub fn canonical_key(self) -> u64 {
        let key = self.key(Standard);
        key.min(Standard.mirror(key))
    }

    /// The positions of the usual board after each move that does not end the game by a win.
    pub fn quiet_children(self) -> impl Iterator<Item = Self> {
        let quiet = self.playable(Standard) & !wins(One, self.me);
        (0..7).map(move |col| quiet & column(col)).filter(|&s| s != 0).map(move |s| self.play(s))
    }

    /// The score of a move that wins at once on the usual board, if there is one.
    pub(crate) fn winning_score(self) -> Option<i32> {
        let wins_now = wins(One, self.me) & self.playable(Standard) != 0;
        wins_now.then(|| (Standard.cells() + 1 - self.stones()) / 2)
    }
}

#[cfg(test)]
mod tests;
