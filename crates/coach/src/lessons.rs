//! Five short lessons for each family of games: boards to look at and to play on. Their words are
//! in `locales/`, `lesson.ID.title` and `lesson.ID.N`; what a board is said to show is checked by
//! solver, threat search and rules in `tests/lessons.rs`.

use crate::puzzles::{Goal, Puzzle, Theme, collection};
use alinea_catalogue::{Session, open};
use alinea_core::Player;

mod boards;
pub use boards::LESSONS;

/// Puzzles at the end of a lesson.
const PUZZLES: usize = 3;

/// A lesson: a few boards, then puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// Its address and the name of its sentences.
    pub id: &'static str,
    /// The game, for the gomoku family the name of the first.
    pub game: &'static str,
    /// The boards in order.
    pub steps: &'static [Step],
    /// What the puzzles at its end are about.
    pub themes: &'static [Theme],
}

/// A board with words beside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The game.
    pub game: &'static str,
    /// The position, as the command line writes it.
    pub position: &'static str,
    /// The cells that are lit.
    pub marks: &'static [&'static str],
    /// What the words say of the board.
    pub claim: Claim,
    /// What is to be played, where something is.
    pub task: Option<Task>,
}

/// Something to be found on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// What for.
    pub goal: Goal,
    /// A move that does it.
    pub answer: &'static str,
    /// Whether no other move does.
    pub unique: Unique,
}

/// Whether a task has one answer or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unique {
    /// One.
    One,
    /// Several, but not every move.
    Several,
}

/// What is said of a board, so that it can be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Nothing besides the task.
    Task,
    /// The marked cells are all the cells on which this player could complete a line at once.
    CompletesNow(Player),
    /// On each marked cell, which is empty, this player would complete a line.
    Completes(Player),
    /// The side to move loses whatever it plays, by the exact search of its game.
    Lost,
    /// The marked points are all the forbidden ones of the side to move.
    Forbidden,
    /// The marked cells are all those where a stone of the side to move would line up four, and
    /// lose.
    LinesUp,
    /// The marked cells are the bombs on the board.
    Bombs,
}

impl Lesson {
    /// The key of its title.
    #[must_use]
    pub fn title_key(&self) -> String {
        format!("lesson.{}.title", self.id)
    }

    /// The key of the words beside a board, counted from 0.
    #[must_use]
    pub fn text_key(&self, place: usize) -> String {
        format!("lesson.{}.{}", self.id, place + 1)
    }

    /// Puzzles to go on with: the easiest of its themes.
    #[must_use]
    pub fn puzzles(&self) -> Vec<&'static Puzzle> {
        let is_family = |puzzle: &&Puzzle| match self.game {
            "gomoku" => ["gomoku", "standard", "renju", "caro"].contains(&&*puzzle.game),
            game => puzzle.game == game,
        };
        let fits = |puzzle: &&Puzzle| self.themes.contains(&puzzle.theme);
        let mut fitting: Vec<&Puzzle> =
            collection().iter().filter(is_family).filter(fits).collect();
        fitting.sort_by_key(|puzzle| puzzle.difficulty);
        fitting.truncate(PUZZLES);
        fitting
    }
}

impl Step {
    /// The board; nothing if the position were none.
    #[must_use]
    pub fn session(&self) -> Option<Box<dyn Session>> {
        open(self.game).ok()?.read(self.position).ok()
    }
}
