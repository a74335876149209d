//! How a game ended.

use crate::Player;

/// How a game ended: who won, or a draw.
///
/// It names the winner and not the player who moved last: a move may lose the game of its own side.
///
/// ```
/// use alinea_core::{Game, Outcome, Player, Position, parse_position};
/// use alinea_games::Mnk;
/// let end = |setup: &str, moves: &str| {
///     let setup = Mnk::parse_setup(setup).unwrap();
///     parse_position::<Mnk>(&setup, moves).unwrap().pos.outcome()
/// };
/// assert_eq!(end("3x3x3", "a1 a2 b1 b2 c1"), Some(Outcome::Win(Player::First)));
/// // The same row where rows lose, and a full board without one.
/// assert_eq!(end("3x3x3+misere", "a1 a2 b1 b2 c1"), Some(Outcome::Win(Player::Second)));
/// assert_eq!(end("3x3x3", "a1 b2 c3 b1 b3 a3 c1 c2 a2"), Some(Outcome::Draw));
/// assert_eq!(Outcome::Draw.winner(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Player),
    /// Nobody won: most often a full board without a row.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }
}
