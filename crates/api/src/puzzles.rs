//! Puzzles: the shipped ones, and what comes of a move somebody tries in one.

use crate::error::ApiError;
use crate::task::Api;
use crate::wire::{Lang, PositionRequest};
use alinea_catalogue::{Session, View};
use alinea_coach::puzzles::{
    Attempt, Goal, ProofJson, Puzzle, PuzzleProof, ThemeJson, attempt, collection, find,
    mined_games,
};
use alinea_core::Message;
use alinea_search::Stop;
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Most puzzles that are told whole in one answer.
const MAX_WHOLE: usize = 24;

/// Asks for the shipped puzzles.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct PuzzlesRequest {
    /// These ones, with everything about them; without it the list of all.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub ids: Option<Vec<String>>,
    /// The language of sentences in the answer.
    #[serde(default)]
    pub lang: Lang,
}

/// The shipped puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzlesAnswer {
    /// By game, the easy ones first; where ids were asked for, in their order.
    pub puzzles: Vec<PuzzleRow>,
}

/// A shipped puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleRow {
    /// Its address: it depends on the position alone.
    pub id: String,
    /// The game.
    pub game: &'static str,
    /// What it is about.
    #[schema(value_type = ThemeJson)]
    pub theme: ThemeJson,
    /// From 1, easy, to 5.
    pub difficulty: u8,
    /// What is to be found.
    pub goal: GoalName,
    /// The position and the solution, where it was asked for by its id.
    #[schema(required)]
    pub task: Option<Box<PuzzleTask>>,
}

/// What is to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoalName {
    /// A move that wins.
    Win,
    /// A move that does not lose.
    Hold,
}

/// The position and the solution of a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleTask {
    /// The position, as moves from the start.
    pub position: String,
    /// The board.
    pub view: View,
    /// The move to be found, and how the game goes on with best play.
    pub solution: Vec<String>,
    /// How it is proven.
    #[schema(value_type = ProofJson)]
    pub proof: ProofJson,
    /// The same in words.
    pub proven: String,
}

impl From<Goal> for GoalName {
    fn from(goal: Goal) -> GoalName {
        match goal {
            Goal::Win => GoalName::Win,
            Goal::Hold => GoalName::Hold,
        }
    }
}

impl From<GoalName> for Goal {
    fn from(goal: GoalName) -> Goal {
        match goal {
            GoalName::Win => Goal::Win,
            GoalName::Hold => Goal::Hold,
        }
    }
}

impl PuzzlesRequest {
    pub(crate) fn answer(&self) -> Result<PuzzlesAnswer, ApiError> {
        let Some(ids) = &self.ids else {
            return Ok(PuzzlesAnswer { puzzles: collection().iter().map(PuzzleRow::of).collect() });
        };
        if ids.len() > MAX_WHOLE {
            let message = Message::new("error.at-most").with("name", "ids");
            let message = message.with("most", MAX_WHOLE).with("found", ids.len());
            return Err(ApiError::refused(message));
        }
        let language = self.lang.into();
        let puzzles = ids.iter().map(|id| {
            let unknown = || {
                let found: String = id.chars().take(20).collect();
                ApiError::refused(Message::new("puzzle.unknown").with("found", found))
            };
            PuzzleRow::whole(find(id).ok_or_else(unknown)?, language)
        });
        Ok(PuzzlesAnswer { puzzles: puzzles.collect::<Result<_, ApiError>>()? })
    }
}

impl PuzzleRow {
    fn of(puzzle: &Puzzle) -> PuzzleRow {
        let known = mined_games().iter().find(|game| **game == puzzle.game);
        PuzzleRow {
            id: puzzle.id(),
            game: known.copied().unwrap_or_default(),
            theme: puzzle.theme.into(),
            difficulty: puzzle.difficulty,
            goal: puzzle.theme.goal().into(),
            task: None,
        }
    }

    fn whole(puzzle: &Puzzle, language: Language) -> Result<PuzzleRow, ApiError> {
        let session = puzzle.session().map_err(|_| ApiError::broken())?;
        let task = PuzzleTask {
            position: puzzle.position.clone(),
            view: session.view(),
            solution: puzzle.solution.clone(),
            proof: puzzle.proof.into(),
            proven: language.say(&proof_message(puzzle)),
        };
        Ok(PuzzleRow { task: Some(Box::new(task)), ..PuzzleRow::of(puzzle) })
    }
}

fn proof_message(puzzle: &Puzzle) -> Message {
    match (puzzle.proof, puzzle.theme.goal()) {
        (PuzzleProof::Solver, _) => Message::new("puzzle.proof.solver"),
        (PuzzleProof::Search, _) => Message::new("puzzle.proof.search"),
        (PuzzleProof::Threats { others, .. }, Goal::Win) => {
            Message::new("puzzle.proof.threats").with("others", others)
        }
        (PuzzleProof::Threats { others, .. }, Goal::Hold) => {
            Message::new("puzzle.proof.threats-hold").with("others", others)
        }
    }
}

/// Asks what comes of a move. The game and its moves end with the move that is tried.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct TryRequest {
    /// The game, the position of the puzzle, and the moves since, the last of them the try.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// What was to be found.
    pub goal: GoalName,
}

/// What came of a move that was tried.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TryAnswer {
    /// Whether it keeps the result.
    pub kept: bool,
    /// The answer that holds out longest, where it keeps the result and the game goes on.
    #[schema(required)]
    pub reply: Option<String>,
    /// The refutation of a move that does not, the answer first.
    pub line: Vec<String>,
    /// What such a move leaves, in words.
    #[schema(required)]
    pub reason: Option<String>,
    /// The board after the move, and after the reply.
    pub view: View,
}

/// A try to be judged.
pub(crate) struct TryTask {
    session: Box<dyn Session>,
    goal: Goal,
    language: Language,
}

impl TryTask {
    pub(crate) fn new(api: &Api, request: &TryRequest) -> Result<TryTask, ApiError> {
        let session = request.at.open_in(api)?;
        if !mined_games().contains(&session.name()) {
            return Err(ApiError::refused(Message::new("puzzle.no-game")));
        }
        if session.moves().is_empty() {
            return Err(ApiError::refused(Message::new("review.no-moves")));
        }
        Ok(TryTask { session, goal: request.goal.into(), language: request.at.lang.into() })
    }

    pub(crate) fn run(self, stop: &Stop) -> Result<TryAnswer, ApiError> {
        let mut session = self.session;
        let unknown = || ApiError::refused(Message::new("puzzle.no-game"));
        let judged = attempt(&*session, self.goal, stop).ok_or_else(unknown)?;
        Ok(match judged {
            Attempt::Kept { reply } => {
                if let Some(reply) = &reply {
                    session.play(reply).map_err(|_| ApiError::broken())?;
                }
                TryAnswer {
                    kept: true,
                    reply,
                    line: Vec::new(),
                    reason: None,
                    view: session.view(),
                }
            }
            Attempt::Lost { line, reason } => {
                let reason = Some(self.language.say(&reason));
                TryAnswer { kept: false, reply: None, line, reason, view: session.view() }
            }
        })
    }
}
