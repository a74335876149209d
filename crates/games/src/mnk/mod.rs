//! m,n,k games: k stones in a row on a board of m columns and n rows, with or without gravity,
//! where the row wins or (misère) loses. Rules only.

mod notation;
#[cfg(test)]
mod referee;
mod setup;
#[cfg(test)]
mod tests;

pub use setup::Setup;

use crate::lines::{LineBoard, Lines, SECOND_TO_MOVE, bits, rows_of, square, stone_key};
use alinea_core::{Cell, Grid, MAX_SIDE, Message, Outcome, Player, Position};

/// A position of an m,n,k game: k stones in a row on a board of m columns and n rows.
///
/// A move is the square the stone comes to lie on; with gravity that is the lowest empty square
/// of its column, and one row above the board if the column is full.
///
/// ```
/// use alinea_core::{Game, Position, parse_position};
/// use alinea_games::Mnk;
/// let setup = Mnk::parse_setup("3x3x3").unwrap();
/// let after = |moves| parse_position::<Mnk>(&setup, moves).unwrap().pos;
/// // All corners are one corner up to symmetry; the edge is not.
/// assert_ne!(after("a1").key(), after("c3").key());
/// assert_eq!(after("a1").symmetric_key(), after("c3").symmetric_key());
/// assert_ne!(after("a1").symmetric_key(), after("b1").symmetric_key());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mnk {
    lines: Lines,
    setup: Setup,
    /// The key under every symmetry of the board; the first is the position as it stands.
    keys: [u64; 8],
    stones: u16,
    turn: Player,
    outcome: Option<Outcome>,
}

/// What `undo` needs: the square of the stone to take away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo(Cell);

impl Mnk {
    fn empty(setup: Setup) -> Mnk {
        Mnk {
            lines: Lines::new(setup.cols(), setup.rows()),
            setup,
            keys: [0; 8],
            stones: 0,
            turn: Player::First,
            outcome: None,
        }
    }

    /// Symmetries: a gravity board can be mirrored, a rectangle also turned upside down, a
    /// square also reflected at its diagonal.
    #[inline]
    fn symmetries(&self) -> usize {
        if self.setup.gravity() {
            2
        } else if self.setup.cols() == self.setup.rows() {
            8
        } else {
            4
        }
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, player: Player) {
        self.lines.toggle(cell, player);
        let (right, top) = (self.setup.cols() - 1, self.setup.rows() - 1);
        let Cell { col, row } = cell;
        let images = [(col, row), (right - col, row), (col, top - row), (right - col, top - row)];
        let symmetries = self.symmetries();
        for (i, (col, row)) in images.into_iter().enumerate().take(symmetries) {
            self.keys[i] ^= stone_key(Cell::new(col, row), player);
            if symmetries == 8 {
                self.keys[4 + i] ^= stone_key(Cell::new(row, col), player);
            }
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        for key in &mut self.keys {
            *key ^= SECOND_TO_MOVE;
        }
    }

    /// The owner of a row, and what it means to own one.
    #[inline]
    fn outcome_of_row(&self, owner: Player) -> Outcome {
        Outcome::Win(if self.setup.misere() { owner.other() } else { owner })
    }

    #[inline]
    fn has_row_at(&self, cell: Cell, player: Player) -> bool {
        let mut rows = 0;
        for (stones, _) in self.lines.masks_through(cell) {
            rows |= rows_of(self.setup.in_a_row(), stones[player.index()]);
        }
        rows != 0
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.stones == u16::from(self.setup.cols()) * u16::from(self.setup.rows())
    }

    /// The square on which a stone dropped into this column of the board comes to lie.
    #[inline]
    pub(crate) fn landing(&self, col: u8) -> Cell {
        Cell::new(col, self.lines.height(col))
    }
}

impl Grid for Mnk {
    #[inline]
    fn cols(&self) -> u8 {
        self.setup.cols()
    }

    #[inline]
    fn rows(&self) -> u8 {
        self.setup.rows()
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

impl LineBoard for Mnk {
    #[inline]
    fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    fn in_a_row(&self) -> u8 {
        self.setup.in_a_row()
    }

    #[inline]
    fn completes(&self, cell: Cell, player: Player) -> bool {
        self.lines.masks_through(cell).into_iter().any(|(stones, bit)| {
            rows_of(self.setup.in_a_row(), stones[player.index()] | 1 << bit) != 0
        })
    }
}

impl Position for Mnk {
    type Move = Cell;
    type Undo = Undo;

    /// One row more than the board has: the squares above full columns.
    const MAX_INDEX: usize = (MAX_SIDE + 1) * MAX_SIDE;

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
        if self.setup.gravity() {
            let landings = (0..self.cols()).map(|col| self.landing(col));
            moves.extend(landings.filter(|cell| cell.row < self.rows()));
        } else {
            for row in (0..self.rows()).rev() {
                let empty = bits(self.lines.empty_in_row(row));
                moves.extend(empty.map(|col| Cell::new(col as u8, row)));
            }
        }
    }

    #[inline]
    fn is_legal(&self, mv: Cell) -> bool {
        self.outcome.is_none()
            && self.lines.contains(mv)
            && self.at(mv).is_none()
            && (!self.setup.gravity() || mv == self.landing(mv.col))
    }

    fn refusal(&self, mv: Cell) -> Option<Message> {
        if self.outcome.is_some() {
            return Some(Message::new("refusal.game-over"));
        }
        if self.is_legal(mv) {
            return None;
        }
        let written = setup::move_text(&self.setup, mv);
        if self.setup.gravity() && mv.col < self.cols() {
            return Some(Message::new("refusal.column-full").with("column", written));
        }
        if !self.lines.contains(mv) {
            return Some(Message::new("refusal.off-board").with("move", written));
        }
        Some(Message::new("refusal.occupied").with("cell", mv))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Cell) -> Undo {
        let player = self.turn;
        self.toggle(mv, player);
        self.stones += 1;
        self.pass_turn();
        self.outcome = if self.has_row_at(mv, player) {
            Some(self.outcome_of_row(player))
        } else {
            self.is_full().then_some(Outcome::Draw)
        };
        Undo(mv)
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        self.pass_turn();
        self.stones -= 1;
        self.toggle(undo.0, self.turn);
        self.outcome = None;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.keys[0]
    }

    #[inline]
    fn index(mv: Cell) -> usize {
        square(mv)
    }

    fn count_legal(&self) -> usize {
        if self.outcome.is_some() {
            0
        } else if self.setup.gravity() {
            (0..self.cols()).filter(|&col| self.lines.height(col) < self.rows()).count()
        } else {
            usize::from(self.cols()) * usize::from(self.rows()) - usize::from(self.stones)
        }
    }

    #[inline]
    fn symmetric_key(&self) -> u64 {
        self.keys[..self.symmetries()].iter().copied().min().unwrap_or(self.keys[0])
    }
}
