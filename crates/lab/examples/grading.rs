//! Measures how long traces take to grade, in CPU time of the whole process:
//! `cargo run --release -p alinea-lab --example grading`.

use alinea_lab::grade::{Assignment, Mistake, grade, mistaken_game, mistaken_tree};
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
            format!(
                "{verdict}, {} compared, {} candidates, {} untried",
                graded.compared,
                graded.candidates.len(),
                graded.untried
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

fn main() -> Result<(), Box<dyn Error>> {
    let boom = assignment("boom", "-", "textbook:heuristic=valoracion-test,depth=8")?;
    for mistakes in [
        &[][..],
        &[Mistake::TiesLast],
        &[Mistake::DepthLess],
        &[Mistake::TiesLast, Mistake::CutNone],
    ] {
        let names: Vec<&str> = mistakes.iter().map(|mistake| mistake.name()).collect();
        let log = padded(&mistaken_game(&boom, mistakes, 150)?, 300);
        let name = format!("log of {} lines, depth 8 [{}]", log.lines().count(), names.join("+"));
        measure(&name, &boom, log.as_bytes())?;
    }
    let tall = assignment("connect4", "-", "textbook:heuristic=ligue4,depth=8,algorithm=minimax")?;
    let wide = assignment("connect4", "-", "textbook:heuristic=ligue4,depth=9")?;
    for (task, name) in [(&tall, "minimax"), (&wide, "alpha-beta")] {
        for mistakes in [&[][..], &[Mistake::TiesLast], &[Mistake::DepthLess]] {
            let names: Vec<&str> = mistakes.iter().map(|mistake| mistake.name()).collect();
            let text = tree(task, mistakes, 100_000)?;
            let name = format!(
                "JSON tree of {} nodes, {name} [{}]",
                text.lines().count(),
                names.join("+")
            );
            measure(&name, task, text.as_bytes())?;
        }
    }
    let junk: Vec<u8> =
        (0..100_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    measure("100 MB of junk", &boom, &junk)?;
    measure("100 MB of brackets", &boom, &vec![b'['; 100_000_000])?;
    let mut nearly = "Valor MiniMax: 3 Accion: PUT 4\n".repeat(3_300_000).into_bytes();
    nearly.truncate(100_000_000);
    measure("100 MB of one line", &boom, &nearly)?;
    let mut open = b"{\"depth\":0,\"value\":1,\"move\":\"".to_vec();
    open.resize(100_000_000, b'x');
    measure("100 MB of a text that does not end", &boom, &open)?;
    measure("an empty file", &boom, b"")?;
    let other = mistaken_tree(&assignment("gomoku:9", "e5", "gomoku-python:depth=1")?, &[])?;
    measure("a tree of another game", &boom, other.as_bytes())?;
    let full = assignment("boom", "11111112", "textbook:heuristic=valoracion-test,depth=4")?;
    let start = mistaken_tree(&assignment("boom", "-", &full.engine.to_string())?, &[])?;
    measure("a tree of another position", &full, start.as_bytes())
}
