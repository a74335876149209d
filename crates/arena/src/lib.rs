//! Matches and tournaments: a game is a unit of a job (`alinea-jobs`), in a fixed order; then
//! statistics and a report. Knows no game: players are seats, positions are text.
#![forbid(unsafe_code)]

mod contest;
mod error;
mod export;
mod files;
pub mod league;
mod match_work;
pub mod openings;
mod plan;
mod play;
mod ranking;
mod record;
mod report;
mod scoreboard;
mod seating;
pub mod submissions;
mod tally;
mod text;
mod verdict;

pub use alinea_child::{Confinement, Patience};
pub use contest::{Conduct, Contest, Place, Request, make_openings};
pub use error::ArenaError;
pub use export::GameFormat;
pub use files::{GAMES_FILE, SavedMatch, create, game_of, read_games, read_times, resume};
pub use match_work::{KIND, MatchWork, log_file};
pub use plan::{
    DEFAULT_MAX_PLIES, Job, MAX_GAMES, Order, Plan, PlanError, Resign, Schedule, Size, TimeControl,
};
pub use ranking::{Ranked, ranking};
pub use record::{End, GameResult, Record, Times};
pub use report::{Report, WorkerPace};
pub use scoreboard::{Finish, Progress};
pub use seating::seat;
pub use tally::Tally;
pub use text::{match_status, match_text, tournament_json, tournament_status, tournament_text};
pub use verdict::{MatchResult, match_result, verdict};
