//! What people and programs read of a grade and of an exercise, word by word: made by hand, so
//! that only the words can change it.

use alinea_core::{Message, Player};
use alinea_lab::grade::{
    Candidate, Difference, Exercise, Grade, Mistake, Named, NextRun, Smallest, Unit,
};
use alinea_lab::xray::{Bin, Wrong, Xray, page, text};
use alinea_words::Language;
use serde_json::json;

fn named(mistake: Mistake) -> Named {
    let (sentence, look) = (Message::new(mistake.key()), Message::new(mistake.look()));
    Named { mistake, sentence, look }
}

fn candidate(mistakes: &[Mistake], shows: Option<Difference>) -> Candidate {
    Candidate { mistakes: mistakes.iter().map(|&mistake| named(mistake)).collect(), shows }
}

fn place(line: usize, rows: &[&str], moves: &[&str]) -> Difference {
    let message = Message::new("lab.grade.value").with("move", "3");
    Difference {
        line,
        message: message.with("expected", "5").with("found", "-2.5"),
        expected: "5".to_owned(),
        found: "-2.5".to_owned(),
        rows: rows.iter().map(ToString::to_string).collect(),
        falls: true,
        moves: moves.iter().map(ToString::to_string).collect(),
    }
}

fn wrong() -> Grade {
    use Mistake as M;
    let here = place(7, &["...", "xo."], &["1", "2"]);
    let there = place(9, &["x..", "xo."], &["1", "2", "1"]);
    Grade {
        unit: Unit::Nodes,
        compared: 12,
        cut: true,
        difference: Some(here.clone()),
        candidates: vec![
            candidate(&[M::DepthLess], Some(here)),
            candidate(&[M::ViewMover], Some(there.clone())),
            candidate(&[M::DepthLess, M::ValueNegated], Some(there.clone())),
            candidate(&[M::CutSign], Some(there)),
        ],
        cannot_tell: vec![candidate(&[M::UndoMissing], None)],
        next_run: Some(NextRun { position: "diagram:next".into(), depth: 2, groups: 4, of: 6 }),
        smallest: Some(Smallest {
            position: "diagram:small".into(),
            depth: 3,
            exact: (4.5, "1".into()),
            wrong: (-3.0, "2".into()),
            nodes: Some([12, 34]),
        }),
        untried: 8,
    }
}

#[test]
fn a_report_reads_like_this() {
    let expected = "\
line 7: value of 3: expected 5, found -2.5
after 1 2
    . . .
    x o .
    1 2 3
The end of the trace is missing: it was graded up to there.
4 explanations give exactly this trace, the simplest first:
  1. a search that stops one ply too early
     it shows in line 7
     look for: the test of the depth, and the depth of the first call: one ply is missing
  2. a search that judges leaves for the player to move, not for the player at the root
     it shows in line 9
    x . .
    x o .
    1 2 3
     look for: the player handed to the evaluation at a leaf: it must be the one at the root
  3. a search that stops one ply too early; and a search whose leaves have the wrong sign
     it shows in line 9
    x . .
    x o .
    1 2 3
     look for: the test of the depth, and the depth of the first call: one ply is missing
     look for: a minus before the evaluation, or own and opponent exchanged in it
  4. alpha-beta that cuts when alpha <= beta (the sign is turned round)
8 mistakes or combinations of two were not tried to the end: their searches are too large.
Beside it, this trace would not show:
  - a search that does not take its moves back
Next run, at depth 2: it tells 4 of 6 searches apart, the correct one included.
    diagram:next
The smallest position that shows it, at depth 3:
    diagram:small
    right: value 4.5, move 1, 12 nodes
    yours: value -3, move 2, 34 nodes
";
    assert_eq!(wrong().text(Language::English), expected);
    let Grade { mut candidates, next_run, .. } = wrong();
    candidates.truncate(1);
    let one = Grade { candidates, cut: false, untried: 0, cannot_tell: vec![], ..wrong() };
    let told = one.text(Language::English);
    assert!(
        told.contains("\nYour trace equals a search that stops one ply too early.\n  it shows")
    );
    for (unit, things) in [(Unit::Nodes, "nodes"), (Unit::Moves, "moves")] {
        let next_run = next_run.clone();
        let right = Grade {
            unit,
            difference: None,
            candidates: vec![],
            smallest: None,
            next_run,
            ..one.clone()
        };
        let expected = format!(
            "Correct as far as it shows: all 12 {things} are those of the exact search.\n\
             Next run, at depth 2: it tells 4 of 6 searches apart, the correct one included.\n    \
             diagram:next\n"
        );
        assert_eq!(right.text(Language::English), expected);
    }
}

#[test]
fn boards_have_the_names_that_moves_have() {
    let there = place(1, &["x..", "xo."], &[]);
    assert_eq!(there.board(), "    x . .\n    x o .\n    1 2 3\n");
    let squares = Difference { falls: false, ..there.clone() };
    assert_eq!(squares.board(), "    x . .   2\n    x o .   1\n    a b c\n");
    let wide = Difference { rows: vec![".".repeat(11)], ..there };
    assert!(wide.board().ends_with("    a b c d e f g h i j k\n"), "{}", wide.board());
}

#[test]
fn an_exercise_reads_the_same_for_people_and_programs() {
    use Mistake as M;
    let options = [M::DepthLess, M::ViewMover, M::CutSign, M::ValueNegated];
    let trace = [
        json!({"depth": 0, "move": null, "alpha": null, "beta": null, "value": 5}),
        json!({"depth": 1, "move": "3", "alpha": -1.5, "beta": 8, "value": "-inf"}),
    ];
    let exercise = Exercise {
        game: "boom".into(),
        position: "12".into(),
        rows: vec!["...".into(), "xo.".into()],
        engine: "textbook:depth=1".into(),
        trace: format!("{}\n{}\n", trace[0], trace[1]),
        options: options.map(named).to_vec(),
        answer: 2,
        shows: place(2, &["..x", "xo."], &["3"]),
    };
    let drawn: Vec<String> = exercise.nodes().iter().map(|node| node.drawn()).collect();
    assert_eq!(drawn, ["root MAX [-inf, +inf] = 5", "  3 MIN [-1.5, 8] = -inf"]);
    assert_eq!(exercise.board(), "    . . .\n    x o .\n    1 2 3\n");
    let look = "the comparison of the cut: it must be alpha >= beta";
    assert_eq!(exercise.look(Language::English), look);
    let said: Vec<_> = (0..4)
        .map(|i| json!({"mistake": options[i].name(), "sentence": exercise.sentence(i, Language::English)}))
        .collect();
    assert_eq!(
        said[2]["sentence"],
        "alpha-beta that cuts when alpha <= beta (the sign is turned round)"
    );
    assert_eq!(
        exercise.json(Language::English),
        json!({"game": "boom", "position": "12", "rows": ["...", "xo."],
            "engine": "textbook:depth=1", "trace": trace, "options": said, "answer": 2,
            "line": 2, "message": "value of 3: expected 5, found -2.5", "moves": ["3"],
            "rows_there": ["..x", "xo."], "look": look})
    );
}

fn xray() -> Xray {
    let wrong = Wrong {
        position: "12B".into(),
        rows: vec!["...".into(), "xO.".into()],
        turn: Player::Second,
        best: vec![(0, 2)],
        value: 5.5,
        percentile: 75.0,
        parts: vec![("lines <3>".into(), 8.5), ("corner".into(), -3.0), ("edge".into(), 0.0)],
        printed: vec!["a <b> & c".into()],
        score: -994,
        truth: "lost in 6 plies".into(),
        reason: "1 & 2 lose".into(),
    };
    Xray {
        heuristic: "<mine>.rhai".into(),
        game: "boom".into(),
        positions: 10,
        gravity: true,
        exact: false,
        correlation: 0.25,
        choices: 4,
        best_moves: 1,
        kept_results: 3,
        bins: vec![
            Bin { from: -2.0, to: 0.5, results: [1, 1, 2] },
            Bin { from: 0.5, to: 7.0, results: [5, 0, 1] },
        ],
        worst: vec![wrong],
    }
}

#[test]
fn an_xray_reads_like_this() {
    let expected = "\
<mine>.rhai: 10 positions of boom that the strong engine proves won or lost

rank correlation with the exact score  0.250 (10 positions)
its best move is a best move           25.0 % (1 of 4)
its best move keeps the result         75.0 % (3 of 4)

Calibration: points of the player to move, by value
          -2 .. 0.5           38 % |###############                         | 4
         0.5 .. 7             83 % |#################################       | 6

Most confidently wrong
  1. 12B  (o to move)
     value 5.5: it likes this more than 75 % of the positions; lost in 6 plies
     1 & 2 lose
     its parts: +8.5 lines <3>; -3 corner; 0 edge
     print: a <b> & c
";
    assert_eq!(text(&xray(), Language::English), expected);
    let mut plain = xray();
    plain.worst[0].parts.clear();
    assert!(!text(&plain, Language::English).contains("its parts"));
}

#[test]
fn what_a_heuristic_believes_is_told_by_its_rank() {
    let believed = |percentile: f64| {
        let mut told = xray();
        told.worst[0].percentile = percentile;
        let report = text(&told, Language::English);
        let line = report.lines().find(|line| line.contains("it likes")).unwrap().to_owned();
        line.split("it likes this ").nth(1).unwrap().split(" of").next().unwrap().to_owned()
    };
    assert_eq!(believed(50.0), "more than 50 %");
    assert_eq!(believed(49.5), "less than 50 %");
    assert_eq!(believed(10.2), "less than 89 %");
    // Nobody is liked more or less than all positions, itself included.
    assert_eq!([believed(100.0), believed(0.0)], ["more than 99 %", "less than 99 %"]);
}

#[test]
fn a_page_of_an_xray_draws_every_stone() {
    let drawn = page(&xray(), Language::English);
    for told in [
        // The best move goes to the third column of the top row.
        "<path d=\"M45 5l10 10m0 -10l-10 10\" stroke=\"var(--best)\"",
        "<circle cx=\"10\" cy=\"30\" r=\"8\" fill=\"var(--x)\"/>",
        // A bomb of the second player: a ring with a dot.
        "<circle cx=\"30\" cy=\"30\" r=\"6.5\" fill=\"none\" stroke=\"var(--ink)\"",
        "<circle cx=\"30\" cy=\"30\" r=\"3\" fill=\"var(--ink)\"/>",
        "<circle cx=\"50\" cy=\"10\" r=\"6\" fill=\"var(--hole)\"",
        "<h1>X-ray of &lt;mine&gt;.rhai</h1>",
        "<br><code>a &lt;b&gt; &amp; c</code>",
        "<br>its parts: +8.5 lines &lt;3&gt;; -3 corner; 0 edge",
        // Two bars: of the whole height of 180, three eighths and five sixths.
        "<rect x=\"54.0\" y=\"142.5\" width=\"342.0\" height=\"67.5\"",
        "<rect x=\"404.0\" y=\"60.0\" width=\"342.0\" height=\"150.0\"",
        "<text x=\"225.0\" y=\"137.5\" font-size=\"13\"",
        "<text x=\"575.0\" y=\"55.0\" font-size=\"13\"",
        "<text x=\"575.0\" y=\"227.0\" font-size=\"11\" text-anchor=\"middle\" fill=\"currentColor\">0.5</text>",
        "fill=\"currentColor\">… 7</text>",
        "<path d=\"M50 210H750\" stroke=\"var(--rule)\"/><text x=\"44\" y=\"214\"",
        "<path d=\"M50 165H750\"",
        "<path d=\"M50 120H750\"",
        "<path d=\"M50 75H750\"",
        "<path d=\"M50 30H750\"",
        "<svg viewBox=\"0 0 60 40\" width=\"160\" role=\"img\" aria-label=\"... / xO.\">",
        "1 &amp; 2 lose",
        "n = 4<",
        "n = 6<",
        ">83 %<",
        "0.5 to 7: 5 won, 0 drawn, 1 lost",
        "(o to move)",
    ] {
        assert!(drawn.contains(told), "{told}: {drawn}");
    }
    assert!(!drawn.contains("M10 10V"), "crossings are for stones that do not fall");
    // On crossings there are no bombs, and nothing is drawn where no stone is.
    let mut squares = Xray { gravity: false, ..xray() };
    squares.worst[0].rows = vec!["...".into(), "xo.".into()];
    let drawn = page(&squares, Language::English);
    let lines = ["M10 10V30M30 10V30M50 10V30", "M10 10H50M10 30H50", "M45 5l10 10"];
    for told in lines.into_iter().chain(["viewBox=\"0 0 60 40\" width=\"160\""]) {
        assert!(drawn.contains(told), "{told}: {drawn}");
    }
    let stones = [
        "<circle cx=\"10\" cy=\"30\" r=\"8\" fill=\"var(--ink)\"/>",
        "<circle cx=\"30\" cy=\"30\" r=\"8\" fill=\"var(--paper)\"",
    ];
    assert!(stones.iter().all(|told| drawn.contains(told)), "{drawn}");
    assert_eq!(drawn.matches("<circle").count(), 2);
}
