//! The games of a match in order, as they are counted: the score, and whether it is enough.

use crate::plan::Order;
use crate::{Plan, PlanError, Record, Tally};
use alinea_jobs::{Fold, Next, Refusal};
use alinea_stats::{Decision, Sprt};
use std::cell::Cell;
use std::time::Duration;

/// How far a match is, after each game in order.
pub struct Progress<'p> {
    /// The game just counted.
    pub record: &'p Record,
    /// The score with it.
    pub tally: &'p Tally,
    /// Games in all, unless a test ends it before.
    pub total: usize,
    /// How long the rest will take.
    pub left: Option<Duration>,
}

/// How a match ended.
#[derive(Debug)]
pub struct Finish {
    /// The score.
    pub tally: Tally,
    /// Where the sequential test stands, if there is one.
    pub decision: Option<Decision>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Games that were given up after three tries, from 1.
    pub parked: Vec<u64>,
}

/// The score so far. A test is decided by the games in order, so neither threads nor machines
/// change the game at which it ends.
pub(crate) struct Scoreboard<'o> {
    order: Order,
    test: Option<Sprt>,
    players: usize,
    pub(crate) tally: Tally,
    pub(crate) decision: Option<Decision>,
    pub(crate) left: &'o Cell<Option<Duration>>,
    pub(crate) observer: &'o mut dyn FnMut(&Progress<'_>),
}

impl<'o> Scoreboard<'o> {
    pub(crate) fn new(
        plan: &Plan,
        left: &'o Cell<Option<Duration>>,
        observer: &'o mut dyn FnMut(&Progress<'_>),
    ) -> Result<Scoreboard<'o>, PlanError> {
        let (test, players) = (plan.test()?, plan.contestants.len());
        let (tally, decision) = (Tally::new(players), test.map(|_| Decision::Continue));
        Ok(Scoreboard { order: plan.order(), test, players, tally, decision, left, observer })
    }
}

impl Fold for Scoreboard<'_> {
    fn reset(&mut self) -> Result<(), Refusal> {
        self.tally = Tally::new(self.players);
        self.decision = self.test.map(|_| Decision::Continue);
        Ok(())
    }

    fn add(&mut self, unit: u64, result: &[u8]) -> Result<Next, Refusal> {
        let record: Record = serde_json::from_slice(result)
            .map_err(|error| Refusal(format!("game {}: {error}", unit + 1)))?;
        self.tally.add(&self.order.job(unit), &record);
        self.decision = self.test.map(|test| test.decide(self.tally.pairs(0, 1)));
        let (total, left) = (self.order.total() as usize, self.left.get());
        (self.observer)(&Progress { record: &record, tally: &self.tally, total, left });
        let decided = self.decision.is_some_and(|decision| decision != Decision::Continue);
        Ok(if decided { Next::Enough } else { Next::More })
    }
}
