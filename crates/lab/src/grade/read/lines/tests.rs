//! Lines as programs print them, one by one.

use super::*;

fn text(text: &str) -> RawMove {
    RawMove::Text(text.to_owned())
}

/// The turns of a log: line, who, what is listed, value, move.
type Told = (usize, Option<String>, Option<Vec<RawMove>>, f64, RawMove);

fn game(text: &str) -> Vec<Told> {
    match read(text) {
        Ok(Submitted::Game { turns, cut: false }) => {
            let told = |turn: RawTurn| (turn.line, turn.who, turn.legal, turn.value, turn.mv);
            turns.into_iter().map(told).collect()
        }
        other => panic!("no game: {other:?}"),
    }
}

/// The nodes of a tree: line, ply, move, value; and whether its end is missing.
fn tree(text: &str) -> (Vec<(usize, u32, RawMove, Option<f64>)>, bool) {
    match read(text) {
        Ok(Submitted::Tree { nodes, cut, .. }) => {
            let told =
                |node: crate::grade::read::RawNode| (node.line, node.level, node.mv, node.value);
            (nodes.into_iter().map(told).collect(), cut)
        }
        other => panic!("no tree: {other:?}"),
    }
}

fn refused(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn the_names_of_a_line_come_with_their_values() {
    let of = |line: &str| -> Vec<(Field, String)> { pairs(line) };
    let told = |list: &[(Field, &str)]| -> Vec<(Field, String)> {
        list.iter().map(|(field, text)| (*field, (*text).to_owned())).collect()
    };
    use Field::{Alpha, Depth, Move, Value};
    assert_eq!(of("Valor MiniMax: 11 Accion: PUT 3"), told(&[(Value, "11"), (Move, "PUT 3")]));
    assert_eq!(of("depth=2, value = 5;"), told(&[(Depth, "2"), (Value, "5")]));
    assert_eq!(of("(alpha: -3|move: (1, 2))"), told(&[(Alpha, "-3"), (Move, "(1, 2")]));
    assert_eq!(of("{ply=3}"), told(&[(Depth, "3")]));
    assert_eq!(of("time: 5 ms value: 4 points"), told(&[(Value, "4 points")]));
    assert_eq!(of("nothing of the kind"), []);
    assert_eq!(of("value:5:7"), told(&[(Value, "")]));
    assert_eq!(without_last_word("11 Accion"), "11");
    assert_eq!(without_last_word("PUT 3 Valor "), "PUT 3");
    assert_eq!(without_last_word("Valor"), "");
}

#[test]
fn a_log_has_a_value_and_a_move_in_every_turn() {
    let log = "Acciones aplicables Verde:  PUT 1 BOOM\nValor MiniMax: 3  Accion: PUT 1\n\
               \nValor: -2.5 ms\nthinking\nAccion: BOOM\nvalue=1 best=4\n";
    let listed = vec![text("PUT 1"), text("BOOM")];
    assert_eq!(
        game(log),
        [
            (2, Some("verde".to_owned()), Some(listed), 3.0, text("PUT 1")),
            (4, None, None, -2.5, text("BOOM")),
            (7, None, None, 1.0, RawMove::Number(4)),
        ]
    );
    // Who is to move is not the word for the list; a move alone is no turn.
    let log = "Legal moves: 1 2\nmove: 3\nvalue: 4\nmove: 2\nmove: 5\n";
    let listed = vec![RawMove::Number(1), RawMove::Number(2)];
    assert_eq!(game(log), [(3, None, Some(listed), 4.0, RawMove::Number(2))]);
    // Whatever the list is called, nobody is to move by the name of "moves".
    for (head, who) in [
        ("Applicable actions", None),
        ("Possible moves (2)", None),
        ("Acciones posibles", None),
        ("Ações aplicáveis", None),
        ("Legal moves for Blue", Some("blue")),
        ("Acciones aplicables (Azul)", Some("azul")),
    ] {
        let turns = game(&format!("{head}: 1 2\nvalue: 4 move: 2\n"));
        assert_eq!(turns[0].1.as_deref(), who, "{head}");
        assert_eq!(turns[0].2.as_ref().map(Vec::len), Some(2), "{head}");
    }
    // The newer of two values counts.
    assert_eq!(game("value: 4\nvalue: 5\nmove: 2\n"), [(2, None, None, 5.0, RawMove::Number(2))]);
    assert_eq!(
        refused("Valor MiniMax: 3 Accion: 4\n  Valor MiniMax: x Accion: PUT 3 \n"),
        "line 2: expected 'Valor MiniMax: NUMBER Accion: ACTION', found 'Valor MiniMax: x Accion: \
         PUT 3'"
    );
    // A value whose move never comes.
    assert!(refused("\nvalue: 4\n").starts_with("line 2: expected lines"));
    assert!(refused("nothing\n").starts_with("line 1: expected lines"));
}

#[test]
fn lines_with_a_depth_are_nodes() {
    let nodes = "depth: 0 value: 5\n\ndepth: 1 move: 3 value: 4\ndepth: 1 move: b\n";
    let told = [
        (1, 0, RawMove::Absent, Some(5.0)),
        (3, 1, RawMove::Number(3), Some(4.0)),
        (4, 1, text("b"), None),
    ];
    // The last line ends before its value.
    assert_eq!(tree(nodes), (told[..2].to_vec(), true));
    let whole = nodes.to_owned() + "depth: 1 move: 4 value: 4\n";
    assert_eq!(tree(&whole).0.len(), 4);
    assert!(!tree(&whole).1);
    // A tree that never prints values has none at its end either.
    assert_eq!(tree("depth: 0 move: -\ndepth: 1 move: 3\n").0.len(), 2);
    // One node beside a log is a line of its own making; alone it is a tree.
    assert_eq!(game("value: 5 move: 3\ndepth: 4 value: 9\n").len(), 1);
    assert_eq!(tree("depth: 4 value: 9\n").0.len(), 1);
}

#[test]
fn a_node_keeps_all_that_its_line_says() {
    let line = "depth=2 alpha=-3 beta=inf move=PUT 4 best=(1, 2) value=7 s nodes=5";
    let (node, level) = node(&pairs(line), 9, 3).unwrap();
    assert_eq!((node.line, node.value), (9, Some(7.0)));
    assert_eq!((node.alpha, node.beta), (Some(-3.0), Some(f64::INFINITY)));
    assert_eq!((node.mv, node.best), (text("PUT 4"), RawMove::Pair(1, 2)));
    assert_eq!((level.printed, level.nested), (Some(2), 3));
}

#[test]
fn a_drawn_tree_is_read_by_its_indentation() {
    let of = |line: &str| {
        let (node, level) = drawn(line, 3)?;
        Some((node.line, node.mv, node.alpha, node.beta, node.value, level.nested))
    };
    let infinite = Some(f64::INFINITY);
    assert_eq!(
        of("root MAX [-inf, +inf] = 5"),
        Some((3, RawMove::Absent, Some(f64::NEG_INFINITY), infinite, Some(5.0), 0))
    );
    assert_eq!(
        of("    h8 min [-1.5; 8]: 2 x"),
        Some((3, text("h8"), Some(-1.5), Some(8.0), Some(2.0), 2))
    );
    assert_eq!(of("\t4 [0, 1] = 1").map(|found| found.5), Some(1));
    assert_eq!(of(" \t4 [0, 1] = 1").map(|found| found.5), Some(2));
    for line in ["4 MAX 0, 1 = 5", "4 [0, 1]", "4 [0 1] = 5", "4 [x, 1] = 5", "4 [0, 1] = x"] {
        assert_eq!(of(line), None, "{line}");
    }
    let whole = "root MAX [-inf, +inf] = 5\n  3 MIN [-inf, +inf] = 5\n    4 MAX [-inf, 7] = 5\n";
    let (nodes, cut) = tree(whole);
    assert_eq!(nodes.iter().map(|node| node.1).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(!cut);
    assert_eq!([indentation("x"), indentation("  x"), indentation("\t x")], [0, 2, 3]);
}

#[test]
fn a_table_is_named_by_its_first_line() {
    let head = |line: &str| table_head(line).map(|(separator, fields)| (separator, fields.len()));
    assert_eq!(head("nivel;jugada;valor\n1;2;3"), Some((';', 3)));
    assert_eq!(head("\n \nmove\tvalue"), Some(('\t', 2)));
    assert_eq!(head("depth,time,value"), Some((',', 3)));
    assert_eq!(head("move|value"), Some(('|', 2)));
    for line in ["move,depth", "value,time", "value", "move: 3, value", "move=3,value", ""] {
        assert_eq!(head(line), None, "{line}");
    }
}

#[test]
fn a_table_is_a_game_or_a_tree() {
    assert_eq!(
        game("\nmove;value\n4;3\n\n\"b\";-1\n"),
        [(3, None, None, 3.0, RawMove::Number(4)), (5, None, None, -1.0, text("b"))]
    );
    let (nodes, cut) = tree("depth;move;value\n0;-;3\n1;4;3\n1;5;2\n");
    assert_eq!(nodes[0], (2, 0, RawMove::Absent, Some(3.0)));
    assert_eq!(nodes[2], (4, 1, RawMove::Number(5), Some(2.0)));
    assert!(nodes.len() == 3 && !cut);
    // A last line may be short, or end before its depth.
    for end in ["1;5", "1", ";5;2", "x;5;2\n"] {
        let (nodes, cut) = tree(&format!("depth;move;value\n0;-;3\n1;4;3\n{end}"));
        assert!(nodes.len() == 2 && cut, "{end}");
    }
    assert_eq!(
        refused("depth;move;value\n0;-;3\n 1;4 \n1;5;2\n"),
        "line 3: expected 3 columns, found '1;4'"
    );
    assert_eq!(
        refused("depth;move;value\nx;-;3\n1;5;2\n"),
        "line 2: expected 3 columns, found 'x;-;3'"
    );
    assert_eq!(refused("move;value\n4;x\n4;1\n"), "line 2: expected a number as value");
    let only = "line 1: expected a line for each node, found only the head";
    assert_eq!(refused("depth;move;value\n\n"), only);
    // More cells than names do no harm.
    assert_eq!(tree("depth;move;value\n0;-;3;9\n1;4;3\n").0.len(), 2);
}

#[test]
fn depths_that_no_tree_reaches_are_refused() {
    for depth in ["1e30", "-1e6", "inf"] {
        let lines = format!("depth=0 value=2\ndepth={depth} value=1\n");
        assert_eq!(refused(&lines), format!("line 2: expected a depth, found {depth}"));
        let table = format!("depth;move;value\n{depth};-;3\n1;4;3\n");
        assert_eq!(refused(&table), format!("line 2: expected a depth, found {depth}"));
    }
}

#[test]
fn actions_are_read_one_by_one() {
    let number = RawMove::Number;
    assert_eq!(actions(" PUT 3 BOOM, put 4"), [text("PUT 3"), text("BOOM"), text("PUT 4")]);
    assert_eq!(actions("[1, 2;\t3]"), [number(1), number(2), number(3)]);
    assert_eq!(actions("h8 put3 PUT"), [text("h8"), text("put3")]);
    assert_eq!(actions(""), []);
    for (line, mv) in [
        ("(1, 2) and more", RawMove::Pair(1, 2)),
        ("[3, 4", RawMove::Pair(3, 4)),
        ("PUT 3 BOOM", text("PUT 3")),
        ("columna (4)", text("PUT 4")),
        ("col3 x", text("col3")),
        ("put", text("PUT ")),
        ("1, 2 x", RawMove::Pair(1, 2)),
        ("1, x", number(1)),
        ("1 2", number(1)),
        ("h8, 5)", text("h8, 5")),
        ("", RawMove::Absent),
    ] {
        assert_eq!(first_action(line), mv, "{line}");
    }
}

#[test]
fn a_text_is_readable_if_one_of_its_lines_is() {
    for readable in ["x\nvalue: 3", "4 [0, 1] = 5", "move;value", "Valor MiniMax: 3"] {
        assert!(is_readable(readable), "{readable}");
    }
    for other in ["", "x\ny", "move: 3", "depth: 3 move: 4", "[turn 1] 4"] {
        assert!(!is_readable(other), "{other}");
    }
}
