//! What other programs take of the processors that a match may use, from the system's counters (Linux; elsewhere nothing is seen).

use std::collections::HashMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Clock ticks of the processors that this program may use (`taskset` leaves it some), in all and of ours, since the match began; kept beside it, so that a match that is resumed knows of its earlier part.
pub(super) struct OtherWork {
    file: PathBuf,
    earlier: Ticks,
    start: Ticks,
    now: Ticks,
}

/// Ticks of our processors with and without work, and those of this program and what it started.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Ticks {
    all: u64,
    busy: u64,
    own: u64,
}

impl OtherWork {
    pub(super) fn resume(file: &Path) -> OtherWork {
        let earlier = fs::read_to_string(file).ok().and_then(|text| Ticks::read(&text));
        let start = Ticks::count();
        let earlier = earlier.unwrap_or_default();
        OtherWork { file: file.to_owned(), earlier, start, now: start }
    }

    /// Counts again and writes it down. A program that ended since the last look may be missed, so
    /// this errs towards too much other work.
    pub(super) fn look(&mut self) {
        let now = Ticks::count();
        self.now = Ticks { own: now.own.max(self.now.own), ..now };
        let total = self.total();
        let _ = fs::write(&self.file, format!("{} {} {}\n", total.all, total.busy, total.own));
    }

    fn total(&self) -> Ticks {
        let part = |now: u64, start: u64, earlier: u64| now.saturating_sub(start) + earlier;
        Ticks {
            all: part(self.now.all, self.start.all, self.earlier.all),
            busy: part(self.now.busy, self.start.busy, self.earlier.busy),
            own: part(self.now.own, self.start.own, self.earlier.own),
        }
    }

    /// The share of the processors that other work took.
    pub(super) fn share(&self) -> f64 {
        let total = self.total();
        total.busy.saturating_sub(total.own) as f64 / total.all.max(1) as f64
    }
}

impl Ticks {
    fn read(text: &str) -> Option<Ticks> {
        let mut numbers = text.split_whitespace().map(|word| word.parse().ok());
        let (all, busy, own) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some(Ticks { all, busy, own })
    }

    fn count() -> Ticks {
        let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
        let (all, busy) =
            processor_ticks(&read("/proc/stat"), &allowed(&read("/proc/self/status")));
        Ticks { all, busy, own: own_ticks() }
    }
}

/// The processors that a process may use, from the text of its status.
fn allowed(status: &str) -> Vec<RangeInclusive<u32>> {
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let part = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    };
    list.unwrap_or_default().split(',').filter_map(part).collect()
}

/// Ticks of some processors, in all and at work: their lines of the system's counters.
fn processor_ticks(stat: &str, of: &[RangeInclusive<u32>]) -> (u64, u64) {
    let (mut all, mut idle) = (0, 0);
    for line in stat.lines() {
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|name| name.strip_prefix("cpu")?.parse().ok());
        if number.is_some_and(|number| of.iter().any(|part| part.contains(&number))) {
            // user, nice, system, idle, iowait, irq, softirq, steal; the rest is counted in these.
            let ticks: Vec<u64> = words.take(8).filter_map(|word| word.parse().ok()).collect();
            all += ticks.iter().sum::<u64>();
            idle += ticks.iter().skip(3).take(2).sum::<u64>();
        }
    }
    (all, all - idle)
}

/// Ticks of this program, of the programs below it, and of those that have ended.
fn own_ticks() -> u64 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let read = |id: u32| fs::read_to_string(format!("/proc/{id}/stat")).ok();
    let all: HashMap<u32, (u32, u64)> =
        numbers.filter_map(|id| Some((id, parse_process(&read(id)?)?))).collect();
    let me = std::process::id();
    let is_ours = |mut id: u32| {
        // No chain of parents is longer than there are processes.
        for _ in 0..all.len() {
            if id == me {
                return true;
            }
            match all.get(&id) {
                Some((parent, _)) => id = *parent,
                None => return false,
            }
        }
        false
    };
    all.iter().filter(|(id, _)| is_ours(**id)).map(|(_, (_, ticks))| ticks).sum()
}

/// The parent and the ticks of a process, those of its ended children included.
fn parse_process(stat: &str) -> Option<(u32, u64)> {
    // The name stands in brackets and may hold anything.
    let rest = &stat[stat.rfind(')')? + 1..];
    let words: Vec<&str> = rest.split_whitespace().collect();
    let ticks = words.get(11..15)?.iter().filter_map(|word| word.parse::<u64>().ok()).sum();
    Some((words.get(1)?.parse().ok()?, ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_read_whatever_its_name() {
        let stat = "12 (a ) 3 (b) S 7 1 1 0 -1 4194560 100 0 0 0 20 3 400 1 20 0 1 0";
        assert_eq!(parse_process(stat), Some((7, 424)));
        assert_eq!(parse_process("12 (a"), None);
    }

    #[test]
    fn only_our_processors_are_counted() {
        let status = "Name:\tgate\nCpus_allowed:\td\nCpus_allowed_list:\t0,2-3\nMems_allowed:\t1\n";
        assert_eq!(allowed(status), [0..=0, 2..=3]);
        let stat = "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 1 2 3 40 5 6 7 8 1 1\ncpu1 100 0 0 100 0 0 0 0 0 0\n\
                    cpu2 10 0 0 90 0 0 0 0 0 0\nintr 5\n";
        assert_eq!(processor_ticks(stat, &allowed(status)), (172, 37));
        assert_eq!(processor_ticks(stat, &[]), (0, 0));
        assert_eq!(allowed("Name:\tgate\n"), []);
    }

    #[test]
    fn the_share_counts_earlier_parts() {
        let ticks = |all, busy, own| Ticks { all, busy, own };
        let work = OtherWork {
            file: PathBuf::new(),
            earlier: ticks(100, 60, 50),
            start: ticks(1000, 10, 5),
            now: ticks(1100, 50, 35),
        };
        assert!((work.share() - 20.0 / 200.0).abs() < 1e-9);
    }
}
