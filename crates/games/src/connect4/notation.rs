//! Connect Four for people: set-ups, moves as columns from 1, diagrams and effects.

use super::{Connect4, Size};
use alinea_core::{
    Cell, Diagram, DiagramError, Effect, Game, Grid, Message, MoveError, Outcome, Player, Position,
    SetupError,
};

impl Connect4 {
    pub(super) fn column_text(&self, mv: u8) -> String {
        (u16::from(mv) + 1).to_string()
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size.rows()).flat_map(move |row| (0..size.cols()).map(move |col| Cell::new(col, row)))
    }
}

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    type Setup = Size;

    fn parse_setup(text: &str) -> Result<Size, SetupError> {
        Size::parse(text)
    }

    fn setup_text(setup: &Size) -> String {
        setup.to_string()
    }

    fn start(setup: &Size) -> Connect4 {
        Connect4::new(*setup)
    }

    fn setup(&self) -> Size {
        self.size
    }

    fn parse_move<'t>(&self, text: &'t str) -> Result<(u8, &'t str), MoveError> {
        let first = text.chars().next();
        match first {
            Some(digit @ '1'..='9') => Ok((digit as u8 - b'1', &text[1..])),
            _ => {
                let message = match first {
                    Some(found) => Message::new("error.move.column").with("found", found),
                    None => Message::new("error.move.column-nothing"),
                };
                Err(MoveError(message.with("first", 1).with("last", self.size.cols())))
            }
        }
    }

    fn move_text(&self, mv: u8) -> String {
        self.column_text(mv)
    }

    fn from_diagram(setup: &Size, diagram: &Diagram) -> Result<Connect4, DiagramError> {
        diagram.expect_size(setup.cols(), setup.rows())?;
        diagram.expect_no_bombs()?;
        diagram.expect_gravity()?;
        if let Some(number) = diagram.number {
            return Err(DiagramError(Message::new("error.diagram.rounds").with("found", number)));
        }
        let mut pos = Connect4::new(*setup);
        diagram.each_cell(|cell, letter| {
            match letter {
                b'x' => pos.discs[0] |= pos.bit(cell),
                b'o' => pos.discs[1] |= pos.bit(cell),
                _ => {}
            }
            Ok(())
        })?;
        let [first, second] = diagram.counts();
        if first != second && first != second + 1 {
            let message = Message::new("error.diagram.counts").with("first", first);
            return Err(DiagramError(message.with("second", second)));
        }
        pos.ply = (first + second) as u8;
        if diagram.turn.is_some_and(|turn| turn != pos.turn()) {
            let message = Message::new("error.diagram.other-turn").with("first", first);
            let message = message.with("second", second).with("turn", pos.turn().letter());
            return Err(DiagramError(message));
        }
        pos.outcome = ending(&pos)?;
        Ok(pos)
    }

    fn to_diagram(&self) -> Diagram {
        let letter = |cell| match self.at(cell) {
            None => b'.',
            Some(player) => player.letter() as u8,
        };
        let row = |r| (0..self.cols()).map(|c| letter(Cell::new(c, r))).collect();
        let rows = (0..self.rows()).rev().map(row).collect();
        Diagram { rows, turn: Some(self.turn()), number: None }
    }

    fn effects(&self, mv: u8) -> Vec<Effect> {
        let player = self.turn();
        let landing = (0..self.rows()).map(|row| Cell::new(mv, row));
        let cell = landing.into_iter().find(|&cell| self.at(cell).is_none());
        cell.map(|cell| Effect::Placed { cell, player, bomb: false }).into_iter().collect()
    }

    fn with_outcome(&self, outcome: Option<Outcome>) -> Connect4 {
        Connect4 { outcome, ..*self }
    }

    fn recoloured(&self) -> Connect4 {
        let [first, second] = self.discs;
        Connect4 { discs: [second, first], ..*self }
    }

    fn alignment(&self) -> Vec<Cell> {
        let Some(Outcome::Win(winner)) = self.outcome else { return Vec::new() };
        let discs = self.discs(winner);
        let height = self.height();
        let mut line = 0;
        for step in [1, height, height - 1, height + 1] {
            let starts = discs & (discs >> step) & (discs >> (2 * step)) & (discs >> (3 * step));
            line |= starts | (starts << step) | (starts << (2 * step)) | (starts << (3 * step));
        }
        self.cells().filter(|&cell| line & self.bit(cell) != 0).collect()
    }
}

/// How a drawn game ended, or why no game could end like that.
fn ending(pos: &Connect4) -> Result<Option<Outcome>, DiagramError> {
    let height = pos.height();
    let (waiting, last) = (pos.turn(), pos.turn().other());
    if Connect4::has_four(pos.discs(waiting), height) {
        let message = Message::new("error.diagram.four-waiting");
        return Err(DiagramError(message.with("who", waiting.letter())));
    }
    if Connect4::has_four(pos.discs(last), height) {
        if !one_disc_made_every_four(pos, last) {
            let message = Message::new("error.diagram.four-last");
            return Err(DiagramError(message.with("who", last.letter())));
        }
        return Ok(Some(Outcome::Win(last)));
    }
    Ok((pos.ply == pos.size.squares()).then_some(Outcome::Draw))
}

/// Whether some disc on top of its column is in every four of this player: the last one dropped.
fn one_disc_made_every_four(pos: &Connect4, player: Player) -> bool {
    let discs = pos.discs(player);
    let tops = pos.occupied() & !(pos.occupied() >> 1);
    pos.cells()
        .map(|cell| pos.bit(cell) & tops & discs)
        .any(|top| top != 0 && !Connect4::has_four(discs & !top, pos.height()))
}
