//! What one file is, and whether it may play in this league.

use super::FoundFile;
use alinea_core::Message;
use alinea_lab::ScriptLimits;

/// What can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A table of weights.
    Weights,
    /// A script.
    Script,
    /// A program for python3.
    Python,
    /// A program the system can run.
    Program,
}

impl Kind {
    /// The ending its copy gets.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Weights => ".toml",
            Kind::Script => ".rhai",
            Kind::Python => ".py",
            Kind::Program => ".bin",
        }
    }

    /// Whether it is a program outside, not a heuristic file.
    #[must_use]
    pub fn is_program(self) -> bool {
        matches!(self, Kind::Python | Kind::Program)
    }
}

/// Whether a file's ending says that it was meant to play.
pub(super) fn looks_playable(file: &str) -> bool {
    let file = file.to_lowercase();
    [".toml", ".rhai", ".py"].iter().any(|end| file.ends_with(end))
}

/// Whether a file that begins with these bytes could play.
pub(super) fn may_play(file: &str, head: &[u8]) -> bool {
    looks_playable(file) || runs(head)
}

/// Looks into a file that was handed in under this name.
pub(super) fn judge(file: &str, found: &FoundFile, game: &str) -> Result<Kind, Message> {
    let bytes = found.bytes.as_ref().map_err(Clone::clone)?;
    let lower = file.to_lowercase();
    if file.is_empty() {
        return Err(Message::new("league.refused.empty"));
    }
    let is_heuristic = lower.ends_with(".toml") || lower.ends_with(".rhai");
    let kind = if lower.ends_with(".toml") {
        Kind::Weights
    } else if lower.ends_with(".rhai") {
        Kind::Script
    } else if lower.ends_with(".py") {
        Kind::Python
    } else if runs(bytes) {
        match found.is_executable {
            Some(false) => return Err(Message::new("league.refused.permission")),
            _ => Kind::Program,
        }
    } else {
        return Err(Message::new("league.refused.ending"));
    };
    if bytes.is_empty() {
        return Err(Message::new("league.refused.empty-file"));
    }
    if is_heuristic {
        let refused =
            |problem: String| Message::new("league.refused.parse").with("problem", problem);
        let text = alinea_lab::decode(file, bytes).map_err(|error| refused(error.to_string()))?;
        let parsed = alinea_lab::parse(file, &text, ScriptLimits::LEAGUE);
        in_this_game(file, &text, game)?;
        parsed.map_err(|error| refused(error.to_string()))?;
    } else {
        in_this_game(file, &String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]), game)?;
    }
    Ok(kind)
}

/// A file that says its game plays no other.
fn in_this_game(file: &str, text: &str, game: &str) -> Result<(), Message> {
    let Some(said) = alinea_lab::written_for(file, text) else { return Ok(()) };
    let name = |game: &str| game.split(':').next().unwrap_or_default().trim().to_lowercase();
    if name(&said) == name(game) {
        return Ok(());
    }
    Err(Message::new("league.refused.game").with("said", said).with("game", name(game)))
}

/// Whether the system could run it: a script with an interpreter, or a binary.
fn runs(bytes: &[u8]) -> bool {
    bytes.starts_with(b"#!") || bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"MZ")
}
