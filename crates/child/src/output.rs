//! The threads that listen to a program: lines of stdout into a bounded queue, stderr into a
//! log and a short memory. A program that floods either is held back, never buffered.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Longest line that is read; the rest of a longer one is dropped.
const MAX_LINE: usize = 64 * 1024;
/// Writings of some lines each that may wait before the program is held back.
const MAX_WAITING: usize = 256;
/// Bytes of stderr kept in memory for the record of a failure.
const MAX_TAIL: usize = 2048;
/// Bytes of stderr one program may add to its log.
const MAX_LOG: usize = 1024 * 1024;

/// The lines of a program. Those that it wrote in one breath arrive together: who has the first
/// can have the others at once.
pub(crate) struct Lines {
    written: Receiver<Vec<String>>,
    ready: VecDeque<String>,
}

impl Lines {
    /// Starts to read; the lines end when the program closes its output.
    pub(crate) fn of(source: impl Read + Send + 'static) -> Lines {
        let (sender, written) = sync_channel(MAX_WAITING);
        thread::spawn(move || read_lines(source, &sender));
        Lines { written, ready: VecDeque::new() }
    }

    /// The next line, waited for so long.
    pub(crate) fn next(&mut self, patience: Duration) -> Result<String, RecvTimeoutError> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Ok(line);
            }
            self.ready.extend(self.written.recv_timeout(patience)?);
        }
    }

    /// The lines that are there, not waited for, at most so many.
    pub(crate) fn waiting(&mut self, most: usize) -> Vec<String> {
        while self.ready.len() < most
            && let Ok(lines) = self.written.try_recv()
        {
            self.ready.extend(lines);
        }
        self.ready.drain(..most.min(self.ready.len())).collect()
    }
}

fn read_lines(source: impl Read, sender: &SyncSender<Vec<String>>) {
    let mut reader = BufReader::new(source);
    while let Some(first) = read_line(&mut reader) {
        // Only what was read with it: whoever never stops writing must not be waited for.
        let more = reader.buffer().iter().filter(|&&byte| byte == b'\n').count();
        let mut lines = vec![first];
        lines.extend((0..more).map_while(|_| read_line(&mut reader)));
        if sender.send(lines).is_err() {
            return;
        }
    }
}

/// The next line, the rest of a long one dropped; none at the end of the output.
fn read_line(reader: &mut BufReader<impl Read>) -> Option<String> {
    let mut line = Vec::new();
    match reader.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if line.len() == MAX_LINE && !line.ends_with(b"\n") {
        reader.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim_end().to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    const LONG: Duration = Duration::from_secs(60);

    /// A program's output that is written piece by piece.
    struct Pieces(Receiver<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Ok(piece) = self.0.recv() else { return Ok(0) };
            buffer[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    fn written() -> (Sender<Vec<u8>>, Lines) {
        let (sender, pieces) = channel();
        (sender, Lines::of(Pieces(pieces)))
    }

    /// However busy the machine is: a second answer is seen before anything else is asked.
    #[test]
    fn lines_of_one_breath_arrive_together() {
        for _ in 0..200 {
            let (program, mut lines) = written();
            program.send(b"bestmove 1\nbestmove 2\nbest".to_vec()).unwrap();
            assert_eq!(lines.next(LONG), Ok("bestmove 1".to_owned()));
            assert_eq!(lines.waiting(9), ["bestmove 2"]);
            program.send(b"move 3\n".to_vec()).unwrap();
            assert_eq!(lines.next(LONG), Ok("bestmove 3".to_owned()));
            assert_eq!(lines.next(Duration::ZERO), Err(RecvTimeoutError::Timeout));
            program.send(b"last".to_vec()).unwrap();
            drop(program);
            assert_eq!(lines.next(LONG), Ok("last".to_owned()), "also without an end of line");
            assert_eq!(lines.next(LONG), Err(RecvTimeoutError::Disconnected));
        }
    }

    /// Its lines are short and never end where a piece of them ends.
    #[test]
    fn a_program_that_never_stops_writing_is_heard_and_held_back() {
        use std::sync::atomic::{AtomicUsize, Ordering};

        struct Flood(Arc<AtomicUsize>);

        impl Read for Flood {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let from = self.0.fetch_add(buffer.len(), Ordering::Relaxed);
                let text = b"info 1\n";
                (from..)
                    .zip(buffer.iter_mut())
                    .for_each(|(at, byte)| *byte = text[at % text.len()]);
                // An end, so that a test that fails does not take all memory.
                Ok(if from > 64 << 20 { 0 } else { buffer.len() })
            }
        }

        let written = Arc::new(AtomicUsize::new(0));
        let mut lines = Lines::of(Flood(Arc::clone(&written)));
        for _ in 0..5000 {
            assert_eq!(lines.next(LONG), Ok("info 1".to_owned()));
        }
        assert!(written.load(Ordering::Relaxed) < 8 << 20);
    }

    #[test]
    fn only_so_many_lines_are_taken_and_the_rest_stays() {
        let (program, mut lines) = written();
        program.send(b"1\n2\n3\n4\n".to_vec()).unwrap();
        assert_eq!(lines.next(LONG), Ok("1".to_owned()));
        assert_eq!(lines.waiting(2), ["2", "3"]);
        assert_eq!(lines.waiting(2), ["4"]);
        assert!(lines.waiting(2).is_empty());
    }

    #[test]
    fn a_line_without_an_end_is_cut_and_the_next_one_is_whole() {
        let text = [vec![b'x'; MAX_LINE + 10], b"\nnext\n".to_vec()].concat();
        let mut lines = Lines::of(std::io::Cursor::new(text));
        assert_eq!(lines.next(LONG).unwrap().len(), MAX_LINE);
        assert_eq!(lines.next(LONG), Ok("next".to_owned()));
        assert_eq!(lines.next(LONG), Err(RecvTimeoutError::Disconnected));
    }
}
