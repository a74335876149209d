//! The arithmetic of matches: Elo, error bars, likelihood of superiority, sequential tests and
//! maximum-likelihood ratings. Pure functions of counts; nothing here knows a game or a file.

#![forbid(unsafe_code)]

mod beta;
mod bradley_terry;
mod normal;
mod score;
mod sprt;

pub use beta::beta_cdf;
pub use bradley_terry::{MAX_PLAYERS, Rating, Results, rate};
pub use normal::{cdf, quantile};
pub use score::{PRIOR_GAMES, Pairs, Summary, Wdl, elo_of_score, score_of_elo};
pub use sprt::{Decision, Model, Sprt, SprtError};
