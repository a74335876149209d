//! Lessons: short texts with boards to look at and to play on.

use crate::error::ApiError;
use crate::puzzles::GoalName;
use crate::wire::Lang;
use alinea_catalogue::View;
use alinea_coach::lessons::{LESSONS, Lesson, Step};
use alinea_core::Message;
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Asks for the lessons.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LessonsRequest {
    /// This one, with its steps; without it the list of all.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub id: Option<String>,
    /// The language of its sentences.
    #[serde(default)]
    pub lang: Lang,
}

/// The lessons.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LessonsAnswer {
    /// In the order in which they are learnt, by game.
    pub lessons: Vec<LessonRow>,
}

/// A lesson.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LessonRow {
    /// Its address.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// What it is about.
    pub title: String,
    /// What it teaches, where it was asked for by its id.
    pub steps: Vec<LessonStep>,
    /// Puzzles to go on with, where it was asked for by its id.
    pub puzzles: Vec<String>,
}

/// A board with words.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LessonStep {
    /// What is to be seen or done.
    pub text: String,
    /// The game: a lesson may show another one of its family.
    pub game: &'static str,
    /// The position, as moves from the start or a drawn board.
    pub position: &'static str,
    /// The board.
    pub view: View,
    /// Cells to light.
    pub marks: Vec<&'static str>,
    /// What is to be found; null where the board is only looked at.
    #[schema(required)]
    pub goal: Option<GoalName>,
    /// A move that does it.
    #[schema(required)]
    pub answer: Option<&'static str>,
}

impl LessonsRequest {
    pub(crate) fn answer(&self) -> Result<LessonsAnswer, ApiError> {
        let language: Language = self.lang.into();
        let Some(id) = &self.id else {
            let rows = LESSONS.iter().map(|lesson| LessonRow::of(lesson, language));
            return Ok(LessonsAnswer { lessons: rows.collect() });
        };
        let unknown = || {
            let found: String = id.chars().take(40).collect();
            ApiError::refused(Message::new("lesson.unknown").with("found", found))
        };
        let lesson = LESSONS.iter().find(|lesson| lesson.id == *id).ok_or_else(unknown)?;
        let steps = lesson.steps.iter().enumerate();
        let steps = steps.map(|(place, step)| LessonStep::of(lesson, place, step, language));
        let row = LessonRow {
            steps: steps.collect::<Result<_, ApiError>>()?,
            puzzles: lesson.puzzles().iter().map(|puzzle| puzzle.id()).collect(),
            ..LessonRow::of(lesson, language)
        };
        Ok(LessonsAnswer { lessons: vec![row] })
    }
}

impl LessonRow {
    fn of(lesson: &Lesson, language: Language) -> LessonRow {
        LessonRow {
            id: lesson.id,
            game: lesson.game,
            title: language.text(&lesson.title_key()),
            steps: Vec::new(),
            puzzles: Vec::new(),
        }
    }
}

impl LessonStep {
    fn of(
        lesson: &Lesson,
        place: usize,
        step: &Step,
        language: Language,
    ) -> Result<LessonStep, ApiError> {
        let session = step.session().ok_or_else(ApiError::broken)?;
        Ok(LessonStep {
            text: language.text(&lesson.text_key(place)),
            game: step.game,
            position: step.position,
            view: session.view(),
            marks: step.marks.to_vec(),
            goal: step.task.map(|task| task.goal.into()),
            answer: step.task.map(|task| task.answer),
        })
    }
}
