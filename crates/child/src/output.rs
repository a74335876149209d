//! The threads that listen to a program: lines of stdout into a bounded queue, stderr into a
//! log and a short memory. A program that floods either is held back, never buffered.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// Longest line that is read; the rest of a longer one is dropped.
const MAX_LINE: usize = 64 * 1024;
/// Lines that may wait before the program is held back.
const MAX_WAITING: usize = 256;
/// Bytes of stderr kept in memory for the record of a failure.
const MAX_TAIL: usize = 2048;
/// Bytes of stderr one program may add to its log.
const MAX_LOG: usize = 1024 * 1024;

/// Starts to read lines; the queue ends when the program closes its output.
pub(crate) fn lines(source: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    thread::spawn(move || read_lines(source, &sender));
    receiver
}

fn read_lines(source: impl Read, sender: &SyncSender<String>) {
    let mut reader = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(MAX_LINE as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.last() != Some(&b'\n') && line.len() == MAX_LINE && !skip_line(&mut reader) {
            return;
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if sender.send(text).is_err() {
            return;
        }
    }
}

/// Drops the rest of a line; false at the end of the output.
fn skip_line(reader: &mut impl BufRead) -> bool {
    loop {
        let Ok(buffer) = reader.fill_buf() else { return false };
        if buffer.is_empty() {
            return false;
        }
        if let Some(end) = buffer.iter().position(|&b| b == b'\n') {
            reader.consume(end + 1);
            return true;
        }
        let length = buffer.len();
        reader.consume(length);
    }
}

/// What a program said on stderr lately.
#[derive(Clone, Default)]
pub(crate) struct Tail(Arc<Mutex<(Vec<u8>, bool)>>);

impl Tail {
    /// Starts to listen; everything also goes to the end of `log`, up to a limit.
    pub(crate) fn listen(mut source: impl Read + Send + 'static, log: Option<PathBuf>) -> Tail {
        let tail = Tail::default();
        let writer = tail.clone();
        thread::spawn(move || {
            let mut log =
                log.and_then(|path| OpenOptions::new().append(true).create(true).open(path).ok());
            let mut room = MAX_LOG;
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = source.read(&mut buffer) {
                let kept = length.min(room);
                room -= kept;
                if let Some(file) = log.as_mut().filter(|_| kept > 0) {
                    // A full disk must not stop the game; the memory still has the last words.
                    let _ = file.write_all(&buffer[..kept]);
                }
                writer.remember(&buffer[..length]);
            }
            if let Ok(mut state) = writer.0.lock() {
                state.1 = true;
            }
        });
        tail
    }

    fn remember(&self, bytes: &[u8]) {
        let Ok(mut state) = self.0.lock() else { return };
        state.0.extend_from_slice(bytes);
        let excess = state.0.len().saturating_sub(MAX_TAIL);
        state.0.drain(..excess);
    }

    /// Whether stderr was closed, so that nothing more can come.
    pub(crate) fn is_complete(&self) -> bool {
        self.0.lock().is_ok_and(|state| state.1)
    }

    /// The last words, as one line.
    pub(crate) fn text(&self) -> String {
        let Ok(state) = self.0.lock() else { return String::new() };
        let text = String::from_utf8_lossy(&state.0);
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" | ")
    }
}
