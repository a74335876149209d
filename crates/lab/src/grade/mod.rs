//! The grader that names the bug: a student's trace beside the exact search, the first place
//! where they part, and the classic mistake that explains it.

mod exercise;
mod lecture;
mod mistake;
mod read;
mod smallest;
mod text;

pub use exercise::{mistaken_game, mistaken_tree};
pub use mistake::Mistake;
pub use text::Unit;

use alinea_catalogue::files::Files;
use alinea_catalogue::{EngineSpec, Entry, GameVisitor, SpecError, visit};
use alinea_core::{Message, parse_position};
use alinea_search::{NoTrace, Recorder, TraceNode};
use lecture::Lecture;
use read::{Node, Submitted, Turn};

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

impl From<SpecError> for GradeError {
    fn from(error: SpecError) -> GradeError {
        GradeError(error.to_string())
    }
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Grade {
    /// What was compared.
    pub unit: Unit,
    /// How many of them.
    pub compared: usize,
    /// The first place where the trace is not the exact search's.
    pub divergence: Option<Divergence>,
    /// The mistake that gives exactly this trace.
    pub mistake: Option<Mistake>,
    /// Where that mistake shows soonest.
    pub smallest: Option<Smallest>,
}

/// The first place where a trace is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Divergence {
    /// Line of the student's text, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub message: Message,
    /// The position as a drawn board, top row first.
    pub rows: Vec<String>,
    /// The moves that lead to it.
    pub moves: Vec<String>,
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

/// Nodes one search of the grader may visit.
const MAX_NODES: u64 = 200_000_000;

/// Grades a trace.
pub fn grade(assignment: &Assignment, trace: &str) -> Result<Grade, GradeError> {
    let submitted = read::read(trace)?;
    visit(&assignment.game, Grader { assignment, submitted })?
}

struct Grader<'a> {
    assignment: &'a Assignment,
    submitted: Submitted,
}

impl GameVisitor for Grader<'_> {
    type Output = Result<Grade, GradeError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<Grade, GradeError> {
        let (lecture, pos) = opened::<G>(self.assignment, &setup)?;
        let compare = |mistake: Option<Mistake>| match &self.submitted {
            Submitted::Game(turns) => compare_game(&lecture, &pos, turns, mistake),
            Submitted::Tree(nodes) => compare_tree(&lecture, &pos, nodes, mistake),
        };
        let divergence = compare(None)?;
        let mut mistake = None;
        if divergence.is_some() {
            for candidate in Mistake::ALL {
                if compare(Some(candidate)).is_ok_and(|found| found.is_none()) {
                    mistake = Some(candidate);
                    break;
                }
            }
        }
        let smallest = mistake.and_then(|mistake| smallest::find(&lecture, &setup, mistake));
        let (unit, compared) = match &self.submitted {
            Submitted::Game(turns) => (Unit::Moves, turns.len()),
            Submitted::Tree(nodes) => (Unit::Nodes, nodes.len()),
        };
        Ok(Grade { unit, compared, divergence, mistake, smallest })
    }
}

/// The search and the position of an assignment.
fn opened<G: Entry>(
    assignment: &Assignment,
    setup: &G::Setup,
) -> Result<(Lecture<G>, G), GradeError> {
    let lecture = Lecture::<G>::of(setup, &assignment.engine, assignment.files.as_ref())?;
    let pos = parse_position::<G>(setup, &assignment.position)
        .map_err(|error| GradeError(alinea_words::Language::English.say(&error.message())))?
        .pos;
    Ok((lecture, pos))
}

fn too_large() -> GradeError {
    GradeError(format!("the search needs more than {MAX_NODES} nodes: ask for a smaller depth"))
}

fn text_of<G: Entry>(pos: &G, mv: Option<G::Move>) -> String {
    mv.map_or("-".to_owned(), |mv| pos.move_text(mv))
}

fn rows_of<G: Entry>(pos: &G) -> Vec<String> {
    let drawn = pos.to_diagram();
    drawn.rows.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// Follows a logged game: the moves are the student's, each search is ours.
fn compare_game<G: Entry>(
    lecture: &Lecture<G>,
    start: &G,
    turns: &[Turn],
    mistake: Option<Mistake>,
) -> Result<Option<Divergence>, GradeError> {
    let mut pos = start.clone();
    let mut played: Vec<String> = Vec::new();
    for turn in turns {
        let differs = |message: Message, pos: &G, moves: &[String]| {
            let (rows, moves) = (rows_of(pos), moves.to_vec());
            Ok(Some(Divergence { line: turn.line, message, rows, moves }))
        };
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let legal: Vec<String> = legal.into_iter().map(|mv| pos.move_text(mv)).collect();
        if legal.is_empty() {
            return differs(Message::new("lab.grade.over"), &pos, &played);
        }
        if let Some(listed) = turn.legal.as_ref().filter(|listed| **listed != legal) {
            let message = Message::new("lab.grade.actions")
                .with("expected", legal.join(" "))
                .with("found", listed.join(" "));
            return differs(message, &pos, &played);
        }
        let mut nodes = MAX_NODES;
        let (value, best) = lecture
            .search(&pos, lecture.depth, mistake, &mut nodes, &mut NoTrace)
            .ok_or_else(too_large)?;
        let best = text_of(&pos, best);
        if !same(value, turn.value) || best != turn.mv {
            let message = Message::new("lab.grade.turn")
                .with("value", plain(value))
                .with("move", best)
                .with("found", plain(turn.value))
                .with("played", &turn.mv);
            return differs(message, &pos, &played);
        }
        let mv =
            pos.parse_move(&turn.mv).ok().filter(|(mv, rest)| rest.is_empty() && pos.is_legal(*mv));
        let Some((mv, _)) = mv else {
            let message = Message::new("lab.grade.illegal").with("move", &turn.mv);
            return differs(message, &pos, &played);
        };
        let _ = pos.play_unchecked(mv);
        played.push(turn.mv.clone());
    }
    Ok(None)
}

/// Follows a printed tree, event by event: entering a node, leaving it with a value.
fn compare_tree<G: Entry>(
    lecture: &Lecture<G>,
    pos: &G,
    nodes: &[Node],
    mistake: Option<Mistake>,
) -> Result<Option<Divergence>, GradeError> {
    // One node more than the student printed is enough to see that something is missing.
    let mut recorder = Recorder::new(nodes.len() + 1, u32::MAX);
    let mut budget = MAX_NODES;
    lecture
        .search(pos, lecture.depth, mistake, &mut budget, &mut recorder)
        .ok_or_else(too_large)?;
    let exact = recorder.into_nodes();
    for event in events(nodes, &exact) {
        let (index, message) = match event {
            Event::Enter(i) => (i, entering(pos, nodes.get(i), exact.get(i))),
            Event::Leave(i) => (i, leaving(pos, nodes.get(i), exact.get(i))),
        };
        if let Some(message) = message {
            let line = nodes.get(index).or(nodes.last()).map_or(1, |node| node.line);
            let (rows, moves) = path_to(pos, &exact, index.min(exact.len().saturating_sub(1)));
            return Ok(Some(Divergence { line, message, rows, moves }));
        }
    }
    Ok(None)
}

enum Event {
    Enter(usize),
    Leave(usize),
}

/// The events of both trees in the order of time, as long as they have the same shape.
fn events<M>(nodes: &[Node], exact: &[TraceNode<M>]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for i in 0..nodes.len().max(exact.len()) {
        let depth = nodes.get(i).map(|node| node.depth).or(exact.get(i).map(|node| node.ply));
        while open.len() > depth.unwrap_or_default() as usize {
            events.extend(open.pop().map(Event::Leave));
        }
        events.push(Event::Enter(i));
        open.push(i);
    }
    events.extend(open.into_iter().rev().map(Event::Leave));
    events
}

fn entering<G: Entry>(
    pos: &G,
    found: Option<&Node>,
    exact: Option<&TraceNode<G::Move>>,
) -> Option<Message> {
    let name = |mv: Option<String>| mv.unwrap_or_else(|| "root".to_owned());
    let (found, exact) = match (found, exact) {
        (Some(found), Some(exact)) => (found, exact),
        (None, Some(exact)) => {
            let mv = text_of(pos, exact.mv);
            return Some(node("lab.grade.tree-ends", &mv, exact.ply));
        }
        (Some(found), None) => {
            return Some(node("lab.grade.search-over", &name(found.mv.clone()), found.depth));
        }
        (None, None) => return None,
    };
    let mv = exact.mv.map(|mv| pos.move_text(mv));
    if found.depth != exact.ply || found.mv != mv {
        let message = node("lab.grade.node", &name(mv), exact.ply);
        return Some(message.with("found", name(found.mv.clone())).with("at", found.depth));
    }
    let bounds =
        [("alpha", found.alpha, exact.window.alpha), ("beta", found.beta, exact.window.beta)];
    bounds.into_iter().find_map(|(bound, value, exact)| {
        let value = value.filter(|value| !same(*value, exact))?;
        let message = Message::new("lab.grade.bound").with("bound", bound);
        Some(expected(message, &name(mv.clone()), exact, value))
    })
}

fn leaving<G: Entry>(
    pos: &G,
    found: Option<&Node>,
    exact: Option<&TraceNode<G::Move>>,
) -> Option<Message> {
    let (found, exact) = (found?, exact?);
    let mv = exact.mv.map_or_else(|| "root".to_owned(), |mv| pos.move_text(mv));
    let differs = !same(found.value, exact.value);
    differs.then(|| expected(Message::new("lab.grade.value"), &mv, exact.value, found.value))
}

/// A message about a node of a tree.
fn node(key: &'static str, mv: &str, depth: u32) -> Message {
    Message::new(key).with("move", mv).with("depth", depth)
}

/// A message about a number at a move.
fn expected(message: Message, mv: &str, expected: f64, found: f64) -> Message {
    message.with("move", mv).with("expected", plain(expected)).with("found", plain(found))
}

/// The board at a node of the exact tree.
fn path_to<G: Entry>(
    pos: &G,
    exact: &[TraceNode<G::Move>],
    index: usize,
) -> (Vec<String>, Vec<String>) {
    let mut path = Vec::new();
    let mut at = exact.get(index);
    while let Some(node) = at {
        path.extend(node.mv);
        at = node.parent.and_then(|parent| exact.get(parent as usize));
    }
    let mut pos = pos.clone();
    let mut moves = Vec::new();
    for mv in path.into_iter().rev() {
        if !pos.is_legal(mv) {
            break;
        }
        moves.push(pos.move_text(mv));
        let _ = pos.play_unchecked(mv);
    }
    (rows_of(&pos), moves)
}

/// JSON has no infinities: they are written as the largest numbers.
fn same(a: f64, b: f64) -> bool {
    let [a, b] = [a, b].map(|value| value.clamp(f64::MIN, f64::MAX));
    a == b || (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0)
}

fn plain(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded.is_finite() { format!("{}", rounded + 0.0) } else { format!("{value}") }
}
