//! What people call an engine.

use crate::EngineSpec;
use alinea_core::{Message, split_setup};
use alinea_words::Language;

/// The name of an engine as people read it: levels have names, per game where the game has
/// its own; everything else is called what was typed.
#[must_use]
pub fn engine_name(language: Language, game: &str, spec: &EngineSpec) -> String {
    let Some(level) = spec.strength() else { return spec.to_string() };
    let own = format!("level.{}.{level}", split_setup(game).0);
    let general = format!("level.any.{level}");
    match [own, general].iter().find(|key| language.knows(key)) {
        Some(key) => language.say(
            &Message::new("level.named").with("name", language.text(key)).with("level", level),
        ),
        None => spec.to_string(),
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
                    .map(|level| engine_name(language, game, &EngineSpec::level(level)))
                    .collect();
                assert!(names.iter().all(|name| !name.contains(':')), "{names:?}");
                names.sort();
                names.dedup();
                assert_eq!(names.len(), 10, "{game} in {}", language.tag());
            }
            assert_eq!(engine_name(language, "boom", &"ninja".parse().unwrap()), "ninja");
        }
    }
}
