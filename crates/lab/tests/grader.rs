//! The grader accepts what is right in every notation, and says where a trace is wrong.

use alinea_catalogue::files::Files;
use alinea_catalogue::{TraceKeep, TraceQuestion, open};
use alinea_lab::Folder;
use alinea_lab::grade::{
    Assignment, Candidate, Grade, MAX_BYTES, Mistake, grade, mistaken_game, mistaken_tree,
    possible_mistakes,
};
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use serde_json::json;
use std::sync::Arc;

fn assignment(engine: &str) -> Assignment {
    task("boom", "-", engine)
}

fn task(game: &str, position: &str, engine: &str) -> Assignment {
    Assignment {
        game: game.into(),
        position: position.into(),
        engine: engine.parse().unwrap(),
        files: None,
    }
}

fn graded(assignment: &Assignment, text: &str) -> Grade {
    grade(assignment, text.as_bytes()).unwrap()
}

const ENGINE: &str = "textbook:heuristic=valoracion-test,depth=4";

/// The tree of a textbook search as `alinea trace --json` prints it.
fn tree_of(game: &str, position: &str, engine: &str) -> String {
    let keep = TraceKeep { max_nodes: 100_000, max_ply: 99, limits: Limits::default() };
    let session = open(game).unwrap().read(position).unwrap();
    let engine = engine.parse().unwrap();
    let question = TraceQuestion::root(&engine, keep);
    let report = session.trace(question, &Stop::new(), &mut |_| {}).unwrap();
    let finite = |value: f64| value.is_finite().then_some(value);
    let line = |node: &alinea_search::TraceNode<String>| {
        json!({"move": node.mv, "depth": node.ply, "value": node.value,
            "alpha": finite(node.window.alpha), "beta": finite(node.window.beta)})
        .to_string()
    };
    report.nodes.iter().map(|node| line(node) + "\n").collect()
}

fn tree(engine: &str) -> String {
    tree_of("boom", "-", engine)
}

#[test]
fn the_textbook_search_is_correct_in_every_game() {
    for (game, position, engine) in [
        ("boom", "-", ENGINE),
        ("boom", "1234567123", "desconecta4:depth=4"),
        ("connect4", "-", "ligue4:depth=4"),
        ("connect4:8x7", "4455", "textbook:heuristic=quadras,depth=3"),
        ("connect4", "44", "connect4-java:depth=4"),
        ("gomoku", "h8i9", "gomoku-lua:depth=2"),
        ("gomoku:9", "e5", "gomoku-python:depth=2"),
        ("renju:9", "e5e6", "textbook:heuristic=dezenas,depth=2,near=1"),
        ("mnk:3x3x3", "b2", "textbook:heuristic=dezenas,depth=4"),
        ("mnk:5x4x4+gravity", "2", "textbook:depth=4"),
    ] {
        let task = task(game, position, engine);
        let grade = graded(&task, &tree_of(game, position, engine));
        assert_eq!(grade.difference, None, "{game} {engine}");
        assert!(grade.compared > 20, "{game} {engine}");
        let made = mistaken_tree(&task, &[]).unwrap();
        assert_eq!(made.lines().count(), grade.compared, "{game}: the grader's own search");
    }
}

/// The names of the mistakes of every candidate.
fn names(grade: &Grade) -> Vec<String> {
    let of = |c: &Candidate| {
        c.mistakes.iter().map(|named| named.mistake.name()).collect::<Vec<_>>().join("+")
    };
    grade.candidates.iter().map(of).collect()
}

#[test]
fn trees_of_another_depth_or_cut_are_recognised() {
    for (engine, mistake) in [
        ("textbook:heuristic=valoracion-test,depth=5", "depth-more"),
        ("textbook:heuristic=valoracion-test,depth=3", "depth-less"),
        ("textbook:heuristic=valoracion-test,depth=4,cut=strict", "cut-other"),
    ] {
        let grade = graded(&assignment(ENGINE), &tree(engine));
        assert_eq!(names(&grade)[0], mistake);
        assert!(grade.difference.is_some());
    }
}

#[test]
fn a_changed_value_is_found_where_it_happened() {
    let right = tree(ENGINE);
    let leaf = right.lines().position(|line| line.contains("\"depth\":4")).unwrap();
    let change = |(i, line): (usize, &str)| {
        if i == leaf { line.replace("\"value\":", "\"value\":7") } else { line.into() }
    };
    let lines: Vec<String> = right.lines().enumerate().map(change).collect();
    let grade = graded(&assignment(ENGINE), &lines.join("\n"));
    let difference = grade.difference.clone().unwrap();
    assert_eq!(difference.line, leaf + 1);
    assert_eq!(difference.moves, ["1", "1", "1", "1"]);
    assert_eq!(names(&grade), [""; 0]);
    let text = grade.text(Language::English);
    assert!(text.contains("value of 1: expected"), "{text}");
    assert!(text.contains("No combination of two known mistakes"), "{text}");
    assert!(text.contains("    o . . . . . ."), "{text}");
}

/// A logged game in the course's format.
fn log(moves: &[(&str, f64, &str)]) -> String {
    let line = |(legal, value, mv): &(&str, f64, &str)| {
        format!("Acciones aplicables: {legal}\nValor MiniMax: {value} Accion: {mv}\n")
    };
    moves.iter().map(line).collect()
}

#[test]
fn logs_are_compared_turn_by_turn() {
    let all = "PUT 1 PUT 2 PUT 3 PUT 4 PUT 5 PUT 6 PUT 7";
    let desconecta = assignment("textbook:heuristic=valoracion-test,depth=2");
    let correct = log(&[(all, 3.0, "PUT 4"), (all, 3.0, "PUT 4")]);
    assert_eq!(graded(&desconecta, &correct).difference, None);
    let wrong_value = log(&[(all, 3.0, "PUT 4"), (all, 4.0, "PUT 4")]);
    let difference = graded(&desconecta, &wrong_value).difference.unwrap();
    assert_eq!((difference.line, difference.moves.join("").as_str()), (4, "4"));
    assert_eq!((difference.expected.as_str(), difference.found.as_str()), ("3 4", "4 4"));
}

#[test]
fn a_wrong_list_of_actions_is_not_explained_by_what_never_shows() {
    let all = "PUT 1 PUT 2 PUT 3 PUT 4 PUT 5 PUT 6 PUT 7";
    let six = "PUT 1 PUT 2 PUT 3 PUT 4 PUT 5 PUT 6";
    let desconecta = assignment("textbook:heuristic=valoracion-test,depth=2");
    let grade = graded(&desconecta, &log(&[(all, 3.0, "PUT 4"), (six, 3.0, "PUT 4")]));
    assert_eq!(grade.difference.as_ref().map(|found| found.line), Some(4));
    assert_eq!(names(&grade), [""; 0]);
}

#[test]
fn single_mistakes_are_named_in_long_deep_logs() {
    let deep = assignment("textbook:heuristic=valoracion-test,depth=7");
    for mistake in
        [Mistake::TiesLast, Mistake::BombsNever, Mistake::ReturnLast, Mistake::WindowNotNegated]
    {
        let log = mistaken_game(&deep, &[mistake], 60).unwrap();
        let grade = graded(&deep, &log);
        let named = names(&grade);
        assert!(named.iter().take(3).any(|name| name == mistake.name()), "{mistake:?} {named:?}");
    }
}

#[test]
fn pairs_are_named_in_long_deep_logs() {
    use Mistake as M;
    let deep = assignment("textbook:heuristic=valoracion-test,depth=7");
    let mut untried = Vec::new();
    for pair in [
        [M::TiesLast, M::ViewFirst],
        [M::TiesLast, M::SidesSwapped],
        [M::TiesLast, M::BoomMissing],
        [M::TiesLast, M::ValueNegated],
        [M::TiesLast, M::WholeRow],
        [M::DepthLess, M::OrderReversed],
    ] {
        let log = mistaken_game(&deep, &pair, 60).unwrap();
        let grade = graded(&deep, &log);
        // Ties at MIN never show in a log.
        let is_it = |name: &String| {
            let [ties, other] = [M::TiesLastMax.name(), pair[1].name()];
            *name == format!("{}+{other}", pair[0].name())
                || name.contains(ties) && name.contains(other)
        };
        let named = names(&grade);
        assert!(named.iter().take(3).any(is_it), "{pair:?} {named:?} {}", grade.untried);
        untried.push(grade.untried);
        // What would take too long is counted, and said.
        for count in [0, 3] {
            let text = Grade { untried: count, ..grade.clone() }.text(Language::English);
            assert_eq!(text.contains("were not tried to the end"), count > 0, "{pair:?}");
        }
    }
    assert!(untried.iter().all(|count| *count == 0), "{untried:?}");
}

#[test]
fn what_counts_nodes_is_no_list_of_children() {
    let task = assignment(ENGINE);
    let counted = tree(ENGINE).replace('}', ",\"nodes\":32,\"children\":null}");
    assert!(graded(&task, &counted).is_correct());
    let error = grade(&task, b"[{\"depth\":0,\"value\":1}, 7]").unwrap_err().to_string();
    assert_eq!(error, "line 1: expected a node as an object, found the number 7");
}

#[test]
fn a_value_that_never_ends_is_no_other_value() {
    // A root that returns beta says infinity, which is not what the log says.
    let desconecta = assignment("textbook:heuristic=valoracion-test,depth=3");
    let log = mistaken_game(&desconecta, &[Mistake::CutSign], 30).unwrap();
    let named = names(&graded(&desconecta, &log));
    assert_eq!(named[0], "cut-sign");
    assert!(named.iter().all(|name| !name.contains("return-beta")), "{named:?}");
}

#[test]
fn a_tie_of_won_games_is_told_where_sums_are_rounded() {
    let path = std::env::temp_dir().join(format!("alinea-tenths-{}.toml", std::process::id()));
    let text = "game = \"boom\"\n[centre]\nown = 0.1\nenemy = 0\n[finished]\nwin = 99999999\n";
    std::fs::write(&path, text).unwrap();
    let engine = format!("textbook:heuristic={},depth=3", path.display());
    let mut tenths = task("boom", "172737", &engine);
    tenths.files = Some(Files::new(Arc::new(Folder::default())));
    let right = mistaken_game(&tenths, &[], 40).unwrap();
    assert!(right.contains('.') && graded(&tenths, &right).is_correct());
    let wrong = graded(&tenths, &mistaken_game(&tenths, &[Mistake::TiesLastMax], 40).unwrap());
    assert!(names(&wrong).contains(&"ties-last-max".to_owned()), "{:?}", names(&wrong));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_log_with_fractions_says_that_ties_cannot_be_told() {
    let engine = "textbook:heuristic=dezenas,depth=2,algorithm=minimax";
    let toe = task("mnk:3x3x3", "b2", engine);
    let grade = graded(&toe, &mistaken_game(&toe, &[Mistake::TiesLastMax], 6).unwrap());
    assert!(grade.is_correct());
    let unseen: Vec<&str> =
        grade.cannot_tell.iter().map(|candidate| candidate.mistakes[0].mistake.name()).collect();
    assert!(unseen.contains(&"ties-last") && unseen.contains(&"ties-last-max"), "{unseen:?}");
}

#[test]
fn a_right_log_says_what_it_cannot_show_without_searching_for_it() {
    let deep = assignment("textbook:heuristic=valoracion-test,depth=7");
    let grade = graded(&deep, &mistaken_game(&deep, &[], 20).unwrap());
    assert!(grade.is_correct());
    let unseen: Vec<&str> =
        grade.cannot_tell.iter().map(|candidate| candidate.mistakes[0].mistake.name()).collect();
    for name in ["cut-none", "cut-other", "window-not-passed", "beta-not-passed"] {
        assert!(unseen.contains(&name), "{name}: {unseen:?}");
    }
    assert!(!unseen.contains(&"depth-less") && !unseen.contains(&"cut-sign"), "{unseen:?}");
    let text = grade.text(Language::English);
    for candidate in grade.cannot_tell.iter().take(6) {
        assert!(text.contains(&candidate.sentence(Language::English)), "{text}");
    }
    assert!(text.contains(&grade.next_run.unwrap().position), "{text}");
}

#[test]
fn another_move_is_a_mistake_where_values_are_fractions() {
    let task = task("mnk:3x3x3", "b2a1", "textbook:heuristic=dezenas,depth=3");
    let log = mistaken_game(&task, &[], 1).unwrap();
    assert_eq!(graded(&task, &log).difference, None, "{log}");
    let (head, best) = log.trim_end().rsplit_once(' ').unwrap();
    let others = ["a3", "b3", "c3", "a2", "c2", "b1", "c1"].into_iter().filter(|mv| *mv != best);
    let is_wrong = |mv: &&str| graded(&task, &format!("{head} {mv}\n")).difference.is_some();
    // The board is symmetric: one other move is worth the same.
    assert_eq!(others.filter(is_wrong).count(), 5, "{log}");
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let boom = assignment(ENGINE);
    let refusal = |text: &[u8]| grade(&boom, text).unwrap_err().to_string();
    let starts = |text: &[u8], expected: &str| {
        let found = refusal(text);
        assert!(found.starts_with(expected), "{found}");
    };
    starts(b"", "line 1: the file is empty");
    starts(b" \n\n", "line 1: there is only white space");
    starts(b"nothing of the kind", "line 1: expected lines 'Valor MiniMax");
    starts(b"\n\njunk", "line 3: expected lines");
    starts(b"{\"depth\": 0, \"value\" 3}", "line 1, column 22: expected ':'");
    starts(b"{\"depth\":0,\"value\":1}\n{\"value\":2}", "line 2: expected a node with its depth");
    let short = b"nivel;jugada;valor\n0;-;3\n1;4\n1;5;3\n";
    starts(short, "line 3: expected 3 columns, found '1;4'");
    let junk: Vec<u8> =
        (0..5_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(refusal(&junk).starts_with("line "));
    // Another game, another position.
    let gomoku = tree_of("gomoku:9", "e5", "gomoku-python:depth=1");
    starts(gomoku.as_bytes(), "line 2: expected a move of boom, found 'a9'");
    let four = "PUT 1 PUT 2 PUT 3 PUT 4";
    starts(log(&[(four, 3.0, "PUT 4")]).as_bytes(), "line 2: expected actions that can be played");
    let full = task("boom", "11111112", ENGINE);
    let other = grade(&full, tree(ENGINE).as_bytes()).unwrap_err().to_string();
    assert!(other.contains("expected a move that can be played in this position"), "{other}");
    let one_sided = "Acciones aplicables Verde: PUT 1\nValor: 1 Accion: PUT 1\n".repeat(2);
    starts(one_sided.as_bytes(), "line 4: expected the turns of both players");
}

#[test]
fn what_is_too_long_is_refused_with_its_line() {
    let boom = assignment(ENGINE);
    let starts = |text: &[u8], expected: &str| {
        let found = grade(&boom, text).unwrap_err().to_string();
        assert!(found.starts_with(expected), "{found}");
    };
    // A file that never ends: only a bounded part of it is looked at.
    let turn = "Valor MiniMax: 3 Accion: PUT 4\n";
    let endless = turn.repeat(MAX_BYTES / turn.len() + 2);
    starts(
        endless.as_bytes(),
        &format!("line {}: expected a trace of at most 32 MB", MAX_BYTES / turn.len() + 1),
    );
    // A game, a tree, a line and a text that never end.
    let turns = turn.repeat(2001);
    starts(turns.as_bytes(), "line 2001: expected a game of at most 2000 moves");
    let nodes = "{\"depth\":0,\"value\":1}\n".repeat(500_001);
    starts(nodes.as_bytes(), "line 500001: expected a tree of at most 500000 nodes");
    let table = "move;depth;value\n".to_owned() + "1;1;2\n".repeat(500_001).as_str();
    starts(table.as_bytes(), "line 500002: expected a tree of at most 500000 nodes");
    let line = turn.to_owned() + "Valor MiniMax: 3 Accion: " + "x".repeat(20_000).as_str();
    starts(line.as_bytes(), "line 2: expected at most 16384 bytes in a line");
    let text = "{\"depth\":0,\n\"move\":\"".to_owned() + "x".repeat(20_000).as_str();
    starts(text.as_bytes(), "line 2, column 8: expected a text of at most 16384 bytes");
    // What is just short enough is read.
    assert_eq!(graded(&boom, &turn.repeat(2000)).compared, 2000);
}

#[test]
fn who_aligns_wins_leaves_the_rest_of_the_evaluation_alone() {
    // Ligue 4 gives 18,725.55 for this win, 7 stones on the board: 135 of 20,135 are not for it.
    let task = task("connect4", "414141", "textbook:heuristic=ligue4,depth=1");
    for (mistakes, value) in [(&[][..], "18725.55"), (&[Mistake::AligningWins], "-18474.45")] {
        let tree = mistaken_tree(&task, mistakes).unwrap();
        let win = tree.lines().find(|line| line.contains("\"4\"")).unwrap();
        assert!(win.contains(&format!("\"value\":{value}")), "{win}");
    }
}

#[test]
fn a_report_says_everything_that_was_found() {
    let task = task("boom", "172737", "textbook:heuristic=valoracion-test,depth=3");
    let right = graded(&task, &mistaken_tree(&task, &[]).unwrap());
    let wrong = graded(&task, &mistaken_tree(&task, &[Mistake::DepthLess]).unwrap());
    let pair = [Mistake::DepthLess, Mistake::OrderReversed];
    let both = graded(&task, &mistaken_tree(&task, &pair).unwrap());
    let told = |grade: &Grade| grade.text(Language::English);
    for cut in [false, true] {
        let grade = Grade { cut, untried: 7, ..wrong.clone() };
        assert_eq!(told(&grade).contains("The end of the trace is missing"), cut);
        let json = grade.json(Language::English);
        assert_eq!((&json["cut"], &json["untried"]), (&json!(cut), &json!(7)));
    }
    // What a right trace cannot show, and what a wrong one hides besides.
    assert!(right.cannot_tell.len() > 6 && !wrong.cannot_tell.is_empty());
    assert!(told(&right).contains("This trace would look the same for:"), "{}", told(&right));
    let more = format!("and {} more", right.cannot_tell.len() - 6);
    assert!(told(&right).contains(&more), "{}", told(&right));
    assert!(told(&wrong).contains("Beside it, this trace would not show:"), "{}", told(&wrong));
    // Each mistake of a pair has its place in the code.
    let first = &both.candidates[0];
    assert_eq!(first.mistakes.len(), 2);
    let only = Grade { candidates: vec![first.clone()], ..both.clone() };
    assert_eq!(told(&only).matches("look for: ").count(), 2);
    // The board of a candidate is drawn unless it was drawn already.
    let boards =
        |grade: &Grade| told(grade).lines().filter(|line| line.starts_with("    . . .")).count();
    let mut moved = only.clone();
    moved.candidates[0].shows.as_mut().unwrap().rows = vec![".......".to_owned(); 7];
    assert_eq!(boards(&moved), boards(&only) + 7);
    let json = only.json(Language::English);
    let (shows, candidate) = (first.shows.as_ref().unwrap(), &json["candidates"][0]);
    assert_eq!(candidate["line"], shows.line);
    assert_eq!(
        (&candidate["moves"], &candidate["rows"]),
        (&json!(shows.moves), &json!(shows.rows))
    );
    assert_eq!(candidate["look"].as_array().unwrap().len(), 2);
    // Where no answer differs, the nodes do.
    let mut small = wrong.clone();
    small.smallest.as_mut().unwrap().nodes = Some([12, 34]);
    assert!(told(&small).contains(", 12 nodes") && told(&small).contains(", 34 nodes"));
    assert!(!told(&wrong).contains("nodes\n"), "{}", told(&wrong));
}

#[test]
fn a_log_that_goes_on_after_the_end_is_told_with_its_line() {
    let task = task("connect4", "414141", "textbook:heuristic=ligue4,depth=1");
    let won = mistaken_game(&task, &[], 9).unwrap();
    assert_eq!(won.lines().count(), 2, "{won}");
    assert!(graded(&task, &won).is_correct());
    let grade = graded(&task, &(won + "Valor MiniMax: 0 Accion: 1\n"));
    let difference = grade.difference.unwrap();
    assert_eq!((difference.line, difference.found.as_str()), (3, "1"));
    assert_eq!(Language::English.say(&difference.message), "the game is over here");
}

#[test]
fn candidates_come_simplest_first() {
    // Several single mistakes, and pairs, give these traces.
    for (position, depth, mistake, singles, pairs) in [
        ("-", 2, Mistake::ValueNegated, 9, 3),
        ("172737", 3, Mistake::MaxEverywhere, 2, 8),
        ("1234567123", 3, Mistake::DepthLess, 1, 3),
    ] {
        let engine = format!("textbook:heuristic=valoracion-test,depth={depth}");
        let task = task("boom", position, &engine);
        let log = mistaken_game(&task, &[mistake], 2).unwrap();
        // The root of a tree alone shows as little.
        let tree = mistaken_tree(&task, &[mistake]).unwrap();
        let root = tree.lines().next().unwrap().to_owned() + "\n";
        for (trace, singles, pairs) in [(log, singles, pairs), (root, 1, 0)] {
            let grade = graded(&task, &trace);
            let sizes: Vec<usize> = grade.candidates.iter().map(|c| c.mistakes.len()).collect();
            let count = |size: usize| sizes.iter().filter(|found| **found == size).count();
            assert!(count(1) >= singles && count(2) >= pairs, "{mistake:?} {sizes:?}");
            // Of equals the most frequent mistake comes first.
            let all = possible_mistakes(&task).unwrap();
            let rank = |candidate: &Candidate| {
                let place = |m| all.iter().position(|known| *known == m).unwrap();
                (candidate.ids().len(), candidate.ids().into_iter().map(place).sum::<usize>())
            };
            let ranks: Vec<(usize, usize)> = grade.candidates.iter().map(rank).collect();
            assert!(ranks.is_sorted(), "{ranks:?}");
        }
    }
}

#[test]
fn reports_are_whole_in_every_language() {
    let task = task("boom", "172737", "textbook:heuristic=valoracion-test,depth=3");
    for mistake in [Mistake::TiesLast, Mistake::UndoMissing, Mistake::ViewMover, Mistake::CutSign] {
        for trace in [
            mistaken_tree(&task, &[mistake]).unwrap(),
            mistaken_game(&task, &[mistake], 6).unwrap(),
        ] {
            let grade = graded(&task, &trace);
            for language in Language::ALL {
                let text = grade.text(language);
                assert!(!text.contains('{') && !text.contains("lab."), "{text}");
            }
        }
    }
    for language in Language::ALL {
        for prefix in ["lab.mistake.", "lab.look."] {
            assert_eq!(language.keys(prefix).len(), 63, "{prefix} in {}", language.tag());
        }
    }
}

#[test]
fn the_json_of_a_grade_says_what_the_grade_says() {
    let task = task("boom", "172737", "textbook:heuristic=valoracion-test,depth=3");
    for (mistakes, verdict) in [(&[][..], "correct"), (&[Mistake::DepthLess], "mistake")] {
        let grade = graded(&task, &mistaken_tree(&task, mistakes).unwrap());
        let json = grade.json(Language::English);
        assert_eq!(
            (&json["verdict"], &json["compared"]),
            (&json!(verdict), &json!(grade.compared))
        );
        let names = |candidates: &[Candidate]| -> Vec<Vec<&str>> {
            candidates.iter().map(|c| c.ids().into_iter().map(|m| m.name()).collect()).collect()
        };
        for (key, told) in [("candidates", &grade.candidates), ("cannot_tell", &grade.cannot_tell)]
        {
            let found: Vec<_> = json[key].as_array().unwrap().iter().collect();
            let found: Vec<_> = found.iter().map(|one| &one["mistakes"]).collect();
            assert_eq!(json!(found), json!(names(told)), "{key}");
        }
        assert_ne!(names(&grade.candidates), names(&grade.cannot_tell));
        let difference = grade.difference.as_ref().map(|found| {
            json!({"line": found.line, "expected": found.expected, "found": found.found,
                "message": Language::English.say(&found.message), "moves": found.moves,
                "rows": found.rows})
        });
        assert_eq!(json["first_difference"], json!(difference));
        let small = grade.smallest.as_ref().map(|small| {
            assert_ne!(small.exact, small.wrong);
            json!({"position": small.position, "depth": small.depth, "nodes": small.nodes,
                "right": {"value": small.exact.0, "move": small.exact.1},
                "yours": {"value": small.wrong.0, "move": small.wrong.1}})
        });
        assert_eq!(json["smallest"], json!(small));
        let run = grade.next_run.as_ref().unwrap();
        assert_eq!(
            json["next_run"],
            json!({"position": run.position, "depth": run.depth,
            "groups": run.groups, "of": run.of})
        );
    }
}

#[test]
fn a_difference_is_told_in_words_with_its_board() {
    let task = task("connect4", "44", "textbook:heuristic=quadras-plano,depth=2");
    let tree = mistaken_tree(&task, &[]).unwrap();
    let told = |line: usize, key: &str, value: serde_json::Value| {
        let change = |(i, text): (usize, &str)| {
            let mut node: serde_json::Value = serde_json::from_str(text).unwrap();
            if i + 1 == line {
                node[key] = value.clone();
            }
            node.to_string() + "\n"
        };
        let changed: String = tree.lines().enumerate().map(change).collect();
        let difference = graded(&task, &changed).difference.unwrap();
        assert_eq!(difference.line, line, "{changed}");
        assert!(difference.rows.len() == 6 && difference.falls);
        (Language::English.say(&difference.message), difference.rows.join("/"))
    };
    let at = |line: usize| -> serde_json::Value {
        serde_json::from_str(tree.lines().nth(line - 1).unwrap()).unwrap()
    };
    // The fourth line is the second reply to the first column; its window is known.
    assert_eq!((&at(4)["depth"], &at(4)["move"]), (&json!(2), &json!("2")));
    let (said, rows) = told(4, "beta", json!(777));
    assert_eq!(said, format!("beta of 2: expected {}, found 777", at(4)["beta"].as_f64().unwrap()));
    assert!(rows.ends_with("/...o.../xo.x..."), "{rows}");
    let (said, _) = told(4, "value", json!(-0.5));
    assert_eq!(
        said,
        format!("value of 2: expected {}, found -0.5", at(4)["value"].as_f64().unwrap())
    );
    // What comes after the last node of the search.
    let behind = tree.clone() + "{\"depth\":1,\"move\":\"7\",\"value\":3}\n";
    let over = graded(&task, &behind).difference.unwrap();
    assert_eq!(over.line, tree.lines().count() + 1);
    let said = Language::English.say(&over.message);
    assert_eq!(said, "the search is over; found 7 (1) (depth in brackets)");
    let (said, _) = told(4, "move", json!("3"));
    assert_eq!(said, "expected the node 2 (2), found 3 (2) (depth in brackets)");
    let is_best = |line: &usize| at(*line)["depth"] == 1 && at(*line)["value"] == at(1)["value"];
    let best = (2..=tree.lines().count()).find(is_best).unwrap();
    let best = at(best)["move"].as_str().unwrap().to_owned();
    let (said, rows) = told(1, "best", json!(if best == "1" { "2" } else { "1" }));
    let other = if best == "1" { "2" } else { "1" };
    assert_eq!(said, format!("best move at root: expected {best}, found {other}"));
    assert!(rows.ends_with("/...o.../...x..."), "{rows}");
    // A turn of a log.
    let log = mistaken_game(&task, &[], 2).unwrap();
    let (first, last) = log.trim_end().rsplit_once("Valor MiniMax: ").unwrap();
    let (value, mv) = last.split_once("  Accion: ").unwrap();
    let other = if mv == "7" { "6" } else { "7" };
    let wrong = graded(&task, &format!("{first}Valor MiniMax: 31  Accion: {other}\n"));
    let difference = wrong.difference.unwrap();
    let said = Language::English.say(&difference.message);
    assert_eq!(
        said,
        format!("expected value {value} and move {mv}, found value 31 and move {other}")
    );
    assert_eq!((difference.line, difference.rows.len()), (4, 6));
    let stones: usize = difference.rows.iter().map(|row| row.matches(['x', 'o']).count()).sum();
    assert_eq!((stones, difference.moves.len()), (3, 1));
    assert!(difference.falls);
    // On a board of squares nothing falls.
    let toe = self::task("mnk:3x3x3", "b2a1", "textbook:heuristic=dezenas,depth=1");
    let negated = [Mistake::ValueNegated];
    for trace in [mistaken_tree(&toe, &negated).unwrap(), mistaken_game(&toe, &negated, 3).unwrap()]
    {
        assert!(!graded(&toe, &trace).difference.unwrap().falls);
    }
}

#[test]
fn only_what_can_be_done_wrong_is_suspected() {
    use Mistake as M;
    let of = |game: &str, engine: &str| possible_mistakes(&task(game, "-", engine)).unwrap();
    let natural = of("connect4", "textbook:heuristic=ligue4,depth=2");
    let centre = of("connect4", "textbook:heuristic=ligue4,depth=2,order=center");
    assert!(!natural.contains(&M::OrderNatural) && centre.contains(&M::OrderNatural));
    let minimax = of("boom", "textbook:heuristic=valoracion-test,depth=2,algorithm=minimax");
    let alphabeta = of("boom", "textbook:heuristic=valoracion-test,depth=2");
    for (mistake, of_minimax) in [
        (M::Prunes, true),
        (M::CutSign, false),
        (M::WindowNotPassed, false),
        (M::ReturnBeta, false),
    ] {
        assert_eq!(minimax.contains(&mistake), of_minimax, "{mistake:?}");
        assert_eq!(alphabeta.contains(&mistake), !of_minimax, "{mistake:?}");
    }
    // Bombs are Boom's alone, columns of squares are for boards without gravity.
    for mistake in [M::BoomMissing, M::BombsNever, M::UndoBoom] {
        assert!(alphabeta.contains(&mistake) && !natural.contains(&mistake), "{mistake:?}");
    }
    let squares = of("mnk:3x3x3", "textbook:heuristic=dezenas,depth=2");
    assert!(squares.contains(&M::OrderColumns) && !natural.contains(&M::OrderColumns));
}
