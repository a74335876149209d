//! Holding a program still while it is not its turn, so that it takes no time from its opponent on
//! cores they share.
//!
//! Signals go to every process of its tree. Inside bubblewrap that is all it has: what loses its
//! parent there belongs to the first process of the inside, never to somebody outside.

use std::thread;
use std::time::Duration;

/// A program that has answered may have one more thing to say, a second move for example, which is
/// to be heard as such. It is not counted as anybody's time.
const LAST_WORDS: Duration = Duration::from_millis(5);
/// A process is stopped when it next gets a core, and may make another before: looked at until all
/// are, but not for longer than this.
#[cfg(target_os = "linux")]
const PATIENCE: Duration = Duration::from_millis(500);

/// Whether a program may compute in its opponent's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpponentsTurn {
    /// It runs all the time, as programs that the user names do.
    #[default]
    Runs,
    /// It is held still in games with a time limit or a clock, where cores are time.
    HeldInTimedGames,
}

/// Stops a process and all that it started; they stay where they are.
pub(crate) fn hold(pid: u32) {
    thread::sleep(LAST_WORDS);
    stop(pid);
}

#[cfg(target_os = "linux")]
fn stop(pid: u32) {
    use rustix::process::Signal;
    let deadline = std::time::Instant::now() + PATIENCE;
    while std::time::Instant::now() < deadline {
        let running: Vec<u32> = tree(pid).into_iter().filter(|&pid| is_running(pid)).collect();
        if running.is_empty() {
            return;
        }
        running.iter().for_each(|&pid| signal(pid, Signal::STOP));
        thread::sleep(Duration::from_micros(200));
    }
}

/// Lets them go on.
#[cfg(target_os = "linux")]
pub(crate) fn release(pid: u32) {
    tree(pid).into_iter().for_each(|pid| signal(pid, rustix::process::Signal::CONT));
}

#[cfg(target_os = "linux")]
fn signal(pid: u32, signal: rustix::process::Signal) {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    let _ = pid.map(|pid| rustix::process::kill_process(pid, signal));
}

/// A process and all below it.
#[cfg(target_os = "linux")]
fn tree(pid: u32) -> Vec<u32> {
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        next += 1;
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten();
        for thread in threads.flatten() {
            let children =
                std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
        }
    }
    found
}

/// Neither stopped nor ended.
#[cfg(target_os = "linux")]
fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in brackets, may hold anything.
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state.is_some_and(|state| !['T', 't', 'Z', 'X'].contains(&state))
}

#[cfg(not(target_os = "linux"))]
fn stop(_: u32) {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn release(_: u32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::{Child, Program};
    use std::time::Instant;

    fn used(pids: &[u32]) -> u64 {
        let ticks = |pid: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let rest = stat.rsplit(") ").next().unwrap_or_default().to_owned();
            let times = rest.split_whitespace().skip(11).take(2).map(str::to_owned);
            times.filter_map(|text| text.parse::<u64>().ok()).sum::<u64>()
        };
        pids.iter().map(ticks).sum()
    }

    /// Three processes that burn, one of which wakes the others as often as it can.
    #[test]
    fn a_program_that_is_held_computes_nothing_and_goes_on_afterwards() {
        let script = "while :; do :; done & a=$!; sh -c 'while :; do :; done' & b=$!; echo started; \
                      while :; do kill -CONT $a $b; done";
        let mut child = Child::start(&Program::new("sh", &["-c", script]), None).unwrap();
        let patience = || Instant::now() + Duration::from_secs(30);
        assert_eq!(child.receive(patience(), &|| false).unwrap(), "started");
        let deadline = patience();
        while tree(child.id()).len() < 3 || used(&tree(child.id())) < 3 {
            assert!(Instant::now() < deadline, "it does not burn");
            thread::sleep(Duration::from_millis(5));
        }
        hold(child.id());
        let all = tree(child.id());
        assert!(all.len() >= 3 && !all.iter().any(|&pid| is_running(pid)), "{all:?}");
        let before = used(&all);
        thread::sleep(Duration::from_millis(300));
        assert_eq!(used(&all), before);
        release(child.id());
        let deadline = patience();
        while used(&all) == before {
            assert!(Instant::now() < deadline, "it does not go on");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
