//! Matches and tournaments: jobs in a fixed order, a journal that survives a kill, statistics
//! and a report. Knows no game: players are seats, positions are text.
#![forbid(unsafe_code)]

mod contest;
mod error;
mod journal;
pub mod league;
pub mod openings;
mod plan;
mod play;
mod record;
mod report;
mod runner;
mod seating;
mod tally;
mod text;
mod verdict;

pub use contest::{Conduct, Contest, Place, Request, make_openings};
pub use error::ArenaError;
pub use journal::{Found, GAMES_FILE, Journal, JournalError, read_games, read_times};
pub use plan::{DEFAULT_MAX_PLIES, Job, MAX_GAMES, Plan, PlanError, Resign, Schedule};
pub use record::{End, Record, Score, Times};
pub use report::{Report, ranking};
pub use runner::{Arena, Finish, MAX_CONCURRENCY, Progress, log_file};
pub use seating::seat;
pub use tally::Tally;
pub use text::{match_status, match_text, tournament_json, tournament_status, tournament_text};
pub use verdict::{MatchResult, match_result, verdict};
