//! A student's alpha-beta, written anew over the text of a session, with one classic mistake at a
//! time: the grader names it from the course's log and from nodes as JSON.

use alinea_catalogue::{Session, open};
use alinea_core::Player;
use alinea_lab::grade::{Assignment, Grade, Mistake, grade, mistaken_game, mistaken_tree};
use alinea_words::Language;
use serde_json::json;

const HEURISTIC: &str = "valoracion-test";
const DEPTH: u32 = 3;

/// Three in a row already: games end within the search.
const NEAR_THE_END: &str = "172737";
/// The player to move may explode a bomb.
const WITH_A_BOMB: &str = "1234567123";

fn task(position: &str, order: &str) -> Assignment {
    let engine = format!("textbook:heuristic={HEURISTIC},depth={DEPTH},order={order}");
    let engine = engine.parse().unwrap();
    Assignment { game: "boom".into(), position: position.into(), engine, files: None }
}

struct Student {
    board: Box<dyn Session>,
    root: Player,
    bug: Option<Mistake>,
    /// Whether BOOM is tried first, as the exercise may ask.
    boom_first: bool,
    nodes: Vec<serde_json::Value>,
}

impl Student {
    fn at(position: &str, bug: Option<Mistake>, boom_first: bool) -> Student {
        let mut board = open("boom").unwrap();
        board.reset(position).unwrap();
        let root = board.turn();
        Student { board, root, bug, boom_first, nodes: Vec::new() }
    }

    fn has(&self, bug: Mistake) -> bool {
        self.bug == Some(bug)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = self.board.legal();
        if self.boom_first && !self.has(Mistake::NaturalOrder) {
            moves.sort_by_key(|mv| mv != "B");
        }
        if self.has(Mistake::ReversedOrder) {
            moves.reverse();
        }
        moves
    }

    fn limit(&self) -> u32 {
        match self.bug {
            Some(Mistake::OnePlyMore) => DEPTH + 1,
            Some(Mistake::OnePlyLess) => DEPTH - 1,
            _ => DEPTH,
        }
    }

    fn search(&mut self, mv: Option<&str>, ply: u32, window: [f64; 2]) -> (f64, Option<String>) {
        let id = self.nodes.len();
        self.nodes.push(json!({"move": mv, "depth": ply}));
        let (value, best) = self.node(ply, window);
        let shown = |value: f64| value.clamp(f64::MIN, f64::MAX);
        self.nodes[id]["value"] = json!(shown(value));
        (value, best)
    }

    fn node(&mut self, ply: u32, [mut alpha, mut beta]: [f64; 2]) -> (f64, Option<String>) {
        let is_over = self.board.outcome().is_some() && !self.has(Mistake::NoTerminalTest);
        if ply >= self.limit() || is_over {
            let view = if self.has(Mistake::MoversView) { self.board.turn() } else { self.root };
            return (self.board.evaluate(HEURISTIC, Some(view), ply).unwrap().0, None);
        }
        let is_max = ply.is_multiple_of(2);
        let mut best = None;
        for mv in self.moves() {
            if self.board.play(&mv).is_err() {
                continue;
            }
            let (value, _) = self.search(Some(&mv), ply + 1, [alpha, beta]);
            if !self.has(Mistake::NoUndo) {
                self.board.undo();
            }
            let ties = self.has(Mistake::LastOfEquals);
            if is_max && (value > alpha || ties && value == alpha) {
                (alpha, best) = (value, Some(mv));
            } else if !is_max && (value < beta || ties && value == beta) {
                (beta, best) = (value, Some(mv));
            }
            let cuts = match self.bug {
                Some(Mistake::CutSign) => alpha <= beta,
                Some(Mistake::OtherCut) => alpha > beta,
                _ => alpha >= beta,
            };
            if cuts {
                break;
            }
        }
        (if is_max { alpha } else { beta }, best)
    }
}

const OPEN: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// The tree as JSON, a node a line.
fn tree(position: &str, bug: Option<Mistake>, boom_first: bool) -> String {
    let mut student = Student::at(position, bug, boom_first);
    student.search(None, 0, OPEN);
    student.nodes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A game against itself in the course's format.
fn log(position: &str, bug: Option<Mistake>, boom_first: bool, moves: usize) -> String {
    let mut text = String::new();
    let mut board = open("boom").unwrap();
    board.reset(position).unwrap();
    let action = |mv: &String| if mv == "B" { "BOOM".into() } else { format!("PUT {mv}") };
    for _ in 0..moves {
        let mut student = Student::at(position, bug, boom_first);
        student.board = board.boxed_clone();
        student.root = board.turn();
        let (value, best) = student.search(None, 0, OPEN);
        let Some(best) = best else { break };
        let legal: Vec<String> = board.legal().iter().map(action).collect();
        text += &format!(" Acciones aplicables Verde:  {}\n", legal.join(" "));
        text += &format!("Valor MiniMax: {value}  Accion: {}\n", action(&best));
        board.play(&best).unwrap();
        if board.outcome().is_some() {
            break;
        }
    }
    text
}

/// Where a mistake shows, and the order that the exercise asks for.
fn exercise(mistake: Mistake) -> (&'static str, &'static str, bool) {
    match mistake {
        Mistake::NaturalOrder => (WITH_A_BOMB, "boom-first", true),
        _ => (NEAR_THE_END, "natural", false),
    }
}

fn named(graded: &Grade, mistake: Mistake, what: &str) {
    assert!(graded.divergence.is_some(), "{mistake:?} changes nothing in the {what}");
    assert_eq!(graded.mistake, Some(mistake), "{what}");
    let small = graded.smallest.as_ref().unwrap_or_else(|| panic!("{mistake:?}: no position"));
    assert!(small.exact != small.wrong || small.nodes.is_some_and(|[a, b]| a != b), "{small:?}");
    for language in Language::ALL {
        let text = graded.text(language);
        assert!(text.contains(&language.text(mistake.key())), "{text}");
        assert!(text.contains(&small.position), "{text}");
        assert!(!text.contains('{') && !text.contains("lab."), "{text}");
    }
}

#[test]
fn a_student_without_a_mistake_is_correct_in_both_formats() {
    for (order, boom_first) in [("natural", false), ("boom-first", true)] {
        for trace in [tree(NEAR_THE_END, None, boom_first), log(NEAR_THE_END, None, boom_first, 6)]
        {
            let graded = grade(&task(NEAR_THE_END, order), &trace).unwrap();
            assert_eq!(graded.divergence, None);
        }
    }
}

#[test]
fn every_mistake_is_named_from_a_tree() {
    // Which of equal moves is kept shows in the move chosen, not in the nodes: see the log below.
    for mistake in Mistake::ALL.into_iter().filter(|&found| found != Mistake::LastOfEquals) {
        let (position, order, boom_first) = exercise(mistake);
        let trace = tree(position, Some(mistake), boom_first);
        named(&grade(&task(position, order), &trace).unwrap(), mistake, "tree");
        let exercise = mistaken_tree(&task(position, order), mistake).unwrap();
        assert_eq!(exercise.lines().count(), trace.lines().count(), "{mistake:?}");
    }
}

#[test]
fn every_mistake_is_named_from_a_log() {
    // The other cut changes no value and no move, nor does BOOM tried last here: see the tree.
    let unseen = [Mistake::OtherCut, Mistake::NaturalOrder];
    for mistake in Mistake::ALL.into_iter().filter(|found| !unseen.contains(found)) {
        let (position, order, boom_first) = exercise(mistake);
        let trace = log(position, Some(mistake), boom_first, 8);
        named(&grade(&task(position, order), &trace).unwrap(), mistake, "log");
        let exercise = mistaken_game(&task(position, order), mistake, 8).unwrap();
        assert_eq!(exercise, trace, "{mistake:?}");
    }
}

#[test]
fn another_bug_is_not_given_a_name() {
    // Every value one too high: nothing classic, but the first place is found.
    let trace = log(NEAR_THE_END, None, false, 3).replace("Valor MiniMax: ", "Valor MiniMax: 1");
    let graded = grade(&task(NEAR_THE_END, "natural"), &trace).unwrap();
    assert_eq!((graded.mistake, graded.smallest.clone()), (None, None));
    let text = graded.text(Language::Portuguese);
    assert!(text.starts_with("linha 2: esperado valor"), "{text}");
    assert!(text.contains("Nenhum erro clássico"), "{text}");
    assert!(text.lines().filter(|line| line.starts_with("    ")).count() == 7, "{text}");
}
