//! A game under way as text: what `save` keeps in a file, and nothing about files.

use alinea_catalogue::Session;
use alinea_core::split_setup;
use serde_json::{Value, json};

/// A game that was interrupted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Saved {
    pub(super) game: String,
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    pub(super) names: [String; 2],
}

impl Saved {
    pub(super) fn of(session: &dyn Session, names: &[String; 2]) -> Saved {
        Saved {
            game: format!("{}:{}", session.name(), session.setup()),
            start: session.start().to_owned(),
            moves: session.moves().to_vec(),
            names: names.clone(),
        }
    }

    /// Whether this is a game of that name; a set-up must agree only if one is asked for.
    pub(super) fn is_game(&self, game: &str) -> bool {
        self.game == game || split_setup(&self.game).0 == game
    }

    /// The text that reads back.
    pub(super) fn text(&self) -> String {
        let value = json!({
            "game": self.game, "start": self.start, "moves": self.moves,
            "first": self.names[0], "second": self.names[1],
        });
        value.to_string()
    }

    /// The game of a text; nothing where it is not one.
    pub(super) fn read(text: &[u8]) -> Option<Saved> {
        let value: Value = serde_json::from_slice(text).ok()?;
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let moves = value.get("moves")?.as_array()?;
        Some(Saved {
            game: text("game")?,
            start: text("start")?,
            moves: moves.iter().map(|mv| mv.as_str().map(str::to_owned)).collect::<Option<_>>()?,
            names: [text("first")?, text("second")?],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_game_reads_back_and_noise_does_not() {
        let mut session = alinea_catalogue::open("connect4").unwrap();
        session.play("4").unwrap();
        let names = ["human".to_owned(), "level:3".to_owned()];
        let saved = Saved::of(session.as_ref(), &names);
        assert_eq!(Saved::read(saved.text().as_bytes()), Some(saved.clone()));
        assert!(saved.is_game("connect4") && !saved.is_game("boom"));
        for noise in ["", "{", "{}", "[]", "{\"game\":1}", "null"] {
            assert_eq!(Saved::read(noise.as_bytes()), None);
        }
    }
}
