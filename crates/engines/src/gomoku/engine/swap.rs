//! Swap and swap2 as decisions: three balanced stones to offer, and what to do with three or five stones offered.

use std::time::Duration;

use alinea_core::SplitMix64;
use alinea_search::{Clock, Limits, Stop};

use super::geometry::Cell;
use super::search::DECIDED;
use super::setup::Setup;
use super::strong::Strong;

/// Within this score a position is called balanced.
const BALANCED: i32 = 60;

/// The answer of swap and swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Take the other colour.
    Swap,
    /// Stay, and put this stone.
    Stay(Cell),
    /// Put two stones, white and black, and leave the choice to the other side.
    TwoMore(Cell, Cell),
}

/// What a swap decision may spend.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Wall-clock time for the whole decision.
    pub time: Option<Duration>,
    /// Nodes for each position that is judged.
    pub nodes: u64,
}

impl Allowance {
    fn limits(&self, clock: &Clock, share: f64) -> Limits {
        let left = self.time.map(|time| {
            let rest = time.saturating_sub(clock.elapsed());
            rest.mul_f64(share).max(Duration::from_millis(1))
        });
        Limits { nodes: Some(self.nodes), time: left, ..Limits::default() }
    }

    fn is_spent(&self, clock: &Clock) -> bool {
        self.time.is_some_and(|time| clock.elapsed() >= time.mul_f64(0.8))
    }
}

/// The score for the player to move; decided scores count as far from balanced.
fn judge(engine: &mut Strong, setup: &Setup, limits: &Limits, stop: &Stop) -> i32 {
    let choice = engine.choose_any(setup, limits, stop, &mut |_| {});
    choice.and_then(|choice| choice.lines.first().map(|line| line.score)).unwrap_or(DECIDED)
}

/// Three stones, black white black, after which neither side is better: the most balanced of some random ones.
pub fn propose(
    engine: &mut Strong,
    empty: &Setup,
    allowance: Allowance,
    stop: &Stop,
    seed: u64,
) -> [Cell; 3] {
    let clock = Clock::start();
    let mut dice = SplitMix64::new(seed);
    let size = empty.size;
    let mut best = (i32::MAX, fallback(size));
    for attempt in 0..40 {
        if attempt > 0 && (allowance.is_spent(&clock) || stop.is_set()) {
            break;
        }
        let stones = random_three(&mut dice, size);
        let setup = stones.iter().fold(empty.clone(), |setup, cell| setup.with(*cell));
        let score = judge(engine, &setup, &allowance.limits(&clock, 0.2), stop).abs();
        if score < best.0 {
            best = (score, stones);
        }
        if score < BALANCED / 4 {
            break;
        }
    }
    best.1
}

/// Three stones on any board, used when there is no time to look for better ones.
fn fallback(size: usize) -> [Cell; 3] {
    let middle = size / 2;
    [Cell::new(middle, middle), Cell::new(middle + 1, middle), Cell::new(middle - 2, middle + 1)]
}

/// Stones away from the middle are harder to exploit: the first one is anywhere, the others near it.
fn random_three(dice: &mut SplitMix64, size: usize) -> [Cell; 3] {
    let first = Cell::new(dice.below(size), dice.below(size));
    let mut stones = [first; 3];
    for at in 1..3 {
        loop {
            let near = |centre: usize, dice: &mut SplitMix64| {
                (centre + dice.below(9)).saturating_sub(4).min(size - 1)
            };
            let cell = Cell::new(near(first.x(), dice), near(first.y(), dice));
            if !stones[..at].contains(&cell) {
                stones[at] = cell;
                break;
            }
        }
    }
    stones
}

/// What to answer to three stones with white to move. `may_add` says that two more stones are allowed (swap2).
pub fn decide_three(
    engine: &mut Strong,
    setup: &Setup,
    allowance: Allowance,
    stop: &Stop,
    may_add: bool,
) -> Option<Decision> {
    let clock = Clock::start();
    let choice = engine.choose_any(setup, &allowance.limits(&clock, 0.4), stop, &mut |_| {})?;
    let best = choice.best?;
    let score = choice.lines.first().map_or(0, |line| line.score);
    if score > BALANCED {
        return Some(Decision::Stay(best));
    }
    if score < -BALANCED || !may_add {
        return Some(if score < 0 { Decision::Swap } else { Decision::Stay(best) });
    }
    let pair = balance_two(engine, setup, best, allowance, &clock, stop);
    Some(pair.map_or(Decision::Stay(best), |(white, black)| Decision::TwoMore(white, black)))
}

/// A white and a black stone after which neither side is better.
fn balance_two(
    engine: &mut Strong,
    setup: &Setup,
    white: Cell,
    allowance: Allowance,
    clock: &Clock,
    stop: &Stop,
) -> Option<(Cell, Cell)> {
    let after = setup.with(white);
    let limits = Limits { lines: 12, ..allowance.limits(clock, 0.3) };
    let replies = engine.choose_any(&after, &limits, stop, &mut |_| {})?;
    let mut best: Option<(i32, Cell)> = None;
    for line in replies.lines.iter().filter(|line| line.score.abs() < DECIDED) {
        if best.is_none_or(|(score, _)| line.score.abs() < score) {
            best = Some((line.score.abs(), line.cell));
        }
    }
    best.map(|(_, black)| (white, black))
}

/// What to answer to five stones with white to move: the better colour.
pub fn decide_five(
    engine: &mut Strong,
    setup: &Setup,
    allowance: Allowance,
    stop: &Stop,
) -> Option<Decision> {
    let clock = Clock::start();
    let choice = engine.choose_any(setup, &allowance.limits(&clock, 0.8), stop, &mut |_| {})?;
    let score = choice.lines.first().map_or(0, |line| line.score);
    if score < 0 { Some(Decision::Swap) } else { choice.best.map(Decision::Stay) }
}

#[cfg(test)]
mod tests {
    use super::super::rule::Variant;
    use super::*;

    fn empty(size: usize) -> Setup {
        Setup { variant: Variant::Freestyle, size, stones: Vec::new(), turn: 0 }
    }

    const QUICK: Allowance = Allowance { time: None, nodes: 500 };

    #[test]
    fn three_stones_are_different_and_on_the_board() {
        for size in [5, 15, 22] {
            let mut engine = Strong::new(1 << 16, 1);
            let stones = propose(&mut engine, &empty(size), QUICK, &Stop::new(), 7);
            assert!(stones.iter().all(|cell| cell.x() < size && cell.y() < size));
            assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
        }
    }

    #[test]
    fn a_lost_side_is_given_away_and_a_won_one_kept() {
        let mut engine = Strong::new(1 << 16, 1);
        let stones = [(7, 7, 0), (0, 0, 1), (7, 8, 0), (14, 0, 1), (7, 9, 0)];
        let stones = stones.map(|(x, y, colour)| (Cell::new(x, y), colour)).to_vec();
        let mut setup = Setup { stones, turn: 1, ..empty(15) };
        let answer = decide_five(&mut engine, &setup, QUICK, &Stop::new());
        assert_eq!(answer, Some(Decision::Swap), "black has an open three and white nothing");
        setup.turn = 0;
        let answer = decide_five(&mut engine, &setup, QUICK, &Stop::new());
        assert!(matches!(answer, Some(Decision::Stay(_))));
    }
}
