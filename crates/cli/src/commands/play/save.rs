//! The game under way on disk, so that nothing is lost when the program ends.

use alinea_catalogue::Session;
use alinea_core::split_setup;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const MAX_SAVED_BYTES: u64 = 64 * 1024;

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

    fn to_json(&self) -> Value {
        json!({
            "game": self.game, "start": self.start, "moves": self.moves,
            "first": self.names[0], "second": self.names[1],
        })
    }

    fn from_json(value: &Value) -> Option<Saved> {
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

/// Keeps the game; a disk that cannot be written must not stop the play.
pub(super) fn store(saved: &Saved) {
    let Some(path) = path() else { return };
    if saved.moves.is_empty() {
        return;
    }
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder);
    }
    // Written beside and renamed: a kill in the middle leaves the old game or the new one.
    let beside = path.with_extension("new");
    if fs::write(&beside, saved.to_json().to_string()).is_ok() {
        let _ = fs::rename(&beside, &path);
    }
}

/// The interrupted game, if there is one that can be read.
pub(super) fn load() -> Option<Saved> {
    let path = path()?;
    if fs::metadata(&path).ok()?.len() > MAX_SAVED_BYTES {
        return None;
    }
    Saved::from_json(&serde_json::from_slice(&fs::read(path).ok()?).ok()?)
}

/// The game ended: there is nothing to go on with.
pub(super) fn forget() {
    if let Some(path) = path() {
        let _ = fs::remove_file(path);
    }
}

fn path() -> Option<PathBuf> {
    Some(super::super::state_dir()?.join("play.json"))
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
        assert_eq!(Saved::from_json(&saved.to_json()), Some(saved.clone()));
        assert!(saved.is_game("connect4") && !saved.is_game("boom"));
        for noise in ["{}", "[]", "{\"game\":1}", "null"] {
            assert_eq!(Saved::from_json(&serde_json::from_str(noise).unwrap()), None);
        }
    }
}
