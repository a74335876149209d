//! A heuristic judges a position; an engine chooses a move.

use alinea_core::{Cell, Message, Player, Position};

/// A judgement of positions by hand-made rules.
///
/// Laws: the points of `explain` sum to `evaluate` (up to rounding of the last bits); the same
/// position, player and ply always give the same value; the value is never NaN.
///
/// ```
/// use alinea_core::{Cell, Game, Message, Player, Position, parse_position};
/// use alinea_games::Connect4;
/// use alinea_search::{Heuristic, Part};
/// /// A point for each own stone in the middle column, minus one for each of the enemy's. Finished
/// /// games are left out here: a real heuristic returns their utility.
/// struct Middle;
/// impl<P: Position> Heuristic<P> for Middle {
///     fn evaluate(&self, pos: &P, player: Player, ply: u32) -> f64 {
///         self.explain(pos, player, ply).iter().map(|part| part.points).sum()
///     }
///     fn explain(&self, pos: &P, player: Player, _: u32) -> Vec<Part> {
///         let cells = (0..pos.rows()).map(|row| Cell::new(pos.cols() / 2, row));
///         let part = |cell| {
///             let points = if pos.at(cell)? == player { 1.0 } else { -1.0 };
///             Some(Part { label: Message::new("part.middle"), cells: vec![cell], points })
///         };
///         cells.filter_map(part).collect()
///     }
/// }
/// let setup = Connect4::parse_setup("").unwrap();
/// let pos = parse_position::<Connect4>(&setup, "44415").unwrap().pos;
/// assert_eq!(Middle.evaluate(&pos, Player::First, 0), 1.0);
/// assert_eq!(Middle.explain(&pos, Player::Second, 0).len(), 3);
/// ```
pub trait Heuristic<P: Position>: Send + Sync {
    /// The value for `player`, larger is better; for a finished game its utility.
    ///
    /// `ply` is the distance from the root of the search; few heuristics look at it.
    fn evaluate(&self, pos: &P, player: Player, ply: u32) -> f64;

    /// The same value in parts that can be drawn on the board.
    fn explain(&self, pos: &P, player: Player, ply: u32) -> Vec<Part>;
}

/// A share of a heuristic's value and the squares it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// What it is for, as a key of the locales (`part.*`).
    pub label: Message,
    /// The squares it is about; may be empty.
    pub cells: Vec<Cell>,
    /// Its points, for the player asked about.
    pub points: f64,
}
