//! Attacks on squares, written by hand: each rule accepts what it should and refuses what it
//! should, and the two checkers say the same words.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program prints for this text, and whether it accepts.
fn told(program: &mut Command, path: &Path) -> (String, bool) {
    let output = program.arg(path).output().expect("the checker runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

/// Whether the text is accepted. Python must print the same, if there is a Python.
fn accepts(text: &str, name: &str) -> bool {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the text is written");
    let ours = told(&mut Command::new(env!("CARGO_BIN_EXE_alinea-check")), &path);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("check.py");
    if Command::new("python3").arg("--version").output().is_ok() {
        assert_eq!(ours, told(Command::new("python3").arg(script), &path), "{text}");
    }
    let word = if ours.1 { "VERIFIED " } else { "REFUSED line " };
    assert!(ours.0.starts_with(word), "{}", ours.0);
    ours.1
}

/// A certificate on a board of 9 x 9; the rows come from the top, those left out are empty.
fn attack(game: &str, rows: &[(usize, &str)], side: &str, lines: &[&str]) -> String {
    let row = |number: usize| {
        let drawn = rows.iter().find(|(row, _)| *row == number);
        format!("row {}\n", drawn.map_or(".........", |(_, cells)| cells))
    };
    let drawn: String = (1..=9).rev().map(row).collect();
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let count = lines.len();
    let size = if game == "mnk" { "9x9x5" } else { "9" };
    format!(
        "alinea certificate 1\ngame {game} {size}\n{drawn}strategy {side} win\nlines {count}\n{body}end\n"
    )
}

#[test]
fn an_open_four_wins() {
    for game in ["mnk", "renju", "caro"] {
        let three = [(5, "..xxx....")];
        assert!(accepts(&attack(game, &three, "first", &["0 - f5"]), "open.txt"), "{game}");
        // A second move is played only where the first does not win already.
        let more = ["0 - f5", "1 * a1"];
        assert!(!accepts(&attack(game, &three, "first", &more), "open.txt"), "{game}: unused line");
        assert!(!accepts(&attack(game, &three, "first", &["0 - h5"]), "open.txt"), "{game}");
        assert!(!accepts(&attack(game, &three, "second", &["0 - f5"]), "open.txt"), "{game}");
        assert!(!accepts(&attack(game, &three, "first", &["0 - c5"]), "open.txt"), "{game}: taken");
        assert!(!accepts(&attack(game, &three, "first", &[]), "open.txt"), "{game}: no line");
        let four = [(5, "..xxxx...")];
        assert!(accepts(&attack(game, &four, "first", &[]), "open.txt"), "{game}: at once");
        let lost = [(5, "..xxx...."), (2, "oooo.....")];
        assert!(!accepts(&attack(game, &lost, "first", &["0 - f5"]), "open.txt"), "{game}: lost");
        let over = [(5, "..xxx...."), (2, "ooooo....")];
        assert!(!accepts(&attack(game, &over, "first", &["0 - f5"]), "open.txt"), "{game}: over");
    }
}

/// Two open threes through d5: whatever second answers, one of them grows to an open four.
const CROSS: [(usize, &str); 3] = [(5, "..x.x...."), (4, "...x....."), (3, "...x.....")];
const CROSS_LINES: [&str; 5] = ["0 - d5", "1 b5 d6", "1 f5 d6", "1 g5 d6", "1 * f5"];

#[test]
fn two_moves_and_the_line_for_every_other_reply() {
    for game in ["gomoku", "standard", "mnk"] {
        let text = attack(game, &CROSS, "first", &CROSS_LINES);
        assert!(accepts(&text, "two.txt") && brute_force(&text), "{game}");
    }
    // In caro h5 and then b5 stop both ends of the five.
    let caro = attack("caro", &CROSS, "first", &CROSS_LINES);
    assert!(!accepts(&caro, "two.txt") && !brute_force(&caro));
    // First may not play two threes at once in renju; second may.
    assert!(!accepts(&attack("renju", &CROSS, "first", &CROSS_LINES), "two.txt"));
    let turned = CROSS.map(|(number, row)| (number, row.replace('x', "o")));
    let turned: Vec<_> = turned.iter().map(|(number, row)| (*number, row.as_str())).collect();
    assert!(accepts(&attack("renju", &turned, "second", &CROSS_LINES), "two.txt"));
}

#[test]
fn corrupted_attacks_are_refused_or_still_true() {
    let (mut seed, mut refused) = (0x5eed_u64, 0);
    let mut dice = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-attack.txt");
    for i in 0..200 {
        let game = ["gomoku", "standard", "mnk"][i % 3];
        let good = attack(game, &CROSS, "first", &CROSS_LINES);
        let mut lines: Vec<String> = good.lines().map(str::to_string).collect();
        // A line of the attack changes, or a square of the position.
        let (line, cell) = (13 + dice(5), 2 + dice(9));
        let square = format!("{}{}", char::from(b'a' + dice(9) as u8), 1 + dice(9));
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_string).collect();
        match dice(4) {
            0 => words[2] = square,
            1 if line > 13 => words[1] = square,
            2 => {
                let at = 4 + dice(9);
                lines[cell].replace_range(at..=at, [".", "x", "o"][dice(3)]);
            }
            _ => words[0] = dice(3).to_string(),
        }
        lines[line] = words.join(" ");
        let bad = lines.join("\n") + "\n";
        std::fs::write(&path, &bad).expect("the text is written");
        let ours = told(&mut Command::new(env!("CARGO_BIN_EXE_alinea-check")), &path);
        assert!(!ours.1 || brute_force(&bad), "accepted, but it does not hold:\n{bad}");
        refused += usize::from(!ours.1);
    }
    assert!((50..200).contains(&refused), "{refused} of 200");
}

#[test]
fn rows_that_are_too_long_or_stopped_do_not_win() {
    // g5 would make six: five or more wins in gomoku, exactly five elsewhere.
    let long = [(5, "..xxxx.x.")];
    assert!(accepts(&attack("gomoku", &[(5, "o.xxx.xx.")], "first", &[]), "long.txt"));
    for game in ["standard", "renju", "caro"] {
        assert!(!accepts(&attack(game, &[(5, "o.xxx.xx.")], "first", &[]), "long.txt"), "{game}");
        assert!(accepts(&attack(game, &long, "first", &[]), "long.txt"), "{game}: b5 is five");
    }
    // Second may make six in renju.
    assert!(accepts(&attack("renju", &[(5, "x.ooo.oo.")], "second", &[]), "long.txt"));
    // Caro: a five between two stones of the other side is no win; the edge is no stone.
    let stopped = [(5, "oxxxx.o..")];
    assert!(!accepts(&attack("caro", &stopped, "first", &[]), "stopped.txt"));
    assert!(accepts(&attack("standard", &stopped, "first", &[]), "stopped.txt"));
    assert!(accepts(&attack("caro", &[(5, "xxxx.o...")], "first", &[]), "stopped.txt"));
}

#[test]
fn renju_forbids_first_what_wins_elsewhere() {
    // e5 makes two fours at once: it wins in gomoku, and first may not play it in renju.
    let rows =
        [(5, "oxxx....."), (4, "....x...."), (3, "....x...."), (2, "....x...."), (1, "....o....")];
    assert!(accepts(&attack("gomoku", &rows, "first", &["0 - e5"]), "fours.txt"));
    assert!(!accepts(&attack("renju", &rows, "first", &["0 - e5"]), "fours.txt"));
}

#[test]
fn second_wins_where_the_only_answer_is_forbidden() {
    // Second plays e9 and threatens e5 from one side; first may not block there: two fours.
    let rows = [
        (9, "....x...."),
        (8, "....o...."),
        (7, "....o...."),
        (5, "oxxx....."),
        (4, ".....x..."),
        (3, "......x.."),
        (2, ".......x."),
        (6, "....o...."),
        (1, "........o"),
    ];
    let rows: Vec<(usize, &str)> = rows.to_vec();
    let lines = ["0 - e4"];
    let (renju, gomoku) =
        (attack("renju", &rows, "second", &lines), attack("gomoku", &rows, "second", &lines));
    assert!(accepts(&renju, "only.txt"));
    assert!(!accepts(&gomoku, "only.txt"));
    // A line for the reply that first may not play is never used.
    let more = attack("renju", &rows, "second", &["0 - e4", "1 e5 e3"]);
    assert!(!accepts(&more, "only.txt"));
}

/// A third check of every game but renju: no shortcut, no counting, letters on a grid.
fn brute_force(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let game = lines[1].split(' ').nth(1).unwrap_or("").to_string();
    let mut grid: Vec<Vec<char>> =
        lines[2..11].iter().rev().map(|row| row[4..].chars().collect()).collect();
    let hero = if lines[11].contains("first") { 'x' } else { 'o' };
    let tree: Vec<Vec<&str>> =
        lines[13..lines.len() - 1].iter().map(|line| line.split(' ').collect()).collect();
    can_win(&game, &mut grid, hero) || holds(&game, &mut grid, hero, &tree, 0)
}

fn wins(game: &str, grid: &[Vec<char>], side: char, col: i32, row: i32) -> bool {
    let at = |col: i32, row: i32| {
        let cells = usize::try_from(row).ok().and_then(|row| grid.get(row));
        cells.and_then(|cells| cells.get(usize::try_from(col).ok()?)).copied().unwrap_or('#')
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dc, dr)| {
        let run = |sign: i32| (1..).find(|i| at(col + sign * i * dc, row + sign * i * dr) != side);
        let (a, b) = (run(1).unwrap_or(1), run(-1).unwrap_or(1));
        let ends = [at(col + a * dc, row + a * dr), at(col - b * dc, row - b * dr)];
        let stopped = ends.iter().all(|end| "xo".contains(*end));
        match game {
            "gomoku" | "mnk" => a + b > 5,
            "caro" => a + b == 6 && !stopped,
            _ => a + b == 6,
        }
    })
}

fn can_win(game: &str, grid: &mut [Vec<char>], side: char) -> bool {
    let squares = (0..9).flat_map(|row| (0..9).map(move |col| (col, row)));
    squares
        .filter(|&(col, row)| grid[row as usize][col as usize] == '.')
        .any(|(col, row)| wins(game, grid, side, col, row))
}

fn holds(game: &str, grid: &mut Vec<Vec<char>>, hero: char, tree: &[Vec<&str>], i: usize) -> bool {
    let place =
        |name: &str| (name.as_bytes()[0] - b'a', name[1..].parse::<usize>().unwrap_or(1) - 1);
    let Some(line) = tree.get(i) else { return false };
    let (col, row) = place(line[2]);
    let (col, other) = (usize::from(col), if hero == 'x' { 'o' } else { 'x' });
    if grid[row][col] != '.' {
        return false;
    }
    grid[row][col] = hero;
    let depth = |i: usize| tree[i][0].parse::<usize>().unwrap_or(0);
    let below = (i + 1..tree.len()).take_while(|&j| depth(j) > depth(i));
    let children: Vec<usize> = below.filter(|&j| depth(j) == depth(i) + 1).collect();
    let mut right = !can_win(game, grid, other);
    for (c, r) in (0..9).flat_map(|r| (0..9).map(move |c| (c, r))) {
        if !right || grid[r][c] != '.' {
            continue;
        }
        grid[r][c] = other;
        if !can_win(game, grid, hero) {
            let name = format!("{}{}", char::from(b'a' + c as u8), r + 1);
            let named = children.iter().find(|&&j| tree[j][1] == name);
            let next = named.or_else(|| children.iter().find(|&&j| tree[j][1] == "*"));
            right = next.is_some_and(|&next| holds(game, grid, hero, tree, next));
        }
        grid[r][c] = '.';
    }
    grid[row][col] = '.';
    right
}
