//! Words that cross the edge of the library untranslated.

use std::fmt;

/// A sentence for people as a key and its arguments; the edge looks the key up in the
/// reader's language. Libraries never hold the sentence itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The key in `locales/*.json`.
    pub key: &'static str,
    /// Values for the placeholders of the sentence, by name.
    pub args: Vec<(&'static str, String)>,
}

impl Message {
    /// A sentence without placeholders.
    #[must_use]
    pub const fn new(key: &'static str) -> Message {
        Message { key, args: Vec::new() }
    }

    /// The same sentence with one more placeholder filled in.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> Message {
        self.args.push((name, value.to_string()));
        self
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)?;
        for (name, value) in &self.args {
            write!(f, " {name}={value}")?;
        }
        Ok(())
    }
}
