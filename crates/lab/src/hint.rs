//! What the writer of a script probably meant, where the interpreter only says what is missing.

use crate::board::{FUNCTIONS, PROPERTIES};
use alinea_catalogue::nearest;
use rhai::EvalAltResult;

/// A hint about an error of a script with this text.
pub(crate) fn about(error: &EvalAltResult, text: &str) -> Option<String> {
    match error {
        EvalAltResult::ErrorVariableNotFound(name, _) => variable(name, text),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            function(signature.split(['(', ' ']).next().unwrap_or_default())
        }
        EvalAltResult::ErrorDotExpr(message, _) | EvalAltResult::ErrorIndexingType(message, _) => {
            property(quoted(message)?)
        }
        EvalAltResult::ErrorPropertyNotFound(name, _) => property(name),
        _ => None,
    }
}

/// A name that is declared outside of all functions, or nearly that of a parameter.
fn variable(name: &str, text: &str) -> Option<String> {
    let declared = text.lines().enumerate().find(|(_, line)| {
        let mut words =
            line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
        matches!(words.next(), Some("const" | "let")) && words.next() == Some(name)
    });
    if let Some((at, _)) = declared {
        return Some(format!(
            "line {} declares it outside: a function sees only its parameters and what is declared in it",
            at + 1
        ));
    }
    let near = nearest(name, &["board", "player", "level"])?;
    Some(format!("did you mean {near}?"))
}

fn function(name: &str) -> Option<String> {
    if let Some((_, usage)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
        return Some(format!("it is written {usage}, with whole numbers"));
    }
    if PROPERTIES.contains(&name) {
        return Some(format!("it is written board.{name}, without brackets"));
    }
    let names: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).chain(PROPERTIES).collect();
    suggestion(nearest(name, &names)?)
}

fn property(name: &str) -> Option<String> {
    if FUNCTIONS.iter().any(|(known, _)| *known == name) {
        return suggestion(name);
    }
    let names: Vec<&str> = PROPERTIES.into_iter().chain(FUNCTIONS.map(|(name, _)| name)).collect();
    suggestion(nearest(name, &names)?)
}

/// The question whether a known name was meant, as it is written.
fn suggestion(name: &str) -> Option<String> {
    let usage = FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, usage)| *usage);
    Some(match usage {
        Some(usage) => format!("did you mean {usage}?"),
        None => format!("did you mean board.{name}?"),
    })
}

/// The first word of a message in quotation marks.
fn quoted(message: &str) -> Option<&str> {
    message.split('\'').nth(1)
}
