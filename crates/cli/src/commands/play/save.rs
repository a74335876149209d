//! The game under way on disk, so that nothing is lost when the program ends.

use super::saved::Saved;
use std::fs;
use std::path::PathBuf;

const MAX_SAVED_BYTES: u64 = 64 * 1024;

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
    if fs::write(&beside, saved.text()).is_ok() {
        let _ = fs::rename(&beside, &path);
    }
}

/// The interrupted game, if there is one that can be read.
pub(super) fn load() -> Option<Saved> {
    let path = path()?;
    if fs::metadata(&path).ok()?.len() > MAX_SAVED_BYTES {
        return None;
    }
    Saved::read(&fs::read(path).ok()?)
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
