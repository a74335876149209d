//! Matches and tournaments: jobs in a fixed order, a journal that survives a kill, statistics
//! and a report. Knows no game: players are seats, positions are text.
#![forbid(unsafe_code)]

mod contestant;
mod journal;
pub mod openings;
mod plan;
mod play;
mod process;
mod record;
mod report;
mod runner;
pub mod stats;
mod tally;
mod verdict;

pub use contestant::{SeatMaker, SeatOptions, is_outside, outside, seat};
pub use journal::{Found, GAMES_FILE, Journal, JournalError, read_games, read_times};
pub use plan::{DEFAULT_MAX_PLIES, Job, MAX_GAMES, Plan, PlanError, Resign, Schedule};
pub use process::ProcessSeat;
pub use record::{End, Record, Score, Times};
pub use report::{Report, ranking};
pub use runner::{Arena, ArenaError, Finish, MAX_CONCURRENCY, Progress, log_file};
pub use tally::Tally;
pub use verdict::{MatchResult, match_result, verdict};
