//! What coordinators and workers say to each other.

use alinea_jobs::{Hash, Output};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// A job as the fleet knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct JobEntry {
    pub(crate) plan: Hash,
    pub(crate) kind: String,
    pub(crate) units: u64,
    pub(crate) version: String,
    pub(crate) signature: String,
    /// Who writes its journal: the last that entered. Programs before this was written leave it empty.
    #[serde(default)]
    pub(crate) coordinator: String,
}

/// A unit to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) unit: u64,
    /// The number of its publication: lost units are published again.
    pub(crate) run: u32,
}

/// How a unit ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) unit: u64,
    pub(crate) run: u32,
    pub(crate) worker: String,
    /// Why there is no result.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) failed: Option<String>,
}

/// Appends an answer to a message: its head, the result and the note, a line each.
pub(crate) fn write_answer(bytes: &mut Vec<u8>, answer: &Answer, output: &Output) {
    for line in [&to_bytes(answer), &output.result, &output.note] {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
}

/// The answers of a message; `None` if any part of it is not one.
pub(crate) fn read_answers(bytes: &[u8]) -> Option<Vec<(Answer, Output)>> {
    let mut lines = bytes.strip_suffix(b"\n")?.split(|&b| b == b'\n');
    let mut answers = Vec::new();
    while let Some(head) = lines.next() {
        let output = Output { result: lines.next()?.to_vec(), note: lines.next()?.to_vec() };
        answers.push((from_bytes(head)?, output));
    }
    Some(answers)
}

/// A question to a coordinator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// Who coordinates this job?
    Who,
    /// This unit came back to the queue: its last worker did not finish it. May I run it?
    May { unit: u64, worker: String },
    /// The job is cancelled.
    Cancel,
}

/// The answer to [`Question::Who`] and [`Question::May`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reply {
    /// The name of a coordinator.
    I(String),
    Yes,
    /// The unit has a result, or was given up.
    No,
    /// Somebody who began it is alive: there is no need to begin it again.
    Later,
}

/// What everybody says about itself when asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Hello {
    Coordinator {
        name: String,
        job: String,
        done: u64,
        total: u64,
        rate: f64,
        left_s: Option<u64>,
    },
    Worker {
        name: String,
        version: String,
        threads: usize,
        jobs: Vec<String>,
        units: u64,
        rate: f64,
    },
}

pub(crate) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data has no failing serializer")
}

pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_back() {
        let answer = |unit| Answer { unit, run: 1, worker: "a-1".into(), failed: None };
        let output = Output::new("{\"game\":8}").with_note("a note");
        let mut bytes = Vec::new();
        write_answer(&mut bytes, &answer(7), &output);
        assert_eq!(read_answers(&bytes), Some(vec![(answer(7), output.clone())]));
        write_answer(&mut bytes, &answer(9), &Output::default());
        let both = vec![(answer(7), output), (answer(9), Output::default())];
        assert_eq!(read_answers(&bytes), Some(both));
        for bad in [&bytes[..bytes.len() - 1], b"{}\nx\ny\n", b"", &bytes[1..]] {
            assert_eq!(read_answers(bad), None);
        }
    }
}
