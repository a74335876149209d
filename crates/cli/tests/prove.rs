//! `alinea prove` and `alinea analyze --threats --certificate` as people run them; what they
//! write is checked by `alinea-check`, which shares nothing with them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn alinea(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alinea"));
    command.args(words).env("LC_ALL", "C").env_remove("ALINEA_LANG");
    command.output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs a command that must succeed; what it printed.
fn done(words: &[&str]) -> String {
    let output = alinea(words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs a command that must fail with this exit code; the sentence it said.
fn fails(code: i32, words: &[&str]) -> String {
    let output = alinea(words);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
    assert_eq!(said.lines().count(), 1, "one sentence: {said}");
    said
}

/// The checker, built in a folder of its own.
fn checker() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("checker");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../check/Cargo.toml");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--release", "--offline", "--manifest-path"])
            .arg(&manifest)
            .arg("--target-dir")
            .arg(&target)
            .status();
        assert!(built.is_ok_and(|status| status.success()), "the checker does not compile");
        target.join("release").join(format!("alinea-check{}", std::env::consts::EXE_SUFFIX))
    })
}

/// What the checker says of a file that it must accept.
fn verified(path: &Path) -> String {
    let output = Command::new(checker()).arg(path).output().expect("the checker runs");
    let said = text(&output.stdout);
    assert!(output.status.success() && said.contains("VERIFIED"), "{}: {said}", path.display());
    said
}

fn shipped(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/certificates");
    fs::read_to_string(folder.join(name)).expect("a certificate")
}

fn path_text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// `name COUNT` of every strategy of a certificate, added up.
fn count(certificate: &str, name: &str) -> u32 {
    let number = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.parse::<u32>().ok();
    certificate.lines().filter_map(number).sum()
}

#[test]
fn show_prints_what_comes_with_the_program() {
    assert_eq!(done(&["prove", "connect4", "--show"]), shipped("connect4-smallest.txt"));
    let plans = done(&["prove", "connect4", "--show", "--plans-only"]);
    assert_eq!(plans, shipped("connect4-plans.txt"));
    assert_eq!(done(&["prove", "connect4:5x4", "--show"]), shipped("connect4-5x4.txt"));
    let said = fails(2, &["prove", "connect4:7x7", "--show"]);
    assert!(said.contains("connect4:5x4") && said.contains("found connect4:7x7"), "{said}");
    let json = done(&["prove", "connect4", "--show", "--json"]);
    let smallest = shipped("connect4-smallest.txt");
    for name in ["stored", "leaves", "forced", "replies"] {
        let wanted = format!("\"{name}\":{}", count(&smallest, name));
        assert!(json.contains(&wanted), "{wanted} in {json}");
    }
    assert!(count(&smallest, "stored") <= 800);
    assert!(count(&shipped("connect4-plans.txt"), "stored") <= 1100);
}

#[test]
fn the_shipped_certificates_are_verified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/certificates");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        verified(&entry.path());
        seen += 1;
    }
    assert!(seen >= 11, "{seen}");
}

#[test]
fn a_search_writes_a_draw_that_is_verified_and_goes_on_from_it() {
    let out = folder("draw").join("5x5.txt");
    let words = |minutes| {
        ["prove", "connect4:5x5", "--fresh", "--minutes", minutes, "--out", path_text(&out)]
    };
    assert_eq!(done(&words("0.2")), "", "with --out nothing is printed");
    verified(&out);
    let before = fs::read_to_string(&out).expect("the file");
    assert!(before.contains("strategy first draw") && before.contains("strategy second draw"));
    done(&words("0.05"));
    verified(&out);
    let after = fs::read_to_string(&out).expect("the file");
    assert!(count(&after, "stored") <= count(&before, "stored"), "{before}{after}");
    let beside = fs::read_dir(out.parent().expect("a folder")).expect("a folder").count();
    assert_eq!(beside, 1, "no file is left beside");
}

#[test]
fn a_search_goes_on_from_the_file_and_not_from_nothing() {
    // The best of 6x4 took long to find: a moment is not enough to find it anew.
    let out = folder("resume").join("6x4.txt");
    let known = shipped("connect4-6x4.txt");
    fs::write(&out, &known).expect("a file");
    done(&["prove", "connect4:6x4", "--fresh", "--minutes", "0.1", "--out", path_text(&out)]);
    let after = fs::read_to_string(&out).expect("the file");
    assert!(after.contains("strategy second win"), "{after}");
    assert!(count(&after, "stored") <= count(&known, "stored"));
    verified(&out);
}

#[test]
fn plain_plans_and_few_positions_can_be_asked_for() {
    let out = folder("objective").join("5x4.txt");
    let words = ["prove", "connect4:5x4", "--plans-only", "--objective", "nodes", "--json"];
    let json = done(&[&words[..], &["--minutes", "0.02", "--out", path_text(&out)]].concat());
    assert_eq!(json.lines().count(), 2, "{json}");
    verified(&out);
    let written = fs::read_to_string(&out).expect("the file");
    let plans = written.lines().filter_map(|line| line.split(' ').nth(2));
    let own = |plan: &str| plan.chars().filter(|&word| word != '=').count();
    assert!(plans.filter(|plan| plan.len() == 5).all(|plan| own(plan) <= 2), "{written}");
    fails(2, &["prove", "connect4", "--objective", "beauty"]);
}

#[test]
fn what_is_printed_without_a_file_is_the_certificate() {
    let printed = done(&["prove", "connect4:4x4", "--minutes", "0.01"]);
    let out = folder("printed").join("4x4.txt");
    fs::write(&out, printed).expect("a file");
    verified(&out);
}

/// Moves as digits from the empty board, mirrored left to right.
fn mirrored(moves: &str, cols: u32) -> String {
    let digit = |c: char| c.to_digit(10).map_or(c, |d| char::from(b'0' + (cols + 1 - d) as u8));
    moves.chars().map(digit).collect()
}

/// The columns of a position from the left, stones from the bottom.
fn drawn(moves: &str, cols: u32) -> Vec<String> {
    let mut board = vec![String::new(); cols as usize];
    for (ply, col) in moves.chars().filter_map(|c| c.to_digit(10)).enumerate() {
        board[col as usize - 1].push(if ply % 2 == 0 { 'x' } else { 'o' });
    }
    board
}

#[test]
fn expand_writes_every_position_once() {
    let file = folder("expand").join("6x4.txt");
    fs::write(&file, shipped("connect4-6x4.txt")).expect("a file");
    let expanded = done(&["prove", "--expand", path_text(&file)]);
    let mut seen = std::collections::HashSet::new();
    for line in expanded.lines() {
        let (moves, column) = line.split_once(' ').expect("moves and a column");
        assert!(moves == "-" || moves.chars().all(|c| ('1'..='6').contains(&c)), "{line}");
        assert!(matches!(column, "1" | "2" | "3" | "4" | "5" | "6"), "{line}");
        assert_eq!(moves.replace('-', "").len() % 2, 1, "second is to move: {line}");
        assert!(!seen.contains(&drawn(&mirrored(moves, 6), 6)), "mirror image of {line}");
        assert!(seen.insert(drawn(moves, 6)), "{line} twice");
    }
    assert!(seen.len() > 1000, "{}", seen.len());
    assert!(expanded.starts_with(|c: char| c.is_ascii_digit()));
}

#[test]
fn expand_begins_with_the_empty_board_where_first_has_the_strategy() {
    let file = folder("first").join("5x4.txt");
    fs::write(&file, shipped("connect4-5x4.txt")).expect("a file");
    let expanded = done(&["prove", "--expand", path_text(&file)]);
    assert!(expanded.starts_with("- "), "{}", &expanded[..20]);
}

/// A damaged certificate of 5x4 must be refused with this line and these words, both where it
/// is expanded and where the search would go on from it.
fn refused(name: &str, damage: impl Fn(&str) -> String, line: &str, words: &str) {
    let file = folder(name).join("damaged.txt");
    let damaged = damage(&shipped("connect4-5x4.txt"));
    fs::write(&file, &damaged).expect("a file");
    let path = path_text(&file);
    let search = ["prove", "connect4:5x4", "--minutes", "0.01", "--out", path];
    for command in [&["prove", "--expand", path][..], &search] {
        let said = fails(1, command);
        assert!(said.contains(line) && said.contains(words), "{said}");
    }
    assert_eq!(fs::read_to_string(&file).expect("the file"), damaged, "the file stays as it was");
}

#[test]
fn damaged_files_are_refused_with_line_and_reason() {
    let swap = |from: &'static str, to: &'static str| move |t: &str| t.replacen(from, to, 1);
    refused("version", swap("certificate 1", "certificate 2"), "line 1:", "certificate 1");
    refused("game", swap("connect4 5x4", "mnk 6x5x4"), "line 2:", "found 'game mnk 6x5x4'");
    refused("sides", swap("5x4", "8x8"), "line 2:", "found 'game connect4 8x8'");
    refused("goal", swap("first draw", "first win"), "line 3:", "or two that draw");
    refused("count", swap("stored", "kept"), "line 4:", "expected 'stored COUNT'");
    let cut = |t: &str| t[..t.len() / 2].trim_end().to_owned();
    refused("cut", cut, "line ", "the file is cut off");
    refused("no-end", |t: &str| t.replace("end\n", ""), "line ", "found the end");
    refused("more", |t: &str| format!("{t}more\n"), "line ", "nothing after 'end'");
    refused("junk", |t: &str| t.replacen("- 2", "- 2 =====? x", 1), "line ", "MOVES COLUMN");
    refused("column", swap("- 2", "- 7"), "line 8:", "a column that is not full");
    let twice = |t: &str| t.replacen("\n- 2", "\n- 2\n- 2", 1);
    refused("twice", twice, "line 9:", "sorted");
    let huge = |t: &str| t.replace("end\n", &"- 2\n".repeat(2 << 20));
    refused("huge", huge, "line 0:", "at most 4194304 bytes");
    refused("wide", |t: &str| t.replacen("- 2", &"2".repeat(200), 1), "line 8:", "characters");
}

#[test]
fn a_file_of_another_size_is_no_start() {
    let file = folder("other-size").join("5x4.txt");
    fs::write(&file, shipped("connect4-5x4.txt")).expect("a file");
    let said = fails(1, &["prove", "connect4:4x4", "--out", path_text(&file)]);
    assert!(said.contains("the certificate is of connect4:5x4"), "{said}");
}

#[test]
fn a_strategy_that_does_not_hold_is_said_so() {
    let file = folder("wrong").join("5x4.txt");
    let text = shipped("connect4-6x4.txt");
    let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("1 ")).collect();
    fs::write(&file, kept.join("\n") + "\n").expect("a file");
    let said = fails(1, &["prove", "--expand", path_text(&file)]);
    assert!(
        said.contains("expected a strategy by which the second player reaches a win"),
        "{said}"
    );
}

#[test]
fn wrong_use_is_answered_with_what_was_expected() {
    let said = fails(2, &["prove", "gomoku"]);
    assert!(said.contains("expected connect4") && said.contains("found gomoku"), "{said}");
    fails(2, &["prove", "connect4:9x9"]);
    fails(2, &["prove", "connect4", "--minutes", "0"]);
    let said = fails(2, &["prove", "--expand", "no-such-file.txt"]);
    assert!(said.contains("no-such-file.txt"), "{said}");
    let said = fails(2, &["prove", "connect4:7x5", "--fresh", "--minutes", "0.00001"]);
    assert!(said.contains("the time was over"), "{said}");
}

#[test]
fn small_boards_are_proven_and_verified() {
    let folder = folder("small");
    for (game, name) in [("mnk:4x3x3", "4x3x3.txt"), ("mnk:6x5x4", "6x5x4.txt")] {
        let out = folder.join(name);
        done(&["prove", game, "--out", path_text(&out)]);
        verified(&out);
    }
    let json = done(&["prove", "mnk:4x3x3", "--json"]);
    assert!(json.contains("\"lines\":"), "{json}");
    let said = fails(1, &["prove", "mnk:3x3x3"]);
    assert!(said.contains("the first player does not win"), "{said}");
    let said = fails(2, &["prove", "mnk:5x5x4", "--minutes", "0.001"]);
    assert!(said.contains("the time was over"), "{said}");
    let said = fails(2, &["prove", "mnk:9x9x5"]);
    assert!(said.contains("up to 64 squares"), "{said}");
    fails(2, &["prove", "mnk:6x5x4+gravity"]);
    fails(2, &["prove", "mnk:6x5x4", "--plans-only"]);
}

/// Writes the certificate of a win by threats and has it verified.
fn attacked(folder: &Path, name: &str, game: &str, position: &str) {
    let out = folder.join(format!("{name}.txt"));
    let written = ["--threats", "--certificate", path_text(&out)];
    done(&[&["analyze", game, position][..], &written].concat());
    let said = verified(&out);
    let _ = writeln!(std::io::stderr(), "{name}: {}", said.trim_end());
}

/// `ALINEA_PUZZLES=all cargo test -p alinea-cli --test prove wins_by_threats -- --nocapture`
/// takes all of them.
#[test]
fn wins_by_threats_are_verified() {
    let folder = folder("threats");
    let puzzles = include_str!("../../../testdata/gomoku/wins.txt");
    let all = std::env::var("ALINEA_PUZZLES").is_ok_and(|value| value == "all");
    // Some are large: four of the quick ones.
    let sample = if all { 0..usize::MAX } else { 4..8 };
    let lines = puzzles.lines().filter(|line| !line.starts_with('#')).enumerate();
    for (number, line) in lines.filter(|(number, _)| sample.contains(number)) {
        let words: Vec<&str> = line.split(' ').collect();
        attacked(&folder, &format!("wins-{}", number + 1), words[0], words[1]);
    }
    // An open three, in every game of the family.
    let rows = |row: &str| {
        let empty = vec![".".repeat(15); 7].join("/");
        format!("diagram:{empty}/{row}/{empty}")
    };
    for game in ["gomoku", "standard", "renju", "caro"] {
        attacked(&folder, game, game, &(rows(".....xxx.......") + " x"));
    }
    attacked(&folder, "second", "renju", &(rows(".....ooo.......") + " o"));
}

#[test]
fn without_a_win_no_certificate_is_written() {
    let out = folder("none").join("none.txt");
    let words = ["--threats", "--nodes", "1000", "--certificate", path_text(&out)];
    let output = alinea(&[&["analyze", "gomoku", "h8"][..], &words].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(!out.exists());
    fails(2, &["analyze", "gomoku", "h8", "--certificate", path_text(&out)]);
}
