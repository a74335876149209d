//! What a fleet costs, in processor time, since a shared machine's clock says little.
//!
//! `cargo xtask fleet-bench` measures in full, optimised as the program is, and prints a table; the test runs the same in small and
//! asserts only that the journals are right.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout)]

mod common;

use alinea_jobs::Folder;
use common::{
    Broker, LONG_LEASE, Process, Scratch, Start, cpu_ms, journal, nats_server, peak_kb, plan,
    role as play_role,
};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const WORKERS: usize = 8;

#[test]
fn role() {
    play_role();
}

/// How much is measured.
struct Sizes {
    tiny: u64,
    /// Units of about 50 ms, and how often each way of running them is measured.
    long: u64,
    repeats: u32,
    /// Thousands of steps of a long unit; found out by running some where 0.
    steps: u64,
    planned: Duration,
}

#[test]
fn what_a_fleet_costs() {
    let Some(program) = nats_server() else { return };
    let full = std::env::var_os("ALINEA_FLEET_BENCH").is_some();
    let seconds = Duration::from_secs;
    let sizes = match full {
        true => Sizes { tiny: 100_000, long: 1_000, repeats: 3, steps: 0, planned: seconds(20) },
        false => Sizes { tiny: 300, long: 20, repeats: 1, steps: 5, planned: seconds(1) },
    };
    let bench = Bench::new(program);
    bench.tiny(sizes.tiny);
    bench.long(&sizes);
    bench.planned(sizes.planned);
}

struct Bench {
    scratch: Scratch,
    broker: Broker,
    workers: Vec<Process>,
}

/// What one run cost.
#[derive(Default)]
struct Cost {
    clock: Duration,
    /// Milliseconds of processor time.
    runner: u64,
    broker: u64,
    workers: u64,
    /// Of the workers: their threads that compute units.
    computing: u64,
    /// Most memory of whoever ran the job, in kB.
    peak: u64,
    /// The share of the time in which the workers' threads computed or waited for a core.
    busy: f64,
}

impl Cost {
    fn all(&self) -> u64 {
        self.runner + self.broker + self.workers
    }

    /// Everything but the units themselves, in percent of them. Both are of one run, so that it does
    /// not matter how fast the machine is at the moment.
    fn beside_units(&self) -> f64 {
        let computing = self.computing.max(1) as f64;
        100.0 * (self.all() as f64 - computing) / computing
    }
}

enum Checks {
    /// The coordinator computes samples again.
    Samples,
    /// It does not, as for work that is limited by time.
    None,
}

impl Bench {
    fn new(program: PathBuf) -> Bench {
        let scratch = Scratch::new();
        let broker = Broker::start(program, scratch.0.join("store"), &[]);
        let mut bench = Bench { scratch, broker, workers: Vec::new() };
        bench.workers = (0..WORKERS).map(|_| bench.start("worker", "cache")).collect();
        bench
    }

    fn start(&self, role: &str, folder: &str) -> Process {
        let (folder, log) = (self.scratch.0.join(folder), self.scratch.0.join(role));
        let url = self.broker.url();
        let threads = if role == "worker" { 1 } else { 2 };
        Start {
            role,
            url: &url,
            folder: &folder,
            fault: "",
            env: &[(LONG_LEASE, "1".to_owned())],
            threads,
            blocks: None,
            log: &log,
        }
        .start()
    }

    fn workers_cpu(&self) -> u64 {
        self.workers.iter().map(|worker| cpu_ms(&worker.0.id().to_string())).sum()
    }

    /// Of the threads which compute.
    fn computing(&self) -> Busy {
        let each = self.workers.iter().map(|worker| busiest_thread(worker.0.id()));
        each.fold(Busy::default(), |sum, one| Busy {
            ran: sum.ran + one.ran,
            ready: sum.ready + one.ready,
        })
    }

    /// Runs a job to its end and compares its journal.
    fn run(
        &self,
        role: &str,
        units: u64,
        steps: u64,
        checks: &Checks,
        expected: &mut Vec<u8>,
    ) -> Cost {
        let dir = self.scratch.0.join("job");
        let mut plan = plan(units, steps, None);
        plan.reproducible = matches!(checks, Checks::Samples);
        drop(Folder::create(&dir, plan, &[]).unwrap());
        let broker = || cpu_ms(&self.broker.pid().to_string());
        let before = (broker(), self.workers_cpu(), self.computing());
        let began = Instant::now();
        let status = self.start(role, "job").0.wait().unwrap();
        let clock = began.elapsed();
        let log = fs::read_to_string(self.scratch.0.join(role)).unwrap();
        assert!(status.success(), "{log}");
        let cost = log.lines().rev().find_map(|line| line.strip_prefix("cost ")).unwrap();
        let numbers: Vec<u64> = cost.split(' ').map(|text| text.parse().unwrap()).collect();
        let found = journal(&dir);
        if expected.is_empty() {
            expected.clone_from(&found);
        }
        assert!(
            found == *expected && found.iter().filter(|&&b| b == b'\n').count() as u64 == units
        );
        fs::remove_dir_all(&dir).unwrap();
        let now = self.computing();
        let ready = (now.ready - before.2.ready) as f64 / 1e9;
        Cost {
            clock,
            runner: numbers[0],
            peak: numbers[1],
            broker: broker() - before.0,
            workers: self.workers_cpu() - before.1,
            computing: (now.ran - before.2.ran) / 1_000_000,
            busy: ready / (clock.as_secs_f64() * WORKERS as f64),
        }
    }

    fn tiny(&self, units: u64) {
        let mut expected = Vec::new();
        let here = self.run("here", units, 1, &Checks::None, &mut expected);
        let there = self.run("coordinator", units, 1, &Checks::Samples, &mut expected);
        let each = |ms: u64| ms as f64 / units as f64;
        println!("{units} tiny units, {WORKERS} workers:");
        println!(
            "  one machine: {:.1} s, {:.3} ms of processor time a unit",
            here.clock.as_secs_f64(),
            each(here.runner)
        );
        println!(
            "  fleet: {:.1} s, {:.3} ms of processor time a unit",
            there.clock.as_secs_f64(),
            each(there.all())
        );
        println!(
            "  of it coordinator {:.1} s, broker {:.1} s, workers {:.1} s; coordinator at most {:.1} MB",
            there.runner as f64 / 1e3,
            there.broker as f64 / 1e3,
            there.workers as f64 / 1e3,
            there.peak as f64 / 1e3
        );
    }

    fn long(&self, sizes: &Sizes) {
        let mut steps = sizes.steps;
        if steps == 0 {
            let probe = self.run("here", 40, 4_000, &Checks::None, &mut Vec::new());
            steps = 4_000 * 50 * 40 / probe.runner.max(1);
        }
        let mut expected = Vec::new();
        for _ in 0..sizes.repeats {
            let here = self.run("here", sizes.long, steps, &Checks::None, &mut expected);
            let plain = self.run("coordinator", sizes.long, steps, &Checks::None, &mut expected);
            let checked =
                self.run("coordinator", sizes.long, steps, &Checks::Samples, &mut expected);
            let each = here.runner as f64 / sizes.long as f64;
            println!("{} units of {each:.1} ms of processor time on one machine:", sizes.long);
            let ways = [("without samples", plain), ("with samples computed again", checked)];
            for (name, cost) in ways {
                let more = (cost.all() as f64 / here.runner.max(1) as f64 - 1.0) * 100.0;
                println!(
                    "  fleet {name}: {more:+.2} % processor time; beside the units {:.2} % of them; coordinator {} ms, broker {} ms, workers {} ms; workers ready to run {:.1} % of {:.1} s",
                    cost.beside_units(),
                    cost.runner,
                    cost.broker,
                    cost.workers,
                    cost.busy * 100.0,
                    cost.clock.as_secs_f64()
                );
            }
        }
    }

    /// Ten million units, of which as many are computed as the time allows.
    fn planned(&self, time: Duration) {
        let dir = self.scratch.0.join("planned");
        drop(Folder::create(&dir, plan(10_000_000, 1, None), &[]).unwrap());
        let coordinator = self.start("coordinator", "planned");
        let pid = coordinator.0.id().to_string();
        let (began, mut peak) = (Instant::now(), 0);
        while began.elapsed() < time || journal(&dir).is_empty() {
            std::thread::sleep(Duration::from_millis(100));
            peak = peak_kb(&pid).max(peak);
            assert!(began.elapsed() < time + Duration::from_secs(60), "nothing comes");
        }
        let done = journal(&dir).iter().filter(|&&b| b == b'\n').count();
        println!(
            "10,000,000 units planned, {done} of them done: coordinator at most {:.1} MB",
            peak as f64 / 1e3
        );
        assert!(peak < 256_000, "{peak} kB");
    }
}

/// Nanoseconds that a thread ran, and that it ran or waited for a core.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Busy {
    ran: u64,
    ready: u64,
}

/// The thread of a process which ran most.
fn busiest_thread(pid: u32) -> Busy {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let ready = tasks.filter_map(|task| {
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let numbers: Vec<u64> = text.split_whitespace().map_while(|n| n.parse().ok()).collect();
        Some(Busy { ran: *numbers.first()?, ready: numbers.iter().take(2).sum() })
    });
    ready.max().unwrap_or_default()
}
