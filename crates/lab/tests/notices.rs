//! Behaviours of the lab that nobody would miss until a class relies on them: the order of the
//! X-ray and its best moves, the grader's smallest position, a check without complaint, scripts
//! that run out of work, parts and prints, exercises, result files.

use alinea_catalogue::files::{BoardHeuristic, Files, HeuristicFiles};
use alinea_catalogue::{SpecError, open};
use alinea_lab::grade::{
    Assignment, Exercises, Format, Mistake, grade, mistaken_game, mistaken_tree,
};
use alinea_lab::xray::{Bin, Truth, embedded, text, xray};
use alinea_lab::{Folder, ScriptLimits, check, parse};
use alinea_search::{Ignore, Limits, Stop};
use alinea_words::Language;
use std::sync::Arc;

fn task(position: &str, depth: u32) -> Assignment {
    Assignment {
        game: "boom".into(),
        position: position.into(),
        engine: format!("textbook:heuristic=valoracion-test,depth={depth}").parse().unwrap(),
        files: None,
    }
}

#[test]
fn the_worst_of_an_xray_have_the_wrong_sign_and_the_most_confident_comes_first() {
    let files = Files::new(Arc::new(Folder::default()));
    let truths: Vec<Truth> = embedded("connect4")
        .unwrap()
        .into_iter()
        .filter(|t| t.position.len() > 26)
        .take(80)
        .collect();
    let found = xray("connect4", "ligue4", &files, &truths, Language::English).unwrap();
    assert!(found.worst.len() > 3);
    let confidence =
        |percentile: f64, value: f64| if value > 0.0 { percentile } else { 100.0 - percentile };
    let order: Vec<f64> = found.worst.iter().map(|w| confidence(w.percentile, w.value)).collect();
    assert!(order.windows(2).all(|pair| pair[0] >= pair[1]), "{order:?}");
    assert!(found.worst.iter().all(|wrong| wrong.value * f64::from(wrong.score) < 0.0));
    // The best of its moves, counted once more over the text of a session.
    let (mut best, mut kept) = (0, 0);
    for truth in &truths {
        let mut session = open("connect4").unwrap().read(&truth.position).unwrap();
        let player = session.turn();
        let mut chosen: Option<(f64, String)> = None;
        for mv in session.legal() {
            session.play(&mv).unwrap();
            let (value, _) = session.evaluate("ligue4", Some(player), 1).unwrap();
            session.undo();
            if chosen.as_ref().is_none_or(|(known, _)| value > *known) {
                chosen = Some((value, mv));
            }
        }
        let mv = chosen.unwrap().1;
        let score = truth.moves.iter().find(|(known, _)| *known == mv).unwrap().1;
        best += usize::from(score == truth.score);
        kept += usize::from(score.signum() == truth.score.signum());
    }
    assert_eq!((found.choices, found.best_moves, found.kept_results), (truths.len(), best, kept));
}

#[test]
fn the_smallest_position_is_the_smallest() {
    use Mistake as M;
    // The last one shows at depth 1 already.
    for mistake in [M::TiesLast, M::DepthLess, M::OrderReversed, M::MinEverywhere] {
        let trace = mistaken_tree(&task("-", 4), &[mistake]).unwrap();
        let trace = match mistake {
            // Which of equal moves is kept shows in the move chosen.
            Mistake::TiesLast => mistaken_game(&task("-", 4), &[mistake], 3).unwrap(),
            _ => trace,
        };
        let graded = grade(&task("-", 4), trace.as_bytes()).unwrap();
        let small = graded.smallest.unwrap();
        let shows = |position: &str, depth: u32| {
            let answer = |made: &[Mistake]| mistaken_game(&task(position, depth), made, 1).unwrap();
            answer(&[mistake]) != answer(&[])
        };
        assert!(shows(&small.position, small.depth), "{mistake:?} {small:?}");
        for depth in 1..small.depth {
            assert!(!shows(&small.position, depth), "{mistake:?} shows at depth {depth} already");
        }
        // No position with fewer moves shows it at any depth that is tried.
        let board = small.position.trim_start_matches("diagram:");
        let board = board.split(' ').next().unwrap();
        let moves = board.chars().filter(|c| c.is_alphabetic()).count();
        // Every mistake here shows within a few moves; all positions before that are looked at.
        assert!(moves <= 4, "{mistake:?} is shown only after {moves} moves: {small:?}");
        for position in shorter(moves) {
            let shown = (1..=4).find(|&depth| shows(&position, depth));
            assert_eq!(shown, None, "{mistake:?} shows after {position} already");
        }
    }
}

/// Every position of Boom after fewer moves than this.
fn shorter(moves: usize) -> Vec<String> {
    let (mut all, mut last) = (Vec::new(), vec![String::new()]);
    for _ in 0..moves {
        let mut next = Vec::new();
        for text in last {
            let position = if text.is_empty() { "-" } else { &text };
            let session = open("boom").unwrap().read(position).unwrap();
            if session.outcome().is_none() {
                next.extend(session.legal().iter().map(|mv| format!("{text}{mv}")));
                all.push(if text.is_empty() { "-".to_owned() } else { text });
            }
        }
        last = next;
    }
    all
}

#[test]
fn a_good_file_is_checked_without_complaint_and_a_bad_one_with() {
    let checked = |text: &str| {
        let file = parse("a.toml", text, ScriptLimits::default()).unwrap();
        check("connect4", &*file, &mut |once| once()).unwrap()
    };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/heuristics/ligue4.toml");
    let good = checked(&Folder::read(path).unwrap());
    assert_eq!(good.problems, [], "{:?}", good.problems);
    assert!(good.evaluations > 0 && good.samples.iter().all(|sample| sample.value.is_ok()));
    let complains =
        |text: &str, key: &str| checked(text).problems.iter().any(|problem| problem.key == key);
    let flat = "[lines]\nown = [0, 0, 0, 0]\n";
    assert!(complains(flat, "lab.problem.flat"));
    // Three in a row are worth more than a game that is won.
    let greedy = "[lines]\nown = [1, 10, 1000, 5]\n[finished]\nwin = 7\n";
    assert!(complains(greedy, "lab.problem.win-below-open"));
    assert!(!complains(greedy, "lab.problem.flat") && !complains(greedy, "lab.problem.one-sided"));
    let blind = script("board.centre(player)", ScriptLimits::default());
    let problems = check("connect4", &*blind, &mut |once| once()).unwrap().problems;
    assert!(problems.iter().any(|problem| problem.key == "lab.problem.one-sided"), "{problems:?}");
}

#[test]
fn an_xray_says_how_many_positions_stand_behind_each_figure() {
    let files = Files::new(Arc::new(Folder::default()));
    for (game, heuristic) in [("boom", "valoracion-test"), ("connect4", "ligue4")] {
        let truths = embedded(game).unwrap();
        let truths: Vec<Truth> = match game {
            // Of lost positions only the longest defence is known: no choice is judged there.
            "boom" => truths.into_iter().step_by(6).collect(),
            _ => truths.into_iter().filter(|t| t.position.len() > 28).take(60).collect(),
        };
        let found = xray(game, heuristic, &files, &truths, Language::English).unwrap();
        let of = |result: i32| truths.iter().filter(|truth| truth.result() == result).count();
        let choices = if game == "boom" { of(1) } else { truths.len() };
        assert_eq!((found.positions, found.choices), (truths.len(), choices), "{game}");
        let results = |n: usize| found.bins.iter().map(|bin| bin.results[n]).sum::<usize>();
        assert_eq!([0, 1, 2].map(results), [of(1), of(0), of(-1)], "{game}");
        let report = text(&found, Language::English);
        for count in [found.best_moves, found.kept_results] {
            assert!(report.contains(&format!("({count} of {choices})")), "{report}");
        }
        assert!(report.contains(&format!("({} positions)", truths.len())), "{report}");
        let share = 100.0 * found.best_moves as f64 / choices as f64;
        assert!(report.contains(&format!("{share:.1} % ({}", found.best_moves)), "{report}");
        for wrong in &found.worst {
            // Nobody is liked more or less than all positions, itself included.
            let [likes, percent] = match wrong.percentile {
                high if high >= 50.0 => ["more", &format!("{:.0}", high.floor().min(99.0))],
                low => ["less", &format!("{:.0}", (100.0 - low).floor().min(99.0))],
            };
            let told = format!("it likes this {likes} than {percent} % of the positions");
            assert!(report.contains(&told), "{told}: {report}");
        }
        let bars: Vec<&str> = report.lines().filter(|line| line.contains("% |")).collect();
        assert_eq!(bars.len(), found.bins.len());
        for (bar, bin) in bars.iter().zip(&found.bins) {
            let count: usize = bar.rsplit(' ').next().unwrap().parse().unwrap();
            assert_eq!(count, bin.results.iter().sum::<usize>(), "{bar}");
        }
    }
    // A draw is half a point.
    let bin = Bin { from: 0.0, to: 1.0, results: [1, 2, 1] };
    assert_eq!((bin.points(), Bin { results: [0, 4, 0], ..bin }.points()), (0.5, 0.5));
}

#[test]
fn the_next_run_tells_apart_as_many_candidates_as_one_can() {
    let task = task("-", 2);
    let trace = mistaken_game(&task, &[Mistake::ValueNegated], 2).unwrap();
    let graded = grade(&task, trace.as_bytes()).unwrap();
    let run = graded.next_run.unwrap();
    assert_eq!(run.of, graded.candidates.len() + 1);
    assert!(run.groups > 6 && run.groups <= run.of, "{run:?}");
}

fn script(body: &str, limits: ScriptLimits) -> Arc<dyn BoardHeuristic> {
    let text = format!("fn evaluate(board, player, level) {{\n{body}\n}}");
    parse("a.rhai", &text, limits).unwrap()
}

/// One script under any name, with so much work for a move.
struct Limited(u64);

impl HeuristicFiles for Limited {
    fn load(&self, _: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let limits = ScriptLimits { per_evaluation: 100_000, per_move: self.0 };
        Ok(script(
            "board.windows(player, 2) - board.windows(other(player), 2) + board.at(3, 0)",
            limits,
        ))
    }
}

#[test]
fn a_half_finished_iteration_of_a_script_is_not_used() {
    let think = |work: u64, limits: &Limits| {
        let mut session = open("connect4").unwrap().read("445566").unwrap();
        session.allow_files(Arc::new(Limited(work)));
        let mut seat = session.seat(&"alphabeta:heuristic=a.rhai".parse().unwrap()).unwrap();
        seat.think(&*session, limits, &Stop::new(), &mut Ignore)
    };
    for work in [3_000, 12_000, 40_000] {
        let Ok(cut_short) = think(work, &Limits::depth(12)) else { continue };
        assert!(cut_short.depth < 12, "{work} operations are not enough for depth 12");
        let whole = think(u64::MAX / 2, &Limits::depth(cut_short.depth)).unwrap();
        assert_eq!((cut_short.best, cut_short.score), (whole.best, whole.score), "{work}");
    }
}

#[test]
fn scripts_print_and_return_parts() {
    let body =
        "print(\"level \" + level);\n#{centre: 12, lines: #{points: -3, cells: [[3, 0], [99, 0]]}}";
    let file = script(body, ScriptLimits::default());
    let checked = check("connect4", &*file, &mut |once| once()).unwrap();
    let sample = &checked.samples[0];
    assert_eq!(sample.value, Ok(9.0));
    assert_eq!(sample.printed, ["level 0"]);
    let told: Vec<(String, f64, Vec<String>)> = sample
        .parts
        .iter()
        .map(|part| {
            let cells = part.cells.iter().map(ToString::to_string).collect();
            (Language::Spanish.say(&part.label), part.points, cells)
        })
        .collect();
    let lines = ("lines".to_owned(), -3.0, vec!["d1".to_owned()]);
    assert_eq!(told, [("centre".to_owned(), 12.0, Vec::new()), lines]);
    // Long lines are cut, and debug shows like print.
    let body = "let t = \"\"; for i in 0..300 { t += \"x\"; }\nprint(t); debug(7); 1";
    let long = script(body, ScriptLimits::default());
    let checked = check("connect4", &*long, &mut |once| once()).unwrap();
    assert_eq!(checked.samples[1].printed, ["x".repeat(200), "7".to_owned()]);
    for (body, told) in [
        ("#{a: \"x\"}", "the part a is text, expected a number"),
        ("#{}", "evaluate returned no parts, expected at least one"),
        ("#{a: 1e308, b: 1e308}", "the parts sum to inf, expected a finite number"),
        ("#{a: #{cells: []}}", "the part a has no points"),
        ("#{a: #{points: 1, cells: 3}}", "the cells of a are i64, expected [[column, row]]"),
    ] {
        let wrong = script(body, ScriptLimits::default());
        let problems = check("connect4", &*wrong, &mut |once| once()).unwrap();
        let fault = problems.samples[0].value.clone().unwrap_err().to_string();
        assert!(fault.contains(told), "{body}: {fault}");
    }
}

/// A script that prints something of each position it judges, in any folder.
struct Printing;

impl HeuristicFiles for Printing {
    fn load(&self, _: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let body = "for i in 0..25 { print(\"stones \" + board.stones + \", level \" + level); }\n\
            board.windows(player, 1) - board.windows(other(player), 3)";
        Ok(script(body, ScriptLimits::default()))
    }
}

#[test]
fn an_xray_shows_what_a_script_printed_of_that_position_and_no_more() {
    let files = Files::new(Arc::new(Printing));
    let truths = embedded("connect4").unwrap();
    let late: Vec<Truth> = truths.into_iter().filter(|t| t.position.len() > 28).take(60).collect();
    let found = xray("connect4", "a.rhai", &files, &late, Language::English).unwrap();
    assert!(!found.worst.is_empty());
    for wrong in &found.worst {
        // Twenty lines of the position itself, none of the moves tried from it.
        let line = format!("stones {}, level 0", wrong.position.len());
        assert_eq!(wrong.printed, vec![line; 20], "{}", wrong.position);
    }
    assert!(text(&found, Language::English).contains("     print: stones"));
}

#[test]
fn mistakes_are_named_with_what_was_asked_for() {
    let sentence = |game: &str, position: &str, engine: &str, mistake: Mistake| {
        let task = Assignment {
            game: game.into(),
            position: position.into(),
            engine: engine.parse().unwrap(),
            files: None,
        };
        let trace = mistaken_tree(&task, &[mistake]).unwrap();
        let graded = grade(&task, trace.as_bytes()).unwrap();
        let found = graded.candidates.iter().find(|found| found.ids() == [mistake]);
        (found.map(|found| found.sentence(Language::English)).unwrap_or_default(), trace)
    };
    for (cut, told) in [
        ("strict", "cuts at alpha >= beta where alpha > beta is asked for"),
        ("equal", "cuts at alpha > beta where alpha >= beta is asked for"),
    ] {
        let engine = format!("textbook:heuristic=valoracion-test,depth=4,cut={cut}");
        let (said, _) = sentence("boom", "-", &engine, Mistake::CutOther);
        assert!(said.contains(told), "{said}");
    }
    let centre = "textbook:heuristic=ligue4,depth=2,order=center";
    let (said, _) = sentence("connect4", "44", centre, Mistake::OrderNatural);
    assert!(said.contains("where the order center is asked for"), "{said}");
    // An own stone costs 4 points, the enemy's one pays 2: what is left says what is missing.
    let material = "textbook:heuristic=material,depth=1,algorithm=minimax";
    for part in [0, 1] {
        let (said, trace) = sentence("boom", "4", material, Mistake::PartForgotten(part));
        let told = if trace.contains("\"value\":2") { "own stones" } else { "enemy stones" };
        assert!(said.contains(told) && said.len() > 20, "{said}: {trace}");
    }
}

#[test]
fn exercises_have_one_right_answer_and_repeat() {
    let mut exercises = Exercises::new(5, None);
    let mut again = Exercises::new(5, None);
    let mut answers = Vec::new();
    for _ in 0..20 {
        let exercise = exercises.next_one().unwrap();
        assert_eq!(exercise, again.next_one().unwrap());
        assert_eq!(exercise.options.len(), 4);
        let assignment = Assignment {
            game: exercise.game.clone(),
            position: exercise.position.clone(),
            engine: exercise.engine.parse().unwrap(),
            files: None,
        };
        let graded = grade(&assignment, exercise.trace.as_bytes()).unwrap();
        let answer = exercise.options[exercise.answer].mistake;
        let options = exercise.options.iter().map(|option| option.mistake);
        let fits = |mistake: &Mistake| graded.candidates.iter().any(|c| c.ids() == [*mistake]);
        assert_eq!(options.filter(fits).collect::<Vec<_>>(), [answer], "{}", exercise.trace);
        assert!(exercise.shows.line <= exercise.trace.lines().count());
        answers.push(exercise.answer);
        let drawn: Vec<String> = exercise.nodes().iter().map(|node| node.drawn()).collect();
        assert!(drawn[0].starts_with("root MAX [-inf, +inf] = "), "{}", drawn[0]);
        let is_min = |line: &String| line.starts_with("  ") && !line.starts_with("   ");
        assert!(drawn.iter().filter(|line| is_min(line)).all(|line| line.contains(" MIN [")));
    }
    // The right answer stands in any place.
    answers.sort_unstable();
    answers.dedup();
    assert!(answers.len() > 2, "{answers:?}");
}

#[test]
fn results_are_written_as_the_services_lay_out_their_folders() {
    let root = std::env::temp_dir().join(format!("alinea-grade-{}", std::process::id()));
    let right = mistaken_game(&task("-", 3), &[], 4).unwrap();
    let wrong = mistaken_game(&task("-", 3), &[Mistake::DepthLess], 4).unwrap();
    for (text, points, failures) in [(right, 10, 0), (wrong, 1, 1), ("junk".to_owned(), 0, 2)] {
        // Gradescope: submission and results side by side below autograder.
        let (submission, results) =
            (root.join("autograder/submission"), root.join("autograder/results"));
        std::fs::create_dir_all(&submission).unwrap();
        std::fs::create_dir_all(&results).unwrap();
        let trace = submission.join("trace.txt");
        std::fs::write(&trace, &text).unwrap();
        let graded = grade(&task("-", 3), &std::fs::read(&trace).unwrap());
        let file = results.join("results.json");
        std::fs::write(&file, Format::Gradescope.report("trace.txt", &graded, Language::English))
            .unwrap();
        let read: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(read["score"], points);
        let tests = read["tests"].as_array().unwrap();
        let sum: u64 = tests.iter().map(|test| test["max_score"].as_u64().unwrap()).sum();
        assert_eq!((tests.len(), sum), (2, 10));
        assert!(tests.iter().all(|test| test["name"].is_string() && test["output"].is_string()));
        assert!(read["output"].is_string() && read["visibility"] == "visible");
        for test in tests {
            let is_passed = test["score"] == test["max_score"];
            assert_eq!(test["status"], if is_passed { "passed" } else { "failed" });
            assert_eq!(test["visibility"], "visible");
        }
        // One test says what there is to say, the first that fails, in both.
        let why = |tests: &serde_json::Value| -> Vec<String> {
            let told = tests.as_array().unwrap().iter().map(|test| test["output"].to_string());
            told.filter(|output| output != "\"\"").collect()
        };
        let told = why(&read["tests"]);
        assert_eq!(told, [read["output"].to_string()]);
        let teller = if failures == 2 { 0 } else { 1 };
        assert_eq!(tests[teller]["output"], read["output"]);
        // Classroom 50: result.json in the work folder.
        let text = Format::Classroom50.report("trace.txt", &graded, Language::English);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["schema"], "classroom50/result/v1");
        assert_eq!((read["score"].as_u64(), read["max-score"].as_u64()), (Some(points), Some(10)));
        assert_eq!(why(&read["tests"]), told);
        let passed = read["tests"].as_array().unwrap().iter().filter(|test| test["passed"] == true);
        assert_eq!(2 - passed.count(), failures);
        let xml = Format::Junit.report("trace.txt", &graded, Language::English);
        assert_eq!(xml.matches("<failure").count(), failures, "{xml}");
        assert_eq!(xml.matches("<testcase").count(), 2);
        assert_eq!(xml.matches(&format!("failures=\"{failures}\"")).count(), 2, "{xml}");
    }
    std::fs::remove_dir_all(&root).unwrap();
}

#[test]
fn every_game_has_exercises() {
    for game in [
        "gomoku:9",
        "gomoku",
        "standard:7",
        "renju:9",
        "caro",
        "mnk:19x19x5",
        "mnk:5x4x4",
        "mnk:19x19x5+gravity",
        "mnk:1x3x3+gravity",
        "connect4:9x6",
        "connect4:4x4",
        "boom",
    ] {
        let mut exercises = Exercises::new(3, Some(game));
        let mut seen = Vec::new();
        for _ in 0..4 {
            let exercise = exercises.next_one().unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(exercise.game, game);
            assert!(exercise.trace.lines().count() <= 60, "{game}: {}", exercise.trace);
            let session = open(game).unwrap().read(&exercise.position).unwrap();
            assert_eq!(session.outcome(), None, "{game}: {}", exercise.position);
            seen.push(exercise.trace);
        }
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 1, "{game}: the same again and again");
    }
    let unknown = Exercises::new(3, Some("chess")).next_one().unwrap_err().to_string();
    assert!(unknown.starts_with("unknown game 'chess'"), "{unknown}");
}

#[test]
fn a_report_is_xml_whatever_was_handed_in() {
    for (junk, told) in [
        (&b"a <b> & \"c\""[..], "found &apos;a &lt;b&gt; &amp; &quot;c&quot;"),
        (b"[{\x07\x1b[31m", "found &apos;[31m"),
        (b"[{\xc2\x85<", "&lt;"),
    ] {
        let graded = grade(&task("-", 2), junk);
        let xml = Format::Junit.report("a\x07 & b.txt", &graded, Language::English);
        assert!(xml.replace('\'', "&apos;").contains(told), "{xml}");
        assert!(xml.chars().all(|c| c == '\n' || !c.is_control()), "{xml:?}");
        assert!(xml.contains("classname=\"a &amp; b.txt\""), "{xml}");
        // Nothing but the report's own marks.
        let marks = ["?xml", "testsuites", "testsuite", "testcase", "failure", "/"];
        let is_own = |rest: &str| marks.iter().any(|mark| rest.starts_with(mark));
        assert!(xml.split('<').skip(1).all(is_own), "{xml}");
    }
}

/// A script by its name: two that choose the same move, and judge positions otherwise.
struct ByLevel;

impl HeuristicFiles for ByLevel {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let centre = "let c = board.centre(player) - board.centre(other(player));\n";
        let rest = if name == "a.rhai" { "c" } else { "if level == 1 { c } else { 0 - c }" };
        Ok(script(&(centre.to_owned() + rest), ScriptLimits::default()))
    }
}

#[test]
fn an_xray_judges_moves_one_ply_further() {
    let files = Files::new(Arc::new(ByLevel));
    let truths = embedded("connect4").unwrap();
    let late: Vec<Truth> = truths.into_iter().filter(|t| t.position.len() > 28).take(60).collect();
    let [always, by_level] = ["a.rhai", "b.rhai"]
        .map(|name| xray("connect4", name, &files, &late, Language::English).unwrap());
    assert_eq!(
        (always.best_moves, always.kept_results),
        (by_level.best_moves, by_level.kept_results)
    );
    assert!((always.correlation + by_level.correlation).abs() < 1e-9);
}

#[test]
fn an_xray_says_the_truth_and_the_largest_parts() {
    let files = Files::new(Arc::new(Folder::default()));
    for (game, heuristic) in [("boom", "valoracion-test"), ("gomoku", "dezenas")] {
        let truths: Vec<Truth> = embedded(game).unwrap().into_iter().take(40).collect();
        let found = xray(game, heuristic, &files, &truths, Language::English).unwrap();
        for wrong in &found.worst {
            let result = if wrong.score > 0 { "won in" } else { "lost in" };
            assert!(wrong.truth.starts_with(result), "{game}: {}", wrong.truth);
            let truth = truths.iter().find(|truth| truth.position == wrong.position).unwrap();
            let winning = truth.moves.iter().filter(|(_, score)| *score > 0).count();
            assert_eq!(wrong.reason.starts_with("only "), winning == 1, "{}", wrong.reason);
            let session = open(game).unwrap().read(&wrong.position).unwrap();
            let (value, parts) = session.evaluate(heuristic, None, 0).unwrap();
            assert_eq!(value, wrong.value, "{game} {}", wrong.position);
            let mut labels: Vec<String> =
                parts.iter().map(|part| Language::English.say(&part.label)).collect();
            labels.sort();
            labels.dedup();
            // One part is the value itself.
            let shown = if labels.len() == 1 { 0 } else { labels.len().min(4) };
            assert_eq!(wrong.parts.len(), shown, "{game}: {:?}", wrong.parts);
            for (label, points) in &wrong.parts {
                let said = parts.iter().filter(|part| Language::English.say(&part.label) == *label);
                let sum: f64 = said.map(|part| part.points).sum();
                assert!((sum - points).abs() < 1e-9, "{label}: {sum} {points}");
            }
            assert!(wrong.parts.is_sorted_by(|a, b| a.1.abs() >= b.1.abs()), "{:?}", wrong.parts);
        }
    }
}
