//! `cargo xtask kill-trial [KILLS]`: a league of students that is killed again and again, resumed from
//! other directories while the class folder changes, moves and goes away, against one that nobody
//! disturbed. Records and tables must be the same to the last byte.

use crate::Outcome;
use crate::steps::{cargo, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Files that must not differ. Times differ, and with them the report.
const SAME: [&str; 3] = ["games.jsonl", "table.csv", "table.html"];

/// Kills are spread over a league by its games, not by the clock: on a busy machine a hundred kills by
/// the clock all fall before its first games.
const MOST_GAMES_BETWEEN_KILLS: u64 = 60;

pub(crate) fn run(args: &[String]) -> Outcome {
    let kills: usize = match args {
        [] => 100,
        [kills] => {
            kills.parse().map_err(|_| format!("expected a number of kills, found {kills}"))?
        }
        _ => return Err("expected at most one argument, the number of kills".to_owned()),
    };
    succeed(&mut cargo(&["build", "--quiet", "--locked", "--release", "--bin", "alinea"]))?;
    let alinea = fs::canonicalize("target/release/alinea").map_err(|error| error.to_string())?;
    let root = std::env::temp_dir().join(format!("alinea-kill-trial-{}", std::process::id()));
    let result = trial(&alinea, &root, kills);
    let _ = fs::remove_dir_all(&root);
    result
}

fn trial(alinea: &Path, root: &Path, kills: usize) -> Outcome {
    let text = |error: std::io::Error| error.to_string();
    let class = root.join("class");
    fs::create_dir_all(&class).map_err(text)?;
    write_class(&class).map_err(text)?;
    let whole = root.join("whole");
    let finished = begin(alinea, root, &class, &whole).wait_with_output().map_err(text)?;
    if !finished.status.success() {
        return Err(format!("the undisturbed league failed: {:?}", finished.status));
    }
    let (mut done, mut rounds, mut seed) = (0, 0, 0x9e37_79b9_7f4a_7c15_u64);
    let mut roll = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    while done < kills {
        rounds += 1;
        let mut dir = root.join(format!("round-{rounds}"));
        let folder = root.join(format!("class-{rounds}"));
        fs::create_dir_all(&folder).map_err(text)?;
        write_class(&folder).map_err(text)?;
        let mut child = begin(alinea, root, &folder, &dir);
        loop {
            if done >= kills {
                wait_for_end(&mut child)?;
                break;
            }
            let ended = run_on(&mut child, &dir, roll(MOST_GAMES_BETWEEN_KILLS), roll(20))?;
            let _ = child.kill();
            let _ = child.wait();
            if ended {
                break;
            }
            done += 1;
            disturb(&folder, roll(6)).map_err(text)?;
            if !dir.join("plan.json").exists() {
                // Killed before there was anything to resume: begin again as a person would.
                let _ = fs::remove_dir_all(&dir);
                let _ = fs::remove_dir_all(&folder);
                fs::create_dir_all(&folder).map_err(text)?;
                write_class(&folder).map_err(text)?;
                child = begin(alinea, root, &folder, &dir);
                continue;
            }
            if roll(3) == 0 {
                let moved = root.join(format!("round-{rounds}-moved-{done}"));
                fs::rename(&dir, &moved).map_err(text)?;
                dir = moved;
            }
            let elsewhere = root.join(format!("elsewhere-{}", roll(4)));
            fs::create_dir_all(&elsewhere).map_err(text)?;
            child = resume(alinea, &elsewhere, &dir);
        }
        for name in SAME {
            let read = |dir: &Path| fs::read(dir.join(name)).map_err(|e| format!("{name}: {e}"));
            if read(&dir)? != read(&whole)? {
                return Err(format!("round {rounds}: {name} differs from the undisturbed league"));
            }
        }
    }
    println!("{done} kills in {rounds} leagues: every file identical to the undisturbed league");
    Ok(())
}

/// Eight heuristics, two of them the same, one that fails and one that is refused.
fn write_class(folder: &Path) -> std::io::Result<()> {
    for (i, square) in ["3, 0", "2, 1", "0, 0", "6, 0", "3, 0", "4, 2"].iter().enumerate() {
        let script = format!("fn evaluate(board, player, level) {{ board.at({square}) }}\n");
        fs::write(folder.join(format!("Student, {i}.rhai")), script)?;
    }
    fs::write(
        folder.join("zero.rhai"),
        "fn evaluate(board, player, level) { 1 / (level - level) }\n",
    )?;
    fs::write(folder.join("refused.rhai"), "fn evaluate(")
}

fn disturb(folder: &Path, how: u64) -> std::io::Result<()> {
    match how {
        0 => fs::write(folder.join("Student, 1.rhai"), "fn evaluate(board, player, level) { 0 }\n"),
        1 => fs::write(folder.join("Student, 2.rhai"), "{{{"),
        2 => fs::remove_file(folder.join("zero.rhai")).or(Ok(())),
        3 => fs::write(folder.join("newcomer.rhai"), "fn evaluate(b, p, l) { 1 }\n"),
        4 => fs::remove_dir_all(folder).and_then(|()| fs::create_dir_all(folder)),
        _ => Ok(()),
    }
}

fn begin(alinea: &Path, from: &Path, class: &Path, out: &PathBuf) -> Child {
    let mut command = Command::new(alinea);
    command.current_dir(from).args(["tournament", "connect4", "random", "--depth=1", "--games=12"]);
    command.args(["--seed=5", "--concurrency=2", "--students"]).arg(class).arg("--out").arg(out);
    start(command)
}

fn resume(alinea: &Path, from: &Path, dir: &Path) -> Child {
    let mut command = Command::new(alinea);
    command.current_dir(from).args(["tournament", "--concurrency=2", "--resume"]).arg(dir);
    start(command)
}

fn start(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program was just built")
}

/// Lets a league go on for so many games and a moment more; whether it ended before.
fn run_on(child: &mut Child, dir: &Path, games: u64, moment: u64) -> Result<bool, String> {
    let written = || fs::read(dir.join("games.jsonl")).unwrap_or_default();
    let played = || written().iter().filter(|byte| **byte == b'\n').count() as u64;
    let enough = played() + games;
    let mut ended = || child.try_wait().map(|end| end.is_some()).map_err(|error| error.to_string());
    while played() < enough && !ended()? {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(moment));
    ended()
}

fn wait_for_end(child: &mut Child) -> Outcome {
    let patience = Instant::now() + Duration::from_secs(600);
    while Instant::now() < patience {
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok(());
        }
        sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    Err("the league does not end".to_owned())
}
