//! Heuristic files of the one who serves: offered by name, and nothing outside their folder.

use crate::carrier::{Server, get, post, serving};
use serde_json::json;
use std::path::Path;

fn examples() -> Server {
    serving(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/heuristics"))
}

#[test]
fn files_are_offered_for_their_game_and_judge_like_any_heuristic() {
    let server = examples();
    let games = get(&server, "/api/v1/games").json();
    let offered = |at: usize| games["games"][at]["heuristics"].as_array().unwrap().clone();
    assert!(offered(0).contains(&json!("ligue4.toml")), "{games}");
    assert!(!offered(1).contains(&json!("ligue4.toml")), "{games}");
    assert!(offered(1).contains(&json!("dezenas.toml")), "{games}");
    let position = json!({ "game": "connect4", "moves": ["4", "4", "3"] });
    let ask = |heuristic: &str| {
        let mut request = position.clone();
        request["heuristic"] = json!(heuristic);
        request
    };
    let file = post(&server, "/api/v1/eval", ask("ligue4.toml")).json();
    let built_in = post(&server, "/api/v1/eval", ask("ligue4")).json();
    assert_eq!(file["value"], built_in["value"]);
    let engine = |heuristic: &str| json!({ "game": "connect4", "engine": format!("textbook:heuristic={heuristic},depth=4") });
    for path in ["/api/v1/move", "/api/v1/trace"] {
        let answer = post(&server, path, engine("ligue4.toml"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    }
}

#[test]
fn nothing_outside_the_folder_can_be_named() {
    let server = examples();
    let outside = ["../../testdata/a.toml", "/etc/passwd.toml", "..", "./ligue4.toml", "none.rhai"];
    for heuristic in outside {
        let request = json!({ "game": "connect4", "heuristic": heuristic });
        let answer = post(&server, "/api/v1/eval", request);
        assert_eq!(answer.status, 422, "{heuristic}");
    }
}

#[test]
fn a_changed_file_is_read_again_and_a_broken_one_names_its_line() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shelf");
    std::fs::create_dir_all(&folder).unwrap();
    let server = serving(&folder);
    let write = |text: &str| std::fs::write(folder.join("mine.rhai"), text).unwrap();
    let request = json!({ "game": "connect4", "engine": "textbook:heuristic=mine.rhai,depth=1" });
    let mut chosen = Vec::new();
    for column in [1, 5] {
        write(&format!(
            "// game: connect4\nfn evaluate(board, player, level) {{\n  if board.at({column}, 0) == player {{ 9 }} else {{ 0 }}\n}}\n"
        ));
        // Often enough to meet every worker again, with the engines it keeps.
        for _ in 0..12 {
            let answer = post(&server, "/api/v1/move", request.clone());
            assert_eq!(answer.status, 200, "{}", answer.text);
            chosen.push(answer.json()["move"].clone());
        }
    }
    let (before, after) = chosen.split_at(12);
    assert!(before.iter().all(|mv| *mv == json!("2")), "{before:?}");
    assert!(after.iter().all(|mv| *mv == json!("6")), "{after:?}");
    write("fn evaluate(board, player, level) {\n  1 / 0\n}\n");
    let answer = post(&server, "/api/v1/move", request);
    assert_eq!(answer.status, 422);
    assert!(answer.why().contains("Line 2"), "{}", answer.why());
}

#[test]
fn the_parts_of_a_script_have_their_points_and_cells() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parts");
    std::fs::create_dir_all(&folder).unwrap();
    let server = serving(&folder);
    let script = "// game: connect4\nfn evaluate(board, player, level) {\n  \
                  #{centre: 12, lines: #{points: -3, cells: [[3, 0], [4, 0]]}}\n}\n";
    std::fs::write(folder.join("parts.rhai"), script).unwrap();
    let request = json!({ "game": "connect4", "moves": ["4", "5"], "heuristic": "parts.rhai" });
    let told = post(&server, "/api/v1/eval", request).json();
    assert_eq!(told["value"], 9, "{told}");
    let expected = json!([
        {"label": "centre", "cells": [], "points": 12},
        {"label": "lines", "cells": ["d1", "e1"], "points": -3},
    ]);
    assert_eq!(told["parts"], expected, "{told}");
}
