//! The sentences of `locales/*.json` in three languages: a message's key and values in, text out.
//! It knows no game and no engine.
#![forbid(unsafe_code)]

mod language;

pub use language::Language;
