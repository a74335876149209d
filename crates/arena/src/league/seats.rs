//! Seats of students: whatever a file does, its seat answers or fails, and the others go on.

use alinea_catalogue::{Failure, GameClock, Seat, Session};
use alinea_child::Stage;
use alinea_search::{Limits, Observer, Stop, Thought};

/// A contestant that cannot sit down, as when its file cannot be read: it loses every game, says why,
/// and the others go on.
pub struct Broken(pub String);

impl Seat for Broken {
    fn think(
        &mut self,
        _: &dyn Session,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        Err(Failure::Crash(self.0.clone()))
    }
}

/// Times that a program may fail to answer before it is out: each costs everybody's time.
const MAX_TIMEOUTS: u32 = 3;

/// A student's contestant that is out once it has not answered a few times: it loses the rest of
/// its games at once.
pub struct Limited {
    seat: Box<dyn Seat>,
    timeouts: u32,
    /// The program's own copy, kept as long as it plays.
    _stage: Option<Stage>,
}

impl Limited {
    /// Nothing has gone wrong yet.
    #[must_use]
    pub fn new(seat: Box<dyn Seat>, stage: Option<Stage>) -> Limited {
        Limited { seat, timeouts: 0, _stage: stage }
    }
}

impl Seat for Limited {
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        if self.timeouts >= MAX_TIMEOUTS {
            return Err(Failure::Timeout);
        }
        let answer = self.seat.think(session, limits, stop, observer);
        self.timeouts += u32::from(answer == Err(Failure::Timeout));
        answer
    }

    fn new_game(&mut self) {
        if self.timeouts < MAX_TIMEOUTS {
            self.seat.new_game();
        }
    }

    fn set_clock(&mut self, clock: GameClock) {
        self.seat.set_clock(clock);
    }

    fn is_open_ended(&self) -> bool {
        self.seat.is_open_ended()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_search::Ignore;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Never answers, and counts how often it was asked.
    struct Silent(Arc<AtomicU32>);

    impl Seat for Silent {
        fn think(
            &mut self,
            _: &dyn Session,
            _: &Limits,
            _: &Stop,
            _: &mut dyn Observer<String>,
        ) -> Result<Thought<String>, Failure> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Err(Failure::Timeout)
        }
    }

    #[test]
    fn who_never_answers_is_not_waited_for_again_and_again() {
        let asked = Arc::new(AtomicU32::new(0));
        let mut seat = Limited::new(Box::new(Silent(Arc::clone(&asked))), None);
        let session = alinea_catalogue::open("connect4").unwrap();
        for _ in 0..10 {
            let answer = seat.think(&*session, &Limits::default(), &Stop::new(), &mut Ignore);
            assert_eq!(answer, Err(Failure::Timeout));
        }
        assert_eq!(asked.load(Ordering::Relaxed), MAX_TIMEOUTS);
    }
}
