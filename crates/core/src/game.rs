//! What people need of a game on top of what a search needs: names, texts, diagrams, effects.

use crate::{Cell, Diagram, DiagramError, IllegalMove, Message, Outcome, Player, Position};
use std::fmt;

/// The longest text of moves that is read; longer ones are refused before anything is allocated.
pub const MAX_MOVES_TEXT: usize = 16 * 1024;

/// A game that people can name, set up, write down and look at.
///
/// Laws: `parse_move` reads back what `move_text` wrote; `from_diagram` of `to_diagram` gives an
/// equal key; `effects` turn the squares before the move into the squares after it.
pub trait Game: Position + 'static {
    /// The name on the command line, without a set-up.
    const NAME: &'static str;
    /// Board size and options.
    type Setup: Clone + Eq + fmt::Debug + Send + Sync;

    /// Reads what follows `NAME:`; an empty text is the default.
    fn parse_setup(text: &str) -> Result<Self::Setup, SetupError>;
    /// The canonical text of a set-up; `parse_setup` reads it back.
    fn setup_text(setup: &Self::Setup) -> String;
    /// The start of a game.
    fn start(setup: &Self::Setup) -> Self;
    /// The set-up this position was started with.
    fn setup(&self) -> Self::Setup;

    /// Reads one move from the front of `text` and returns the rest. Whether it is legal is not asked.
    fn parse_move<'t>(&self, text: &'t str) -> Result<(Self::Move, &'t str), MoveError>;
    /// The text of a move, as `parse_move` reads it.
    fn move_text(&self, mv: Self::Move) -> String;
    /// Sets up a board that was drawn.
    fn from_diagram(setup: &Self::Setup, diagram: &Diagram) -> Result<Self, DiagramError>;
    /// Draws the board so that `from_diagram` reads it back.
    fn to_diagram(&self) -> Diagram;

    /// The same stones with the game over or going on, whatever the rules say of them: where a
    /// program comes to that does not look whether the game is over.
    fn with_outcome(&self, outcome: Option<Outcome>) -> Self;
    /// The same position with the colours of all stones exchanged; the side to move stays. Where
    /// a program comes to that loses track of whose turn it is.
    fn recoloured(&self) -> Self;

    /// What a legal move does to the squares, in the order it happens.
    fn effects(&self, mv: Self::Move) -> Vec<Effect>;
    /// The squares of the alignment that ended the game; empty otherwise.
    fn alignment(&self) -> Vec<Cell>;
    /// Squares that the player to move may not take although they are empty (renju).
    fn forbidden(&self) -> Vec<Cell> {
        Vec::new()
    }
    /// Squares that hold bombs (Boom).
    fn bombs(&self) -> Vec<Cell> {
        Vec::new()
    }
    /// The number of the round, where the rules count rounds (Boom).
    fn jugada(&self) -> Option<u32> {
        None
    }
}

/// One visible change of the board; enough to animate a move without knowing the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A stone appeared.
    Placed {
        /// Where.
        cell: Cell,
        /// Whose.
        player: Player,
        /// Whether it is a bomb.
        bomb: bool,
    },
    /// A stone disappeared.
    Removed {
        /// From where.
        cell: Cell,
    },
    /// A stone fell.
    Fell {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
}

/// A set-up text that no board has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub Message);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SetupError {}

/// A text that is not a move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError(pub Message);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for MoveError {}

/// Why a position text was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The drawn board is wrong.
    Diagram(DiagramError),
    /// Move number `.0` (from 1) is not a move of the game.
    Move(usize, MoveError),
    /// Move number `.0` (from 1), written `.1`, is refused by the rules.
    Illegal(usize, String, Message),
    /// The text is longer than [`MAX_MOVES_TEXT`].
    TooLong,
}

impl PositionError {
    /// What is said about it.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            PositionError::Diagram(error) => {
                Message::new("error.diagram").with_message("why", error.0.clone())
            }
            PositionError::Move(number, error) => Message::new("error.position.move")
                .with("number", number)
                .with_message("why", error.0.clone()),
            PositionError::Illegal(number, text, why) => Message::new("error.position.illegal")
                .with("number", number)
                .with("text", text)
                .with_message("why", why.clone()),
            PositionError::TooLong => {
                Message::new("error.position.long").with("most", MAX_MOVES_TEXT)
            }
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for PositionError {}

/// Splits `NAME:SETUP` into its two parts; the set-up is empty if there is none.
#[must_use]
pub fn split_setup(game: &str) -> (&str, &str) {
    game.split_once(':').unwrap_or((game, ""))
}

/// A position that was read: where it begins, the moves, and where they lead.
pub struct Route<G: Game> {
    /// Where the moves begin.
    pub start: G,
    /// The moves as the game writes them.
    pub texts: Vec<String>,
    /// The moves, each with what takes it back.
    pub played: Vec<(G::Move, G::Undo)>,
    /// The position after all of them.
    pub pos: G,
}

impl<G: Game> Route<G> {
    fn from(start: G) -> Route<G> {
        Route { pos: start.clone(), start, texts: Vec::new(), played: Vec::new() }
    }
}

/// Reads a position: `-` for the start, moves, or `diagram:` and a drawn board.
pub fn parse_position<G: Game>(setup: &G::Setup, text: &str) -> Result<Route<G>, PositionError> {
    if text.len() > MAX_MOVES_TEXT {
        return Err(PositionError::TooLong);
    }
    let text = text.trim();
    if let Some(board) = text.strip_prefix("diagram:") {
        let diagram = Diagram::parse(board).map_err(PositionError::Diagram)?;
        return G::from_diagram(setup, &diagram).map(Route::from).map_err(PositionError::Diagram);
    }
    let mut route = Route::from(G::start(setup));
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let number = route.played.len() + 1;
        let (mv, after) = route.pos.parse_move(rest).map_err(|e| PositionError::Move(number, e))?;
        let text = route.pos.move_text(mv);
        match route.pos.play(mv) {
            Ok(undo) => route.played.push((mv, undo)),
            Err(IllegalMove(message)) => return Err(PositionError::Illegal(number, text, message)),
        }
        route.texts.push(text);
        rest = after.trim_start();
    }
    Ok(route)
}
