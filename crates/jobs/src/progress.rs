//! How far a job is and how long the rest will take.

use std::time::Duration;

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Units whose result is on disk.
    pub done: u64,
    /// Units of the plan; a fold may end it before.
    pub total: u64,
    /// Units whose result came since this run began.
    pub fresh: u64,
    /// Time since this run began.
    pub elapsed: Duration,
}

impl Progress {
    /// Units a second of this run; `None` before the first.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.elapsed.as_secs_f64();
        (self.fresh > 0 && seconds > 0.0).then(|| self.fresh as f64 / seconds)
    }

    /// How long the rest will take at the rate of this run.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let left = self.total.saturating_sub(self.done) as f64;
        self.rate().and_then(|rate| Duration::try_from_secs_f64(left / rate).ok())
    }

    /// `12/100, 3.4/s, 26 s left`.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}/{}", self.done, self.total);
        if let Some(rate) = self.rate() {
            text += &format!(", {rate:.1}/s");
        }
        if let Some(left) = self.left() {
            text += &format!(", {} left", duration_text(left));
        }
        text
    }
}

/// A duration for people: `26 s`, `12 min`, `3 h 05 min`.
#[must_use]
pub fn duration_text(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_beginning_did() {
        let elapsed = Duration::from_secs(10);
        let progress = Progress { done: 50, total: 100, fresh: 20, elapsed };
        assert_eq!(progress.left(), Some(Duration::from_secs(25)));
        assert_eq!(progress.text(), "50/100, 2.0/s, 25 s left");
        let start = Progress { done: 50, total: 100, fresh: 0, elapsed: Duration::ZERO };
        assert_eq!((start.left(), start.text()), (None, "50/100".to_owned()));
        assert_eq!(duration_text(Duration::from_secs(3 * 3600 + 301)), "3 h 05 min");
    }

    /// Results that an earlier run left say nothing about how fast this one is.
    #[test]
    fn no_rate_is_told_before_the_first_result_of_this_run() {
        let waiting = Progress { done: 50, total: 100, fresh: 0, elapsed: Duration::from_secs(10) };
        assert_eq!((waiting.rate(), waiting.left()), (None, None));
        assert_eq!(waiting.text(), "50/100");
        // The clock has not moved yet: no rate rather than an endless one.
        let sudden = Progress { fresh: 3, elapsed: Duration::ZERO, ..waiting };
        assert_eq!((sudden.rate(), sudden.text()), (None, "50/100".to_owned()));
        // A plan that was made shorter has nothing left, not less than nothing.
        let beyond = Progress { done: 120, fresh: 5, ..waiting };
        assert_eq!((beyond.rate(), beyond.left()), (Some(0.5), Some(Duration::ZERO)));
    }

    #[test]
    fn durations_are_told_in_the_unit_that_people_would_use() {
        let table = [
            (0, "0 s"),
            (119, "119 s"),
            (120, "2 min"),
            (750, "12 min"),
            (7199, "119 min"),
            (7200, "2 h 00 min"),
            (100 * 3600 + 59 * 60 + 59, "100 h 59 min"),
        ];
        for (seconds, text) in table {
            assert_eq!(duration_text(Duration::from_secs(seconds)), text);
        }
    }
}
