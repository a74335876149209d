//! A contestant in any language: a program that speaks the protocol of `docs/protocol.md`.

use crate::answer::{best_move, read_info};
use crate::{Child, OpponentsTurn, Program, SeatOptions, listen};
use alinea_catalogue::{Failure, GameClock, Seat, Session, SpecError};
use alinea_search::{Clock, Limits, Observer, Stop, Thought};
use std::fmt::Write;
use std::time::Instant;

/// The version of the protocol, sent in the greeting.
const PROTOCOL: u32 = 1;

/// A program outside as a seat. It is started again for the next game after it failed.
pub struct ProcessSeat {
    program: Program,
    game: String,
    limits: Limits,
    options: SeatOptions,
    child: Option<Child>,
    game_announced: bool,
    clock: Option<GameClock>,
}

impl ProcessSeat {
    /// Starts the program and waits for its greeting.
    pub fn start(
        session: &dyn Session,
        program: Program,
        limits: Limits,
        options: &SeatOptions,
    ) -> Result<ProcessSeat, SpecError> {
        let mut seat = ProcessSeat {
            program,
            game: format!("{}:{}", session.name(), session.setup()),
            limits,
            options: options.clone(),
            child: None,
            game_announced: false,
            clock: None,
        };
        seat.greet(&Stop::new())
            .map_err(|failure| SpecError::new(format!("{}: {failure}", seat.program)))?;
        Ok(seat)
    }

    fn greet(&mut self, stop: &Stop) -> Result<(), Failure> {
        let mut child = Child::start(&self.program, self.options.log.clone())
            .map_err(|error| Failure::Crash(error.to_string()))?
            .with_transcript(self.options.transcript.as_deref());
        child.send(&format!("alinea {PROTOCOL}"));
        let deadline = Instant::now() + self.options.patience.start;
        listen(&mut child, deadline, stop, |line| match line.split_whitespace().next() {
            Some("ready") => Some(Ok(())),
            // A blank line and a remark are no greeting, and no harm.
            None | Some("info") => None,
            Some(_) => Some(Err(Failure::Crash(format!(
                "expected the greeting 'ready NAME', read '{}'",
                shown(line)
            )))),
        })?;
        for (key, value) in &self.options.settings {
            child.send(&format!("option {key} {value}"));
        }
        self.child = Some(child);
        self.game_announced = false;
        Ok(())
    }

    /// What the program writes while nobody asks it anything: a moment of silence is a pass.
    pub(crate) fn unasked(&mut self) -> Option<String> {
        std::thread::sleep(std::time::Duration::from_millis(300));
        let line = self.child.as_mut()?.unasked().into_iter().next()?;
        Some(format!("wrote without being asked: '{}'", shown(&line)))
    }

    fn ask(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Thought<String>, Failure> {
        if self.child.is_none() {
            self.greet(stop)?;
        }
        let Some(child) = self.child.as_mut() else {
            return Err(Failure::Crash("did not start".into()));
        };
        child.release();
        if let Some(line) = child.unasked().iter().find(|line| line.starts_with("bestmove")) {
            let line = shown(line);
            return Err(Failure::Crash(format!(
                "wrote a second move without being asked: '{line}'"
            )));
        }
        let clock = Clock::start();
        if !self.game_announced {
            self.game_announced = true;
            child.send(&format!("newgame {}", self.game));
        }
        let clock_left = self.clock.take();
        child.send(&format!("{}\n{}", position(session), go(limits, clock_left)));
        let deadline = self.options.patience.deadline(limits.time, clock_left);
        let mut thought = Thought::of(None);
        let best = listen(child, deadline, stop, |line| {
            if let Some(info) = line.strip_prefix("info ") {
                read_info(info, &mut thought);
            }
            best_move(line).map(Ok)
        })?;
        thought.best = best;
        thought.elapsed = clock.elapsed();
        let timed = limits.time.is_some() || clock_left.is_some();
        if timed && self.options.opponents_turn == OpponentsTurn::HeldInTimedGames {
            child.hold();
        }
        Ok(thought)
    }
}

impl Seat for ProcessSeat {
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        let limits = self.limits.or(*limits);
        let thought = self.ask(session, &limits, stop);
        match &thought {
            Ok(thought) => observer.iteration(thought),
            // Whatever state it is in, the next game begins with a fresh one.
            Err(_) => self.child = None,
        }
        thought
    }

    fn new_game(&mut self) {
        self.game_announced = false;
    }

    fn set_clock(&mut self, clock: GameClock) {
        self.clock = Some(clock);
    }
}

impl Drop for ProcessSeat {
    fn drop(&mut self) {
        if let Some(child) = self.child.as_mut() {
            child.send("quit");
        }
    }
}

/// The beginning of a line, for a sentence.
fn shown(line: &str) -> String {
    line.chars().take(60).collect()
}

/// The position three times: as moves for programs that know the rules, as a board and a list
/// of legal moves for programs that do not.
fn position(session: &dyn Session) -> String {
    let mut text = format!("position {} moves", session.start());
    session.moves().iter().for_each(|mv| {
        let _ = write!(text, " {mv}");
    });
    let board = session.diagram();
    let board = board.strip_prefix("diagram:").unwrap_or(&board);
    format!("{text}\nboard {board}\nlegal {}", session.legal().join(" "))
}

fn go(limits: &Limits, clock: Option<GameClock>) -> String {
    let mut text = "go".to_owned();
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(time) = limits.time {
        let _ = write!(text, " time {}", time.as_millis());
    }
    if let Some(GameClock { left, increment }) = clock {
        let _ = write!(text, " clock {} {}", left.as_millis(), increment.as_millis());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_names_every_limit() {
        let limits = Limits { depth: Some(3), nodes: Some(99), ..Limits::default() };
        assert_eq!(go(&limits, None), "go depth 3 nodes 99");
        let ms = std::time::Duration::from_millis;
        let limits = Limits::time(ms(250));
        assert_eq!(go(&limits, None), "go time 250");
        assert_eq!(go(&Limits::default(), None), "go");
        let clock = GameClock { left: ms(5_000), increment: ms(100) };
        assert_eq!(go(&limits, Some(clock)), "go time 250 clock 5000 100");
    }
}
