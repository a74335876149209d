//! NINJA, the strongest player of Desconecta-4 Boom here: its own search, table and evaluation.
//!
//! In Boom whoever runs out of safe moves loses, so the search never tries a put that lines up
//! while another move is left, sees at once that an explosion wins or that every move loses, and
//! follows forced play to its end. Decided scores are true.
//!
//! Convention: a state that comes back (stones, bombs, side to move and jugada mod 5) three times
//! is a draw. The search counts the first return as one, since what came back once can come back
//! again. `repetition=off` plays the course's pure rules, where games may be endless.

mod evaluation;
mod features;
mod reasons;
mod root;
mod search;
mod state;
mod table;
mod weights;

pub use evaluation::Weights;
pub use features::{FEATURES, NAMES};

use crate::levels::{Noise, Weakness, tables};
use alinea_core::{Position, SplitMix64};
use alinea_games::Boom;
use alinea_search::{Budget, Engine, Limits, Observer, Stop, Thought};
use evaluation::Evaluation;
use root::{Root, Wanted};
use search::{Hints, Lines, Search};
use state::{Seen, State};
use table::Table;

/// The table's size if nothing else is said, in megabytes.
pub const DEFAULT_TABLE_MB: usize = 32;
/// What each stone on the board adds to the estimates of the player at the root, in 1/256 of a
/// logit: against weaker players full boards win games that careful play draws. More of it wins
/// more and, once in hundreds of games, loses one.
const APPETITE: i32 = 14;
/// How many times more the player at the root minds an estimate against it: full boards are for
/// those who stand well on them.
const CAUTION: i32 = 2;
/// The deepest iteration.
const MAX_DEPTH: u32 = 99;

/// The features of a position, for fitting; `None` where the game is over.
#[must_use]
pub fn features_of(pos: &Boom) -> Option<[i32; FEATURES]> {
    let state = State::of(pos);
    pos.outcome().is_none().then(|| features::features(&state, &Seen::of(&state)))
}

/// NINJA, the strong engine of Boom.
///
/// It remembers what it searched and the states of the game it is playing.
///
/// ```
/// use alinea_core::{Game, parse_position};
/// use alinea_engines::ninja::{Ninja, Weights};
/// use alinea_games::{Boom, boom::Action};
/// use alinea_search::{Engine, Ignore, Limits, Score, Stop};
/// // The bomb on a1 takes b1 with it: the enemy's b2 falls beside c1, d1 and e1.
/// let board = "diagram:......./......./......./......./......./.o...../Xxooox. x 11";
/// let pos = parse_position::<Boom>(&Boom::parse_setup("").unwrap(), board).unwrap().pos;
/// let mut ninja = Ninja::new(1, &Weights::default());
/// let thought = ninja.think(&pos, &Limits::depth(4), &Stop::new(), &mut Ignore);
/// assert_eq!((thought.best, thought.score), (Some(Action::Boom), Score::win_in(1)));
/// ```
pub struct Ninja {
    table: Table,
    evaluation: Evaluation,
    repetition_draws: bool,
    appetite: i32,
    caution: i32,
    level: Option<Weakness>,
    seed: u64,
    /// Keys of the states of this game, without gaps, up to the state after the last answer.
    game: Vec<u64>,
    /// That state.
    after_answer: Option<Boom>,
}

impl Default for Ninja {
    fn default() -> Ninja {
        Ninja::new(DEFAULT_TABLE_MB, &Weights::default())
    }
}

impl Ninja {
    /// An engine with a table of this many megabytes and these weights.
    #[must_use]
    pub fn new(table_mb: usize, weights: &Weights) -> Ninja {
        Ninja {
            table: Table::new(table_mb),
            evaluation: Evaluation::new(weights),
            repetition_draws: true,
            appetite: APPETITE,
            caution: CAUTION,
            level: None,
            seed: 0,
            game: Vec::new(),
            after_answer: None,
        }
    }

    /// The same engine under the rules of the course: a repeated state is no draw.
    #[must_use]
    pub fn without_repetition(mut self) -> Ninja {
        self.repetition_draws = false;
        self
    }

    /// The same engine with another preference for full boards.
    ///
    /// It is what each stone on the board adds to its estimates, in 1/256 of a logit. Fuller boards
    /// decide more games, either way.
    #[must_use]
    pub fn with_appetite(mut self, appetite: i32) -> Ninja {
        self.appetite = appetite;
        self
    }

    /// The same engine where estimates against it weigh this many times more.
    #[must_use]
    pub fn with_caution(mut self, caution: i32) -> Ninja {
        self.caution = caution;
        self
    }

    /// The same engine as strong as a level from 1 to 10; its choices differ by seed.
    #[must_use]
    pub fn at_level(mut self, level: u8, seed: u64) -> Ninja {
        self.level = Some(tables::row(&tables::BOOM, level));
        self.seed = seed;
        self
    }

    /// Keeps the record of the game if this position follows the last answer, else begins anew.
    fn follow(&mut self, pos: &Boom) {
        let continues = self.after_answer.is_some_and(|before| {
            let mut replies = Vec::new();
            before.legal_moves(&mut replies);
            replies.into_iter().any(|mv| {
                let mut reply = before;
                let _ = reply.play_unchecked(mv);
                reply == *pos
            })
        });
        if !continues {
            self.game.clear();
        }
    }

    fn remember(&mut self, pos: &Boom, thought: &Thought<alinea_games::boom::Action>) {
        let Some(best) = thought.best else { return };
        let mut after = *pos;
        let _ = after.play_unchecked(best);
        self.game.extend([State::of(pos).key(), State::of(&after).key()]);
        self.after_answer = Some(after);
    }
}

impl Engine<Boom> for Ninja {
    fn think(
        &mut self,
        pos: &Boom,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<alinea_games::boom::Action>,
    ) -> Thought<alinea_games::boom::Action> {
        if pos.outcome().is_some() {
            return Thought::finished(pos);
        }
        self.follow(pos);
        self.table.grow_older();
        let mut path = std::mem::take(&mut self.game);
        path.push(State::of(pos).key());
        let mut search = Search {
            table: &mut self.table,
            evaluation: &self.evaluation,
            budget: Budget::new(limits, stop),
            path,
            repetition_draws: self.repetition_draws,
            horizon: 0,
            root_side: State::of(pos).clock & 1,
            appetite: self.appetite,
            caution: self.caution,
            lines: Lines::new(),
            hints: Hints::new(),
        };
        let mut root = Root::new(pos, self.appetite, self.caution);
        let deepest = self.level.map_or(MAX_DEPTH, |level| level.depth);
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, deepest);
        let errs = self.level.is_some_and(|level| level.noise != Noise::Silent);
        let wanted = if limits.lines > 1 || errs { Wanted::EveryMove } else { Wanted::BestMove };
        let mut thought = root.thought(pos, 0, &search.budget);
        for depth in 1..=deepest {
            let finished = root.iterate(&mut search, depth as i32, wanted);
            if !finished && wanted == Wanted::EveryMove && depth > 1 && self.level.is_none() {
                // Scores of two depths cannot be compared: the list stays that of the last whole one.
                thought.nodes = search.budget.nodes();
                thought.elapsed = search.budget.elapsed();
                break;
            }
            thought = root.thought(pos, if finished { depth } else { depth - 1 }, &search.budget);
            if !finished {
                break;
            }
            observer.iteration(&thought);
            if root.is_settled() {
                break;
            }
        }
        self.game = search.path;
        self.game.pop();
        if let Some(level) = self.level {
            let key = State::of(pos).key();
            let mut rng = SplitMix64::new(SplitMix64::mix(self.seed) ^ key);
            level.noise.choose(&mut thought, &mut rng);
        }
        self.remember(pos, &thought);
        thought
    }

    fn clear(&mut self) {
        self.table.clear();
        self.game.clear();
        self.after_answer = None;
    }
}

#[cfg(test)]
mod tests;
