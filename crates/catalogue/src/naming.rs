//! What people call an engine.

use alinea_core::split_setup;
use alinea_words::Language;

/// The name of an engine as people read it: levels have names, per game where the game has
/// its own; everything else is called what was typed.
#[must_use]
pub fn engine_name(language: Language, game: &str, spec: &str) -> String {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let level = rest.split(',').next().unwrap_or_default();
    if name != "level" {
        return spec.to_owned();
    }
    let own = format!("level.{}.{level}", split_setup(game).0);
    let general = format!("level.any.{level}");
    match [own, general].iter().find(|key| language.knows(key)) {
        Some(key) => language
            .text("level.named")
            .replace("{name}", &language.text(key))
            .replace("{level}", level),
        None => spec.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_has_a_name_in_every_language() {
        for language in Language::ALL {
            for game in crate::GAMES {
                let mut names: Vec<String> = (1..=10)
                    .map(|level| engine_name(language, game, &format!("level:{level}")))
                    .collect();
                assert!(names.iter().all(|name| !name.contains(':')), "{names:?}");
                names.sort();
                names.dedup();
                assert_eq!(names.len(), 10, "{game} in {}", language.tag());
            }
            assert_eq!(engine_name(language, "boom", "ninja"), "ninja");
        }
    }
}
