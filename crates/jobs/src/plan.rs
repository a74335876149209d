//! What is to be computed, as plain data: written once, read again to resume or to join in.

use crate::{Hash, JobError, Refusal, sha256};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Most units one plan may have.
pub const MAX_UNITS: u64 = 1 << 40;
/// The layout of the folder this version writes.
pub(crate) const FORMAT: u32 = 2;
/// Most files one plan may have.
const MAX_FILES: usize = 10_000;

/// Everything that decides the results. Two equal plans give equal journals, byte for byte,
/// unless they are marked as not reproducible.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The layout of the folder.
    pub format: u32,
    /// Which kind of work, as in [`crate::Kind`].
    pub kind: String,
    /// How many units, numbered from 0.
    pub units: u64,
    /// Whether a second run gives the same bytes. Work that looks at the clock does not.
    pub reproducible: bool,
    /// The file of the results.
    pub journal: String,
    /// The first line of that file, for tables with a heading.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub heading: Option<String>,
    /// The files that the work reads, by name, each with its hash.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub files: BTreeMap<String, Hash>,
    /// What the kind of work wants to know besides.
    #[serde(skip_serializing_if = "Value::is_null", default)]
    pub settings: Value,
}

impl Plan {
    /// So many units of a kind of work; everything else is as by default.
    #[must_use]
    pub fn new(kind: &str, units: u64) -> Plan {
        Plan {
            format: FORMAT,
            kind: kind.to_owned(),
            units,
            reproducible: true,
            journal: "results.txt".to_owned(),
            heading: None,
            files: BTreeMap::new(),
            settings: Value::Null,
        }
    }

    /// Reads a plan, refusing what cannot be done.
    pub fn parse(text: &str) -> Result<Plan, Refusal> {
        let plan: Plan = serde_json::from_str(text).map_err(Refusal::new)?;
        plan.check()?;
        Ok(plan)
    }

    /// As it stands in `plan.json`.
    #[must_use]
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("plain data has no failing serializer") + "\n"
    }

    /// The hash of the plan, which names the job.
    #[must_use]
    pub fn hash(&self) -> Hash {
        sha256(self.text().as_bytes())
    }

    /// The settings in the words of their kind.
    pub fn settings<T: serde::de::DeserializeOwned>(&self) -> Result<T, Refusal> {
        T::deserialize(&self.settings)
            .map_err(|error| Refusal::new(format!("the settings of the plan: {error}")))
    }

    fn check(&self) -> Result<(), Refusal> {
        let fail = |sentence: String| Err(Refusal(sentence));
        if self.format != FORMAT {
            return fail(format!("expected a plan of format {FORMAT}, found {}", self.format));
        }
        if self.units > MAX_UNITS {
            return fail(format!("expected at most {MAX_UNITS} units, found {}", self.units));
        }
        if self.files.len() > MAX_FILES {
            return fail(format!("expected at most {MAX_FILES} files, found {}", self.files.len()));
        }
        let heading = self.heading.as_deref().unwrap_or_default();
        if !is_plain_name(&self.journal) || heading.contains('\n') {
            return fail(format!("expected the name of a file, found '{}'", self.journal));
        }
        Ok(())
    }
}

/// Whether this names a file inside a folder and nothing else.
fn is_plain_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
}

/// A plan with its files at hand: all that is needed to compute a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// What is to be computed.
    pub plan: Plan,
    /// Where the files lie, each under its hash.
    files: PathBuf,
}

impl Job {
    /// A plan whose files lie in this folder, each under its hash.
    #[must_use]
    pub fn new(plan: Plan, files: PathBuf) -> Job {
        Job { plan, files }
    }

    /// The bytes of a file of the plan, checked against its hash.
    pub fn file(&self, name: &str) -> Result<Vec<u8>, JobError> {
        let missing = |found| JobError::File(self.files.clone(), name.to_owned(), found);
        let hash = self.plan.files.get(name).ok_or_else(|| missing("no such file in it"))?;
        self.file_by_hash(hash, name)
    }

    /// The path of a file of the plan, whose bytes were checked against its hash.
    pub fn path(&self, name: &str) -> Result<PathBuf, JobError> {
        self.file(name)?;
        let hash = &self.plan.files[name];
        Ok(self.files.join(hash.as_str()))
    }

    fn file_by_hash(&self, hash: &Hash, name: &str) -> Result<Vec<u8>, JobError> {
        let path = self.files.join(hash.as_str());
        let problem = |found| JobError::File(path.clone(), name.to_owned(), found);
        let bytes = fs::read(&path).map_err(|_| problem("nothing that can be read"))?;
        if sha256(&bytes) == *hash { Ok(bytes) } else { Err(problem("other bytes")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_back_and_has_one_name() {
        let mut plan = Plan::new("squares", 7);
        plan.files.insert("openings.txt".into(), sha256(b"44\n"));
        plan.settings = serde_json::json!({ "b": 1, "a": [2] });
        let again = Plan::parse(&plan.text()).unwrap();
        assert_eq!(again, plan);
        assert_eq!(again.hash(), plan.hash());
        assert_ne!(Plan { units: 8, ..plan.clone() }.hash(), plan.hash());
    }

    #[test]
    fn plans_that_cannot_be_done_are_refused() {
        let plan = Plan::new("squares", 7);
        let bad = [
            Plan { format: 9, ..plan.clone() },
            Plan { units: MAX_UNITS + 1, ..plan.clone() },
            Plan { journal: "../x".into(), ..plan.clone() },
            Plan { heading: Some("a\nb".into()), ..plan },
        ];
        for plan in bad {
            assert!(Plan::parse(&plan.text()).is_err(), "{plan:?}");
        }
        assert!(Plan::parse("{}").is_err());
    }

    #[test]
    fn the_limits_themselves_are_allowed_and_one_more_is_named() {
        let most = Plan::new("squares", 1_099_511_627_776);
        assert_eq!(Plan::parse(&most.text()), Ok(most.clone()));
        let found = Plan::parse(&Plan { units: most.units + 1, ..most.clone() }.text());
        let said = "expected at most 1099511627776 units, found 1099511627777";
        assert_eq!(found, Err(Refusal::new(said)));

        let mut plan = Plan::new("squares", 7);
        let name = |i: usize| format!("{i}.txt");
        plan.files = (0..10_000).map(|i| (name(i), sha256(b"44\n"))).collect();
        assert_eq!(Plan::parse(&plan.text()), Ok(plan.clone()));
        plan.files.insert(name(10_000), sha256(b"44\n"));
        let said = "expected at most 10000 files, found 10001";
        assert_eq!(Plan::parse(&plan.text()), Err(Refusal::new(said)));
    }

    #[test]
    fn a_journal_outside_the_folder_is_refused_by_its_name() {
        for name in ["", ".", "..", "a/b", "/etc/passwd", "../x"] {
            let plan = Plan { journal: name.into(), ..Plan::new("squares", 7) };
            let said = format!("expected the name of a file, found '{name}'");
            assert_eq!(Plan::parse(&plan.text()), Err(Refusal(said)));
        }
        let plan = Plan { heading: Some("a,b".into()), ..Plan::new("squares", 7) };
        assert_eq!(Plan::parse(&plan.text()), Ok(plan));
    }

    #[test]
    fn settings_are_read_in_the_words_of_their_kind() {
        let mut plan = Plan::new("squares", 7);
        plan.settings = serde_json::json!([3, 4]);
        assert_eq!(plan.settings(), Ok((3, 4)));
        let refused = plan.settings::<String>().unwrap_err();
        assert!(refused.0.starts_with("the settings of the plan: "), "{refused}");
    }
}
