//! The Gomoku family for people: names, sizes, texts, diagrams, the winning row.

use super::{Board, Rule, Size};
use crate::lines::{SECOND_TO_MOVE, bits, notation};
use alinea_core::{
    Cell, Diagram, DiagramError, Effect, Game, Grid, Message, MoveError, Outcome, Player, Position,
    SetupError,
};

impl<R: Rule> Board<R> {
    /// Squares of the rows that won the game, and whose they are.
    fn winning_cells(&self, player: Player) -> Vec<Cell> {
        let mut cells = Vec::new();
        for line in self.lines.all() {
            let own = line.stones[player.index()];
            let mut mask = 0;
            for start in bits(R::VARIANT.winning_rows(player, line.stones)) {
                mask |=
                    ((2 << (start + (own >> start).trailing_ones() - 1)) - 1) & !((1 << start) - 1);
            }
            cells.extend(bits(mask).map(|bit| line.cell(bit)));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl<R: Rule> Game for Board<R> {
    const NAME: &'static str = R::NAME;
    type Setup = Size;

    fn parse_setup(text: &str) -> Result<Size, SetupError> {
        if text.is_empty() {
            return Ok(Size::default());
        }
        let digits = text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
        let size = if digits { text.parse().ok().and_then(Size::new) } else { None };
        size.ok_or_else(|| {
            let message = Message::new("error.setup.side").with("least", Size::MIN);
            let message = message.with("most", Size::MAX).with("game", R::NAME);
            SetupError(message.with("found", notation::start_of(text)))
        })
    }

    fn setup_text(setup: &Size) -> String {
        setup.get().to_string()
    }

    fn start(setup: &Size) -> Board<R> {
        Board::empty(*setup)
    }

    fn setup(&self) -> Size {
        Size::of(self.size())
    }

    fn parse_move<'t>(&self, text: &'t str) -> Result<(Cell, &'t str), MoveError> {
        notation::parse_cell(self, text)
    }

    fn move_text(&self, mv: Cell) -> String {
        mv.to_string()
    }

    fn from_diagram(setup: &Size, diagram: &Diagram) -> Result<Board<R>, DiagramError> {
        diagram.expect_size(setup.get(), setup.get())?;
        let mut board = Board::empty(*setup);
        for (cell, player) in notation::stones_of(diagram)? {
            board.toggle(cell, player);
            board.stones += 1;
        }
        board.turn = notation::turn_of(diagram)?;
        if board.turn == Player::Second {
            board.key ^= SECOND_TO_MOVE;
        }
        let [first, second] = Player::BOTH.map(|player| !board.winning_cells(player).is_empty());
        board.outcome = match (first, second) {
            (true, true) => {
                return Err(DiagramError(Message::new("error.diagram.two-rows")));
            }
            (true, false) => Some(Outcome::Win(Player::First)),
            (false, true) => Some(Outcome::Win(Player::Second)),
            (false, false) => board.outcome_without_row(),
        };
        Ok(board)
    }

    fn to_diagram(&self) -> Diagram {
        notation::draw(self, self.turn)
    }

    fn effects(&self, mv: Cell) -> Vec<Effect> {
        vec![Effect::Placed { cell: mv, player: self.turn, bomb: false }]
    }

    fn with_outcome(&self, outcome: Option<Outcome>) -> Board<R> {
        let mut pos = self.clone();
        pos.outcome = outcome;
        pos
    }

    fn recoloured(&self) -> Board<R> {
        let mut pos = self.clone();
        for index in 0..u16::from(self.cols()) * u16::from(self.rows()) {
            let cols = u16::from(self.cols());
            let cell = Cell::new((index % cols) as u8, (index / cols) as u8);
            if let Some(owner) = self.at(cell) {
                pos.toggle(cell, owner);
                pos.toggle(cell, owner.other());
            }
        }
        pos
    }

    fn alignment(&self) -> Vec<Cell> {
        self.outcome.and_then(Outcome::winner).map_or(Vec::new(), |p| self.winning_cells(p))
    }

    fn forbidden(&self) -> Vec<Cell> {
        if self.outcome().is_some() || !self.has_forbidden_points() {
            return Vec::new();
        }
        self.empty_cells().filter(|&cell| self.is_forbidden(cell)).collect()
    }
}
