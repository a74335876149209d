//! Whoever knows what a position is worth.

use crate::Truth;
use alinea_catalogue::Session;
use alinea_core::Message;
use alinea_search::Stop;

/// What a judge knows of a position in which a better move was to be had.
#[derive(Clone, PartialEq, Debug)]
pub struct Better {
    /// The best move, first, and how the game goes on after it.
    pub line: Vec<String>,
    /// Why that is so, where there are words for it.
    pub reason: Option<Message>,
}

/// Judges positions of one game. Asked from the end of a game to its start, so that what is
/// known of later positions helps with earlier ones.
pub trait Judge {
    /// What the position is worth to the player to move; nothing when it was stopped. The game is
    /// not over.
    fn truth(&mut self, session: &dyn Session, stop: &Stop) -> Option<Truth>;

    /// The best move of a position that was judged and found to be worth `truth`, and the line
    /// of play after it; nothing when it was stopped.
    fn better(&mut self, session: &dyn Session, truth: Truth, stop: &Stop) -> Option<Better>;

    /// Hears of a move that wins in a position where the judge had not seen it.
    fn learn(&mut self, session: &dyn Session, mv: &str);

    /// Points of an estimate that make one logit of the expected result.
    fn scale(&self) -> f64;
}
