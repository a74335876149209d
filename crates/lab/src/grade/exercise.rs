//! Traces of searches with a mistake, as a student would hand them in: for exercises and tests.

use super::lecture::Lecture;
use super::{Assignment, GradeError, MAX_NODES, Mistake, opened, text_of, too_large};
use alinea_catalogue::{Entry, GameVisitor, visit};
use alinea_search::{NoTrace, Recorder, TraceNode};
use std::fmt::Write;

/// Nodes a printed exercise may have.
const MAX_PRINTED: usize = 1_000_000;

/// The tree of a search with a mistake, a node a line, as `alinea trace --json` prints it.
pub fn mistaken_tree(assignment: &Assignment, mistake: Mistake) -> Result<String, GradeError> {
    visit(&assignment.game, Exercise { assignment, mistake, kind: Kind::Tree })?
}

/// A game of so many moves by a search with a mistake, in the course's format.
pub fn mistaken_game(
    assignment: &Assignment,
    mistake: Mistake,
    moves: usize,
) -> Result<String, GradeError> {
    visit(&assignment.game, Exercise { assignment, mistake, kind: Kind::Game(moves) })?
}

enum Kind {
    Tree,
    Game(usize),
}

struct Exercise<'a> {
    assignment: &'a Assignment,
    mistake: Mistake,
    kind: Kind,
}

impl GameVisitor for Exercise<'_> {
    type Output = Result<String, GradeError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<String, GradeError> {
        let (lecture, pos) = opened::<G>(self.assignment, &setup)?;
        match self.kind {
            Kind::Tree => tree(&lecture, &pos, self.mistake),
            Kind::Game(moves) => game(&lecture, pos, self.mistake, moves),
        }
    }
}

fn tree<G: Entry>(lecture: &Lecture<G>, pos: &G, mistake: Mistake) -> Result<String, GradeError> {
    let mut recorder = Recorder::new(MAX_PRINTED, u32::MAX);
    let mut nodes = MAX_NODES;
    lecture
        .search(pos, lecture.depth, Some(mistake), &mut nodes, &mut recorder)
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

fn game<G: Entry>(
    lecture: &Lecture<G>,
    mut pos: G,
    mistake: Mistake,
    moves: usize,
) -> Result<String, GradeError> {
    let mut text = String::new();
    let action = |mv: &str| if mv == "B" { "BOOM".to_owned() } else { format!("PUT {mv}") };
    for _ in 0..moves {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let mut nodes = MAX_NODES;
        let (value, best) = lecture
            .search(&pos, lecture.depth, Some(mistake), &mut nodes, &mut NoTrace)
            .ok_or_else(too_large)?;
        let Some(mv) = best else { break };
        let legal: Vec<String> = legal.into_iter().map(|mv| action(&pos.move_text(mv))).collect();
        let _ = writeln!(text, " Acciones aplicables Verde:  {}", legal.join(" "));
        let _ =
            writeln!(text, "Valor MiniMax: {value}  Accion: {}", action(&text_of(&pos, Some(mv))));
        let _ = pos.play_unchecked(mv);
    }
    Ok(text)
}
