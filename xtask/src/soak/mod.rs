//! `cargo xtask soak [--minutes N] [--players N | --fleet]`: the players of `load` for half an hour, beside
//! clients that leave in the middle of an analysis, never read, never finish a head, or send bodies that
//! never end. On loopback alone. No error, 99 of 100 turns within a second, and memory that does not grow.
//! `--fleet`: the same for workers and their broker.

mod fleet;

use crate::Outcome;
use crate::load::play;
use crate::server::{MemoryWatch, Server, minutes};
use alinea_core::SplitMix64;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

const PLAYERS: u64 = 200;
/// What 99 of 100 turns may take.
const LONGEST_MS: f64 = 1000.0;
/// How often memory is looked at.
const LOOK: Duration = Duration::from_secs(2);

/// How many clients of each kind misbehave at a time. Analyses of one address are limited to
/// eight, so that not all who leave are refused.
const DISTURBANCES: [(&str, usize, fn(&mut Client<'_>) -> std::io::Result<()>); 4] = [
    ("left an analysis", 3, leave_analysis),
    ("never read", 2, never_read),
    ("never finished a head", 20, never_finish_head),
    ("never ended a body", 20, never_end_body),
];

pub(crate) fn run(args: &[String]) -> Outcome {
    let (minutes, rest) = minutes(args, 30.0)?;
    let players = match rest.as_slice() {
        [] => PLAYERS,
        [flag] if flag == "--fleet" => return fleet::run(minutes),
        [flag, number] if flag == "--players" => {
            number.parse().map_err(|_| format!("expected a number, found '{number}'"))?
        }
        _ => return Err(format!("expected [--minutes N] [--players N | --fleet], found {rest:?}")),
    };
    let time = Duration::from_secs_f64(60.0 * minutes);
    let mut server = Server::start()?;
    println!("{players} players for {minutes} minutes at {}", server.address);
    let ending = Arc::new(AtomicBool::new(false));
    let counts = Arc::new(DISTURBANCES.map(|_| AtomicU64::new(0)));
    for (kind, (_, clients, _)) in DISTURBANCES.iter().enumerate() {
        for number in 0..*clients {
            let (ending, counts) = (Arc::clone(&ending), Arc::clone(&counts));
            let address = server.address.clone();
            thread::spawn(move || disturb(&address, kind, number as u64, &ending, &counts));
        }
    }
    let address = server.address.clone();
    let playing = thread::spawn(move || play(&address, players, time));
    let mut memory = MemoryWatch::new();
    while !playing.is_finished() {
        thread::sleep(LOOK);
        memory.sample(server.memory_mb());
    }
    let played = playing.join().map_err(|_| "the players broke".to_owned())??;
    ending.store(true, Relaxed);
    played.report("a move", server.peak_memory_mb());
    for ((name, clients, _), count) in DISTURBANCES.iter().zip(counts.iter()) {
        println!("clients that {name}: {clients} at a time, {} in all", count.load(Relaxed));
    }
    if let Some((early, late)) = memory.early_and_late() {
        let curve = memory.curve();
        println!("memory: {early:.0} MB in the second quarter, {late:.0} MB in the last ({curve})");
    }
    if !server.is_alive() {
        return Err("the server ended".to_owned());
    }
    if !played.errors.is_empty() {
        return Err(format!("{} errors", played.errors.len()));
    }
    if played.at(0.99) > LONGEST_MS {
        return Err(format!("one turn of a hundred took longer than {LONGEST_MS} ms"));
    }
    memory.check()
}

/// One client that misbehaves again and again.
fn disturb(
    address: &str,
    kind: usize,
    number: u64,
    ending: &AtomicBool,
    counts: &[AtomicU64; DISTURBANCES.len()],
) {
    let seed = SplitMix64::mix(number + ((kind as u64) << 32));
    let mut dice = SplitMix64::new(seed);
    while !ending.load(Relaxed) {
        // A server that refuses a connection is not what is looked for here: players would notice.
        if let Ok(stream) = TcpStream::connect(address) {
            let mut client = Client { stream, host: address, dice: &mut dice, ending };
            let _ = DISTURBANCES[kind].2(&mut client);
            counts[kind].fetch_add(1, Relaxed);
        }
        thread::sleep(Duration::from_millis(200 + dice.below(800) as u64));
    }
}

struct Client<'a> {
    stream: TcpStream,
    host: &'a str,
    dice: &'a mut SplitMix64,
    ending: &'a AtomicBool,
}

impl Client<'_> {
    fn ask(&mut self, route: &str, body: &str, length: usize) -> std::io::Result<()> {
        let host = self.host;
        let head = format!(
            "POST /api/v1/{route} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n"
        );
        self.stream.write_all(head.as_bytes())?;
        self.stream.write_all(body.as_bytes())
    }

    /// Waits until the server closes the connection; everything it says before is dropped.
    fn wait_for_close(&mut self) -> std::io::Result<()> {
        self.stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let mut buffer = [0; 4096];
        while !self.ending.load(Relaxed) {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if is_timeout(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn is_timeout(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// Asks for an analysis of ten seconds and goes away after a part of it.
fn leave_analysis(client: &mut Client<'_>) -> std::io::Result<()> {
    let games = ["connect4", "gomoku", "renju", "boom", "mnk:5x5x4"];
    let game = games[client.dice.below(games.len())];
    let body = format!("{{\"game\":\"{game}\",\"limits\":{{\"time\":10}},\"lines\":3}}");
    client.ask("analyze", &body, body.len())?;
    let wait = Duration::from_millis(client.dice.below(3000) as u64);
    client.stream.set_read_timeout(Some(wait.max(Duration::from_millis(1))))?;
    let end = Instant::now() + wait;
    let mut buffer = [0; 1024];
    while Instant::now() < end {
        match client.stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if is_timeout(&error) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Asks for the nodes of a large search and never reads them.
fn never_read(client: &mut Client<'_>) -> std::io::Result<()> {
    let body = "{\"game\":\"connect4\",\"engine\":\"textbook:heuristic=ligue4,depth=10\"}";
    client.ask("watch", body, body.len())?;
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end && !client.ending.load(Relaxed) {
        thread::sleep(Duration::from_millis(500));
    }
    Ok(())
}

/// Begins a request and says no more.
fn never_finish_head(client: &mut Client<'_>) -> std::io::Result<()> {
    client.stream.write_all(b"POST /api/v1/view HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")?;
    client.wait_for_close()
}

/// Promises a body and sends it a byte a second.
fn never_end_body(client: &mut Client<'_>) -> std::io::Result<()> {
    client.ask("view", "{\"game\":\"", 60_000)?;
    while !client.ending.load(Relaxed) {
        client.stream.write_all(b"x")?;
        thread::sleep(Duration::from_secs(1));
    }
    Ok(())
}
