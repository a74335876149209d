//! Traces as students print them: one search, told in many notations, is judged the same in each.

use alinea_lab::grade::{Assignment, Grade, Mistake, grade, mistaken_game, mistaken_tree};
use serde_json::{Value, json};

/// Every game that textbook engines play, with a small search.
const GAMES: [(&str, &str, &str); 4] = [
    ("boom", "172737", "textbook:heuristic=valoracion-test,depth=2"),
    ("connect4", "4453", "textbook:heuristic=ligue4,depth=2"),
    ("gomoku:5", "a1b1c1d2e1a3b3c4d3e3", "textbook:heuristic=dezenas,depth=2"),
    ("mnk:3x3x3", "b2a1", "textbook:heuristic=dezenas,depth=2"),
];

fn task((game, position, engine): (&str, &str, &str)) -> Assignment {
    Assignment {
        game: game.into(),
        position: position.into(),
        engine: engine.parse().unwrap(),
        files: None,
    }
}

/// The nodes of a search as it prints them, with the mistakes it has.
fn nodes(task: &Assignment, mistakes: &[Mistake]) -> Vec<Value> {
    let text = mistaken_tree(task, mistakes).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn graded(task: &Assignment, text: &[u8]) -> Grade {
    let shown = String::from_utf8_lossy(&text[..text.len().min(600)]).into_owned();
    grade(task, text).unwrap_or_else(|error| panic!("{}: {error}\n{shown}", task.game))
}

/// How a program prints its nodes.
type Notation = fn(&[Value]) -> String;

/// Checks that a notation of a right search is understood in every game, and that of a wrong one
/// in one of them.
fn is_understood(name: &str, print: Notation) {
    let turn = name.len() % GAMES.len();
    for (i, game) in GAMES.into_iter().enumerate() {
        let task = task(game);
        let right = nodes(&task, &[]);
        let text = print(&right);
        let grade = graded(&task, text.as_bytes());
        assert!(grade.is_correct(), "{name}, {}: {:?}\n{text}", game.0, grade.difference);
        // The root may be left out; nothing else may.
        assert!(grade.compared + 1 >= right.len(), "{name}, {}: {}", game.0, grade.compared);
        if i != turn {
            continue;
        }
        let wrong = nodes(&task, &[Mistake::DepthLess]);
        let grade = graded(&task, print(&wrong).as_bytes());
        let is_named = grade.candidates.iter().any(|found| found.ids() == [Mistake::DepthLess]);
        assert!(!grade.is_correct() && is_named, "{name}, {}", game.0);
    }
}

fn depth(node: &Value) -> usize {
    node["depth"].as_u64().unwrap() as usize
}

fn lines(nodes: &[Value]) -> String {
    nodes.iter().map(|node| node.to_string() + "\n").collect()
}

/// An infinity, or a number, as a program prints it.
fn number(value: &Value, infinite: &str) -> String {
    if value.is_null() { infinite.to_owned() } else { value.to_string() }
}

/// The same nodes, each behind its children.
fn after_children(nodes: &[Value]) -> Vec<Value> {
    let mut printed = Vec::new();
    let mut open: Vec<Value> = Vec::new();
    for node in nodes {
        while open.last().is_some_and(|last| depth(last) >= depth(node)) {
            printed.extend(open.pop());
        }
        open.push(node.clone());
    }
    while let Some(node) = open.pop() {
        printed.push(node);
    }
    printed
}

/// The tree as one document, children inside their parents.
fn nested(nodes: &[Value]) -> Value {
    let mut open: Vec<Value> = Vec::new();
    let close = |open: &mut Vec<Value>| {
        let child = open.pop().unwrap();
        match open.last_mut() {
            Some(parent) => parent["hijos"].as_array_mut().unwrap().push(child),
            None => open.push(child),
        }
    };
    for node in nodes {
        while open.len() > depth(node) {
            close(&mut open);
        }
        open.push(json!({"accion": node["move"], "valor": node["value"], "hijos": []}));
    }
    while open.len() > 1 {
        close(&mut open);
    }
    open.remove(0)
}

#[test]
fn json_in_every_arrangement_is_understood() {
    is_understood("a node a line", lines);
    is_understood("an array", |nodes| json!(nodes).to_string());
    is_understood("an array over many lines", |nodes| serde_json::to_string_pretty(nodes).unwrap());
    is_understood("children inside their parents", |nodes| nested(nodes).to_string());
    is_understood("other names", |nodes| {
        let named = nodes.iter().map(|node| {
            json!({"jugada": node["move"], "profundidad": node["depth"], "valor": node["value"],
                "alfa": node["alpha"], "beta": node["beta"]})
        });
        json!({"arbol": named.collect::<Vec<_>>()}).to_string()
    });
}

#[test]
fn order_root_and_direction_of_depths_are_understood() {
    is_understood("after the children", |nodes| lines(&after_children(nodes)));
    is_understood("without the root", |nodes| lines(&nodes[1..]));
    is_understood("depths that count down", |nodes| {
        let deepest = nodes.iter().map(depth).max().unwrap();
        let turned = nodes.iter().map(|node| {
            let mut node = node.clone();
            node["depth"] = json!(deepest - depth(&node));
            node.to_string() + "\n"
        });
        turned.collect()
    });
    is_understood("depths that begin at 1", |nodes| {
        let moved = nodes.iter().map(|node| {
            let mut node = node.clone();
            node["depth"] = json!(depth(&node) + 1);
            node.to_string() + "\n"
        });
        moved.collect()
    });
}

#[test]
fn infinities_are_understood() {
    fn with(nodes: &[Value], infinities: [&str; 2]) -> String {
        let line = |node: &Value| {
            let (alpha, beta) =
                (number(&node["alpha"], infinities[0]), number(&node["beta"], infinities[1]));
            format!(
                "{{\"move\": {}, \"depth\": {}, \"alpha\": {alpha}, \"beta\": {beta}, \
                 \"value\": {}}}\n",
                node["move"], node["depth"], node["value"]
            )
        };
        nodes.iter().map(line).collect()
    }
    is_understood("-Infinity", |nodes| with(nodes, ["-Infinity", "Infinity"]));
    is_understood("inf", |nodes| with(nodes, ["-inf", "inf"]));
    is_understood("inf in quotation marks", |nodes| with(nodes, ["\"-inf\"", "\"+inf\""]));
    is_understood("signs", |nodes| with(nodes, ["\"-∞\"", "\"∞\""]));
    is_understood("words", |nodes| with(nodes, ["\"-infinito\"", "\"infinito\""]));
    is_understood("a large number", |nodes| with(nodes, ["-999999999", "999999999"]));
}

#[test]
fn tables_and_lines_with_other_words_are_understood() {
    fn table(nodes: &[Value], head: &str, separator: &str) -> String {
        let row = |node: &Value| {
            let mv = node["move"].as_str().unwrap_or("-").to_owned();
            [mv, node["depth"].to_string(), node["value"].to_string()].join(separator) + "\n"
        };
        head.to_owned() + "\n" + nodes.iter().map(row).collect::<String>().as_str()
    }
    is_understood("semicolons", |nodes| table(nodes, "Columna;Nivel;Puntuación", ";"));
    is_understood("commas", |nodes| table(nodes, "jogada,profundidade,avaliação", ","));
    is_understood("tabs", |nodes| table(nodes, "Square\tPly\tScore", "\t"));
    is_understood("decimal commas", |nodes| {
        table(nodes, "jogada;profundidade;avaliação", ";").replace('.', ",")
    });
    is_understood("the minus of typesetting", |nodes| {
        let line = |node: &Value| {
            let mv = node["move"].as_str().unwrap_or("raiz");
            let (alpha, beta) = (number(&node["alpha"], "-∞"), number(&node["beta"], "∞"));
            let numbers = format!("alfa={alpha} beta={beta} valor={}", node["value"]);
            format!("nivel={} jugada={mv} {}\n", node["depth"], numbers.replace('-', "−"))
        };
        nodes.iter().map(line).collect()
    });
    is_understood("letters as numbers", |nodes| {
        let coded = |letter: char| format!("\\u{:04x}", u32::from(letter));
        let line = |node: &Value| {
            let mv = node["move"].as_str().map_or("null".to_owned(), |mv| {
                format!("\"{}\"", mv.chars().map(coded).collect::<String>())
            });
            let (depth, value) = (&node["depth"], &node["value"]);
            format!("{{\"acci\\u00f3n\": {mv}, \"nivel\": {depth}, \"valor\": {value}}}\n")
        };
        nodes.iter().map(line).collect()
    });
    is_understood("Greek letters", with_greek_bounds);
    is_understood("the root with its best move", |nodes| {
        let mut nodes = nodes.to_vec();
        let is_best = |node: &&Value| depth(node) == 1 && node["value"] == nodes[0]["value"];
        let best = nodes.iter().find(is_best).map(|node| node["move"].clone());
        nodes[0]["move"] = best.unwrap_or_default();
        lines(&nodes)
    });
    is_understood("drawn by tabs", |nodes| {
        let line = |node: &Value| {
            let window = (number(&node["alpha"], "-inf"), number(&node["beta"], "+inf"));
            let mv = node["move"].as_str().unwrap_or("root");
            let (indent, value) = ("\t".repeat(depth(node)), &node["value"]);
            format!("{indent}{mv} [{}, {}]: {value}\n", window.0, window.1)
        };
        nodes.iter().map(line).collect()
    });
    is_understood("names in every line", |nodes| {
        let line = |node: &Value| {
            let mv = node["move"].as_str().unwrap_or("raiz").to_owned();
            format!("Profundidad: {} Acción: {mv} Valor: {}\n", node["depth"], node["value"])
        };
        nodes.iter().map(line).collect()
    });
    is_understood("drawn by indentation", |nodes| {
        let line = |node: &Value| {
            let window = (number(&node["alpha"], "-inf"), number(&node["beta"], "+inf"));
            let side = if depth(node).is_multiple_of(2) { "MAX" } else { "MIN" };
            let mv = node["move"].as_str().unwrap_or("root");
            let (indent, value) = ("  ".repeat(depth(node)), &node["value"]);
            format!("{indent}{mv} {side} [{}, {}] = {value}\n", window.0, window.1)
        };
        nodes.iter().map(line).collect()
    });
}

/// The place of a square, rows from the top.
fn place(text: &str, size: i64) -> (i64, i64) {
    let col = i64::from(text.as_bytes()[0] - b'a');
    (size - text[1..].parse::<i64>().unwrap(), col)
}

#[test]
fn numbers_for_moves_are_understood() {
    // Columns from 0, BOOM behind the last; squares counted from the top left, from 0.
    fn from_zero(nodes: &[Value]) -> String {
        let turned = nodes.iter().map(|node| {
            let mut node = node.clone();
            if let Some(text) = node["move"].as_str() {
                let number = match text.parse::<i64>() {
                    Ok(column) => column - 1,
                    Err(_) if text == "B" => 7,
                    Err(_) => {
                        let size = if nodes[0]["size"] == 5 { 5 } else { 3 };
                        let (row, col) = place(text, size);
                        row * size + col
                    }
                };
                node["move"] = json!(number);
            }
            node.to_string() + "\n"
        });
        turned.collect()
    }
    for game in GAMES {
        let task = task(game);
        for mistakes in [&[][..], &[Mistake::DepthLess]] {
            let mut nodes = nodes(&task, mistakes);
            nodes[0]["size"] = json!(if game.0.starts_with("gomoku") { 5 } else { 3 });
            let grade = graded(&task, from_zero(&nodes).as_bytes());
            assert_eq!(grade.is_correct(), mistakes.is_empty(), "{}", game.0);
        }
    }
    // BOOM stands behind the last column.
    let bombs = task(("boom", "1234567123", "textbook:heuristic=valoracion-test,depth=2"));
    let right = nodes(&bombs, &[]);
    assert!(right.iter().any(|node| node["move"] == "B"));
    assert!(graded(&bombs, from_zero(&right).as_bytes()).is_correct());
}

#[test]
fn squares_are_understood_however_they_are_counted() {
    let squares = task(GAMES[2]);
    for mistakes in [&[][..], &[Mistake::DepthLess]] {
        let nodes = nodes(&squares, mistakes);
        let printed = |name: fn((i64, i64)) -> Value| -> String {
            let line = |node: &Value| {
                let mut node = node.clone();
                if let Some(text) = node["move"].as_str() {
                    node["move"] = name(place(text, 5));
                }
                node.to_string() + "\n"
            };
            nodes.iter().map(line).collect()
        };
        let in_words = |name: fn((i64, i64)) -> String| -> String {
            let line = |node: &Value| {
                let mv = node["move"].as_str().map_or("root".to_owned(), |mv| name(place(mv, 5)));
                format!("depth: {} move: {mv} value: {}\n", node["depth"], node["value"])
            };
            nodes.iter().map(line).collect()
        };
        for (name, text) in [
            ("row and column", printed(|(row, col)| json!([row, col]))),
            ("from 1", printed(|(row, col)| json!([row + 1, col + 1]))),
            ("from the bottom", printed(|(row, col)| json!([4 - row, col]))),
            ("squares from 1", printed(|(row, col)| json!(row * 5 + col + 1))),
            ("squares from the bottom", printed(|(row, col)| json!((4 - row) * 5 + col))),
            ("in brackets", in_words(|(row, col)| format!("({row}, {col})"))),
            ("without brackets", in_words(|(row, col)| format!("{row}, {col}"))),
        ] {
            let grade = graded(&squares, text.as_bytes());
            assert_eq!(grade.is_correct(), mistakes.is_empty(), "{name}: {:?}", grade.difference);
        }
    }
}

#[test]
fn a_log_may_name_its_best_move() {
    let task = task(GAMES[1]);
    let log = mistaken_game(&task, &[], 4).unwrap().replace("Accion:", "best=");
    let grade = graded(&task, log.as_bytes());
    assert!(grade.is_correct() && grade.compared == 4, "{log}");
}

#[test]
fn the_bytes_of_every_system_are_understood() {
    let task = task(("boom", "172737", "textbook:heuristic=valoracion-test,depth=3"));
    let accents = |text: &str| text.replace("Accion", "Acción").replace("MiniMax", "MíniMax");
    for mistakes in [&[][..], &[Mistake::DepthLess]] {
        let log = accents(&mistaken_game(&task, mistakes, 4).unwrap());
        // The last letter may be cut in two.
        let half = &log.as_bytes()[..log.rfind('ó').unwrap() + 1];
        let grade = graded(&task, half);
        assert_eq!((grade.is_correct(), grade.compared), (mistakes.is_empty(), 3));
        let tree = mistaken_tree(&task, mistakes).unwrap();
        for text in [log, tree] {
            let utf16 = |read: fn(u16) -> [u8; 2], mark: [u8; 2]| -> Vec<u8> {
                mark.into_iter().chain(text.encode_utf16().flat_map(read)).collect()
            };
            let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
            for (name, bytes) in [
                ("UTF-8", text.clone().into_bytes()),
                ("a byte order mark", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
                ("UTF-16, little end first", utf16(u16::to_le_bytes, [0xff, 0xfe])),
                ("UTF-16, big end first", utf16(u16::to_be_bytes, [0xfe, 0xff])),
                ("Latin-1", latin),
                ("CRLF", text.replace('\n', "\r\n").into_bytes()),
            ] {
                let grade = graded(&task, &bytes);
                assert_eq!(grade.is_correct(), mistakes.is_empty(), "{name}: {text}");
                assert!(grade.compared >= 4, "{name}");
            }
        }
    }
}

#[test]
fn logs_with_brackets_and_blanks_of_their_own_are_understood() {
    let task = task(("connect4", "4453", "textbook:heuristic=ligue4,depth=3"));
    for mistakes in [&[][..], &[Mistake::DepthLess]] {
        let log = mistaken_game(&task, mistakes, 5).unwrap();
        let turns: Vec<(&str, &str)> = log
            .lines()
            .filter_map(|line| line.strip_prefix("Valor MiniMax: ")?.split_once("  Accion: "))
            .map(|(value, mv)| (value, mv.trim_start_matches("PUT ")))
            .collect();
        assert_eq!(turns.len(), 5);
        let printed = |line: fn((usize, &(&str, &str))) -> String| -> String {
            turns.iter().enumerate().map(line).collect()
        };
        for text in [
            printed(|(i, (value, mv))| format!("[turn {i}] score={value} move={mv}\n")),
            printed(|(i, (value, mv))| format!("{{turn {i}}} value = {value}, column = {mv}\n")),
            printed(|(_, (value, mv))| {
                format!("Thinking...\nBest value = {value}\nMove : {mv}\n\n")
            }),
            // What was played is said once more.
            printed(|(_, (value, mv))| {
                format!("Best value = {value}\nMove : {mv}\nPlayed move : {mv}\n")
            }),
        ] {
            let grade = graded(&task, text.as_bytes());
            assert_eq!(grade.is_correct(), mistakes.is_empty(), "{text}");
            assert_eq!(grade.compared, 5, "{text}");
        }
    }
    // What only looks like it is still told as JSON that is not.
    let error = grade(&task, b"[turn 1] 4\n[turn 2] 3\n").unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 2: expected a JSON value"), "{error}");
}

/// Lines `name=value`, blanks and all.
fn named_lines(nodes: &[Value]) -> String {
    let line = |node: &Value| {
        let (alpha, beta) = (number(&node["alpha"], "-inf"), number(&node["beta"], "inf"));
        let mv = node["move"].as_str().unwrap_or("root");
        let (depth, value) = (&node["depth"], &node["value"]);
        format!("ply={depth}, move={mv}, alpha={alpha}, beta={beta}, score={value}\n")
    };
    nodes.iter().map(line).collect()
}

#[test]
fn a_trace_that_breaks_off_anywhere_is_graded_up_to_there() {
    let after: Notation = |nodes| named_lines(&after_children(nodes));
    let array: Notation = |nodes| serde_json::to_string_pretty(nodes).unwrap();
    let table: Notation = |nodes| {
        let row = |node: &Value| {
            let mv = node["move"].as_str().unwrap_or("-");
            format!("{};{mv};{}\n", node["depth"], node["value"])
        };
        "nivel;jugada;valor\n".to_owned() + nodes.iter().map(row).collect::<String>().as_str()
    };
    let task = task(GAMES[1]);
    let right = nodes(&task, &[]);
    for (name, print) in [
        ("lines", named_lines as Notation),
        ("lines after the children", after),
        ("JSON lines", lines),
        ("JSON lines after the children", |nodes| lines(&after_children(nodes))),
        ("an array", array),
        ("an array in one line", |nodes| json!(nodes).to_string()),
        ("an array in one line, depths last", |nodes| {
            let node = |node: &Value| {
                let (mv, depth, value) = (&node["move"], &node["depth"], &node["value"]);
                format!("{{\"move\":{mv},\"value\":{value},\"depth\":{depth}}}")
            };
            format!("[{}]", nodes.iter().map(node).collect::<Vec<_>>().join(","))
        }),
        ("a table", table),
    ] {
        let text = print(&right);
        for end in (text.len() / 3..text.len() - 1).step_by(53) {
            let grade = graded(&task, &text.as_bytes()[..end]);
            let tail = &text[end - 30..end];
            assert!(grade.is_correct(), "{name}, ...{tail}: {:?}", grade.difference);
            assert!(grade.cut && grade.compared > 5, "{name}, ...{tail}");
        }
    }
    let right = mistaken_game(&task, &[], 6).unwrap();
    for end in right.len() / 2..right.len() {
        let grade = graded(&task, &right.as_bytes()[..end]);
        assert!(grade.is_correct() && grade.compared >= 2, "{}", &right[..end]);
    }
    // A last line that is wrong is no half one if it ends.
    let (rest, last) = right.trim_end().split_at(right.trim_end().len() - 1);
    let wrong = rest.to_owned() + if last == "1" { "2\n" } else { "1\n" };
    assert!(!graded(&task, wrong.as_bytes()).is_correct());
}

#[test]
fn a_byte_order_mark_before_a_document_is_understood() {
    let task = task(GAMES[1]);
    let right = nodes(&task, &[]);
    let text = serde_json::to_string_pretty(&nested(&right)).unwrap();
    let grade = graded(&task, &[b"\xef\xbb\xbf", text.as_bytes()].concat());
    assert!(grade.is_correct() && grade.compared == right.len(), "{:?}", grade.difference);
}

#[test]
fn a_trace_that_breaks_off_is_graded_up_to_there() {
    let nested_text: Notation = |nodes| nested(nodes).to_string();
    let array: Notation = |nodes| json!(nodes).to_string();
    for game in GAMES {
        let task = task(game);
        let right = nodes(&task, &[]);
        for print in [lines as Notation, array, nested_text] {
            let text = print(&right);
            for share in [3, 8] {
                let grade = graded(&task, &text.as_bytes()[..text.len() * share / 9]);
                assert!(grade.cut && grade.is_correct(), "{}: {:?}", game.0, grade.difference);
                assert!(grade.compared > 1 && grade.compared < right.len(), "{}", game.0);
            }
        }
        // A mistake that shows before the end is found all the same.
        let text = lines(&nodes(&task, &[Mistake::DepthLess]));
        let grade = graded(&task, &text.as_bytes()[..text.len() * 8 / 9]);
        assert!(grade.cut && !grade.is_correct(), "{}", game.0);
    }
}

#[test]
fn a_tree_told_after_its_children_may_end_before_its_first_ply() {
    let task = task(("connect4", "4453", "textbook:heuristic=ligue4,depth=3"));
    let told = after_children(&nodes(&task, &[]));
    let first = told.iter().position(|node| depth(node) == 1).unwrap();
    assert!(first > 10, "{first}");
    for end in (3..=first).step_by(2) {
        for print in [lines as Notation, named_lines] {
            let text = print(&told[..end]);
            // The last line is whole, or ends in the middle.
            for text in [text.as_str(), &text[..text.len() - 4]] {
                let grade = graded(&task, text.as_bytes());
                assert!(grade.is_correct() && grade.cut, "{end}: {:?}", grade.difference);
            }
        }
    }
}

#[test]
fn a_wrong_number_is_wrong_in_every_notation() {
    let task = task(GAMES[1]);
    let right = nodes(&task, &[]);
    // A leaf with a negative value, with and without a fraction.
    let leaf =
        right.iter().position(|node| depth(node) == 2 && node["value"].as_f64() < Some(-1.0));
    let leaf = leaf.unwrap();
    let printed = |nodes: &[Value], change: fn(&str) -> String| -> String {
        let line = |node: &Value| {
            let mv = node["move"].as_str().unwrap_or("-");
            let value = change(&format!("{:.2}", node["value"].as_f64().unwrap()));
            format!("{};{mv};{value}\n", node["depth"])
        };
        "nivel;jugada;valor\n".to_owned() + nodes.iter().map(line).collect::<String>().as_str()
    };
    for (name, change) in [
        ("as it is", (|text| text.to_owned()) as fn(&str) -> String),
        ("decimal comma", |text| text.replace('.', ",")),
        ("the minus of typesetting", |text| text.replace('-', "−")),
        ("both", |text| text.replace('-', "−").replace('.', ",")),
        ("a plus", |text| if text.starts_with('-') { text.to_owned() } else { format!("+{text}") }),
    ] {
        assert!(graded(&task, printed(&right, change).as_bytes()).is_correct(), "{name}");
        let mut wrong = right.clone();
        wrong[leaf]["value"] = json!(2.0 * wrong[leaf]["value"].as_f64().unwrap());
        let grade = graded(&task, printed(&wrong, change).as_bytes());
        let line = grade.difference.map(|found| found.line);
        assert_eq!(line, Some(leaf + 2), "{name}");
    }
}

fn with_greek_bounds(nodes: &[Value]) -> String {
    let line = |node: &Value| {
        let mv = node["move"].as_str().unwrap_or("raiz");
        let (alpha, beta) = (number(&node["alpha"], "-∞"), number(&node["beta"], "∞"));
        let (depth, value) = (&node["depth"], &node["value"]);
        format!("nivel={depth} jugada={mv} α={alpha} β={beta} valor={value}\n")
    };
    nodes.iter().map(line).collect()
}

#[test]
fn bounds_with_greek_names_are_compared() {
    let task = task(GAMES[1]);
    let right = nodes(&task, &[]);
    assert!(graded(&task, with_greek_bounds(&right).as_bytes()).is_correct());
    for bound in ["alpha", "beta"] {
        let at = right.iter().rposition(|node| node[bound].is_number()).unwrap();
        let mut wrong = right.clone();
        wrong[at][bound] = json!(wrong[at][bound].as_f64().unwrap() - 1.0);
        let line =
            graded(&task, with_greek_bounds(&wrong).as_bytes()).difference.map(|found| found.line);
        assert_eq!(line, Some(at + 1), "{bound}");
    }
}
