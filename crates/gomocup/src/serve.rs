//! The loop around the brain: lines in from a reader, lines out to a writer, thoughts in one thread of their own.

use crate::brain::{Answer, Brain, Effect, Purpose, Task};
use crate::thinker::{Thinker, WeightFile};
use alinea_search::Stop;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Longer lines are cut.
const MAX_LINE: usize = 4096;

enum Event {
    Line(String),
    /// Something to print, from the thought of this number.
    Tell(u64, String),
    Done(u64, Answer),
    End,
}

/// A task for the thread that thinks.
struct NumberedTask {
    number: u64,
    task: Box<Task>,
    stop: Stop,
}

/// Speaks the protocol until END or the end of input, judging by a file where one is given. A running thought ends with it.
pub fn serve<R: BufRead + Send + 'static>(
    input: R,
    mut output: impl Write,
    weights: Option<WeightFile>,
) -> io::Result<()> {
    let (send, events) = channel();
    let (tasks, waiting) = channel();
    let lines = send.clone();
    std::thread::spawn(move || read_lines(input, &lines));
    std::thread::spawn(move || think_all(&waiting, Thinker::with_weights(weights), &send));
    let mut talk = Talk {
        brain: Brain::new(),
        tasks,
        number: 0,
        stop: Stop::new(),
        running: false,
        closing: false,
    };
    talk.run(&events, &mut output)
}

struct Talk {
    brain: Brain,
    tasks: Sender<NumberedTask>,
    /// Which thought is awaited; outcomes of older ones are dropped.
    number: u64,
    stop: Stop,
    running: bool,
    /// The input has ended: the last thought is still answered.
    closing: bool,
}

impl Talk {
    fn run(&mut self, events: &Receiver<Event>, output: &mut impl Write) -> io::Result<()> {
        for event in events {
            match event {
                Event::Line(line) => {
                    let effect = self.brain.handle(&line);
                    if !self.act(effect, output)? {
                        break;
                    }
                }
                Event::Tell(number, line) if number == self.number => print(output, &[line])?,
                Event::Done(number, outcome) if number == self.number => {
                    self.running = false;
                    print(output, &self.brain.conclude(&outcome))?;
                }
                Event::Tell(..) | Event::Done(..) => {}
                Event::End => self.closing = true,
            }
            if self.closing && !self.running {
                break;
            }
        }
        self.stop.stop();
        Ok(())
    }

    /// Does what the brain wants; false means the end.
    fn act(&mut self, effect: Effect, output: &mut impl Write) -> io::Result<bool> {
        match effect {
            Effect::Nothing => {}
            Effect::Say(lines) => print(output, &lines)?,
            Effect::Stop => self.stop.stop(),
            Effect::Abandon(lines) => {
                self.stop.stop();
                self.number += 1;
                self.running = false;
                print(output, &lines)?;
            }
            Effect::Quit => return Ok(false),
            Effect::Think(task) => {
                self.number += 1;
                self.running = true;
                self.stop = Stop::new();
                let stop = self.stop.clone();
                // The thread ends with this sender only.
                let _ = self.tasks.send(NumberedTask { number: self.number, task, stop });
            }
        }
        Ok(true)
    }
}

/// Thinks one task after the other. However many were given up meanwhile, only the last that waits is
/// thought: older ones are awaited by nobody, and those that clear the table take no time.
fn think_all(tasks: &Receiver<NumberedTask>, mut thinker: Thinker, send: &Sender<Event>) {
    while let Ok(first) = tasks.recv() {
        let mut waiting = vec![first];
        waiting.extend(tasks.try_iter());
        let last = waiting.pop();
        let clearing = waiting.into_iter().filter(|older| older.task.purpose == Purpose::Clear);
        for NumberedTask { number, task, stop } in clearing.chain(last) {
            let mut tell = |line: String| {
                let _ = send.send(Event::Tell(number, line));
            };
            // A mistake in one thought must not end the next ones, nor leave somebody waiting.
            let thought = AssertUnwindSafe(|| thinker.think(&task, &stop, &mut tell));
            let answer = catch_unwind(thought).unwrap_or_else(|_| {
                thinker.forget();
                Answer::Nothing
            });
            let _ = send.send(Event::Done(number, answer));
        }
    }
}

fn print(output: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

/// Sends every line, whatever bytes it holds; what is too long is cut.
fn read_lines(mut input: impl BufRead, send: &Sender<Event>) {
    let mut line = Vec::new();
    while let Ok(buffer) = input.fill_buf() {
        if buffer.is_empty() {
            break;
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(MAX_LINE - line.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if send.send(Event::Line(text)).is_err() {
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = send.send(Event::Line(String::from_utf8_lossy(&line).into_owned()));
    }
    let _ = send.send(Event::End);
}
