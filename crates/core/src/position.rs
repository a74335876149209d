//! What a search needs to know of a game.

use crate::{Grid, Message, Outcome, Player};
use std::fmt;

/// A state of a game with its rules, as a search sees it.
///
/// Laws (checked by [`crate::conformance::check`] for every game):
/// - `legal_moves` lists exactly the moves for which `is_legal` holds, each once, always in the
///   same order, and none once `outcome` is known;
/// - `refusal` is `None` exactly where `is_legal` holds;
/// - `undo` of what `play_unchecked` returned restores the position, key included;
/// - equal positions have equal keys, whatever the order of moves that led to them;
/// - `index` is smaller than `MAX_INDEX` and differs between the legal moves of a position.
///
/// What is written for positions works for every game:
///
/// ```
/// use alinea_core::{Game, Outcome, Position, parse_position};
/// use alinea_games::{Connect4, Gomoku};
/// /// Text of the moves that win at once.
/// fn wins<G: Game>(setup: &str, position: &str) -> Vec<String> {
///     let mut pos = parse_position::<G>(&G::parse_setup(setup).unwrap(), position).unwrap().pos;
///     let (mut moves, mover) = (Vec::new(), pos.turn());
///     pos.legal_moves(&mut moves);
///     moves.retain(|&mv| {
///         let undo = pos.play_unchecked(mv);
///         let outcome = pos.outcome();
///         pos.undo(undo);
///         outcome == Some(Outcome::Win(mover))
///     });
///     moves.into_iter().map(|mv| pos.move_text(mv)).collect()
/// }
/// assert_eq!(wins::<Connect4>("", "414141"), ["4"]);
/// assert_eq!(wins::<Gomoku>("15", "d4 d8 e4 e8 f4 f8 g4 g8"), ["c4", "h4"]);
/// ```
pub trait Position: Grid + Clone + Send + Sync {
    /// A move: small, for it is copied everywhere.
    type Move: Copy + Eq + fmt::Debug + Send + Sync;
    /// What `undo` needs: the whole old position for small boards, a delta for large ones.
    type Undo: Clone + Send;

    /// One more than the largest `index`.
    const MAX_INDEX: usize;

    /// Whose turn it is; unspecified once the game is over.
    fn turn(&self) -> Player;
    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Number of moves since the start of the game, as far as the position tells.
    fn ply(&self) -> u32;
    /// Appends the legal moves: a search keeps one stack of moves for all its plies.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);
    /// Whether this move may be played now.
    fn is_legal(&self, mv: Self::Move) -> bool;
    /// Why this move may not be played now, for people.
    fn refusal(&self, mv: Self::Move) -> Option<Message>;
    /// Plays a move known to be legal.
    fn play_unchecked(&mut self, mv: Self::Move) -> Self::Undo;
    /// Takes back the move that returned this token; tokens are used last first.
    fn undo(&mut self, undo: Self::Undo);
    /// A hash of everything that decides the rest of the game.
    fn key(&self) -> u64;
    /// A small number for the move: a search keeps what it knows of moves in arrays.
    fn index(mv: Self::Move) -> usize;

    /// Number of legal moves; faster than listing them where the board allows.
    fn count_legal(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// One key for all positions that are the same up to a symmetry of the board.
    fn symmetric_key(&self) -> u64 {
        self.key()
    }

    /// Plays a move, or says why it cannot be played and changes nothing.
    fn play(&mut self, mv: Self::Move) -> Result<Self::Undo, IllegalMove> {
        match self.refusal(mv) {
            None => Ok(self.play_unchecked(mv)),
            Some(message) => Err(IllegalMove(message)),
        }
    }
}

/// A move that the rules refuse, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Message);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move: {}", self.0)
    }
}

impl std::error::Error for IllegalMove {}
