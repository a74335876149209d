//! Leagues of students: everything that was handed in, by name and version, beside the plan.

mod agreement;
mod feedback;
mod seats;
mod table;

pub use agreement::Agreement;
pub use seats::{Broken, Limited};
pub use table::{Standing, csv, html, standings, write_tables};

use crate::submissions::Submission;
use crate::{ArenaError, Plan};
use alinea_catalogue::{Contestant, Outside, Setting, Student};
use alinea_core::Message;
use alinea_jobs::sha256;
use alinea_words::Language;
use serde::{Deserialize, Serialize};

/// Plies that students' heuristics look ahead unless the teacher says otherwise.
const DEFAULT_DEPTH: u32 = 4;

/// Who plays beside students where nobody else was named: their grades are measured against these.
pub const ANCHORS: [&str; 3] = ["random", "level:3", "level:5"];

/// Something that was handed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Enrolled {
    /// The person.
    pub name: String,
    /// The file as it was handed in.
    pub file: String,
    /// The hash of its bytes.
    pub hash: String,
    /// From 1; a changed file is a new version, with games of its own.
    pub version: u32,
    /// Which contestant it is; none where it was refused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub contestant: Option<usize>,
    /// Why it does not play.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refused: Option<String>,
}

impl Enrolled {
    /// The name in tables: a second version says so.
    #[must_use]
    pub fn title(&self) -> String {
        match self.version {
            1 => self.name.clone(),
            version => format!("{} v{version}", self.name),
        }
    }
}

/// A file that goes into the folder of the league.
pub(crate) type KeptFile = (String, Vec<u8>);

/// Enters submissions into a plan: known ones are left alone, changed ones become new versions, new
/// ones join. Returns the files to keep, and what there is to say.
pub(crate) fn enrol(
    plan: &mut Plan,
    submissions: &[Submission],
    language: Language,
) -> Result<(Vec<KeptFile>, Vec<Message>), ArenaError> {
    let depth = plan.limits().depth.unwrap_or(DEFAULT_DEPTH);
    let (mut files, mut notices) = (Vec::new(), Vec::new());
    for submission in submissions {
        let hash = sha256(&submission.bytes).as_str().to_owned();
        let known = |one: &&Enrolled| one.name.eq_ignore_ascii_case(&submission.name);
        let versions = plan.students.iter().filter(known);
        let last = versions.clone().map(|one| one.version).max().unwrap_or(0);
        if versions.clone().any(|one| one.hash == hash && one.file == submission.file) {
            continue;
        }
        let mut enrolled = Enrolled {
            name: submission.name.clone(),
            file: submission.file.clone(),
            hash: hash.clone(),
            version: last + 1,
            contestant: None,
            refused: None,
        };
        if last > 0 {
            notices.push(
                Message::new("league.new-version")
                    .with("name", &submission.name)
                    .with("title", enrolled.title()),
            );
        }
        match &submission.kind {
            Err(reason) => {
                let reason = language.say(reason);
                notices.push(
                    Message::new("league.refused")
                        .with("name", enrolled.title())
                        .with("reason", &reason),
                );
                enrolled.refused = Some(reason);
            }
            Ok(kind) => {
                let number = plan.students.len() + 1;
                let file = format!("s{number:03}-{}{}", &hash[..8], kind.ending());
                let contestant = if kind.is_program() {
                    Contestant::Student(Student::Program(Outside::new(&file)?))
                } else {
                    match Contestant::student_file(&file, depth)? {
                        // A limit of nodes for all is a limit for students too.
                        Contestant::Student(Student::File(engine)) if plan.nodes.is_some() => {
                            let nodes = plan.nodes.unwrap_or_default();
                            Contestant::Student(Student::File(engine.or(Setting::Nodes(nodes))))
                        }
                        other => other,
                    }
                };
                enrolled.contestant = Some(plan.contestants.len());
                plan.contestants.push(contestant);
                files.push((file, submission.bytes.clone()));
            }
        }
        plan.students.push(enrolled);
    }
    Ok((files, notices))
}
