//! What people need of a game on top of what a search needs: names, texts, diagrams, effects.

use crate::{Cell, Diagram, DiagramError, IllegalMove, Message, Outcome, Player, Position};
use std::fmt;

/// The longest text of moves that is read; longer ones are refused before anything is allocated.
pub const MAX_MOVES_TEXT: usize = 16 * 1024;

/// A game that people can name, set up, write down and look at.
///
/// Laws: `parse_move` reads back what `move_text` wrote; `from_diagram` of `to_diagram` gives an
/// equal key; `effects` turn the squares before the move into the squares after it.
///
/// ```
/// use alinea_core::{Game, Position};
/// use alinea_games::Connect4;
/// let setup = Connect4::parse_setup("5x4").unwrap();
/// let mut pos = Connect4::start(&setup);
/// let (mv, rest) = pos.parse_move("31").unwrap();
/// assert_eq!((pos.move_text(mv).as_str(), rest), ("3", "1"));
/// pos.play(mv).unwrap();
/// assert_eq!(pos.to_diagram().to_string(), "...../...../...../..x.. o");
/// assert_eq!(Connect4::from_diagram(&setup, &pos.to_diagram()).unwrap().key(), pos.key());
/// assert!(Connect4::parse_setup("3x3").is_err());
/// ```
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

    /// Reads one move from the front of `text`, legal or not, and returns it with the rest.
    fn parse_move<'t>(&self, text: &'t str) -> Result<(Self::Move, &'t str), MoveError>;
    /// The text of a move, as `parse_move` reads it.
    fn move_text(&self, mv: Self::Move) -> String;
    /// Sets up a board that was drawn.
    fn from_diagram(setup: &Self::Setup, diagram: &Diagram) -> Result<Self, DiagramError>;
    /// Draws the board so that `from_diagram` reads it back.
    fn to_diagram(&self) -> Diagram;

    /// The same stones with the game over or going on, whatever the rules say of them.
    ///
    /// A program that does not look whether the game is over comes to such positions.
    fn with_outcome(&self, outcome: Option<Outcome>) -> Self;
    /// The same position with the colours of all stones exchanged; the side to move stays.
    ///
    /// A program that loses track of whose turn it is comes to such positions.
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
///
/// ```
/// use alinea_core::{Cell, Effect, Game, Player};
/// use alinea_games::Connect4;
/// let pos = Connect4::start(&Connect4::parse_setup("").unwrap());
/// let placed = Effect::Placed { cell: Cell::new(3, 0), player: Player::First, bomb: false };
/// assert_eq!(pos.effects(3), [placed]);
/// ```
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
    /// The sentence that tells people why.
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
///
/// ```
/// use alinea_core::split_setup;
/// assert_eq!(split_setup("mnk:9x9x5+gravity"), ("mnk", "9x9x5+gravity"));
/// assert_eq!(split_setup("boom"), ("boom", ""));
/// ```
#[must_use]
pub fn split_setup(game: &str) -> (&str, &str) {
    game.split_once(':').unwrap_or((game, ""))
}

/// A position that was read: where it begins, the moves, and where they lead.
pub struct Route<G: Game> {
    /// The position before the first move.
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
///
/// ```
/// use alinea_core::{Game, PositionError, parse_position};
/// use alinea_games::Connect4;
/// let setup = Connect4::parse_setup("4x4").unwrap();
/// let route = parse_position::<Connect4>(&setup, "2 23").unwrap();
/// assert_eq!(route.texts, ["2", "2", "3"]);
/// let drawn = "diagram:..../..../.o../.xx. o";
/// assert_eq!(parse_position::<Connect4>(&setup, drawn).unwrap().pos, route.pos);
/// // The fifth disc of a column has no room.
/// let full = parse_position::<Connect4>(&setup, "11111");
/// assert!(matches!(full, Err(PositionError::Illegal(5, text, _)) if text == "1"));
/// ```
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
