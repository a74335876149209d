//! Where long work is computed: on this machine, or by a fleet; `alinea worker`, `alinea jobs`.

use crate::answer::{Answer, Failed};
use alinea_core::Stop;
use alinea_jobs::{Finish, Fold, Folder, JobError, Options, Runner, Work};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Options of long work that a fleet can do.
#[derive(clap::Args)]
pub(crate) struct FleetArgs {
    /// Let the workers of this broker compute (nats://HOST); see docs/fleet.md
    #[arg(long, value_name = "URL")]
    pub(crate) fleet: Option<String>,
    /// The name of the job in the fleet [default: made from the plan]
    #[arg(long, value_name = "NAME", requires = "fleet")]
    pub(crate) job: Option<String>,
}

impl FleetArgs {
    /// What must be typed besides to take a job up again.
    pub(crate) fn again(&self) -> String {
        let fleet = self.fleet.iter().map(|url| format!(" --fleet {url}"));
        fleet.chain(self.job.iter().map(|job| format!(" --job {job}"))).collect()
    }
}

/// `alinea worker`: computes units of any job that this program can run.
#[derive(clap::Args)]
pub(crate) struct WorkerArgs {
    /// The broker: nats://HOST or tls://HOST; credentials come from the environment
    #[arg(long, value_name = "URL")]
    fleet: String,
    /// Units at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// `alinea jobs`: what a fleet is doing.
#[derive(clap::Args)]
pub(crate) struct JobsArgs {
    /// The broker: nats://HOST or tls://HOST; credentials come from the environment
    #[arg(long, value_name = "URL")]
    fleet: String,
    /// End this job; its folder keeps what was finished
    #[arg(long, value_name = "NAME")]
    cancel: Option<String>,
}

/// Whoever computes, and the flag that Ctrl-C sets.
pub(crate) struct Here {
    runner: Box<dyn Runner>,
}

impl Here {
    /// This machine with so many threads, or the fleet that was named.
    pub(crate) fn new(args: &FleetArgs, threads: usize) -> Result<Here, Failed> {
        let stop = Stop::new();
        let handler_stop = stop.clone();
        ctrlc::set_handler(move || handler_stop.stop())
            .map_err(|error| Failed::Wrong(error.to_string()))?;
        let runner: Box<dyn Runner> = match &args.fleet {
            None => Box::new(Options { threads, stop }),
            Some(url) => carrier::runner(url, args.job.clone(), stop)?,
        };
        Ok(Here { runner })
    }

    pub(crate) fn runner(&self) -> &dyn Runner {
        &*self.runner
    }

    /// Runs a job with a count on the terminal while it lasts.
    pub(crate) fn run(
        &mut self,
        folder: Folder,
        work: &dyn Work,
        fold: &mut dyn Fold,
        noun: &str,
    ) -> Result<Finish, JobError> {
        let shown = std::io::stderr().is_terminal();
        let mut last: Option<Instant> = None;
        let finish = self.runner.run(folder, work, fold, &mut |progress| {
            if shown && last.is_none_or(|last| last.elapsed() > Duration::from_millis(200)) {
                last = Some(Instant::now());
                let _ = write!(std::io::stderr(), "\r\u{1b}[K{} {noun}", progress.text());
            }
        });
        if last.is_some() {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
        finish
    }
}

pub(crate) fn worker(args: &WorkerArgs) -> Result<Answer, Failed> {
    carrier::worker(args)
}

pub(crate) fn jobs(args: &JobsArgs, context: super::Context) -> Result<Answer, Failed> {
    carrier::jobs(args, context)
}

/// Says one sentence on stderr.
#[cfg_attr(
    not(all(feature = "fleet", target_os = "linux", target_arch = "x86_64")),
    allow(dead_code)
)]
fn say(sentence: &str) {
    let _ = writeln!(std::io::stderr(), "alinea: {sentence}");
}

#[cfg(all(feature = "fleet", target_os = "linux", target_arch = "x86_64"))]
mod carrier {
    use super::{JobsArgs, WorkerArgs, say};
    use crate::answer::{Answer, Failed};
    use crate::commands::{Context, bench, print, print_json, state_dir};
    use crate::kinds::KINDS;
    use alinea_core::Stop;
    use alinea_fleet::{Access, Fleet, Helper, Listing, Program, cancel, counted, list};
    use alinea_jobs::{Runner, cores, duration_text};
    use std::fmt::Write;
    use std::time::Duration;

    fn wrong(error: impl std::fmt::Display) -> Failed {
        Failed::Wrong(error.to_string())
    }

    /// Version and node signature: workers that differ in either never get our units.
    fn program() -> Result<Program, Failed> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Program { version, signature: bench::signature()?.to_string() })
    }

    pub(super) fn runner(
        url: &str,
        job: Option<String>,
        stop: Stop,
    ) -> Result<Box<dyn Runner>, Failed> {
        let access = Access::from_env(url).map_err(wrong)?;
        let (program, lease) = (program()?, Fleet::LEASE);
        Ok(Box::new(Fleet { access, program, job, stop, lease, notify: Box::new(say) }))
    }

    pub(super) fn worker(args: &WorkerArgs) -> Result<Answer, Failed> {
        let access = Access::from_env(&args.fleet).map_err(wrong)?;
        let stop = Stop::new();
        let handler_stop = stop.clone();
        ctrlc::set_handler(move || handler_stop.stop()).map_err(wrong)?;
        let cache = state_dir().unwrap_or_else(|| std::env::temp_dir().join("alinea"));
        let helper = Helper {
            access,
            program: program()?,
            kinds: &KINDS,
            threads: args.threads.map_or_else(cores, usize::from),
            lease: Fleet::LEASE,
            cache: cache.join("fleet"),
            stop,
            notify: Box::new(say),
        };
        helper.run().map_err(wrong)?;
        Ok(Answer::Yes)
    }

    pub(super) fn jobs(args: &JobsArgs, context: Context) -> Result<Answer, Failed> {
        let access = Access::from_env(&args.fleet).map_err(wrong)?;
        if let Some(name) = &args.cancel {
            cancel(&access, name).map_err(wrong)?;
            say(&format!("the job {name} is cancelled; its folder keeps what was finished"));
            return Ok(Answer::Yes);
        }
        let listing = list(&access).map_err(wrong)?;
        if context.json {
            print_json(&listing)?
        } else {
            print(&table(&listing))?
        }
        Ok(Answer::Yes)
    }

    fn table(listing: &Listing) -> String {
        let mut text = format!("{}\n", counted(listing.jobs.len(), "job"));
        for job in &listing.jobs {
            let done = job.done.map_or("?".to_owned(), |done| done.to_string());
            let _ = write!(text, "  {}  {} of {} units", job.name, done, job.units);
            if let Some(rate) = job.rate {
                let _ = write!(text, ", {rate:.1}/s");
            }
            if let Some(left) = job.left_s {
                let _ = write!(text, ", {} left", duration_text(Duration::from_secs(left)));
            }
            let _ = match &job.coordinator {
                Some(name) => writeln!(text, ", coordinated by {name}"),
                None => writeln!(text, ", without a coordinator"),
            };
        }
        let _ = writeln!(text, "{}", counted(listing.workers.len(), "worker"));
        for worker in &listing.workers {
            let _ = writeln!(
                text,
                "  {}  version {}, {}, {} units, {:.1}/s  {}",
                worker.name,
                worker.version,
                counted(worker.threads, "thread"),
                worker.units,
                worker.rate,
                worker.jobs.join(" ")
            );
        }
        text
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use alinea_fleet::{JobLine, WorkerLine};

        #[test]
        fn a_listing_says_how_far_jobs_are_and_who_works() {
            let job = JobLine {
                name: "match-1".into(),
                kind: "match".into(),
                version: "1.0".into(),
                units: 600,
                done: Some(35),
                rate: Some(4.0),
                left_s: Some(125),
                coordinator: Some("desk-7".into()),
            };
            let alone = JobLine {
                done: None,
                rate: None,
                left_s: None,
                coordinator: None,
                name: "label-2".into(),
                ..job.clone()
            };
            let worker = WorkerLine {
                name: "lab-9".into(),
                version: "1.0".into(),
                threads: 1,
                jobs: vec!["match-1".into()],
                units: 35,
                rate: 3.97,
            };
            let listing = Listing { jobs: vec![job, alone], workers: vec![worker] };
            assert_eq!(
                table(&listing),
                "2 jobs\n  match-1  35 of 600 units, 4.0/s, 2 min left, coordinated by desk-7\n  \
                 label-2  ? of 600 units, without a coordinator\n1 worker\n  lab-9  version 1.0, \
                 1 thread, 35 units, 4.0/s  match-1\n"
            );
        }
    }
}

#[cfg(not(all(feature = "fleet", target_os = "linux", target_arch = "x86_64")))]
mod carrier {
    use super::{JobsArgs, WorkerArgs};
    use crate::answer::{Answer, Failed};
    use crate::commands::Context;
    use alinea_core::Stop;
    use alinea_jobs::Runner;

    fn without(url: &str) -> Failed {
        Failed::Wrong(format!("this program was built without fleets: {url} cannot be used"))
    }

    pub(super) fn runner(url: &str, _: Option<String>, _: Stop) -> Result<Box<dyn Runner>, Failed> {
        let _ = &crate::kinds::KINDS;
        Err(without(url))
    }

    pub(super) fn worker(args: &WorkerArgs) -> Result<Answer, Failed> {
        let _ = args.threads;
        Err(without(&args.fleet))
    }

    pub(super) fn jobs(args: &JobsArgs, _: Context) -> Result<Answer, Failed> {
        let _ = &args.cancel;
        Err(without(&args.fleet))
    }
}
