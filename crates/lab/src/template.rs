//! The first file of a student: a heuristic that works, with a comment for every line, in the
//! student's language.

use alinea_catalogue::{SpecError, open};
use alinea_words::Language;

/// A commented template for a game, as a table (`.toml`) or as a script.
pub fn template(game: &str, file: &str, language: Language) -> Result<String, SpecError> {
    let session = open(game)?;
    let kind = match session.name() {
        "connect4" => 0,
        "boom" => 1,
        _ => 2,
    };
    let (tables, scripts) = match language {
        Language::English => ENGLISH,
        Language::Portuguese => PORTUGUESE,
        Language::Spanish => SPANISH,
    };
    let text = if file.ends_with(".toml") { tables[kind] } else { scripts[kind] };
    Ok(text.replace("{game}", game))
}

/// Tables and scripts: for lines with gravity, for Boom, for runs on free boards.
type Templates = ([&'static str; 3], [&'static str; 3]);

macro_rules! templates {
    ($tag:literal) => {
        (
            [
                include_str!(concat!("templates/", $tag, "/lines.toml")),
                include_str!(concat!("templates/", $tag, "/boom.toml")),
                include_str!(concat!("templates/", $tag, "/runs.toml")),
            ],
            [
                include_str!(concat!("templates/", $tag, "/lines.rhai")),
                include_str!(concat!("templates/", $tag, "/boom.rhai")),
                include_str!(concat!("templates/", $tag, "/runs.rhai")),
            ],
        )
    };
}

const ENGLISH: Templates = templates!("en");
const PORTUGUESE: Templates = templates!("pt-BR");
const SPANISH: Templates = templates!("es");
