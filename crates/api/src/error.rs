//! What is said when a request cannot be fulfilled: what kind of refusal, and a sentence.

use alinea_catalogue::{Refused, SpecError};
use alinea_core::{Message, PositionError};
use alinea_words::Language;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use utoipa::ToSchema;

/// The kinds of refusals; each has its HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The body cannot be read.
    Unreadable,
    /// Asked from where nobody may ask.
    Forbidden,
    /// There is no such address.
    Missing,
    /// The address takes another method.
    WrongMethod,
    /// The body is too long.
    TooLarge,
    /// The body is of another kind than JSON.
    WrongType,
    /// Understood, but impossible.
    Refused,
    /// Too many searches at once.
    Busy,
    /// A fault of ours.
    Broken,
    /// The carrier is going away.
    Closing,
}

impl ErrorKind {
    /// The HTTP status that says so.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            ErrorKind::Unreadable => 400,
            ErrorKind::Forbidden => 403,
            ErrorKind::Missing => 404,
            ErrorKind::WrongMethod => 405,
            ErrorKind::TooLarge => 413,
            ErrorKind::WrongType => 415,
            ErrorKind::Refused => 422,
            ErrorKind::Busy => 429,
            ErrorKind::Broken => 500,
            ErrorKind::Closing => 503,
        }
    }
}

/// A request that was not fulfilled.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiError {
    /// What kind of refusal.
    pub kind: ErrorKind,
    /// What was expected and what was found.
    pub message: Message,
}

/// The body of every answer that is not a success.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// What went wrong.
    pub error: ErrorText,
}

/// What went wrong, for people and for programs.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ErrorText {
    /// The sentence in the language of the request.
    pub message: String,
    /// The key of that sentence in `locales/*.json`.
    pub key: &'static str,
    /// What the sentence is filled with.
    pub values: BTreeMap<&'static str, String>,
}

impl ApiError {
    /// An error of this kind.
    #[must_use]
    pub const fn new(kind: ErrorKind, message: Message) -> ApiError {
        ApiError { kind, message }
    }

    /// Understood, but impossible.
    #[must_use]
    pub const fn refused(message: Message) -> ApiError {
        ApiError::new(ErrorKind::Refused, message)
    }

    /// Too many searches at once.
    #[must_use]
    pub const fn busy() -> ApiError {
        ApiError::new(ErrorKind::Busy, Message::new("error.busy"))
    }

    /// The carrier is going away.
    #[must_use]
    pub const fn closing() -> ApiError {
        ApiError::new(ErrorKind::Closing, Message::new("error.closing"))
    }

    /// A carrier that was built without this address.
    #[cfg(feature = "without-study")]
    pub(crate) const fn elsewhere() -> ApiError {
        ApiError::new(ErrorKind::Missing, Message::new("error.http.address"))
    }

    /// A search that broke.
    #[must_use]
    pub const fn broken() -> ApiError {
        ApiError::new(ErrorKind::Broken, Message::new("error.broken"))
    }

    /// The sentence: it stands alone, so it begins with a capital letter, unless it begins with
    /// a value.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let text = language.say(&self.message);
        if language.text(self.message.key).starts_with('{') {
            return text;
        }
        let mut letters = text.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => text,
        }
    }

    /// The body that says so.
    #[must_use]
    pub fn answer(&self, language: Language) -> ErrorAnswer {
        let values = self.message.args.iter().map(|(name, value)| (*name, value.clone()));
        ErrorAnswer {
            error: ErrorText {
                message: self.sentence(language),
                key: self.message.key,
                values: values.collect(),
            },
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::English.say(&self.message))
    }
}

impl std::error::Error for ApiError {}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> ApiError {
        ApiError::refused(error.0)
    }
}

impl From<PositionError> for ApiError {
    fn from(error: PositionError) -> ApiError {
        ApiError::refused(error.message())
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        ApiError::refused(refused.message().clone())
    }
}
