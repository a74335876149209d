//! Puzzles, tries and lessons.

use crate::carrier::{post, server};
use serde_json::{Value, json};

#[test]
fn puzzles_are_listed_and_told_whole_by_their_ids() {
    let server = server();
    let all = post(&server, "/api/v1/puzzles", json!({}));
    assert_eq!(all.status, 200, "{}", all.text);
    let rows = all.json()["puzzles"].as_array().unwrap().clone();
    assert!(rows.len() >= 440, "{}", rows.len());
    assert!(rows.iter().all(|row| row["task"].is_null()), "the list tells no solutions");
    let ids: Vec<&Value> = [5, 300, 430].iter().map(|&at| &rows[at]["id"]).collect();
    let whole = post(&server, "/api/v1/puzzles", json!({"ids": ids, "lang": "es"}));
    assert_eq!(whole.status, 200, "{}", whole.text);
    for (row, id) in whole.json()["puzzles"].as_array().unwrap().iter().zip(&ids) {
        assert_eq!(row["id"], **id);
        let task = &row["task"];
        assert_eq!(task["view"]["moves"].as_array().unwrap().concat(), task["position"]);
        assert!(task["view"]["outcome"].is_null());
        let legal = task["view"]["legal"].as_array().unwrap();
        assert!(legal.contains(&task["solution"][0]), "{row}");
        assert!(task["proven"].as_str().unwrap().contains("emostrad"), "{row}");
    }
}

/// Texts joined: moves of a view.
trait Joined {
    fn concat(&self) -> String;
}

impl Joined for Vec<Value> {
    fn concat(&self) -> String {
        self.iter().filter_map(Value::as_str).collect()
    }
}

#[test]
fn what_is_no_puzzle_is_refused_with_a_sentence() {
    let server = server();
    let unknown = post(&server, "/api/v1/puzzles", json!({"ids": ["nothing"]}));
    assert_eq!((unknown.status, unknown.why().contains("nothing")), (422, true));
    let many = vec!["a"; 25];
    let many = post(&server, "/api/v1/puzzles", json!({"ids": many}));
    assert_eq!((many.status, many.why().contains("at most 24")), (422, true));
    let lesson = post(&server, "/api/v1/lessons", json!({"id": "chess"}));
    assert_eq!((lesson.status, lesson.why().contains("chess")), (422, true));
    for (body, word) in [
        (json!({"game": "mnk:3x3x3", "position": "b2", "goal": "win"}), "no puzzles"),
        (json!({"game": "connect4", "goal": "win"}), "no move"),
        (json!({"game": "connect4", "position": "4", "goal": "lose"}), "lose"),
    ] {
        let answer = post(&server, "/api/v1/try", body);
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert!(answer.why().contains(word), "{}", answer.why());
    }
}

#[test]
fn a_try_is_accepted_with_a_reply_or_refuted_with_a_line() {
    let server = server();
    let at = |moves: &[&str], goal: &str| {
        let body = json!({"game": "connect4", "position": "4455", "moves": moves, "goal": goal});
        let answer = post(&server, "/api/v1/try", body);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    let right = at(&["3"], "win");
    assert_eq!((&right["kept"], &right["reason"]), (&json!(true), &Value::Null));
    // The reply stands on the board, and the winner is to move again.
    assert_eq!(right["view"]["moves"].as_array().unwrap().len(), 6);
    assert_eq!(right["view"]["moves"][5], right["reply"]);
    let over = at(&["3", "2", "6"], "win");
    assert_eq!((&over["kept"], &over["reply"]), (&json!(true), &Value::Null));
    assert_eq!(over["view"]["outcome"]["winner"], "first");
    let wrong = at(&["1"], "win");
    assert_eq!((&wrong["kept"], &wrong["reply"]), (&json!(false), &Value::Null));
    assert!(!wrong["line"].as_array().unwrap().is_empty());
    assert_eq!(wrong["reason"], "after 1 the other side wins");
    // What wins also holds.
    assert_eq!(at(&["6"], "hold")["kept"], true);
    assert_eq!(at(&["1"], "hold")["kept"], false);
}

#[test]
fn lessons_have_boards_words_and_puzzles() {
    let server = server();
    let list = post(&server, "/api/v1/lessons", json!({"lang": "pt-BR"})).json();
    let rows = list["lessons"].as_array().unwrap();
    assert_eq!(rows.len(), 15);
    assert_eq!(rows[0]["title"], "Ameaças");
    for row in rows {
        let body = json!({"id": row["id"], "lang": "en"});
        let answer = post(&server, "/api/v1/lessons", body);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let lesson = answer.json()["lessons"][0].clone();
        assert!(!lesson["steps"].as_array().unwrap().is_empty());
        for step in lesson["steps"].as_array().unwrap() {
            assert!(step["text"].as_str().unwrap().len() > 20, "{step}");
            assert_eq!(step["goal"].is_null(), step["answer"].is_null());
        }
        assert_eq!(lesson["puzzles"].as_array().unwrap().len(), 3, "{}", row["id"]);
    }
}
