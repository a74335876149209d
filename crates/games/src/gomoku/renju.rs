//! Renju's forbidden points for the first player, exact and fast: bit arithmetic on the four
//! lines through a point. `referee.rs` holds the same definition written literally.
//!
//! 1. A move that makes exactly five is never forbidden: it wins.
//! 2. Six or more in a row (an overline) is forbidden.
//! 3. Two or more fours are forbidden; a straight four counts once, two fours may share a line.
//! 4. Two or more threes are forbidden. A line is a three if some point makes a straight four of
//!    it, and the first player may play there: that point makes no five and is not itself
//!    forbidden, asked recursively with the first stone on the board.

use crate::lines::{Lines, bits};
use alinea_core::{Cell, Player};

/// What the rules of renju say of the first player's stone on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It makes exactly five and wins.
    Five,
    /// It may be played.
    Free,
    /// It makes six or more in a row.
    Overline,
    /// It makes two fours.
    DoubleFour,
    /// It makes two threes.
    DoubleThree,
}

impl Verdict {
    /// Whether the rules forbid the move.
    #[inline]
    #[must_use]
    pub const fn is_forbidden(self) -> bool {
        matches!(self, Verdict::Overline | Verdict::DoubleFour | Verdict::DoubleThree)
    }
}

/// One line after the stone was put down: the first player's unbroken run through it.
#[derive(Clone, Copy)]
struct Run {
    own: u32,
    empty: u32,
    lowest: u32,
    highest: u32,
}

impl Run {
    #[inline]
    fn through(own: u32, empty: u32, bit: u32) -> Run {
        let upward = (own >> bit).trailing_ones();
        let downward = (own << (31 - bit)).leading_ones();
        Run { own, empty, lowest: bit + 1 - downward, highest: bit + upward - 1 }
    }

    #[inline]
    fn length(self) -> u32 {
        self.highest - self.lowest + 1
    }

    /// The empty squares at the two ends of the run.
    #[inline]
    fn ends(self) -> [Option<u32>; 2] {
        let below = self.lowest.checked_sub(1).filter(|&bit| self.empty >> bit & 1 != 0);
        let above = Some(self.highest + 1).filter(|&bit| self.empty >> bit & 1 != 0);
        [below, above]
    }

    /// The run after one more stone at its end.
    #[inline]
    fn with(self, end: u32) -> Run {
        Run::through(self.own | 1 << end, self.empty & !(1 << end), end)
    }

    /// Points that complete exactly five. Such a point touches the run, for the squares between
    /// it and the new stone belong to the five.
    #[inline]
    fn five_points(self) -> [Option<u32>; 2] {
        self.ends().map(|end| end.filter(|&bit| self.with(bit).length() == 5))
    }

    /// Fours that hold the new stone: two completing points of one straight four count once.
    #[inline]
    fn fours(self) -> u32 {
        match self.five_points() {
            [Some(_), Some(_)] if self.length() == 4 => 1,
            points => points.iter().flatten().count() as u32,
        }
    }

    /// Four in a row that either end completes to exactly five.
    #[inline]
    fn is_straight_four(self) -> bool {
        self.length() == 4 && self.five_points().iter().all(Option::is_some)
    }

    /// Points that would make a straight four of this line.
    #[inline]
    fn straight_four_points(self) -> [Option<u32>; 2] {
        if self.length() > 3 {
            return [None; 2];
        }
        self.ends().map(|end| end.filter(|&bit| self.with(bit).is_straight_four()))
    }
}

/// Judges the first player's stone on an empty square of the board.
///
/// ```
/// use alinea_core::{Cell, Game, parse_position};
/// use alinea_games::gomoku::renju::{Verdict, culprits, judge};
/// use alinea_games::{Renju, lines::LineBoard};
/// let setup = Renju::parse_setup("15").unwrap();
/// let pos = parse_position::<Renju>(&setup, "i8 a1 j8 a15 h9 o1 h10 o15").unwrap().pos;
/// let [h8, h9, h10, i8, j8] = ["h8", "h9", "h10", "i8", "j8"].map(|text| text.parse().unwrap());
/// assert_eq!(judge(pos.lines(), h8), Verdict::DoubleThree);
/// assert_eq!(culprits(pos.lines(), h8), [h8, h9, h10, i8, j8]);
/// assert_eq!(judge(pos.lines(), Cell::new(10, 7)), Verdict::Free);
/// ```
#[must_use]
pub fn judge(lines: &Lines, cell: Cell) -> Verdict {
    if is_harmless(lines, cell) {
        return Verdict::Free;
    }
    let runs = runs_through(lines, cell);
    if runs.iter().any(|run| run.length() == 5) {
        return Verdict::Five;
    }
    if runs.iter().any(|run| run.length() > 5) {
        return Verdict::Overline;
    }
    if runs.iter().map(|run| run.fours()).sum::<u32>() >= 2 {
        return Verdict::DoubleFour;
    }
    let possible = |run: &&Run| run.straight_four_points() != [None; 2];
    if runs.iter().filter(possible).count() < 2 {
        return Verdict::Free;
    }
    if threes(lines, cell).len() >= 2 { Verdict::DoubleThree } else { Verdict::Free }
}

/// A quick sufficient test that a point neither wins nor is forbidden: fives, overlines and two
/// fours on a line take four more stones on one line, everything else takes two on two lines.
#[inline]
fn is_harmless(lines: &Lines, cell: Cell) -> bool {
    let mut with_two = 0;
    for (stones, bit) in lines.masks_through(cell) {
        // The window reaches four squares to each side; a run of six has four stones in it.
        let near = (stones[Player::First.index()] << 4 >> bit) & 0b1_1111_1111;
        let two = near & near.wrapping_sub(1);
        if two != 0 {
            with_two += 1;
            let three = two & (two - 1);
            if three & three.wrapping_sub(1) != 0 {
                return false;
            }
        }
    }
    with_two < 2
}

#[inline]
fn runs_through(lines: &Lines, cell: Cell) -> [Run; 4] {
    lines.through(cell).map(|(line, bit)| {
        let stone = 1 << bit;
        Run::through(line.stones[Player::First.index()] | stone, line.empty() & !stone, bit)
    })
}

/// The real threes that a stone on `cell` makes: direction and a point that makes four of it.
fn threes(lines: &Lines, cell: Cell) -> Vec<(usize, u32)> {
    let mut after = lines.clone();
    after.toggle(cell, Player::First);
    let mut found = Vec::new();
    for (i, (line, bit)) in after.through(cell).into_iter().enumerate() {
        let run = Run::through(line.stones[Player::First.index()], line.empty(), bit);
        let mut points = run.straight_four_points().into_iter().flatten();
        if let Some(point) = points.find(|&p| judge(&after, line.cell(p)) == Verdict::Free) {
            found.push((i, point));
        }
    }
    found
}

/// The stones that make the point forbidden, the point itself among them; empty if it is not.
#[must_use]
pub fn culprits(lines: &Lines, cell: Cell) -> Vec<Cell> {
    let verdict = judge(lines, cell);
    let runs = runs_through(lines, cell);
    let threes = if verdict == Verdict::DoubleThree { threes(lines, cell) } else { Vec::new() };
    let mut cells = Vec::new();
    for (i, (line, _)) in lines.through(cell).into_iter().enumerate() {
        let run = runs[i];
        let mask = match verdict {
            Verdict::Five | Verdict::Free => 0,
            Verdict::Overline if run.length() > 5 => run_mask(run),
            Verdict::Overline => 0,
            Verdict::DoubleFour => run
                .five_points()
                .into_iter()
                .flatten()
                .fold(0, |mask, point| mask | (run_mask(run.with(point)) & !(1 << point))),
            Verdict::DoubleThree => threes
                .iter()
                .filter(|three| three.0 == i)
                .fold(0, |mask, three| mask | (run_mask(run.with(three.1)) & !(1 << three.1))),
        };
        cells.extend(bits(mask).map(|bit| line.cell(bit)));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn run_mask(run: Run) -> u32 {
    (2 << run.highest) - (1 << run.lowest)
}
