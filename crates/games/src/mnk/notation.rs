//! m,n,k games for people: texts, diagrams, the row that ended the game.

use super::{Mnk, Setup, setup};
use crate::lines::notation::{draw, stones_of, turn_of};
use crate::lines::{bits, rows_of};
use alinea_core::{
    Cell, Diagram, DiagramError, Effect, Game, Grid, Message, MoveError, Outcome, Player,
    SetupError,
};

impl Mnk {
    /// Squares of all rows of this player that are long enough.
    fn row_cells(&self, player: Player) -> Vec<Cell> {
        let length = self.setup.in_a_row();
        let mut cells = Vec::new();
        for line in self.lines.all() {
            let mut mask = 0;
            for start in bits(rows_of(length, line.stones[player.index()])) {
                mask |= ((1 << length) - 1) << start;
            }
            cells.extend(bits(mask).map(|bit| line.cell(bit)));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl Game for Mnk {
    const NAME: &'static str = "mnk";
    type Setup = Setup;

    fn parse_setup(text: &str) -> Result<Setup, SetupError> {
        setup::parse_setup(text)
    }

    fn setup_text(setup: &Setup) -> String {
        setup::setup_text(setup)
    }

    fn start(setup: &Setup) -> Mnk {
        Mnk::empty(*setup)
    }

    fn setup(&self) -> Setup {
        self.setup
    }

    fn parse_move<'t>(&self, text: &'t str) -> Result<(Cell, &'t str), MoveError> {
        setup::parse_move(self, text)
    }

    fn move_text(&self, mv: Cell) -> String {
        setup::move_text(&self.setup, mv)
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Mnk, DiagramError> {
        diagram.expect_size(setup.cols(), setup.rows())?;
        if setup.gravity() {
            diagram.expect_gravity()?;
        }
        let mut board = Mnk::empty(*setup);
        for (cell, player) in stones_of(diagram)? {
            board.toggle(cell, player);
            board.stones += 1;
        }
        if turn_of(diagram)? == Player::Second {
            board.pass_turn();
        }
        let [first, second] = Player::BOTH.map(|player| !board.row_cells(player).is_empty());
        board.outcome = match (first, second) {
            (true, true) => {
                return Err(DiagramError(Message::new("error.diagram.two-rows")));
            }
            (true, false) => Some(board.outcome_of_row(Player::First)),
            (false, true) => Some(board.outcome_of_row(Player::Second)),
            (false, false) => board.is_full().then_some(Outcome::Draw),
        };
        Ok(board)
    }

    fn to_diagram(&self) -> Diagram {
        draw(self, self.turn)
    }

    fn effects(&self, mv: Cell) -> Vec<Effect> {
        vec![Effect::Placed { cell: mv, player: self.turn, bomb: false }]
    }

    fn with_outcome(&self, outcome: Option<Outcome>) -> Mnk {
        let mut pos = self.clone();
        pos.outcome = outcome;
        pos
    }

    fn recoloured(&self) -> Mnk {
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
        let mut cells = self.row_cells(Player::First);
        cells.extend(self.row_cells(Player::Second));
        cells
    }
}
