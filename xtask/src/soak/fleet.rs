//! `cargo xtask soak --fleet [--minutes N]`: two `alinea worker`s and a broker for half an hour, beside
//! coordinators that are killed, workers that halt, and connections to the broker that say nothing,
//! never read or never end a message. On loopback alone. Every match that is waited for must have the
//! records of one machine, `alinea jobs` must answer within a second of what it waits for killed
//! coordinators, memory must not grow.

use crate::Outcome;
use crate::fleet::broker_program;
use crate::load::LoadReport;
use crate::server::{MemoryWatch, memory_mb, release_program};
use crate::soak::{LONGEST_MS, LOOK};
use alinea_core::SplitMix64;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

const WORKERS: usize = 2;
/// Matches that somebody waits for, side by side.
const PATIENT: u64 = 3;
/// Coordinators that are killed, side by side.
const IMPATIENT: u64 = 2;
/// Matches that differ; each is played once on one machine to compare with.
const MATCHES: u64 = 8;
/// What the broker meets besides: a connection that says nothing, one that asks for everything and
/// never reads, one that never ends its message.
const STALLED: [&[u8]; 3] =
    [b"", b"CONNECT {}\r\nSUB alinea.> 1\r\n", b"CONNECT {}\r\nPUB x 1000000\r\n"];
/// What 99 of 100 lists of jobs may take: one waits four seconds for coordinators that were killed.
const LONGEST_LIST_MS: f64 = 4000.0 + LONGEST_MS;
/// What a match may take, with halted workers whose units come back after the lease of 30 s.
const LONGEST_MATCH: Duration = Duration::from_secs(300);

/// A child that ends with this value.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(super) fn run(minutes: f64) -> Outcome {
    let alinea = release_program()?;
    let broker = broker_program().ok_or("this needs a broker: install nats-server")?;
    let folder = std::env::temp_dir().join(format!("alinea-fleet-soak-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let result = Soak::start(alinea, &broker, &folder).and_then(|soak| soak.run(minutes));
    let _ = fs::remove_dir_all(&folder);
    result
}

struct Soak<'a> {
    alinea: PathBuf,
    folder: &'a Path,
    port: u16,
    /// The broker, then the workers.
    processes: Vec<Process>,
    /// The records of each match on one machine.
    known: Vec<Vec<u8>>,
    ending: AtomicBool,
    finished: AtomicU64,
    killed: AtomicU64,
    halts: AtomicU64,
    listings: Mutex<Vec<Duration>>,
    errors: Mutex<Vec<String>>,
}

impl<'a> Soak<'a> {
    fn start(alinea: PathBuf, broker: &Path, folder: &'a Path) -> Result<Soak<'a>, String> {
        let text = |error: std::io::Error| error.to_string();
        let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let port = free.map_err(text)?.port();
        let mut soak = Soak {
            alinea,
            folder,
            port,
            processes: Vec::new(),
            known: Vec::new(),
            ending: AtomicBool::new(false),
            finished: AtomicU64::new(0),
            killed: AtomicU64::new(0),
            halts: AtomicU64::new(0),
            listings: Mutex::default(),
            errors: Mutex::default(),
        };
        let mut command = Command::new(broker);
        command.args(["--jetstream", "--addr", "127.0.0.1", "--port", &port.to_string()]);
        command.arg("--store_dir").arg(folder.join("broker"));
        soak.processes.push(spawn(&mut command)?);
        let patience = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > patience {
                return Err("the broker does not start".to_owned());
            }
            thread::sleep(Duration::from_millis(20));
        }
        for number in 0..WORKERS {
            let mut worker = soak.alinea(&["worker", "--threads", "1", "--fleet"]);
            worker.arg(soak.url());
            worker.env("ALINEA_STATE_DIR", folder.join(format!("worker-{number}")));
            soak.processes.push(spawn(&mut worker)?);
        }
        for number in 0..MATCHES {
            let out = folder.join(format!("known-{number}"));
            if !soak.a_match(number, &out).status().map_err(text)?.success() {
                return Err("a match on this machine alone failed".to_owned());
            }
            soak.known.push(fs::read(out.join("games.jsonl")).map_err(text)?);
        }
        Ok(soak)
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn alinea(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.alinea);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// One of the matches, on this machine as it stands.
    fn a_match(&self, number: u64, out: &Path) -> Command {
        let first = format!("textbook:heuristic=ligue4,depth={}", 3 + number % 3);
        let mut command = self.alinea(&["match", "connect4", &first, "random", "--games", "60"]);
        command.args(["--seed", &number.to_string(), "--out"]).arg(out);
        command
    }

    fn run(mut self, minutes: f64) -> Outcome {
        println!("{WORKERS} workers for {minutes} minutes at {}", self.url());
        let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
        let mut memory: Vec<MemoryWatch> =
            self.processes.iter().map(|_| MemoryWatch::new()).collect();
        thread::scope(|scope| {
            let soak = &self;
            for who in 0..PATIENT {
                scope.spawn(move || {
                    soak.again(who, |dice, turn| soak.wait_for_match(who, dice, turn))
                });
            }
            for who in 0..IMPATIENT {
                let seed = 100 + who;
                scope.spawn(move || {
                    soak.again(seed, |dice, turn| soak.kill_match(seed, dice, turn))
                });
            }
            for (who, said) in STALLED.into_iter().enumerate() {
                scope.spawn(move || soak.again(200 + who as u64, |dice, _| soak.stall(said, dice)));
            }
            scope.spawn(move || soak.again(300, |dice, turn| soak.halt(dice, turn)));
            scope.spawn(move || soak.again(400, |_, _| soak.list()));
            while Instant::now() < end {
                thread::sleep(LOOK);
                for (watch, process) in memory.iter_mut().zip(&soak.processes) {
                    watch.sample(memory_mb(process.0.id(), "VmRSS:"));
                }
            }
            soak.ending.store(true, Relaxed);
        });
        self.report(&memory)
    }

    fn report(&mut self, memory: &[MemoryWatch]) -> Outcome {
        println!(
            "{} matches waited for, {} coordinators killed, {} halts of workers",
            self.finished.load(Relaxed),
            self.killed.load(Relaxed),
            self.halts.load(Relaxed)
        );
        let mut times = std::mem::take(self.listings.get_mut().map_err(|e| e.to_string())?);
        times.sort_unstable();
        let errors = std::mem::take(self.errors.get_mut().map_err(|e| e.to_string())?);
        let listed = LoadReport { times, errors };
        listed.report("a list of jobs", None);
        let mut grown = Ok(());
        for (number, watch) in memory.iter().enumerate() {
            let who = if number == 0 { "broker".to_owned() } else { format!("worker {number}") };
            println!("memory of {who}, MB: {}", watch.curve());
            grown = grown.and(watch.check().map_err(|error| format!("{who}: {error}")));
        }
        if self.processes.iter_mut().any(|process| !matches!(process.0.try_wait(), Ok(None))) {
            return Err("the broker or a worker ended".to_owned());
        }
        if self.finished.load(Relaxed) == 0 {
            return Err("no match was finished".to_owned());
        }
        if !listed.errors.is_empty() {
            return Err(format!("{} errors", listed.errors.len()));
        }
        if listed.at(0.99) > LONGEST_LIST_MS {
            return Err(format!("one list of a hundred took longer than {LONGEST_LIST_MS} ms"));
        }
        grown
    }

    /// Does a thing again and again until the end, with dice of its own.
    fn again(&self, seed: u64, act: impl Fn(&mut SplitMix64, u64) -> Outcome) {
        let mut dice = SplitMix64::new(seed);
        for turn in 0.. {
            if self.ending.load(Relaxed) {
                return;
            }
            if let Err(error) = act(&mut dice, turn) {
                self.errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(error);
            }
        }
    }

    /// Sleeps, or less if the end comes before.
    fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end && !self.ending.load(Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn coordinator(&self, number: u64, name: &str, out: &Path) -> Result<Process, String> {
        let mut command = self.a_match(number, out);
        command.args(["--fleet", &self.url(), "--job", name]);
        spawn(&mut command)
    }

    /// A match by the fleet whose records are compared with those of one machine.
    fn wait_for_match(&self, who: u64, dice: &mut SplitMix64, turn: u64) -> Outcome {
        let number = dice.below(MATCHES as usize);
        let name = format!("soak-{who}-{turn}");
        let out = self.folder.join(&name);
        let mut process = self.coordinator(number as u64, &name, &out)?;
        let begun = Instant::now();
        let status = loop {
            match process.0.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if self.ending.load(Relaxed) => return Ok(()),
                None if begun.elapsed() > LONGEST_MATCH => {
                    return Err(format!("{name} did not end"));
                }
                None => thread::sleep(Duration::from_millis(50)),
            }
        };
        if !status.success() {
            return Err(format!("{name}: {status}"));
        }
        let records = fs::read(out.join("games.jsonl")).map_err(|error| error.to_string())?;
        if records != self.known[number] {
            return Err(format!("{name}: other records than on one machine"));
        }
        let _ = fs::remove_dir_all(out);
        self.finished.fetch_add(1, Relaxed);
        Ok(())
    }

    /// A match whose coordinator is killed. Somebody else cancels it, at once or, every second one, after
    /// the next: a job without a coordinator stays in the broker until then, to be gone on with.
    fn kill_match(&self, who: u64, dice: &mut SplitMix64, turn: u64) -> Outcome {
        let name = format!("soak-{who}-{turn}");
        let out = self.folder.join(&name);
        let process = self.coordinator(dice.below(MATCHES as usize) as u64, &name, &out)?;
        self.sleep(Duration::from_millis(dice.below(3000) as u64));
        drop(process);
        self.killed.fetch_add(1, Relaxed);
        if turn.is_multiple_of(2) {
            let left = turn.checked_sub(1).map(|before| format!("soak-{who}-{before}"));
            for name in left.iter().chain([&name]) {
                // The job may have ended, or not have begun, before it was killed: that is no error.
                let mut cancel = self.alinea(&["jobs", "--cancel", name, "--fleet", &self.url()]);
                let _ = cancel.status();
            }
        }
        let _ = fs::remove_dir_all(out);
        self.sleep(Duration::from_secs(2));
        Ok(())
    }

    fn stall(&self, said: &[u8], dice: &mut SplitMix64) -> Outcome {
        let stream = TcpStream::connect(("127.0.0.1", self.port));
        let mut stream = stream.map_err(|error| format!("the broker: {error}"))?;
        let _ = stream.write_all(said);
        self.sleep(Duration::from_secs(5 + dice.below(30) as u64));
        Ok(())
    }

    /// A worker halts for some seconds, every tenth time for longer than its lease.
    fn halt(&self, dice: &mut SplitMix64, turn: u64) -> Outcome {
        self.sleep(Duration::from_secs(10));
        let id = self.processes[1 + dice.below(WORKERS)].0.id().to_string();
        let signal = |name: &str| {
            let told = Command::new("kill").args([name, &id]).status();
            told.map_err(|error| error.to_string())
        };
        signal("-STOP")?;
        self.halts.fetch_add(1, Relaxed);
        self.sleep(Duration::from_secs(if turn % 10 == 9 { 40 } else { 3 }));
        signal("-CONT").map(|_| ())
    }

    fn list(&self) -> Outcome {
        let begun = Instant::now();
        let told = self.alinea(&["jobs", "--json", "--fleet", &self.url()]).status();
        let took = begun.elapsed();
        if !told.map_err(|error| error.to_string())?.success() {
            return Err("'alinea jobs' failed".to_owned());
        }
        self.listings.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(took);
        self.sleep(Duration::from_secs(2));
        Ok(())
    }
}

fn spawn(command: &mut Command) -> Result<Process, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(Process).map_err(|error| error.to_string())
}
