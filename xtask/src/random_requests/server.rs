//! Random requests to the server.

use super::{LOOK, SeriesReport, pick};
use crate::server::{MemoryWatch, Server};
use alinea_core::SplitMix64;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: u64 = 4;
/// Longer than any search may take.
const PATIENCE: Duration = Duration::from_secs(110);

const ROUTES: [&str; 17] = [
    "games", "view", "eval", "move", "turn", "analyze", "trace", "watch", "compare", "strategy",
    "lines", "threats", "review", "read", "write", "bug", "nonsense",
];
const GAMES: [&str; 10] = [
    "connect4",
    "connect4:5x4",
    "gomoku",
    "gomoku:9",
    "standard",
    "renju",
    "caro",
    "boom",
    "mnk:3x3x3",
    "mnk:7x6x4+gravity",
];
const WRONG_GAMES: [&str; 4] = ["mnk:99x99x9", "connect4:", "chess", ""];
/// Engines that every game has.
const ENGINES: [&str; 5] = ["level:1", "level:10", "best", "random:seed=3", "alphabeta:nodes=500"];
/// Engines that some games have, or none.
const OTHER_ENGINES: [&str; 7] = [
    "textbook:heuristic=ligue4,depth=3",
    "textbook:depth=99",
    "solver",
    "ninja:depth=3",
    "level:99",
    "textbook:heuristic=/etc/passwd",
    "process:/bin/sh",
];
const OTHER_BODIES: [&str; 9] = [
    "",
    "{",
    "[]",
    "null",
    "{\"game\":1}",
    "{\"game\":\"connect4\",\"moves\":{\"a\":1}}",
    "{\"game\":\"connect4\",\"moves\":[null]}",
    "\u{feff}{}",
    "{\"lang\":\"xx\",\"game\":\"boom\"}",
];

/// Asks from several connections until `end`.
pub(super) fn ask(rng_seed: u64, end: Instant) -> Result<SeriesReport, String> {
    let mut server = Server::start()?;
    let refused = Arc::new(AtomicU64::new(0));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let (address, refused) = (server.address.clone(), Arc::clone(&refused));
            let dice = SplitMix64::new(SplitMix64::mix(rng_seed ^ number << 40));
            thread::spawn(move || {
                // Told at once: the other clients go on to the end.
                let client = Client { address, dice };
                client.ask_until(end, &refused).inspect_err(|error| println!("{error}"))
            })
        })
        .collect();
    let mut memory = MemoryWatch::new();
    while clients.iter().any(|client| !client.is_finished()) {
        thread::sleep(LOOK);
        memory.sample(server.memory_mb());
    }
    let mut count = 0;
    for client in clients {
        count += client.join().map_err(|_| "a client broke".to_owned())??;
    }
    if !server.is_alive() {
        return Err("the server ended".to_owned());
    }
    memory.check()?;
    Ok(SeriesReport {
        what: "requests to the server",
        count,
        refused: refused.load(Relaxed),
        memory,
    })
}

struct Client {
    address: String,
    dice: SplitMix64,
}

impl Client {
    fn ask_until(mut self, end: Instant, refused: &AtomicU64) -> Result<u64, String> {
        let mut count = 0;
        while Instant::now() < end {
            let request = self.request();
            let shown = String::from_utf8_lossy(&request[..request.len().min(600)]).into_owned();
            match self.exchange(&request) {
                Ok(200..=299) => {}
                Ok(400..=499 | 503) => _ = refused.fetch_add(1, Relaxed),
                Ok(status) => return Err(format!("status {status} for {shown}")),
                Err(error) => return Err(format!("{error} for {shown}")),
            }
            count += 1;
        }
        Ok(count)
    }

    /// Sends a request and reads the answer, or leaves in the middle of it. The status.
    fn exchange(&mut self, request: &[u8]) -> Result<u16, String> {
        let io = |error: std::io::Error| error.to_string();
        let mut stream = TcpStream::connect(&self.address).map_err(io)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(io)?;
        // Whoever refuses early does not read the rest.
        let _ = stream.write_all(request);
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).map_err(io)?;
        let status = line.split_whitespace().nth(1).and_then(|status| status.parse().ok());
        let status: u16 = status.ok_or_else(|| format!("no status but '{}'", line.trim()))?;
        if self.dice.below(8) != 0 {
            let mut rest = Vec::new();
            reader.read_to_end(&mut rest).map_err(io)?;
        }
        Ok(status)
    }

    fn request(&mut self) -> Vec<u8> {
        let route = pick(&mut self.dice, &ROUTES);
        let mut body = match self.dice.below(10) {
            0 => pick(&mut self.dice, &OTHER_BODIES).as_bytes().to_vec(),
            1 => (0..self.dice.below(200)).map(|_| self.dice.below(256) as u8).collect(),
            2 => "[".repeat(self.dice.below(70_000)).into_bytes(),
            _ => self.body(route).into_bytes(),
        };
        if self.dice.below(8) == 0 && !body.is_empty() {
            let at = self.dice.below(body.len());
            body[at] = self.dice.below(256) as u8;
        }
        let method = if route == "games" || self.dice.below(20) == 0 { "GET" } else { "POST" };
        let kinds = ["application/json", "application/json; charset=utf-8", "text/plain", ""];
        let kind = if self.dice.below(15) == 0 { pick(&mut self.dice, &kinds) } else { kinds[0] };
        let host = if self.dice.below(40) == 0 { "example.org" } else { &self.address };
        let length = body.len();
        let mut request = format!(
            "{method} /api/v1/{route} HTTP/1.1\r\nhost: {host}\r\ncontent-type: {kind}\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n"
        )
        .into_bytes();
        request.append(&mut body);
        request
    }

    /// A body of the right shape for most addresses, with content that may be wrong.
    fn body(&mut self, route: &str) -> String {
        let dice = &mut self.dice;
        // One wrong part refuses the whole request: most parts are right.
        let games: &[&str] = if dice.below(10) == 0 { &WRONG_GAMES } else { &GAMES };
        let engines: &[&str] = if dice.below(4) == 0 { &OTHER_ENGINES } else { &ENGINES };
        let (game, engine) = (pick(dice, games), pick(dice, engines));
        let lang = if dice.below(20) == 0 { "de" } else { pick(dice, &["en", "es", "pt-BR"]) };
        let moves: Vec<String> = (0..dice.below(14)).map(|_| random_move(dice, game)).collect();
        let mut body = format!(
            "{{\"game\":\"{game}\",\"moves\":[{}],\"engine\":\"{engine}\",\"lang\":\"{lang}\"",
            moves.join(",")
        );
        let heuristic = pick(dice, &["ligue4", "dezenas", "material", "nobody"]);
        let nodes = [0, 1, 300, 5_000][dice.below(4)];
        let more = match route {
            "eval" => format!(",\"heuristic\":\"{heuristic}\",\"player\":\"first\""),
            "read" => {
                format!(",\"text\":\"{}\"", pick(dice, &["44553", "(;B[hh];W[ii])", "h8 i9", "?"]))
            }
            "write" => format!(",\"format\":\"{}\"", pick(dice, &["sgf", "psq", "pdf"])),
            "bug" => format!(",\"seed\":{},\"kind\":\"tree\"", dice.below(1000)),
            "trace" | "watch" => {
                format!(",\"path\":[{}],\"plies\":{}", moves.join(","), dice.below(9))
            }
            _ => format!(",\"lines\":{}", dice.below(40)),
        };
        body.push_str(&more);
        let _ = write!(body, ",\"limits\":{{\"nodes\":{nodes},\"time\":0.{}}}}}", dice.below(5));
        body
    }
}

/// A move that is often legal.
fn random_move(dice: &mut SplitMix64, game: &str) -> String {
    match dice.below(12) {
        0 => "\"B\"".to_owned(),
        1 => "\"zz99\"".to_owned(),
        _ if game.starts_with("connect4") || game == "boom" => format!("\"{}\"", 1 + dice.below(7)),
        _ => {
            let col = char::from(b'a' + dice.below(15) as u8);
            format!("\"{col}{}\"", 1 + dice.below(15))
        }
    }
}
