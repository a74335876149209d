//! From a contestant's text to a seat: any engine of the catalogue, or `process:PATH`.

use crate::ProcessSeat;
use alinea_catalogue::{EngineSpec, Seat, Session, SpecError};
use alinea_child::{Patience, Program};
use alinea_search::Limits;
use std::path::PathBuf;

/// What a seat outside needs to know besides its own text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatOptions {
    /// How long to wait for a program.
    pub patience: Patience,
    /// Where what a program says on stderr is kept.
    pub log: Option<PathBuf>,
}

/// Makes seats. The program's own maker knows more kinds of contestants than this crate does.
pub type SeatMaker<'m> =
    dyn Fn(&dyn Session, &str, &SeatOptions) -> Result<Box<dyn Seat>, SpecError> + Sync + 'm;

/// Seats an engine of the catalogue or a program that speaks the protocol of `docs/protocol.md`.
pub fn seat(
    session: &dyn Session,
    contestant: &str,
    options: &SeatOptions,
) -> Result<Box<dyn Seat>, SpecError> {
    let Some(command) = contestant.strip_prefix("process:") else {
        return session.seat(contestant);
    };
    let (command, limits) = outside(command)?;
    Ok(Box::new(ProcessSeat::start(session, command, limits, options)?))
}

/// Splits `PATH[,depth=D][,nodes=N][,time=S]` of a program outside.
pub fn outside(text: &str) -> Result<(Program, Limits), SpecError> {
    let mut path = text;
    let mut limits = String::new();
    while let Some((rest, item)) = path.rsplit_once(',') {
        let is_limit = ["depth=", "nodes=", "time="].iter().any(|key| item.starts_with(key));
        if !is_limit {
            break;
        }
        limits = format!("{item},{limits}");
        path = rest;
    }
    let program = Program::parse(path).map_err(|error| SpecError(error.to_string()))?;
    Ok((program, EngineSpec::parse(&format!("outside:{limits}"))?.limits))
}

/// Whether this contestant is a program outside, whose word proves nothing.
#[must_use]
pub fn is_outside(contestant: &str) -> bool {
    contestant.starts_with("process:") || contestant.starts_with("gomocup:")
}

/// Engines that roll dice play another game every time: their text with a seed of this game.
/// `None` for engines that need none, or were given one.
pub(crate) fn with_seed(contestant: &str, seed: u64) -> Option<String> {
    let (name, options) = contestant.split_once(':').unwrap_or((contestant, ""));
    let dice = ["random", "level"].contains(&name);
    if !dice || options.split(',').any(|option| option.trim_start().starts_with("seed=")) {
        return None;
    }
    // The specification reads whole numbers; 32 bits stay readable in it.
    let seed = seed & 0xffff_ffff;
    Some(match options {
        "" => format!("{name}:seed={seed}"),
        options => format!("{name}:{options},seed={seed}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_get_a_seed_and_nobody_else() {
        assert_eq!(with_seed("random", 7).as_deref(), Some("random:seed=7"));
        assert_eq!(with_seed("level:3", 7).as_deref(), Some("level:3,seed=7"));
        assert_eq!(with_seed("level:3,seed=1", 7), None);
        assert_eq!(with_seed("textbook:depth=3", 7), None);
    }

    #[test]
    fn limits_of_programs_are_read_from_the_end() {
        let (program, limits) = outside("sh -c true,time=0.5,nodes=9").unwrap();
        assert_eq!(program.to_string(), "sh -c true");
        assert_eq!((limits.nodes, limits.time.unwrap().as_millis()), (Some(9), 500));
        assert!(outside("sh,depth=x").is_err());
        assert!(outside("no-such-program").unwrap_err().to_string().contains("no program"));
    }
}
