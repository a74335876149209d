//! An engine chooses a move within limits and tells what it thinks on the way.

use crate::{Limits, Mark, Proof, Score, Stop};
use alinea_core::{Message, Position};
use std::time::Duration;

/// Chooses moves for one side; it may keep what it learnt between calls.
///
/// ```
/// use alinea_core::{Game, Position};
/// use alinea_games::Connect4;
/// use alinea_search::{Engine, Ignore, Limits, Observer, Stop, Thought};
/// /// Plays the first legal move.
/// struct Leftmost;
/// impl<P: Position> Engine<P> for Leftmost {
///     fn think(
///         &mut self,
///         pos: &P,
///         _: &Limits,
///         _: &Stop,
///         observer: &mut dyn Observer<P::Move>,
///     ) -> Thought<P::Move> {
///         let mut moves = Vec::new();
///         pos.legal_moves(&mut moves);
///         let Some(&first) = moves.first() else { return Thought::finished(pos) };
///         let thought = Thought::of(Some(first));
///         observer.iteration(&thought);
///         thought
///     }
/// }
/// let pos = Connect4::start(&Connect4::parse_setup("").unwrap());
/// assert_eq!(Leftmost.think(&pos, &Limits::default(), &Stop::new(), &mut Ignore).best, Some(0));
/// ```
pub trait Engine<P: Position>: Send {
    /// Thinks until a limit is met, the flag is set or everything is known.
    ///
    /// While the game goes on it always answers with a legal move; of a finished game `best` is
    /// `None`.
    fn think(
        &mut self,
        pos: &P,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<P::Move>,
    ) -> Thought<P::Move>;

    /// Forgets earlier calls: the next answer depends on its arguments alone.
    fn clear(&mut self) {}
}

/// Receives what an engine knows so far, after every finished iteration.
///
/// A closure is one:
///
/// ```
/// use alinea_core::{Game, Player, Position};
/// use alinea_games::Connect4;
/// use alinea_search::{AlphaBeta, Engine, Heuristic, Limits, Part, Stop, Thought};
/// use std::sync::Arc;
/// # struct Even;
/// # impl<P: Position> Heuristic<P> for Even {
/// #     fn evaluate(&self, _: &P, _: Player, _: u32) -> f64 { 0.0 }
/// #     fn explain(&self, _: &P, _: Player, _: u32) -> Vec<Part> { Vec::new() }
/// # }
/// let pos = Connect4::start(&Connect4::parse_setup("").unwrap());
/// let mut depths = Vec::new();
/// let mut search = AlphaBeta::new(Arc::new(Even)).with_table(1);
/// search.think(&pos, &Limits::depth(4), &Stop::new(), &mut |so_far: &Thought<u8>| {
///     depths.push(so_far.depth);
/// });
/// assert_eq!(depths, [1, 2, 3, 4]);
/// ```
pub trait Observer<M> {
    /// Takes what the last finished iteration found; `moves` may hold only some moves.
    fn iteration(&mut self, thought: &Thought<M>);
}

/// An observer that does nothing.
pub struct Ignore;

impl<M> Observer<M> for Ignore {
    fn iteration(&mut self, _: &Thought<M>) {}
}

impl<M, F: FnMut(&Thought<M>)> Observer<M> for F {
    fn iteration(&mut self, thought: &Thought<M>) {
        self(thought);
    }
}

/// What an engine found; scores are from the view of the player to move.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_games::Connect4;
/// use alinea_search::{Score, Thought};
/// let setup = Connect4::parse_setup("").unwrap();
/// let over = parse_position::<Connect4>(&setup, "4141414").unwrap().pos;
/// let thought = Thought::finished(&over);
/// assert_eq!((thought.best, thought.score, thought.proven), (None, Score::loss_in(0), true));
/// // Moves become text where people read them.
/// let written: Thought<String> = Thought::of(Some(3)).map(|column| format!("column {column}"));
/// assert_eq!(written.best.unwrap(), "column 3");
/// ```
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
    /// How likely the player to move wins, from 0 to 1, where known; a draw is half a win.
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
    /// A thought that knows nothing yet but a move to play.
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
    /// Whether both say the same, whatever nodes and time they took.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::Tree;
    use crate::{MarkKind, Means};
    use alinea_core::{Cell, Player};

    #[test]
    fn a_finished_game_is_known_exactly_to_whoever_is_asked() {
        // The first player has won, lost and drawn; then the same with the first player to move.
        let games = [("W", [0, 1]), ("L", [1, 0]), ("D", [2, 2])];
        let scores = [Score::win_in(0), Score::loss_in(0), Score::DRAW];
        for (text, by_turn) in games {
            for (turn, expected) in Player::BOTH.into_iter().zip(by_turn) {
                let mut pos = Tree::new(text);
                pos.turn = turn;
                let thought = Thought::finished(&pos);
                assert_eq!(thought.score, scores[expected], "{text} {turn}");
                assert!(thought.proven && thought.best.is_none() && thought.moves.is_empty());
                assert_eq!(thought.distance, Distance::Exact);
            }
        }
    }

    /// A thought of which everything is said.
    fn full() -> Thought<u8> {
        let root = RootMove {
            value: Some(0.5),
            exact: Some(-2),
            win: Some(0.75),
            line: vec![3, 4],
            ..RootMove::new(3, Score::loss_in(2))
        };
        let proof = Proof {
            means: Means::Fours,
            line: vec![3],
            plies: 1,
            distance: Distance::AtMost,
            defences: Vec::new(),
        };
        Thought {
            score: Score::loss_in(2),
            proven: true,
            value: Some(0.5),
            exact: Some(-2),
            win: Some(0.75),
            line: vec![3, 4],
            depth: 6,
            nodes: 700,
            elapsed: Duration::from_millis(8),
            moves: vec![root, RootMove::new(9, Score::estimate(-1.0))],
            distance: Distance::Unknown,
            reason: Some(Message::new("refusal.off-board")),
            marks: Mark::all(MarkKind::Win, [Cell::new(1, 1)]),
            forced: Some(proof),
            ..Thought::of(Some(3))
        }
    }

    #[test]
    fn a_thought_written_another_way_and_back_is_the_same() {
        let written = full().map(|mv| mv.to_string());
        assert_eq!(written.best.as_deref(), Some("3"));
        assert_eq!(written.moves[0].line.concat(), "34");
        assert_eq!(written.map(|text| text.parse::<u8>().expect("a number")), full());
    }

    #[test]
    fn what_a_thought_took_is_not_what_it_says() {
        let quick = Thought { nodes: 1, elapsed: Duration::ZERO, ..full() };
        assert!(full().says_the_same(&full()));
        assert!(full().says_the_same(&quick) && quick.says_the_same(&full()));
        for other in [Thought { nodes: 1, ..full() }, Thought { elapsed: Duration::ZERO, ..full() }]
        {
            assert!(other.says_the_same(&full()));
        }
        for other in [
            Thought { best: None, ..full() },
            Thought { depth: 5, ..full() },
            Thought { moves: Vec::new(), ..full() },
            Thought { reason: None, ..full() },
        ] {
            assert!(!other.says_the_same(&full()) && !full().says_the_same(&other));
        }
    }

    #[test]
    fn a_move_is_proven_where_its_score_is_decided() {
        assert!(RootMove::new(1, Score::win_in(9)).proven);
        assert!(RootMove::new(1, Score::loss_in(9)).proven);
        assert!(
            !RootMove::new(1, Score::estimate(1e9)).proven && !RootMove::new(1, Score::DRAW).proven
        );
    }

    #[test]
    fn a_closure_hears_what_it_is_told() {
        let mut heard = Vec::new();
        let mut listen = |thought: &Thought<u8>| heard.push(thought.depth);
        let observer: &mut dyn Observer<u8> = &mut listen;
        observer.iteration(&full());
        observer.iteration(&Thought::of(None));
        Observer::<u8>::iteration(&mut Ignore, &full());
        assert_eq!(heard, [6, 0]);
    }
}
