//! A broker, a made-up kind of work, and processes that coordinate or work. A test file that starts
//! processes has a test named `role`, which is what they run.
#![allow(dead_code)]

use alinea_core::{SplitMix64, Stop};
use alinea_fleet::{Access, Fleet, Helper, Program};
use alinea_jobs::{
    Fold, Folder, Job, Kind, Next, Options, Output, Plan, Refusal, Runner, Unfinished, Work,
    Worker, run,
};
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Short, so that a stopped worker loses its units within the test.
pub(crate) const LEASE: Duration = Duration::from_secs(1);
pub(crate) const KINDS: [Kind; 1] = [Kind { name: "trial", open: open_trial }];
const ROLE: &str = "ALINEA_TRIAL_ROLE";
const URL: &str = "ALINEA_TRIAL_URL";
const FOLDER: &str = "ALINEA_TRIAL_FOLDER";
const FAULT: &str = "ALINEA_TRIAL_FAULT";
const THREADS: &str = "ALINEA_TRIAL_THREADS";
/// Set where the lease is that of the program, not the short one of the trial.
pub(crate) const LONG_LEASE: &str = "ALINEA_TRIAL_LONG_LEASE";

/// A directory of its own that is removed with the value.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir =
            std::env::temp_dir().join(format!("alinea-fleet-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process that ends with the value.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The broker program, or `None` after saying that the test is skipped.
pub(crate) fn nats_server() -> Option<PathBuf> {
    let named = std::env::var_os("NATS_SERVER").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = named.into_iter().collect();
    places.extend(std::env::split_paths(&path).map(|dir| dir.join("nats-server")));
    places.extend(["/usr/sbin/nats-server", "/usr/local/bin/nats-server"].map(PathBuf::from));
    let found = places.into_iter().find(|path| path.is_file());
    if found.is_none() {
        let how = "install nats-server (Debian: apt install nats-server), or set NATS_SERVER";
        let in_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!in_ci, "no broker: {how}");
        println!("SKIPPED: tests of the fleet ({how})");
    }
    found
}

/// A broker on a port of its own that can be killed and started again with what it had stored.
pub(crate) struct Broker {
    program: PathBuf,
    pub(crate) port: u16,
    store: PathBuf,
    args: Vec<String>,
    process: Option<Process>,
}

impl Broker {
    pub(crate) fn start(program: PathBuf, store: PathBuf, args: &[&str]) -> Broker {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        let mut broker = Broker { program, port, store, args, process: None };
        broker.restart();
        broker
    }

    pub(crate) fn restart(&mut self) {
        self.process = None;
        let patience = Instant::now() + Duration::from_secs(60);
        let name = format!("trial-{}-{}", std::process::id(), self.port);
        let child = Command::new(&self.program)
            .args(["--jetstream", "--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(["--name", &name])
            .arg("--store_dir")
            .arg(&self.store)
            .args(&self.args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        self.process = Some(Process(child));
        while !greets(self.port, &name) {
            assert!(Instant::now() < patience, "the broker does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.as_ref().unwrap().0.id()
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// Whether the broker of this name answers at a port: somebody else may have taken a port that was
/// free a moment ago.
fn greets(port: u16, name: &str) -> bool {
    let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut greeting = String::new();
    let read = BufReader::new(stream).read_line(&mut greeting);
    read.is_ok() && greeting.contains(&format!("\"server_name\":\"{name}\""))
}

/// Stops somebody when a test is done with it, also where the test fails: a failure that waited for a
/// worker or a coordinator would never be told.
pub(crate) struct StopAtEnd(pub(crate) Stop);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Work that takes a given time of the processor, always the same bytes.
struct Trial {
    rounds: u64,
    poison: Option<u64>,
    fault: String,
}

fn open_trial(job: &Job) -> Result<Box<dyn Work>, Refusal> {
    let number = |key: &str| job.plan.settings.get(key).and_then(serde_json::Value::as_u64);
    let rounds = number("rounds").unwrap_or(1);
    let fault = std::env::var(FAULT).unwrap_or_default();
    Ok(Box::new(Trial { rounds, poison: number("poison"), fault }))
}

impl Work for Trial {
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal> {
        Ok(Box::new(TrialWorker(self)))
    }
}

struct TrialWorker<'t>(&'t Trial);

impl Worker for TrialWorker<'_> {
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished> {
        if self.0.poison == Some(unit) && self.0.fault != "immune" {
            std::process::abort();
        }
        let mut sum = unit;
        for round in 0..self.0.rounds {
            for _ in 0..1000 {
                sum = SplitMix64::mix(sum.wrapping_add(1));
            }
            if round % 64 == 0 && stop.is_set() {
                return Err(Unfinished::Stopped);
            }
        }
        // Wrong from its first unit on, as a worker with broken memory would be.
        let mark = if self.0.fault == "wrong" { "!" } else { "" };
        Ok(Output::new(format!("{unit} {sum:016x}{mark}")).with_note("noted"))
    }
}

/// So many units of so many thousand steps each.
pub(crate) fn plan(units: u64, rounds: u64, poison: Option<u64>) -> Plan {
    let mut plan = Plan::new("trial", units);
    plan.settings = serde_json::json!({ "rounds": rounds, "poison": poison });
    plan.journal = "results.txt".to_owned();
    plan
}

/// Counts the results.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl Fold for Count {
    fn reset(&mut self) -> Result<(), Refusal> {
        self.0 = 0;
        Ok(())
    }

    fn add(&mut self, _: u64, _: &[u8]) -> Result<Next, Refusal> {
        self.0 += 1;
        Ok(Next::More)
    }
}

pub(crate) fn program() -> Program {
    Program { version: "0.0.0-trial".into(), signature: "1".into() }
}

fn lease() -> Duration {
    if std::env::var_os(LONG_LEASE).is_some() { Fleet::LEASE } else { LEASE }
}

pub(crate) fn fleet(url: &str, notify: impl Fn(&str) + Send + Sync + 'static) -> Fleet {
    Fleet {
        access: Access::from_env(url).unwrap(),
        program: program(),
        job: None,
        stop: Stop::new(),
        lease: lease(),
        notify: Box::new(notify),
    }
}

pub(crate) fn helper(url: &str, cache: &Path, threads: usize) -> Helper<'static> {
    Helper {
        access: Access::from_env(url).unwrap(),
        program: program(),
        kinds: &KINDS,
        threads,
        lease: lease(),
        cache: cache.to_owned(),
        stop: Stop::new(),
        notify: Box::new(|sentence| println!("{sentence}")),
    }
}

/// A job on this machine alone: what every other journal is compared with.
pub(crate) fn run_here(dir: &Path, plan: &Plan) -> Vec<u8> {
    let folder = Folder::create(dir, plan.clone(), &[]).unwrap();
    let work = open_trial(folder.job()).unwrap();
    let finish =
        run(folder, &*work, &mut Count::default(), &Options::default(), &mut |_| {}).unwrap();
    assert!(!finish.interrupted);
    journal(dir)
}

/// A job of a fleet, in this process.
pub(crate) fn run_there(
    fleet: &Fleet,
    dir: &Path,
    plan: &Plan,
) -> Result<alinea_jobs::Finish, alinea_jobs::JobError> {
    let folder = if dir.join("plan.json").exists() {
        Folder::open(dir)?
    } else {
        Folder::create(dir, plan.clone(), &[])?
    };
    let work = open_trial(folder.job())?;
    fleet.run(folder, &*work, &mut Count::default(), &mut |_| {})
}

pub(crate) fn journal(dir: &Path) -> Vec<u8> {
    std::fs::read(dir.join("results.txt")).unwrap_or_default()
}

/// What a process of the trial does; returns at once in the test process itself.
pub(crate) fn role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let url = std::env::var(URL).unwrap();
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    let threads = std::env::var(THREADS).ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let said = |error: &dyn std::fmt::Display| {
        println!("{error}");
        std::process::exit(2);
    };
    match role.as_str() {
        "worker" => {
            if let Err(error) = helper(&url, &folder, threads).run() {
                said(&error);
            }
        }
        "coordinator" => {
            let fleet = fleet(&url, |sentence| println!("{sentence}"));
            // The folder is there: the driver made it.
            match run_there(&fleet, &folder, &plan(0, 0, None)) {
                Ok(finish) if finish.parked.is_empty() => {}
                Ok(finish) => said(&format!("parked {:?}", finish.parked)),
                Err(error) => said(&error),
            }
        }
        _ => {
            let job = Folder::open(&folder).unwrap();
            let work = open_trial(job.job()).unwrap();
            let options = Options { threads, ..Options::default() };
            run(job, &*work, &mut Count::default(), &options, &mut |_| {}).unwrap();
        }
    }
    // What it cost, for whoever measures.
    println!("\ncost {} {}", cpu_ms("self"), peak_kb("self"));
    std::process::exit(0);
}

/// Processor time of a process with all its threads, those that ended included.
pub(crate) fn cpu_ms(pid: &str) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in brackets, may hold spaces. Ticks are a hundredth of a second.
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let ticks = rest.split_whitespace().skip(11).take(2);
    10 * ticks.filter_map(|text| text.parse::<u64>().ok()).sum::<u64>()
}

/// The most memory that a process had.
pub(crate) fn peak_kb(pid: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// How a process is started.
pub(crate) struct Start<'s> {
    pub(crate) role: &'s str,
    pub(crate) url: &'s str,
    pub(crate) folder: &'s Path,
    pub(crate) fault: &'s str,
    /// What its environment says besides: credentials.
    pub(crate) env: &'s [(&'s str, String)],
    pub(crate) threads: usize,
    /// Blocks that its files may have: a disk that is nearly full.
    pub(crate) blocks: Option<u32>,
    pub(crate) log: &'s Path,
}

/// This program, also when another was built in its place: a trial takes long.
fn own_program() -> PathBuf {
    let running = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
    if running.exists() { running } else { std::env::current_exe().unwrap() }
}

impl Start<'_> {
    pub(crate) fn start(&self) -> Process {
        let program = own_program();
        let mut command = match self.blocks {
            None => Command::new(program),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
                shell.arg("-c").arg(limit).arg(program);
                shell
            }
        };
        let log = std::fs::File::options().append(true).create(true).open(self.log).unwrap();
        let errors = log.try_clone().unwrap();
        let child = command
            .args(["--exact", "role", "--nocapture"])
            .env(ROLE, self.role)
            .env(URL, self.url)
            .env(FOLDER, self.folder)
            .env(FAULT, self.fault)
            .env(THREADS, self.threads.to_string())
            .envs(self.env.iter().cloned())
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            .spawn()
            .unwrap();
        Process(child)
    }
}
