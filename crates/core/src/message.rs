//! Words that cross the edge of the library untranslated.

use std::fmt;

/// A sentence for people as a key and its arguments, before it is translated.
///
/// Libraries never hold the sentence itself: whoever shows it looks the key up in the reader's
/// language. `Display` writes the key and the arguments, for tests and logs.
///
/// ```
/// use alinea_core::{Cell, Message};
/// let why = Message::new("refusal.occupied").with("cell", Cell::new(7, 7));
/// assert_eq!(why.to_string(), "refusal.occupied cell=h8");
/// let said = Message::new("error.position.illegal").with("number", 3).with_message("why", why);
/// assert_eq!(said.to_string(), "error.position.illegal number=3 why=(refusal.occupied cell=h8)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The key in `locales/*.json`.
    pub key: &'static str,
    /// Values for the placeholders of the sentence, by name.
    pub args: Vec<(&'static str, String)>,
    /// Sentences inside the sentence, by the name of their placeholder.
    pub inner: Vec<(&'static str, Message)>,
}

impl Message {
    /// A sentence without placeholders.
    #[must_use]
    pub const fn new(key: &'static str) -> Message {
        Message { key, args: Vec::new(), inner: Vec::new() }
    }

    /// The same sentence with one more placeholder filled in.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Message {
        self.args.push((name, value.to_string()));
        self
    }

    /// The same sentence with one more placeholder filled in by another sentence.
    #[must_use]
    pub fn with_message(mut self, name: &'static str, message: Message) -> Message {
        self.inner.push((name, message));
        self
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)?;
        for (name, value) in &self.args {
            write!(f, " {name}={value}")?;
        }
        for (name, message) in &self.inner {
            write!(f, " {name}=({message})")?;
        }
        Ok(())
    }
}
