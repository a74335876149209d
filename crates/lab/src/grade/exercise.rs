//! Traces of searches with a mistake, as a student would hand them in: exercises that ask for
//! the mistake, and material for tests.

use super::choices::{Choices, Style};
use super::desk::Desk;
use super::plan::Plan;
use super::search::{Deaf, Effort, Left, Listener};
use super::suspects::{named, suspects};
use super::text::{board, said};
use super::{
    Assignment, Difference, GradeError, Mistake, Named, diagnose, opened, plain, read, rows_of,
    text_of, too_large,
};
use alinea_catalogue::{Entry, GameVisitor, visit};
use alinea_core::SplitMix64;
use alinea_search::Window;
use alinea_words::Language;
use std::fmt::Write;

/// Nodes of a tree that is printed for people.
const FOR_PEOPLE: u64 = 60;
/// Nodes a printed trace may have.
const MAX_NODES: u64 = 20_000_000;
/// Searches that are tried for one exercise.
const ATTEMPTS: usize = 200;
/// Answers to choose from.
const OPTIONS: usize = 4;

/// A trace and the question which mistake gives it.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    /// What was asked for.
    pub game: String,
    /// Where the search begins.
    pub position: String,
    /// The board there, top row first.
    pub rows: Vec<String>,
    /// The textbook engine.
    pub engine: String,
    /// The trace of the wrong search, a node a line.
    pub trace: String,
    /// The answers to choose from.
    pub options: Vec<Named>,
    /// Which of them is right.
    pub answer: usize,
    /// Where the trace leaves the exact search.
    pub shows: Difference,
}

/// A node of an exercise's trace.
#[derive(Clone, PartialEq, Debug)]
pub struct ExerciseNode {
    /// Plies from the root.
    pub depth: u32,
    /// The move into it; none at the root.
    pub mv: Option<String>,
    /// The lower bound it was entered with; may be endless.
    pub alpha: f64,
    /// The upper bound.
    pub beta: f64,
    /// What it returned; endless where a search found no move to keep.
    pub value: f64,
}

impl Exercise {
    /// The nodes of the trace, a line each.
    #[must_use]
    pub fn nodes(&self) -> Vec<ExerciseNode> {
        let node = |line: &str| {
            let read: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            let number = |name: &str, otherwise: f64| match &read[name] {
                serde_json::Value::String(text) => text.parse().unwrap_or(otherwise),
                value => value.as_f64().unwrap_or(otherwise),
            };
            ExerciseNode {
                depth: number("depth", 0.0) as u32,
                mv: read["move"].as_str().map(str::to_owned),
                alpha: number("alpha", f64::NEG_INFINITY),
                beta: number("beta", f64::INFINITY),
                value: number("value", 0.0),
            }
        };
        self.trace.lines().map(node).collect()
    }

    /// An answer as a sentence: "a search that ...".
    #[must_use]
    pub fn sentence(&self, option: usize, language: Language) -> String {
        said(&self.options[option].sentence, language)
    }

    /// The board where the search begins, with the names of its columns and rows.
    #[must_use]
    pub fn board(&self) -> String {
        board(&self.rows, self.shows.falls)
    }

    /// What to look for in the code.
    #[must_use]
    pub fn look(&self, language: Language) -> String {
        said(&self.options[self.answer].look, language)
    }
}

impl ExerciseNode {
    /// `4 MAX [-inf, +inf] = 5`, indented by its depth.
    #[must_use]
    pub fn drawn(&self) -> String {
        let bound = |value: f64| if value == f64::INFINITY { "+inf".into() } else { plain(value) };
        let side = if self.depth.is_multiple_of(2) { "MAX" } else { "MIN" };
        format!(
            "{}{} {side} [{}, {}] = {}",
            "  ".repeat(self.depth as usize),
            self.mv.as_deref().unwrap_or("root"),
            bound(self.alpha),
            bound(self.beta),
            bound(self.value)
        )
    }
}

/// Exercises one after the other, the same for the same seed.
pub struct Exercises {
    rng: SplitMix64,
    game: Option<String>,
}

/// Small games and positions from which short trees show much.
const SOURCES: [(&str, &str, &str); 8] = [
    ("mnk:3x3x3", "b2a1c3", "textbook:heuristic=dezenas,depth=2"),
    ("mnk:3x3x3", "b2a1a3c1", "textbook:heuristic=dezenas,depth=3"),
    ("mnk:3x3x3", "b2a1a3c1b1", "textbook:heuristic=dezenas,depth=3"),
    ("connect4", "44", "textbook:heuristic=ligue4,depth=2"),
    ("connect4", "4455335", "textbook:heuristic=quadras,depth=2"),
    ("boom", "172737", "textbook:heuristic=valoracion-test,depth=2"),
    ("boom", "1234567123", "textbook:heuristic=valoracion-test,depth=2"),
    ("boom", "-", "textbook:heuristic=valoracion-test,depth=2"),
];

impl Exercises {
    /// Exercises of one game, or of several.
    #[must_use]
    pub fn new(rng_seed: u64, game: Option<&str>) -> Exercises {
        Exercises { rng: SplitMix64::new(rng_seed), game: game.map(str::to_owned) }
    }

    /// The next exercise whose trace has one answer among its options.
    pub fn next_one(&mut self) -> Result<Exercise, GradeError> {
        let asked = self.game.clone();
        let known: Vec<_> = SOURCES
            .iter()
            .filter(|(game, ..)| asked.as_deref().is_none_or(|g| g == *game))
            .collect();
        for _ in 0..ATTEMPTS {
            let (game, position, engine) = match (self.rng.pick(&known), &asked) {
                (Some((game, position, engine)), _) => {
                    (*game, (*position).to_owned(), (*engine).to_owned())
                }
                (None, Some(game)) => {
                    let (position, engine) = visit(game, Opening(&mut self.rng))?;
                    (game.as_str(), position, engine)
                }
                (None, None) => break,
            };
            let assignment = Assignment {
                game: game.to_owned(),
                position,
                engine: engine.parse()?,
                files: None,
            };
            let ask = Ask { assignment: &assignment, rng: &mut self.rng };
            if let Some(exercise) = visit(game, ask)?? {
                return Ok(exercise);
            }
        }
        Err(GradeError(format!(
            "no search of {} shows a mistake on at most {FOR_PEOPLE} lines: try connect4, boom or \
             mnk:3x3x3",
            asked.as_deref().unwrap_or("any game")
        )))
    }
}

/// A small search of a game that has none in [`SOURCES`]: its position and its engine.
struct Opening<'a>(&'a mut SplitMix64);

impl GameVisitor for Opening<'_> {
    type Output = (String, String);

    fn visit<G: Entry>(self, setup: G::Setup) -> (String, String) {
        let mut pos = G::start(&setup);
        // Where a search may keep to the squares beside a stone, it does: all of them are too many
        // lines. A stone anywhere, then its neighbours; in other games a few moves more.
        let near = G::near(&setup, 1);
        let (engine, most) = match near {
            Some(_) => ("textbook:depth=2,near=1", 2),
            None => ("textbook:depth=2", 8),
        };
        let mut text = String::new();
        for _ in 0..=self.0.below(most) {
            let mut moves = Vec::new();
            match &near {
                Some(near) if !text.is_empty() => near.moves(&pos, &mut moves),
                _ => pos.legal_moves(&mut moves),
            }
            let Some(&mv) = self.0.pick(&moves) else { break };
            let mut after = pos.clone();
            let _ = after.play_unchecked(mv);
            if after.outcome().is_some() {
                break;
            }
            text += &pos.move_text(mv);
            pos = after;
        }
        (if text.is_empty() { "-".to_owned() } else { text }, engine.to_owned())
    }
}

struct Ask<'a> {
    assignment: &'a Assignment,
    rng: &'a mut SplitMix64,
}

impl GameVisitor for Ask<'_> {
    type Output = Result<Option<Exercise>, GradeError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Self::Output {
        let (plan, pos) = opened::<G>(self.assignment, &setup)?;
        let all = suspects(&plan, &pos);
        let trace = |mistakes: &[Mistake]| {
            let choices = Choices::with(Style::Soft, mistakes)?;
            printed(&plan, &pos, choices, FOR_PEOPLE).ok()
        };
        let Some(exact) = trace(&[]) else { return Ok(None) };
        let Some(&mistake) = self.rng.pick(&all) else { return Ok(None) };
        let Some(wrong) = trace(&[mistake]).filter(|wrong| *wrong != exact) else {
            return Ok(None);
        };
        let mut others: Vec<Mistake> = all
            .iter()
            .copied()
            .filter(|&other| other != mistake && trace(&[other]).is_some_and(|t| t != wrong))
            .collect();
        let mut options = vec![mistake];
        while options.len() < OPTIONS && !others.is_empty() {
            options.push(others.swap_remove(self.rng.below(others.len())));
        }
        if options.len() < OPTIONS {
            return Ok(None);
        }
        let answer = self.rng.below(OPTIONS);
        options.swap(0, answer);
        let wrong_ones: Vec<Mistake> = options.iter().copied().filter(|m| *m != mistake).collect();
        let options: Vec<Named> = options.into_iter().map(|option| named(&plan, option)).collect();
        let read::Submitted::Tree { nodes, printed, .. } = read::read(wrong.as_bytes())? else {
            return Ok(None);
        };
        // However a search is written, no other option may give this trace.
        let Some(shows) = diagnose::first_difference(plan, &pos, (&nodes, printed), &wrong_ones)
        else {
            return Ok(None);
        };
        Ok(Some(Exercise {
            game: self.assignment.game.clone(),
            position: self.assignment.position.clone(),
            rows: rows_of(&pos),
            engine: self.assignment.engine.to_string(),
            trace: wrong,
            options,
            answer,
            shows,
        }))
    }
}

/// The mistakes that a program for this assignment can have, the most frequent first.
pub fn possible_mistakes(assignment: &Assignment) -> Result<Vec<Mistake>, GradeError> {
    struct Suspects<'a>(&'a Assignment);

    impl GameVisitor for Suspects<'_> {
        type Output = Result<Vec<Mistake>, GradeError>;

        fn visit<G: Entry>(self, setup: G::Setup) -> Self::Output {
            let (plan, pos) = opened::<G>(self.0, &setup)?;
            Ok(suspects(&plan, &pos))
        }
    }

    visit(&assignment.game, Suspects(assignment))?
}

/// The tree of a search with mistakes, a node a line, as `alinea trace --json` prints it.
pub fn mistaken_tree(assignment: &Assignment, mistakes: &[Mistake]) -> Result<String, GradeError> {
    visit(&assignment.game, Make { assignment, mistakes, moves: None })?
}

/// A game of so many moves by a search with mistakes, in the course's format.
pub fn mistaken_game(
    assignment: &Assignment,
    mistakes: &[Mistake],
    moves: usize,
) -> Result<String, GradeError> {
    visit(&assignment.game, Make { assignment, mistakes, moves: Some(moves) })?
}

struct Make<'a> {
    assignment: &'a Assignment,
    mistakes: &'a [Mistake],
    moves: Option<usize>,
}

impl GameVisitor for Make<'_> {
    type Output = Result<String, GradeError>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<String, GradeError> {
        let (plan, pos) = opened::<G>(self.assignment, &setup)?;
        let choices = Style::ALL.into_iter().find_map(|style| Choices::with(style, self.mistakes));
        let choices =
            choices.ok_or_else(|| GradeError("these mistakes exclude each other".to_owned()))?;
        match self.moves {
            None => printed(&plan, &pos, choices, MAX_NODES),
            Some(moves) => logged(&plan, pos, choices, moves),
        }
    }
}

/// Collects nodes in the order they are entered, with their values.
struct Printer<'a, G: Entry> {
    pos: &'a G,
    open: Vec<usize>,
    nodes: Vec<serde_json::Value>,
}

impl<G: Entry> Listener<G> for Printer<'_, G> {
    fn enter(&mut self, mv: Option<G::Move>, ply: u32, window: Window, _: &Desk<G>) -> bool {
        let bound = |value: f64| value.is_finite().then_some(value);
        self.open.push(self.nodes.len());
        self.nodes.push(serde_json::json!({
            "depth": ply,
            "move": mv.map(|mv| self.pos.move_text(mv)),
            "alpha": bound(window.alpha),
            "beta": bound(window.beta),
        }));
        true
    }

    fn leave(&mut self, left: &Left<G::Move>) -> bool {
        if let Some(node) = self.open.pop().and_then(|id| self.nodes.get_mut(id)) {
            // JSON has no infinities: they are texts, as programs print them.
            node["value"] = if left.value.is_finite() {
                serde_json::json!(left.value)
            } else {
                serde_json::json!(plain(left.value))
            };
        }
        true
    }
}

fn printed<G: Entry>(
    plan: &Plan<G>,
    pos: &G,
    choices: Choices,
    max_nodes: u64,
) -> Result<String, GradeError> {
    let mut printer = Printer { pos, open: Vec::new(), nodes: Vec::new() };
    plan.search(&Desk::new(pos), plan.depth, choices, &mut Effort::of(max_nodes), &mut printer)
        .ok_or_else(too_large)?;
    let lines: Vec<String> = printer.nodes.iter().map(ToString::to_string).collect();
    Ok(lines.join("\n") + "\n")
}

fn logged<G: Entry>(
    plan: &Plan<G>,
    mut pos: G,
    choices: Choices,
    moves: usize,
) -> Result<String, GradeError> {
    let mut text = String::new();
    let has_bombs = pos.jugada().is_some();
    let action = |mv: &str| match mv {
        "B" if has_bombs => "BOOM".to_owned(),
        mv if has_bombs => format!("PUT {mv}"),
        mv => mv.to_owned(),
    };
    for _ in 0..moves {
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let (value, best) = plan
            .search(&Desk::new(&pos), plan.depth, choices, &mut Effort::of(MAX_NODES), &mut Deaf)
            .ok_or_else(too_large)?;
        let Some(mv) = best.filter(|&mv| pos.is_legal(mv)) else { break };
        let legal: Vec<String> = legal.into_iter().map(|mv| action(&pos.move_text(mv))).collect();
        let who = ["Verde", "Azul"][pos.turn().index()];
        let _ = writeln!(text, " Acciones aplicables {who}:  {}", legal.join(" "));
        let mv_text = action(&text_of(&pos, Some(mv)));
        let _ = writeln!(text, "Valor MiniMax: {}  Accion: {mv_text}", plain(value));
        let _ = pos.play_unchecked(mv);
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
