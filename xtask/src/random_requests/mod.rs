//! `cargo xtask random-requests [--minutes N]`: requests with random content, right and wrong, to the
//! server and to the Gomocup brain (an hour unless said). Everything must be answered in time, with
//! a result or a refusal, and neither program may end or grow.

mod brain;
mod server;

use crate::Outcome;
use crate::server::{MemoryWatch, minutes, release_program};
use alinea_core::SplitMix64;
use std::thread;
use std::time::{Duration, Instant};

/// How often memory is looked at.
const LOOK: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &[String]) -> Outcome {
    let (minutes, rest) = minutes(args, 60.0)?;
    let rng_seed = match rest.as_slice() {
        [] => 1,
        [flag, seed] if flag == "--seed" => {
            seed.parse().map_err(|_| format!("expected a number, found '{seed}'"))?
        }
        _ => return Err(format!("expected [--minutes N] [--seed N], found {rest:?}")),
    };
    let program = release_program()?;
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    println!("{minutes} minutes, seed {rng_seed}");
    let brain = thread::spawn(move || {
        // Told at once: the requests go on to the end.
        brain::converse(&program, rng_seed, end).inspect_err(|error| println!("{error}"))
    });
    let asked = server::ask(rng_seed, end);
    let talked = brain.join().map_err(|_| "the brain's partner broke".to_owned())?;
    println!("{}", asked?);
    println!("{}", talked?);
    Ok(())
}

/// Picks one of several.
fn pick<'t>(dice: &mut SplitMix64, from: &[&'t str]) -> &'t str {
    from[dice.below(from.len())]
}

/// How many requests of a series were refused, and the memory of the program meanwhile.
struct SeriesReport {
    what: &'static str,
    count: u64,
    refused: u64,
    memory: MemoryWatch,
}

impl std::fmt::Display for SeriesReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}, {} of them refused", self.what, self.count, self.refused)?;
        match self.memory.early_and_late() {
            Some((early, late)) => {
                write!(f, "; memory {early:.0} MB, later {late:.0} MB ({})", self.memory.curve())
            }
            None => Ok(()),
        }
    }
}
