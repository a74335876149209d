//! The folder of a job: `plan.json`, the files of the plan by hash, the journal with its
//! checksums, results before their turn, notes, and a lock.

use crate::ahead::Ahead;
use crate::notes::Notes;
use crate::{Hash, Job, JobError, Journal, Plan, sha256};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The plan, which makes a folder the folder of a job.
pub const PLAN_FILE: &str = "plan.json";
const FILES_DIR: &str = "files";
const SUMS_FILE: &str = "sums.txt";
const AHEAD_FILE: &str = "ahead.txt";
const LOCK_FILE: &str = "lock";

/// A job on disk that this process holds: nobody else can open it until this value is dropped.
pub struct Folder {
    dir: PathBuf,
    journal: PathBuf,
    job: Job,
    /// The system lets go of it however the process ends.
    _lock: File,
}

impl Folder {
    /// Begins a job in a new or empty folder. The files are kept in it by hash, and the plan's list
    /// of them is filled in.
    pub fn create(dir: &Path, mut plan: Plan, files: &[(&str, &[u8])]) -> Result<Folder, JobError> {
        fs::create_dir_all(dir).map_err(JobError::io(dir))?;
        let lock = lock(dir)?;
        if dir.join(PLAN_FILE).exists() || dir.join(&plan.journal).exists() {
            return Err(JobError::Taken(dir.into()));
        }
        for (name, bytes) in files {
            plan.files.insert((*name).to_owned(), keep(dir, bytes)?);
        }
        // The plan comes last: a folder with a plan in it can be resumed.
        Folder::write(dir, &plan)?;
        Ok(Folder::held(dir, plan, lock))
    }

    /// Opens the folder of a job that was begun before.
    pub fn open(dir: &Path) -> Result<Folder, JobError> {
        let path = dir.join(PLAN_FILE);
        if !path.is_file() {
            return Err(JobError::Empty(dir.into()));
        }
        let lock = lock(dir)?;
        let text = fs::read_to_string(&path).map_err(JobError::io(&path))?;
        let plan =
            Plan::parse(&text).map_err(|error| JobError::Plan(path.clone(), error.to_string()))?;
        Ok(Folder::held(dir, plan, lock))
    }

    fn held(dir: &Path, plan: Plan, lock: File) -> Folder {
        let journal = dir.join(&plan.journal);
        let job = Job::new(plan, dir.join(FILES_DIR));
        Folder { dir: dir.into(), journal, job, _lock: lock }
    }

    /// The same with the journal at another place, for commands that write into a file.
    #[must_use]
    pub fn with_journal(self, journal: PathBuf) -> Folder {
        Folder { journal, ..self }
    }

    /// Where it is.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Where the journal is.
    #[must_use]
    pub fn journal(&self) -> &Path {
        &self.journal
    }

    /// The plan with its files.
    #[must_use]
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Replaces the plan by one that continues it: same results for the units of both.
    pub fn replan(&mut self, mut plan: Plan, files: &[(&str, &[u8])]) -> Result<(), JobError> {
        for (name, bytes) in files {
            plan.files.insert((*name).to_owned(), keep(&self.dir, bytes)?);
        }
        Folder::write(&self.dir, &plan)?;
        self.job.plan = plan;
        Ok(())
    }

    /// Takes over results that were written without checksums: the whole lines of the journal, up
    /// to the first that `accept` refuses.
    pub fn adopt(&self, accept: &mut dyn FnMut(u64, &[u8]) -> bool) -> Result<(), JobError> {
        let heading = self.job.plan.heading.as_deref();
        Journal::adopt(&self.journal, &self.dir.join(SUMS_FILE), heading, accept)
    }

    /// Makes the folder of a job out of what an older version left behind: its journal is kept, the
    /// plan is replaced. Whoever calls it has checked that the journal belongs to the plan.
    pub fn upgrade(
        dir: &Path,
        mut plan: Plan,
        files: &[(&str, &[u8])],
    ) -> Result<Folder, JobError> {
        let lock = lock(dir)?;
        for (name, bytes) in files {
            plan.files.insert((*name).to_owned(), keep(dir, bytes)?);
        }
        let folder = Folder::held(dir, plan, lock);
        // The plan comes last: until then it is the folder of the older version.
        folder.adopt(&mut |_, _| true)?;
        Folder::write(dir, &folder.job.plan)?;
        Ok(folder)
    }

    fn write(dir: &Path, plan: &Plan) -> Result<(), JobError> {
        write_whole(&dir.join(PLAN_FILE), plan.text().as_bytes())
    }

    pub(crate) fn open_journal(
        &self,
        each: &mut dyn FnMut(u64, &[u8]) -> Result<(), JobError>,
    ) -> Result<Journal, JobError> {
        let heading = self.job.plan.heading.as_deref();
        Journal::open(&self.journal, &self.dir.join(SUMS_FILE), heading, each)
    }

    pub(crate) fn open_ahead(&self, from: u64) -> Result<Ahead, JobError> {
        Ahead::open(&self.dir.join(AHEAD_FILE), from)
    }

    pub(crate) fn open_notes(&self) -> Result<Notes, JobError> {
        Notes::open(&self.dir)
    }

    /// Removes what only an unfinished job needs.
    pub(crate) fn close(self) {
        let _ = fs::remove_file(self.dir.join(LOCK_FILE));
    }

    /// Removes the folder and everything that this crate put into it, the journal apart if it
    /// lies elsewhere. Files of other people stay, and the folder with them.
    pub fn remove(self) {
        let names = [PLAN_FILE, SUMS_FILE, AHEAD_FILE, "notes.txt"];
        for name in names.into_iter().chain([self.job.plan.journal.as_str()]) {
            let _ = fs::remove_file(self.dir.join(name));
        }
        for hash in self.job.plan.files.values() {
            let _ = fs::remove_file(self.dir.join(FILES_DIR).join(hash.as_str()));
        }
        let _ = fs::remove_dir(self.dir.join(FILES_DIR));
        let _ = fs::remove_file(self.dir.join(LOCK_FILE));
        let _ = fs::remove_dir(&self.dir);
    }
}

/// A program that another thread is starting holds all our files until it runs, the lock of a folder
/// that was just closed among them: a folder counts as taken when it stays locked for this long.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

fn lock(dir: &Path) -> Result<File, JobError> {
    let path = dir.join(LOCK_FILE);
    let file = OpenOptions::new().append(true).create(true).open(&path);
    let file = file.map_err(JobError::io(&path))?;
    let begun = Instant::now();
    while file.try_lock().is_err() {
        if begun.elapsed() > LOCK_PATIENCE {
            return Err(JobError::Locked(dir.into()));
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(file)
}

/// Keeps a file of the plan under its hash.
fn keep(dir: &Path, bytes: &[u8]) -> Result<Hash, JobError> {
    let (folder, hash) = (dir.join(FILES_DIR), sha256(bytes));
    fs::create_dir_all(&folder).map_err(JobError::io(&folder))?;
    write_whole(&folder.join(hash.as_str()), bytes)?;
    Ok(hash)
}

/// Written beside, handed to the disk and renamed: the file is there whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), JobError> {
    let beside = path.with_extension("new");
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(JobError::io(path))
}
