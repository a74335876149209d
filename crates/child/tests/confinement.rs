//! What a confined program can reach, and what it cannot. Run as root and as anybody else.
#![cfg(target_os = "linux")]

use alinea_child::{Child, Confinement, Program, Stage};
use std::time::{Duration, Instant};

/// Where the machine cannot confine, there is nothing to test, except in continuous integration.
fn can_confine() -> bool {
    let problem = Confinement::problem();
    if let Some(problem) = problem {
        assert!(std::env::var_os("CI").is_none(), "continuous integration needs bwrap: {problem}");
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
