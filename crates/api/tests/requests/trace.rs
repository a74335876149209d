//! The search viewer's routes: every number is the textbook search's own.

use crate::carrier::{post, read_until, server};
use alinea_catalogue::{TraceKeep, TraceQuestion, json::TraceRow, open};
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use serde_json::{Value, json};
use std::collections::HashMap;

const TRACE: &str = "/api/v1/trace";

/// The whole search as `alinea trace --json` prints it, by path.
fn whole(game: &str, position: &str, engine: &str) -> HashMap<String, Value> {
    let session = open(game).unwrap().read(position).unwrap();
    let keep = TraceKeep { max_nodes: usize::MAX, max_ply: u32::MAX, limits: Limits::default() };
    let report = session
        .trace(TraceQuestion::root(&engine.parse().unwrap(), keep), &Stop::new(), &mut |_| {})
        .unwrap();
    let mut paths: HashMap<u64, String> = HashMap::new();
    let mut found = HashMap::new();
    for node in &report.nodes {
        let above = node.parent.map(|parent| paths[&parent].clone()).unwrap_or_default();
        let path = match &node.mv {
            None => String::new(),
            Some(mv) if above.is_empty() => mv.clone(),
            Some(mv) => format!("{above}.{mv}"),
        };
        paths.insert(node.id, path.clone());
        found.insert(path, serde_json::to_value(TraceRow::new(node, Language::English)).unwrap());
    }
    found
}

fn path_of(node: &Value) -> String {
    let moves: Vec<&str> =
        node["path"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    moves.join(".")
}

fn assert_same(node: &Value, whole: &HashMap<String, Value>) {
    let expected = &whole[&path_of(node)];
    for key in ["id", "move", "depth", "max", "alpha", "beta", "value", "cut", "nodes"] {
        assert_eq!(node[key], expected[key], "{key} of {node}");
    }
}

#[test]
fn every_node_opened_alone_is_the_node_of_the_whole_search() {
    let server = server();
    let cases = [
        ("connect4", "4453", "textbook:heuristic=ligue4,depth=5"),
        ("connect4", "4453", "textbook:heuristic=quadras,depth=4,algorithm=minimax"),
        ("connect4", "44", "ligue4:depth=5"),
        ("mnk:3x3x3", "b2a1", "textbook:depth=5"),
        ("boom", "1234567122", "textbook:depth=3"),
        ("gomoku:7", "d4d5c4", "textbook:near=1,depth=3"),
    ];
    for (game, position, engine) in cases {
        let whole = whole(game, position, engine);
        let mut waiting = vec![json!({"path": []})];
        let mut seen = 0;
        let mut cuts = 0;
        // Opens a sample of the tree, each node with the window that its parent's search told.
        while let Some(mut body) = waiting.pop() {
            body["game"] = game.into();
            body["position"] = position.into();
            body["engine"] = engine.into();
            let answer = post(&server, TRACE, body);
            assert_eq!(answer.status, 200, "{}", answer.text);
            for node in answer.json()["nodes"].as_array().unwrap() {
                assert_same(node, &whole);
                seen += 1;
                cuts += usize::from(!node["cut"].is_null());
                let unopened = node["opened"] == false && node["nodes"].as_u64().unwrap() > 1;
                if unopened && (seen < 30 || seen % 11 == 0) && seen < 600 {
                    let window = json!({"alpha": node["alpha"], "beta": node["beta"]});
                    let id = &node["id"];
                    waiting.push(json!({"path": node["path"], "window": window, "id": id}));
                }
            }
        }
        assert!(seen > 50, "{game}: only {seen} nodes");
        assert_eq!(cuts == 0, engine.contains("minimax"), "{game} {engine}");
    }
}

#[test]
fn an_address_opens_its_node_and_the_way_to_it() {
    let server = server();
    let engine = "textbook:heuristic=ligue4,depth=6";
    let whole = whole("connect4", "44", engine);
    let deep =
        whole.values().filter(|node| node["depth"] == 5).max_by_key(|node| node["id"].as_u64());
    let (path, _) = whole.iter().find(|(_, node)| *node == deep.unwrap()).unwrap();
    let moves: Vec<&str> = path.split('.').collect();
    let body = json!({"game": "connect4", "position": "44", "engine": engine, "path": moves});
    let answer = post(&server, TRACE, body).json();
    assert_eq!(answer["path"], json!(moves));
    assert_eq!(answer["missing"], Value::Null);
    assert_eq!(answer["depth"], 6);
    let nodes = answer["nodes"].as_array().unwrap();
    nodes.iter().for_each(|node| assert_same(node, &whole));
    for length in 0..=moves.len() {
        let way = moves[..length].join(".");
        let node = nodes.iter().find(|node| path_of(node) == way).unwrap();
        assert!(node["opened"] == true, "{way} is told with its children");
    }
}

#[test]
fn a_number_that_none_can_be_counted_on_from_is_refused() {
    let server = server();
    let ask = |id: u64| {
        let body =
            json!({"game": "connect4", "engine": "textbook:depth=2", "window": {}, "id": id});
        post(&server, TRACE, body)
    };
    let most = 1 << 53;
    assert_eq!(ask(most).json()["nodes"][0]["id"], most);
    for id in [most + 1, u64::MAX] {
        let refused = ask(id);
        assert_eq!(refused.status, 422);
        assert_eq!(refused.why(), format!("id: expected at most {most}, found {id}"));
    }
}

#[test]
fn a_node_that_does_not_exist_gives_way_to_its_nearest_ancestor() {
    let server = server();
    let engine = "textbook:heuristic=ligue4,depth=3";
    let ask = |path: &[&str]| {
        let body = json!({"game": "connect4", "engine": engine, "path": path});
        post(&server, TRACE, body).json()
    };
    let tree = whole("connect4", "-", engine);
    let cut = tree.values().filter(|node| !node["cut"].is_null()).min_by_key(|n| n["id"].as_u64());
    let (path, _) = tree.iter().find(|(_, node)| *node == cut.unwrap()).unwrap();
    let mut moves: Vec<&str> = path.split('.').collect();
    let there = moves.clone();
    moves.push("7");
    let answer = ask(&moves);
    assert_eq!(answer["path"], json!(there));
    assert_eq!(answer["missing"], json!({"move": "7", "why": "cut"}));
    let node = answer["nodes"].as_array().unwrap().iter().find(|n| path_of(n) == *path).unwrap();
    assert!(node["skipped"].as_array().unwrap().contains(&json!("7")), "{node}");
    let answer = ask(&["1", "1", "1", "1"]);
    assert_eq!(answer["missing"], json!({"move": "1", "why": "end"}));
    assert_eq!(answer["path"], json!(["1", "1", "1"]));
    for nonsense in ["9", "x", "", "ü"] {
        let answer = ask(&["4", nonsense]);
        assert_eq!(answer["missing"], json!({"move": nonsense, "why": "none"}));
        assert_eq!(answer["path"], json!(["4"]));
    }
}

#[test]
fn a_tree_beyond_the_limit_offers_the_greatest_depth_that_works() {
    let server = server();
    let ask = |depth: u32, nodes: u64| {
        json!({"game": "connect4", "nodes": nodes,
            "engine": format!("textbook:heuristic=ligue4,depth={depth},algorithm=minimax")})
    };
    // Minimax visits 1 + 7 + 49 + 343 + 2401 nodes at depth 4.
    let beyond = post(&server, TRACE, ask(90, 2801)).json();
    assert_eq!(beyond["beyond"], json!({"nodes": 2801, "nearest": 4}));
    assert_eq!(beyond["nodes"], json!([]));
    let fits = post(&server, TRACE, ask(4, 2801)).json();
    assert_eq!(fits["beyond"], Value::Null);
    assert_eq!(fits["nodes"][0]["nodes"], 2801);
    let none = post(&server, TRACE, ask(4, 3)).json();
    assert_eq!(none["beyond"], json!({"nodes": 3, "nearest": null}));
}

/// The events of a stream with their names.
fn events(text: &str) -> Vec<(String, Value)> {
    let blocks = text.split("\n\n").filter_map(|block| block.split_once("\ndata: "));
    let parse = |(name, data): (&str, &str)| -> (String, Value) {
        (name.trim_start_matches("event: ").to_owned(), serde_json::from_str(data).unwrap())
    };
    blocks.map(parse).collect()
}

/// What a reader of the stream holds at its end, by path.
fn gathered(events: &[(String, Value)]) -> HashMap<String, Value> {
    let nodes = events.iter().filter(|(name, _)| name == "nodes");
    let all = nodes.flat_map(|(_, word)| word["nodes"].as_array().unwrap());
    all.map(|node| (path_of(node), node.clone())).collect()
}

#[test]
fn a_watched_tree_ends_as_the_tree_told_at_once() {
    const ENGINE: &str = "textbook:heuristic=ligue4,depth=8";
    let server = server();
    for (engine, path) in [(ENGINE, json!([])), (ENGINE, json!(["4", "4"]))] {
        let mut body = json!({"game": "connect4", "position": "44", "engine": engine});
        if path != json!([]) {
            let whole = post(&server, TRACE, body.clone()).json();
            let nodes = whole["nodes"].as_array().unwrap();
            let node = nodes.iter().find(|node| node["path"] == path).unwrap();
            body["window"] = json!({"alpha": node["alpha"], "beta": node["beta"]});
            body["id"] = node["id"].clone();
            body["path"] = path;
        }
        let told = events(&post(&server, "/api/v1/watch", body.clone()).text);
        let (name, end) = told.last().unwrap();
        assert_eq!((name.as_str(), end), ("done", &json!({"depth": 8, "beyond": null})));
        let held = gathered(&told);
        let once = post(&server, TRACE, body).json();
        let nodes = once["nodes"].as_array().unwrap();
        assert_eq!(held.len(), nodes.len());
        assert!(nodes.iter().all(|node| &held[&path_of(node)] == node));
    }
}

#[test]
fn a_large_tree_is_told_before_it_is_searched_and_stops_with_its_reader() {
    let server = server();
    // From the start this search visits more than fifty million nodes.
    let body = json!({"game": "connect4", "engine": "textbook:heuristic=ligue4,depth=12"});
    let mut first = Value::Null;
    read_until(&server, "/api/v1/watch", body.clone(), &mut |text| {
        let held = gathered(&events(text));
        let Some(root) = held.get("") else { return false };
        assert_eq!((&root["done"], &root["value"]), (&json!(false), &Value::Null));
        assert!(root["nodes"].as_u64().unwrap() > 1000 && root["opened"] == true, "{root}");
        let done = held.values().find(|node| node["done"] == true);
        done.inspect(|node| first = (*node).clone()).is_some()
    });
    // What has come back is what the search of that node alone gives.
    let window = json!({"alpha": first["alpha"], "beta": first["beta"]});
    let mut alone = body.clone();
    alone["path"] = first["path"].clone();
    alone["window"] = window;
    alone["id"] = first["id"].clone();
    let again = gathered(&events(&post(&server, "/api/v1/watch", alone).text));
    for key in ["value", "nodes", "cut", "id"] {
        assert_eq!(again[&path_of(&first)][key], first[key], "{key} of {first}");
    }
}

#[test]
fn a_watched_tree_beyond_the_limits_offers_the_greatest_depth_that_works() {
    let server = server();
    let ask = |engine: &str, nodes: u64| {
        let body = json!({"game": "connect4", "nodes": nodes, "engine": engine});
        let told = events(&post(&server, "/api/v1/watch", body).text);
        told.last().unwrap().1["beyond"].clone()
    };
    let minimax = "textbook:heuristic=ligue4,algorithm=minimax";
    let deep = ask(&format!("{minimax},depth=90"), 2801);
    assert_eq!(deep, json!({"nodes": 2801, "nearest": 4}));
    assert_eq!(ask(&format!("{minimax},depth=4"), 2801), Value::Null);
    assert_eq!(ask(&format!("{minimax},depth=4"), 3), json!({"nodes": 3, "nearest": null}));
    // The forecast: minimax visits 7 times more at each ply, at most 2 billion are searched.
    let far = ask(&format!("{minimax},depth=40"), u64::MAX);
    assert_eq!(far["nodes"], 2_000_000_000_u64);
    assert!((8..=11).contains(&far["nearest"].as_u64().unwrap()), "{far}");
}

#[test]
fn cuts_are_told_in_the_reader_s_language_with_board_and_best_move() {
    let server = server();
    let ask = |lang: &str| {
        let engine = "textbook:heuristic=ligue4,depth=4";
        let body = json!({"game": "connect4", "position": "4", "engine": engine, "lang": lang});
        post(&server, TRACE, body).json()
    };
    let mut told = Vec::new();
    for lang in ["en", "pt-BR", "es"] {
        let answer = ask(lang);
        let nodes = answer["nodes"].as_array().unwrap().clone();
        let cut = nodes.iter().find(|node| !node["cut"].is_null()).unwrap();
        told.push(cut["cut"]["why"].as_str().unwrap().to_owned());
        let root = &nodes[0];
        assert_eq!(root["board"], "......./......./......./......./......./...x...");
        let child = nodes.iter().find(|node| node["path"] == json!(["1"])).unwrap();
        assert_eq!(child["board"], "......./......./......./......./......./o..x...");
        assert_eq!(child["last"], json!(["a1"]));
        let best = nodes.iter().find(|node| node["path"] == json!([root["best"]])).unwrap();
        assert_eq!(best["value"], root["value"]);
    }
    assert!(told[0].contains("already has") && told[1].contains("já tem"), "{told:?}");
    assert!(told[2].contains("ya tiene"), "{told:?}");
}

#[test]
fn a_comparison_is_a_row_of_the_command_line_s() {
    let server = server();
    let body = json!({"game": "connect4", "position": "44", "engine": "ligue4", "depth": 4});
    let row = post(&server, "/api/v1/compare", body).json();
    let session = open("connect4").unwrap().read("44").unwrap();
    let own =
        alinea_catalogue::Comparison::new(session.as_ref(), &"ligue4".parse().unwrap()).unwrap();
    let ways = alinea_catalogue::Way::ALL;
    assert_eq!(row, json!(own.row(4, &ways, Limits::default(), &Stop::new())));
    let few = json!({"game": "connect4", "engine": "ligue4", "depth": 9, "nodes": 100,
        "ways": ["minimax"]});
    let row = post(&server, "/api/v1/compare", few).json();
    assert_eq!(row, json!({"depth": 9, "minimax": null}));
}

#[test]
fn wrong_searches_are_refused_with_their_reason() {
    let server = server();
    let cases = [
        (TRACE, json!({"game": "connect4", "engine": "best"}), "Unknown textbook engine"),
        (TRACE, json!({"game": "connect4", "engine": "textbook:heuristic=liga"}), "ligue4"),
        (TRACE, json!({"game": "connect4", "engine": "textbook:depth=0"}), "depth"),
        (TRACE, json!({"game": "connect4", "engine": "textbook", "path": vec!["1"; 129]}), "128"),
        (
            TRACE,
            json!({"game": "connect4", "engine": "textbook", "path": ["1".repeat(50)]}),
            "one text",
        ),
        (
            "/api/v1/watch",
            json!({"game": "connect4", "engine": "textbook", "path": ["4"]}),
            "window",
        ),
        (
            "/api/v1/compare",
            json!({"game": "connect4", "engine": "ligue4", "depth": 0}),
            "1 to 128",
        ),
        (
            "/api/v1/compare",
            json!({"game": "connect4", "engine": "gnu:", "depth": 200}),
            "1 to 128",
        ),
    ];
    for (path, body, why) in cases {
        let answer = post(&server, path, body.clone());
        assert_eq!(answer.status, 422, "{body}: {}", answer.text);
        assert!(answer.why().contains(why), "{body}: {}", answer.why());
    }
}
