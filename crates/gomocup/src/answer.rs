//! What a Gomocup engine answers: that it is ready, a move, or that it cannot.

use alinea_catalogue::Failure;

/// Whether a line says that the engine is ready, or that it cannot play; `None` for other lines.
pub(crate) fn greeting_in(line: &str) -> Option<Result<(), Failure>> {
    let word = line.split_whitespace().next().unwrap_or_default();
    match word.to_ascii_uppercase().as_str() {
        "OK" => Some(Ok(())),
        "ERROR" | "UNKNOWN" => Some(Err(Failure::Crash(line.to_owned()))),
        _ => None,
    }
}

/// The move of a line, or that the engine has none; `None` for messages.
pub(crate) fn move_in(line: &str) -> Option<Result<(u8, u8), Failure>> {
    let word = line.split_whitespace().next().unwrap_or_default();
    if ["ERROR", "UNKNOWN"].iter().any(|bad| word.eq_ignore_ascii_case(bad)) {
        return Some(Err(Failure::Crash(line.to_owned())));
    }
    coordinates_in(line).map(Ok)
}

/// The `x,y` of a line that is a move.
pub(crate) fn coordinates_in(line: &str) -> Option<(u8, u8)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_messages() {
        assert_eq!(greeting_in("ok - ready"), Some(Ok(())));
        assert_eq!(greeting_in("MESSAGE hello"), None);
        assert!(matches!(greeting_in("error 5"), Some(Err(Failure::Crash(_)))));
        assert_eq!(move_in(" 7, 12 "), Some(Ok((7, 12))));
        assert_eq!(move_in("MESSAGE depth 5"), None);
        assert_eq!(move_in("7,300"), None);
        assert!(matches!(move_in("Unknown command"), Some(Err(Failure::Crash(_)))));
    }
}
