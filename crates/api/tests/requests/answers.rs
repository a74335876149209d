//! Every request and its answer, over whatever carries the API.

use crate::carrier::{get, post, post_text, read_until, server};
use serde_json::{Value, json};

fn iterations(text: &str) -> Vec<Value> {
    text.split("\n\n")
        .filter_map(|block| block.strip_prefix("event: iteration\ndata: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[test]
fn the_catalogue_names_games_and_engines() {
    let answer = get(&server(), "/api/v1/games");
    assert_eq!(answer.status, 200);
    let json = answer.json();
    let games: Vec<&str> =
        json["games"].as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    assert_eq!(games, alinea_catalogue::GAMES);
    let first = &json["games"][0];
    assert!(first["engines"].as_array().unwrap().contains(&json!("level")));
    assert!(first["heuristics"].as_array().unwrap().contains(&json!("ligue4")));
}

#[test]
fn a_view_tells_all_the_page_needs() {
    let server = server();
    let body = json!({"game": "connect4", "position": "44", "moves": ["5", "3"]});
    let view = post(&server, "/api/v1/view", body).json();
    assert_eq!(view["moves"], json!(["4", "4", "5", "3"]));
    assert_eq!(view["rows"][5], "..oxx..");
    assert_eq!(view["turn"], "first");
    assert_eq!(view["gravity"], true);
    assert_eq!(view["landing"]["4"], "d3");
    assert_eq!(view["effects"], json!([{"placed": "c1", "player": "second", "bomb": false}]));
    let body = json!({"game": "connect4", "position": "4343434"});
    let won = post(&server, "/api/v1/view", body).json();
    assert_eq!(won["outcome"], json!({"winner": "first"}));
    assert_eq!(won["line"].as_array().unwrap().len(), 4);
    assert_eq!(won["legal"], json!([]));
    assert_eq!(won["effects"][0]["placed"], "d4");
}

#[test]
fn an_explosion_is_told_in_effects() {
    // Nine moves each, the tenth places a bomb; BOOM takes the mover's stones of its row.
    let server = server();
    let moves: Vec<String> = "1234567122".chars().map(String::from).collect();
    let body = json!({"game": "boom", "moves": moves});
    let before = post(&server, "/api/v1/view", body).json();
    assert_eq!(before["bombs"].as_array().unwrap().len(), 2, "{before}");
    let boom = before["legal"].as_array().unwrap().last().unwrap().clone();
    assert!(before["landing"].get(boom.as_str().unwrap()).is_none());
    let mut moves: Vec<Value> = moves.into_iter().map(Value::from).collect();
    moves.push(boom);
    let after = post(&server, "/api/v1/view", json!({"game": "boom", "moves": moves})).json();
    let effects = after["effects"].as_array().unwrap();
    assert!(effects.iter().any(|effect| effect.get("removed").is_some()), "{after}");
}

#[test]
fn an_engine_moves_and_the_board_follows() {
    let server = server();
    let body = json!({"game": "connect4", "position": "443", "engine": "level:3,seed=7"});
    let answer = post(&server, "/api/v1/move", body.clone());
    assert_eq!(answer.status, 200, "{}", answer.text);
    let json = answer.json();
    assert_eq!(json["view"]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(json["view"]["moves"][3], json["move"]);
    assert_eq!(json["thought"]["best"], json["move"]);
    // The same request gives the same move: nothing is remembered between requests.
    let again = post(&server, "/api/v1/move", body).json();
    assert_eq!(again["move"], json["move"]);
}

#[test]
fn an_analysis_is_a_stream_whose_numbers_are_the_engine_s_own() {
    let server = server();
    let body = json!({"game": "connect4", "position": "443", "limits": {"depth": 4}, "lines": 2,
        "engine": "textbook:heuristic=ligue4,depth=4"});
    let answer = post(&server, "/api/v1/analyze", body);
    assert_eq!(answer.status, 200);
    assert!(answer.text.ends_with("event: done\ndata: {\"yielded\":false}\n\n"));
}

/// What `alinea analyze --json` prints last.
fn own_words(game: &str, position: &str, engine: &str) -> Value {
    let session = alinea_catalogue::open(game).unwrap().read(position).unwrap();
    let mut seat = session.seat(&engine.parse().unwrap()).unwrap();
    let limits =
        alinea_search::Limits { depth: Some(4), lines: 2, ..alinea_search::Limits::nodes(2000) };
    let limits = limits.for_analysis();
    let stop = alinea_search::Stop::new();
    let mut shown = None;
    let mut observe = |thought: &alinea_search::Thought<String>| shown = Some(thought.clone());
    let end = seat.think(session.as_ref(), &limits, &stop, &mut observe).unwrap();
    // The end of a search is printed if it adds anything to the last iteration but its effort.
    let already = shown.filter(|last| end.says_the_same(last));
    let last = already.unwrap_or(end);
    let own = alinea_catalogue::json::Iteration::new(&last, alinea_words::Language::English);
    serde_json::to_value(own).unwrap()
}

#[test]
fn every_engine_of_every_game_says_here_what_it_says_on_the_command_line() {
    let server = server();
    let mut seen = 0;
    let positions = [
        ("connect4", "443"),
        ("gomoku", "h8i9"),
        ("standard", "h8i9"),
        ("renju", "h8i9j10"),
        ("caro", "h8i9"),
        ("boom", "4433"),
        ("mnk:3x3x3", "b2a1"),
    ];
    assert_eq!(positions.len(), alinea_catalogue::GAMES.len());
    for (game, position) in positions {
        for engine in alinea_catalogue::open(game).unwrap().engines() {
            let engine = if engine == "level" { "level:3" } else { engine };
            let body = json!({"game": game, "position": position, "engine": engine, "lines": 2,
                "limits": {"depth": 4, "nodes": 2000}});
            let answer = post(&server, "/api/v1/analyze", body);
            let told = iterations(&answer.text);
            let last = told.last().unwrap_or_else(|| panic!("{game} {engine}: {}", answer.text));
            let own = own_words(game, position, engine);
            for key in
                ["depth", "score", "best", "line", "nodes", "moves", "reason", "marks", "forced"]
            {
                assert_eq!(last[key], own[key], "{key} of {engine} in {game}");
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} engines");
}

/// The last word of a search arrives even if it only adds the line and the reason.
#[test]
fn connect_four_says_its_line_and_why() {
    let body = json!({"game": "connect4", "position": "4444432226512", "lang": "en"});
    let told = iterations(&post(&server(), "/api/v1/analyze", body).text);
    let last = told.last().unwrap();
    // A win in three plies: the whole line, to the end.
    assert_eq!(last["score"]["win"], 3, "{last}");
    assert_eq!(last["line"].as_array().unwrap().len(), 3, "{last}");
    assert_eq!(last["moves"][0]["line"], last["line"]);
    let reason = last["reason"].as_str().unwrap();
    assert!(reason.starts_with("You ") || reason.starts_with("With best play"), "{reason}");
}

/// A forced win comes with its numbered attacks, and every defence with its refutation, which asked for after the defence is found again.
#[test]
fn a_forced_win_is_shown_with_its_defences() {
    let server = server();
    // Black has an open three that White ignored.
    let moves = json!(["h8", "a15", "i8", "o15", "j8", "a1"]);
    let body = json!({"game": "gomoku", "moves": moves, "limits": {"nodes": 20_000}, "lines": 3});
    let told = iterations(&post(&server, "/api/v1/analyze", body).text);
    let forced = &told.last().unwrap()["forced"];
    assert_eq!(forced["by"], "fours");
    assert_eq!(forced["line"][0], told.last().unwrap()["best"]);

    let ask = |moves: &Value| {
        let body = json!({"game": "gomoku", "moves": moves, "limits": {"nodes": 20_000}});
        post(&server, "/api/v1/threats", body).json()
    };
    let answer = ask(&moves);
    assert_eq!(answer["win"], true);
    assert_eq!(answer["line"], forced["line"]);
    assert_eq!(answer["escape"]["ply"], 5);
    assert!(answer["escape"]["reason"].as_str().unwrap().contains("move 6"), "{answer}");
    assert!(answer["reason"].as_str().unwrap().starts_with("You win in 2 moves"), "{answer}");
    assert!(!answer["marks"].as_array().unwrap().is_empty());

    // A three that is answered at once: each answer is refuted, here and when asked about.
    let mut after = moves.as_array().unwrap().clone();
    after.push(answer["line"][0].clone());
    after.push(json!("b2"));
    assert_eq!(ask(&Value::Array(after))["win"], true);
    let none = ask(&json!(["h8"]));
    assert_eq!(
        (&none["win"], &none["line"], &none["escape"]),
        (&json!(false), &json!([]), &json!(null))
    );

    let other = post(&server, "/api/v1/threats", json!({"game": "boom"}));
    assert_eq!(other.status, 422);
}

#[test]
fn a_heuristic_gives_its_value_and_parts() {
    let body =
        json!({"game": "connect4", "position": "445", "heuristic": "ligue4", "player": "first"});
    let json = post(&server(), "/api/v1/eval", body).json();
    assert_eq!(json["value"], json!(126.1));
    let sum: f64 =
        json["parts"].as_array().unwrap().iter().map(|p| p["points"].as_f64().unwrap()).sum();
    assert!((sum - 126.1).abs() < 1e-9, "{sum}");
}

#[test]
fn refusals_say_what_and_why_in_the_reader_s_language() {
    let server = server();
    let full = json!({"game": "connect4", "position": "444444", "moves": ["4"], "lang": "es"});
    let answer = post(&server, "/api/v1/view", full);
    assert_eq!(answer.status, 422);
    assert_eq!(answer.why(), "La columna 4 está llena");
    let cases = [
        ("/api/v1/view", json!({"game": "conect4"}), "did you mean 'connect4'"),
        ("/api/v1/view", json!({"game": "mnk:999999x9x9"}), "mnk"),
        (
            "/api/v1/view",
            json!({"game": "connect4", "position": "48"}),
            "Move 2 (8) is not legal: 8 is not on the board",
        ),
        ("/api/v1/view", json!({"game": "connect4", "position": "diagram:x"}), ""),
        (
            "/api/v1/view",
            json!({"game": "connect4", "moves": ["4".repeat(99)]}),
            "one text for each",
        ),
        ("/api/v1/view", json!({"game": "boom", "moves": vec!["1"; 5000]}), "at most 2048"),
        ("/api/v1/eval", json!({"game": "connect4", "heuristic": "liga"}), "Unknown heuristic"),
        ("/api/v1/move", json!({"game": "connect4", "engine": "gnu"}), "Unknown engine"),
        ("/api/v1/move", json!({"game": "connect4", "engine": "best:threads=99"}), "threads"),
        ("/api/v1/move", json!({"game": "connect4", "engine": "best:table=16000"}), "table"),
        (
            "/api/v1/move",
            json!({"game": "connect4", "engine": "best", "limits": {"time": 1e9}}),
            "60",
        ),
        (
            "/api/v1/move",
            json!({"game": "connect4", "position": "4343434", "engine": "best"}),
            "over",
        ),
        ("/api/v1/analyze", json!({"game": "connect4", "lines": 5000}), "lines"),
    ];
    for (path, body, why) in cases {
        let answer = post(&server, path, body.clone());
        assert_eq!(answer.status, 422, "{body}: {}", answer.text);
        assert!(answer.why().contains(why), "{body}: {}", answer.why());
    }
}

#[test]
fn nonsense_is_answered_in_json() {
    let server = server();
    for body in ["", "{", "[]", "nul", "{\"game\": 4}", "{}", "\u{0}"] {
        let answer = post_text(&server, "/api/v1/view", body);
        assert!((400..500).contains(&answer.status), "{body:?}: {}", answer.status);
        assert!(!answer.why().is_empty(), "{body:?}");
    }
    let huge = format!("{{\"game\": \"{}\"}}", "x".repeat(100_000));
    assert_eq!(post_text(&server, "/api/v1/view", huge).status, 413);
}

/// The names of a stream's events, and their data.
fn events(text: &str) -> Vec<(&str, Value)> {
    text.split("\n\n")
        .filter_map(|block| block.strip_prefix("event: ")?.split_once("\ndata: "))
        .map(|(name, data)| (name, serde_json::from_str(data).unwrap()))
        .collect()
}

#[test]
fn a_turn_tells_the_board_and_then_the_answer() {
    let server = server();
    let seats = json!({"second": "level:1"});
    let body = json!({"game": "connect4", "moves": ["4"], "seats": seats});
    let answer = post(&server, "/api/v1/turn", body).text;
    let told = events(&answer);
    let names: Vec<&str> = told.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["view", "move", "done"], "{answer}");
    assert_eq!(told[0].1["moves"], json!(["4"]));
    let moves = told[1].1["view"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[1], told[1].1["move"]);
}

#[test]
fn a_turn_of_a_person_or_at_the_end_has_no_answer() {
    let server = server();
    let person = json!({"game": "connect4", "moves": ["4"], "seats": {"first": "level:1"}});
    let over = json!({"game": "connect4", "position": "4343434", "seats": {"second": "level:1"}});
    for body in [person, over] {
        let answer = post(&server, "/api/v1/turn", body).text;
        let names: Vec<&str> = events(&answer).iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["view", "done"], "{answer}");
    }
    let full = json!({"game": "connect4", "position": "444444", "moves": ["4"]});
    assert_eq!(post(&server, "/api/v1/turn", full).status, 422);
}

#[test]
fn an_analysis_can_tell_the_board_first() {
    let body = json!({"game": "mnk:3x3x3", "moves": ["b2"], "limits": {"depth": 2}, "view": true});
    let answer = post(&server(), "/api/v1/analyze", body).text;
    let told = events(&answer);
    assert_eq!(told[0].0, "view");
    assert_eq!(told[0].1["moves"], json!(["b2"]));
    assert_eq!(told[1].0, "iteration");
}

#[test]
fn an_endless_analysis_goes_on_until_it_is_stopped_and_says_so() {
    let server = server();
    let mut heard = 0;
    let mut last = String::new();
    let limits = json!({"endless": true});
    let body = json!({"game": "gomoku", "moves": ["h8"], "limits": limits, "lines": 2});
    read_until(&server, "/api/v1/analyze", body, &mut |text| {
        heard = iterations(text).len();
        last = text.to_owned();
        heard >= 4
    });
    assert!(heard >= 4);
    // A carrier whose reader went away may not be able to say the last word.
    let end = last.rsplit("event: ").next().unwrap();
    assert!(end == "done\ndata: {\"yielded\":true}\n\n" || end.starts_with("iteration"), "{last}");
}

#[test]
fn an_exercise_shows_a_wrong_trace_and_where_it_is_wrong() {
    let server = server();
    let ask = |seed: u64, lang: &str| {
        post(&server, "/api/v1/bug", json!({"seed": seed, "lang": lang})).json()
    };
    for seed in 0..4 {
        let exercise = ask(seed, "en");
        assert_eq!(exercise, ask(seed, "en"), "the same number gives the same exercise");
        let trace = exercise["trace"].as_array().unwrap();
        assert!(trace.len() > 3 && trace[0]["move"].is_null() && trace[0]["depth"] == 0);
        let line = exercise["line"].as_u64().unwrap() as usize;
        assert!((1..=trace.len()).contains(&line), "{exercise}");
        // The board there has a stone for every move that leads to it, or the game has bombs.
        let stones =
            |board: &Value| board.as_str().unwrap().chars().filter(|c| c.is_alphabetic()).count();
        let moves = exercise["moves"].as_array().unwrap();
        if exercise["game"] != "boom" {
            let there = stones(&exercise["board"]) + moves.len();
            assert_eq!(stones(&exercise["there"]), there, "{exercise}");
        }
        // A node that is missing shows at the one that stands in its place.
        let depth = trace[line - 1]["depth"].as_u64().unwrap() as usize;
        assert!(depth.abs_diff(moves.len()) <= 1, "{exercise}");
        let options = exercise["options"].as_array().unwrap();
        assert_eq!(options.len(), 4);
        assert!((exercise["answer"].as_u64().unwrap() as usize) < options.len());
        for (lang, word) in [("pt-BR", "esperado"), ("es", "esperaba")] {
            let told = ask(seed, lang);
            assert_eq!((&told["line"], &told["answer"]), (&exercise["line"], &exercise["answer"]));
            assert_ne!(told["options"], exercise["options"], "{lang}");
            assert!(told["message"].as_str().unwrap().contains(word), "{lang}: {told}");
        }
    }
    let refused = post(&server, "/api/v1/bug", json!({"seed": "x"}));
    assert_eq!(refused.status, 422);
}
