//! What a kind of work must be able to do.

use crate::{Job, Refusal};
use alinea_core::Stop;

/// The line of the journal for a unit that was given up.
pub const PARKED: &[u8] = b"!parked";

/// The result of a unit and what else is worth keeping about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Output {
    /// One line for the journal, without its end: it depends on the plan and the unit's number and
    /// on nothing else, unless the plan says that it is not reproducible.
    pub result: Vec<u8>,
    /// One line beside the journal that may differ from run to run: what the clock said.
    pub note: Vec<u8>,
}

impl Output {
    /// A result with nothing beside it.
    pub fn new(result: impl Into<Vec<u8>>) -> Output {
        Output { result: result.into(), note: Vec::new() }
    }

    /// The same with a note.
    #[must_use]
    pub fn with_note(self, note: impl Into<Vec<u8>>) -> Output {
        Output { note: note.into(), ..self }
    }

    /// Refuses what a journal cannot hold: an end of line, or the mark of a parked unit.
    pub fn check(&self) -> Result<(), Refusal> {
        let bad = self.result.contains(&b'\n') || self.note.contains(&b'\n');
        if bad || self.result.starts_with(PARKED) {
            let found = if bad { "an end of line in it" } else { "the mark of a parked unit" };
            return Err(Refusal::new(format!("expected a result of one line, found {found}")));
        }
        Ok(())
    }
}

/// Why a unit has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// The end was asked for.
    Stopped,
    /// It cannot be computed.
    Failed(Refusal),
}

/// A job that is open and ready: makes the workers that compute its units.
///
/// Law: the result of a unit depends on the job and the unit's number only, whichever worker runs
/// it and whatever that worker ran before.
pub trait Work: Send + Sync {
    /// What one thread keeps between units: boards, engines, tables.
    fn worker(&self) -> Result<Box<dyn Worker + '_>, Refusal>;
}

/// Computes units, one after another.
pub trait Worker: Send {
    /// Computes one unit. Looks at `stop` often enough that people do not wait.
    fn run(&mut self, unit: u64, stop: &Stop) -> Result<Output, Unfinished>;
}

/// Whether the rest of the units is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Go on.
    More,
    /// This was the last: what comes behind it in unit order is dropped.
    Enough,
}

/// Reads the results in unit order. What it decides depends on that order only, never on the
/// order in which results arrive.
pub trait Fold {
    /// Back to the state before the first unit.
    fn reset(&mut self) -> Result<(), Refusal>;
    /// Takes the next result, which is on disk by now.
    fn add(&mut self, unit: u64, result: &[u8]) -> Result<Next, Refusal>;
    /// Takes note of a unit that was given up.
    fn skip(&mut self, unit: u64) -> Result<Next, Refusal> {
        let _ = unit;
        Ok(Next::More)
    }
}

/// A kind of work by the name that plans give it.
#[derive(Clone, Copy)]
pub struct Kind {
    /// As in [`crate::Plan::kind`].
    pub name: &'static str,
    /// Opens a job of this kind from its plan and files alone.
    pub open: fn(&Job) -> Result<Box<dyn Work>, Refusal>,
}

impl Kind {
    /// The kind of this name in a table.
    pub fn find<'k>(table: &'k [Kind], name: &str) -> Result<&'k Kind, Refusal> {
        table.iter().find(|kind| kind.name == name).ok_or_else(|| {
            let known: Vec<&str> = table.iter().map(|kind| kind.name).collect();
            let known = known.join(", ");
            Refusal::new(format!("expected a job of one of the kinds {known}, found '{name}'"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_journal_cannot_hold_is_refused_in_words() {
        let line = "expected a result of one line, found an end of line in it";
        let mark = "expected a result of one line, found the mark of a parked unit";
        let table = [
            (Output::new("1 0 1"), None),
            (Output::new(""), None),
            (Output::new("1").with_note("took 3 ms"), None),
            (Output::new("!park"), None),
            (Output::new("1\n"), Some(line)),
            (Output::new("1").with_note("took\n3 ms"), Some(line)),
            (Output::new("\n").with_note("\n"), Some(line)),
            (Output::new(PARKED), Some(mark)),
            (Output::new("!parked for now"), Some(mark)),
        ];
        for (output, said) in table {
            assert_eq!(
                output.check().err().map(|refusal| refusal.0).as_deref(),
                said,
                "{output:?}"
            );
        }
    }

    #[test]
    fn a_kind_is_found_by_its_name_and_a_wrong_name_is_told_with_the_right_ones() {
        let kind = |name| Kind { name, open: |_| Err(Refusal::new("not opened here")) };
        let table = [kind("match"), kind("label")];
        assert_eq!(Kind::find(&table, "label").unwrap().name, "label");
        assert_eq!(Kind::find(&table, "match").unwrap().name, "match");
        let refusal = Kind::find(&table, "lable").err().unwrap();
        assert_eq!(refusal.0, "expected a job of one of the kinds match, label, found 'lable'");
    }
}
