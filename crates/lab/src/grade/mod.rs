//! The grader that names the bug: a student's trace beside the exact search, the first place
//! where they part, and the classic mistake that explains it.

mod lecture;
mod mistake;
mod read;

pub use mistake::Mistake;

use crate::samples::random_positions;
use alinea_core::Position;
use alinea_core::parse_position;
use alinea_engines::files::Files;
use alinea_engines::{EngineSpec, Entry, GameVisitor, SpecError, visit};
use alinea_search::{NoTrace, Recorder, TraceNode};
use lecture::Lecture;
use read::{Node, Submitted, Turn};
use std::fmt::Write;

/// What the student was asked to write.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// `NAME[:SETUP]`.
    pub game: String,
    /// Where the search, or the logged game, begins.
    pub position: String,
    /// A textbook engine or a preset.
    pub engine: String,
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
    /// Moves or nodes compared.
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
    pub message: String,
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
}

/// Nodes one search of the grader may visit.
const MAX_NODES: u64 = 200_000_000;
/// Nodes a printed exercise may have.
const MAX_PRINTED: usize = 1_000_000;
/// Positions tried for the smallest one.
const MAX_TRIED: usize = 3000;

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
        let smallest = mistake.and_then(|mistake| smallest(&lecture, &setup, mistake));
        let compared = match &self.submitted {
            Submitted::Game(turns) => turns.len(),
            Submitted::Tree(nodes) => nodes.len(),
        };
        Ok(Grade { compared, divergence, mistake, smallest })
    }
}

/// The trace of a search with a mistake, as a student would hand it in: for exercises.
pub fn mistaken_tree(assignment: &Assignment, mistake: Mistake) -> Result<String, GradeError> {
    visit(&assignment.game, Exercise { assignment, mistake })?
}

struct Exercise<'a> {
    assignment: &'a Assignment,
    mistake: Mistake,
}

impl GameVisitor for Exercise<'_> {
    type Output = Result<String, GradeError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<String, GradeError> {
        let (lecture, pos) = opened::<G>(self.assignment, &setup)?;
        let mut recorder = Recorder::new(MAX_PRINTED, u32::MAX);
        let mut nodes = MAX_NODES;
        lecture
            .search(&pos, lecture.depth, Some(self.mistake), &mut nodes, &mut recorder)
            .ok_or_else(too_large)?;
        let bound = |value: f64| value.is_finite().then_some(value);
        let line = |node: &TraceNode<G::Move>| {
            serde_json::json!({
                "move": node.mv.map(|mv| pos.move_text(mv)),
                "depth": node.ply,
                "value": node.value.clamp(f64::MIN, f64::MAX),
                "alpha": bound(node.window.alpha),
                "beta": bound(node.window.beta),
            })
        };
        let lines: Vec<String> =
            recorder.into_nodes().iter().map(|node| line(node).to_string()).collect();
        Ok(lines.join("\n"))
    }
}

/// The search and the position of an assignment.
fn opened<G: Entry>(
    assignment: &Assignment,
    setup: &G::Setup,
) -> Result<(Lecture<G>, G), GradeError> {
    let mut spec = EngineSpec::parse(&assignment.engine)?;
    spec.files.clone_from(&assignment.files);
    let lecture = Lecture::<G>::of(setup, &spec)?;
    let (mut pos, moves) = parse_position::<G>(setup, &assignment.position)
        .map_err(|error| GradeError(error.to_string()))?;
    for mv in moves {
        let _ = pos.play_unchecked(mv);
    }
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
        let differs = |message: String, pos: &G, moves: &[String]| {
            let (rows, moves) = (rows_of(pos), moves.to_vec());
            Ok(Some(Divergence { line: turn.line, message, rows, moves }))
        };
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let legal: Vec<String> = legal.into_iter().map(|mv| pos.move_text(mv)).collect();
        if legal.is_empty() {
            return differs("the game is over here".to_owned(), &pos, &played);
        }
        if let Some(listed) = turn.legal.as_ref().filter(|listed| **listed != legal) {
            let (expected, found) = (legal.join(" "), listed.join(" "));
            let message = format!("applicable actions: expected {expected}, found {found}");
            return differs(message, &pos, &played);
        }
        let mut nodes = MAX_NODES;
        let (value, best) = lecture
            .search(&pos, lecture.depth, mistake, &mut nodes, &mut NoTrace)
            .ok_or_else(too_large)?;
        let best = text_of(&pos, best);
        if !same(value, turn.value) || best != turn.mv {
            let message = format!(
                "expected value {} and move {best}, found value {} and move {}",
                plain(value),
                plain(turn.value),
                turn.mv
            );
            return differs(message, &pos, &played);
        }
        let mv =
            pos.parse_move(&turn.mv).ok().filter(|(mv, rest)| rest.is_empty() && pos.is_legal(*mv));
        let Some((mv, _)) = mv else {
            return differs(format!("the move {} cannot be played", turn.mv), &pos, &played);
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
            Event::Leave(i) => (i, leaving(nodes.get(i), exact.get(i))),
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
) -> Option<String> {
    let (found, exact) = match (found, exact) {
        (Some(found), Some(exact)) => (found, exact),
        (None, Some(exact)) => {
            let mv = text_of(pos, exact.mv);
            return Some(format!("the tree ends here; expected {mv} at depth {}", exact.ply));
        }
        (Some(found), None) => {
            let mv = found.mv.as_deref().unwrap_or("root");
            return Some(format!("the search is over; found {mv} at depth {}", found.depth));
        }
        (None, None) => return None,
    };
    let mv = exact.mv.map(|mv| pos.move_text(mv));
    if found.depth != exact.ply || found.mv != mv {
        let (expected, got) =
            (mv.unwrap_or_else(|| "root".into()), found.mv.as_deref().unwrap_or("root"));
        let (ply, depth) = (exact.ply, found.depth);
        return Some(format!("expected {expected} at depth {ply}, found {got} at depth {depth}"));
    }
    let bounds =
        [("alpha", found.alpha, exact.window.alpha), ("beta", found.beta, exact.window.beta)];
    bounds.into_iter().find_map(|(name, found, exact)| {
        let differs = found.is_some_and(|found| !same(found, exact));
        let found = found.map(plain).unwrap_or_default();
        differs.then(|| format!("{name}: expected {}, found {found}", plain(exact)))
    })
}

fn leaving<M>(found: Option<&Node>, exact: Option<&TraceNode<M>>) -> Option<String> {
    let (found, exact) = (found?, exact?);
    let differs = !same(found.value, exact.value);
    differs.then(|| {
        let (expected, got) = (plain(exact.value), plain(found.value));
        format!("value: expected {expected}, found {got}")
    })
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

/// The fewest stones, then the smallest depth, at which the mistake changes value or move.
fn smallest<G: Entry>(
    lecture: &Lecture<G>,
    setup: &G::Setup,
    mistake: Mistake,
) -> Option<Smallest> {
    let mut positions = nearest::<G>(setup);
    let mut random = random_positions::<G>(setup, 60, 8);
    random.sort_by_key(Position::ply);
    positions.extend(random);
    positions.iter().filter(|pos| pos.outcome().is_none()).find_map(|pos| {
        (1..=3).find_map(|depth| {
            let found = |mistake| {
                let mut nodes = 50_000;
                lecture.search(pos, depth, mistake, &mut nodes, &mut NoTrace)
            };
            let (exact, wrong) = (found(None)?, found(Some(mistake))?);
            let differs = !same(exact.0, wrong.0) || exact.1 != wrong.1;
            differs.then(|| Smallest {
                position: format!("diagram:{}", pos.to_diagram()),
                depth,
                exact: (exact.0, text_of(pos, exact.1)),
                wrong: (wrong.0, text_of(pos, wrong.1)),
            })
        })
    })
}

/// Positions near the start, fewest moves first.
fn nearest<G: Entry>(setup: &G::Setup) -> Vec<G> {
    let mut positions = vec![G::start(setup)];
    let mut next = 0;
    while positions.len() < MAX_TRIED && next < positions.len() {
        let mut moves = Vec::new();
        positions[next].legal_moves(&mut moves);
        for mv in moves {
            let mut child = positions[next].clone();
            let _ = child.play_unchecked(mv);
            positions.push(child);
        }
        next += 1;
    }
    positions
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

impl Grade {
    /// The report for a student, in sentences.
    #[must_use]
    pub fn text(&self, unit: &str) -> String {
        let Some(divergence) = &self.divergence else {
            return format!(
                "Correct: all {} {unit} are those of the exact search.\n",
                self.compared
            );
        };
        let mut text = format!("line {}: {}\n", divergence.line, divergence.message);
        if !divergence.moves.is_empty() {
            let _ = writeln!(text, "after {}", divergence.moves.join(" "));
        }
        for row in &divergence.rows {
            let spaced: Vec<String> = row.chars().map(String::from).collect();
            let _ = writeln!(text, "    {}", spaced.join(" "));
        }
        match self.mistake {
            None => text.push_str("No classic mistake gives this trace.\n"),
            Some(mistake) => {
                let _ = writeln!(text, "Your trace equals {}.", mistake.sentence());
            }
        }
        if let Some(small) = &self.smallest {
            let _ =
                writeln!(text, "The smallest position that shows it, at depth {}:", small.depth);
            let _ = writeln!(text, "    {}", small.position);
            let line = |(value, mv): &(f64, String)| format!("value {} move {mv}", plain(*value));
            let _ = writeln!(text, "    right: {}", line(&small.exact));
            let _ = writeln!(text, "    yours: {}", line(&small.wrong));
        }
        text
    }
}
