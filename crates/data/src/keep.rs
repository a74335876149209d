//! Jobs whose results go into one file that people named: the job's folder stands beside it while
//! the work lasts.

use alinea_jobs::{Fold, Folder, JobError, Next, PLAN_FILE, Plan, Refusal, read_results};
use std::fs;
use std::path::{Path, PathBuf};

/// Why a file cannot be gone on with.
pub type KeptError = JobError;

/// A file of results and the folder of the job that writes it, `FILE.job`.
pub struct Kept {
    file: PathBuf,
}

impl Kept {
    /// Results that go into this file.
    #[must_use]
    pub fn new(file: &Path) -> Kept {
        Kept { file: file.to_owned() }
    }

    /// The folder beside the file.
    #[must_use]
    pub fn dir(&self) -> PathBuf {
        let mut name = self.file.file_name().unwrap_or_default().to_owned();
        name.push(".job");
        self.file.with_file_name(name)
    }

    /// Opens the job that was begun, or begins one. Results that are in the file already are kept
    /// if `accept` finds that they belong there; a file of something else is refused.
    pub fn open(
        &self,
        plan: Plan,
        files: &[(&str, &[u8])],
        accept: &dyn Fn(u64, &[u8]) -> bool,
    ) -> Result<Folder, KeptError> {
        let dir = self.dir();
        if dir.join(PLAN_FILE).exists() {
            return self.resume(&dir, plan, files);
        }
        self.check(plan.heading.as_deref(), accept)?;
        let folder = Folder::create(&dir, plan, files)?.with_journal(self.file.clone());
        folder.adopt(&mut |_, _| true)?;
        Ok(folder)
    }

    fn resume(
        &self,
        dir: &Path,
        mut plan: Plan,
        files: &[(&str, &[u8])],
    ) -> Result<Folder, KeptError> {
        for (name, bytes) in files {
            plan.files.insert((*name).to_owned(), alinea_jobs::sha256(bytes));
        }
        let mut folder = Folder::open(dir)?.with_journal(self.file.clone());
        // A longer job continues a shorter one; anything else is another job.
        let begun = &folder.job().plan;
        let same = Plan { units: plan.units, files: plan.files.clone(), ..begun.clone() } == plan;
        if !same || (begun.files != plan.files && !files.is_empty()) {
            let (dir, file) = (dir.display(), self.file.display());
            return Err(Refusal(format!(
                "{dir} belongs to other work on {file}; go on with that, or remove both"
            ))
            .into());
        }
        if begun.units != plan.units {
            folder.replan(plan, &[])?;
        }
        Ok(folder)
    }

    /// Refuses a file whose lines are not results of this job.
    fn check(
        &self,
        heading: Option<&str>,
        accept: &dyn Fn(u64, &[u8]) -> bool,
    ) -> Result<(), KeptError> {
        let above = u64::from(heading.is_some());
        read_results(&self.file, &mut |line, result| {
            let result = result.unwrap_or_default();
            let belongs = match (line, heading) {
                (0, Some(heading)) => result == heading.as_bytes(),
                _ => accept(line - above, result),
            };
            if belongs {
                return Ok(());
            }
            let (file, line) = (self.file.display(), line + 1);
            Err(Refusal(format!(
                "{file}, line {line}: expected a result of this work, found something else; choose another file"
            ))
            .into())
        })
    }

    /// Removes the folder of a job that is over.
    pub fn close(&self) {
        if let Ok(folder) = Folder::open(&self.dir()) {
            folder.remove();
        } else {
            let _ = fs::remove_dir(self.dir());
        }
    }
}

/// A fold for jobs whose journal is all that is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Fold for Silent {
    fn reset(&mut self) -> Result<(), Refusal> {
        Ok(())
    }

    fn add(&mut self, _: u64, _: &[u8]) -> Result<Next, Refusal> {
        Ok(Next::More)
    }
}
