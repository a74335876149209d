//! The grader finds every mistake that was put in, and accepts what is right.

use alinea_catalogue::{TraceKeep, TraceQuestion, open};
use alinea_lab::grade::{Assignment, Mistake, grade};
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use serde_json::json;

fn assignment(engine: &str) -> Assignment {
    Assignment {
        game: "boom".into(),
        position: "-".into(),
        engine: engine.parse().unwrap(),
        files: None,
    }
}

const ENGINE: &str = "textbook:heuristic=valoracion-test,depth=4";

/// The tree of a textbook search as `alinea trace --json` prints it.
fn tree(engine: &str) -> String {
    let keep = TraceKeep { max_nodes: 100_000, max_ply: 99, limits: Limits::default() };
    let report = open("boom")
        .unwrap()
        .trace(TraceQuestion::root(&engine.parse().unwrap(), keep), &Stop::new(), &mut |_| {})
        .unwrap();
    let finite = |value: f64| value.is_finite().then_some(value);
    let line = |node: &alinea_search::TraceNode<String>| {
        json!({"move": node.mv, "depth": node.ply, "value": node.value,
            "alpha": finite(node.window.alpha), "beta": finite(node.window.beta)})
        .to_string()
    };
    report.nodes.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_textbook_search_is_correct() {
    let grade = grade(&assignment(ENGINE), &tree(ENGINE)).unwrap();
    assert_eq!(grade.divergence, None);
    assert!(grade.compared > 100);
}

#[test]
fn trees_of_another_depth_or_cut_are_recognised() {
    for (engine, mistake) in [
        ("textbook:heuristic=valoracion-test,depth=5", Mistake::OnePlyMore),
        ("textbook:heuristic=valoracion-test,depth=3", Mistake::OnePlyLess),
        ("textbook:heuristic=valoracion-test,depth=4,cut=strict", Mistake::OtherCut),
    ] {
        let grade = grade(&assignment(ENGINE), &tree(engine)).unwrap();
        assert_eq!(grade.mistake, Some(mistake));
        assert!(grade.divergence.is_some());
    }
}

#[test]
fn a_changed_value_is_found_where_it_happened() {
    let right = tree(ENGINE);
    let leaf = right.lines().position(|line| line.contains("\"depth\":4")).unwrap();
    let lines: Vec<String> = right
        .lines()
        .enumerate()
        .map(
            |(i, line)| {
                if i == leaf { line.replace("\"value\":", "\"value\":7") } else { line.into() }
            },
        )
        .collect();
    let grade = grade(&assignment(ENGINE), &lines.join("\n")).unwrap();
    let divergence = grade.divergence.clone().unwrap();
    assert_eq!(divergence.line, leaf + 1);
    let message = Language::English.say(&divergence.message);
    assert!(message.starts_with("value of 1: expected"), "{message}");
    assert_eq!(divergence.moves, ["1", "1", "1", "1"]);
    assert_eq!(grade.mistake, None);
    let text = grade.text(Language::English);
    assert!(text.contains("No classic mistake gives this trace."), "{text}");
    assert!(text.contains("    1 . . . . . .".replace('1', "o").as_str()), "{text}");
}

/// A logged game of a search with a mistake, in the course's format.
fn log(moves: &[(&str, f64, &str)]) -> String {
    let line = |(legal, value, mv): &(&str, f64, &str)| {
        format!("Acciones aplicables Verde: {legal}\nValor MiniMax: {value} Accion: {mv}\n")
    };
    moves.iter().map(line).collect()
}

#[test]
fn logs_are_compared_turn_by_turn() {
    let all = "PUT 1 PUT 2 PUT 3 PUT 4 PUT 5 PUT 6 PUT 7";
    let desconecta = assignment("textbook:heuristic=valoracion-test,depth=2");
    let correct = log(&[(all, 3.0, "PUT 4"), (all, 3.0, "PUT 4")]);
    let graded = grade(&desconecta, &correct).unwrap();
    assert_eq!(graded.divergence, None, "{:?}", graded.divergence);
    let wrong_actions = log(&[("PUT 1 PUT 2", 3.0, "PUT 4")]);
    let message = grade(&desconecta, &wrong_actions).unwrap().divergence.unwrap().message;
    let message = Language::English.say(&message);
    assert!(message.starts_with("applicable actions: expected 1 2 3"), "{message}");
    let wrong_value = log(&[(all, 3.0, "PUT 4"), (all, 4.0, "PUT 4")]);
    let divergence = grade(&desconecta, &wrong_value).unwrap().divergence.unwrap();
    assert_eq!((divergence.line, divergence.moves.join("").as_str()), (4, "4"));
    let shallow = grade(&desconecta, "nothing of the kind").unwrap_err().to_string();
    assert!(shallow.starts_with("line 1: expected lines 'Valor MiniMax"), "{shallow}");
}
