//! Exercises that ask for the mistake in a search: its trace, answers to choose from, and where it shows.

use crate::error::ApiError;
use crate::wire::Lang;
use alinea_catalogue::json::Number;
use alinea_catalogue::open;
use alinea_lab::grade::{Exercise, Exercises};
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Asks for an exercise; the same one for the same number.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct BugRequest {
    /// Which exercise.
    pub seed: u64,
    /// The language of sentences in the answer.
    #[serde(default)]
    pub lang: Lang,
}

/// A line of a trace: a node of the search.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BugNode {
    /// Plies from the root.
    pub depth: u32,
    /// The move into it; null at the root.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The window it was entered with; null where there is no bound.
    pub alpha: Option<Number>,
    /// The upper bound.
    pub beta: Option<Number>,
    /// What it returned.
    pub value: Number,
}

/// A trace of a search with a mistake, and the question which one it is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BugAnswer {
    /// `NAME[:SETUP]`.
    pub game: String,
    /// Whether stones fall.
    pub gravity: bool,
    /// Where the search begins.
    pub position: String,
    /// The board there, rows from the top parted by `/`.
    pub board: String,
    /// The search that was asked for.
    pub engine: String,
    /// The trace, a node a line.
    pub trace: Vec<BugNode>,
    /// The answers to choose from, as sentences.
    pub options: Vec<String>,
    /// Which of them is right, from 0.
    pub answer: usize,
    /// The line of the trace where the mistake shows, from 1.
    pub line: usize,
    /// What was expected there and what is found.
    pub message: String,
    /// The moves that lead to it.
    pub moves: Vec<String>,
    /// The board there.
    pub there: String,
    /// What to look for in the code.
    pub look: String,
}

/// An exercise that may be made.
pub(crate) struct BugTask {
    rng_seed: u64,
    language: Language,
}

impl BugTask {
    pub(crate) fn new(request: &BugRequest) -> BugTask {
        BugTask { rng_seed: request.seed, language: request.lang.into() }
    }

    pub(crate) fn run(&self) -> Result<BugAnswer, ApiError> {
        let exercise =
            Exercises::new(self.rng_seed, None).next_one().map_err(|_| ApiError::broken())?;
        let gravity = open(&exercise.game).map_err(|_| ApiError::broken())?.view().gravity;
        Ok(told(&exercise, gravity, self.language))
    }
}

fn told(exercise: &Exercise, gravity: bool, language: Language) -> BugAnswer {
    let bound = |value: f64| value.is_finite().then_some(Number(value));
    let node = |node: alinea_lab::grade::ExerciseNode| BugNode {
        depth: node.depth,
        mv: node.mv,
        alpha: bound(node.alpha),
        beta: bound(node.beta),
        value: Number(node.value),
    };
    BugAnswer {
        game: exercise.game.clone(),
        gravity,
        position: exercise.position.clone(),
        board: exercise.rows.join("/"),
        engine: exercise.engine.clone(),
        trace: exercise.nodes().into_iter().map(node).collect(),
        options: (0..exercise.options.len()).map(|i| exercise.sentence(i, language)).collect(),
        answer: exercise.answer,
        line: exercise.shows.line,
        message: language.say(&exercise.shows.message),
        moves: exercise.shows.moves.clone(),
        there: exercise.shows.rows.join("/"),
        look: exercise.look(language),
    }
}
