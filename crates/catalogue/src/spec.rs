//! Engines as text: `NAME[:key=value,...]`, and the errors that name the right spelling.

use crate::files::Files;
use alinea_search::Limits;
use std::collections::BTreeMap;
use std::time::Duration;

/// Largest table a specification may ask for, in MB.
pub const MAX_TABLE_MB: usize = 16 * 1024;
/// Most threads a specification may ask for.
pub const MAX_THREADS: usize = 256;
const MAX_SPEC_TEXT: usize = 4096;

/// Keys every engine understands.
pub const COMMON_KEYS: [&str; 6] = ["depth", "nodes", "time", "threads", "table", "seed"];

/// What is wrong with the name or the options of an engine, heuristic or game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(pub String);

impl SpecError {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> SpecError {
        SpecError(sentence.into())
    }

    /// "unknown KIND 'FOUND'", the nearest known name, and all known names.
    #[must_use]
    pub fn unknown(kind: &str, found: &str, known: &[&str]) -> SpecError {
        let found: String = found.chars().take(40).collect();
        let nearest = match nearest(&found, known) {
            Some(name) => format!("; did you mean '{name}'?"),
            None => String::new(),
        };
        SpecError(format!("unknown {kind} '{found}'{nearest} (known: {})", known.join(", ")))
    }
}

/// The known name that differs from `found` in the fewest letters, if they are close.
#[must_use]
pub fn nearest<'k>(found: &str, known: &[&'k str]) -> Option<&'k str> {
    let best = known.iter().map(|name| (distance(found, name), *name)).min()?;
    (best.0 <= 1 + found.len().min(best.1.len()) / 3).then_some(best.1)
}

/// Levenshtein distance over characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let cost = (diagonal + usize::from(ca != cb)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row[b.len()]
}

/// An engine's name and options as typed, not yet matched with a game.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    /// The name before the colon.
    pub name: String,
    /// The playing strength of `level:N`.
    pub level: Option<u8>,
    /// Limits given as `depth`, `nodes`, `time`.
    pub limits: Limits,
    /// Search threads.
    pub threads: usize,
    /// Size of the table in MB, if given.
    pub table_mb: Option<usize>,
    /// Seed of everything random in the engine.
    pub seed: u64,
    /// Where heuristic files may be read from; nowhere by default.
    pub files: Option<Files>,
    /// The remaining options.
    options: BTreeMap<String, String>,
}

impl EngineSpec {
    /// Reads a specification; unknown keys are found later, by [`EngineSpec::expect_keys`].
    pub fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        if text.len() > MAX_SPEC_TEXT {
            return Err(SpecError::new("an engine takes at most 4096 characters"));
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = EngineSpec {
            name: name.trim().to_owned(),
            level: None,
            limits: Limits::default(),
            threads: 1,
            table_mb: None,
            seed: 0,
            files: None,
            options: BTreeMap::new(),
        };
        for (i, item) in rest.split(',').filter(|item| !item.trim().is_empty()).enumerate() {
            match item.split_once('=') {
                Some((key, value)) => spec.set(key.trim(), value.trim())?,
                None if i == 0 && spec.name == "level" => spec.set_level(item.trim())?,
                None => {
                    return Err(SpecError(format!(
                        "expected key=value in the engine '{text}', found '{item}'"
                    )));
                }
            }
        }
        if spec.name == "level" && spec.level.is_none() {
            return Err(SpecError::new("expected level:1 to level:10, found 'level'"));
        }
        Ok(spec)
    }

    /// The value of an option of this engine's own.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.get(key).map(String::as_str)
    }

    /// Fills in what `self` leaves open from another specification.
    #[must_use]
    pub fn or(mut self, defaults: &EngineSpec) -> EngineSpec {
        self.limits = self.limits.or(defaults.limits);
        self.table_mb = self.table_mb.or(defaults.table_mb);
        for (key, value) in &defaults.options {
            self.options.entry(key.clone()).or_insert_with(|| value.clone());
        }
        self
    }

    /// Refuses options that the engine does not have.
    pub fn expect_keys(&self, known: &[&str]) -> Result<(), SpecError> {
        let all: Vec<&str> = known.iter().chain(&COMMON_KEYS).copied().collect();
        match self.options.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(SpecError::unknown(&format!("option of {}", self.name), key, &all)),
        }
    }

    fn set_level(&mut self, text: &str) -> Result<(), SpecError> {
        match text.parse() {
            Ok(level @ 1..=10) => {
                self.level = Some(level);
                Ok(())
            }
            _ => Err(SpecError(format!("expected level:1 to level:10, found 'level:{text}'"))),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let expected = |what: &str| SpecError(format!("{key}: expected {what}, found '{value}'"));
        match key {
            "depth" => {
                let depth = value.parse().ok().filter(|d| (1..=1000).contains(d));
                self.limits.depth = Some(depth.ok_or_else(|| expected("plies from 1 to 1000"))?);
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&n: &u64| n > 0);
                self.limits.nodes = Some(nodes.ok_or_else(|| expected("a number of nodes"))?);
            }
            "time" => {
                self.limits.time = Some(parse_seconds(value).ok_or_else(|| expected("seconds"))?)
            }
            "threads" => {
                let threads = value.parse().ok().filter(|t| (1..=MAX_THREADS).contains(t));
                self.threads = threads.ok_or_else(|| expected("threads from 1 to 256"))?;
            }
            "table" => {
                let mb = value.parse().ok().filter(|m| (1..=MAX_TABLE_MB).contains(m));
                self.table_mb = Some(mb.ok_or_else(|| expected("MB from 1 to 16384"))?);
            }
            "seed" => self.seed = value.parse().map_err(|_| expected("a whole number"))?,
            _ => {
                self.options.insert(key.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }
}

/// Seconds as people type them, from a millisecond to a week.
#[must_use]
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.001..=604_800.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_options_and_levels() {
        let spec = EngineSpec::parse("textbook:heuristic=ligue4,depth=6,time=0.5").unwrap();
        assert_eq!(spec.name, "textbook");
        assert_eq!(spec.option("heuristic"), Some("ligue4"));
        assert_eq!(spec.limits.depth, Some(6));
        assert_eq!(spec.limits.time, Some(Duration::from_millis(500)));
        assert_eq!(EngineSpec::parse("level:7,seed=3").unwrap().level, Some(7));
    }

    #[test]
    fn says_what_was_expected() {
        let error = |text| EngineSpec::parse(text).unwrap_err().to_string();
        assert!(error("level:11").contains("level:1 to level:10, found 'level:11'"));
        assert!(error("best:depth=0").contains("plies from 1 to 1000, found '0'"));
        assert!(error("best:time=nan").contains("seconds, found 'nan'"));
        assert!(error("best:fast").contains("expected key=value"));
        let spec = EngineSpec::parse("random:dept=4").unwrap();
        let error = spec.expect_keys(&[]).unwrap_err().to_string();
        assert!(error.contains("did you mean 'depth'?"), "{error}");
    }

    #[test]
    fn nearest_is_near_or_nothing() {
        assert_eq!(nearest("conect4", &["connect4", "gomoku"]), Some("connect4"));
        assert_eq!(nearest("zzzz", &["connect4", "gomoku"]), None);
    }
}
