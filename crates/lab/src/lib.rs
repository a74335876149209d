//! The lab: heuristics written as files (tables of weights, scripts), checks and X-rays of them
//! against the truth, and the grader of search traces. Nothing is
//! printed here; only [`Folder`] reads files.
#![forbid(unsafe_code)]

mod board;
mod check;
mod count;
pub mod grade;
mod hint;
mod load;
mod place;
mod samples;
mod script;
mod template;
mod weights;
pub mod xray;

pub use check::{Checked, Sample, check};
pub use load::{FileError, Folder, MAX_FILE_BYTES, Shelf, decode, parse, written_for};
pub use samples::{RandomBoards, visit_random};
pub use script::{Script, ScriptLimits, take_printed};
pub use template::template;
pub use weights::Weights;
