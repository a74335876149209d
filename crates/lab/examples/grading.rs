//! Measures how long traces take to grade, in CPU time of the whole process:
//! `cargo run --release -p alinea-lab --example grading [logs [MISTAKE] | trees | junk]`.

use alinea_lab::grade::{
    Assignment, Mistake, grade, mistaken_game, mistaken_tree, possible_mistakes,
};
use cpu_time::ProcessTime;
use std::error::Error;
use std::io::Write;

fn assignment(game: &str, position: &str, engine: &str) -> Result<Assignment, Box<dyn Error>> {
    let (game, position) = (game.to_owned(), position.to_owned());
    Ok(Assignment { game, position, engine: engine.parse()?, files: None })
}

/// Grades a trace and prints the time with what came out.
fn measure(name: &str, task: &Assignment, trace: &[u8]) -> Result<(), Box<dyn Error>> {
    let clock = ProcessTime::now();
    let told = match grade(task, trace) {
        Ok(graded) => {
            let verdict = if graded.is_correct() { "correct" } else { "mistake" };
            let first = graded.candidates.iter().take(3).map(|candidate| names(&candidate.ids()));
            format!(
                "{verdict}, {} compared, {} untried, {} candidates: {}",
                graded.compared,
                graded.untried,
                graded.candidates.len(),
                first.collect::<Vec<_>>().join(", ")
            )
        }
        Err(error) => error.to_string(),
    };
    let seconds = clock.elapsed().as_secs_f64();
    let told: String = told.chars().take(110).collect();
    Ok(writeln!(std::io::stdout().lock(), "{seconds:>8.3} s  {name}: {told}")?)
}

/// A log of so many lines: what a program prints between its moves is part of it.
fn padded(log: &str, lines: usize) -> String {
    let wanted = lines.saturating_sub(log.lines().count());
    let turns = log.lines().count() / 2;
    let mut text = String::new();
    for (i, line) in log.lines().enumerate() {
        text += &(line.to_owned() + "\n");
        if i % 2 == 1 {
            let blanks = wanted * (i / 2 + 1) / turns - wanted * (i / 2) / turns;
            text += &". . . . . . .\n".repeat(blanks);
        }
    }
    text
}

/// A tree that has at least so many nodes, cut there.
fn tree(task: &Assignment, mistakes: &[Mistake], nodes: usize) -> Result<String, Box<dyn Error>> {
    let text = mistaken_tree(task, mistakes)?;
    Ok(text.lines().take(nodes).map(|line| line.to_owned() + "\n").collect())
}

/// Names of mistakes.
fn names(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(|mistake| mistake.name()).collect::<Vec<_>>().join("+")
}

/// Logs with every mistake that a program can have, and with pairs of the most frequent ones.
fn logs(boom: &Assignment, only: Option<&str>) -> Result<(), Box<dyn Error>> {
    let all = possible_mistakes(boom)?;
    let mut planted: Vec<Vec<Mistake>> = vec![Vec::new()];
    planted.extend(all.iter().map(|&mistake| vec![mistake]));
    planted.extend(all[1..].iter().step_by(4).map(|&other| vec![all[0], other]));
    for mistakes in planted {
        let name = names(&mistakes);
        if only.is_some_and(|only| only != name) {
            continue;
        }
        match mistaken_game(boom, &mistakes, 150) {
            Err(error) => writeln!(std::io::stdout().lock(), "           log [{name}]: {error}")?,
            Ok(log) if log.is_empty() => {}
            Ok(log) => {
                let log = padded(&log, 300);
                let name = format!("log of {} lines, depth 8 [{name}]", log.lines().count());
                measure(&name, boom, log.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// Trees of 100,000 nodes.
fn trees() -> Result<(), Box<dyn Error>> {
    let tall = assignment("connect4", "-", "textbook:heuristic=ligue4,depth=8,algorithm=minimax")?;
    let wide = assignment("connect4", "-", "textbook:heuristic=ligue4,depth=9")?;
    for (task, name) in [(&tall, "minimax"), (&wide, "alpha-beta")] {
        for mistakes in [&[][..], &[Mistake::TiesLast], &[Mistake::DepthLess]] {
            let text = tree(task, mistakes, 100_000)?;
            let (nodes, names) = (text.lines().count(), names(mistakes));
            measure(
                &format!("JSON tree of {nodes} nodes, {name} [{names}]"),
                task,
                text.as_bytes(),
            )?;
        }
    }
    Ok(())
}

/// Files that are no traces.
fn junk(boom: &Assignment) -> Result<(), Box<dyn Error>> {
    let junk: Vec<u8> =
        (0..100_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    measure("100 MB of junk", boom, &junk)?;
    measure("100 MB of brackets", boom, &vec![b'['; 100_000_000])?;
    for megabytes in [1, 30, 100] {
        let length = megabytes * 1_000_000;
        let turns = "Valor MiniMax: 3 Accion: PUT 4\n".repeat(length / 31).into_bytes();
        measure(&format!("{megabytes} MB of one turn again and again"), boom, &turns)?;
        let nodes = "{\"depth\":0,\"value\":1}\n".repeat(length / 22).into_bytes();
        measure(&format!("{megabytes} MB of one node again and again"), boom, &nodes)?;
        let mut open = b"{\"depth\":0,\"value\":1,\"move\":\"".to_vec();
        open.resize(length, b'x');
        measure(&format!("{megabytes} MB of a text that does not end"), boom, &open)?;
        let mut line = b"Valor MiniMax: 3 Accion: ".to_vec();
        line.resize(length, b'x');
        measure(&format!("{megabytes} MB of a line that does not end"), boom, &line)?;
    }
    measure("a root alone", boom, b"{\"depth\":0,\"value\":1}\n")?;
    measure("an empty file", boom, b"")?;
    let other = mistaken_tree(&assignment("gomoku:9", "e5", "gomoku-python:depth=1")?, &[])?;
    measure("a tree of another game", boom, other.as_bytes())?;
    let full = assignment("boom", "11111112", "textbook:heuristic=valoracion-test,depth=4")?;
    let start = mistaken_tree(&assignment("boom", "-", &full.engine.to_string())?, &[])?;
    measure("a tree of another position", &full, start.as_bytes())
}

fn main() -> Result<(), Box<dyn Error>> {
    let which = std::env::args().nth(1);
    let is_asked = |name: &str| which.as_deref().is_none_or(|which| which == name);
    let boom = assignment("boom", "-", "textbook:heuristic=valoracion-test,depth=8")?;
    if is_asked("logs") {
        logs(&boom, std::env::args().nth(2).as_deref())?;
    }
    if is_asked("trees") {
        trees()?;
    }
    if is_asked("junk") {
        junk(&boom)?;
    }
    Ok(())
}
