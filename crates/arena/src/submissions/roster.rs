//! `roster.csv`: which person a file or folder belongs to.

use std::collections::HashMap;

/// Names of people by the name of what they handed in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster(HashMap<String, String>);

impl Roster {
    /// Reads lines of `file,name`; quotes, semicolons and a heading are understood. The file may be
    /// named with its ending or without.
    #[must_use]
    pub fn parse(text: &str) -> Roster {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        let separator = match (first.matches(';').count(), first.matches('\t').count()) {
            (0, 0) => ',',
            (0, _) => '\t',
            _ => ';',
        };
        let mut names = HashMap::new();
        for line in text.lines() {
            let fields = fields(line, separator);
            let [file, name, ..] = fields.as_slice() else { continue };
            let is_heading = ["file", "archivo", "arquivo", "id"]
                .iter()
                .any(|word| file.eq_ignore_ascii_case(word));
            if !is_heading && !file.is_empty() && !name.is_empty() {
                names.insert(key(file), name.clone());
            }
        }
        Roster(names)
    }

    /// The person who handed this in, by the name of the file or folder.
    #[must_use]
    pub fn name(&self, handed_in: &str) -> Option<&str> {
        let known = self.0.get(&key(handed_in)).or_else(|| self.0.get(&key(stem(handed_in))));
        known.map(String::as_str)
    }
}

/// The part of a file's name before its last point.
pub(super) fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ending.len() <= 5 && !ending.contains(' ') => {
            stem
        }
        _ => name,
    }
}

fn key(name: &str) -> String {
    stem(name.trim()).trim().to_lowercase()
}

/// The fields of a line of comma-separated values.
fn fields(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                fields.last_mut().expect("never empty").push('"');
            }
            '"' => quoted = !quoted,
            _ if letter == separator && !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("never empty").push(letter),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_name_with_and_without_ending() {
        let text = "\u{feff}file,name\nas12.py,\"Silva, Ana\"\nbo,Bruno \"\"\n\"x,y\",Inês\n";
        let roster = Roster::parse(text);
        assert_eq!(roster.name("as12.py"), Some("Silva, Ana"));
        assert_eq!(roster.name("AS12.TOML"), Some("Silva, Ana"));
        assert_eq!(roster.name("bo"), Some("Bruno"));
        assert_eq!(roster.name("x,y.rhai"), Some("Inês"));
        assert_eq!((roster.name("file"), roster.name("nobody.py")), (None, None));
        let semicolons = Roster::parse("arquivo;nome\na.py;Ana Souza\n");
        assert_eq!(semicolons.name("a"), Some("Ana Souza"));
    }
}
