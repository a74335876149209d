//! Heuristic files that the reader opened: held in memory, never read from anywhere.

use alinea_catalogue::SpecError;
use alinea_catalogue::files::{BoardHeuristic, HeuristicFiles};
use alinea_lab::{ScriptLimits, parse, written_for};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The opened files by their names.
#[derive(Default)]
pub(crate) struct OpenedFiles(Mutex<BTreeMap<String, String>>);

impl OpenedFiles {
    /// Opens a file, or takes it away if its text is empty.
    pub(crate) fn set(&self, name: &str, text: &str) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if text.is_empty() {
            files.remove(name);
        } else {
            files.insert(name.to_owned(), text.to_owned());
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

impl HeuristicFiles for OpenedFiles {
    fn load(&self, name: &str) -> Result<Arc<dyn BoardHeuristic>, SpecError> {
        let text =
            self.text(name).ok_or_else(|| SpecError::new(format!("{name}: no such heuristic")))?;
        parse(name, &text, ScriptLimits::LEAGUE).map_err(|error| SpecError::new(error.to_string()))
    }

    fn names(&self, game: &str) -> Vec<String> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(name, text): &(&String, &String)| {
            let meant = written_for(name, text);
            meant.is_none_or(|meant| meant.split(':').next().unwrap_or_default() == game)
        };
        files.iter().filter(fits).map(|(name, _)| name.clone()).collect()
    }
}
