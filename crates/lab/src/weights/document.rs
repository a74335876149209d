//! The text of a table of weights: what may stand in it. Errors name line and column.

use crate::FileError;
use alinea_catalogue::nearest;
use alinea_core::Player;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use std::fmt;

/// Weights may not be larger.
const MAX_WEIGHT: f64 = 1e15;
/// Entries of a table: no line of a board is longer.
const MAX_ENTRIES: usize = 22;

/// A number in a table: finite and not absurd.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Weight(pub(crate) f64);

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weight, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Weight;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Weight, E> {
                self.visit_f64(value as f64)
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Weight, E> {
                if value.is_finite() && value.abs() <= MAX_WEIGHT {
                    return Ok(Weight(value));
                }
                Err(E::custom(format!("expected a number from -1e15 to 1e15, found {value}")))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// A table of weights, as read from a file.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The game it was written for.
    pub(crate) game: Option<String>,
    pub(crate) lines: Option<Lines>,
    pub(crate) runs: Option<Runs>,
    pub(crate) neighbours: Option<Pair>,
    pub(crate) centre: Option<Pair>,
    pub(crate) stones: Option<Pair>,
    pub(crate) bombs: Option<Pair>,
    #[serde(default)]
    pub(crate) level: Weight,
    #[serde(default)]
    pub(crate) percent_per_stone: Weight,
    #[serde(default)]
    pub(crate) finished: Finished,
}

/// Points of windows, by their stones.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
#[serde(try_from = "RawLines")]
pub(crate) struct Lines {
    pub(crate) length: Option<u8>,
    own: Vec<f64>,
    enemy: Vec<f64>,
}

impl Lines {
    pub(crate) fn own_points(&self) -> &[f64] {
        &self.own
    }

    pub(crate) fn enemy_points(&self) -> &[f64] {
        &self.enemy
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLines {
    own: Vec<Weight>,
    enemy: Option<Vec<Weight>>,
    length: Option<u8>,
}

impl TryFrom<RawLines> for Lines {
    type Error = String;

    fn try_from(raw: RawLines) -> Result<Lines, String> {
        if raw.length.is_some_and(|length| !(2..=MAX_ENTRIES as u8).contains(&length)) {
            return Err("lines.length: expected a number from 2 to 22".to_owned());
        }
        entries("lines.own", &raw.own)?;
        let own: Vec<f64> = raw.own.iter().map(|weight| weight.0).collect();
        let enemy = match raw.enemy {
            None => own.iter().map(|points| -points).collect(),
            Some(enemy) => {
                entries("lines.enemy", &enemy)?;
                enemy.iter().map(|weight| weight.0).collect()
            }
        };
        Ok(Lines { length: raw.length, own, enemy })
    }
}

fn entries(name: &str, weights: &[Weight]) -> Result<(), String> {
    if (1..=MAX_ENTRIES).contains(&weights.len()) {
        return Ok(());
    }
    Err(format!("{name}: expected 1 to {MAX_ENTRIES} numbers, found {}", weights.len()))
}

/// Points of maximal runs, by their length, times a factor by their open ends.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
#[serde(try_from = "RawRuns")]
pub(crate) struct Runs {
    points: Vec<f64>,
    pub(crate) open: [Weight; 3],
    pub(crate) lone: Option<[Weight; 3]>,
    pub(crate) enemy: Weight,
}

impl Runs {
    /// Runs longer than the table count as its last entry.
    pub(crate) fn points(&self, length: usize) -> f64 {
        let last = self.points.len();
        self.points.get(length.min(last).saturating_sub(1)).copied().unwrap_or_default()
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRuns {
    points: Vec<Weight>,
    open: Option<[Weight; 3]>,
    lone: Option<[Weight; 3]>,
    enemy: Option<Weight>,
}

impl TryFrom<RawRuns> for Runs {
    type Error = String;

    fn try_from(raw: RawRuns) -> Result<Runs, String> {
        entries("runs.points", &raw.points)?;
        Ok(Runs {
            points: raw.points.iter().map(|weight| weight.0).collect(),
            open: raw.open.unwrap_or([Weight(1.0); 3]),
            lone: raw.lone,
            enemy: raw.enemy.unwrap_or(Weight(-1.0)),
        })
    }
}

/// A weight for the player's own things and one for the enemy's, the negative if not said.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pair {
    own: Weight,
    enemy: Option<Weight>,
}

impl Pair {
    pub(crate) fn own(&self) -> f64 {
        self.own.0
    }

    pub(crate) fn enemy(&self) -> f64 {
        self.enemy.map_or(-self.own.0, |weight| weight.0)
    }

    /// The worth of counts by player, seen by one of them.
    pub(crate) fn of(&self, counts: [f64; 2], player: Player) -> f64 {
        self.own() * counts[player.index()] + self.enemy() * counts[player.other().index()]
    }
}

/// What a finished game is worth.
#[derive(Clone, PartialEq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Finished {
    pub(crate) win: Weight,
    pub(crate) draw: Weight,
    pub(crate) fade: Weight,
    pub(crate) position: bool,
    pub(crate) runs: Option<Runs>,
}

impl Default for Finished {
    fn default() -> Finished {
        let win = Weight(1_000_000.0);
        Finished { win, draw: Weight(0.0), fade: Weight(1.0), position: false, runs: None }
    }
}

impl Weights {
    /// Reads a table; `file` is only named in errors.
    pub fn parse(file: &str, text: &str) -> Result<Weights, FileError> {
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let message = error.message().replace('\n', " ");
            FileError::at(file, text, at, with_near_spelling(message))
        })
    }
}

/// A message about an unknown word of a table, with the word that was probably meant.
fn with_near_spelling(message: String) -> String {
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let Some((found, known)) = words.split_first().filter(|_| message.contains("unknown field"))
    else {
        return message;
    };
    match nearest(found, known) {
        Some(near) => format!("{message}; did you mean `{near}`?"),
        None => message,
    }
}
