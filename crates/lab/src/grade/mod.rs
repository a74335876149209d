//! The grader that names the mistake: a student's trace beside the exact search, the first place
//! where they part, and every combination of up to two mistakes that gives exactly this trace.

mod choices;
mod compare;
mod desk;
mod diagnose;
mod exercise;
mod explain;
mod formats;
mod lines;
mod log;
mod memory;
mod mistake;
mod moves;
mod next;
mod parallel;
mod parts;
mod plan;
mod read;
mod rounding;
mod search;
mod smallest;
mod sound;
mod suspects;
mod text;

#[cfg(test)]
mod tests;

pub use exercise::{
    Exercise, ExerciseNode, Exercises, mistaken_game, mistaken_tree, possible_mistakes,
};
pub use formats::Format;
pub use mistake::Mistake;
pub use read::MAX_BYTES;

use alinea_catalogue::files::Files;
use alinea_catalogue::{EngineSpec, Entry, GameVisitor, SpecError, visit};
use alinea_core::{Message, parse_position};
use plan::Plan;

/// What the student was asked to write.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// `NAME[:SETUP]`.
    pub game: String,
    /// Where the search, or the logged game, begins.
    pub position: String,
    /// A textbook engine or a preset.
    pub engine: EngineSpec,
    /// Where heuristic files may be read from.
    pub files: Option<Files>,
}

/// Why nothing could be graded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct GradeError(pub String);

impl GradeError {
    /// An error in a line of the trace.
    pub(crate) fn at(line: usize, message: &str) -> GradeError {
        GradeError(format!("line {line}: {message}"))
    }
}

impl From<SpecError> for GradeError {
    fn from(error: SpecError) -> GradeError {
        GradeError(error.to_string())
    }
}

/// What a trace is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Moves of a logged game.
    Moves,
    /// Nodes of a printed tree.
    Nodes,
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Grade {
    /// What was compared.
    pub unit: Unit,
    /// How many of them.
    pub compared: usize,
    /// Whether the end of the trace is missing: it was graded up to there.
    pub cut: bool,
    /// The first place where the trace is not the exact search's; none if it is correct as far
    /// as it shows.
    pub difference: Option<Difference>,
    /// What gives exactly this trace, the simplest first.
    pub candidates: Vec<Candidate>,
    /// Mistakes that this trace would not show.
    pub cannot_tell: Vec<Candidate>,
    /// The search whose trace tells most of them apart.
    pub next_run: Option<NextRun>,
    /// Where the first candidate shows soonest.
    pub smallest: Option<Smallest>,
    /// Combinations that were not tried, because the searches are too large.
    pub untried: usize,
}

/// A place where a trace is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Line of the student's text, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub message: Message,
    /// What was expected, in short.
    pub expected: String,
    /// What was found, in short.
    pub found: String,
    /// The position as a drawn board, top row first.
    pub rows: Vec<String>,
    /// Whether stones fall: a move is then a column, else a square.
    pub falls: bool,
    /// The moves that lead to it.
    pub moves: Vec<String>,
}

/// One or two mistakes that give a trace.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The mistakes, with the words about each.
    pub mistakes: Vec<Named>,
    /// Where they show.
    pub shows: Option<Difference>,
}

/// A mistake and the words about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// Which one.
    pub mistake: Mistake,
    /// "a search that ...".
    pub sentence: Message,
    /// What to look for in the code.
    pub look: Message,
}

/// A search whose trace tells candidates apart.
#[derive(Clone, PartialEq, Debug)]
pub struct NextRun {
    /// As `alinea show` reads it.
    pub position: String,
    /// Depth of the search.
    pub depth: u32,
    /// How many different traces the candidates give there, the exact search included.
    pub groups: usize,
    /// How many candidates there are, the exact search included.
    pub of: usize,
}

/// A small position that shows a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct Smallest {
    /// As `alinea show` reads it.
    pub position: String,
    /// Depth of the search.
    pub depth: u32,
    /// Value and move of the exact search.
    pub exact: (f64, String),
    /// Value and move with the mistake.
    pub wrong: (f64, String),
    /// Nodes of both searches, where they alone tell them apart.
    pub nodes: Option<[u64; 2]>,
}

/// Grades a trace. If its last line ends in the middle, it is graded up to there.
pub fn grade(assignment: &Assignment, trace: &[u8]) -> Result<Grade, GradeError> {
    let whole = graded(assignment, trace);
    let lines = || trace.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let may_be_half = match &whole {
        Ok(grade) => grade.difference.as_ref().is_some_and(|found| found.line == lines()),
        Err(_) => true,
    };
    match read::without_last_line(trace).filter(|_| may_be_half && !is_settled(&whole)) {
        None => whole,
        Some(rest) => match graded(assignment, rest) {
            Ok(grade) if grade.is_settled() => Ok(Grade { cut: true, ..grade }),
            _ => whole,
        },
    }
}

fn graded(assignment: &Assignment, trace: &[u8]) -> Result<Grade, GradeError> {
    let submitted = read::read(trace)?;
    visit(&assignment.game, Grader { assignment, submitted })?
}

fn is_settled(graded: &Result<Grade, GradeError>) -> bool {
    graded.as_ref().is_ok_and(Grade::is_settled)
}

impl Grade {
    /// Whether the trace is correct, or something explains it.
    fn is_settled(&self) -> bool {
        self.is_correct() || !self.candidates.is_empty()
    }
}

struct Grader<'a> {
    assignment: &'a Assignment,
    submitted: read::Submitted,
}

impl GameVisitor for Grader<'_> {
    type Output = Result<Grade, GradeError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<Grade, GradeError> {
        let (plan, pos) = opened::<G>(self.assignment, &setup)?;
        match self.submitted {
            read::Submitted::Tree { nodes, printed, cut, others } => {
                let first = (nodes, printed);
                let graded = diagnose::tree(plan, &pos, &first, cut);
                if is_settled(&graded) {
                    return graded;
                }
                // Depths may be meant in another way: the one is right that agrees longest.
                let reach = |shape: &read::Shape| {
                    let (plan, _) = opened::<G>(self.assignment, &setup).ok()?;
                    diagnose::reach(plan, &pos, shape)
                };
                let best = others.iter().max_by_key(|shape| reach(shape));
                match best.filter(|shape| reach(shape) > reach(&first)) {
                    None => graded,
                    Some(other) => {
                        let (plan, pos) = opened::<G>(self.assignment, &setup)?;
                        diagnose::tree(plan, &pos, other, true)
                    }
                }
            }
            read::Submitted::Game { turns, .. } => log::game(plan, &pos, &turns),
        }
    }
}

/// The search and the position of an assignment.
fn opened<G: Entry>(assignment: &Assignment, setup: &G::Setup) -> Result<(Plan<G>, G), GradeError> {
    let plan = Plan::<G>::of(setup, &assignment.engine, assignment.files.as_ref())?;
    let pos = parse_position::<G>(setup, &assignment.position)
        .map_err(|error| GradeError(alinea_words::Language::English.say(&error.message())))?
        .pos;
    if pos.outcome().is_some() {
        return Err(GradeError("the game is over in this position: nothing to search".to_owned()));
    }
    Ok((plan, pos))
}

fn too_large() -> GradeError {
    GradeError("the search needs too many nodes: ask for a smaller depth".to_owned())
}

fn text_of<G: Entry>(pos: &G, mv: Option<G::Move>) -> String {
    mv.map_or("-".to_owned(), |mv| pos.move_text(mv))
}

fn rows_of<G: Entry>(pos: &G) -> Vec<String> {
    let drawn = pos.to_diagram();
    drawn.rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// JSON has no infinities: some programs write the largest numbers.
fn same(a: f64, b: f64) -> bool {
    let [a, b] = [a, b].map(|value| value.clamp(f64::MIN, f64::MAX));
    a == b || (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

fn plain(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "inf".to_owned() } else { "-inf".to_owned() };
    }
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.is_finite() { format!("{}", rounded + 0.0) } else { format!("{value:e}") }
}
