//! Long work as people run it on a fleet: a broker, a worker, a match, labels, and Ctrl-C.
#![cfg(all(feature = "fleet", target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::print_stdout)]

mod common;

use common::Scratch;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn alinea(scratch: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alinea"));
    command.args(args).stdin(Stdio::null()).env("ALINEA_STATE_DIR", scratch.join("state"));
    command
}

fn run(scratch: &Path, args: &[&str]) -> Output {
    alinea(scratch, args).output().unwrap()
}

/// A broker and its address; nothing where none is installed.
fn broker(scratch: &Path) -> Option<(Process, String)> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> =
        std::env::var_os("NATS_SERVER").map(PathBuf::from).into_iter().collect();
    places.extend(std::env::split_paths(&path).map(|dir| dir.join("nats-server")));
    places.push("/usr/sbin/nats-server".into());
    let Some(program) = places.into_iter().find(|path| path.is_file()) else {
        assert!(std::env::var("CI").is_ok_and(|ci| ci == "true").eq(&false), "no nats-server");
        println!("SKIPPED: the fleet from the command line (install nats-server)");
        return None;
    };
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let broker = Command::new(program)
        .args(["--jetstream", "--addr", "127.0.0.1", "--port", &port.to_string(), "--store_dir"])
        .arg(scratch.join("store"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let broker = Process(broker.unwrap());
    let patience = Instant::now() + Duration::from_secs(60);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < patience, "the broker does not start");
        sleep(Duration::from_millis(10));
    }
    Some((broker, format!("nats://127.0.0.1:{port}")))
}

fn worker(scratch: &Path, url: &str) -> Process {
    let log = fs::File::create(scratch.join("worker.log")).unwrap();
    let mut command = alinea(scratch, &["worker", "--fleet", url, "--threads", "2"]);
    Process(command.stdout(Stdio::null()).stderr(log).spawn().unwrap())
}

const MATCH: [&str; 9] = [
    "match",
    "connect4",
    "textbook:heuristic=ligue4,depth=3",
    "random",
    "--seed=7",
    "--sprt=0,80",
    "--games=600",
    "--json",
    "--out",
];

#[test]
fn a_match_and_labels_are_those_of_one_machine() {
    let dir = Scratch::new("same");
    let path = |name: &str| dir.0.join(name).display().to_string();
    let Some((_broker, url)) = broker(&dir.0) else { return };
    let _worker = worker(&dir.0, &url);
    let (here, there) = (path("here"), path("there"));
    let local = run(&dir.0, &[&MATCH[..], &[&here]].concat());
    let fleet = run(&dir.0, &[&MATCH[..], &[&there, "--fleet", &url]].concat());
    assert_eq!(fleet.status.code(), Some(0), "{fleet:?}");
    assert_eq!(local.stdout, fleet.stdout);
    let games = |dir: &str| fs::read(Path::new(dir).join("games.jsonl")).unwrap();
    assert_eq!(games(&here), games(&there));
    let report = fs::read_to_string(Path::new(&there).join("report.html")).unwrap();
    assert!(report.contains("data-word=\"report.workers\"") || report.contains("report.workers"));
    let input = path("positions.txt");
    fs::write(&input, "44444\n121212\n\nnonsense\n4453\n").unwrap();
    let (one, two) = (path("one.jsonl"), path("two.jsonl"));
    let local = run(&dir.0, &["label", &input, "--out", &one]);
    let fleet = run(&dir.0, &["label", &input, "--out", &two, "--fleet", &url]);
    assert_eq!((local.status.code(), fleet.status.code()), (Some(1), Some(1)), "{fleet:?}");
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    assert!(!Path::new(&path("two.jsonl.job")).exists());
}

#[test]
fn ctrl_c_leaves_the_job_and_says_how_to_take_it_up_again() {
    let dir = Scratch::new("ctrl-c");
    let Some((_broker, url)) = broker(&dir.0) else { return };
    let out = dir.0.join("league").display().to_string();
    let args = ["match", "connect4", "random", "random", "--games=6", "--out", &out];
    let coordinator = alinea(&dir.0, &[&args[..], &["--fleet", &url, "--job", "league"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let listed = || run(&dir.0, &["jobs", "--fleet", &url, "--json"]);
    let patience = Instant::now() + Duration::from_secs(60);
    while !String::from_utf8_lossy(&listed().stdout).contains("\"coordinator\":\"") {
        assert!(Instant::now() < patience, "{:?}", listed());
    }
    let pid = coordinator.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = coordinator.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let command = said.lines().last().unwrap().to_owned();
    assert_eq!(
        command,
        format!("alinea match --resume {out} --fleet {url} --job league"),
        "{said}"
    );
    let text = String::from_utf8(run(&dir.0, &["jobs", "--fleet", &url]).stdout).unwrap();
    assert!(text.contains("league  ? of 6 units, without a coordinator"), "{text}");
    // The worker computes what is there, and the next coordinator finds it.
    let _worker = worker(&dir.0, &url);
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let taken_up = run(&dir.0, &words);
    assert_eq!(taken_up.status.code(), Some(0), "{taken_up:?}");
    let games = fs::read_to_string(dir.0.join("league/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 6);
}

#[test]
fn wrong_use_is_told_in_a_sentence() {
    let dir = Scratch::new("wrong");
    let complaint = |args: &[&str]| {
        let output = run(&dir.0, args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.lines().count(), 1, "{said}");
        said
    };
    let nowhere = "nats://127.0.0.1:9";
    assert!(complaint(&["worker", "--fleet", nowhere]).contains("no broker answers at"));
    assert!(complaint(&["jobs", "--fleet", nowhere]).contains("no broker answers at"));
    let said = complaint(&["jobs", "--fleet", "nats://me:secret@127.0.0.1"]);
    assert!(said.contains("without credentials") && !said.contains("secret"), "{said}");
    let program = ["match", "connect4", "process:sh", "random", "--fleet", nowhere];
    assert!(complaint(&program).contains("is a program of this machine"));
}
