//! What a reader sees when something is wrong: the sentence in the reader's own language.

use crate::carrier::{post, post_text, server};
use serde_json::json;

#[test]
fn a_full_column_is_told_in_three_languages() {
    let server = server();
    let why = |lang: &str| {
        let body = json!({"game": "connect4", "position": "444444", "moves": ["4"], "lang": lang});
        post(&server, "/api/v1/view", body).why()
    };
    assert_eq!(why("en"), "Column 4 is full");
    assert_eq!(why("pt-BR"), "A coluna 4 está cheia");
    assert_eq!(why("es"), "La columna 4 está llena");
}

#[test]
fn an_error_has_a_key_and_values_for_programs() {
    let server = server();
    let body = json!({"game": "connect4", "lines": 99, "lang": "pt-BR"});
    let answer = post(&server, "/api/v1/analyze", body).json();
    let error = &answer["error"];
    assert_eq!(error["key"], "error.at-most");
    assert_eq!(error["values"], json!({"name": "lines", "most": "32", "found": "99"}));
    assert_eq!(error["message"], "lines: esperado no máximo 32, recebido 99");
}

#[test]
fn a_body_of_another_shape_is_refused_in_the_language_it_names() {
    let server = server();
    let answer = post_text(&server, "/api/v1/view", "{\"game\": 4, \"lang\": \"es\"}");
    assert_eq!(answer.status, 422);
    assert!(answer.why().starts_with("La petición no tiene la forma esperada"), "{}", answer.why());
}
