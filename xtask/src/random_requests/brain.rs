//! Random lines to the Gomocup brain.

use super::{LOOK, SeriesReport, pick};
use crate::server::{MemoryWatch, memory_mb};
use alinea_core::SplitMix64;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Every thought has a short limit, so this is a hang.
const PATIENCE: Duration = Duration::from_secs(60);
/// Lines between two looks whether it still answers.
const BURST: usize = 20;
/// Longer than a thought of the usual limit takes.
const THOUGHT: Duration = Duration::from_millis(40);
/// A memory that the brain is told to keep to, in bytes.
const MEMORY: &str = "INFO max_memory 83886080";

/// ABOUT is not among them: its answer says that everything before was read.
const PLAIN: [&str; 13] = [
    "BEGIN",
    "RESTART",
    "YXSHOWINFO",
    "YXSTOP",
    "YXBLOCK",
    "DONE",
    "INFO",
    "TURN",
    "BOARD",
    "SWAP2BOARD",
    "",
    "hello",
    "INFO timeout_match 0",
];
const INFO: [&str; 8] = [
    "timeout_turn 20",
    "timeout_turn 0",
    "max_memory 83886080",
    "rule 1",
    "rule 4",
    "rule 9",
    "game_type 1",
    "time_left 1000",
];

/// Talks to the brain until `end`.
pub(super) fn converse(
    program: &Path,
    rng_seed: u64,
    end: Instant,
) -> Result<SeriesReport, String> {
    let mut talk = Talk::begin(program)?;
    let mut dice = SplitMix64::new(SplitMix64::mix(rng_seed ^ 0xb7a1));
    let mut told = SeriesReport {
        what: "lines to the brain",
        count: 0,
        refused: 0,
        memory: MemoryWatch::new(),
    };
    let mut looked = Instant::now();
    while Instant::now() < end {
        for _ in 0..BURST {
            let line = line(&mut dice);
            talk.last.push_str(&line);
            talk.last.push('\n');
            talk.say(&line)?;
            told.count += 1;
        }
        // Thoughts that are given up end at once: some must have the time for a search.
        if dice.below(4) == 0 {
            thread::sleep(THOUGHT);
        }
        // Neither a time nor a memory that a random line has set may make the next answer late.
        for line in ["DONE", "YXSTOP", "INFO timeout_turn 20", MEMORY, "ABOUT"] {
            talk.say(line)?;
        }
        told.refused += talk.listen()?;
        talk.last.clear();
        if looked.elapsed() >= LOOK {
            told.memory.sample(memory_mb(talk.child.id(), "VmRSS:"));
            looked = Instant::now();
        }
    }
    told.memory.check()?;
    Ok(told)
}

fn line(dice: &mut SplitMix64) -> String {
    let mut number = |below: usize| dice.below(below);
    match number(12) {
        0 => format!("START {}", [15, 15, 20, 5, 4, 23, 0][number(7)]),
        1..=4 => format!("TURN {},{}", number(16), number(16)),
        5 => format!("TAKEBACK {},{}", number(16), number(16)),
        6 => {
            let stones = (0..number(9)).map(|_| {
                let (x, y, who) = (number(16), number(16), number(4));
                format!("{x},{y},{who}\n")
            });
            format!("BOARD\n{}DONE", stones.collect::<String>())
        }
        7 => format!("INFO {}", pick(dice, &INFO)),
        8 => noise((0..number(60)).map(|_| char::from(32 + number(95) as u8)).collect()),
        9 => format!("INFO rule {}\nSTART 15", [0, 1, 4][number(3)]),
        _ => pick(dice, &PLAIN).to_owned(),
    }
}

/// A line of chance that does not happen to say END, which the brain would rightly follow.
fn noise(line: String) -> String {
    let says_end = line.split_whitespace().next().is_some_and(|it| it.eq_ignore_ascii_case("end"));
    if says_end { "ended".to_owned() } else { line }
}

struct Talk {
    child: Child,
    input: ChildStdin,
    heard: Receiver<String>,
    /// What was said since it last answered, for the report of a hang.
    last: String,
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Talk {
    fn begin(program: &Path) -> Result<Talk, String> {
        let mut child = Command::new(program)
            .arg("brain")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let input = child.stdin.take().ok_or("the brain has no input")?;
        let output = child.stdout.take().ok_or("the brain has no output")?;
        let (tell, heard) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        let mut talk = Talk { child, input, heard, last: String::new() };
        talk.say("INFO timeout_turn 20")?;
        talk.say(MEMORY)?;
        talk.say("START 15")?;
        Ok(talk)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = self.input.write_all(line.as_bytes()).and_then(|()| self.input.write_all(b"\n"));
        said.map_err(|error| format!("the brain ended: {error}, after\n{}", self.last))
    }

    /// Reads until the answer to ABOUT; how many lines were refusals.
    fn listen(&mut self) -> Result<u64, String> {
        let end = Instant::now() + PATIENCE;
        let mut refused = 0;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left) {
                Ok(line) if line.starts_with("name=") => return Ok(refused),
                Ok(line) => {
                    refused += u64::from(line.starts_with("ERROR") || line.starts_with("UNKNOWN"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("the brain is silent after\n{}", self.last));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("the brain ended after\n{}", self.last));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::noise;

    #[test]
    fn chance_does_not_say_end() {
        let said = ["enD", " END now", "ender", "", "x end"].map(|line| noise(line.to_owned()));
        assert_eq!(said, ["ended", "ended", "ender", "", "x end"]);
    }
}
