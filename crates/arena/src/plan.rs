//! What is to be played, as plain data: written once, read again to resume.

use crate::league::Enrolled;
use alinea_catalogue::{Contestant, GameClock};
use alinea_search::Limits;
use alinea_stats::{MAX_PLAYERS, Model, Sprt};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
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

/// A clock for each side of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// What it shows at the beginning.
    pub base_ms: u64,
    /// What every move adds.
    #[serde(default)]
    pub increment_ms: u64,
    /// How much later than at zero a side loses.
    #[serde(default)]
    pub grace_ms: u64,
}

impl TimeControl {
    /// What a clock shows before the first move.
    #[must_use]
    pub fn start(&self) -> GameClock {
        GameClock {
            left: Duration::from_millis(self.base_ms),
            increment: Duration::from_millis(self.increment_ms),
        }
    }
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
    /// Names that were given to the first of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub labels: Vec<Option<String>>,
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
    /// Clocks for the whole game instead.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clock: Option<TimeControl>,
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
    /// The risks of its two errors; 5 % each where nothing is said.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sprt_risks: Option<(f64, f64)>,
    /// Whether its numbers are normalised Elo.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub sprt_normalized: bool,
    /// Seed of openings and of random engines.
    pub seed: u64,
    /// Whether openings are turned and mirrored.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub rotate: bool,
    /// What students handed in, also what was refused.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub students: Vec<Enrolled>,
    /// How large the plan was before contestants joined, first to last: their games come after all
    /// that were planned before.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub before: Vec<Size>,
}

/// How large a plan was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Size {
    /// Contestants.
    pub contestants: usize,
    /// Games between any two that meet.
    pub games: u64,
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
            labels: Vec::new(),
            schedule: Schedule::RoundRobin,
            games,
            depth: None,
            nodes: None,
            time_ms: None,
            clock: None,
            max_plies: DEFAULT_MAX_PLIES,
            resign: None,
            adjudicate: false,
            sprt: None,
            sprt_risks: None,
            sprt_normalized: false,
            seed: 1,
            rotate: false,
            students: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Sets the sequential test.
    pub fn set_test(&mut self, test: Option<Sprt>) {
        self.sprt = test.map(|test| test.elos());
        self.sprt_risks = test.map(|test| test.risks()).filter(|risks| *risks != (0.05, 0.05));
        self.sprt_normalized = test.is_some_and(|test| test.model() == Model::Normalized);
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
        let now = Size { contestants: self.contestants.len(), games: self.games };
        let later = self.before.iter().skip(1).chain([&now]);
        let smaller =
            |(old, new): (&Size, &Size)| new.contestants < old.contestants || new.games < old.games;
        if self.before.iter().zip(later).any(smaller) {
            return fail(
                "expected a match that only grew, found one that was larger before".into(),
            );
        }
        if self.clock.is_some_and(|clock| clock.base_ms == 0) {
            return fail("expected a clock with some time on it, found 0".into());
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
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let (alpha, beta) = self.sprt_risks.unwrap_or((0.05, 0.05));
        let model = if self.sprt_normalized { Model::Normalized } else { Model::Logistic };
        let test = Sprt::new(elo0, elo1).and_then(|test| test.with_risks(alpha, beta));
        test.map(|test| Some(test.with_model(model))).map_err(|error| PlanError(error.to_string()))
    }

    /// Limits of every move, for engines that bring none of their own.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let share = self.clock.map(|clock| clock.start().share());
        let time = self.time_ms.map(Duration::from_millis).or(share);
        Limits { depth: self.depth, nodes: self.nodes, time, ..Limits::default() }
    }

    /// Names for tables: of students their own, of others the given ones or the specifications, with a
    /// number where two are the same.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let name = |(i, who): (usize, &Contestant)| {
            let student = self.students.iter().find(|one| one.contestant == Some(i));
            let label = self.labels.get(i).cloned().flatten();
            let name = student.map(Enrolled::title).or(label).unwrap_or_else(|| who.to_string());
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            if *count == 1 { name } else { format!("{name}#{count}") }
        };
        self.contestants.iter().enumerate().map(name).collect()
    }

    /// Who meets whom, in the order of play.
    #[must_use]
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        self.pairings_of(0, self.contestants.len())
    }

    /// Who of the first `to` contestants meets whom, if the second named is none of the first `from`.
    fn pairings_of(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let last = match self.schedule {
            Schedule::RoundRobin => to.saturating_sub(1),
            Schedule::Gauntlet => to.min(1),
        };
        let all = (0..last).flat_map(|a| (a + 1..to).map(move |b| (a, b)));
        all.filter(|&(_, b)| b >= from).collect()
    }

    /// Every game by its number.
    #[must_use]
    pub fn order(&self) -> Order {
        let now = Size { contestants: self.contestants.len(), games: self.games };
        let mut blocks: Vec<Block> = Vec::new();
        let mut old = Size { contestants: 0, games: 0 };
        let mut start = 0;
        for size in self.before.iter().copied().chain([now]) {
            let more = self.pairings_of(0, old.contestants);
            let new = self.pairings_of(old.contestants, size.contestants);
            // Rounds are whole: only a match, which nobody joins, may have an odd number of games.
            let from = old.games + old.games % 2;
            let added = [(more, from, size.games.saturating_sub(from)), (new, 0, size.games)];
            for (pairings, from, games) in added {
                if pairings.is_empty() || games == 0 {
                    continue;
                }
                let total = pairings.len() as u64 * games;
                blocks.push(Block { pairings, round: from / 2, games, start });
                start += total;
            }
            old = size;
        }
        Order { blocks, total: start }
    }
}

/// The games of a plan in order: round by round, each pairing once with either colour. The table is
/// fair at the end of every round, wherever the match is stopped. Millions of games cost nothing:
/// each is computed from its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    blocks: Vec<Block>,
    total: u64,
}

/// Rounds of the same pairings, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Block {
    pairings: Vec<(usize, usize)>,
    /// The first round of it.
    round: u64,
    games: u64,
    /// The number of its first game.
    start: u64,
}

impl Order {
    /// Games in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The game of this number, from 0.
    #[must_use]
    pub fn job(&self, number: u64) -> Job {
        let block = self.blocks.iter().rev().find(|block| block.start <= number);
        let block = block.expect("the first block begins with game 0");
        let pairings = block.pairings.len() as u64;
        let inside = number - block.start;
        let round = inside / (2 * pairings);
        let within = inside % (2 * pairings);
        // An odd number of games leaves one colour out in the last round.
        let colours = (block.games - 2 * round).min(2);
        let (a, b) = block.pairings[(within / colours) as usize];
        let (first, second) = if within.is_multiple_of(colours) { (a, b) } else { (b, a) };
        let round = (block.round + round) as usize;
        Job { number: number as usize, round, first, second }
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

    /// Whoever joins plays after everything that was planned before, against everybody.
    #[test]
    fn late_contestants_and_later_games_only_add_to_the_end() {
        let before: Vec<Job> = plan(4, 4).order().jobs().collect();
        let mut grown = plan(6, 4);
        grown.before = vec![Size { contestants: 4, games: 4 }];
        let after: Vec<Job> = grown.order().jobs().collect();
        assert_eq!(before[..], after[..before.len()]);
        assert_eq!(after.len(), 15 * 4);
        grown.before.push(Size { contestants: 6, games: 4 });
        grown.games = 8;
        let longer: Vec<Job> = grown.order().jobs().collect();
        assert_eq!(after[..], longer[..after.len()]);
        assert_eq!(longer.len(), 15 * 8);
        assert_eq!(longer.iter().map(|job| job.round).max(), Some(3));
        let mut met: HashMap<(usize, usize, usize), usize> = HashMap::new();
        for job in &longer {
            *met.entry((job.first, job.second, job.round)).or_default() += 1;
        }
        assert_eq!(met.len(), 15 * 8, "everybody meets everybody once a round and colour");
        for pair in longer.chunks(2) {
            assert_eq!((pair[0].first, pair[0].round), (pair[1].second, pair[1].round));
        }
    }

    /// Of an odd number of games the last one has a round of its own.
    #[test]
    fn whoever_joins_after_an_odd_number_of_games_changes_none_of_them() {
        let mut odd = plan(3, 5);
        odd.before = vec![Size { contestants: 2, games: 5 }];
        assert_eq!(odd.order().total(), 15);
        let before: Vec<Job> = plan(2, 5).order().jobs().collect();
        assert_eq!(odd.order().jobs().take(5).collect::<Vec<_>>(), before);
        odd.before.push(Size { contestants: 3, games: 5 });
        odd.games = 8;
        let rounds: Vec<usize> = odd.order().jobs().skip(15).map(|job| job.round).collect();
        assert_eq!(rounds, [3; 6], "the second half of round 2 is not played any more");
    }

    #[test]
    fn a_test_is_kept_as_it_was_asked_for() {
        for text in ["0,5", "0,5,alpha=0.01,beta=0.2", "-5,0,model=normalized"] {
            let test = Sprt::parse(text).unwrap();
            let mut plan = plan(2, 2);
            plan.set_test(Some(test));
            assert_eq!(plan.test(), Ok(Some(test)), "{text}");
        }
        let mut plan = plan(2, 2);
        plan.set_test(Some(Sprt::parse("0,5").unwrap()));
        assert_eq!((plan.sprt_risks, plan.sprt_normalized), (None, false), "as nobody said it");
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
    fn a_plan_that_was_larger_before_is_refused() {
        let grown = |before: &[(usize, u64)]| {
            let before = before.iter().map(|&(contestants, games)| Size { contestants, games });
            Plan { before: before.collect(), ..plan(3, 4) }.check()
        };
        assert_eq!(grown(&[(2, 2), (2, 4), (3, 4)]), Ok(()));
        for larger in [&[(4_000_000_000, 2)][..], &[(3, 6)], &[(3, 2), (2, 4)], &[(2, 4), (3, 2)]] {
            let sentence = "expected a match that only grew, found one that was larger before";
            assert_eq!(grown(larger).unwrap_err().to_string(), sentence, "{larger:?}");
        }
    }

    #[test]
    fn twins_get_numbers() {
        let twins = ["a", "b", "a"].map(|name| name.parse().unwrap());
        let mut plan = Plan::new("boom", &twins, 2);
        assert_eq!(plan.names(), ["a", "b", "a#2"]);
        plan.labels = vec![Some("Ana".to_owned()), None];
        assert_eq!(plan.names(), ["Ana", "b", "a"]);
    }
}
