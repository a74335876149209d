//! What the fit of the weights reads of a position, and the numbers that its files agree on. Nothing else reads patterns from outside.

use alinea_core::{Cell, Player};
use alinea_games::gomoku::{Board, Size};
use alinea_search::Score;

use super::adapter::board_of;
use super::classes::Class;
use super::eval::{evaluate, threat_mask};
use super::movegen::candidates;
use super::net::{Net, Sums, parts};
use super::pattern_board::PatternBoard;
use super::point::{Point, cells};
use super::rule::PatternRule;

pub use super::classes::CODES;
pub use super::eval::{FINE, POINTS_PER_LOGIT, THREAT_BITS, THREATS};
pub use super::net::{FloatNet, HIDDEN, LINE_CODES, ORDER_NUMBERS, ORDER_PARTS, WIDTH};
pub use super::pattern::PATTERNS;
pub use super::search::{DECIDED, WIN};
pub use super::weights::Weights;

/// The four line patterns of every code, as numbers below [`PATTERNS`].
pub fn multisets() -> Vec<[usize; 4]> {
    super::classes::multisets().iter().map(|set| set.map(|pattern| pattern as usize)).collect()
}

/// A score as records of games keep it: hundredths of a point, wins counted down from [`WIN`].
pub fn recorded(score: Score) -> i32 {
    match (score.win(), score.loss()) {
        (Some(plies), _) => WIN - plies as i32,
        (_, Some(plies)) => plies as i32 - WIN,
        _ => score.raw(),
    }
}

/// Empty cells near stones, row by row from the top.
pub fn near_stones<R: PatternRule>(pos: &Board<R>) -> Vec<Cell> {
    let board = board_of(pos);
    candidates(&board).iter().map(|point| point.cell(board.size())).collect()
}

/// A game read move by move.
pub struct Reader<R: PatternRule>(PatternBoard<R>);

impl<R: PatternRule> Reader<R> {
    /// The start of a game.
    pub fn new(size: Size) -> Reader<R> {
        Reader(PatternBoard::new(size))
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.0.turn()
    }

    fn point(&self, cell: Cell) -> Point {
        Point::of(cell, self.0.size())
    }

    /// Whether a stone can be put on a cell of the board.
    pub fn is_empty_at(&self, cell: Cell) -> bool {
        self.0.is_empty_at(self.point(cell))
    }

    /// Puts a stone of the player to move on an empty cell.
    pub fn play(&mut self, cell: Cell) {
        self.0.play(self.point(cell));
    }

    /// Whether five or an open four can be made, or five must be stopped.
    ///
    /// The classes of cells alone then decide what to do.
    pub fn is_urgent(&self) -> bool {
        let (me, foe) = (self.turn(), self.turn().other());
        self.0.count(me, Class::Five) + self.0.count(me, Class::OpenFour) > 0
            || self.0.count(foe, Class::Five) > 0
    }

    /// Whether the waiting player threatens an open four.
    pub fn is_threatened(&self) -> bool {
        self.0.count(self.turn().other(), Class::OpenFour) > 0
    }

    /// Which threats stand, as an index of the threat weights.
    pub fn threats(&self) -> u16 {
        threat_mask(&self.0) as u16
    }

    /// The value for the player to move by a network, or else by the linear tables, in points.
    pub fn judged_by(&self, net: Option<&Net>) -> i32 {
        net.map_or_else(|| evaluate(&self.0), |net| Sums::new().value(net, &self.0))
    }

    /// What the cells have more than those of an empty board, as a network sees it.
    ///
    /// The line codes of a cell (own pattern | enemy pattern << 4, sorted), and how many more such
    /// cells there are.
    pub fn lines_of_cells(&self, player: Player) -> Vec<([u8; 4], i16)> {
        let size = self.0.size();
        let empty = PatternBoard::<R>::new(Size::new(size as u8).unwrap_or_default());
        let mut list: Vec<([u8; 4], i16)> = Vec::new();
        for point in cells(size) {
            let was = empty.packed(point);
            let is = self.0.is_empty_at(point).then(|| self.0.packed(point));
            if is == Some(was) {
                continue;
            }
            list.push((line_codes(was, player), -1));
            list.extend(is.map(|packed| (line_codes(packed, player), 1)));
        }
        list.sort_unstable();
        list.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        list.retain(|(_, count)| *count != 0);
        list
    }

    /// How often each code occurs on empty cells for a player, by code.
    pub fn codes(&self, player: Player) -> Vec<(u16, u8)> {
        let empty = cells(self.0.size()).filter(|point| self.0.is_empty_at(*point));
        let mut codes: Vec<u16> = empty.map(|point| self.0.code(player, point)).collect();
        codes.sort_unstable();
        let mut counted: Vec<(u16, u8)> = Vec::new();
        for code in codes {
            match counted.last_mut() {
                Some((last, count)) if *last == code => *count = count.saturating_add(1),
                _ => counted.push((code, 1)),
            }
        }
        counted
    }

    /// Which numbers of an order add up for every candidate, the chosen one first.
    pub fn orders(&self, chosen: Cell) -> Vec<[u16; ORDER_PARTS]> {
        let parts = |point: Point| parts(&self.0, point).map(|at| at as u16);
        let chosen = self.point(chosen);
        let others = candidates(&self.0);
        let others = others.iter().filter(|point| *point != chosen).map(parts);
        std::iter::once(parts(chosen)).chain(others).collect()
    }

    /// The codes of every candidate for the mover and the waiter, the chosen one first.
    pub fn choices(&self, chosen: Cell) -> Vec<(u16, u16)> {
        let (me, foe) = (self.turn(), self.turn().other());
        let pair = |point: Point| (self.0.code(me, point), self.0.code(foe, point));
        let chosen = self.point(chosen);
        let mut list = vec![pair(chosen)];
        list.extend(candidates(&self.0).iter().filter(|point| *point != chosen).map(pair));
        list
    }
}

/// How many numbers of an order know single patterns of lines.
///
/// Those of own codes begin at 0, those of enemy codes at [`CODES`].
pub const ORDER_CODES: usize = 2 * CODES;

/// The four line codes of packed patterns from a player's view, sorted: their order means nothing.
fn line_codes(packed: u32, player: Player) -> [u8; 4] {
    let mut codes = [0, 1, 2, 3].map(|dir| {
        let (first, second) = (packed >> (4 * dir) & 15, packed >> (16 + 4 * dir) & 15);
        match player {
            Player::First => (first | second << 4) as u8,
            Player::Second => (second | first << 4) as u8,
        }
    });
    codes.sort_unstable();
    codes
}
