//! The options of an engine as values: their keys, their ranges, and how they are written.

use crate::SpecError;
use alinea_core::Message;
use alinea_search::{Cut, Limits};
use std::fmt;
use std::time::Duration;

/// Largest table a specification may ask for, in MB.
pub const MAX_TABLE_MB: usize = 16 * 1024;
/// Most threads a specification may ask for.
pub const MAX_THREADS: usize = 256;
/// Deepest search a specification may ask for.
const MAX_DEPTH: u32 = 1000;
/// Largest distance of candidates from a stone.
const MAX_NEAR: u8 = 2;

/// What an option is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// Plies.
    Depth,
    /// Positions.
    Nodes,
    /// Seconds.
    Time,
    /// Search threads.
    Threads,
    /// Megabytes of the transposition table.
    Table,
    /// The seed of everything random in the engine.
    Seed,
    /// A built-in heuristic or a heuristic file.
    Heuristic,
    /// Minimax or alpha-beta.
    Algorithm,
    /// The order in which moves are tried.
    Order,
    /// Whether equal values cut.
    Cut,
    /// How far from a stone moves are tried.
    Near,
    /// Whether a state that comes back is a draw (Boom).
    Repetition,
}

impl Key {
    /// Keys that every engine understands.
    pub const COMMON: [Key; 6] =
        [Key::Depth, Key::Nodes, Key::Time, Key::Threads, Key::Table, Key::Seed];
    /// Every key.
    pub const ALL: [Key; 12] = [
        Key::Depth,
        Key::Nodes,
        Key::Time,
        Key::Threads,
        Key::Table,
        Key::Seed,
        Key::Heuristic,
        Key::Algorithm,
        Key::Order,
        Key::Cut,
        Key::Near,
        Key::Repetition,
    ];

    /// The word before the equals sign.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Key::Depth => "depth",
            Key::Nodes => "nodes",
            Key::Time => "time",
            Key::Threads => "threads",
            Key::Table => "table",
            Key::Seed => "seed",
            Key::Heuristic => "heuristic",
            Key::Algorithm => "algorithm",
            Key::Order => "order",
            Key::Cut => "cut",
            Key::Near => "near",
            Key::Repetition => "repetition",
        }
    }
}

/// Minimax or alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Every node of the tree.
    Minimax,
    /// With cuts.
    AlphaBeta,
}

/// What a state that comes back means in Boom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The third time is a draw.
    Draw,
    /// Nothing: games may be endless.
    Off,
}

/// One option of an engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Setting {
    /// `depth`: plies from 1 to 1000.
    Depth(u32),
    /// `nodes`: positions, at least 1.
    Nodes(u64),
    /// `time`: a millisecond to a week.
    Time(Duration),
    /// `threads`: from 1 to [`MAX_THREADS`].
    Threads(usize),
    /// `table`: from 1 to [`MAX_TABLE_MB`] megabytes.
    Table(usize),
    /// `seed`.
    Seed(u64),
    /// `heuristic`: a name without commas; a file if it ends as one.
    Heuristic(String),
    /// `algorithm`.
    Algorithm(Method),
    /// `order`: a name without commas.
    Order(String),
    /// `cut`.
    Cut(Cut),
    /// `near`: 0 (everywhere), 1 or 2.
    Near(u8),
    /// `repetition`.
    Repetition(Repetition),
}

impl Setting {
    /// What it is called.
    #[must_use]
    pub const fn key(&self) -> Key {
        match self {
            Setting::Depth(_) => Key::Depth,
            Setting::Nodes(_) => Key::Nodes,
            Setting::Time(_) => Key::Time,
            Setting::Threads(_) => Key::Threads,
            Setting::Table(_) => Key::Table,
            Setting::Seed(_) => Key::Seed,
            Setting::Heuristic(_) => Key::Heuristic,
            Setting::Algorithm(_) => Key::Algorithm,
            Setting::Order(_) => Key::Order,
            Setting::Cut(_) => Key::Cut,
            Setting::Near(_) => Key::Near,
            Setting::Repetition(_) => Key::Repetition,
        }
    }

    /// Reads the value of a key.
    pub fn parse(key: Key, value: &str) -> Result<Setting, SpecError> {
        let expected = |what: &'static str| {
            let message = Message::new("error.spec.value").with("key", key.name());
            SpecError(message.with("found", value).with_message("what", Message::new(what)))
        };
        let number = |range: std::ops::RangeInclusive<u64>, what: &'static str| {
            let read = value.parse().ok().filter(|n| range.contains(n));
            read.ok_or_else(|| expected(what))
        };
        let name = || match value {
            "" => Err(expected("error.expect.name")),
            _ if value.contains([',', '\n']) => Err(expected("error.expect.plain-name")),
            _ => Ok(value.to_owned()),
        };
        let unknown = |known: &[&str]| {
            SpecError::unknown(Message::new("kind.value").with("key", key.name()), value, known)
        };
        Ok(match key {
            Key::Depth => {
                Setting::Depth(number(1..=u64::from(MAX_DEPTH), "error.expect.plies")? as u32)
            }
            Key::Nodes => Setting::Nodes(number(1..=u64::MAX, "error.expect.nodes")?),
            Key::Time => {
                Setting::Time(parse_seconds(value).ok_or_else(|| expected("error.expect.seconds"))?)
            }
            Key::Threads => {
                Setting::Threads(number(1..=MAX_THREADS as u64, "error.expect.threads")? as usize)
            }
            Key::Table => {
                Setting::Table(number(1..=MAX_TABLE_MB as u64, "error.expect.megabytes")? as usize)
            }
            Key::Seed => Setting::Seed(number(0..=u64::MAX, "error.expect.whole")?),
            Key::Heuristic => Setting::Heuristic(name()?),
            Key::Algorithm => Setting::Algorithm(match value {
                "minimax" => Method::Minimax,
                "alphabeta" => Method::AlphaBeta,
                _ => return Err(unknown(&["minimax", "alphabeta"])),
            }),
            Key::Order => Setting::Order(name()?),
            Key::Cut => Setting::Cut(match value {
                "equal" => Cut::Equal,
                "strict" => Cut::Strict,
                _ => return Err(unknown(&["equal", "strict"])),
            }),
            Key::Near => Setting::Near(number(0..=u64::from(MAX_NEAR), "error.expect.near")? as u8),
            Key::Repetition => Setting::Repetition(match value {
                "draw" => Repetition::Draw,
                "off" => Repetition::Off,
                _ => return Err(unknown(&["draw", "off"])),
            }),
        })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.key().name())?;
        match self {
            Setting::Depth(depth) => depth.fmt(f),
            Setting::Nodes(number) | Setting::Seed(number) => number.fmt(f),
            Setting::Time(time) => time.as_secs_f64().fmt(f),
            Setting::Threads(number) | Setting::Table(number) => number.fmt(f),
            Setting::Heuristic(name) | Setting::Order(name) => f.write_str(name),
            Setting::Algorithm(Method::Minimax) => f.write_str("minimax"),
            Setting::Algorithm(Method::AlphaBeta) => f.write_str("alphabeta"),
            Setting::Cut(Cut::Equal) => f.write_str("equal"),
            Setting::Cut(Cut::Strict) => f.write_str("strict"),
            Setting::Near(distance) => distance.fmt(f),
            Setting::Repetition(Repetition::Draw) => f.write_str("draw"),
            Setting::Repetition(Repetition::Off) => f.write_str("off"),
        }
    }
}

/// Options in the order they were given, at most one of each key.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Settings(Vec<Setting>);

impl Settings {
    /// Each of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// Whether nothing was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The option of this key.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&Setting> {
        self.0.iter().find(|setting| setting.key() == key)
    }

    /// Puts an option in the place of the one with its key, else at the end.
    pub fn set(&mut self, setting: Setting) {
        match self.0.iter_mut().find(|old| old.key() == setting.key()) {
            Some(old) => *old = setting,
            None => self.0.push(setting),
        }
    }

    /// The limits among them.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for setting in &self.0 {
            match *setting {
                Setting::Depth(depth) => limits.depth = Some(depth),
                Setting::Nodes(nodes) => limits.nodes = Some(nodes),
                Setting::Time(time) => limits.time = Some(time),
                _ => {}
            }
        }
        limits
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, setting) in self.0.iter().enumerate() {
            write!(f, "{}{setting}", if i == 0 { "" } else { "," })?;
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
