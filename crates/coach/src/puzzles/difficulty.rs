//! How hard a puzzle is: how long its line is, how many wrong moves look better at first sight,
//! and whether a level-5 player finds it.

use super::prover::Found;
use alinea_catalogue::{EngineSpec, Session, Setting};
use alinea_search::{Ignore, Limits, Stop};

/// The player who should find the easier ones.
const LEVEL: u8 = 5;
/// How often that player is asked.
const ASKED: u64 = 3;
/// Moves that a first sight compares.
const COMPARED: usize = 12;
/// The first sight: two plies.
const SIGHT: u32 = 2;

/// What makes a puzzle hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hardness {
    /// Plies to the end.
    pub(crate) plies: u32,
    /// Wrong moves that look at least as good at first sight.
    pub(crate) tempting: usize,
    /// How often, of [`ASKED`], the level-5 player played something else.
    pub(crate) missed: u64,
}

impl Hardness {
    /// Measures a puzzle.
    pub(crate) fn of(at: &dyn Session, found: &Found, stop: &Stop) -> Hardness {
        let solution = found.solution.first().map_or("", String::as_str);
        let missed = (1..=ASKED).filter(|seed| level_plays(at, *seed, stop) != solution).count();
        let tempting = tempting(at, solution, stop);
        Hardness { plies: found.plies, tempting, missed: missed as u64 }
    }

    /// From 1, easy, to 5: up to three points for the length, one each for temptation and for a
    /// level-5 player who mostly misses it.
    pub(crate) fn grade(self) -> u8 {
        let length = match self.plies {
            0..=3 => 0,
            4..=7 => 1,
            8..=13 => 2,
            _ => 3,
        };
        let tempting = u8::from(self.tempting >= 3);
        let missed = u8::from(2 * self.missed > ASKED);
        (1 + length + tempting + missed).min(5)
    }
}

fn level_plays(at: &dyn Session, seed: u64, stop: &Stop) -> String {
    let spec = EngineSpec::level(LEVEL).with(Setting::Seed(seed));
    let thought = at.seat(&spec).ok().and_then(|mut seat| {
        seat.new_game();
        seat.think(at, &Limits::default(), stop, &mut Ignore).ok()
    });
    thought.and_then(|thought| thought.best).unwrap_or_default()
}

/// How many wrong moves a search of two plies ranks at least as high as the solution.
fn tempting(at: &dyn Session, solution: &str, stop: &Stop) -> usize {
    let spec = EngineSpec::alphabeta();
    let limits = Limits { lines: COMPARED, ..Limits::depth(SIGHT) };
    let thought = at.seat(&spec).ok().and_then(|mut seat| {
        seat.new_game();
        seat.think(at, &limits, stop, &mut Ignore).ok()
    });
    let moves = thought.map(|thought| thought.moves).unwrap_or_default();
    let own = moves.iter().find(|root| root.mv == solution).map(|root| root.score);
    let others = moves.iter().filter(|root| root.mv != solution);
    others.filter(|root| own.is_none_or(|own| root.score >= own)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_more_tempting_and_missed_is_harder() {
        let easy = Hardness { plies: 3, tempting: 0, missed: 0 };
        assert_eq!(easy.grade(), 1);
        assert_eq!(Hardness { plies: 5, ..easy }.grade(), 2);
        assert_eq!(Hardness { plies: 9, ..easy }.grade(), 3);
        assert_eq!(Hardness { plies: 21, ..easy }.grade(), 4);
        assert_eq!(Hardness { tempting: 3, ..easy }.grade(), 2);
        assert_eq!(Hardness { missed: 2, ..easy }.grade(), 2);
        assert_eq!(Hardness { missed: 1, tempting: 2, ..easy }.grade(), 1);
        assert_eq!(Hardness { plies: 21, tempting: 5, missed: 3 }.grade(), 5);
    }

    #[test]
    fn what_everybody_sees_is_easy() {
        use crate::puzzles::{PuzzleProof, Theme};
        let at = alinea_catalogue::open("connect4").unwrap().read("112233").unwrap();
        let hardness = |solution: &str| {
            let found = Found {
                solution: vec![solution.to_owned()],
                theme: Theme::DoubleThreat,
                plies: 1,
                proof: PuzzleProof::Solver,
            };
            Hardness::of(at.as_ref(), &found, &Stop::new())
        };
        assert_eq!(hardness("4"), Hardness { plies: 1, tempting: 0, missed: 0 });
        let hidden = hardness("7");
        assert_eq!(hidden.missed, ASKED);
        assert!(hidden.tempting >= 1);
    }
}
