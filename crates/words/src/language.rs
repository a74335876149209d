//! The product's three languages: keys and arguments in, sentences out.
//! `locales/*.json` is the one home of the sentences, for Rust and for the page alike.

use alinea_core::Message;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A language the product speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Brazilian Portuguese.
    Portuguese,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Every language, in the order of the documentation.
    pub const ALL: [Language; 3] = [Language::English, Language::Portuguese, Language::Spanish];

    /// The tag, as in `--lang`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Portuguese => "pt-BR",
            Language::Spanish => "es",
        }
    }

    /// The language of a tag such as `pt-BR`, `pt_BR.UTF-8` or `es_AR`; `None` if we do not speak it.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary: String =
            tag.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
        match primary.as_str() {
            "en" | "c" | "posix" => Some(Language::English),
            "pt" => Some(Language::Portuguese),
            "es" => Some(Language::Spanish),
            _ => None,
        }
    }

    const fn source(self) -> &'static str {
        match self {
            Language::English => include_str!(concat!(env!("OUT_DIR"), "/en.json")),
            Language::Portuguese => include_str!(concat!(env!("OUT_DIR"), "/pt-BR.json")),
            Language::Spanish => include_str!(concat!(env!("OUT_DIR"), "/es.json")),
        }
    }

    fn sentences(self) -> &'static HashMap<String, String> {
        static TABLES: [OnceLock<HashMap<String, String>>; 3] =
            [OnceLock::new(), OnceLock::new(), OnceLock::new()];
        TABLES[self as usize].get_or_init(|| {
            serde_json::from_str(self.source()).expect("the locale files are tested to be JSON")
        })
    }

    /// The sentence of a key; the key itself if no sentence is known.
    #[must_use]
    pub fn text(self, key: &str) -> String {
        let known = self.sentences().get(key).or_else(|| Language::English.sentences().get(key));
        known.cloned().unwrap_or_else(|| key.to_owned())
    }

    /// Whether there is a sentence for this key in this language.
    #[must_use]
    pub fn knows(self, key: &str) -> bool {
        self.sentences().contains_key(key)
    }

    /// The keys that begin with `prefix`, in order.
    #[must_use]
    pub fn keys(self, prefix: &str) -> Vec<&'static str> {
        let all = self.sentences().keys().map(String::as_str);
        let mut keys: Vec<&str> = all.filter(|key| key.starts_with(prefix)).collect();
        keys.sort_unstable();
        keys
    }

    /// The sentence of a message with its placeholders filled in. An argument that is itself a
    /// key (it starts with `word.`) is looked up too.
    #[must_use]
    pub fn say(self, message: &Message) -> String {
        let mut sentence = self.text(message.key);
        for (name, value) in &message.args {
            let value = if value.starts_with("word.") { self.text(value) } else { value.clone() };
            sentence = sentence.replace(&format!("{{{name}}}"), &value);
        }
        for (name, message) in &message.inner {
            sentence = sentence.replace(&format!("{{{name}}}"), &self.say(message));
        }
        sentence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn placeholders(sentence: &str) -> BTreeSet<&str> {
        sentence.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_key_exists_in_every_language_with_the_same_placeholders() {
        let english = Language::English.sentences();
        for language in Language::ALL {
            let keys: BTreeSet<_> = language.sentences().keys().collect();
            assert_eq!(keys, english.keys().collect(), "{}", language.tag());
            for (key, sentence) in language.sentences() {
                assert_eq!(placeholders(sentence), placeholders(&english[key]), "{key}");
                assert!(!sentence.trim().is_empty(), "{key} in {}", language.tag());
            }
        }
    }

    #[test]
    fn messages_are_filled_in() {
        let full = Message::new("refusal.column-full").with("column", 4);
        assert_eq!(Language::English.say(&full), "column 4 is full");
        assert_eq!(Language::Spanish.say(&full), "la columna 4 está llena");
    }

    #[test]
    fn tags_of_the_environment_are_understood() {
        assert_eq!(Language::from_tag("pt_BR.UTF-8"), Some(Language::Portuguese));
        assert_eq!(Language::from_tag("es"), Some(Language::Spanish));
        assert_eq!(Language::from_tag("C"), Some(Language::English));
        assert_eq!(Language::from_tag("de_DE"), None);
    }
}
