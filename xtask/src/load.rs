//! `cargo xtask load [PLAYERS] [SECONDS]`: many people play `level:5` of Connect Four at once on
//! loopback, one move each per five seconds. It reports errors, times and the server's memory.

use crate::Outcome;
use crate::server::Server;
use alinea_core::SplitMix64;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

const EACH: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &[String]) -> Outcome {
    let number = |at: usize, usual: u64| match args.get(at) {
        None => Ok(usual),
        Some(text) => text.parse::<u64>().map_err(|_| format!("expected a number, found '{text}'")),
    };
    let (players, seconds) = (number(0, 200)?, number(1, 120)?);
    let server = Server::start()?;
    println!("{players} players for {seconds} s against level:5 at {}", server.address);
    let played = play(&server.address, players, Duration::from_secs(seconds))?;
    let memory = server.peak_memory_mb();
    drop(server);
    played.report("a move", memory);
    if played.errors.is_empty() { Ok(()) } else { Err(format!("{} errors", played.errors.len())) }
}

/// Times and errors of all players.
pub(crate) struct LoadReport {
    /// How long each turn took, shortest first.
    pub(crate) times: Vec<Duration>,
    pub(crate) errors: Vec<String>,
}

/// So many players, each one move per five seconds.
pub(crate) fn play(address: &str, players: u64, time: Duration) -> Result<LoadReport, String> {
    let end = Instant::now() + time;
    let address = Arc::new(address.to_owned());
    let people: Vec<_> = (0..players)
        .map(|who| {
            let address = Arc::clone(&address);
            let wait = EACH.mul_f64(who as f64 / players as f64);
            thread::spawn(move || {
                thread::sleep(wait);
                Person::new(&address, who).play_until(end)
            })
        })
        .collect();
    let mut times = Vec::new();
    let mut errors = Vec::new();
    for person in people {
        let person = person.join().map_err(|_| "a player broke".to_owned())?;
        times.extend(person.times);
        errors.extend(person.errors);
    }
    times.sort_unstable();
    Ok(LoadReport { times, errors })
}

impl LoadReport {
    /// The time that this share of the turns did not exceed, in milliseconds.
    pub(crate) fn at(&self, share: f64) -> f64 {
        match self.times.len() {
            0 => 0.0,
            n => self.times[((n as f64 * share) as usize).min(n - 1)].as_secs_f64() * 1000.0,
        }
    }

    /// Prints what was found; `what` was asked for again and again.
    pub(crate) fn report(&self, what: &str, memory: Option<f64>) {
        println!("answers {}, errors {}", self.times.len(), self.errors.len());
        println!(
            "{what}: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
            self.at(0.5),
            self.at(0.99),
            self.at(1.0)
        );
        if let Some(memory) = memory {
            println!("server memory at its peak: {memory:.0} MB");
        }
        for error in self.errors.iter().take(5) {
            println!("  {error}");
        }
    }
}

/// One player: a connection, a game, and a die for the person's moves.
struct Person {
    address: String,
    stream: Option<BufReader<TcpStream>>,
    dice: SplitMix64,
    moves: Vec<String>,
    times: Vec<Duration>,
    errors: Vec<String>,
}

impl Person {
    fn new(address: &str, who: u64) -> Person {
        Person {
            address: address.to_owned(),
            stream: None,
            dice: SplitMix64::new(who),
            moves: Vec::new(),
            times: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn play_until(mut self, end: Instant) -> Person {
        while Instant::now() < end {
            let start = Instant::now();
            match self.turn() {
                Ok(()) => self.times.push(start.elapsed()),
                Err(error) => {
                    self.errors.push(error);
                    self.stream = None;
                }
            }
            thread::sleep(EACH.saturating_sub(start.elapsed()));
        }
        self
    }

    /// The person's move is shown, then the engine answers: what the page does on a click.
    fn turn(&mut self) -> Result<(), String> {
        let view = self.ask("view", "")?;
        let legal = list(&view, "legal");
        if legal.is_empty() {
            self.moves.clear();
            return Ok(());
        }
        self.moves.push(legal[self.dice.below(legal.len())].clone());
        if list(&self.ask("view", "")?, "legal").is_empty() {
            self.moves.clear();
            return Ok(());
        }
        let answer = self.ask("move", ",\"engine\":\"level:5\"")?;
        let moves = list(&answer, "moves");
        if moves.len() != self.moves.len() + 1 {
            return Err(format!("not one move further: {answer}"));
        }
        self.moves = moves;
        Ok(())
    }

    fn ask(&mut self, route: &str, more: &str) -> Result<String, String> {
        let moves = self.moves.join("\",\"");
        let moves = if moves.is_empty() { moves } else { format!("\"{moves}\"") };
        let body = format!("{{\"game\":\"connect4\",\"moves\":[{moves}]{more}}}");
        let host = self.address.clone();
        let request = format!(
            "POST /api/v1/{route} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let io = |error: std::io::Error| error.to_string();
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address).map_err(io)?;
            stream.set_nodelay(true).map_err(io)?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut().ok_or("no connection")?;
        stream.get_mut().write_all(request.as_bytes()).map_err(io)?;
        read_answer(stream)
    }
}

/// Reads one answer with a known length; anything but success is an error.
fn read_answer(stream: &mut BufReader<TcpStream>) -> Result<String, String> {
    let io = |error: std::io::Error| error.to_string();
    let mut status = String::new();
    stream.read_line(&mut status).map_err(io)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).map_err(io)?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(text) = line.strip_prefix("content-length:") {
            length = text.trim().parse().map_err(|_| "a length that is no number".to_owned())?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).map_err(io)?;
    let body = String::from_utf8_lossy(&body).into_owned();
    if status.contains(" 200 ") { Ok(body) } else { Err(format!("{} {body}", status.trim())) }
}

/// The texts of a list in an answer; enough of JSON for move texts, which hold no quotes.
fn list(json: &str, key: &str) -> Vec<String> {
    let Some((_, after)) = json.split_once(&format!("\"{key}\":[")) else { return Vec::new() };
    let inside = after.split(']').next().unwrap_or_default();
    inside.split(',').filter(|text| !text.is_empty()).map(|text| text.replace('"', "")).collect()
}
