//! Jobs whose process is killed, or whose disk is full. The test runs itself as that process.
#![cfg(unix)]
#![allow(clippy::print_stdout)]

mod common;

use alinea_core::SplitMix64;
use alinea_jobs::{Options, run};
use common::{Check, Scramble, Scratch, create_or_open, expected, journal, whole_lines};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const UNITS: u64 = 600;
const FOLDER: &str = "ALINEA_JOBS_TEST_FOLDER";

/// Not a test of its own: what the process that is killed does.
#[test]
fn the_process() {
    let Some(dir) = std::env::var_os(FOLDER) else { return };
    let folder = create_or_open(Path::new(&dir), UNITS);
    let work = Scramble { slow: Duration::from_micros(300), ..Scramble::default() };
    let options = Options { threads: 4, ..Options::default() };
    let outcome = run(folder, &work, &mut Check::default(), &options, &mut |_| {});
    if let Err(error) = outcome {
        println!("{error}");
        std::process::exit(2);
    }
}

fn command(dir: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "the_process", "--nocapture"]).env(FOLDER, dir);
    command
}

fn start(dir: &Path) -> Child {
    command(dir).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn kills_lose_nothing() {
    let mut dice = SplitMix64::new(7);
    let mut kills = 0;
    while kills < 40 {
        let dir = Scratch::new();
        let mut known = 0;
        loop {
            let mut child = start(&dir.0);
            let target = known + dice.below(60) as u64;
            let patience = Instant::now() + Duration::from_secs(60);
            let mut ended = false;
            while whole_lines(&dir.0) <= target && !ended {
                assert!(Instant::now() < patience, "the job does not go on");
                ended = child.try_wait().unwrap().is_some();
                std::thread::sleep(Duration::from_micros(dice.below(2000) as u64));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += usize::from(!ended);
            assert!(expected(UNITS).starts_with(&expected(whole_lines(&dir.0))));
            assert!(whole_lines(&dir.0) >= known, "a kill lost results");
            known = whole_lines(&dir.0);
            if ended {
                break;
            }
        }
        assert_eq!(journal(&dir.0), expected(UNITS));
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    // A limit on the size of files stands in for a full disk: the write that crosses it is cut
    // short and the next one fails. The limit counts blocks of 512 bytes or 1024, by the shell.
    let dir = Scratch::new();
    let mut script = Command::new("sh");
    let program = std::env::current_exe().unwrap();
    script.args(["-c", "trap '' XFSZ; ulimit -f 6; exec \"$0\" --exact the_process --nocapture"]);
    let output = script.arg(program).env(FOLDER, &dir.0).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("results.txt: ") && said.contains("large"), "{said}");
    let kept = journal(&dir.0);
    assert!(kept.len() > 1000 && kept.ends_with(b"\n"));
    assert!(expected(UNITS).starts_with(&kept));
    // With room again it goes on.
    assert!(command(&dir.0).stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(journal(&dir.0), expected(UNITS));
}
