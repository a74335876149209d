//! Names on the broker: streams, subjects, jobs, workers.

use alinea_jobs::{Hash, Plan, sha256};

/// The work queue of all jobs.
pub(crate) const WORK_STREAM: &str = "ALINEA_WORK";
/// The results of all jobs.
pub(crate) const RESULT_STREAM: &str = "ALINEA_RESULTS";
/// What jobs there are.
pub(crate) const JOBS_STREAM: &str = "ALINEA_JOBS";
/// Plans and their files, by hash.
pub(crate) const FILES_BUCKET: &str = "ALINEA_FILES";
/// The form of subjects and messages. Programs that differ in it share no queue, so that a broker may
/// still hold what an older program left there.
const WIRE: u32 = 2;
/// Everybody who hears this says who it is.
pub(crate) const HELLO: &str = "alinea.hello";

/// Which program computes: results of two programs are the same if these are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The version.
    pub version: String,
    /// The node counts of a few searches: equal programs search equal trees.
    pub signature: String,
}

impl Program {
    /// One word for subjects: workers of another program never see the work.
    pub(crate) fn tag(&self) -> String {
        let hash = sha256(format!("{WIRE}\n{}\n{}", self.version, self.signature).as_bytes());
        format!("{}-{}", token(&self.version), &hash.as_str()[..8])
    }

    /// For sentences.
    pub(crate) fn text(&self) -> String {
        format!("version {} with node signature {}", self.version, self.signature)
    }
}

/// The name of a job that was given none: its kind and the hash of its plan.
#[must_use]
pub fn job_name(plan: &Plan) -> String {
    format!("{}-{}", token(&plan.kind), plan.hash().short())
}

/// Whether this can be the name of a job: a word that subjects can hold.
pub(crate) fn is_token(name: &str) -> bool {
    !name.is_empty() && name.len() <= 64 && token(name) == name
}

/// A number and what it counts, for sentences.
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A text as one word of a subject.
pub(crate) fn token(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    text.chars().map(plain).collect()
}

/// A job with the plan it has now, `NAME.PLAN`. A name may be used again for other work: then units
/// and results of the work before must not be taken for those of the new.
pub(crate) fn job_path(job: &str, plan: &Hash) -> String {
    format!("{job}.{}", plan.short())
}

/// The two parts of a path.
pub(crate) fn split_path(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or((path, ""))
}

/// Units of a job for one program.
pub(crate) fn work_subject(tag: &str, path: &str) -> String {
    format!("alinea.work.{tag}.{path}")
}

/// The path in the subject of a unit.
pub(crate) fn path_of_work(subject: &str) -> &str {
    subject.splitn(4, '.').nth(3).unwrap_or_default()
}

/// The queue of units for one program.
pub(crate) fn work_consumer(tag: &str) -> String {
    format!("work-{tag}")
}

/// Results of a job.
pub(crate) fn result_subject(path: &str) -> String {
    format!("alinea.result.{path}")
}

/// Who takes the results of a job.
pub(crate) fn result_consumer_name(job: &str) -> String {
    format!("result-{job}")
}

/// What the fleet knows of a job.
pub(crate) fn job_subject(job: &str) -> String {
    format!("alinea.job.{job}")
}

/// Questions to the coordinator of a job.
pub(crate) fn ask_subject(job: &str) -> String {
    format!("alinea.ask.{job}")
}

/// Where a worker hears that it is not trusted any more.
pub(crate) fn ban_subject(worker: &str) -> String {
    format!("alinea.ban.{worker}")
}

/// Where a worker is asked whether it computes a unit.
pub(crate) fn alive_subject(worker: &str) -> String {
    format!("alinea.alive.{worker}")
}

/// A name that no other process has: machine, process, and some digits of the clock.
pub(crate) fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok());
    let host = host.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let host = token(host.trim());
    let host = if host.is_empty() { "machine" } else { &host[..host.len().min(24)] };
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let digits = clock.map_or(0, |since| since.subsec_nanos() ^ since.as_secs() as u32);
    format!("{host}-{}-{:04x}", std::process::id(), digits & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words() {
        let program = Program { version: "0.1.0".into(), signature: "385".into() };
        assert!(program.tag().starts_with("0_1_0-"), "{}", program.tag());
        let other = Program { signature: "386".into(), ..program.clone() };
        assert_ne!(program.tag(), other.tag());
        assert!(is_token(&own_name()) && is_token(&job_name(&Plan::new("match", 2))));
        let path = job_path("exam", &Plan::new("match", 2).hash());
        assert_eq!(path_of_work(&work_subject(&program.tag(), &path)), path);
        assert_eq!(split_path(&path), ("exam", Plan::new("match", 2).hash().short()));
        for bad in ["", "a.b", "a b", "a*", ">", &"x".repeat(65)] {
            assert!(!is_token(bad), "{bad}");
        }
    }
}
