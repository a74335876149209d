//! An engine's name and options as a value, written `NAME[:key=value,...]`. The text is read once,
//! where it enters the program; errors name the right spelling.

use crate::setting::{Key, Method, Setting, Settings};
use alinea_core::Message;
use alinea_search::{Cut, Limits};
use alinea_words::Language;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const MAX_SPEC_TEXT: usize = 4096;

/// What is wrong with the name or the options of an engine, heuristic or game. As text it is said
/// in English.
#[derive(Clone, PartialEq, Debug)]
pub struct SpecError(pub Message);

impl SpecError {
    /// An error of something outside that has no sentence of ours.
    pub fn new(text: impl Into<String>) -> SpecError {
        SpecError(Message::new("error.plain").with("text", text.into()))
    }

    /// "unknown KIND 'FOUND'", the nearest known name, and all known names.
    #[must_use]
    pub fn unknown(kind: Message, found: &str, known: &[&str]) -> SpecError {
        let found: String = found.chars().take(40).collect();
        let message = match nearest(&found, known) {
            Some(name) => Message::new("error.unknown-near").with("near", name),
            None => Message::new("error.unknown"),
        };
        let message = message.with("found", found).with("known", known.join(", "));
        SpecError(message.with_message("kind", kind))
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::English.say(&self.0))
    }
}

impl std::error::Error for SpecError {}

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

/// An engine's name and options, not yet matched with a game.
///
/// `Display` writes what `FromStr` reads: `spec.to_string().parse() == Ok(spec)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineSpec {
    name: String,
    /// The playing strength of `level:N`; none for every other name.
    level: Option<u8>,
    settings: Settings,
}

impl EngineSpec {
    /// The strongest engine of the game.
    #[must_use]
    pub fn best() -> EngineSpec {
        EngineSpec::of("best")
    }

    /// The textbook search.
    #[must_use]
    pub fn textbook() -> EngineSpec {
        EngineSpec::of("textbook")
    }

    /// The general fast search.
    #[must_use]
    pub fn alphabeta() -> EngineSpec {
        EngineSpec::of("alphabeta")
    }

    /// Any legal move.
    #[must_use]
    pub fn random() -> EngineSpec {
        EngineSpec::of("random")
    }

    /// A player of this strength; below 1 and above 10 the nearest.
    #[must_use]
    pub fn level(level: u8) -> EngineSpec {
        EngineSpec { level: Some(level.clamp(1, 10)), ..EngineSpec::of("level") }
    }

    fn of(name: &str) -> EngineSpec {
        EngineSpec { name: name.to_owned(), level: None, settings: Settings::default() }
    }

    /// The same engine with an option, in the place of the one with its key if there is one.
    #[must_use]
    pub fn with(mut self, setting: Setting) -> EngineSpec {
        self.settings.set(setting);
        self
    }

    /// The same engine with an option, unless that was given.
    #[must_use]
    pub fn or(self, setting: Setting) -> EngineSpec {
        if self.get(setting.key()).is_some() { self } else { self.with(setting) }
    }

    /// This specification, with what it leaves open taken from what its name stands for.
    #[must_use]
    pub fn filled_from(self, preset: &EngineSpec) -> EngineSpec {
        let named = EngineSpec { name: preset.name.clone(), level: preset.level, ..self };
        preset.settings.iter().fold(named, |spec, setting| spec.or(setting.clone()))
    }

    /// The name before the colon.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The playing strength of `level:N`.
    #[must_use]
    pub fn strength(&self) -> Option<u8> {
        self.level
    }

    /// The options in the order they were given.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The option of this key.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&Setting> {
        self.settings.get(key)
    }

    /// Limits given as `depth`, `nodes`, `time`.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.settings.limits()
    }

    /// Search threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.get(Key::Threads) {
            Some(&Setting::Threads(threads)) => threads,
            _ => 1,
        }
    }

    /// Size of the table in MB, if given.
    #[must_use]
    pub fn table_mb(&self) -> Option<usize> {
        match self.get(Key::Table) {
            Some(&Setting::Table(mb)) => Some(mb),
            _ => None,
        }
    }

    /// Seed of everything random in the engine.
    #[must_use]
    pub fn rng_seed(&self) -> u64 {
        match self.get(Key::Seed) {
            Some(&Setting::Seed(seed)) => seed,
            _ => 0,
        }
    }

    /// The heuristic by name, if one was given.
    #[must_use]
    pub fn heuristic(&self) -> Option<&str> {
        match self.get(Key::Heuristic) {
            Some(Setting::Heuristic(name)) => Some(name),
            _ => None,
        }
    }

    /// The heuristic file it reads, if it reads one.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.heuristic().filter(|name| crate::files::is_file(name))
    }

    /// Minimax or alpha-beta; alpha-beta unless given.
    #[must_use]
    pub fn method(&self) -> Method {
        match self.get(Key::Algorithm) {
            Some(&Setting::Algorithm(method)) => method,
            _ => Method::AlphaBeta,
        }
    }

    /// Whether equal values cut; they do unless given.
    #[must_use]
    pub fn cut(&self) -> Cut {
        match self.get(Key::Cut) {
            Some(&Setting::Cut(cut)) => cut,
            _ => Cut::Equal,
        }
    }

    /// The order of moves by name; none is the natural one.
    #[must_use]
    pub fn order(&self) -> Option<&str> {
        match self.get(Key::Order) {
            Some(Setting::Order(name)) => Some(name),
            _ => None,
        }
    }

    /// How far from a stone moves are tried; 0 is everywhere.
    #[must_use]
    pub fn near(&self) -> u8 {
        match self.get(Key::Near) {
            Some(&Setting::Near(distance)) => distance,
            _ => 0,
        }
    }

    /// Refuses options that the engine does not have.
    pub fn expect_keys(&self, known: &[Key]) -> Result<(), SpecError> {
        let is_known = |key: &Key| known.contains(key) || Key::COMMON.contains(key);
        match self.settings.iter().map(Setting::key).find(|key| !is_known(key)) {
            None => Ok(()),
            Some(key) => Err(unknown_key(&self.name, key.name(), known)),
        }
    }

    /// Reads `key=value,...` into this specification.
    pub(crate) fn reading(mut self, text: &str) -> Result<EngineSpec, SpecError> {
        for (i, item) in text.split(',').filter(|item| !item.trim().is_empty()).enumerate() {
            match item.split_once('=') {
                Some((key, value)) => self.settings.set(self.setting(key.trim(), value.trim())?),
                None if i == 0 && self.name == "level" => {
                    self.level = Some(read_level(item.trim())?);
                }
                None => {
                    let message = Message::new("error.spec.option");
                    let message = message.with("engine", format!("{}:{text}", self.name));
                    return Err(SpecError(message.with("found", item)));
                }
            }
        }
        Ok(self)
    }

    fn setting(&self, key: &str, value: &str) -> Result<Setting, SpecError> {
        match Key::ALL.into_iter().find(|known| known.name() == key) {
            Some(known) => Setting::parse(known, value),
            None => Err(unknown_key(&self.name, key, &Key::ALL[Key::COMMON.len()..])),
        }
    }
}

fn unknown_key(engine: &str, key: &str, own: &[Key]) -> SpecError {
    let known: Vec<&str> = own.iter().chain(&Key::COMMON).map(|key| key.name()).collect();
    SpecError::unknown(Message::new("kind.option").with("engine", engine), key, &known)
}

fn level_error(found: &str) -> SpecError {
    SpecError(Message::new("error.spec.level").with("found", found))
}

fn read_level(text: &str) -> Result<u8, SpecError> {
    let wrong = || level_error(&format!("level:{text}"));
    text.parse().ok().filter(|level| (1..=10).contains(level)).ok_or_else(wrong)
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        if text.chars().count() > MAX_SPEC_TEXT {
            return Err(SpecError(Message::new("error.spec.long").with("most", MAX_SPEC_TEXT)));
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let spec = EngineSpec::of(name.trim()).reading(rest)?;
        if spec.name == "level" && spec.level.is_none() {
            return Err(level_error("level"));
        }
        Ok(spec)
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(level) = self.level {
            write!(f, ":{level}")?;
        }
        if self.settings.is_empty() {
            return Ok(());
        }
        write!(f, "{}{}", if self.level.is_some() { "," } else { ":" }, self.settings)
    }
}

impl TryFrom<String> for EngineSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<EngineSpec, SpecError> {
        text.parse()
    }
}

impl From<EngineSpec> for String {
    fn from(spec: EngineSpec) -> String {
        spec.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn read(text: &str) -> EngineSpec {
        text.parse().unwrap()
    }

    #[test]
    fn reads_names_options_and_levels() {
        let spec = read("textbook:heuristic=ligue4,depth=6,time=0.5");
        assert_eq!(spec.name(), "textbook");
        assert_eq!(spec.heuristic(), Some("ligue4"));
        assert_eq!(spec.limits().depth, Some(6));
        assert_eq!(spec.limits().time, Some(Duration::from_millis(500)));
        assert_eq!(read("level:7,seed=3").strength(), Some(7));
    }

    #[test]
    fn says_what_was_expected() {
        let error = |text: &str| text.parse::<EngineSpec>().unwrap_err().to_string();
        assert!(error("level:11").contains("level:1 to level:10, found 'level:11'"));
        assert!(error("best:depth=0").contains("plies from 1 to 1000, found '0'"));
        assert!(error("best:time=nan").contains("seconds, found 'nan'"));
        assert!(error("best:fast").contains("expected key=value"));
        assert!(error("random:dept=4").contains("did you mean 'depth'?"));
        let none = read("random:heuristic=ligue4").expect_keys(&[]).unwrap_err().to_string();
        assert!(none.contains("unknown option of random 'heuristic'"), "{none}");
    }

    #[test]
    fn options_keep_their_place_and_the_last_value_counts() {
        let spec = read("textbook:depth=4,heuristic=ligue4").with(Setting::Depth(5));
        assert_eq!(spec.to_string(), "textbook:depth=5,heuristic=ligue4");
        assert_eq!(spec.or(Setting::Depth(9)).limits().depth, Some(5));
        assert_eq!(read("best:depth=1,depth=2").to_string(), "best:depth=2");
        assert_eq!(read(" level: 3 , seed = 7").to_string(), "level:3,seed=7");
    }

    #[test]
    fn a_preset_fills_in_what_was_left_open() {
        let preset = read("textbook:heuristic=ligue4,depth=6,seed=2");
        let filled = read("ligue4:depth=3").filled_from(&preset);
        assert_eq!(filled.to_string(), "textbook:depth=3,heuristic=ligue4,seed=2");
    }

    #[test]
    fn nearest_is_near_or_nothing() {
        assert_eq!(nearest("conect4", &["connect4", "gomoku"]), Some("connect4"));
        assert_eq!(nearest("zzzz", &["connect4", "gomoku"]), None);
    }
}
