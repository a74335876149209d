//! Heuristic files: the shipped ones are the reports', and wrong ones are named with their place.

use alinea_catalogue::files::BoardHeuristic;
use alinea_catalogue::{Entry, GameVisitor, factory, visit};
use alinea_core::{Player, SplitMix64};
use alinea_lab::{Folder, ScriptLimits, parse, template};
use alinea_words::Language;
use std::sync::Arc;

fn shipped(file: &str) -> Arc<dyn BoardHeuristic> {
    let path = format!("{}/../../examples/heuristics/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = Folder::read(&path).unwrap();
    parse(file, &text, ScriptLimits::default()).unwrap()
}

/// Compares a file with a built-in heuristic over random games, finished positions included.
struct Equal<'a> {
    file: &'a dyn BoardHeuristic,
    built_in: &'a str,
    games: usize,
}

impl GameVisitor for Equal<'_> {
    type Output = usize;

    fn visit<G: Entry>(self, setup: G::Setup) -> usize {
        let built_in = factory::heuristic::<G>(&setup, self.built_in).unwrap();
        let mut rng = SplitMix64::new(3);
        let mut finished = 0;
        for _ in 0..self.games {
            let mut pos = G::start(&setup);
            for _ in 0..120 {
                finished += usize::from(pos.outcome().is_some());
                for (player, level) in [(Player::First, 0), (Player::Second, 3)] {
                    let expected = built_in.evaluate(&pos, player, level);
                    let found = self.file.evaluate(&pos, player, level).unwrap().value;
                    assert_eq!(found, expected, "{} {}", self.built_in, pos.to_diagram());
                    let parts = self.file.explain(&pos, player, level).unwrap();
                    let sum: f64 = parts.iter().map(|part| part.points).sum();
                    assert!((sum - found).abs() <= 1e-9 * found.abs().max(1.0), "{sum} {found}");
                }
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let Some(&mv) = rng.pick(&moves) else { break };
                let _ = pos.play_unchecked(mv);
            }
        }
        finished
    }
}

#[test]
fn shipped_files_are_the_heuristics_of_the_reports() {
    for (file, built_in, game, games, ends) in [
        ("ligue4.toml", "ligue4", "connect4", 30, 20),
        ("ligue4.toml", "ligue4", "connect4:8x7", 8, 4),
        ("quadras-plano.toml", "quadras-plano", "connect4", 30, 20),
        ("dezenas.toml", "dezenas", "gomoku:9", 5, 1),
        ("dezenas.toml", "dezenas", "mnk:5x4x3", 30, 15),
        ("valoracion-test.toml", "valoracion-test", "boom", 15, 8),
        ("fichas-juntas.rhai", "fichas-juntas", "boom", 1, 0),
    ] {
        let equal = Equal { file: &*shipped(file), built_in, games };
        let finished = visit(game, equal).unwrap();
        assert!(finished >= ends, "{file}: only {finished} finished games were compared");
    }
}

fn refusal(file: &str, text: &str) -> String {
    match parse(file, text, ScriptLimits::default()) {
        Ok(_) => panic!("{file} was accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn files_that_do_not_parse_are_named_with_line_and_reason() {
    let case = |file: &str, text: &str, expected: &str| {
        let found = refusal(file, text);
        assert!(found.starts_with(expected), "{found}");
    };
    case("a.toml", "[lines]\nown = [1, nan]\n", "a.toml: line 2, column 11: expected a number");
    case("a.toml", "[lines]\nown = [1, 'x']\n", "a.toml: line 2, column 11: invalid type: string");
    case("a.toml", "[lines]\nowm = [1]\n", "a.toml: line 2, column 1: unknown field `owm`");
    case("a.toml", "[lines]\nown = []\n", "a.toml: line 1, column 1: lines.own: expected 1 to 22");
    case("a.toml", "[lines\n", "a.toml: line 1, column 7: ");
    case("a.rhai", "fn evaluate(board) { 1 }", "a.rhai: line 1, column 1: expected fn evaluate(");
    case("a.rhai", "fn f() { 1 }", "a.rhai: line 1, column 1: expected fn evaluate(");
    case("a.rhai", "fn evaluate(b, p, l) {\n  let x = ;\n}", "a.rhai: line 2, column 11: ");
    case("a.rhai", "fn evaluate(b, p, l) {\n  eval(\"1\")\n}", "a.rhai: line 2, column 3: ");
    let long = "#".repeat(alinea_lab::MAX_FILE_BYTES + 1);
    case("a.toml", &long, "a.toml: line 1, column 1: at most 65536 bytes");
}

/// What a script answers, or how it fails.
struct Ask<'a>(&'a dyn BoardHeuristic);

impl GameVisitor for Ask<'_> {
    type Output = Result<f64, String>;

    fn visit<G: Entry>(self, setup: G::Setup) -> Result<f64, String> {
        let judged = self.0.evaluate(&G::start(&setup), Player::First, 0);
        judged.map(|judged| judged.value).map_err(|fault| fault.to_string())
    }
}

fn ask(body: &str) -> Result<f64, String> {
    let text = format!("fn evaluate(board, player, level) {{\n{body}\n}}");
    let limits = ScriptLimits { per_evaluation: 20_000, per_move: 1_000_000 };
    let script = parse("a.rhai", &text, limits).unwrap();
    visit("connect4", Ask(&*script)).unwrap()
}

#[test]
fn scripts_that_fail_say_where() {
    let fails = |body: &str, expected: &str| {
        let found = ask(body).unwrap_err();
        assert!(found.starts_with(expected), "{found}");
    };
    fails("1 / level", "line 2, column 3: Division by zero");
    fails("loop { }", "line 2, column 1: more than 20000 operations");
    fails("let x = 0;\nwhile true { x += 1; }\nx", "line 3, column ");
    fails("\"high\"", "line 1, column 1: evaluate returned text, expected a number");
    fails("let x = 1;", "line 1, column 1: evaluate returned nothing");
    fails("0.0 / 0.0", "line 1, column 1: evaluate returned NaN");
    fails("1.0 / 0.0", "line 1, column 1: evaluate returned inf");
    fails("board.windows(3, 1)", "line 2, column 7: expected player 1 or 2, found 3");
    fails("board.nothing", "line 2, column ");
    fails("evaluate(board, player, level)", "line 2, column 1: Stack overflow");
    fails("let a = [0]; loop { a += a; }", "line 2, column 26: Size of array");
    fails("let s = \"x\"; loop { s += s; }", "line 2, column 26: Length of string");
    fails("let a = [0];\nfor i in 0..30 {\n  a += a;\n}\n1", "line 4, column 8: Size of array");
    fails("let x = 1;\nloop {\n  x += 1;\n}", "line 3, column 1: more than 20000 operations");
    fails("throw \"own\"", "line 2, column 1: own");
    let endless = ask("loop { }").unwrap_err();
    assert!(endless.contains("more than 20000 operations for one position"), "{endless}");
}

#[test]
fn near_spellings_are_offered() {
    let said = |body: &str| ask(body).unwrap_err();
    let cases = [
        ("board.windos(player, 2)", "did you mean board.windows(player, stones)"),
        ("board.att(1, 2)", "did you mean board.at(column, row)?"),
        ("board.at(1)", "it is written board.at(column, row)"),
        ("board.colums", "did you mean board.cols?"),
        ("board.cols()", "it is written board.cols, without brackets"),
        ("bord.cols", "did you mean board?"),
        ("playr + 1", "did you mean player?"),
    ];
    for (body, expected) in cases {
        assert!(said(body).contains(expected), "{body}: {}", said(body));
    }
    let text = "const CENTRE = 3;\nfn evaluate(board, player, level) { board.at(CENTRE, 0) }";
    let script = parse("a.rhai", text, ScriptLimits::default()).unwrap();
    let said = visit("connect4", Ask(&*script)).unwrap().unwrap_err();
    assert!(
        said.contains("line 1 declares it outside: a function sees only its parameters"),
        "{said}"
    );
    let misspelt = refusal("a.toml", "[linez]\nown = [1]\n");
    assert!(misspelt.ends_with("did you mean `lines`?"), "{misspelt}");
    let misspelt = refusal("a.toml", "[lines]\nonw = [1]\n");
    assert!(misspelt.ends_with("did you mean `own`?"), "{misspelt}");
    assert!(!refusal("a.toml", "[zzzzzzzzz]\n").contains("did you mean"));
}

#[test]
fn sections_that_do_nothing_are_named() {
    let idle = |game: &str, text: &str| -> Vec<String> {
        let file = parse("a.toml", text, ScriptLimits::default()).unwrap();
        let checked = alinea_lab::check(game, &*file, &mut |_| ()).unwrap();
        let said = checked.problems.iter().map(|problem| Language::English.say(problem));
        said.filter(|said| said.contains("does nothing")).collect()
    };
    let bombs = "[centre]\nown = 1\n[bombs]\nown = 3\n";
    assert_eq!(idle("connect4", bombs), ["[bombs] does nothing in connect4"]);
    assert!(idle("boom", bombs).is_empty());
    let long = "[lines]\nown = [1, 2]\nlength = 9\n";
    assert_eq!(idle("connect4", long), ["[lines] does nothing in connect4"]);
    assert!(idle("gomoku", long).is_empty());
}

#[test]
fn scripts_see_the_board() {
    assert_eq!(ask("board.cols * 100 + board.rows * 10 + board.k"), Ok(764.0));
    assert_eq!(ask("if board.gravity && !board.over { board.at(9, 0) } else { 5 }"), Ok(-1.0));
    assert_eq!(ask("other(player) + board.turn + board.last + board.height(3)"), Ok(5.0));
}

#[test]
fn templates_work_on_every_game() {
    for game in ["connect4", "gomoku", "renju", "boom", "mnk:5x4x4", "connect4:8x7"] {
        for file in ["mine.toml", "mine.rhai"] {
            let answers = Language::ALL.map(|language| {
                let text = template(game, file, language).unwrap();
                assert_eq!(alinea_lab::written_for(file, &text).as_deref(), Some(game));
                let heuristic = parse(file, &text, ScriptLimits::default()).unwrap();
                visit(game, Ask(&*heuristic)).unwrap().unwrap()
            });
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{game} {file}");
        }
    }
    assert!(template("chess", "a.toml", Language::English).is_err());
}
