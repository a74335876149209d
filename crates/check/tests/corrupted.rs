//! Certificates that were tampered with are refused, or still win: a third check, as slow and
//! plain as it can be, decides. `ALINEA_CORRUPTIONS=10000` runs as many as the documents say.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../proof/certificates")
}

fn certificate(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).expect("the certificate is in the tree")
}

fn check(path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_alinea-check")).arg(path).output().expect("the checker runs")
}

/// Whether the program accepts this text.
fn accepts(text: &str, name: &str) -> bool {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the text is written");
    let output = check(&path);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => assert!(told.starts_with("VERIFIED "), "{told}"),
        Some(1) => assert!(told.starts_with("REFUSED line "), "{told}"),
        code => panic!("exit {code:?}: {told}"),
    }
    output.status.success()
}

#[test]
fn the_certificates_of_the_tree_are_right() {
    for entry in std::fs::read_dir(folder()).expect("certificates") {
        let path = entry.expect("an entry").path();
        let output = check(&path);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}: {told}", path.display());
    }
}

#[test]
fn the_second_checker_agrees() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("check.py");
    for name in SMALL {
        let path = folder().join(name);
        let Ok(python) = Command::new("python3").arg(&program).arg(&path).output() else {
            // Without Python there is no second opinion to compare with.
            return;
        };
        let (ours, theirs) = (check(&path).stdout, python.stdout);
        assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&theirs), "{name}");
    }
}

#[test]
fn what_is_no_certificate_is_refused() {
    let good = certificate(SMALL[0]);
    let bad = [
        String::new(),
        "\n".into(),
        "junk\n".into(),
        good.replace("certificate 1", "certificate 2"),
        good.replace("connect4", "checkers"),
        good.replacen("5x4", "9x9", 1),
        good.trim_end().into(),
        good.replace("end\n", ""),
        format!("{good}end\n"),
        good.replace('\n', "\r\n"),
        good.replace("stored ", "stored 0"),
        format!("{good}{}", "x".repeat(5 << 20)),
    ];
    for (i, text) in bad.iter().enumerate() {
        assert!(!accepts(text, "no-certificate.txt"), "text {i} was accepted");
    }
}

#[test]
#[allow(clippy::print_stdout)]
fn corrupted_certificates_are_refused_or_still_true() {
    let count =
        std::env::var("ALINEA_CORRUPTIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(240);
    let texts: Vec<String> = SMALL.iter().map(|name| certificate(name)).collect();
    let mut dice = Dice(0x5eed);
    let (mut refused, mut still_true) = (0, 0);
    for i in 0..count {
        let good = &texts[i % texts.len()];
        let bad = corrupt(good, &mut dice);
        if bad == *good {
            continue;
        }
        if accepts(&bad, "corrupted.txt") {
            assert!(is_true(&bad), "accepted, but it does not hold:\n{bad}");
            still_true += 1;
        } else {
            refused += 1;
        }
    }
    println!("{refused} refused, {still_true} accepted and still true");
    assert!(refused > count / 2, "{refused} of {count}: the corruption does nothing");
}

#[test]
fn a_refusal_says_why() {
    let (four, five) = (certificate("connect4-5x4.txt"), certificate("connect4-5x5.txt"));
    let unused = four.replacen("leaves 5", "leaves 6", 1).replacen("- 2\n", "- 2\n11 1 =====\n", 1);
    let cases = [
        (five.replacen("24 2 ====+", "24 3 ====+", 1), "line 12: the opponent can complete four"),
        (unused, "line 9: no sequence of replies leads to this line"),
        (
            four.replacen("21 4 =eoe=\n22 4 ==oe=", "22 4 ==oe=\n21 4 =eoe=", 1),
            "line 10: the lines",
        ),
    ];
    for (text, reason) in cases {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("why.txt");
        std::fs::write(&path, text).expect("the text is written");
        let told = String::from_utf8_lossy(&check(&path).stdout).into_owned();
        assert!(told.starts_with(&format!("REFUSED {reason}")), "{told}");
    }
}

#[test]
fn every_line_of_an_attack_is_needed() {
    let good = certificate("gomoku-threats.txt");
    let lines: Vec<&str> = good.lines().collect();
    let count = lines.iter().position(|line| line.starts_with("lines ")).expect("a count");
    for drop in count + 1..lines.len() - 1 {
        let mut bad = lines.clone();
        let fewer = format!("lines {}", lines.len() - count - 3);
        bad[count] = &fewer;
        bad.remove(drop);
        assert!(!accepts(&(bad.join("\n") + "\n"), "attack.txt"), "without line {}", drop + 1);
    }
    for (from, to) in [("gomoku 15", "standard 99"), ("first win", "second win"), ("- ", "a1 ")] {
        assert!(!accepts(&good.replacen(from, to, 1), "attack.txt"), "{from} -> {to}");
    }
}

/// Small boards, so that thousands can be tried.
const SMALL: [&str; 3] = ["connect4-5x4.txt", "connect4-6x4.txt", "connect4-5x5.txt"];

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// One of the things that happen to files.
fn corrupt(good: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = good.lines().map(str::to_string).collect();
    let at = 3 + dice.below(lines.len() - 4);
    let other = 3 + dice.below(lines.len() - 4);
    let word = |lines: &[String], at: usize, n: usize| {
        lines[at].split(' ').nth(n).unwrap_or_default().to_string()
    };
    match dice.below(9) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            // Another column for a stored move or the first move of a leaf.
            let column = (1 + dice.below(6)).to_string();
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
            if words.len() > 1 {
                words[1] = column;
            }
            lines[at] = words.join(" ");
        }
        3 => {
            // The plans of two lines change places.
            let (a, b) = (word(&lines, at, 2), word(&lines, other, 2));
            if !a.is_empty() && !b.is_empty() {
                lines[at] = lines[at].replace(&a, &b);
                lines[other] = lines[other].replace(&b, &a);
            }
        }
        4 => {
            // Another word in a plan.
            let plan = word(&lines, at, 2);
            if !plan.is_empty() {
                let mut bytes = plan.clone().into_bytes();
                let place = dice.below(bytes.len());
                bytes[place] = b"!+=oe-"[dice.below(6)];
                lines[at] = lines[at].replace(&plan, &String::from_utf8_lossy(&bytes));
            }
        }
        5 => {
            let count = 3 + dice.below(4);
            lines[count].push(char::from(b'0' + dice.below(10) as u8));
        }
        6 => {
            let cut = dice.below(good.len());
            return good[..cut].to_string();
        }
        7 => {
            let mut bytes = good.as_bytes().to_vec();
            let place = dice.below(bytes.len());
            bytes[place] = 32 + dice.below(95) as u8;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        _ => lines.swap(at, other),
    }
    lines.join("\n") + "\n"
}

/// The third check: boards as lists of letters, no bits, no memory of positions but one.
fn is_true(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let size: Vec<usize> = lines[1]
        .rsplit(' ')
        .next()
        .unwrap_or("")
        .split('x')
        .map(|n| n.parse().unwrap_or(0))
        .collect();
    let starts: Vec<usize> =
        (0..lines.len()).filter(|&i| lines[i].starts_with("strategy")).collect();
    starts.iter().all(|&start| {
        let body = lines[start + 5..].iter().take_while(|line| !line.starts_with(['s', 'e']));
        let mut game = Game {
            cols: size[0],
            rows: size[1],
            hero: if lines[start].contains("first") { 'x' } else { 'o' },
            win: lines[start].ends_with("win"),
            lines: HashMap::new(),
            held: HashMap::new(),
        };
        for line in body {
            let words: Vec<&str> = line.split(' ').collect();
            let mut board = vec![String::new(); game.cols];
            for (i, digit) in words[0].bytes().filter(|b| *b != b'-').enumerate() {
                board[usize::from(digit - b'1')].push(if i % 2 == 0 { 'x' } else { 'o' });
            }
            let column = words[1].parse::<usize>().unwrap_or(1) - 1;
            let plan = words.get(2).unwrap_or(&"").to_string();
            game.lines.insert(board, (column, plan));
        }
        let empty = vec![String::new(); game.cols];
        if game.hero == 'x' { game.hero_moves(empty, 9, "") } else { game.other_moves(empty, "") }
    })
}

struct Game {
    cols: usize,
    rows: usize,
    hero: char,
    win: bool,
    lines: HashMap<Vec<String>, (usize, String)>,
    held: HashMap<(Vec<String>, String), bool>,
}

type Columns = Vec<String>;

impl Game {
    fn other(&self) -> char {
        if self.hero == 'x' { 'o' } else { 'x' }
    }

    fn at(&self, board: &Columns, col: i32, row: i32) -> char {
        let column = usize::try_from(col).ok().and_then(|col| board.get(col));
        column.and_then(|c| c.chars().nth(usize::try_from(row).ok()?)).unwrap_or('.')
    }

    /// Whether a stone of `side` on this square would complete four.
    fn completes(&self, board: &Columns, side: char, col: usize, row: usize) -> bool {
        let (col, row) = (col as i32, row as i32);
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(dc, dr)| {
            let run = |sign: i32| {
                (1..4)
                    .take_while(|i| {
                        self.at(board, col + sign * i * dc, row + sign * i * dr) == side
                    })
                    .count()
            };
            run(1) + run(-1) >= 3
        })
    }

    fn open(&self, board: &Columns) -> Vec<usize> {
        (0..self.cols).filter(|&col| board[col].len() < self.rows).collect()
    }

    fn wins_at(&self, board: &Columns, side: char) -> Vec<usize> {
        let open = self.open(board).into_iter();
        open.filter(|&col| self.completes(board, side, col, board[col].len())).collect()
    }

    fn play(board: &Columns, col: usize, side: char) -> Columns {
        let mut next = board.clone();
        next[col].push(side);
        next
    }

    fn other_moves(&mut self, board: Columns, plan: &str) -> bool {
        if !self.wins_at(&board, self.other()).is_empty() {
            return false;
        }
        let open = self.open(&board);
        if open.is_empty() {
            return !self.win;
        }
        let key = (board, plan.to_string());
        if let Some(&held) = self.held.get(&key) {
            return held;
        }
        let other = self.other();
        let holds =
            open.iter().all(|&col| self.hero_moves(Self::play(&key.0, col, other), col, plan));
        self.held.insert(key, holds);
        holds
    }

    fn hero_moves(&mut self, board: Columns, last: usize, plan: &str) -> bool {
        if !self.wins_at(&board, self.hero).is_empty() {
            return true;
        }
        if self.open(&board).is_empty() {
            return !self.win;
        }
        if plan.is_empty() {
            let mirrored: Columns = board.iter().rev().cloned().collect();
            for way in [&board, &mirrored] {
                if let Some((column, plan)) = self.lines.get(way).cloned() {
                    return way[column].len() < self.rows
                        && self.other_moves(Self::play(way, column, self.hero), &plan);
                }
            }
        }
        let threats = self.wins_at(&board, self.other());
        match (threats.as_slice(), plan) {
            ([col], _) => return self.other_moves(Self::play(&board, *col, self.hero), plan),
            ([], "") | ([_, _, ..], _) => return false,
            _ => {}
        }
        match self.plan_move(&board, last, plan) {
            Some(col) => self.other_moves(Self::play(&board, col, self.hero), plan),
            None => false,
        }
    }

    fn plan_move(&self, board: &Columns, last: usize, plan: &str) -> Option<usize> {
        let below = |side: char, col: usize| {
            let row = board[col].len() + 1;
            row < self.rows && self.completes(board, side, col, row)
        };
        let safe: Vec<usize> =
            self.open(board).into_iter().filter(|&col| !below(self.other(), col)).collect();
        for &col in &safe {
            let next = Self::play(board, col, self.hero);
            let now = self.wins_at(&next, self.hero);
            let above = |col: &usize| {
                let row = next[*col].len() + 1;
                row < self.rows && self.completes(&next, self.hero, *col, row)
            };
            if now.len() >= 2 || now.iter().any(above) {
                return Some(col);
            }
        }
        let kept: Vec<usize> = safe.iter().copied().filter(|&col| !below(self.hero, col)).collect();
        let left = if kept.is_empty() { safe } else { kept };
        let rank = |col: usize| {
            let odd = board[col].len().is_multiple_of(2);
            let answer = col == last;
            match plan.as_bytes()[col] {
                b'!' => 0,
                b'-' => 8,
                b'o' if !odd => 7,
                b'e' if odd => 7,
                _ if answer => 1,
                b'o' => 4,
                b'e' => 3,
                b'+' if odd => 5,
                b'+' => 2,
                _ if odd => 6,
                _ => 3,
            }
        };
        let distance = |col: usize| (2 * col as i32 + 1 - self.cols as i32).abs();
        left.into_iter().min_by_key(|&col| (rank(col), distance(col), col))
    }
}
