//! What a confined program can reach, and what it cannot. Run as root and as anybody else.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout)]

use alinea_child::{Child, Confinement, Program, Stage};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Where the machine cannot confine, there is nothing to test, except in continuous integration.
fn can_confine() -> bool {
    let problem = Confinement::problem();
    if let Some(problem) = problem {
        assert!(std::env::var_os("CI").is_none(), "continuous integration needs bwrap: {problem}");
        println!("cannot confine: {problem}");
    }
    problem.is_none()
}

/// What a shell script prints inside, up to a line `end`.
fn printed(script: &str, confinement: Confinement) -> Vec<String> {
    let stage = Stage::new(format!("{script}\necho end\n").as_bytes(), "bot.sh").unwrap();
    let program = Program::new("sh", &[stage.file().to_str().unwrap()]);
    let mut child = Child::start(&program.confined(Some(confinement)), None).unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut lines = Vec::new();
    loop {
        match child.receive(deadline, &|| false) {
            Ok(line) if line == "end" => return lines,
            Ok(line) => lines.push(line),
            Err(lost) => {
                lines.push(lost.to_string());
                return lines;
            }
        }
    }
}

#[test]
fn a_confined_program_sees_itself_and_nothing_else() {
    if !can_confine() {
        return;
    }
    let script = "id -u; ls; pwd; ls /proc | grep -c '^[0-9]'; ls -A /home /root 2>/dev/null | wc -l; \
                  cat /proc/net/dev | wc -l; grep CapEff /proc/self/status; \
                  echo x 2>/dev/null >/contestant/new || echo no; echo x 2>/dev/null >/dev/shm/a || echo no";
    let lines = printed(script, Confinement::default());
    assert_eq!(&lines[..3], ["65534", "bot.sh", "/contestant"], "{lines:?}");
    let processes: u32 = lines[3].parse().unwrap();
    assert!(processes < 10, "{lines:?}");
    assert_eq!(lines[4], "0", "{lines:?}");
    // Two lines of heading and the loopback interface.
    assert_eq!(lines[5], "3", "{lines:?}");
    assert_eq!(lines[6].split_whitespace().last(), Some("0000000000000000"), "{lines:?}");
    assert_eq!(&lines[7..], ["no", "no"], "{lines:?}");
}

#[test]
fn memory_and_processes_are_bounded() {
    if !can_confine() {
        return;
    }
    let small = Confinement { memory_bytes: 64 * 1024 * 1024, processes: 8 };
    let hog =
        "dd if=/dev/zero of=/dev/null bs=200M count=1 2>/dev/null && echo took || echo refused";
    assert_eq!(printed(hog, small), ["refused"]);
    let modest =
        "dd if=/dev/zero of=/dev/null bs=8M count=1 2>/dev/null && echo took || echo refused";
    assert_eq!(printed(modest, small), ["took"]);
    let bomb = "i=0; while [ $i -lt 40 ]; do sleep 100 & i=$((i+1)); done; echo all";
    let lines = printed(bomb, small);
    assert!(!lines.contains(&"all".to_owned()), "{lines:?}");
}

/// Whatever a program leaves running dies with it, also what left its process group.
#[test]
fn nothing_survives_its_contestant() {
    if !can_confine() {
        return;
    }
    let name = format!("{}", 100_000 + std::process::id());
    let script = format!("setsid sleep {name} & echo started; sleep {name}");
    let stage = Stage::new(script.as_bytes(), "bot.sh").unwrap();
    let program = Program::new("sh", &[stage.file().to_str().unwrap()]);
    let mut child = Child::start(&program.confined(Some(Confinement::default())), None).unwrap();
    child.receive(Instant::now() + Duration::from_secs(60), &|| false).unwrap();
    // The shell says "started" before its two children have become `sleep`.
    assert!(soon(|| running(&name) == 2), "{} of 2 run", running(&name));
    drop(child);
    assert!(soon(|| running(&name) == 0), "{} still run", running(&name));
}

const MANAGER: &str = "ALINEA_TEST_MANAGER";

/// What [`a_manager_ended_by_sigkill_leaves_nothing`] starts and kills: a manager with a program that
/// is confined and one that is not. Does nothing in the tests themselves.
#[test]
fn manager() {
    let Ok(name) = std::env::var(MANAGER) else { return };
    let stage = Stage::new(format!("sleep {name} & sleep {name}").as_bytes(), "bot.sh").unwrap();
    let program = Program::new("sh", &[stage.file().to_str().unwrap()]);
    let _plain = Child::start(&program, None).unwrap();
    let confined = program.confined(can_confine().then(Confinement::default));
    let _confined = Child::start(&confined, None).unwrap();
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn a_manager_ended_by_sigkill_leaves_nothing() {
    let name = format!("{}", 300_000 + std::process::id());
    let mut manager = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "manager", "--nocapture"])
        .env(MANAGER, &name)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let started = soon(|| running(&name) == 4);
    // SIGKILL: it has no chance to clean up after itself.
    manager.kill().unwrap();
    manager.wait().unwrap();
    assert!(started, "{} of 4 ran", running(&name));
    assert!(soon(|| running(&name) == 0), "{} still run", running(&name));
}

/// Everything above once more as somebody without rights, where this is root.
#[test]
fn the_same_as_nobody() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        return;
    }
    // The program may lie where nobody can read.
    let folder = std::env::temp_dir().join(format!("alinea-nobody-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let copy = folder.join("tests");
    std::fs::copy(std::env::current_exe().unwrap(), &copy).unwrap();
    std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(0o755)).unwrap();
    let names = [
        "a_confined_program_sees_itself_and_nothing_else",
        "memory_and_processes_are_bounded",
        "nothing_survives_its_contestant",
        "a_manager_ended_by_sigkill_leaves_nothing",
    ];
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&copy)
        .args(["--exact", "--nocapture", "--test-threads=1"])
        .args(names)
        .current_dir("/")
        .output();
    let _ = std::fs::remove_dir_all(&folder);
    let output = output.expect("setpriv is part of util-linux, as prlimit is");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("4 passed"), "{said}");
    if said.contains("cannot confine") {
        println!("SKIPPED: confinement without rights ({said})");
    }
}

/// Whether it comes true while a patient person watches.
fn soon(come_true: impl Fn() -> bool) -> bool {
    let patience = Instant::now() + Duration::from_secs(60);
    while !come_true() {
        if Instant::now() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Processes whose command line says so.
fn running(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let said = format!("sleep\0{word}\0");
    lines.filter(|line| line.ends_with(said.as_bytes())).count()
}
