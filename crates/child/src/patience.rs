//! How long to wait for a program outside.

use alinea_catalogue::GameClock;
use std::time::{Duration, Instant};

/// Waiting times; the defaults are generous, tests take shorter ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For a program to start and greet.
    pub start: Duration,
    /// Beyond the time limit of a move: what pipes and a busy machine may take, not thinking time.
    pub grace: Duration,
    /// For a move without a time limit.
    pub unlimited: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            grace: Duration::from_millis(100),
            unlimited: Duration::from_secs(60),
        }
    }
}

impl Patience {
    /// When a move asked for now is late: with a clock when that has run down, else after the limit of
    /// the move.
    #[must_use]
    pub fn deadline(&self, limit: Option<Duration>, clock: Option<GameClock>) -> Instant {
        let time = clock.map(|clock| clock.left).or(limit);
        Instant::now() + time.map_or(self.unlimited, |time| time + self.grace)
    }
}
