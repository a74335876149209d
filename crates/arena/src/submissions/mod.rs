//! What students handed in, as teachers collect it: a folder of files, a folder a student, or the
//! zip of a course platform. Everything gets a row: what cannot play is refused with a reason.

mod judge;
mod roster;
mod zip;

pub use judge::Kind;
pub use roster::Roster;

use crate::ArenaError;
use alinea_core::Message;
use roster::stem;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Largest file of a student.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// Most bytes that everything handed in may have together, unpacked.
const MAX_ALL_BYTES: usize = 256 * 1024 * 1024;
/// Most files of a folder or an archive.
const MAX_FILES: usize = 10_000;
/// So many bytes of a file tell whether the system can run it.
const HEAD_BYTES: u64 = 4;
/// Most students of a league.
pub const MAX_STUDENTS: usize = 200;
/// The file that says who is who.
const ROSTER: &str = "roster.csv";

/// One student's work, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// The person, as tables name it.
    pub name: String,
    /// The name of the file as it was handed in.
    pub file: String,
    /// Its bytes; empty for what cannot be read, and only the first of what nobody can play with.
    pub bytes: Vec<u8>,
    /// What it is, or why it cannot play.
    pub kind: Result<Kind, Message>,
}

/// A file as it was found, before anybody looked into it.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    /// Path below the folder or archive, with slashes.
    path: String,
    bytes: Result<Vec<u8>, Message>,
    is_executable: Option<bool>,
}

/// Collects from a folder or a zip archive, or takes a single file; judged for a league of `game`.
pub fn collect(source: &Path, game: &str) -> Result<Vec<Submission>, ArenaError> {
    let failed = |error: io::Error| ArenaError::File(source.to_owned(), error);
    let is_zip = source.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"));
    let mut reader = Reader { found: Vec::new(), room: MAX_ALL_BYTES };
    if source.is_dir() {
        reader.walk(source, "").map_err(failed)?;
    } else if is_zip {
        reader.found = unzip(source)?;
    } else {
        fs::metadata(source).map_err(failed)?;
        let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        reader.add(source, name);
    }
    let found = reader.found;
    let submissions = gather(found, game);
    if submissions.len() > MAX_STUDENTS {
        let found = submissions.len();
        return Err(ArenaError::Request(format!(
            "{}: expected at most {MAX_STUDENTS} students, found {found}",
            source.display()
        )));
    }
    Ok(submissions)
}

/// What is read of a folder, and the bytes that may still be.
struct Reader {
    found: Vec<FoundFile>,
    room: usize,
}

impl Reader {
    /// Everything below a folder, a few levels deep, by name.
    fn walk(&mut self, folder: &Path, below: &str) -> io::Result<()> {
        let mut entries: Vec<_> = fs::read_dir(folder)?.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_noise(&name) {
                continue;
            }
            let path = if below.is_empty() { name } else { format!("{below}/{name}") };
            if entry.path().is_dir() {
                let before = self.found.len();
                if path.matches('/').count() < 4 {
                    self.walk(&entry.path(), &path)?;
                }
                if self.found.len() == before && below.is_empty() {
                    // An empty folder is a student who handed in nothing: a row as well.
                    self.found.push(FoundFile {
                        path: format!("{path}/"),
                        bytes: Ok(Vec::new()),
                        is_executable: None,
                    });
                }
            } else if self.found.len() == MAX_FILES {
                return Err(io::Error::other(format!("expected at most {MAX_FILES} files")));
            } else {
                self.add(&entry.path(), path);
            }
        }
        Ok(())
    }

    fn add(&mut self, file: &Path, path: String) {
        let unreadable =
            |error: io::Error| Message::new("league.refused.unreadable").with("problem", error);
        let bytes = match fs::metadata(file) {
            Err(_) if file.is_symlink() => Err(Message::new("league.refused.link")),
            Err(error) => Err(unreadable(error)),
            Ok(meta) if !meta.is_file() => Err(Message::new("league.refused.no-file")),
            Ok(meta) if meta.len() > MAX_BYTES as u64 => {
                Err(Message::new("league.refused.large").with("bytes", MAX_BYTES))
            }
            Ok(_) => read(file).map_err(unreadable).and_then(|bytes| self.fit(bytes)),
        };
        self.found.push(FoundFile { path, bytes, is_executable: run_bit(file) });
    }

    fn fit(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, Message> {
        let full = || Message::new("league.refused.room").with("bytes", MAX_ALL_BYTES);
        self.room = self.room.checked_sub(bytes.len()).ok_or_else(full)?;
        Ok(bytes)
    }
}

/// What systems leave in folders that no student meant.
fn is_noise(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with('.')
        || name.starts_with('~')
        || ["__macosx", "__pycache__", "thumbs.db", "desktop.ini"].contains(&name.as_str())
}

/// The bytes of a file; only the first of one that nobody can play with.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut from = fs::File::open(file)?.take(HEAD_BYTES);
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    if judge::may_play(&name, &bytes) || name.eq_ignore_ascii_case(ROSTER) {
        from.set_limit(MAX_BYTES as u64 - HEAD_BYTES);
        from.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(unix)]
fn run_bit(file: &Path) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().ok().map(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn run_bit(_: &Path) -> Option<bool> {
    None
}

fn unzip(source: &Path) -> Result<Vec<FoundFile>, ArenaError> {
    let failed = |error: io::Error| ArenaError::File(source.to_owned(), error);
    let mut bytes = Vec::new();
    let file = fs::File::open(source).map_err(failed)?;
    file.take(zip::MAX_ARCHIVE_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    let entries = zip::entries(&bytes, MAX_BYTES, MAX_ALL_BYTES)
        .map_err(|problem| ArenaError::Request(format!("{}: {problem}", source.display())))?;
    let mut found: Vec<FoundFile> = entries
        .into_iter()
        .filter(|entry| !entry.path.split('/').any(is_noise))
        .map(|entry| FoundFile {
            path: entry.path,
            bytes: entry.bytes.map_err(|problem| {
                Message::new("league.refused.unreadable").with("problem", problem)
            }),
            is_executable: entry.is_executable,
        })
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    let mut found = without_common_folder(found);
    // A folder is a row of its own only where it is a student's who handed in nothing.
    let top = |path: &str| path.split('/').next().unwrap_or_default().to_owned();
    let is_folder = |file: &FoundFile| file.path.ends_with('/') || file.path.is_empty();
    let full: HashSet<String> =
        found.iter().filter(|file| !is_folder(file)).map(|file| top(&file.path)).collect();
    found.retain(|file| {
        !is_folder(file) || !(file.path.is_empty() || full.contains(&top(&file.path)))
    });
    Ok(found)
}

/// An archive of one folder is that folder.
fn without_common_folder(found: Vec<FoundFile>) -> Vec<FoundFile> {
    let top = |path: &str| path.split_once('/').map(|(top, _)| top.to_owned());
    let Some(common) = found.first().and_then(|first| top(&first.path)) else { return found };
    let shared = found.iter().all(|file| top(&file.path).as_ref() == Some(&common));
    let files: Vec<&FoundFile> = found.iter().filter(|file| !file.path.ends_with('/')).collect();
    let is_one_student = matches!(files[..], [only] if only.path.matches('/').count() == 1);
    if !shared || is_one_student {
        return found;
    }
    let cut = common.len() + 1;
    found.into_iter().map(|file| FoundFile { path: file.path[cut..].to_owned(), ..file }).collect()
}

/// One submission a student: files of the top are one each, a folder is one.
fn gather(found: Vec<FoundFile>, game: &str) -> Vec<Submission> {
    let roster = found
        .iter()
        .find(|file| file.path.eq_ignore_ascii_case(ROSTER))
        .and_then(|file| file.bytes.as_ref().ok())
        .map(|bytes| Roster::parse(&String::from_utf8_lossy(bytes)))
        .unwrap_or_default();
    let mut students: BTreeMap<String, Vec<FoundFile>> = BTreeMap::new();
    for file in found {
        if file.path.eq_ignore_ascii_case(ROSTER) {
            continue;
        }
        let top = file.path.split('/').next().unwrap_or_default().to_owned();
        students.entry(top).or_default().push(file);
    }
    let mut submissions: Vec<Submission> = students
        .into_iter()
        .map(|(top, files)| {
            let name = roster.name(&top).map_or_else(|| person(&top), str::to_owned);
            of_student(name, files, game)
        })
        .collect();
    number_twins(&mut submissions);
    submissions
}

/// The name of a person in the name of a file or folder. Course platforms put a number and a word of
/// theirs behind it.
fn person(top: &str) -> String {
    let name = top.split("_assignsubmission").next().unwrap_or(top);
    let name = if name.len() < top.len() {
        name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_')
    } else {
        stem(name)
    };
    let shown = |text: &str| -> String {
        text.chars()
            .filter(|c| !c.is_control())
            .collect::<String>()
            .trim()
            .chars()
            .take(80)
            .collect()
    };
    // A row without a name would be nobody's.
    let candidates = [shown(name), shown(top), "?".to_owned()];
    candidates.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

fn of_student(name: String, files: Vec<FoundFile>, game: &str) -> Submission {
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let mut judged: Vec<Submission> = files
        .into_iter()
        .map(|found| {
            let file = base(&found.path);
            let kind = judge::judge(&file, &found, game);
            Submission { name: name.clone(), file, bytes: found.bytes.unwrap_or_default(), kind }
        })
        .collect();
    let playing: Vec<String> =
        judged.iter().filter(|one| one.kind.is_ok()).map(|one| one.file.clone()).collect();
    match (playing.len(), judged.len()) {
        (1, _) => judged.remove(judged.iter().position(|one| one.kind.is_ok()).unwrap_or(0)),
        (0, 1) => judged.remove(0),
        (0, _) => {
            // The most telling reason: of a file that looked like one to play.
            let best = judged.iter().position(|one| judge::looks_playable(&one.file)).unwrap_or(0);
            judged.remove(best)
        }
        _ => {
            let kind =
                Err(Message::new("league.refused.several").with("files", playing.join(", ")));
            Submission { name, file: playing.join(", "), bytes: Vec::new(), kind }
        }
    }
}

/// Two of one name get numbers: every row has a name of its own.
fn number_twins(submissions: &mut [Submission]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for submission in submissions {
        let count = seen.entry(submission.name.to_lowercase()).or_default();
        *count += 1;
        if *count > 1 {
            submission.name = format!("{} ({count})", submission.name);
        }
    }
}

#[cfg(test)]
mod tests;
