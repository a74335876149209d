//! What goes wrong between machines, each with a sentence and without loss.
#![cfg(unix)]
#![allow(clippy::print_stdout)]

mod common;

use alinea_fleet::{Access, FleetError, Program, cancel, job_name, list};
use alinea_jobs::{Folder, read_notes};
use common::{
    Broker, Count, Process, Scratch, Start, StopAtEnd, fleet, helper, journal, nats_server, plan,
    role as play_role, run_here, run_there,
};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn role() {
    play_role();
}

fn broker(scratch: &Scratch, args: &[&str]) -> Option<Broker> {
    Some(Broker::start(nats_server()?, scratch.0.join("store"), args))
}

/// Sentences that somebody said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<String>>>);

impl Said {
    fn hear(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let said = Arc::clone(&self.0);
        move |sentence: &str| said.lock().unwrap().push(sentence.to_owned())
    }

    fn all(&self) -> String {
        self.0.lock().unwrap().join("\n")
    }

    fn wait_for(&self, text: &str) {
        wait_until(text, || self.all().contains(text));
    }
}

/// A worker in a thread of this process, for as long as the closure runs.
fn with_worker<T>(url: &str, cache: &Path, threads: usize, run: impl FnOnce() -> T) -> T {
    let helper = helper(url, cache, threads);
    let stop = StopAtEnd(helper.stop.clone());
    thread::scope(|scope| {
        let worker = scope.spawn(move || helper.run());
        let result = {
            let _stop = stop;
            run()
        };
        worker.join().unwrap().unwrap();
        result
    })
}

/// Waits for something that another thread or process brings about.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < patience, "{what}: not within a minute");
        thread::sleep(Duration::from_millis(10));
    }
}

fn worker_process(url: &str, scratch: &Scratch, fault: &str) -> Process {
    let (cache, log) = (scratch.0.join("cache"), scratch.0.join("worker.log"));
    Start {
        role: "worker",
        url,
        folder: &cache,
        fault,
        env: &[],
        threads: 1,
        blocks: None,
        log: &log,
    }
    .start()
}

#[test]
fn nobody_answers() {
    // A port that is given to nobody by chance.
    let url = "nats://127.0.0.1:1".to_owned();
    let scratch = Scratch::new();
    let worker = helper(&url, &scratch.0, 1).run().unwrap_err().to_string();
    assert!(worker.starts_with(&format!("no broker answers at {url}")), "{worker}");
    let dir = scratch.0.join("job");
    let error = run_there(&fleet(&url, |_| {}), &dir, &plan(3, 1, None)).unwrap_err();
    assert!(error.to_string().contains("no broker answers"), "{error}");
    // Nothing is lost: the same folder is finished on this machine.
    let work = common::KINDS[0].open;
    let folder = Folder::open(&dir).unwrap();
    let work = work(folder.job()).unwrap();
    let options = alinea_jobs::Options::default();
    alinea_jobs::run(folder, &*work, &mut Count::default(), &options, &mut |_| {}).unwrap();
    assert_eq!(journal(&dir), run_here(&scratch.0.join("here"), &plan(3, 1, None)));
}

#[test]
fn wrong_credentials() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &["--auth", "secret"]) else { return };
    let access = |token: Option<&str>| Access {
        url: broker.url(),
        token: token.map(str::to_owned),
        ..Access::default()
    };
    for token in [None, Some("guess")] {
        let error = list(&access(token)).unwrap_err();
        assert!(matches!(error, FleetError::Credentials(_)), "{error}");
        assert!(error.to_string().contains("refuses these credentials"), "{error}");
    }
    assert!(list(&access(Some("secret"))).unwrap().jobs.is_empty());
    let file = Access { credentials: Some(scratch.0.join("no.creds")), ..access(None) };
    let error = list(&file).unwrap_err().to_string();
    assert!(error.contains("no.creds: "), "{error}");
}

#[test]
fn a_broker_that_is_too_old() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let info =
                "INFO {\"server_id\":\"x\",\"version\":\"2.1.9\",\"max_payload\":1048576}\r\n";
            stream.write_all(info.as_bytes()).unwrap();
            let mut heard = Vec::new();
            let mut buffer = [0; 1024];
            while !String::from_utf8_lossy(&heard).contains("PING") {
                match stream.read(&mut buffer) {
                    Ok(0) | Err(_) => break,
                    Ok(n) => heard.extend_from_slice(&buffer[..n]),
                }
            }
            let _ = stream.write_all(b"PONG\r\n");
            thread::sleep(Duration::from_secs(1));
        }
    });
    let error = list(&Access { url, ..Access::default() }).unwrap_err();
    assert!(
        error.to_string().ends_with("is nats-server 2.1.9; expected 2.9.0 or newer"),
        "{error}"
    );
}

#[test]
fn the_journal_of_a_fleet_is_that_of_one_machine() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let plan = plan(500, 20, None);
    let expected = run_here(&scratch.0.join("here"), &plan);
    let said = Said::default();
    let dir = scratch.0.join("there");
    let finish = with_worker(&broker.url(), &scratch.0.join("cache"), 3, || {
        run_there(&fleet(&broker.url(), said.hear()), &dir, &plan).unwrap()
    });
    assert_eq!((finish.interrupted, finish.units), (false, 500));
    assert_eq!(journal(&dir), expected);
    let mut workers = std::collections::HashSet::new();
    read_notes(&dir, &mut |note| {
        workers.insert(note.worker);
    })
    .unwrap();
    assert_eq!(workers.len(), 1, "{workers:?}");
    // The fleet keeps nothing of a job that is over.
    let listing = list(&Access { url: broker.url(), ..Access::default() }).unwrap();
    assert!(listing.jobs.is_empty(), "{listing:?}");
}

#[test]
fn a_coordinator_that_leaves_is_followed_by_another() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let plan = plan(6_000, 300, None);
    let (dir, cache) = (scratch.0.join("there"), scratch.0.join("cache"));
    let (first, second) = (fleet(&broker.url(), |_| {}), fleet(&broker.url(), |_| {}));
    let access = Access { url: broker.url(), ..Access::default() };
    thread::scope(|scope| {
        let stop = StopAtEnd(first.stop.clone());
        let leaving = scope.spawn(|| run_there(&first, &dir, &plan).unwrap());
        // The worker leaves before the job is over: it is not, however fast the machine.
        with_worker(&broker.url(), &cache, 2, || {
            wait_until("results", || journal(&dir).len() >= 100);
            assert_eq!(list(&access).unwrap().workers.len(), 1);
        });
        // While somebody coordinates it, nobody else can.
        let copy = scratch.0.join("copy");
        let other = run_there(&second, &copy, &plan).unwrap_err().to_string();
        assert!(other.contains("is already coordinated by"), "{other}");
        let listing = list(&access).unwrap();
        assert!(listing.jobs[0].coordinator.is_some() && listing.jobs[0].units == 6_000);
        drop(stop);
        assert!(leaving.join().unwrap().interrupted);
    });
    assert!(list(&access).unwrap().jobs[0].coordinator.is_none());
    with_worker(&broker.url(), &cache, 2, || {
        assert!(!run_there(&second, &dir, &plan).unwrap().interrupted);
    });
    assert_eq!(journal(&dir), run_here(&scratch.0.join("here"), &plan));
}

/// A coordinator whose machine slept comes back to a job that another one took over.
#[test]
fn a_coordinator_that_was_taken_for_dead_leaves_the_job_to_its_successor() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let plan = plan(50, 1, None);
    let (one, other) = (scratch.0.join("one"), scratch.0.join("other"));
    Folder::create(&one, plan.clone(), &[]).unwrap();
    let log = scratch.0.join("coordinator.log");
    let url = broker.url();
    let start = Start {
        role: "coordinator",
        url: &url,
        folder: &one,
        fault: "",
        env: &[],
        threads: 1,
        blocks: None,
        log: &log,
    };
    let mut first = start.start();
    let access = Access { url: url.clone(), ..Access::default() };
    let coordinator =
        || list(&access).unwrap().jobs.first().and_then(|job| job.coordinator.clone());
    wait_until("a coordinator", || coordinator().is_some());
    let signal = |name: &str, process: &Process| {
        let id = process.0.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    };
    signal("-STOP", &first);
    let second = fleet(&url, |_| {});
    thread::scope(|scope| {
        let stop = StopAtEnd(second.stop.clone());
        let running = scope.spawn(|| run_there(&second, &other, &plan).unwrap());
        wait_until("a successor", || coordinator().is_some());
        signal("-CONT", &first);
        wait_until("the first leaves", || first.0.try_wait().unwrap().is_some());
        let said = std::fs::read_to_string(&log).unwrap();
        assert!(said.contains("took over the job"), "{said}");
        with_worker(&url, &scratch.0.join("cache"), 1, || {
            assert!(!running.join().unwrap().interrupted);
        });
        drop(stop);
    });
    assert_eq!(journal(&other), run_here(&scratch.0.join("here"), &plan));
}

/// A unit that takes longer than the lease stays with the worker that computes it.
#[test]
fn a_lease_is_extended_while_a_unit_is_computed() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let access = Access { url: broker.url(), ..Access::default() };
    let lease = Duration::from_millis(1500);
    let mut coordinator = fleet(&broker.url(), |_| {});
    coordinator.lease = lease;
    let helpers = ["one", "two"].map(|name| {
        let mut helper = helper(&broker.url(), &scratch.0.join(name), 1);
        helper.lease = lease;
        helper
    });
    thread::scope(|scope| {
        let _stops = helpers.each_ref().map(|helper| StopAtEnd(helper.stop.clone()));
        for helper in &helpers {
            scope.spawn(|| helper.run().unwrap());
        }
        wait_until("two workers", || list(&access).unwrap().workers.len() == 2);
        // Not checked by the coordinator, which would take as long again.
        let mut plan = plan(1, 2_000_000, None);
        plan.reproducible = false;
        let finish = run_there(&coordinator, &scratch.0.join("there"), &plan).unwrap();
        assert_eq!((finish.interrupted, finish.units), (false, 1));
        let workers = list(&access).unwrap().workers;
        assert_eq!(workers.iter().filter(|worker| !worker.jobs.is_empty()).count(), 1);
    });
}

/// A worker that still has the work before open under this name must not compute its units. Work that
/// is not compared shows it: its results are believed.
#[test]
fn a_name_may_be_used_again_for_other_work() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let found = with_worker(&broker.url(), &scratch.0.join("cache"), 1, || {
        [1, 7].map(|steps| {
            let mut coordinator = fleet(&broker.url(), |_| {});
            coordinator.job = Some("exam".into());
            let mut plan = plan(40, steps, None);
            plan.reproducible = false;
            let dir = scratch.0.join(format!("there-{steps}"));
            run_there(&coordinator, &dir, &plan).unwrap();
            (journal(&dir), run_here(&scratch.0.join(format!("here-{steps}")), &plan))
        })
    });
    for (there, here) in found {
        assert_eq!(there, here);
    }
}

#[test]
fn another_job_of_the_same_name_and_cancelling() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let access = Access { url: broker.url(), ..Access::default() };
    let mut first = fleet(&broker.url(), |_| {});
    first.job = Some("league".into());
    let (one, other) = (scratch.0.join("one"), scratch.0.join("other"));
    thread::scope(|scope| {
        let stop = StopAtEnd(first.stop.clone());
        let waiting = scope.spawn(|| run_there(&first, &one, &plan(10, 1, None)));
        wait_until("an announcement", || !list(&access).unwrap().jobs.is_empty());
        drop(stop);
        assert!(waiting.join().unwrap().unwrap().interrupted);
    });
    let mut second = fleet(&broker.url(), |_| {});
    second.job = Some("league".into());
    let error = run_there(&second, &other, &plan(11, 1, None)).unwrap_err().to_string();
    assert!(error.contains("the fleet has another job named league"), "{error}");
    assert!(error.contains("--cancel league"), "{error}");
    second.job = Some("a.b".into());
    let error = run_there(&second, &other, &plan(11, 1, None)).unwrap_err().to_string();
    assert!(error.contains("expected a name of letters"), "{error}");
    cancel(&access, "league").unwrap();
    assert!(list(&access).unwrap().jobs.is_empty());
    let error = cancel(&access, "league").unwrap_err().to_string();
    assert_eq!(error, "the fleet has no job named league");
}

#[test]
fn a_coordinator_hears_that_its_job_is_cancelled() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let access = Access { url: broker.url(), ..Access::default() };
    let (dir, plan) = (scratch.0.join("job"), plan(5, 1, None));
    let fleet = fleet(&broker.url(), |_| {});
    thread::scope(|scope| {
        let _stop = StopAtEnd(fleet.stop.clone());
        let running = scope.spawn(|| run_there(&fleet, &dir, &plan));
        let coordinated =
            || list(&access).unwrap().jobs.iter().any(|job| job.coordinator.is_some());
        wait_until("a coordinator", coordinated);
        cancel(&access, &job_name(&plan)).unwrap();
        let error = running.join().unwrap().unwrap_err().to_string();
        assert!(error.contains("was cancelled; everything finished is saved"), "{error}");
    });
}

#[test]
fn a_worker_of_another_version_takes_nothing() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let (dir, plan) = (scratch.0.join("job"), plan(40, 1, None));
    let said = Said::default();
    let mut stranger = helper(&broker.url(), &scratch.0.join("other"), 1);
    stranger.program = Program { version: "9.9.9".into(), signature: "1".into() };
    stranger.notify = Box::new(said.hear());
    let fleet = fleet(&broker.url(), |_| {});
    thread::scope(|scope| {
        let stop = [&stranger.stop, &fleet.stop].map(|stop| StopAtEnd(stop.clone()));
        let running = scope.spawn(|| run_there(&fleet, &dir, &plan));
        let access = Access { url: broker.url(), ..Access::default() };
        wait_until("an announcement", || !list(&access).unwrap().jobs.is_empty());
        let stranger = scope.spawn(move || stranger.run());
        said.wait_for("needs version 0.0.0-trial with node signature 1; this is version 9.9.9");
        assert!(journal(&dir).is_empty());
        with_worker(&broker.url(), &scratch.0.join("cache"), 1, || {
            assert!(!running.join().unwrap().unwrap().interrupted);
        });
        drop(stop);
        stranger.join().unwrap().unwrap();
    });
    let mut workers = std::collections::HashSet::new();
    read_notes(&dir, &mut |note| {
        workers.insert(note.worker);
    })
    .unwrap();
    assert_eq!(workers.len(), 1);
}

/// A unit that kills every worker is given up after three of them; the rest goes on.
#[test]
fn a_poisoned_unit_is_parked() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let (dir, plan) = (scratch.0.join("job"), plan(30, 10, Some(7)));
    let said = Said::default();
    let fleet = fleet(&broker.url(), said.hear());
    let mut deaths = 0;
    let finish = thread::scope(|scope| {
        let _stop = StopAtEnd(fleet.stop.clone());
        let running = scope.spawn(|| run_there(&fleet, &dir, &plan).unwrap());
        let mut worker = worker_process(&broker.url(), &scratch, "");
        wait_until("the end of the job", || {
            if worker.0.try_wait().unwrap().is_some() {
                deaths += 1;
                worker = worker_process(&broker.url(), &scratch, "");
            }
            running.is_finished()
        });
        running.join().unwrap()
    });
    assert_eq!((finish.interrupted, finish.units, finish.parked), (false, 30, vec![7]));
    assert_eq!(deaths, 3, "{}", said.all());
    assert!(said.all().contains("unit 7 was given up after 3 tries"), "{}", said.all());
    let text = String::from_utf8(journal(&dir)).unwrap();
    assert_eq!(text.lines().nth(7), Some("!parked"));
    assert_eq!(text.lines().count(), 30);
}

/// A worker that answers wrongly is found by a second opinion; what it did is done again.
#[test]
fn a_wrong_worker_is_named_and_its_work_is_done_again() {
    let scratch = Scratch::new();
    let Some(broker) = broker(&scratch, &[]) else { return };
    let plan = plan(600, 300, None);
    let expected = run_here(&scratch.0.join("here"), &plan);
    let (dir, said) = (scratch.0.join("job"), Said::default());
    let fleet = fleet(&broker.url(), said.hear());
    let mut liar = worker_process(&broker.url(), &scratch, "wrong");
    thread::scope(|scope| {
        let _stop = StopAtEnd(fleet.stop.clone());
        let running = scope.spawn(|| run_there(&fleet, &dir, &plan).unwrap());
        said.wait_for("wrongly; everything it computed is computed again");
        with_worker(&broker.url(), &scratch.0.join("cache"), 2, || {
            assert!(!running.join().unwrap().interrupted);
        });
    });
    assert_eq!(journal(&dir), expected);
    let status = liar.0.wait().unwrap();
    assert_eq!(status.code(), Some(2));
    let log = std::fs::read_to_string(scratch.0.join("worker.log")).unwrap();
    assert!(log.contains("otherwise than the coordinator did; it stops"), "{log}");
}
