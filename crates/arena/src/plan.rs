//! What is to be played, as plain data: written once, read again to resume.

use alinea_catalogue::Contestant;
use alinea_search::Limits;
use alinea_stats::{MAX_PLAYERS, Sprt};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Most games one plan may ask for.
pub const MAX_GAMES: u64 = 10_000_000;
/// Plies after which a game is a draw unless the plan says otherwise. Only Boom can get there:
/// every other board is full before.
pub const DEFAULT_MAX_PLIES: u32 = 500;
/// The layout of the files this version writes.
const VERSION: u32 = 1;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody meets everybody; a match is the smallest one.
    RoundRobin,
    /// The first named meets everybody else.
    Gauntlet,
}

/// When an engine gives up by its own scores.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resign {
    /// Points behind, in the engine's own scores.
    pub points: f64,
    /// For this many of its moves in a row.
    pub moves: u32,
}

/// Everything that decides what will be played. Two equal plans with node or depth limits give
/// the same records, byte for byte.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The layout of the files.
    pub version: u32,
    /// `NAME:SETUP`.
    pub game: String,
    /// Who plays, in the order given.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// Games between any two that meet.
    pub games: u64,
    /// Plies for engines that name no depth of their own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Positions a move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
    /// Milliseconds a move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub time_ms: Option<u64>,
    /// Plies after which a game is a draw.
    pub max_plies: u32,
    /// When engines give up.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resign: Option<Resign>,
    /// Whether a game ends as soon as a built-in engine proves its result.
    #[serde(default)]
    pub adjudicate: bool,
    /// The hypotheses of a sequential test.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sprt: Option<(f64, f64)>,
    /// Seed of openings and of random engines.
    pub seed: u64,
}

/// A plan that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(pub String);

impl Plan {
    /// A plan with nothing but the names; everything else is as by default.
    #[must_use]
    pub fn new(game: &str, contestants: &[Contestant], games: u64) -> Plan {
        Plan {
            version: VERSION,
            game: game.to_owned(),
            contestants: contestants.to_vec(),
            schedule: Schedule::RoundRobin,
            games,
            depth: None,
            nodes: None,
            time_ms: None,
            max_plies: DEFAULT_MAX_PLIES,
            resign: None,
            adjudicate: false,
            sprt: None,
            seed: 1,
        }
    }

    /// Refuses what cannot be played.
    pub fn check(&self) -> Result<(), PlanError> {
        let fail = |sentence: String| Err(PlanError(sentence));
        if self.version != VERSION {
            return fail(format!("expected a plan of version {VERSION}, found {}", self.version));
        }
        if !(2..=MAX_PLAYERS).contains(&self.contestants.len()) {
            let found = self.contestants.len();
            return fail(format!("expected 2 to {MAX_PLAYERS} contestants, found {found}"));
        }
        let total = self.games.checked_mul(self.pairings().len() as u64);
        if self.games == 0 || total.is_none_or(|total| total > MAX_GAMES) {
            return fail(format!("expected 1 to {MAX_GAMES} games in all, found {}", self.games));
        }
        if self.max_plies == 0 {
            return fail("expected at least one ply a game, found 0".into());
        }
        if self.sprt.is_some() && self.contestants.len() != 2 {
            return fail("a sequential test needs exactly two contestants".into());
        }
        self.test().map(drop)
    }

    /// The sequential test, if one was asked for.
    pub fn test(&self) -> Result<Option<Sprt>, PlanError> {
        let test = self.sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1)).transpose();
        test.map_err(|error| PlanError(error.to_string()))
    }

    /// Limits of every move, for engines that bring none of their own.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let time = self.time_ms.map(Duration::from_millis);
        Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }
    }

    /// Names for tables: the specifications, with a number where two are the same.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let all = &self.contestants;
        let name = |(i, who): (usize, &Contestant)| match all[..i]
            .iter()
            .filter(|earlier| *earlier == who)
            .count()
        {
            0 => who.to_string(),
            earlier => format!("{who}#{}", earlier + 1),
        };
        all.iter().enumerate().map(name).collect()
    }

    /// Who meets whom, in the order of play.
    #[must_use]
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let n = self.contestants.len();
        let last = match self.schedule {
            Schedule::RoundRobin => n.saturating_sub(1),
            Schedule::Gauntlet => n.min(1),
        };
        (0..last).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
    }

    /// Every game by its number.
    #[must_use]
    pub fn order(&self) -> Order {
        Order { pairings: self.pairings(), games: self.games }
    }
}

/// The games of a plan in order: round by round, each pairing once with either colour. The table is
/// fair at the end of every round, wherever the match is stopped. Millions of games cost nothing:
/// each is computed from its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    pairings: Vec<(usize, usize)>,
    games: u64,
}

impl Order {
    /// Games in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    /// The game of this number, from 0.
    #[must_use]
    pub fn job(&self, number: u64) -> Job {
        let pairings = self.pairings.len() as u64;
        let round = number / (2 * pairings);
        let within = number % (2 * pairings);
        // An odd number of games leaves one colour out in the last round.
        let colours = (self.games - 2 * round).min(2);
        let (a, b) = self.pairings[(within / colours) as usize];
        let (first, second) = if within % colours == 0 { (a, b) } else { (b, a) };
        Job { number: number as usize, round: round as usize, first, second }
    }

    /// All of them.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + '_ {
        (0..self.total()).map(|number| self.job(number))
    }
}

/// One game to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Place in the order, from 0.
    pub number: usize,
    /// The round, which names the opening, from 0.
    pub round: usize,
    /// Which contestant moves first.
    pub first: usize,
    /// Which moves second.
    pub second: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(contestants: usize, games: u64) -> Plan {
        let names: Vec<Contestant> =
            (0..contestants).map(|i| format!("e{i}").parse().unwrap()).collect();
        Plan::new("connect4", &names, games)
    }

    #[test]
    fn colours_swap_within_every_round() {
        let jobs = plan(3, 4).order().jobs().collect::<Vec<_>>();
        assert_eq!(jobs.len(), 12);
        for (i, job) in jobs.iter().enumerate() {
            assert_eq!((job.number, job.round), (i, i / 6));
            let twin = jobs[i ^ 1];
            assert_eq!((job.first, job.second, job.round), (twin.second, twin.first, twin.round));
        }
        assert_eq!(plan(2, 5).order().total(), 5);
    }

    #[test]
    fn more_games_only_add_to_the_end() {
        let (short, long) = (
            plan(4, 4).order().jobs().collect::<Vec<_>>(),
            plan(4, 10).order().jobs().collect::<Vec<_>>(),
        );
        assert_eq!(short[..], long[..short.len()]);
        let (odd, even) = (
            plan(2, 5).order().jobs().collect::<Vec<_>>(),
            plan(2, 8).order().jobs().collect::<Vec<_>>(),
        );
        assert_eq!(odd[..], even[..5]);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let mut plan = plan(4, 2);
        plan.schedule = Schedule::Gauntlet;
        assert_eq!(plan.pairings(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn plans_that_cannot_be_played_are_refused() {
        assert!(plan(1, 2).check().is_err());
        assert!(plan(2, 0).check().is_err());
        assert!(plan(2, MAX_GAMES + 1).check().is_err());
        assert!(Plan { sprt: Some((0.0, 5.0)), ..plan(3, 2) }.check().is_err());
        assert!(Plan { sprt: Some((5.0, 0.0)), ..plan(2, 2) }.check().is_err());
        assert!(Plan { version: 9, ..plan(2, 2) }.check().is_err());
        assert_eq!(plan(2, 2).check(), Ok(()));
    }

    #[test]
    fn twins_get_numbers() {
        let twins = ["a", "b", "a"].map(|name| name.parse().unwrap());
        assert_eq!(Plan::new("boom", &twins, 2).names(), ["a", "b", "a#2"]);
    }
}
