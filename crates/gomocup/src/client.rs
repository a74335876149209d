//! A manager's side of the protocol: seats any Gomocup engine at a game of the gomoku family.

use crate::answer::{coordinates_in, greeting_in, move_in};
use alinea_catalogue::{Failure, GameClock, Seat, Session, SpecError};
use alinea_child::{Child, Program, SeatOptions, listen};
use alinea_core::Cell;
use alinea_search::{Clock, Limits, Observer, Stop, Thought};
use std::time::{Duration, Instant};

/// What managers send where there is no limit of time.
const UNLIMITED_MS: u32 = 2_147_483_647;
/// Memory an engine may use where nobody said how much, in bytes: what the tournament allows.
const DEFAULT_MEMORY: u64 = 350 * 1024 * 1024;

/// A Gomocup engine as a seat. It is started again for the next game after it failed.
pub struct GomocupSeat {
    program: Program,
    rule: u32,
    size: u8,
    limits: Limits,
    options: SeatOptions,
    child: Option<Child>,
    /// Moves the engine knows of; `None` before it was told of the game.
    known: Option<Vec<String>>,
    clock: Option<GameClock>,
}

/// The number by which the protocol knows a game's rule; `None` for other games.
#[must_use]
pub fn rule_code(game: &str) -> Option<u32> {
    match game {
        "gomoku" => Some(0),
        "standard" => Some(1),
        "renju" => Some(4),
        "caro" => Some(9),
        _ => None,
    }
}

impl GomocupSeat {
    /// Starts an engine and a board of the session's size.
    pub fn start(
        session: &dyn Session,
        program: Program,
        limits: Limits,
        options: &SeatOptions,
    ) -> Result<GomocupSeat, SpecError> {
        let Some(rule) = rule_code(session.name()) else {
            let game = session.name();
            return Err(SpecError::new(format!(
                "gomocup: expected gomoku, standard, renju or caro, found {game}"
            )));
        };
        let size = session.view().rows.len() as u8;
        let options = options.clone();
        let (child, known, clock) = (None, None, None);
        let mut seat = GomocupSeat { program, rule, size, limits, options, child, known, clock };
        seat.begin(&Stop::new())
            .map_err(|failure| SpecError::new(format!("gomocup:{}: {failure}", seat.program)))?;
        Ok(seat)
    }

    /// Makes the engine ready for a new game: a running one is restarted if it knows how.
    fn begin(&mut self, stop: &Stop) -> Result<(), Failure> {
        let deadline = Instant::now() + self.options.patience.start;
        if let Some(mut child) = self.child.take() {
            child.send("RESTART");
            if ready(&mut child, deadline, stop).is_ok() {
                self.child = Some(child);
                return Ok(());
            }
        }
        let mut child = Child::start(&self.program, self.options.log.clone())
            .map_err(|error| Failure::Crash(error.to_string()))?
            .with_transcript(self.options.transcript.as_deref());
        child.send(&format!("START {}", self.size));
        ready(&mut child, deadline, stop)?;
        self.child = Some(child);
        Ok(())
    }

    fn ask(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Thought<String>, Failure> {
        let fresh = self.known.is_none();
        if fresh && self.child.is_none() {
            self.begin(stop)?;
        }
        let (rule, size) = (self.rule, self.size);
        let Some(child) = self.child.as_mut() else {
            return Err(Failure::Crash("did not start".into()));
        };
        if let Some(line) = child.unasked().iter().find(|line| coordinates_in(line).is_some()) {
            let line: String = line.chars().take(60).collect();
            return Err(Failure::Crash(format!("wrote a move without being asked: '{line}'")));
        }
        let clock = Clock::start();
        let clock_left = self.clock.take();
        if fresh {
            let lines = infos(rule, limits, clock_left, &self.options);
            lines.iter().for_each(|line| child.send(line));
        }
        // Without a clock for the match, engines that share what is left among the moves to come
        // would play in a fraction of their turn if this were the turn's time.
        let left = clock_left.map_or(u128::from(UNLIMITED_MS), |clock| clock.left.as_millis());
        child.send(&format!("INFO time_left {left}"));
        child.send(&request(session, self.known.as_deref().unwrap_or_default(), size)?);
        let deadline = self.options.patience.deadline(limits.time, clock_left);
        let mut thought = Thought::of(None);
        let (x, y) = move_of(child, deadline, stop)?;
        let cell = Cell::new(x, size.saturating_sub(1).saturating_sub(y));
        let mv = if x < size && y < size { cell.to_string() } else { format!("{x},{y}") };
        let mut known = session.moves().to_vec();
        known.push(mv.clone());
        self.known = Some(known);
        thought.best = Some(mv);
        thought.elapsed = clock.elapsed();
        Ok(thought)
    }
}

impl Seat for GomocupSeat {
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
            Err(_) => {
                self.child = None;
                self.known = None;
            }
        }
        thought
    }

    fn new_game(&mut self) {
        // A seat nobody played on yet is ready as it is.
        if self.known.take().is_some() && self.begin(&Stop::new()).is_err() {
            self.child = None;
        }
    }

    fn set_clock(&mut self, clock: GameClock) {
        self.clock = Some(clock);
    }
}

impl Drop for GomocupSeat {
    fn drop(&mut self) {
        if let Some(child) = self.child.as_mut() {
            child.send("END");
        }
    }
}

/// What an engine is told once a game. A turn without a time limit gets a long one: 0 would
/// mean "as fast as you can". With a clock a turn may take all of it.
fn infos(
    rule: u32,
    limits: &Limits,
    clock: Option<GameClock>,
    options: &SeatOptions,
) -> Vec<String> {
    let memory = options.memory_bytes.unwrap_or(DEFAULT_MEMORY);
    let whole = clock.map(|clock| clock.left);
    let turn = whole.or(limits.time).unwrap_or(Duration::from_secs(30)).as_millis();
    let mut lines = vec![
        format!("INFO timeout_turn {turn}"),
        format!("INFO timeout_match {}", whole.unwrap_or_default().as_millis()),
        format!("INFO max_memory {memory}"),
        "INFO game_type 1".to_owned(),
        format!("INFO rule {rule}"),
    ];
    // Extensions that engines who do not know them ignore.
    lines.extend(limits.depth.map(|depth| format!("INFO max_depth {depth}")));
    lines.extend(limits.nodes.map(|nodes| format!("INFO max_node {nodes}")));
    lines.extend(options.settings.iter().map(|(key, value)| format!("INFO {key} {value}")));
    lines
}

/// The command that asks for a move: `BEGIN` on an empty board, `TURN` after one new move,
/// `BOARD` for anything else.
fn request(session: &dyn Session, known: &[String], size: u8) -> Result<String, Failure> {
    let moves = session.moves();
    if session.start() != "-" {
        return board(session, size);
    }
    if moves.is_empty() {
        return Ok("BEGIN".into());
    }
    if !known.is_empty() && known == &moves[..moves.len() - 1] {
        let (x, y) = coordinates(&moves[moves.len() - 1], size)?;
        return Ok(format!("TURN {x},{y}"));
    }
    let mut text = "BOARD\n".to_owned();
    for (i, mv) in moves.iter().enumerate() {
        let (x, y) = coordinates(mv, size)?;
        // 1 is the engine's own stone; the last move is never its own.
        let whose = if (moves.len() - i).is_multiple_of(2) { 1 } else { 2 };
        text.push_str(&format!("{x},{y},{whose}\n"));
    }
    Ok(text + "DONE")
}

/// A drawn board has no order of moves; its stones are told row by row.
fn board(session: &dyn Session, size: u8) -> Result<String, Failure> {
    let view = session.view();
    let mut text = "BOARD\n".to_owned();
    for (y, row) in view.rows.iter().enumerate().take(usize::from(size)) {
        for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            let whose = if letter == view.turn.letter() { 1 } else { 2 };
            text.push_str(&format!("{x},{y},{whose}\n"));
        }
    }
    Ok(text + "DONE")
}

/// Column from the left and row from the top, both from 0.
fn coordinates(mv: &str, size: u8) -> Result<(u8, u8), Failure> {
    let cell: Cell = mv
        .parse()
        .map_err(|_| Failure::Crash(format!("the protocol has no words for the move {mv}")))?;
    Ok((cell.col, size.saturating_sub(1).saturating_sub(cell.row)))
}

/// Waits for `OK`.
fn ready(child: &mut Child, deadline: Instant, stop: &Stop) -> Result<(), Failure> {
    listen(child, deadline, stop, greeting_in)
}

/// Waits for `x,y`; messages on the way are skipped.
fn move_of(child: &mut Child, deadline: Instant, stop: &Stop) -> Result<(u8, u8), Failure> {
    listen(child, deadline, stop, move_in)
}
