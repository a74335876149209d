//! How a command ends: yes, no, or a reason why not.

use alinea_catalogue::{Refused, SpecError};
use alinea_core::PositionError;
use alinea_words::Language;
use std::io;

/// A command that did its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Done, or the answer is yes: exit code 0.
    Yes,
    /// The answer is no: exit code 1.
    No,
    /// Nobody knows yet: exit code 3.
    Undecided,
}

/// A command that did not.
#[derive(Debug)]
pub(crate) enum Failed {
    /// A position or a move is refused: exit code 1.
    Refused(String),
    /// Wrong use or an error: exit code 2.
    Wrong(String),
    /// The reader of our output went away.
    Unheard,
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failed::Unheard,
            _ => Failed::Wrong(error.to_string()),
        }
    }
}

impl From<SpecError> for Failed {
    fn from(error: SpecError) -> Failed {
        Failed::Wrong(error.to_string())
    }
}

impl From<PositionError> for Failed {
    fn from(error: PositionError) -> Failed {
        Failed::Refused(Language::English.say(&error.message()))
    }
}

/// Why a move was refused, in the reader's language.
pub(crate) fn why_refused(refused: &Refused, language: Language) -> String {
    language.say(refused.message())
}
