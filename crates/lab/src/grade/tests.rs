//! What the parts of the grader share: numbers and their texts, traces that end in the middle.

use super::plan::Plan;
use super::*;
use alinea_catalogue::Entry;

/// The search that an engine of this set-up asks for.
pub(super) fn plan<G: Entry>(setup: &str, engine: &str) -> Plan<G> {
    let setup = G::parse_setup(setup).unwrap();
    Plan::of(&setup, &engine.parse().unwrap(), None).unwrap()
}

/// A position of this set-up by its moves.
pub(super) fn position<G: Entry>(setup: &str, moves: &str) -> G {
    parse_position::<G>(&G::parse_setup(setup).unwrap(), moves).unwrap().pos
}

fn task(game: &str, position: &str, engine: &str) -> Assignment {
    Assignment {
        game: game.into(),
        position: position.into(),
        engine: engine.parse().unwrap(),
        files: None,
    }
}

#[test]
fn numbers_are_the_same_within_a_millionth() {
    for (a, b, expected) in [
        (1.0, 1.0 + 0.9e-6, true),
        (1.0, 1.0 + 1.2e-6, false),
        (5000.0, 5000.004, true),
        (5000.0, 5000.006, false),
        (-5000.004, -5000.0, true),
        (5000.0, -5000.0, false),
        // Below 1 the difference alone counts.
        (0.0, 0.9e-6, true),
        (0.001, 0.001 + 1.2e-6, false),
        // Some programs write the largest number for an infinity.
        (f64::INFINITY, f64::MAX, true),
        (f64::NEG_INFINITY, f64::MIN, true),
        (f64::INFINITY, f64::NEG_INFINITY, false),
        (f64::INFINITY, 1e300, false),
    ] {
        assert_eq!(same(a, b), expected, "{a} {b}");
        assert_eq!(same(b, a), expected, "{b} {a}");
    }
}

#[test]
fn numbers_are_written_without_what_rounding_left() {
    for (value, text) in [
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (-1e-9, "0"),
        (2.5, "2.5"),
        (-7.0, "-7"),
        (1_234_567.123_456_7, "1234567.123457"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
        (1e304, "1e304"),
        (-1e304, "-1e304"),
    ] {
        assert_eq!(plain(value), text);
    }
}

#[test]
fn an_english_log_lists_its_moves_for_both_players() {
    let task = task("boom", "-", "textbook:heuristic=valoracion-test,depth=1");
    let course = mistaken_game(&task, &[], 3).unwrap();
    for head in ["Legal moves", "Applicable actions", "Possible moves (7)"] {
        let names = [" Acciones aplicables Verde", " Acciones aplicables Azul"];
        let log = names.iter().fold(course.clone(), |log, name| log.replace(name, head));
        let graded = grade(&task, log.as_bytes()).unwrap();
        assert!(graded.is_correct() && graded.compared == 3, "{log}");
    }
}

#[test]
fn a_wrong_last_turn_is_a_mistake_with_or_without_its_line_feed() {
    let task = task("boom", "-", "textbook:heuristic=valoracion-test,depth=1");
    let right = mistaken_game(&task, &[], 1).unwrap();
    let negated = mistaken_game(&task, &[Mistake::ValueNegated], 1).unwrap();
    assert_ne!(right, negated);
    for log in [negated.as_str(), negated.trim_end()] {
        let graded = grade(&task, log.as_bytes()).unwrap();
        assert!(!graded.is_correct() && !graded.cut && graded.compared == 1, "{log}");
        assert!(graded.candidates.iter().any(|found| found.ids() == [Mistake::ValueNegated]));
        assert_eq!(graded.difference.unwrap().line, 2);
    }
    // Half a number at the end is no mistake: it is graded up to there.
    let two = mistaken_game(&task, &[], 2).unwrap();
    let half = two.trim_end().rsplit_once(' ').unwrap().0;
    let graded = grade(&task, half.as_bytes()).unwrap();
    assert!(graded.is_correct() && graded.compared == 1, "{half}");
}

#[test]
fn a_game_that_is_over_or_unknown_is_refused() {
    let refused = |game: &str, position: &str, engine: &str| {
        let task = task(game, position, engine);
        grade(&task, b"value: 3 move: 4\n").unwrap_err().to_string()
    };
    let over = refused("connect4", "1212121", "textbook:heuristic=ligue4,depth=1");
    assert_eq!(over, "the game is over in this position: nothing to search");
    let unknown = refused("chess", "-", "textbook:depth=1");
    assert!(unknown.starts_with("unknown game 'chess'"), "{unknown}");
    assert!(!refused("connect4", "99", "textbook:depth=1").is_empty());
    assert_eq!(GradeError::at(3, "no").to_string(), "line 3: no");
    assert!(too_large().to_string().contains("ask for a smaller depth"));
}

#[test]
fn depths_are_meant_as_they_agree_longest() {
    let task = task("connect4", "4453", "textbook:heuristic=ligue4,depth=2");
    let tree = mistaken_tree(&task, &[]).unwrap();
    let nodes: Vec<serde_json::Value> =
        tree.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // A leaf of the first move, told before its parent and the root.
    let mut told: Vec<serde_json::Value> = Vec::new();
    let mut open: Vec<serde_json::Value> = Vec::new();
    for node in &nodes {
        while open.last().is_some_and(|last| last["depth"].as_u64() >= node["depth"].as_u64()) {
            told.extend(open.pop());
        }
        open.push(node.clone());
    }
    told.extend(open.into_iter().rev());
    told[2]["value"] = serde_json::json!(123_456.5);
    let text: String = told.iter().map(|node| node.to_string() + "\n").collect();
    let graded = grade(&task, text.as_bytes()).unwrap();
    let found = graded.difference.unwrap();
    assert_eq!((found.line, found.moves.len(), graded.cut), (3, 2, false));
    assert_eq!(found.found, "123456.5");
    assert_eq!(graded.compared, nodes.len());
}
