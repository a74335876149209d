//! Gomoku and its relatives: five in a row on a square board, four rules of what wins.
//! Rules only; what a position is worth is said elsewhere.

mod notation;
#[cfg(test)]
mod referee;
pub mod renju;
mod rule;
mod size;
#[cfg(test)]
mod tests;

pub use rule::{CaroRule, FreestyleRule, RenjuRule, Rule, StandardRule, Variant};
pub use size::Size;

use crate::lines::{LineBoard, Lines, SECOND_TO_MOVE, bits, square, stone_key};
use alinea_core::{Cell, Grid, MAX_SIDE, Message, Outcome, Player, Position};
use renju::Verdict;
use std::marker::PhantomData;

/// A square board under one of the rules of the family.
///
/// A full board is a draw. In renju the game is also drawn when every empty point is forbidden
/// to the first player, whose turn it is: nobody has made a row and no move is left.
///
/// ```
/// use alinea_core::{Outcome, Player, Position, PositionError, parse_position};
/// use alinea_games::gomoku::{Board, FreestyleRule, RenjuRule, Rule, Size, StandardRule};
/// /// The first player's last stone makes six in a row.
/// fn six<R: Rule>() -> Result<Option<Outcome>, PositionError> {
///     let moves = "a1 a5 b1 b5 c1 d5 e1 e5 f1 g5 d1";
///     parse_position::<Board<R>>(&Size::default(), moves).map(|read| read.pos.outcome())
/// }
/// assert_eq!(six::<FreestyleRule>(), Ok(Some(Outcome::Win(Player::First))));
/// assert_eq!(six::<StandardRule>(), Ok(None));
/// assert!(matches!(six::<RenjuRule>(), Err(PositionError::Illegal(11, ..))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board<R: Rule> {
    lines: Lines,
    key: u64,
    stones: u16,
    turn: Player,
    outcome: Option<Outcome>,
    rule: PhantomData<R>,
}

/// What `undo` needs: the square of the stone to take away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo(Cell);

impl<R: Rule> Board<R> {
    fn empty(size: Size) -> Board<R> {
        Board {
            lines: Lines::new(size.get(), size.get()),
            key: 0,
            stones: 0,
            turn: Player::First,
            outcome: None,
            rule: PhantomData,
        }
    }

    /// Length of a side.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u8 {
        self.lines.cols()
    }

    /// Number of squares.
    #[inline]
    fn area(&self) -> u16 {
        u16::from(self.size()) * u16::from(self.size())
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, player: Player) {
        self.lines.toggle(cell, player);
        self.key ^= stone_key(cell, player);
    }

    /// Whether the stone that `player` just put there completes a winning row.
    #[inline]
    fn wins_at(&self, cell: Cell, player: Player) -> bool {
        let mut rows = 0;
        for (stones, _) in self.lines.masks_through(cell) {
            rows |= R::VARIANT.winning_rows(player, stones);
        }
        rows != 0
    }

    /// How the game stands if nobody has a winning row.
    #[inline]
    fn outcome_without_row(&self) -> Option<Outcome> {
        (self.stones == self.area() || self.is_stuck()).then_some(Outcome::Draw)
    }

    /// Whether every empty point is forbidden to the player to move.
    #[inline]
    fn is_stuck(&self) -> bool {
        self.has_forbidden_points() && self.empty_cells().all(|c| self.is_forbidden(c))
    }

    #[inline]
    fn has_forbidden_points(&self) -> bool {
        R::VARIANT == Variant::Renju && self.turn == Player::First
    }

    /// Whether an empty point is forbidden to the player to move.
    #[inline]
    fn is_forbidden(&self, cell: Cell) -> bool {
        self.has_forbidden_points() && renju::judge(&self.lines, cell).is_forbidden()
    }

    /// Row by row from the top, left to right.
    #[inline]
    fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.size()).rev().flat_map(|row| {
            bits(self.lines.empty_in_row(row)).map(move |col| Cell::new(col as u8, row))
        })
    }
}

impl<R: Rule> Grid for Board<R> {
    #[inline]
    fn cols(&self) -> u8 {
        self.lines.cols()
    }

    #[inline]
    fn rows(&self) -> u8 {
        self.lines.rows()
    }

    #[inline]
    fn at(&self, cell: Cell) -> Option<Player> {
        self.lines.at(cell)
    }

    #[inline]
    fn stones(&self) -> u32 {
        self.stones.into()
    }
}

impl<R: Rule> LineBoard for Board<R> {
    #[inline]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    fn in_a_row(&self) -> u8 {
        5
    }

    #[inline]
    fn completes(&self, cell: Cell, player: Player) -> bool {
        self.lines.masks_through(cell).into_iter().any(|(mut stones, bit)| {
            stones[player.index()] |= 1 << bit;
            R::VARIANT.winning_rows(player, stones) != 0
        })
    }

    #[inline]
    fn rows_ignore_their_ends(&self) -> bool {
        R::VARIANT != Variant::Caro
    }
}

impl<R: Rule> Position for Board<R> {
    type Move = Cell;
    type Undo = Undo;

    const MAX_INDEX: usize = MAX_SIDE * MAX_SIDE;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn ply(&self) -> u32 {
        self.stones.into()
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        if self.outcome.is_some() {
            return;
        }
        if self.has_forbidden_points() {
            moves.extend(self.empty_cells().filter(|&cell| !self.is_forbidden(cell)));
        } else {
            moves.extend(self.empty_cells());
        }
    }

    #[inline]
    fn is_legal(&self, mv: Cell) -> bool {
        self.outcome.is_none()
            && self.lines.contains(mv)
            && self.at(mv).is_none()
            && !self.is_forbidden(mv)
    }

    fn refusal(&self, mv: Cell) -> Option<Message> {
        if self.outcome.is_some() {
            return Some(Message::new("refusal.game-over"));
        }
        if !self.lines.contains(mv) {
            return Some(Message::new("refusal.off-board").with("move", mv));
        }
        if self.at(mv).is_some() {
            return Some(Message::new("refusal.occupied").with("cell", mv));
        }
        if !self.has_forbidden_points() {
            return None;
        }
        let key = match renju::judge(&self.lines, mv) {
            Verdict::Five | Verdict::Free => return None,
            Verdict::Overline => "refusal.forbidden.overline",
            Verdict::DoubleFour => "refusal.forbidden.double-four",
            Verdict::DoubleThree => "refusal.forbidden.double-three",
        };
        let cells: Vec<String> =
            renju::culprits(&self.lines, mv).iter().map(Cell::to_string).collect();
        Some(Message::new(key).with("cell", mv).with("cells", cells.join(", ")))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Cell) -> Undo {
        let player = self.turn;
        self.toggle(mv, player);
        self.stones += 1;
        self.turn = player.other();
        self.key ^= SECOND_TO_MOVE;
        self.outcome = if self.wins_at(mv, player) {
            Some(Outcome::Win(player))
        } else {
            self.outcome_without_row()
        };
        Undo(mv)
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.turn = self.turn.other();
        self.key ^= SECOND_TO_MOVE;
        self.stones -= 1;
        self.toggle(undo.0, self.turn);
        self.outcome = None;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn index(mv: Cell) -> usize {
        square(mv)
    }

    fn count_legal(&self) -> usize {
        if self.outcome.is_some() {
            0
        } else if self.has_forbidden_points() {
            self.empty_cells().filter(|&cell| !self.is_forbidden(cell)).count()
        } else {
            usize::from(self.area() - self.stones)
        }
    }
}
