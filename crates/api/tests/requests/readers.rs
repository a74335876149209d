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

#[test]
fn a_text_that_is_no_move_is_told_in_three_languages() {
    let server = server();
    let why = |lang: &str| {
        let body = json!({"game": "connect4", "position": "4x", "lang": lang});
        post(&server, "/api/v1/view", body).why()
    };
    assert_eq!(why("en"), "Move 2: expected a column from 1 to 7, found 'x'");
    assert_eq!(why("pt-BR"), "Lance 2: esperada uma coluna de 1 a 7, encontrado 'x'");
    assert_eq!(why("es"), "Jugada 2: se esperaba una columna de 1 a 7, se encontró 'x'");
}

#[test]
fn wrong_boards_and_squares_are_told_in_portuguese() {
    let server = server();
    let why = |body: serde_json::Value| {
        let mut body = body;
        body["lang"] = json!("pt-BR");
        post(&server, "/api/v1/view", body).why()
    };
    let floating = "diagram:......./......./......./......./x....../.......";
    assert_eq!(
        why(json!({"game": "connect4", "position": floating})),
        "Diagrama: o disco em a2 flutua: a1, abaixo dele, está vazio"
    );
    assert_eq!(
        why(json!({"game": "gomoku", "moves": ["?"]})),
        "Esperada uma casa como h8 ou linha e coluna como 7, 7 (a partir de 0, do canto superior \
         esquerdo), encontrado '?'"
    );
    assert_eq!(
        why(json!({"game": "boom", "position": "0"})),
        "Lance 1: esperada uma coluna de 1 a 7 ou B para BOOM, encontrado '0'"
    );
}

#[test]
fn wrong_names_and_options_are_told_in_portuguese() {
    let server = server();
    let why = |path: &str, mut body: serde_json::Value| {
        body["lang"] = json!("pt-BR");
        post(&server, path, body).why()
    };
    assert!(
        why("/api/v1/view", json!({"game": "conect4"}))
            .starts_with("Não existe o jogo 'conect4'; você quis dizer 'connect4'? (há: connect4,")
    );
    assert!(
        why("/api/v1/eval", json!({"game": "connect4", "heuristic": "liga"}))
            .starts_with("Não existe a heurística de connect4 'liga'")
    );
    assert_eq!(
        why("/api/v1/move", json!({"game": "connect4", "engine": "best:depth=0"})),
        "depth: esperado profundidade de 1 a 1000, encontrado '0'"
    );
    assert_eq!(
        why("/api/v1/view", json!({"game": "connect4:3x3"})),
        "connect4: esperadas de 4 a 9 colunas e pelo menos 4 linhas, como 7x6, encontrado 3x3"
    );
}
