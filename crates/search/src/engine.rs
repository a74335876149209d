//! An engine chooses a move within limits and tells what it thinks on the way.

use crate::{Limits, Mark, Proof, Score, Stop};
use alinea_core::{Message, Position};
use std::time::Duration;

/// Chooses moves for one side. Keeps its tables between calls.
pub trait Engine<P: Position>: Send {
    /// Thinks until a limit is met, the flag is set or everything is known. While the game goes
    /// on it always answers with a legal move; of a finished game `best` is `None`.
    fn think(
        &mut self,
        pos: &P,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move>;

    /// Forgets what earlier calls left behind, so that the next answer depends on its
    /// arguments alone.
    fn clear(&mut self) {}
}

/// Hears what an engine knows so far, after every finished iteration.
pub trait Observer<M> {
    /// A new best knowledge; `moves` may hold only some moves.
    fn iteration(&mut self, thought: &Thought<M>);
}

/// An observer that does not listen.
pub struct Ignore;

impl<M> Observer<M> for Ignore {
    fn iteration(&mut self, _: &Thought<M>) {}
}

impl<M, F: FnMut(&Thought<M>)> Observer<M> for F {
    fn iteration(&mut self, thought: &Thought<M>) {
        self(thought);
    }
}

/// What an engine found. Scores are from the view of the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move it would play; `None` only if the game is over.
    pub best: Option<M>,
    /// The value of the position.
    pub score: Score,
    /// Whether `score` is the truth of the game: a win, loss or draw that no deeper search changes.
    pub proven: bool,
    /// The literal value of a textbook search, where the score above is rounded.
    pub value: Option<f64>,
    /// Connect Four's exact score, where it is known.
    pub exact: Option<i32>,
    /// How likely the player to move wins, from 0 to 1, where the engine knows; a draw is half a win.
    pub win: Option<f64>,
    /// The expected continuation, best move first.
    pub line: Vec<M>,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Scores of the moves that are known, best first.
    pub moves: Vec<RootMove<M>>,
    /// Whether a decided score says how long the game lasts, or only how long it can last.
    pub distance: Distance,
    /// Why, in words.
    pub reason: Option<Message>,
    /// The cells that the reason speaks of.
    pub marks: Vec<Mark>,
    /// A win by threats that was proven before the search.
    pub forced: Option<Proof<M>>,
}

/// What the plies of a decided score mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Distance {
    /// The winner needs this many at most.
    #[default]
    AtMost,
    /// With best play of both sides it is exactly so many.
    Exact,
    /// Only who wins is known; the plies are those of the line.
    Unknown,
}

/// A move of the root position and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value.
    pub score: Score,
    /// Whether that is the truth of the game.
    pub proven: bool,
    /// The literal value of a textbook search.
    pub value: Option<f64>,
    /// Connect Four's exact score, where it is known.
    pub exact: Option<i32>,
    /// How likely the player who makes it wins, where the engine knows.
    pub win: Option<f64>,
    /// The expected continuation, this move first.
    pub line: Vec<M>,
}

impl<M> Thought<M> {
    /// Knows nothing yet but a move to play.
    #[must_use]
    pub fn of(best: Option<M>) -> Thought<M> {
        Thought {
            best,
            score: Score::DRAW,
            proven: false,
            value: None,
            exact: None,
            win: None,
            line: Vec::new(),
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            moves: Vec::new(),
            distance: Distance::AtMost,
            reason: None,
            marks: Vec::new(),
            forced: None,
        }
    }

    /// What there is to think about a finished game.
    #[must_use]
    pub fn finished<P: Position<Move = M>>(pos: &P) -> Thought<M> {
        let score = match pos.outcome().and_then(alinea_core::Outcome::winner) {
            None => Score::DRAW,
            Some(winner) if winner == pos.turn() => Score::win_in(0),
            Some(_) => Score::loss_in(0),
        };
        Thought { score, proven: true, distance: Distance::Exact, ..Thought::of(None) }
    }
}

impl<M> Thought<M> {
    /// The same thought with its moves written another way.
    #[must_use]
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> Thought<N> {
        let moves = self.moves.iter().map(|root| RootMove {
            mv: write(&root.mv),
            score: root.score,
            proven: root.proven,
            value: root.value,
            exact: root.exact,
            win: root.win,
            line: root.line.iter().map(&write).collect(),
        });
        Thought {
            best: self.best.as_ref().map(&write),
            score: self.score,
            proven: self.proven,
            value: self.value,
            exact: self.exact,
            win: self.win,
            line: self.line.iter().map(&write).collect(),
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            moves: moves.collect(),
            distance: self.distance,
            reason: self.reason.clone(),
            marks: self.marks.clone(),
            forced: self.forced.as_ref().map(|proof| proof.map(&write)),
        }
    }
}

impl<M: Clone + PartialEq> Thought<M> {
    /// Whether this says nothing that `other` does not say; what it took does not count.
    #[must_use]
    pub fn says_the_same(&self, other: &Thought<M>) -> bool {
        let spent = Thought { nodes: other.nodes, elapsed: other.elapsed, ..self.clone() };
        spent == *other
    }
}

impl<M> RootMove<M> {
    /// A move with a score that nothing more is known about.
    #[must_use]
    pub fn new(mv: M, score: Score) -> RootMove<M> {
        let proven = score.is_decided();
        RootMove { mv, score, proven, value: None, exact: None, win: None, line: Vec::new() }
    }
}
