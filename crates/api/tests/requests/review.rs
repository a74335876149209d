//! Reviews of games, and games as texts.

use crate::carrier::{post, server};
use serde_json::{Value, json};

fn events(text: &str, name: &str) -> Vec<Value> {
    let head = format!("event: {name}\ndata: ");
    text.split("\n\n")
        .filter_map(|block| block.strip_prefix(&head))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[test]
fn a_review_judges_every_move_the_last_one_first() {
    let server = server();
    // The second player leaves three in the bottom row alone, and loses at once.
    let body = json!({"game": "connect4", "position": "41527637463", "lang": "en"});
    let session = alinea_catalogue::open("connect4").unwrap().read("41527637463").unwrap();
    let answer = post(&server, "/api/v1/review", body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let judged = events(&answer.text, "judged");
    let plies: Vec<u64> = judged.iter().map(|one| one["ply"].as_u64().unwrap()).collect();
    let count = session.moves().len() as u64;
    assert_eq!(plies, (1..=count).rev().collect::<Vec<_>>());
    let stop = alinea_search::Stop::new();
    let options = alinea_coach::ReviewOptions::default();
    let own = alinea_coach::review(&*session, &options, &stop, &mut |_| {}).unwrap();
    let words: Vec<Value> = own
        .moves
        .iter()
        .rev()
        .map(|one| alinea_coach::JudgedJson::new(one, alinea_words::Language::English))
        .map(|one| serde_json::to_value(one).unwrap())
        .collect();
    assert_eq!(judged, words);
    assert!(judged.iter().any(|one| one["turning_point"] == true), "{judged:?}");
    let end = events(&answer.text, "done");
    assert_eq!(end.len(), 1);
    assert_eq!(end[0]["complete"], true);
    assert!(end[0]["accuracy"]["first"].as_f64().unwrap() <= 100.0);
}

#[test]
fn a_review_speaks_the_reader_s_language_and_keeps_to_its_limits() {
    let server = server();
    let body = json!({"game": "gomoku:9", "position": "e5a1e6a9e7i1e8i9", "lang": "pt-BR",
        "limits": {"nodes": 2000}});
    let answer = post(&server, "/api/v1/review", body);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let judged = events(&answer.text, "judged");
    assert_eq!(judged.len(), 8);
    let reasons: Vec<&str> = judged.iter().filter_map(|one| one["reason"].as_str()).collect();
    assert!(reasons[0].contains("deixa o adversário ganhar à força"), "{reasons:?}");
}

#[test]
fn what_cannot_be_reviewed_is_refused_with_a_sentence() {
    let server = server();
    for (body, why) in [
        (json!({"game": "connect4"}), "There is no move to judge in this game"),
        (json!({"game": "connect4", "moves": ["4", "8"]}), "8 is not on the board"),
        (json!({"game": "connect4", "position": "44", "limits": {"time": 1e9}}), "60"),
    ] {
        let answer = post(&server, "/api/v1/review", body);
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert!(answer.why().contains(why), "{}", answer.why());
    }
}

#[test]
fn games_are_read_from_texts_and_written_as_texts() {
    let server = server();
    let text = "(;GM[4]SZ[15]RU[1]PB[Ana]PW[Bo];B[hh];W[ih];B[hi])";
    let read = post(&server, "/api/v1/read", json!({"text": text})).json();
    let moves = json!(["h8", "i8", "h7"]);
    assert_eq!(
        read,
        json!({"games": [{"game": "standard", "position": "-", "moves": moves,
            "first": "Ana", "second": "Bo"}]})
    );
    for format in ["sgf", "psq"] {
        let body = json!({"game": "standard", "moves": moves, "format": format, "first": "Ana"});
        let written = post(&server, "/api/v1/write", body).json();
        let body = json!({"text": written["text"], "game": "standard"});
        let again = post(&server, "/api/v1/read", body).json();
        assert_eq!(again["games"][0]["moves"], moves, "{written}");
    }
    let digits = post(&server, "/api/v1/read", json!({"text": "44453", "game": "connect4"})).json();
    assert_eq!(digits["games"][0]["moves"], json!(["4", "4", "4", "5", "3"]));
    assert_eq!(digits["games"][0]["game"], "connect4");
}

#[test]
fn texts_that_are_no_games_are_refused_with_the_line() {
    let server = server();
    let long = "x".repeat(200_000);
    for (body, status, why) in [
        (json!({"text": ""}), 422, "Line 1: there is no game in this text"),
        (
            json!({"text": "(;GM[4]SZ[15]\n;B[hh];W[hh])"}),
            422,
            "Line 2: move 2 (h8) is not legal: h8 is taken",
        ),
        (
            json!({"text": "44", "game": "connect4:99x99", "lang": "es"}),
            422,
            "Línea 1: no se puede leer: connect4: se esperaban de 4 a 9 columnas",
        ),
        (
            json!({"text": r#"{"game": "connect4", "start": "diagram:x", "moves": []}"#, "lang": "es"}),
            422,
            "Línea 1: no se puede leer: diagrama: se esperaban 7 columnas y 6 filas",
        ),
        (json!({"text": "(;GM[4]SZ[15];B[hh"}), 422, "the file ends in the middle of a game"),
        (json!({"text": "what a day", "game": "connect4"}), 422, "Line 1"),
        (json!({"text": long}), 413, "long"),
    ] {
        let answer = post(&server, "/api/v1/read", body);
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.why().contains(why), "{}", answer.why());
    }
    let body = json!({"game": "connect4", "position": "44", "format": "psq"});
    let answer = post(&server, "/api/v1/write", body);
    assert_eq!((answer.status, answer.why().starts_with("PSQ writes")), (422, true));
}
