//! The trial: workers, coordinators and the broker are killed at random moments, workers are stopped
//! past their lease and continued, results come twice and late, a worker answers wrongly, the disk
//! is full. Nothing is lost, nothing is twice: the journal is that of a run on one machine.
//!
//! `cargo xtask fleet-trial` runs two hundred rounds; the test runs a few.
#![cfg(unix)]
#![allow(clippy::print_stdout)]

mod common;

use alinea_core::SplitMix64;
use alinea_jobs::{Folder, sha256};
use common::{
    Broker, Process, Scratch, Start, journal, nats_server, plan, role as play_role, run_here,
};
use futures_util::StreamExt;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const WORKERS: usize = 8;
const UNITS: u64 = 400;
/// Thousands of steps a unit: a few milliseconds.
const STEPS: u64 = 400;
const DEFAULT_ROUNDS: u64 = 4;

#[test]
fn role() {
    play_role();
}

#[test]
fn nothing_is_lost_and_nothing_is_twice() {
    let Some(program) = nats_server() else { return };
    let rounds = std::env::var("ALINEA_TRIAL_ROUNDS").ok();
    let rounds = rounds.and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_ROUNDS);
    let mut trial = Trial::new(program);
    for round in 0..rounds {
        trial.round(round);
        let done = round + 1;
        println!("round {done} of {rounds}: {:?}", trial.done);
    }
    let faults = [
        "worker killed",
        "coordinator killed",
        "broker killed",
        "worker stopped",
        "wrong worker joined",
        "disk full",
    ];
    for fault in faults {
        assert!(trial.done.contains_key(fault), "no {fault} in {:?}", trial.done);
    }
}

struct Trial {
    scratch: Scratch,
    broker: Broker,
    workers: Vec<Process>,
    dice: SplitMix64,
    expected: Vec<u8>,
    /// What happened how often.
    done: BTreeMap<&'static str, u64>,
}

impl Trial {
    fn new(program: PathBuf) -> Trial {
        let scratch = Scratch::new();
        let broker = Broker::start(program, scratch.0.join("store"), &[]);
        let expected = run_here(&scratch.0.join("here"), &plan(UNITS, STEPS, None));
        let url = broker.url();
        std::thread::spawn(move || repeat_results(&url));
        let dice = SplitMix64::new(2026);
        let mut trial =
            Trial { scratch, broker, workers: Vec::new(), dice, expected, done: BTreeMap::new() };
        trial.workers = (0..WORKERS).map(|_| trial.start("worker", "", None)).collect();
        trial
    }

    fn start(&self, role: &str, fault: &str, folder: Option<(&Path, Option<u32>)>) -> Process {
        let cache = self.scratch.0.join("cache");
        let log = self.scratch.0.join(format!("{role}.log"));
        let (folder, blocks) = folder.unwrap_or((&cache, None));
        let url = self.broker.url();
        Start { role, url: &url, folder, fault, env: &[], threads: 1, blocks, log: &log }.start()
    }

    fn note(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    /// One job from its plan to its journal.
    fn round(&mut self, round: u64) {
        let dir = self.scratch.0.join(format!("round-{round}"));
        let mut plan = plan(UNITS, STEPS, None);
        plan.settings["round"] = round.into();
        drop(Folder::create(&dir, plan, &[]).unwrap());
        // Every fourth round a worker that is always wrong joins, every fourth the disk is full.
        let liar = (round % 4 == 1).then(|| self.start("worker", "wrong", None));
        let mut full = round % 4 == 2;
        let blocks = full.then_some(4);
        let mut coordinator = self.start("coordinator", "", Some((&dir, blocks)));
        let patience = Instant::now() + Duration::from_secs(300);
        let mut faults_left = 3 + self.dice.below(4);
        let mut forced = round;
        loop {
            assert!(Instant::now() < patience, "round {round}: {}", self.state(&dir));
            std::thread::sleep(Duration::from_millis(20 + self.dice.below(300) as u64));
            if let Some(status) = coordinator.0.try_wait().unwrap() {
                if status.success() {
                    break;
                }
                // The disk was full, or the broker was away when it began.
                self.note(if full { "disk full" } else { "coordinator failed" });
                full = false;
                coordinator = self.start("coordinator", "", Some((&dir, None)));
            }
            if faults_left > 0 && !full {
                faults_left -= 1;
                // The first fault of every round goes in turn, so that a few rounds see them all.
                let fault = if forced == u64::MAX { self.dice.below(8) as u64 } else { forced % 4 };
                forced = u64::MAX;
                self.fault(fault, &mut coordinator, &dir);
            }
        }
        if liar.is_some() {
            self.note("wrong worker joined");
        }
        let found = journal(&dir);
        assert_eq!(sha256(&found), sha256(&self.expected), "round {round}: {}", self.state(&dir));
        let mut workers = std::mem::take(&mut self.workers);
        for worker in &mut workers {
            if worker.0.try_wait().unwrap().is_some() {
                *worker = self.start("worker", "", None);
            }
        }
        self.workers = workers;
        let _ = std::fs::remove_dir_all(&dir);
    }

    fn fault(&mut self, fault: u64, coordinator: &mut Process, dir: &Path) {
        match fault {
            0 => {
                self.broker.kill();
                std::thread::sleep(Duration::from_millis(self.dice.below(500) as u64));
                self.broker.restart();
                self.note("broker killed");
            }
            1 => {
                let _ = coordinator.0.kill();
                let _ = coordinator.0.wait();
                *coordinator = self.start("coordinator", "", Some((dir, None)));
                self.note("coordinator killed");
            }
            2 => {
                let at = self.dice.below(WORKERS);
                let pid = Pid::from_child(&self.workers[at].0);
                if kill_process(pid, Signal::STOP).is_ok() {
                    std::thread::sleep(common::LEASE + Duration::from_millis(600));
                    let _ = kill_process(pid, Signal::CONT);
                    self.note("worker stopped");
                }
            }
            _ => {
                let at = self.dice.below(WORKERS);
                self.workers[at] = self.start("worker", "", None);
                self.note("worker killed");
            }
        }
    }

    /// For the message of a failure.
    fn state(&self, dir: &Path) -> String {
        let tail = |name: &str| {
            let text = std::fs::read_to_string(self.scratch.0.join(name)).unwrap_or_default();
            let lines: Vec<&str> = text.lines().rev().take(12).collect();
            lines.into_iter().rev().collect::<Vec<_>>().join("\n  ")
        };
        let lines = journal(dir).iter().filter(|&&b| b == b'\n').count();
        let (coordinator, worker) = (tail("coordinator.log"), tail("worker.log"));
        format!("{lines} lines, {:?}\n  {coordinator}\n  --\n  {worker}", self.done)
    }
}

/// Listens to all results and sends one in eight again, some of them late.
fn repeat_results(url: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let options = async_nats::ConnectOptions::new().retry_on_initial_connect();
        let Ok(client) = options.connect(url).await else { return };
        let Ok(mut results) = client.subscribe("alinea.result.>").await else { return };
        let mut dice = SplitMix64::new(8);
        while let Some(message) = results.next().await {
            // What we sent ourselves carries no message id.
            if message.headers.is_some() && dice.below(8) == 0 {
                let (client, delay) = (client.clone(), dice.below(1500) as u64);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(delay)).await;
                    let _ = client.publish(message.subject, message.payload).await;
                });
            }
        }
    });
}
